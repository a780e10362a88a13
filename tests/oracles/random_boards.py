"""Tiny random boards, small enough for the oracles; the same rng state gives the same board."""

import random
from typing import Any

Cell = tuple[int, int]


def _size(rng: random.Random, longest: int, shortest: int, smallest_area: int) -> tuple[int, int]:
    """Width and height: one side up to `longest`, the other up to `shortest`, in either order.

    Long sides are likelier than short ones, and every other square is thrown away.
    """
    while True:
        sides = [max(rng.randint(1, side), rng.randint(1, side)) for side in (longest, shortest)]
        rng.shuffle(sides)
        width, height = sides
        if width * height >= smallest_area and (width != height or rng.random() < 0.5):
            return width, height


def _cells(width: int, height: int) -> list[Cell]:
    return [(x, y) for y in range(height) for x in range(width)]


def _rows(width: int, height: int, chars: dict[Cell, str]) -> list[str]:
    return ["".join(chars[x, y] for x in range(width)) for y in range(height)]


def robots(rng: random.Random) -> dict[str, Any]:
    """A board for `robots`: at most 4x5 cells and 1 to 3 robots; may be unsolvable."""
    width, height = _size(rng, 5, 4, 2)
    cells = _cells(width, height)
    positions = rng.sample(cells, min(rng.choice([1, 2, 2, 3, 3, 3]), len(cells)))
    slots = [(x, y, "E") for x, y in cells if x < width - 1]
    slots += [(x, y, "S") for x, y in cells if y < height - 1]
    density = rng.choice([0.0, 0.1, 0.25, 0.4])
    walls = [[x, y, side] for x, y, side in slots if rng.random() < density]
    target_robot = rng.choice([0, rng.randrange(len(positions)), rng.randrange(len(positions))])
    target = rng.choice(positions) if rng.random() < 0.15 else rng.choice(cells)
    return {
        "width": width,
        "height": height,
        "walls": walls,
        "robots": [[x, y] for x, y in positions],
        "target_robot": None if rng.random() < 0.15 else target_robot,
        "target": list(target),
    }


def bombcover(rng: random.Random, players: int = 1) -> list[str]:
    """Rows for `bombcover`, half of the boards with a wall border.

    At most 6 crates with one player; smaller boards and fewer crates with more players.
    """
    if not 1 <= players <= 4:
        raise ValueError("1 to 4 players")
    longest, shortest, most_crates = {1: (6, 4, 6), 2: (5, 3, 4)}.get(players, (4, 3, 3))
    width, height = _size(rng, longest, shortest, players + 1)
    cells = _cells(width, height)
    walls = rng.choice([0.0, 0.1, 0.2, 0.3])
    chars = {cell: "#" if rng.random() < walls else "." for cell in cells}
    for cell in rng.sample(cells, min(rng.randint(0, most_crates), len(cells) - players)):
        chars[cell] = "x"
    free = [cell for cell in cells if chars[cell] != "x"]
    for cell in rng.sample(free, players):
        chars[cell] = "@"
    rows = _rows(width, height, chars)
    if rng.random() < 0.5:
        border = "#" * (width + 2)
        rows = [border, *(f"#{row}#" for row in rows), border]
    return rows


def onebomb(rng: random.Random) -> list[str]:
    """Rows for `onebomb`: at most 5x6 cells, exactly one P and one K.

    A third of the boards are a winding corridor of bricks through rock, so that it matters how
    many bombs there are; the others are noise.
    """
    width, height = _size(rng, 6, 5, 2)
    cells = _cells(width, height)
    corridor = rng.random() < 1 / 3
    weights = [(3, 1, 1), (1, 3, 1), (1, 3, 1), (0, 3, 1), (0, 3, 1), (0, 1, 0), (1, 3, 2)]
    chosen = (0, 1, 9) if corridor else rng.choice(weights)
    chars = {cell: rng.choices(".#X", chosen)[0] for cell in cells}
    pairs = [rng.sample(cells, 2) for _ in range(3)]
    start, goal = max(pairs, key=lambda p: abs(p[0][0] - p[1][0]) + abs(p[0][1] - p[1][1]))
    if corridor:
        x, y = start
        while (x, y) != goal:
            around = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
            x, y = rng.choice([cell for cell in around if cell in chars])
            if (x, y) != start and chars[x, y] == "X":
                chars[x, y] = rng.choice(".##")
            if rng.random() < 0.03:
                break  # a corridor that breaks off
    chars[start], chars[goal] = "P", "K"
    return _rows(width, height, chars)


def merge(rng: random.Random) -> dict[str, Any]:
    """A board for `merge`: 1 to 6 heroes of 1 to 3 types, 1 to 6 stones, hp 1 to 3.

    A third of the boards have "attack", whose keys are strings as in JSON, sometimes not for all
    types. Squares are written with "n", other boards with "width" and "height".
    """
    width, height = _size(rng, 6, 4, 2)
    cells = _cells(width, height)
    heroes = rng.sample(cells, min(rng.choice([1, 2, 3, 4, 5, 6, 6, 6]), len(cells) - 1))
    free = [cell for cell in cells if cell not in heroes]
    stones: list[Cell] = []
    for _ in range(min(rng.randint(1, 6), len(free))):
        near = [(x, y) for x, y in free if any(abs(x - a) + abs(y - b) == 1 for a, b in heroes)]
        stones.append(rng.choice(near if near and rng.random() < 0.8 else free))
        free.remove(stones[-1])
    kinds = rng.choice([1, 1, 2, 3])
    most_hp = rng.randint(1, 3)
    board: dict[str, Any] = {"n": width} if width == height else {"width": width, "height": height}
    board["heroes"] = [{"x": x, "y": y, "type": rng.randint(1, kinds)} for x, y in heroes]
    board["stones"] = [{"x": x, "y": y, "hp": rng.randint(1, most_hp)} for x, y in stones]
    if rng.random() < 1 / 3:
        near = [(dx, dy) for dy in range(-2, 3) for dx in range(-2, 3) if (dx, dy) != (0, 0)]
        given = range(1, kinds + 1) if rng.random() < 0.8 else range(1, max(kinds, 2))
        board["attack"] = {
            str(kind): [list(offset) for offset in rng.sample(near, rng.randint(1, 6))]
            for kind in given
        }
    return board


def sokoban(rng: random.Random) -> list[str]:
    """Rows for `sokoban`: at most 5x3 cells inside, 1 to 3 boxes; half of the boards are open.

    Boxes are pulled off their goals, or on a third of the boards stand anywhere, so that some are
    unsolvable. The player could get to all of them if they were not in each other's way, but for a
    box on a goal that is walled off on one board in ten.
    """
    while True:
        width, height = _size(rng, 5, 3, 4)
        cells = _cells(width, height)
        walls = rng.choice([0.0, 0.1, 0.2, 0.3])
        floor = {cell for cell in cells if rng.random() >= walls}
        count = rng.choice([1, 1, 2, 2, 3])
        if len(floor) < count + 2:
            continue
        player, *boxes = rng.sample(sorted(floor), count + 1)
        reach = [player]
        for x, y in reach:  # grows while we go through it
            around = ((x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y))
            reach += [cell for cell in around if cell in floor and cell not in reach]
        if not set(boxes) <= set(reach):
            continue
        goals = list(boxes)
        if rng.random() < 1 / 3:
            goals = rng.sample(reach, count)
        for _ in range(rng.randint(5, 40)):
            (x, y), (dx, dy) = player, rng.choice(((0, -1), (0, 1), (-1, 0), (1, 0)))
            if (x + dx, y + dy) in floor.difference(boxes):
                if (x - dx, y - dy) in boxes and rng.random() < 0.8:
                    boxes[boxes.index((x - dx, y - dy))] = (x, y)
                player = (x + dx, y + dy)
        chars = {cell: " " if cell in floor else "#" for cell in cells}
        chars |= dict.fromkeys(goals, ".")
        for cell, off_goal, on_goal in [(player, "@", "+"), *((box, "$", "*") for box in boxes)]:
            chars[cell] = on_goal if cell in goals else off_goal
        rows = _rows(width, height, chars)
        if rng.random() < 0.1:
            rows = [f"{row}#{'*' if y == 0 else '#'}" for y, row in enumerate(rows)]
        if rng.random() < 0.5:
            border = "#" * (len(rows[0]) + 2)
            rows = [border, *(f"#{row}#" for row in rows), border]
        return rows


def boxcover(rng: random.Random) -> dict[str, Any]:
    """A board for `boxcover`: 1 to 9 points, also repeated, on a line or left of and below 0.

    The side goes from 1 to more than the field.
    """
    width, height = _size(rng, 8, 5, 1)
    left, bottom = rng.choice([(0, 0), (0, 0), (-3, -2), (900, -700)])
    points = rng.choices(_cells(width, height), k=rng.randint(1, 9))
    return {
        "side": rng.choice([1, 1, 2, 2, 3, 4, width + height]),
        "points": [[left + x, bottom + y] for x, y in points],
    }
