"""The rules of boxcover: squares are laid until they cover all points."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, islice
from typing import NamedTuple

from gridproof.errors import InvalidMove
from gridproof.game import MAX_ACTIONS
from gridproof.games.boxcover.level import LIMIT, MAX_COORDINATE, BoxcoverLevel, inside
from gridproof.grid import Pos
from gridproof.level import Fault, Objective

__all__ = [
    "SQUARES",
    "State",
    "actions",
    "apply",
    "complete",
    "initial",
    "key",
    "legal",
    "level_at",
    "moves",
    "validate",
]

SQUARES = Objective("squares", ("squares",), summary="fewest squares that cover all points")


class State(NamedTuple):
    """The lower-left corners of the squares laid, and the points left, a bit set of indices."""

    squares: tuple[Pos, ...]
    uncovered: int


def validate(level: BoxcoverLevel) -> list[Fault]:
    """Return all faults of the board."""
    faults = []
    if not level.points:
        faults.append(Fault("a board has at least one point"))
    if not 1 <= level.side <= MAX_COORDINATE:
        faults.append(Fault(f"the side must be from 1 to {MAX_COORDINATE}, it is {level.side}"))
    for x, y in level.points:
        if not inside(x, y):
            faults.append(Fault(f"point {x},{y}: {LIMIT}"))
    return faults


def initial(level: BoxcoverLevel) -> State:
    """Return the state without squares: all points uncovered."""
    return State((), (1 << len(level.points)) - 1)


def moves(level: BoxcoverLevel, state: State, objective: Objective) -> Iterator[str]:
    """Yield squares that cover the first uncovered point, which is one of the leftmost.

    Some optimum uses only these. A square of it covers that point p, and can be laid first. No
    uncovered point lies further left, so it can be moved right until p is on its left edge. It can
    be moved up then until its lower edge touches an uncovered point: it loses none. Of the
    places left, one is not offered if the one below it reaches the same highest point. That one
    covers at least as much.
    """
    if not state.uncovered:
        return
    x, y = level.points[(state.uncovered & -state.uncovered).bit_length() - 1]
    side = level.side
    rows = sorted(
        {
            level.points[i].y
            for i in level.between(x, x + side, y - side, y + side)
            if state.uncovered >> i & 1
        }
    )
    highest = None
    for bottom in rows[: bisect_right(rows, y)]:
        reached = rows[bisect_right(rows, bottom + side) - 1]
        if reached != highest:
            highest = reached
            yield str(Pos(x, bottom))


def apply(level: BoxcoverLevel, state: State, move: str) -> tuple[State, Mapping[str, int]]:
    """Return the state after laying a square anywhere.

    One that covers no new point is only a waste.

    Raises:
        InvalidMove: the text is not ``x,y``, or beyond the limit of coordinates.
    """
    corner = Pos.parse(move)
    if not inside(*corner):
        raise InvalidMove(move, LIMIT)
    uncovered = state.uncovered & ~level.covered(corner)
    return State((*state.squares, corner), uncovered), {"squares": 1}


def legal(level: BoxcoverLevel, state: State) -> Iterator[str]:
    """Yield the squares with their corner on the points' grid; any other covers no more than one.

    Of a grid that is too large only the first ones are said, and then those squares whose left and
    lower edges touch points: any other covers no more than one of these.
    """
    columns = range(level.left, level.left + level.width)
    rows = range(level.bottom, level.bottom + level.height)
    corners = (Pos(x, y) for x in columns for y in rows)
    yield from map(str, islice(corners, MAX_ACTIONS))
    if level.width * level.height > MAX_ACTIONS:
        last = Pos(*divmod(MAX_ACTIONS - 1, level.height))
        side = level.side
        for x, points in groupby(level.points, key=lambda point: point.x):
            near = (i for _, y in points for i in level.between(x, x + side, y - side, y))
            for y in sorted({level.points[i].y for i in near}):
                if Pos(x - level.left, y - level.bottom) > last:
                    yield str(Pos(x, y))


def actions(level: BoxcoverLevel) -> Sequence[str] | None:
    """Return the same squares as a list; None if they are too many."""
    if level.width * level.height > MAX_ACTIONS:
        return None
    return list(legal(level, initial(level)))


def complete(level: BoxcoverLevel, state: State, objective: Objective) -> bool:
    """Return True if all points are covered."""
    return not state.uncovered


def key(level: BoxcoverLevel, state: State, objective: Objective) -> int:
    """Return the points that are left.

    Squares may overlap and lie anywhere, so those that are laid already bind no later one.
    """
    return state.uncovered


def level_at(level: BoxcoverLevel, state: State) -> BoxcoverLevel | None:
    """Return the points that are left, as a board; None if none are."""
    if not state.uncovered:
        return None
    points = (p for i, p in enumerate(level.points) if state.uncovered >> i & 1)
    return replace(level, points=tuple(points), info={}, origin=None)
