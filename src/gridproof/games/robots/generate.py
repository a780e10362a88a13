"""Random boards: noise of any size, boards of official quadrants, and tiny ones for tests."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from gridproof.errors import InputError
from gridproof.game import GeneratorSpec
from gridproof.games.robots.level import (
    MAX_ROBOTS,
    MAX_SIDE,
    RICOCHET,
    TARGET_ROBOT,
    RobotsLevel,
    TargetRobot,
)
from gridproof.games.robots.quadrants import OFFSETS, SIZE, assemble
from gridproof.grid import Pos
from gridproof.options import Option
from gridproof.scene import Edge

__all__ = ["GENERATORS", "crowded", "noise", "standard", "tiny"]

#: How many positions the robots of a tiny board may have.
_FEW: Final = 7000


def noise(
    rng: Random,
    *,
    width: int,
    height: int,
    walls: int,
    robots: int,
    target_robot: TargetRobot = 0,
    ricochet: bool = False,
) -> RobotsLevel:
    """Robots and a target anywhere, and a wall in each place between two cells by chance.

    Args:
        rng: where chance comes from.
        width: columns.
        height: rows.
        walls: the chance of a wall, in percent.
        robots: how many, numbered from 0.
        target_robot: the one that has to reach the target, or "any".
        ricochet: whether it must have moved on both axes before.

    Raises:
        InputError: the board has no room for the robots and the target, or not this robot.
    """
    found = _walls(rng, width, height, walls / 100)
    cells = _cells(width, height)
    goal = {"target_robot": target_robot, "ricochet": ricochet}
    return _apart(rng, cells, robots, width=width, height=height, walls=found, **goal)


def standard(
    rng: Random, *, robots: int, target_robot: TargetRobot = 0, ricochet: bool = False
) -> RobotsLevel:
    """A board of the board game: its four quadrants, in any order, each by any of its four sides.

    Args:
        rng: where chance comes from.
        robots: how many, numbered from 0.
        target_robot: the one that has to reach the target, or "any".
        ricochet: whether it must have moved on both axes before.

    Raises:
        InputError: there is no such robot.
    """
    side = 2 * SIZE
    walls = assemble([piece + rng.choice("ABCD") for piece in rng.sample("1234", len(OFFSETS))])
    centre = (SIZE - 1, SIZE)  # closed all around
    cells = [cell for cell in _cells(side, side) if not (cell.x in centre and cell.y in centre)]
    goal = {"target_robot": target_robot, "ricochet": ricochet}
    return _apart(rng, cells, robots, width=side, height=side, walls=walls, **goal)


def tiny(rng: Random) -> RobotsLevel:
    """Up to six robots with few positions, and all options."""
    robots = rng.randint(1, 6)
    width = height = 0
    while not 0 < math.perm(width * height, robots) <= _FEW:
        width, height = rng.randint(1, 7), rng.randint(1, 5)
    ricochet = rng.random() < 0.4
    return _anywhere(rng, width, height, range(robots), ricochet=ricochet)


def crowded(rng: Random, *, robots: int = 4, longest: int = 3) -> RobotsLevel:
    """Many robots, numbered with gaps, on a small board.

    Args:
        rng: where chance comes from.
        robots: how many.
        longest: most columns, and most rows.

    Raises:
        InputError: no such board has room for the robots and one cell more.
    """
    if longest * longest <= robots:
        raise InputError(f"there is no room for {robots} robots and a target")
    width = height = 0
    while width * height <= robots:
        width, height = rng.randint(1, longest), rng.randint(1, longest)
    return _anywhere(rng, width, height, sorted(rng.sample(range(MAX_ROBOTS), robots)))


def _apart(
    rng: Random, cells: Sequence[Pos], robots: int, target_robot: TargetRobot, **board: Any
) -> RobotsLevel:
    """A board with robots and the target on as many of these cells.

    Raises:
        InputError: they are too few, or there is no such robot.
    """
    if robots >= len(cells):
        raise InputError(f"there is no room for {robots} robots and a target")
    if target_robot != "any" and target_robot >= robots:
        raise InputError(f"there is no robot {target_robot}")
    target, *places = rng.sample(cells, robots + 1)
    placed = tuple(enumerate(places))
    return RobotsLevel(robots=placed, target=target, target_robot=target_robot, **board)


def _anywhere(
    rng: Random, width: int, height: int, numbers: Sequence[int], *, ricochet: bool = False
) -> RobotsLevel:
    """A board with these robots, few or many walls, and the target on any cell, for any robot."""
    cells = _cells(width, height)
    return RobotsLevel(
        width=width,
        height=height,
        walls=_walls(rng, width, height, rng.choice((0, 0.05, 0.15, 0.3))),
        robots=tuple(zip(numbers, rng.sample(cells, len(numbers)), strict=True)),
        target=rng.choice(cells),
        target_robot=rng.choice((*numbers, "any")),
        ricochet=ricochet,
    )


def _cells(width: int, height: int) -> list[Pos]:
    return [Pos(x, y) for y in range(height) for x in range(width)]


def _walls(rng: Random, width: int, height: int, density: float) -> frozenset[Edge]:
    """Walls in this share of the places between two cells."""
    slots = [(x, y, "E") for y in range(height) for x in range(width - 1)]
    slots += [(x, y, "S") for y in range(height - 1) for x in range(width)]
    return frozenset(slot for slot in slots if rng.random() < density)


_ROBOTS: Final = Option.whole("robots", 4, "how many robots there are", least=1, most=MAX_ROBOTS)

GENERATORS: Final = (
    GeneratorSpec(
        "random",
        "walls, robots and target anywhere",
        f"{__name__}:noise",
        parameters=(
            Option.whole("width", 16, "columns", least=1, most=MAX_SIDE),
            Option.whole("height", 16, "rows", least=1, most=MAX_SIDE),
            Option.whole(
                "walls", 5, "the chance of a wall between two cells, in percent", most=100
            ),
            _ROBOTS,
            TARGET_ROBOT,
            RICOCHET,
        ),
        large=(
            {"robots": 5, "walls": 1},
            {"width": 255, "height": 255, "robots": 10},
        ),
    ),
    GeneratorSpec(
        "standard",
        "the board game: four official quadrants, robots and target anywhere but in the centre",
        f"{__name__}:standard",
        parameters=(_ROBOTS, TARGET_ROBOT, RICOCHET),
    ),
    GeneratorSpec("tiny", "one to six robots on few cells", f"{__name__}:tiny", tiny=True),
    GeneratorSpec(
        "crowded",
        "many robots, numbered with gaps, on a small board",
        f"{__name__}:crowded",
        parameters=(
            _ROBOTS,
            Option.whole("longest", 3, "most columns, and most rows", least=1, most=MAX_SIDE),
        ),
        tiny=True,
    ),
)
