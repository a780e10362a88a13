"""Sokoban: regions, rooms, hotspots and macro pushes, each by its definition, by floods alone."""

from collections.abc import Iterable, Iterator
from itertools import combinations

Cell = tuple[int, int]
Floor = frozenset[Cell]

DIRECTIONS = ((0, -1), (0, 1), (-1, 0), (1, 0))


def step(cell: Cell, direction: Cell, steps: int = 1) -> Cell:
    return cell[0] + steps * direction[0], cell[1] + steps * direction[1]


def flood(free: Iterable[Cell], start: Cell) -> Floor:
    """The part of `free` around `start`."""
    left = set(free) - {start}
    queue = [start]
    for cell in queue:
        for direction in DIRECTIONS:
            beside = step(cell, direction)
            if beside in left:
                left.remove(beside)
                queue.append(beside)
    return frozenset(queue)


def parts(free: Iterable[Cell]) -> list[Floor]:
    """Return the connected parts of `free`."""
    left, found = set(free), []
    while left:
        found.append(flood(left, min(left)))
        left -= found[-1]
    return found


def blocks(free: Iterable[Cell]) -> list[Floor]:
    """The rooms: blocks of 2 x 2 that overlap in two squares, less what two rooms share."""
    cells = set(free)
    corners = {(x, y) for x, y in cells if {(x + 1, y), (x, y + 1), (x + 1, y + 1)} <= cells}
    rooms = [
        {(x + dx, y + dy) for x, y in room for dx in (0, 1) for dy in (0, 1)}
        for room in parts(corners)
        if len(room) > 1
    ]
    return [
        frozenset(room).difference(*(other for other in rooms if other is not room))
        for room in rooms
    ]


def _joined(one: Floor, other: Floor, free: Floor, corridors: Floor) -> bool:
    """Return True if a walk in two rooms and corridors leads from one to the other."""
    around = free & (one | other | corridors)
    return any(flood(around, cell) & other for cell in one & free)


def broken_rooms(floor: Floor, boxes: Iterable[Cell]) -> int:
    """Return the number of pairs of rooms that are joined on the empty board, and not now."""
    rooms = blocks(floor)
    corridors = floor.difference(*rooms)
    free = floor.difference(boxes)
    return sum(
        _joined(one, other, floor, corridors) and not _joined(one, other, free, corridors)
        for one, other in combinations(rooms, 2)
    )


def single_moves(floor: Floor, box: Cell, player: Cell, pull: bool) -> Iterator[tuple[Cell, Cell]]:
    """The squares of box and player after one push or pull; no other box is on the floor."""
    reach = flood(floor - {box}, player)
    for direction in DIRECTIONS:
        ahead = step(box, direction)
        stand, after = (ahead, step(box, direction, 2)) if pull else (step(box, direction, -1), box)
        if stand in reach and ahead in floor and after in floor:
            yield ahead, after


def places(floor: Floor, box: Cell, player: Cell, pull: bool) -> set[tuple[Cell, Floor]]:
    """All places of the box, each with the player's region, that moves lead to; its own first."""
    start = box, flood(floor - {box}, player)
    found, queue = {start}, [(box, player)]
    for at, stand in queue:
        for ahead, after in single_moves(floor, at, stand, pull):
            place = ahead, flood(floor - {ahead}, after)
            if place not in found:
                found.add(place)
                queue.append((ahead, after))
    return found


def goals_reached(floor: Floor, box: Cell, goals: Iterable[Cell]) -> set[Cell]:
    """The goals that a lone box gets to, if the player may start wherever he wants."""
    return {
        at
        for region in parts(floor - {box})
        for at, _ in places(floor, box, min(region), pull=False)
    } & set(goals)


def hotspots(floor: Floor, goals: Iterable[Cell], boxes: Iterable[Cell]) -> set[Cell]:
    """The boxes off goal that, as walls, cut a goal off for another box."""
    return {
        x
        for x in set(boxes) - set(goals)
        for y in set(boxes) - {x}
        if goals_reached(floor - {x}, y, goals) != goals_reached(floor, y, goals)
    }
