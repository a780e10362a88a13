"""Rooms of different looks: where walls and goals are, drawn by chance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Final, NamedTuple

from gridproof.games.sokoban.level import FLOOR, GOAL, WALL, SokobanLevel
from gridproof.grid import Pos, mirrored_cells, turned_cells

__all__ = ["THEMES", "changed", "drawn"]

#: Blocks of 3 × 3 cells that rooms are put together from, turned and mirrored by chance.
_BLOCK: Final = 3
_BLOCKS: Final = (
    "         ",
    "#        ",
    "##       ",
    "## #     ",
    "###      ",
    "    #    ",
    "#       #",
    "# #      ",
    "###   ###",
    "# #   # #",
    "##### #  ",
    "#########",
)
#: The number of draws of a changed room until one can be used.
_TRIES: Final = 20


def drawn(rng: Random, theme: str, width: int, height: int, boxes: int) -> SokobanLevel | None:
    """Return a room with a number of goals, without boxes; None if this draw has no place for them.

    Its floor is connected, and each goal is on it.
    """
    walls, together = THEMES[theme]
    cells = _largest(_framed(walls(rng, width - 2, height - 2), width), width)
    floor = [number for number, kind in enumerate(cells) if kind == FLOOR]
    if len(floor) < 2 * boxes + 1:
        return None
    near = rng.randrange(100) < together
    goals = set(_cluster(rng, floor, width, boxes) if near else rng.sample(floor, boxes))
    kinds = "".join(GOAL if number in goals else kind for number, kind in enumerate(cells))
    player = Pos(floor[0] % width, floor[0] // width)
    return SokobanLevel(width=width, height=height, cells=kinds, boxes=(), players=(player,))


def changed(rng: Random, level: SokobanLevel) -> SokobanLevel | None:
    """Return the level with one goal elsewhere, or one cell that is wall instead of floor or back.

    Floor that is cut off becomes wall; goals, boxes and the player stay on floor. None if no such
    change was found.
    """
    width, pieces = level.width, list(map(level.number, (*level.boxes, *level.players)))
    inside = [y * width + x for y in range(1, level.height - 1) for x in range(1, width - 1)]
    free = [number for number, kind in enumerate(level.cells) if kind == FLOOR]
    for _ in range(_TRIES):
        cells, goals = [FLOOR if k == GOAL else k for k in level.cells], sorted(level.goals)
        if rng.randrange(2):
            place = rng.choice(inside)
            cells[place] = FLOOR if cells[place] == WALL else WALL
        elif free:
            goals[rng.randrange(len(goals))] = rng.choice(free)
        cells = _largest(cells, width)
        if all(cells[number] == FLOOR for number in (*goals, *pieces)):
            for goal in goals:
                cells[goal] = GOAL
            if "".join(cells) != level.cells:
                return replace(level, cells="".join(cells))
    return None


def _open(rng: Random, width: int, height: int) -> list[list[str]]:
    """Return one room whose corners may be cut off, with a wall here and there."""
    rows = [_row(rng, width, 6) for _ in range(height)]
    for above in (True, False):
        for left in (True, False):
            deep, wide = rng.randrange(1 + height // 2), rng.randrange(1 + width // 2)
            if rng.randrange(2):
                continue
            for y in range(deep):
                for x in range(wide):
                    rows[y if above else -1 - y][x if left else -1 - x] = WALL
    return rows


def _pillars(rng: Random, width: int, height: int) -> list[list[str]]:
    """Return single walls on every second cell of every second row, some of them left out."""
    rows = [_row(rng, width, 4) for _ in range(height)]
    for y in range(1, height, 2):
        for x in range(1, width, 2):
            if rng.randrange(3):
                rows[y][x] = WALL
    return rows


def _corridors(rng: Random, width: int, height: int) -> list[list[str]]:
    """Return corridors dug by a random walk to and fro, until half of it is floor."""
    rows = [[WALL] * width for _ in range(height)]
    x, y, left = rng.randrange(width), rng.randrange(height), width * height * 11 // 20
    while left > 0:
        dx, dy = rng.choice(((0, -1), (0, 1), (-1, 0), (1, 0)))
        for _ in range(rng.randint(1, 3)):
            if rows[y][x] == WALL:
                rows[y][x] = FLOOR
                left -= 1
            x, y = min(max(x + dx, 0), width - 1), min(max(y + dy, 0), height - 1)
    return rows


def _blocks(rng: Random, width: int, height: int) -> list[list[str]]:
    """Return blocks of 3 × 3 cells side by side; the last ones are cut where the room ends."""
    rows: list[list[str]] = []
    for _ in range(-(-height // _BLOCK)):
        band: list[list[str]] = [[] for _ in range(_BLOCK)]
        for _ in range(-(-width // _BLOCK)):
            block = rng.choice(_BLOCKS)
            if rng.randrange(2):
                block = mirrored_cells(block, _BLOCK)
            for _ in range(rng.randrange(4)):
                block = turned_cells(block, _BLOCK)
            for y, row in enumerate(band):
                row += block[y * _BLOCK : (y + 1) * _BLOCK]
        rows += band
    return [row[:width] for row in rows[:height]]


def _any(rng: Random, width: int, height: int) -> list[list[str]]:
    return rng.choice((_open, _pillars, _corridors, _blocks))(rng, width, height)


class _Theme(NamedTuple):
    """A look of rooms.

    Attributes:
        walls: draws what is inside the outer wall, row by row.
        together: how often the goals touch each other, in percent.
    """

    walls: Callable[[Random, int, int], list[list[str]]]
    together: int


#: By name; the first is the default.
THEMES: Final = {
    "any": _Theme(_any, 50),
    "open": _Theme(_open, 75),
    "pillars": _Theme(_pillars, 25),
    "corridors": _Theme(_corridors, 50),
    "blocks": _Theme(_blocks, 60),
}


def _row(rng: Random, width: int, walls: int) -> list[str]:
    """Return cells that are wall with this chance in percent."""
    return [WALL if rng.randrange(100) < walls else FLOOR for _ in range(width)]


def _framed(rows: list[list[str]], width: int) -> list[str]:
    """Return the cells with a wall all round."""
    rim = [WALL] * width
    return [*rim, *(kind for row in rows for kind in (WALL, *row, WALL)), *rim]


def _largest(cells: list[str], width: int) -> list[str]:
    """Return the cells with all floor walled but its largest connected part.

    The first of equals counts.
    """
    left = {number for number, kind in enumerate(cells) if kind == FLOOR}
    largest: set[int] = set()
    for start in sorted(left):
        if start not in left:
            continue
        part, stack = {start}, [start]
        while stack:
            here = stack.pop()
            for cell in (here - width, here + width, here - 1, here + 1):
                if cell in left and cell not in part:
                    part.add(cell)
                    stack.append(cell)
        left -= part
        if len(part) > len(largest):
            largest = part
    return [FLOOR if number in largest else WALL for number in range(len(cells))]


def _cluster(rng: Random, floor: list[int], width: int, size: int) -> list[int]:
    """Return a number of cells of connected floor that touch each other."""
    free, edge, cluster = set(floor), [rng.choice(floor)], list[int]()
    free.discard(edge[0])
    while len(cluster) < size:
        here = edge.pop(rng.randrange(len(edge)))
        cluster.append(here)
        for cell in (here - width, here + width, here - 1, here + 1):
            if cell in free:
                free.discard(cell)
                edge.append(cell)
    return cluster
