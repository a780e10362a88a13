"""Other solvers prove the same optima as those that lack a package, as in browsers."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from typing import Any

import pytest

from gridproof.errors import MissingPart
from gridproof.games.bombcover.solve import optimal as layers
from gridproof.lazy import load
from gridproof.limits import Ticker
from gridproof.reductions.sources import graph as graphs
from gridproof.reductions.sources.graph import MAX_DEGREE, Graph, minimum_cover
from gridproof.result import Limits, Status, first
from gridproof.solving import stand_ins
from gridproof.solving.solve import fitting_solver, solve
from gridproof.solving.task import value_of
from tests.samples import GAMES, sample_levels

_VERTICES = 12


@pytest.mark.parametrize("game", GAMES)
def test_another_solver_stands_in_for_a_missing_one(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for level in sample_levels(game)[:3]:
        found = solve(level)
        objective = GAMES[game].objective()
        missing = fitting_solver(GAMES[game], level, None, objective)

        def without(entry: str, missing: str = missing.entry) -> Any:
            if entry == missing:
                raise MissingPart("a package is missing")
            return load(entry)

        with monkeypatch.context() as patch:
            patch.setattr(stand_ins, "load", without)
            other = solve(level)
            assert other.solver in (*missing.stand_ins, stand_ins.PLAIN_SEARCH.id)
            assert (other.status, other.cost) == (found.status, found.cost)
            if found.status is Status.OPTIMAL and found.cost is not None:
                value = value_of(GAMES[game], level, objective, Ticker(Limits()))
                assert value == first(found.cost)


#: Solves the large boards of a game without packages that browsers lack.
_WITHOUT_PACKAGES = """
import sys
for package in ("highspy", "numpy", "networkx"):
    sys.modules[package] = None
from gridproof.registry import games
from gridproof.result import Limits
from gridproof.solving.solve import solve
from tests.samples import large_levels
for game in games():
    for level in large_levels(game).values():
        solve(level, limits=Limits(nodes=50, time=0.1))
"""


def test_large_boards_are_begun_without_the_packages() -> None:
    subprocess.run([sys.executable, "-c", _WITHOUT_PACKAGES], check=True)


#: Draws a level by each generator as the static site does, and prints how many nodes that takes.
_DRAWN = """
import sys
for package in ("highspy", "numpy", "pysat", "pysolvers"):
    sys.modules[package] = None
from gridproof.design.level_id import generators
from gridproof.limits import CancelToken, Ticker
from gridproof.playing.orders import Order
from gridproof.registry import games
tickers = []
begin = Ticker.__init__
def noted(ticker, *arguments, **named):
    tickers.append(ticker)
    begin(ticker, *arguments, **named)
Ticker.__init__ = noted
for game in games().values():
    for spec in generators(game).values():
        for seed in (1, 2):
            tickers.clear()
            Order.of(game, spec.id, seed=seed).answer(CancelToken(), lambda progress: None)
            print(sum(ticker.nodes for ticker in tickers), game.id, spec.id, flush=True)
"""
#: Nodes to a level of the usual parameters: a few seconds of one core.
_MAX_NODES = 20_000_000


@pytest.mark.soak
def test_usual_levels_are_soon_drawn_without_the_packages() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _DRAWN], check=True, text=True, stdout=subprocess.PIPE
    )
    for line in done.stdout.splitlines():
        assert int(line.partition(" ")[0]) <= _MAX_NODES, line


def test_a_named_solver_has_no_stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(entry: str) -> Any:
        raise MissingPart("a package is missing")

    monkeypatch.setattr("gridproof.solving.solve.load", missing)
    level = sample_levels("merge")[0]
    with pytest.raises(MissingPart):
        solve(level, solver="optimal")


def test_layers_need_no_linear_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    level = sample_levels("bombcover")[0]
    found = solve(level)
    monkeypatch.setattr(layers, "is_installed", lambda package: False)
    monkeypatch.setattr(layers, "FEW_CRATES", 0)
    monkeypatch.setattr(layers, "MANY_CRATES", 0)
    without = solve(level, solver="optimal")
    assert (without.status, without.cost) == (found.status, found.cost)
    assert without.notes["linear_programs"] == 0


def test_covers_of_graphs_are_as_small_by_search(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(40)
    names = tuple(str(number) for number in range(_VERTICES))
    for _ in range(5):
        edges: set[tuple[int, int]] = set()
        for _ in range(40):
            edge = tuple(sorted(rng.sample(range(_VERTICES), 2)))
            degrees = [sum(end in other for other in edges) for end in edge]
            if max(degrees) < MAX_DEGREE:
                edges.add((edge[0], edge[1]))
        graph = Graph(names, tuple(sorted(edges)))
        smallest = minimum_cover(graph)
        with monkeypatch.context() as patch:
            patch.setattr(graphs, "is_installed", lambda package: False)
            cover = minimum_cover(graph)
        assert len(cover) == len(smallest)
        assert all(u in cover or v in cover for u, v in graph.edges)
