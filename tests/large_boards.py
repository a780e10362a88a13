"""Boards on which solvers cannot finish, for tests of limits and for ``tools/measure_limits.py``.

All are made from a fixed seed and come in the form of the JSON-lines files.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

Record = dict[str, Any]


def _rows(width: int, height: int, cells: str, weights: list[int], marks: str) -> list[str]:
    """Random rows: each cell one of ``cells`` by weight, and one cell each for ``marks``."""
    rng = random.Random(f"{width} {height} {cells} {marks}")
    drawn = rng.choices(cells, weights, k=width * height)
    for place, mark in zip(rng.sample(range(len(drawn)), len(marks)), marks, strict=True):
        drawn[place] = mark
    return ["".join(drawn[y * width : (y + 1) * width]) for y in range(height)]


def robots(side: int, count: int, walls: float) -> Record:
    """A square with this part of all possible walls."""
    rng = random.Random(f"robots {side} {count} {walls}")
    cells = [(x, y) for y in range(side) for x in range(side)]
    *places, target = rng.sample(cells, count + 1)
    slots = [(x, y, side_of) for x, y in cells for side_of in "ES" if rng.random() < walls]
    return {
        "width": side,
        "height": side,
        "walls": [s for s in slots if s[0] < side - (s[2] == "E") and s[1] < side - (s[2] == "S")],
        "robots": places,
        "target": target,
    }


def sokoban(side: int, boxes: int) -> Record:
    """A square room with boxes apart from each other and from the walls, and goals anywhere."""
    rng = random.Random(f"sokoban {side} {boxes}")
    rows = [["#" if {x, y} & {0, side - 1} else " " for x in range(side)] for y in range(side)]
    apart = [(x, y) for y in range(2, side - 2, 2) for x in range(2, side - 2, 2)]
    for x, y in rng.sample(apart, boxes):
        rows[y][x] = "$"
    free = [(x, y) for y in range(side) for x in range(side) if rows[y][x] == " "]
    for mark, (x, y) in zip("@" + "." * boxes, rng.sample(free, boxes + 1), strict=True):
        rows[y][x] = mark
    return {"rows": ["".join(row) for row in rows]}


def sokoban_full(side: int) -> Record:
    """A square room full of boxes on goals, but for the player, one box and one goal."""
    rows = [["#"] * side, *(["#", *"*" * (side - 2), "#"] for _ in range(side - 2)), ["#"] * side]
    rows[side // 2][side // 2 : side // 2 + 4] = " @$."
    return {"rows": ["".join(row) for row in rows]}


def bombcover(side: int) -> Record:
    """A square, half empty, a third of it crates."""
    return {"rows": _rows(side, side, ".x#", [3, 2, 1], "@")}


def onebomb(side: int, cells: str = ".#X") -> Record:
    """A square, half empty, mostly bricks otherwise (or without bricks)."""
    rows = _rows(side, side, cells, [10, 8, 1][: len(cells)], "")
    return {"rows": ["P" + rows[0][1:], *rows[1:-1], rows[-1][:-1] + "K"]}


def merge(heroes: int, hp: int, kinds: int) -> Record:
    """As many stones as heroes, on twice as many cells of a rectangle."""
    rng = random.Random(f"merge {heroes} {hp} {kinds}")
    width = max(int((4 * heroes) ** 0.5), 2)
    cells = [(x, y) for y in range(width) for x in range(width)]
    places = rng.sample(cells, 2 * heroes)
    return {
        "n": width,
        "heroes": [{"x": x, "y": y, "type": rng.randint(1, kinds)} for x, y in places[:heroes]],
        "stones": [{"x": x, "y": y, "hp": rng.randint(1, hp)} for x, y in places[heroes:]],
    }


def merge_line(heroes: int, hp: int) -> Record:
    """Heroes of one type that attack to their left and right."""
    board = merge(heroes, hp, 1)
    return board | {"attack": {"1": [[-1, 0], [1, 0]]}}


def merge_apart(heroes: int) -> Record:
    """Columns of a hero and a stone: no hero strikes two stones."""
    width = max(int(heroes**0.5), 1)
    places = [(3 * (i % width), 3 * (i // width)) for i in range(heroes)]
    side = 3 * (heroes // width + 1)
    return {
        "n": side,
        "heroes": [{"x": x, "y": y, "type": 1 + (x * y) % 5} for x, y in places],
        "stones": [{"x": x, "y": y + 1, "hp": 1} for x, y in places],
    }


def boxcover(points: int, side: int, density: float) -> Record:
    """Random points, so many to the area of a square of ``side``."""
    rng = random.Random(f"boxcover {points} {side} {density}")
    width = int((points / density) ** 0.5 * side)
    return {
        "side": side,
        "points": [[rng.randrange(width), rng.randrange(width)] for _ in range(points)],
    }


def template(width: int) -> Record:
    """One row with the start at its left end."""
    return {"rows": ["@" + "." * (width - 1)]}


#: By game and a name for people.
LARGE: Mapping[str, Mapping[str, Callable[[], Record]]] = {
    "robots": {
        "16×16, 5 robots": lambda: robots(16, 5, 0.02),
        "255×255, 10 robots": lambda: robots(255, 10, 0.05),
    },
    "sokoban": {
        "30×30, 60 boxes": lambda: sokoban(30, 60),
        "30×30 full of boxes": lambda: sokoban_full(30),
        "60×60 full of boxes": lambda: sokoban_full(60),
    },
    "bombcover": {
        "30×30": lambda: bombcover(30),
        "200×200": lambda: bombcover(200),
    },
    "onebomb": {
        "400×400": lambda: onebomb(400),
        "400×400 without bricks": lambda: onebomb(400, ".X"),
    },
    "merge": {
        "60 heroes": lambda: merge(60, 3, 2),
        "60 heroes of one type, 1 hp": lambda: merge(60, 1, 1),
        "60 heroes that attack along lines, 1 hp": lambda: merge_line(60, 1),
        "60 heroes apart": lambda: merge_apart(60),
        "20,000 heroes": lambda: merge(20_000, 3, 3),
        "20,000 heroes of one type, 1 hp": lambda: merge(20_000, 1, 1),
        "20,000 heroes that attack along lines, 1 hp": lambda: merge_line(20_000, 1),
        "20,000 heroes apart": lambda: merge_apart(20_000),
    },
    "boxcover": {
        "1000 points": lambda: boxcover(1000, 10, 4.0),
        "20,000 points, dense": lambda: boxcover(20_000, 50, 200.0),
    },
    "template": {"100,000 cells": lambda: template(100_000)},
}

#: Boards that take a while to make and to read: only to be measured.
HUGE: Mapping[str, Mapping[str, Callable[[], Record]]] = {
    "onebomb": {
        "1000×1000": lambda: onebomb(1000),
        "1000×1000 without bricks": lambda: onebomb(1000, ".X"),
        "4096×4096": lambda: onebomb(4096),
    },
    "boxcover": {"20,000 points": lambda: boxcover(20_000, 10, 4.0)},
    "merge": {"2000 heroes apart": lambda: merge_apart(2000)},
}
