"""The rules of onebomb: bombs go off first, then the shortest walk from start to goal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from gridproof.errors import InvalidMove
from gridproof.game import Fault, Objective
from gridproof.games.onebomb.level import BRICK, EMPTY, MAX_SIDE, ROCK, OnebombLevel
from gridproof.grid import Direction, Pos

__all__ = ["LENGTH", "State"]

LENGTH = Objective("length", ("length",), summary="shortest walk from start to goal")

_BOMB = "bomb "


#: Cells of a board on which it is worked out whether the goal is walled off: some milliseconds.
_LARGEST_SURVEYED = 10_000


class State(NamedTuple):
    """The bombs set off so far, and where the walker is; None before the first step."""

    bombs: tuple[Pos, ...]
    walker: Pos | None


def validate(level: OnebombLevel) -> list[Fault]:
    """All faults of the board."""
    if max(level.width, level.height) > MAX_SIDE:
        return [Fault(f"boards of onebomb may have at most {MAX_SIDE} × {MAX_SIDE} cells")]
    others = level.cells.translate(None, bytes((EMPTY, BRICK, ROCK)))
    if len(level.cells) != level.width * level.height or others:
        return [Fault("the cells do not fill the board, or are not `.`, `#` and `X`")]
    faults = []
    for name, cell in (("start `P`", level.start), ("goal `K`", level.goal)):
        if level.at(cell) != EMPTY:
            faults.append(Fault(f"the {name} is not an empty cell of the board", cell))
    if level.start == level.goal:
        faults.append(Fault("start `P` and goal `K` are the same cell", level.start))
    return faults


def free(level: OnebombLevel, bombs: tuple[Pos, ...], cell: Pos) -> bool:
    """Whether the walker may stand on a cell after these bombs."""
    return level.at(cell) == EMPTY or (
        level.at(cell) == BRICK and level.number(cell) in level.cleared(bombs)
    )


def moves(level: OnebombLevel, state: State) -> Iterator[str]:
    """All bombs that may still be set off, then all steps.

    The arms of piercing bombs clear the same bricks in any order: there each further bomb is only
    offered behind the last one, in reading order.
    """
    if state.walker is None and len(state.bombs) < level.bombs:
        first = 0
        if state.bombs and level.blast == "pierce":
            first = level.number(state.bombs[-1]) + 1
        for number in range(first, len(level.cells)):
            if level.cells[number] != ROCK:
                yield f"{_BOMB}{Pos(number % level.width, number // level.width)}"
    if state.bombs:
        here = state.walker or level.start
        for direction in Direction:
            if free(level, state.bombs, here.step(direction)):
                yield direction.name


def parse_move(move: str) -> Pos | Direction:
    """A bomb's cell, or the direction of a step.

    Raises:
        InvalidMove: the text is neither.
    """
    if move.startswith(_BOMB):
        return Pos.parse(move.removeprefix(_BOMB), move)
    if move in Direction.__members__:
        return Direction[move]
    raise InvalidMove(move, "a move is `bomb x,y` or one of U, D, L, R")


def apply(level: OnebombLevel, state: State, move: str) -> tuple[State, Mapping[str, int]] | str:
    """The state after a move and what it costs; a str says why the move is illegal."""
    parsed = parse_move(move)
    if isinstance(parsed, Pos):
        if state.walker is not None:
            return "bombs are set off before the first step"
        if len(state.bombs) == level.bombs:
            return f"the board allows {level.bombs} bomb{'s' * (level.bombs > 1)}"
        if level.at(parsed) == ROCK:
            return "a bomb cannot be set on a rock or outside the board"
        return State((*state.bombs, parsed), None), {"bombs": 1}
    if not state.bombs:
        return "a bomb has to be named before the first step, even if none is needed"
    beyond = (state.walker or level.start).step(parsed)
    if not free(level, state.bombs, beyond):
        what = "a brick" if level.at(beyond) == BRICK else "a rock or the border"
        return f"{what} is in the way {parsed.word}"
    return State(state.bombs, beyond), {"length": 1}


def complete(level: OnebombLevel, state: State) -> bool:
    """Whether the walker stands on the goal."""
    return state.walker == level.goal


def lost(level: OnebombLevel, state: State) -> bool:
    """Whether no bomb may come any more and the goal is walled off.

    Steps can be taken back, so this depends on the bombs alone and is worked out once for them. Of
    boards on which that would take long it is not said.
    """
    if len(level.cells) > _LARGEST_SURVEYED:
        return False
    if not state.bombs or (state.walker is None and len(state.bombs) < level.bombs):
        return False
    gone = level.cleared(state.bombs)
    known = level.connected_after.get(gone)
    if known is None:
        known = _connected(level, state.bombs)
        level.connected_after.remember(gone, known, len(gone))
    return not known


def _connected(level: OnebombLevel, bombs: tuple[Pos, ...]) -> bool:
    seen, stack = {level.start}, [level.start]
    while stack:
        here = stack.pop()
        if here == level.goal:
            return True
        for direction in Direction:
            beyond = here.step(direction)
            if beyond not in seen and free(level, bombs, beyond):
                seen.add(beyond)
                stack.append(beyond)
    return False


def key(level: OnebombLevel, state: State) -> Any:
    """The bricks that are gone, the walker, and before the walk the number of bombs.

    Which bombs cleared the bricks does not matter any more (for further piercing bombs, offered in
    reading order, the last one does).
    """
    gone = level.cleared(state.bombs)
    if state.walker is not None:
        return gone, state.walker
    last = state.bombs[-1:] if level.bombs > 1 and level.blast == "pierce" else ()
    return gone, len(state.bombs), last


# What solvers are made for.


def not_one_piercing_bomb(level: OnebombLevel) -> str | None:
    """Why a solver for one piercing bomb is not for this board; None if it is."""
    if level.bombs > 1 or level.blast != "pierce":
        return "it is made for one bomb whose arms pierce"
    return None


def not_one_piercing_bomb_without_radius(level: OnebombLevel) -> str | None:
    """The same for a solver that knows no radius."""
    if level.radius is not None:
        return "it is made for arms without a radius"
    return not_one_piercing_bomb(level)


def has_bricks(level: OnebombLevel) -> str | None:
    """Why a solver that sets off no bomb in earnest is not for this board; None if it is."""
    return "it is made for boards without bricks" if BRICK in level.cells else None
