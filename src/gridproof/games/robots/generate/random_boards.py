"""Boards of chance: noise, official quadrants, backwards from a target."""

from __future__ import annotations

from collections.abc import Sequence, Set
from random import Random
from typing import Any

from gridproof.design.goal import Goal
from gridproof.errors import InputError
from gridproof.games.robots.generators import SOLVE
from gridproof.games.robots.level import (
    RobotsLevel,
    TargetRobot,
    wall_beside,
)
from gridproof.games.robots.quadrants import PLACES, SIZE, assemble, draw
from gridproof.grid import Direction, Pos
from gridproof.lazy import load
from gridproof.limits import Ticker
from gridproof.scene import Edge

__all__ = ["backward", "noise", "standard"]


def noise(
    rng: Random,
    *,
    width: int,
    height: int,
    walls: int,
    robots: int,
    target_robot: TargetRobot = 0,
    ricochet: bool = False,
    goal: Goal | None = None,
    ticker: Ticker | None = None,
) -> RobotsLevel:
    """Return robots and a target anywhere, and a wall in each place between cells by chance.

    Args:
        rng: where chance comes from.
        width: columns.
        height: rows.
        walls: the chance of a wall, in percent.
        robots: how many, numbered from 0.
        target_robot: the one that has to reach the target, or "any".
        ricochet: True if it must have moved on both axes before.
        goal: how many moves it is to take; None: any number.
        ticker: limits of aiming at that.

    Raises:
        InputError: the board has no room for the robots and the target, or not this robot.
        Unmet: no robot and target of this start that meet the goal were found.
        Stopped: by the ticker.
    """
    found = _walls(rng, width, height, walls / 100)
    cells = _cells(width, height)
    board = {"width": width, "height": height, "walls": found, "ricochet": ricochet}
    return _apart(rng, cells, robots, target_robot, goal, ticker, **board)


def standard(
    rng: Random,
    *,
    robots: int,
    target_robot: TargetRobot = 0,
    ricochet: bool = False,
    goal: Goal | None = None,
    ticker: Ticker | None = None,
) -> RobotsLevel:
    """Return a board of the board game: its four quadrants, in any order, each by any side.

    Args:
        rng: where chance comes from.
        robots: how many, numbered from 0.
        target_robot: the one that has to reach the target, or "any".
        ricochet: True if it must have moved on both axes before.
        goal: how many moves it is to take; None: any number.
        ticker: limits of aiming at that.

    Raises:
        InputError: there is no such robot.
        Unmet: no robot and target of this start that meet the goal were found.
        Stopped: by the ticker.
    """
    walls = assemble(draw(rng))
    board = {"width": 2 * SIZE, "height": 2 * SIZE, "walls": walls, "ricochet": ricochet}
    return _apart(rng, PLACES, robots, target_robot, goal, ticker, **board)


def backward(
    rng: Random, *, width: int, height: int, robots: int, stops: int, walls: int
) -> RobotsLevel:
    """Return a board made from its target backwards, as in W. Meersman's Prolog program.

    (Report "Robot Reboot in SWI-Prolog", Ghent 2023, section "Genereren puzzels".) From the target
    a way goes in any direction to any cell before the next wall there, and a wall is put behind
    its beginning; from that cell it goes on in the same way. Robot 0 starts where it ends. No stop
    is on the way that was taken before, and none is gone through straight on (of which the report
    says nothing), so no wall behind one can bar the way. Then each cell off the
    way gets a wall on one of its sides, or none, and the other robots are put anywhere. They alone
    can make the way longer than planned, or bar it.

    Args:
        rng: where chance comes from.
        width: columns.
        height: rows.
        robots: how many, numbered from 0.
        stops: how many moves the way has, or fewer where it cannot go on.
        walls: the chance of a wall beside each cell off the way, in percent; the report's is 40.

    Raises:
        InputError: the board has no room for the robots and the target.
    """
    cells = _cells(width, height)
    if robots >= len(cells):
        raise InputError(f"there is no room for {robots} robots and a target")
    target = cell = rng.choice(cells)
    way, behind, straight = {target}, set[Edge](), None
    for _ in range(stops):
        open_ways = [
            (direction, found)
            for direction in Direction
            if direction is not straight
            and (found := _stops(cell, direction, width, height, behind, way))
        ]
        if not open_ways:
            break
        direction, found = rng.choice(open_ways)
        straight = direction
        end = rng.choice(found)
        before = Pos(cell.x - direction.dx, cell.y - direction.dy)
        if before.within(width, height):
            behind.add(wall_beside(before, direction))
        while cell != end:
            cell = cell.step(direction)
            way.add(cell)
    for place in cells:
        if place in way or rng.randrange(100) >= walls:
            continue
        side = rng.choice(tuple(Direction))
        if place.step(side).within(width, height):
            behind.add(wall_beside(place, side))
    others = rng.sample([place for place in cells if place not in (target, cell)], robots - 1)
    return RobotsLevel(
        width=width,
        height=height,
        walls=frozenset(behind),
        robots=tuple(enumerate((cell, *others))),
        target=target,
    )


def _stops(
    cell: Pos, direction: Direction, width: int, height: int, walls: Set[Edge], way: Set[Pos]
) -> list[Pos]:
    """Return the cells off the way that can be seen from a cell in one direction."""
    found = []
    while wall_beside(cell, direction) not in walls:
        cell = cell.step(direction)
        if not cell.within(width, height):
            break
        if cell not in way:
            found.append(cell)
    return found


def _apart(
    rng: Random,
    cells: Sequence[Pos],
    robots: int,
    target_robot: TargetRobot,
    goal: Goal | None,
    ticker: Ticker | None,
    **board: Any,
) -> RobotsLevel:
    """Return a board with robots and the target on some of these cells that meets the goal.

    Raises:
        InputError: they are too few, or there is no such robot.
    """
    if robots >= len(cells):
        raise InputError(f"there is no room for {robots} robots and a target")
    if target_robot != "any" and target_robot >= robots:
        raise InputError(f"there is no robot {target_robot}")
    target, *places = rng.sample(cells, robots + 1)
    level = RobotsLevel(
        robots=tuple(enumerate(places)), target=target, target_robot=target_robot, **board
    )
    if goal is None or (goal.min_cost, goal.max_cost, goal.unique) == (None, None, False):
        return level
    free = [cell for cell in cells if cell not in places]
    aimed: RobotsLevel = load(f"{SOLVE}.aiming:aimed")(rng, level, free, goal, ticker or Ticker())
    return aimed


def _cells(width: int, height: int) -> list[Pos]:
    return [Pos(x, y) for y in range(height) for x in range(width)]


def _walls(rng: Random, width: int, height: int, density: float) -> frozenset[Edge]:
    """Return walls in this share of the places between two cells."""
    slots = [(x, y, "E") for y in range(height) for x in range(width - 1)]
    slots += [(x, y, "S") for y in range(height - 1) for x in range(width)]
    return frozenset(slot for slot in slots if rng.random() < density)
