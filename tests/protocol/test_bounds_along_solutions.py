"""Along a solution of a real board, no bound of a later position is better than what is left.

The rest of a solution can be had from its position, so a bound that is better is wrong. This
holds at any size: no oracle is asked. If solver and bound know nothing the check says nothing, so
tight ones are counted too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from gridproof.files.reading import read_boards
from gridproof.game import AnyGame
from gridproof.lazy import load
from gridproof.level import Level, Objective
from gridproof.limits import Ticker
from gridproof.result import Limits, Status, first
from gridproof.solving.solve import solve, solvers
from gridproof.specs import SolverSpec
from tests.samples import GAMES, sample_levels

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())

DATA = Path(__file__).parents[1] / "data"
#: Nodes in which a solution has to be found.
_EFFORT = 30_000
#: Nodes after which a solver is asked for its bound: hardly more than that of the root.
_GLANCE = 1


def known_levels(game: AnyGame) -> Iterator[Level]:
    """The shipped boards, and those of the tests' data."""
    yield from sample_levels(game.id)
    files = [DATA / f"{game.id}.jsonl", *sorted((DATA / game.id).glob("*.txt"))]
    for file in files:
        if file.is_file() and file.name != "SOURCES.md":
            yield from read_boards(file.read_text(encoding="utf-8"), file.name, game=game.id)


def solution(game: AnyGame, level: Level, objective: Objective) -> Sequence[str] | None:
    """A solution that is found with little effort, the best or not; None if none is."""
    for spec in solvers(game).values():
        if spec.exact_nodes and spec.why_unsupported(level, objective) is None:
            limits = Limits(nodes=_EFFORT)
            found = solve(level, game=game, objective=objective.id, solver=spec.id, limits=limits)
            if found.moves is not None:
                return found.moves
    return None


def positions(
    game: AnyGame, level: Level, objective: Objective, moves: Sequence[str], step: int
) -> Iterator[tuple[Level, int]]:
    """Every so many positions of a solution as levels, and what each still costs or gains."""
    metric, state = objective.metrics[0], game.initial(level)
    states, spent = [state], [0]
    for move in moves:
        state, gains = game.apply(level, state, move)
        states.append(state)
        spent.append(spent[-1] + gains.get(metric, 0))
    for at in range(0, len(states), step):
        position = game.level_at(level, states[at])
        if position is not None:
            yield position, spent[-1] - spent[at]


def bounds(
    game: AnyGame, position: Level, objective: Objective, specs: list[SolverSpec]
) -> Iterator[tuple[str, Any]]:
    """Return the bounds that the game and its solvers tell of a position at a glance, by name."""
    if game.root_bound:
        yield "root bound", load(game.root_bound)(position, objective, Ticker(Limits()))
    for spec in specs:
        if spec.why_unsupported(position, objective) is None:
            limits = Limits(nodes=_GLANCE)
            said = solve(position, game=game, objective=objective.id, solver=spec.id, limits=limits)
            assert said.status is not Status.INFEASIBLE, (spec.id, "a solution is known")
            yield spec.id, said.bound


def compare(game: AnyGame, levels: int | None, places: int) -> Counter[str]:
    """Compares the bounds of some positions of each level; counts positions and tight bounds."""
    counts: Counter[str] = Counter()
    specs = [spec for spec in solvers(game).values() if spec.exact_nodes]
    for objective in game.objectives:
        for number, level in enumerate(known_levels(game)):
            if number == levels:
                break
            moves = solution(game, level, objective)
            if moves is None:
                continue
            step = max(1, len(moves) // places)
            for position, left in positions(game, level, objective, moves, step):
                counts["positions"] += 1
                for name, said in bounds(game, position, objective, specs):
                    if said is None:
                        continue
                    bound = first(said)
                    counts["bounds"] += 1
                    counts["tight"] += bound == left
                    holds = bound <= left if objective.sense == "min" else bound >= left
                    told = f"{game.id}, {objective.id}, {name}: {bound}, but {left} are left"
                    assert holds, f"{told}:\n{game.write(position, game.canonical_format)}"
    return counts


@each_game
def test_bounds_hold_along_solutions(game: AnyGame) -> None:
    counts = compare(game, levels=5, places=4)
    assert counts["bounds"] or not sample_levels(game.id)


@pytest.mark.soak
@each_game
def test_bounds_hold_along_all_solutions(game: AnyGame) -> None:
    counts = compare(game, levels=None, places=40)
    print(f"{game.id}: {dict(counts)}")
