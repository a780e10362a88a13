"""The rules of onebomb: bombs go off first, then the shortest walk from start to goal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any, Final, NamedTuple

from gridproof.errors import IllegalMove, InvalidMove
from gridproof.game import MAX_ACTIONS
from gridproof.games.onebomb.level import BRICK, EMPTY, MAX_SIDE, ROCK, OnebombLevel
from gridproof.grid import Direction, Pos
from gridproof.level import Fault, Objective, Outcome

__all__ = [
    "LENGTH",
    "State",
    "actions",
    "apply",
    "apply_run",
    "complete",
    "initial",
    "key",
    "legal",
    "level_at",
    "may_bomb",
    "moves",
    "outcome",
    "unseen",
    "validate",
]

LENGTH: Final = Objective("length", ("length",), summary="shortest walk from start to goal")

_BOMB: Final = "bomb "
#: Cells of a board on which it is worked out whether the goal is walled off: some milliseconds.
_LARGEST_SURVEYED: Final = 10_000


class State(NamedTuple):
    """The bombs set off so far, and where the walker is; None before the first step."""

    bombs: tuple[Pos, ...]
    walker: Pos | None


def validate(level: OnebombLevel) -> list[Fault]:
    """Return all faults of the board."""
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


def initial(level: OnebombLevel) -> State:
    """Return the state in which no bomb has gone off yet."""
    return State((), None)


def may_bomb(level: OnebombLevel, state: State) -> bool:
    """Return True if a bomb may still be set off."""
    return state.walker is None and len(state.bombs) < level.bombs


def _free(level: OnebombLevel, bombs: tuple[Pos, ...], cell: Pos) -> bool:
    """Return True if the walker may stand on a cell after these bombs."""
    kind = level.at(cell)
    return kind == EMPTY or (kind == BRICK and level.number(cell) in level.cleared(bombs))


def legal(level: OnebombLevel, state: State) -> Iterator[str]:
    """Yield all bombs that may still be set off, then all steps."""
    if may_bomb(level, state):
        yield from _bombs(level)
    if state.bombs:
        here = state.walker or level.start
        for direction in Direction:
            if _free(level, state.bombs, here.step(direction)):
                yield direction.name


def moves(level: OnebombLevel, state: State, objective: Objective) -> Iterator[str]:
    """Return all legal moves.

    The arms of piercing bombs clear the same bricks in any order. To try them in one order only
    would be wrong here all the same: a position may have come about in another one. The search of
    positions meets each set of bricks once, by :func:`key`.
    """
    return legal(level, state)


def actions(level: OnebombLevel) -> Sequence[str] | None:
    """Return bombs on all cells but rocks, and the four steps; None if they are too many."""
    if len(level.cells) - level.cells.count(ROCK) + len(Direction) > MAX_ACTIONS:
        return None
    return [*_bombs(level), *(direction.name for direction in Direction)]


def _bombs(level: OnebombLevel) -> Iterator[str]:
    for number, kind in enumerate(level.cells):
        if kind != ROCK:
            yield f"{_BOMB}{level.cell(number)}"


def _parse(move: str) -> Pos | Direction:
    """Return a bomb's cell, or the direction of a step.

    Raises:
        InvalidMove: the text is neither.
    """
    if move.startswith(_BOMB):
        return Pos.parse(move.removeprefix(_BOMB), move)
    if move in Direction.__members__:
        return Direction[move]
    raise InvalidMove(move, "a move is `bomb x,y` or one of U, D, L, R")


def apply(level: OnebombLevel, state: State, move: str) -> tuple[State, Mapping[str, int]]:
    """Return the state after a move and what it costs.

    Raises:
        InvalidMove: the text is neither a bomb nor a step.
        IllegalMove: no bomb may be set off there, or no step be taken.
    """
    parsed = _parse(move)
    if isinstance(parsed, Pos):
        if state.walker is not None:
            raise IllegalMove(move, "bombs are set off before the first step")
        if len(state.bombs) == level.bombs:
            raise IllegalMove(move, f"the board allows {level.bombs} bomb{'s' * (level.bombs > 1)}")
        if level.at(parsed) == ROCK:
            raise IllegalMove(move, "a bomb cannot be set on a rock or outside the board")
        return State((*state.bombs, parsed), None), {"bombs": 1}
    if not state.bombs:
        reason = "a bomb has to be named before the first step, even if none is needed"
        raise IllegalMove(move, reason)
    beyond = (state.walker or level.start).step(parsed)
    if not _free(level, state.bombs, beyond):
        what = "a brick" if level.at(beyond) == BRICK else "a rock or the border"
        raise IllegalMove(move, f"{what} is in the way {parsed.word}")
    return State(state.bombs, beyond), {"length": 1}


def apply_run(
    level: OnebombLevel, state: State, moves: Sequence[str]
) -> tuple[State, Mapping[str, int], int]:
    """Return the state after the steps that ``moves`` begin with, their gains, and their number.

    The cells of the whole walk are found first, and then the first one on which the walker may not
    stand. Rock surrounds the board, so the cells behind that one need not make sense.
    """
    if not state.bombs:
        return state, {}, 0
    cells, stride = level.walkable(state.bombs), level.stride
    here = state.walker or level.start
    ways = {d.name: d.dx + d.dy * stride for d in Direction}
    try:
        walk = list(accumulate(map(ways.__getitem__, moves), initial=here.x + here.y * stride))
        kinds = bytes(map(cells.__getitem__, walk))
    except (KeyError, IndexError):  # a move that is no step, or cells far behind the border
        return state, {}, 0
    steps = len(kinds) - len(kinds.lstrip(bytes((EMPTY,)))) - 1
    if steps <= 0:
        return state, {}, 0
    y, x = divmod(walk[steps], stride)
    return State(state.bombs, Pos(x, y)), {"length": steps}, steps


def complete(level: OnebombLevel, state: State, objective: Objective) -> bool:
    """Return True if the walker stands on the goal."""
    return state.walker == level.goal


def outcome(level: OnebombLevel, state: State, objective: Objective) -> Outcome:
    """Return LOST if no bomb may come any more and the goal is walled off.

    Steps can be taken back, so this depends on the bombs alone and is computed once for them. On
    boards on which that would take long it is not decided.
    """
    if complete(level, state, objective):
        return Outcome.SOLVED
    surveyed = len(level.cells) <= _LARGEST_SURVEYED and not may_bomb(level, state)
    return Outcome.LOST if surveyed and not _connected(level, state.bombs) else Outcome.IN_PLAY


def _connected(level: OnebombLevel, bombs: tuple[Pos, ...]) -> bool:
    """Return True if the goal can be reached after these bombs."""
    gone = level.cleared(bombs)
    known = level.connected_after.get(gone)
    if known is None:
        known = _reached(level, bombs)
        level.connected_after.remember(gone, known, len(gone))
    return known


def _reached(level: OnebombLevel, bombs: tuple[Pos, ...]) -> bool:
    seen, stack = {level.start}, [level.start]
    while stack:
        here = stack.pop()
        if here == level.goal:
            return True
        for direction in Direction:
            beyond = here.step(direction)
            if beyond not in seen and _free(level, bombs, beyond):
                seen.add(beyond)
                stack.append(beyond)
    return False


def key(level: OnebombLevel, state: State, objective: Objective) -> Any:
    """Return the bricks that are gone, and the walker, or before the walk the number of bombs.

    The bombs that cleared the bricks do not matter any more: a walk crosses what is empty or
    rubble, and a later blast passes both alike. Before the walk their number says how many may
    follow; once it has begun, none may.
    """
    return level.cleared(state.bombs), state.walker or len(state.bombs)


def unseen(level: OnebombLevel, state: State) -> Sequence[int]:
    """Return the number of bombs left, and one more before the walk; 0 after its first step."""
    return (level.bombs - len(state.bombs) + 1 if state.walker is None else 0,)


def level_at(level: OnebombLevel, state: State) -> OnebombLevel | None:
    """Return the board without the bricks that are gone, with the bombs left, before the walk.

    A bomb does there what it does here, whatever the blast: an arm passes an empty cell as it
    passes a brick that is gone. Only the walk without a further bomb is not allowed there. It comes
    after a bomb on the start at the same length, since fewer bricks block no walk. None once the
    walk has begun or no bomb is left: on a board of its own one would have to be set off first.
    """
    if not may_bomb(level, state):
        return None
    left = level.bombs - len(state.bombs)
    return replace(level.after(state.bombs), bombs=left, info={}, origin=None)
