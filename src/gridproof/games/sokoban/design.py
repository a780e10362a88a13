"""Facts for designers: measures of difficulty, and changes that make a board easier."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise, product
from typing import Final, NamedTuple

from gridproof.game import RelaxedVariant
from gridproof.games.sokoban.level import FLOOR, WALL, SokobanLevel
from gridproof.games.sokoban.rules import apply, initial
from gridproof.grid import Pos
from gridproof.limits import Ticker
from gridproof.result import Result
from gridproof.specs import Measure

__all__ = ["MEASURES", "Push", "lines", "measure", "normalized", "pushes", "relaxed_variants"]

MEASURES: Final = (
    Measure("boxes", "boxes", "boxes that take part in the game"),
    Measure(
        "box-changes",
        "changes",
        "how often the solution found goes on with another box than before",
    ),
    Measure(
        "box-lines",
        "lines",
        "pushes of the solution found, those of one box in one direction in a row counted once",
    ),
)


class Push(NamedTuple):
    """One push: which of ``level.movable`` in what direction (its letter)."""

    box: int
    direction: str


def pushes(level: SokobanLevel, moves: Sequence[str]) -> list[Push]:
    """Return the pushes of a play.

    Raises:
        InvalidMove: a move is no direction.
        IllegalMove: the rules forbid one.
    """
    made, state = [], initial(level)
    for move in moves:
        after, _ = apply(level, state, move)
        made += [
            Push(box, move)
            for box, (old, new) in enumerate(zip(state.boxes, after.boxes, strict=True))
            if old != new
        ]
        state = after
    return made


def lines(made: Sequence[Push]) -> list[Push]:
    """Return the box lines: of pushes of one box in one direction in a row the first one."""
    return list(made[:1]) + [after for before, after in pairwise(made) if before != after]


def measure(level: SokobanLevel, result: Result, ticker: Ticker) -> Mapping[str, int | None]:
    """Return the values of :data:`MEASURES` for a board with an optimal solution."""
    made = pushes(level, result.moves or ())
    return {
        "boxes": len(level.movable),
        "box-changes": sum(before.box != after.box for before, after in pairwise(made)),
        "box-lines": len(lines(made)),
    }


def normalized(level: SokobanLevel) -> SokobanLevel:
    """Return the board within its outer walls; the player on the first cell of its region.

    Cells that it can never reach are wall. Its place in its region makes no difference to the
    pushes. It does to the moves: such boards are one puzzle all the same, with another first walk.
    """
    level = _closed(level)
    columns, rows = zip(*map(level.cell, level.reach), strict=True)
    left, top = min(columns) - 1, min(rows) - 1
    width, height = max(columns) + 2 - left, max(rows) + 2 - top
    player = min(level.region(map(level.number, level.players), level.movable))
    cells = [WALL] * (width * height)
    for x, y in map(level.cell, level.reach):
        cells[(y - top) * width + x - left] = level.at(Pos(x, y))
    boxes, players = (
        tuple(Pos(x - left, y - top) for x, y in map(level.cell, numbers))
        for numbers in (level.movable, (player,))
    )
    return replace(
        level, width=width, height=height, cells="".join(cells), boxes=boxes, players=players
    )


def relaxed_variants(level: SokobanLevel) -> Iterator[RelaxedVariant]:
    """Yield the boards with one wall less, then those with one box and one goal less.

    A wall is one beside floor that the player can get to, and not on the board's rim; no more floor
    than its own cell is added, so that the board stays closed. A box can go only together with a
    goal, as there must be as many: every box with every goal, since which goal was its own is
    nothing that the board says.
    """
    closed = _closed(level)
    for number, kind in enumerate(closed.cells):
        x, y = cell = closed.cell(number)
        inside = 0 < x < level.width - 1 and 0 < y < level.height - 1
        beside = (number - 1, number + 1, number - level.width, number + level.width)
        if kind == WALL and inside and not closed.reach.isdisjoint(beside):
            yield RelaxedVariant("wall", (cell,), _with(closed, number, FLOOR))
    if len(closed.boxes) == 1:
        return
    for box, goal in product(closed.boxes, sorted(closed.goals)):
        left = tuple(other for other in closed.boxes if other != box)
        lighter = replace(_with(closed, goal, FLOOR), boxes=left)
        yield RelaxedVariant("box and goal", (box, closed.cell(goal)), lighter)


def _closed(level: SokobanLevel) -> SokobanLevel:
    """Return the board with wall wherever the player can never get to; decoration goes."""
    cells = [kind if number in level.reach else WALL for number, kind in enumerate(level.cells)]
    boxes = tuple(map(level.cell, level.movable))
    return replace(level, cells="".join(cells), boxes=boxes, info={}, origin=None)


def _with(level: SokobanLevel, number: int, kind: str) -> SokobanLevel:
    """Return the board with a cell of another kind."""
    return replace(level, cells=level.cells[:number] + kind + level.cells[number + 1 :])
