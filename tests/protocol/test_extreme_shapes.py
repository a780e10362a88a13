"""Kernels on boards of extreme but valid shapes, under small limits.

Shapes: the largest sides, one row or column, every cell occupied, no walls, walls everywhere. With
`make sanitize` this looks for tables that such boards overrun.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from gridproof.level import Objective
from gridproof.result import Limits, Result, Status, StopReason
from gridproof.solving.solve import solve, solvers
from gridproof.specs import SolverSpec
from tests.protocol.test_limits import SLACK, runs_kernels
from tests.samples import GAMES, level_of

pytestmark = pytest.mark.native

#: Limits of each call; the last one stops what the others let go on.
LIMITS = (
    Limits(nodes=0),
    Limits(nodes=1),
    Limits(nodes=30, time=2.0),
    Limits(memory=1 << 16, nodes=30, time=2.0),
    Limits(memory=1 << 20, nodes=300, time=2.0),
    Limits(time=0.02),
)

Board = Mapping[str, Any]


def _robots(
    width: int, height: int, robots: int, *, walled: bool = False, ricochet: bool = True
) -> Board:
    """Return a board whose robots stand on its first cells, the target on its last one."""

    def walls_of(x: int, y: int) -> str:
        return "E" * (x + 1 < width) + "S" * (y + 1 < height)

    cells = ((x, y) for y in range(height) for x in range(width)) if walled else ()
    return {
        "width": width,
        "height": height,
        "walls": [[x, y, side] for x, y in cells for side in walls_of(x, y)],
        "robots": [[i % width, i // width] for i in range(robots)],
        "target": [width - 1, height - 1],
        "target_robot": "any" if robots % 2 else 0,
        "ricochet": ricochet,
    }


def _filled(width: int, height: int, fill: str, first: str = "", last: str = "") -> Board:
    """Return a board of one kind of cell but for its first and its last cells."""
    text = first + fill * (width * height - len(first) - len(last)) + last
    return {"rows": [text[y * width : (y + 1) * width] for y in range(height)]}


def _room(width: int, height: int, first: str, last: str = "") -> Board:
    """Return a room of sokoban within its outer wall, with things in its corners."""
    inside = _filled(width, height, " ", first, last)["rows"]
    wall = "#" * (width + 2)
    return {"rows": [wall, *(f"#{row}#" for row in inside), wall]}


def _merge(width: int, height: int, heroes: int, stones: int) -> Board:
    """Return a board with heroes on its first cells and stones on its last ones."""
    cells = [(x, y) for y in range(height) for x in range(width)]
    return {
        "width": width,
        "height": height,
        "heroes": [{"x": x, "y": y, "type": 1} for x, y in cells[:heroes]],
        "stones": [{"x": x, "y": y, "hp": 1} for x, y in cells[len(cells) - stones :]],
    }


#: Boards by game and a name for people.
BOARDS: Mapping[str, Mapping[str, Board]] = {
    "robots": {
        "one cell": _robots(1, 1, 1),
        "a row": _robots(255, 1, 3),
        "a column": _robots(1, 255, 10),
        "a row of 16": _robots(16, 1, 4),
        "a column of 16": _robots(1, 16, 5),
        "a row full of robots": _robots(9, 1, 9),
        "full of robots": _robots(2, 5, 10),
        "full of nine robots": _robots(3, 3, 9),
        "largest": _robots(255, 255, 10),
        "largest without the rule": _robots(255, 255, 2, ricochet=False),
        "largest for sets": _robots(16, 16, 9),
        "walls everywhere": _robots(16, 16, 4, walled=True),
        "walls everywhere, largest": _robots(255, 255, 4, walled=True),
    },
    "sokoban": {
        "one push": _room(3, 1, "@$."),
        "a row": _room(253, 1, "@ $", "."),
        "a column": {"rows": ["###", *(f"#{c}#" for c in "@ $" + " " * 249 + "."), "###"]},
        "largest for the best": _room(32, 32, "@  " + " " * 32 + "$", "."),
        "largest for any": _room(64, 64, "@  " + " " * 64 + "$", "."),
        "full of boxes on goals": _filled(12, 12, "*", "@"),
        "without walls": _filled(20, 20, " ", "@" + " " * 20 + "$", "."),
        "walls everywhere": _filled(255, 255, "#", "@$."),
    },
    "bombcover": {
        "one cell": {"rows": ["@"]},
        "a row": _filled(4096, 1, "x", "@"),
        "a column": _filled(1, 4096, "x", "@"),
        "a row without crates": _filled(4096, 1, ".", "@", "x"),
        "full of crates": _filled(40, 40, "x", "@"),
        "largest square, one crate": _filled(255, 255, ".", "@", "x"),
        "walls everywhere": _filled(255, 255, "#", "@x"),
    },
    "onebomb": {
        "a row": _filled(4096, 1, ".", "P", "K"),
        "a column": _filled(1, 4096, "#", "P", "K"),
        "full of bricks": _filled(255, 255, "#", "P", "K"),
        "full of rocks": _filled(255, 255, "X", "P", "K"),
        "empty": _filled(255, 255, ".", "P", "K"),
        "two cells": _filled(2, 1, ".", "PK"),
    },
    "merge": {
        "two cells": _merge(2, 1, 1, 1),
        "a row": _merge(4096, 1, 1, 1),
        "a column": _merge(1, 4096, 1, 1),
        "full": _merge(8, 8, 32, 32),
        "full of heroes": _merge(8, 8, 63, 1),
        "full of stones": _merge(20, 20, 1, 399),
    },
    "boxcover": {
        "one point": {"side": 1, "points": [[0, 0]]},
        "a row": {"side": 1, "points": [[x, 0] for x in range(200)]},
        "a column": {"side": 3, "points": [[0, y] for y in range(200)]},
        "full": {"side": 4, "points": [[x, y] for x in range(12) for y in range(12)]},
        "far apart": {"side": 2, "points": [[-1_000_000, 0], [0, 1_000_000], [1_000_000, 0]]},
        "one square": {"side": 1000, "points": [[x, -x] for x in range(100)]},
    },
}

#: Boards whose tables take seconds.
SLOW = {
    ("sokoban", "largest for any"),
    ("sokoban", "largest for the best"),
    ("robots", "walls everywhere, largest"),
    ("bombcover", "a row"),
    ("bombcover", "a column"),
}


def _cases() -> Iterator[Any]:
    """Yield every board, those that take long for the soak."""
    for game, boards in BOARDS.items():
        for name in boards:
            marks = pytest.mark.soak if (game, name) in SLOW else ()
            yield pytest.param(game, name, id=f"{game}-{name}", marks=marks)


def _check(result: Result, limits: Limits, spec: SolverSpec) -> None:
    """Check what a result under limits promises."""
    if limits.nodes is not None and result.proof != "milp-float":
        assert result.stats.expanded <= limits.nodes
    # Solvers in Python count the table for which there is no room too, and end before they begin.
    refused = result.stop_reason is StopReason.MEMORY_LIMIT and result.stats.expanded <= 1
    if limits.memory is not None and not refused:
        assert result.stats.peak_memory <= limits.memory + SLACK
    if result.cost is not None:
        assert result.verified
    assert result.status is not Status.INFEASIBLE or result.proof != "none"


def _objectives(spec: SolverSpec, game: str) -> Iterator[Objective]:
    """Yield the objectives that a solver is made for."""
    for objective in GAMES[game].objectives:
        if not spec.objectives or objective.id in spec.objectives:
            yield objective


@pytest.mark.parametrize(("game", "name"), list(_cases()))
def test_extreme_shapes_under_small_limits(game: str, name: str) -> None:
    board = BOARDS[game][name]
    level = level_of(game, {"game": game, **board})
    settled: dict[str, set[Any]] = {}
    runs = 0
    for spec in solvers(GAMES[game]).values():
        for objective in _objectives(spec, game):
            if not runs_kernels(spec) or spec.why_unsupported(level, objective) is not None:
                continue
            for limits in LIMITS:
                result = solve(
                    level, game=game, objective=objective.id, solver=spec.id, limits=limits
                )
                _check(result, limits, spec)
                runs += 1
                if result.status in (Status.OPTIMAL, Status.INFEASIBLE):
                    settled.setdefault(objective.id, set()).add(result.cost)
    assert runs
    for objective_id, costs in settled.items():
        assert len(costs) == 1, f"{objective_id}: the solvers differ: {costs}"
