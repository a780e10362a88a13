"""Robots: breadth-first search over the literal positions of all robots, one slide at a time."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from tests.oracles.kept import kept

# A robot is (x, y, axes): axes holds "H" and/or "V", the axes along which it has moved so far.
# Axes are recorded only in the ricochet game and only for robots that may solve it.
Robot = tuple[int, int, frozenset[str]]
State = tuple[Robot, ...]

STEPS = {"U": (0, -1), "D": (0, 1), "L": (-1, 0), "R": (1, 0)}
AXIS = {"U": "V", "D": "V", "L": "H", "R": "H"}


def _start(board: Mapping[str, Any]) -> State:
    return tuple((x, y, frozenset()) for x, y in board["robots"])


def _wall_ahead(
    board: Mapping[str, Any], walls: set[tuple[int, int, str]], x: int, y: int, direction: str
) -> bool:
    """Is there a wall or the border between (x, y) and the next cell in that direction?"""
    if direction == "U":
        return y == 0 or (x, y - 1, "S") in walls
    if direction == "D":
        return y == int(board["height"]) - 1 or (x, y, "S") in walls
    if direction == "L":
        return x == 0 or (x - 1, y, "E") in walls
    return x == int(board["width"]) - 1 or (x, y, "E") in walls


def _may_solve(board: Mapping[str, Any], index: int) -> bool:
    return board["target_robot"] is None or board["target_robot"] == index


def _next_states(board: Mapping[str, Any], state: State, ricochet: bool) -> Iterator[State]:
    """The state after each move that is possible: every robot in every direction."""
    walls = {(x, y, side) for x, y, side in board["walls"]}
    for index, (start_x, start_y, axes) in enumerate(state):
        others = {(x, y) for i, (x, y, _) in enumerate(state) if i != index}
        for direction, (dx, dy) in STEPS.items():
            x, y = start_x, start_y
            while not _wall_ahead(board, walls, x, y, direction) and (x + dx, y + dy) not in others:
                x, y = x + dx, y + dy
            if (x, y) == (start_x, start_y):
                continue  # a move must move the robot
            new_axes = axes
            if ricochet and _may_solve(board, index):
                new_axes = axes | {AXIS[direction]}
            yield (*state[:index], (x, y, new_axes), *state[index + 1 :])


def _solved(board: Mapping[str, Any], state: State, ricochet: bool) -> bool:
    target_x, target_y = board["target"]
    return any(
        _may_solve(board, index)
        and (x, y) == (target_x, target_y)
        and (not ricochet or axes == {"H", "V"})
        for index, (x, y, axes) in enumerate(state)
    )


@kept
def fewest_moves(board: Mapping[str, Any], *, ricochet: bool = False) -> int | None:
    """The fewest moves that solve the board, or None where it cannot be solved."""
    layer = {_start(board)}
    seen = set(layer)
    moves = 0
    while layer:
        if any(_solved(board, state, ricochet) for state in layer):
            return moves
        layer = {new for state in layer for new in _next_states(board, state, ricochet)} - seen
        seen |= layer
        moves += 1
    return None


@kept
def count_optimal(board: Mapping[str, Any], *, ricochet: bool = False) -> int:
    """The number of distinct shortest solutions, as sequences of moves; 0 where unsolvable.

    Different moves in one state always lead to different states, so counting the ways to a state
    counts sequences of moves.
    """
    length = fewest_moves(board, ricochet=ricochet)
    if length is None:
        return 0
    ways: Counter[State] = Counter([_start(board)])
    for _ in range(length):
        new_ways: Counter[State] = Counter()
        for state, number in ways.items():
            for new in _next_states(board, state, ricochet):
                new_ways[new] += number
        ways = new_ways
    return sum(number for state, number in ways.items() if _solved(board, state, ricochet))


def all_stops(
    board: Mapping[str, Any], *, ricochet: bool = False
) -> dict[tuple[int, int, int], tuple[int, int]]:
    """For each robot and cell (its index, x, y) at which it can stop: the fewest moves, and the
    number of plays of so many moves. Standing there at the start counts, but not with `ricochet`.
    """
    board = {**board, "target_robot": None}  # then all axes are recorded
    layer: Counter[State] = Counter([_start(board)])
    seen: set[State] = set()
    found: dict[tuple[int, int, int], tuple[int, int]] = {}
    moves = 0
    if not ricochet:
        found = {(i, x, y): (0, 1) for i, (x, y) in enumerate(board["robots"])}
    while layer:
        moves += 1
        seen |= set(layer)
        following: Counter[State] = Counter()
        for state, number in layer.items():
            for new in _next_states(board, state, ricochet):
                following[new] += number
                ((robot, (x, y, axes)),) = (
                    (i, after)
                    for i, (before, after) in enumerate(zip(state, new, strict=True))
                    if after[:2] != before[:2]
                )
                if ricochet and axes != {"H", "V"}:
                    continue
                fewest, ways = found.get((robot, x, y), (moves, 0))
                if fewest == moves:
                    found[robot, x, y] = moves, ways + number
        layer = Counter({state: number for state, number in following.items() if state not in seen})
    return found
