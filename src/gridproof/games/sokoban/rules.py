"""The rules of sokoban: push every box onto a goal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from gridproof.errors import IllegalMove, InvalidMove
from gridproof.games.sokoban.level import (
    FLOOR,
    GOAL,
    MAX_SIDE,
    TOO_LARGE,
    WALL,
    SokobanLevel,
)
from gridproof.grid import Direction, in_reading_order
from gridproof.level import Fault, Objective, Outcome

__all__ = [
    "MOVES",
    "MOVES_PUSHES",
    "PUSHES",
    "PUSHES_MOVES",
    "State",
    "actions",
    "apply",
    "complete",
    "initial",
    "key",
    "legal",
    "level_at",
    "moves",
    "outcome",
    "validate",
]

PUSHES: Final = Objective("pushes", ("pushes",), summary="fewest pushes")
MOVES: Final = Objective("moves", ("moves",), summary="fewest steps of the player, pushes included")
PUSHES_MOVES: Final = Objective(
    "pushes-moves",
    ("pushes", "moves"),
    summary="fewest pushes, then fewest moves",
    relaxation=PUSHES.id,
)
MOVES_PUSHES: Final = Objective(
    "moves-pushes",
    ("moves", "pushes"),
    summary="fewest moves, then fewest pushes",
    relaxation=MOVES.id,
)

_STEP: Final = {"moves": 1, "pushes": 0}
_PUSH: Final = {"moves": 1, "pushes": 1}
_WORDS: Final = {direction.name: direction.word for direction in Direction}


class State(NamedTuple):
    """The cells of the player and the boxes, as numbers.

    Boxes keep their places in the tuple, the order of ``level.movable``, so that each can be told
    from the others.
    """

    player: int
    boxes: tuple[int, ...]


def validate(level: SokobanLevel) -> list[Fault]:
    """Return all faults of the board."""
    if max(level.width, level.height) > MAX_SIDE:
        return [Fault(TOO_LARGE)]
    if len(level.cells) != level.width * level.height or set(level.cells) - {WALL, FLOOR, GOAL}:
        return [Fault("the cells do not fill the board, or are not `#`, space and `.`")]
    faults = []
    pieces = [("player", p) for p in level.players] + [("box", box) for box in level.boxes]
    taken = set()
    for what, cell in pieces:
        if level.at(cell) == WALL:
            faults.append(Fault(f"this {what} stands on a wall", cell))
        elif cell in taken:
            faults.append(Fault(f"this {what} stands where something else stands", cell))
        taken.add(cell)
    if faults:
        return faults
    if not level.players:
        faults.append(Fault("the board has no player `@`"))
    faults += [Fault("a second player: there must be one", cell) for cell in level.players[1:]]
    boxes, goals = len(level.boxes), level.cells.count(GOAL)
    if not boxes:
        faults.append(Fault("the board has no box `$`"))
    elif boxes != goals:
        faults.append(Fault(f"there must be as many boxes as goals, not {boxes} and {goals}"))
    return faults + _cut_off(level) if level.players else faults


def _cut_off(level: SokobanLevel) -> list[Fault]:
    """Return boxes off goals, and goals without boxes, that the player can never reach."""
    faults = []
    boxes = {level.number(box) for box in level.boxes}
    for number, kind in enumerate(level.cells):
        if number in level.reach or (number in boxes) == (kind == GOAL):
            continue
        what = "the empty goal" if kind == GOAL else "the box off goal"
        place = level.cell(number)
        faults.append(Fault(f"{what} is cut off: the player cannot get there", place))
    return faults


def initial(level: SokobanLevel) -> State:
    """Return the player and the boxes at their start."""
    return State(level.number(level.players[0]), level.movable)


def legal(level: SokobanLevel, state: State) -> Iterator[str]:
    """Yield all steps and pushes."""
    for letter, beyond in level.beyond.items():
        cell = beyond[state.player]
        if cell in state.boxes:
            cell = beyond[cell]
            if cell in state.boxes:
                continue
        if cell >= 0:
            yield letter


def moves(level: SokobanLevel, state: State, objective: Objective) -> Iterator[str]:
    """Return all steps and pushes: each of them may be the only way on."""
    return legal(level, state)


def apply(level: SokobanLevel, state: State, move: str) -> tuple[State, Mapping[str, int]]:
    """Return the state after a step or a push, and what it costs.

    Raises:
        InvalidMove: the text is no direction.
        IllegalMove: a wall or box is in the way.
    """
    if move not in level.beyond:
        raise InvalidMove(move, "a move is one of U, D, L and R")
    beyond, boxes = level.beyond[move], state.boxes
    cell = beyond[state.player]
    if cell < 0:
        raise IllegalMove(move, f"a wall is in the way {_WORDS[move]}")
    if cell not in boxes:
        return State(cell, boxes), _STEP
    behind = beyond[cell]
    if behind < 0 or behind in boxes:
        what = "a wall" if behind < 0 else "another box"
        raise IllegalMove(move, f"the box cannot be pushed {_WORDS[move]}: {what} is behind it")
    box = boxes.index(cell)
    return State(cell, (*boxes[:box], behind, *boxes[box + 1 :])), _PUSH


def complete(level: SokobanLevel, state: State, objective: Objective) -> bool:
    """Return True if every box is on a goal."""
    return level.goals.issuperset(state.boxes)


def outcome(level: SokobanLevel, state: State, objective: Objective) -> Outcome:
    """Return the outcome: solved, lost if a box is on a dead square, or open."""
    if complete(level, state, objective):
        return Outcome.SOLVED
    return Outcome.IN_PLAY if level.dead.isdisjoint(state.boxes) else Outcome.LOST


def key(level: SokobanLevel, state: State, objective: Objective) -> State:
    """Return the player and the boxes, which are all alike.

    Two states of equal key are one position: the cells of the player and of all boxes that can ever
    move. So each continuation of the one is, as it is, one of the other. For `pushes` too the
    player's own cell counts, not only his region: a step within the region is a move of its own.
    """
    return State(state.player, tuple(sorted(state.boxes)))


def actions(level: SokobanLevel) -> Sequence[str]:
    """Return the four directions."""
    return list(_WORDS)


def level_at(level: SokobanLevel, state: State) -> SokobanLevel:
    """Return the board with player and boxes where they are now; decoration stays where it is."""
    moved = [level.cell(box) for box in state.boxes]
    decoration = [box for box in level.boxes if level.number(box) not in level.reach]
    return replace(
        level,
        boxes=in_reading_order(moved + decoration),
        players=(level.cell(state.player),),
        info={},
        origin=None,
    )
