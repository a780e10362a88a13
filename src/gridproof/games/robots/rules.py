"""The rules of robots: a robot slides until a wall or another robot stops it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from gridproof.errors import IllegalMove, InvalidMove
from gridproof.games.robots.level import MAX_ROBOTS, MAX_SIDE, SIDES, RobotsLevel
from gridproof.grid import Direction, Pos
from gridproof.level import Fault, Objective

__all__ = [
    "MOVES",
    "State",
    "actions",
    "after",
    "apply",
    "complete",
    "initial",
    "key",
    "legal",
    "level_at",
    "missing",
    "moves",
    "parse_move",
    "slide",
    "unseen",
    "validate",
]

MOVES = Objective("moves", ("moves",), summary="fewest moves until the target robot stops there")

_BOTH_AXES = 3
#: The robot's number and the direction, by the text of a move.
_BY_TEXT = {f"{n}{way.letter}": (n, way) for n in range(MAX_ROBOTS) for way in Direction}


class State(NamedTuple):
    """The cells of the robots, in the order of the level's robots.

    With ``ricochet``, ``axes`` holds for each robot that may have to reach the target its axes: 1
    for a horizontal move and 2 for a vertical one so far; it is 0 for all others.
    """

    cells: tuple[int, ...]
    axes: tuple[int, ...]


def validate(level: RobotsLevel) -> list[Fault]:
    """Return all faults of the board."""
    faults = []
    if max(level.width, level.height) > MAX_SIDE:
        return [Fault(f"boards of robots may have at most {MAX_SIDE} × {MAX_SIDE} cells")]
    if not level.robots:
        faults.append(Fault("the board has no robot"))
    seen: dict[int, Pos] = {}
    cells: dict[Pos, int] = {}
    for number, cell in level.robots:
        if not 0 <= number < MAX_ROBOTS:
            faults.append(Fault(f"robot {number}: numbers go from 0 to {MAX_ROBOTS - 1}", cell))
        if number in seen:
            faults.append(Fault(f"robot {number} is on the board twice", cell))
        if not cell.within(level.width, level.height):
            faults.append(Fault(f"robot {number} is not on the board: {cell}"))
        elif cell in cells:
            faults.append(Fault(f"robots {cells[cell]} and {number} are on one cell", cell))
        seen[number], cells[cell] = cell, number
    if level.target is not None and not level.target.within(level.width, level.height):
        faults.append(Fault(f"the target is not on the board: {level.target}"))
    if level.target is not None and level.target_robot != "any" and level.target_robot not in seen:
        faults.append(Fault(f"robot {level.target_robot} has a target but is not on the board"))
    width, height = level.width, level.height
    room = {"E": (width - 1, height), "S": (width, height - 1)}  # walls have a cell on both sides
    outside = [
        (x, y, side)
        for x, y, side in level.walls
        if side not in room or not (0 <= x < room[side][0] and 0 <= y < room[side][1])
    ]
    for x, y, side in sorted(outside):
        faults.append(Fault(f"there is no room for a wall at {x},{y} {side}"))
    return faults


def missing(level: RobotsLevel) -> Fault | None:
    """Return a target, which a board that is only to be drawn may lack."""
    return Fault("the board has no target") if level.target is None else None


def initial(level: RobotsLevel) -> State:
    """Return all robots at their start."""
    cells = tuple(level.number_of(cell) for _, cell in level.robots)
    return State(cells, (0,) * len(cells))


def moves(level: RobotsLevel, state: State, objective: Objective) -> Iterator[str]:
    """Return all legal moves: none is known to be of no use."""
    return legal(level, state)


def legal(level: RobotsLevel, state: State) -> Iterator[str]:
    """Yield all moves that displace a robot, by robot and direction."""
    for robot, (number, _) in enumerate(level.robots):
        for direction in Direction:
            if slide(level, state.cells, robot, direction) != state.cells[robot]:
                yield f"{number}{direction.letter}"


def slide(level: RobotsLevel, cells: tuple[int, ...], robot: int, direction: Direction) -> int:
    """Return the cell where a robot (by its place in the state) stops when it slides."""
    stop, closed, side = cells[robot], level.closed, SIDES[direction]
    step = direction.dy * level.width + direction.dx
    while not closed[stop] & side and stop + step not in cells:
        stop += step
    return stop


def parse_move(move: str) -> tuple[int, Direction]:
    """Return robot number and direction of a move ``0D``.

    Raises:
        InvalidMove: the text has another form.
    """
    if (parsed := _BY_TEXT.get(move)) is not None:
        return parsed
    raise InvalidMove(move, "a move is a robot's number and one of U, D, L, R, such as `0D`")


def apply(level: RobotsLevel, state: State, move: str) -> tuple[State, Mapping[str, int]]:
    """Return the state after a move, and what it costs.

    Raises:
        InvalidMove: the text is no robot's number and direction.
        IllegalMove: there is no such robot, or it is blocked.
    """
    number, direction = parse_move(move)
    robot = level.index.get(number)
    if robot is None:
        raise IllegalMove(move, f"there is no robot {number} on this board")
    next_state = after(level, state, robot, direction)
    if next_state is None:
        raise IllegalMove(move, f"robot {number} cannot move {direction.word}: it is blocked")
    return next_state, {"moves": 1}


def after(level: RobotsLevel, state: State, robot: int, direction: Direction) -> State | None:
    """Return the state after a robot (by its place in the state) slides; None if it is blocked."""
    stop = slide(level, state.cells, robot, direction)
    if stop == state.cells[robot]:
        return None
    axes = state.axes
    if level.ricochet and level.target_robot in ("any", level.robots[robot][0]):
        axis = axes[robot] | (1 if direction.dx else 2)
        axes = (*axes[:robot], axis, *axes[robot + 1 :])
    return State((*state.cells[:robot], stop, *state.cells[robot + 1 :]), axes)


def complete(level: RobotsLevel, state: State, objective: Objective) -> bool:
    """Return True if a target robot is on the target, with ``ricochet`` after both axes."""
    if level.target_cell not in state.cells:
        return False
    robot = state.cells.index(level.target_cell)
    if level.target_robot not in ("any", level.robots[robot][0]):
        return False
    return not level.ricochet or state.axes[robot] == _BOTH_AXES


def key(level: RobotsLevel, state: State, objective: Objective) -> State:
    """Return the state with interchangeable helpers sorted.

    All robots slide alike, and only the cells that are taken stop them. Two robots that need not
    reach the target may be exchanged: a continuation of one position is one of the other, with the
    numbers of these robots exchanged. It costs the same, and the target robot does the same, on the
    same axes. With "any", all robots are alike, each together with its own axes.
    """
    if level.target_robot == "any":
        pairs = sorted(zip(state.cells, state.axes, strict=True))
        return State(tuple(c for c, _ in pairs), tuple(a for _, a in pairs))
    target = level.index.get(level.target_robot, 0)
    helpers = sorted(state.cells[:target] + state.cells[target + 1 :])
    return State((state.cells[target], *helpers), (state.axes[target],))


def unseen(level: RobotsLevel, state: State) -> Sequence[int]:
    """Return with ``ricochet`` the axes on which each robot has moved, as the state has them."""
    return state.axes if level.ricochet else ()


def actions(level: RobotsLevel) -> Sequence[str]:
    """Return each robot in each direction."""
    return [f"{number}{direction.name}" for number, _ in level.robots for direction in Direction]


def level_at(level: RobotsLevel, state: State) -> RobotsLevel | None:
    """Return the board with the robots where they are now.

    A level cannot say the axes along which its robots have moved. Once all that may have to reach
    the target have moved on both, ``ricochet`` asks for nothing more, and is left out; before that,
    no level says the position.
    """
    ricochet = level.ricochet
    if ricochet and any(state.axes):
        seekers = len(level.robots) if level.target_robot == "any" else 1
        if state.axes.count(_BOTH_AXES) < seekers:
            return None
        ricochet = False
    return replace(level.with_robots(state.cells), ricochet=ricochet, info={}, origin=None)
