"""Solvers that run kernels answer the same with the compiled ones and with those in WebAssembly."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from tools.node_kernels import NodeHost, served

from gridproof.errors import InputError
from gridproof.level import Level
from gridproof.result import Limits, Result
from gridproof.solving.solve import solve, solvers
from gridproof.specs import SolverSpec
from tests.protocol.test_limits import runs_kernels
from tests.samples import GAMES, large_levels, sample_levels, tiny_makers

pytestmark = pytest.mark.wasm

#: Enough for all samples; a board on which it is not reached has to look the same there too.
LIMITS = Limits(nodes=3_000, memory=1 << 28)
_TINY = 6


def _cases() -> Iterator[Any]:
    for name, game in GAMES.items():
        for spec in solvers(game).values():
            if runs_kernels(spec):
                for objective in game.objectives:
                    if not spec.objectives or objective.id in spec.objectives:
                        named = f"{name}-{spec.id}-{objective.id}"
                        yield pytest.param(name, spec, objective.id, id=named)


def _boards(game: str) -> Iterator[Level]:
    yield from sample_levels(game)
    rng = random.Random(40)
    for make in tiny_makers(game).values():
        yield from (board for board in (make(rng) for _ in range(_TINY)) if board is not None)
    yield from islice(large_levels(game).values(), 1)


def counts(result: Result) -> tuple[object, ...]:
    """All that two runs on equal kernels have in common; bytes and seconds differ."""
    stats = result.stats
    return (
        *(result.status, result.stop_reason, result.cost, result.bound, result.solution),
        *(stats.expanded, stats.generated, stats.evaluated, stats.reopened, stats.dead_ends),
    )


@pytest.mark.parametrize(("game", "spec", "objective"), list(_cases()))
def test_answers_and_counts_are_equal(
    game: str, spec: SolverSpec, objective: str, host: NodeHost
) -> None:
    for number, level in enumerate(_boards(game)):

        def answer(level: Level = level) -> tuple[object, ...]:
            try:
                found = solve(
                    level, game=GAMES[game], objective=objective, solver=spec.id, limits=LIMITS
                )
                return counts(found)
            except InputError as error:  # the solver is not for this board
                return (str(error),)

        native = answer()
        with served(host):
            assert answer() == native, f"board {number + 1}:\n{level}"
