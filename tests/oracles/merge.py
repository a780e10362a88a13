"""Merge game: visit every position that some sequence of merges leads to."""

from collections.abc import Iterator, Mapping
from typing import Any

from tests.oracles.kept import kept

Cell = tuple[int, int]
Hero = tuple[int, int, str, int]  # x, y, type, level
Stone = tuple[int, int, int]  # x, y, hp
State = tuple[tuple[Hero, ...], tuple[Stone, ...]]

SIDES = [(0, -1), (0, 1), (-1, 0), (1, 0)]


def _start(board: Mapping[str, Any]) -> State:
    heroes = tuple((hero["x"], hero["y"], str(hero["type"]), 1) for hero in board["heroes"])
    stones = tuple((stone["x"], stone["y"], stone["hp"]) for stone in board["stones"])
    return heroes, stones


def _offsets(board: Mapping[str, Any]) -> dict[str, list[Cell]]:
    """The attack vector of every type of hero; the four sides where none is given.

    JSON has no integer keys, so types are compared as strings.
    """
    offsets = {str(hero["type"]): SIDES for hero in board["heroes"]}
    for kind, vector in board.get("attack", {}).items():
        offsets[str(kind)] = [(dx, dy) for dx, dy in vector]
    return offsets


def _next_states(
    state: State, offsets: Mapping[str, list[Cell]], top: int | None
) -> Iterator[State]:
    """The state after each possible merge: all ordered pairs A, B of one type and one level.

    Heroes of level `top` do not merge.
    """
    heroes, stones = state
    for a, hero_a in enumerate(heroes):
        for b, (x, y, kind, level) in enumerate(heroes):
            if a == b or hero_a[2:] != (kind, level) or level == top:
                continue
            # A vanishes, B gains a level
            new_heroes = list(heroes)
            new_heroes[b] = (x, y, kind, level + 1)
            del new_heroes[a]
            # every stone that B attacks loses 1, a stone at 0 vanishes
            attacked = {(x + dx, y + dy) for dx, dy in offsets[kind]}
            hurt = [(sx, sy, hp - 1 if (sx, sy) in attacked else hp) for sx, sy, hp in stones]
            yield tuple(new_heroes), tuple(stone for stone in hurt if stone[2] > 0)


@kept
def most_stones(board: Mapping[str, Any], max_level: int | None = None) -> int:
    """The most stones that any sequence of merges destroys."""
    offsets = _offsets(board)
    start = _start(board)
    seen = {start}
    todo = [start]
    while todo:
        for new in _next_states(todo.pop(), offsets, max_level):
            if new not in seen:
                seen.add(new)
                todo.append(new)
    return len(start[1]) - min(len(stones) for _, stones in seen)


@kept
def fewest_merges(board: Mapping[str, Any], max_level: int | None = None) -> int | None:
    """The fewest merges that destroy all stones, or None where that is impossible."""
    offsets = _offsets(board)
    layer = {_start(board)}
    merges = 0
    while layer:
        if any(not stones for _, stones in layer):
            return merges
        layer = {new for state in layer for new in _next_states(state, offsets, max_level)}
        merges += 1
    return None
