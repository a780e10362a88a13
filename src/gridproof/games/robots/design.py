"""Facts for designers: measures of difficulty, and changes that make a board easier."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from gridproof.game import RelaxedVariant
from gridproof.games.robots import rules
from gridproof.games.robots.level import SIDES, RobotsLevel
from gridproof.grid import Direction, Pos
from gridproof.limits import Ticker
from gridproof.result import Result
from gridproof.specs import Measure

__all__ = ["MEASURES", "measure", "normalized", "relaxed_variants"]

MEASURES: Final = (
    Measure("robots-used", "robots", "robots that the solution found moves"),
    Measure("bumps", "bumps", "moves of the solution found that another robot stops"),
)


def measure(level: RobotsLevel, result: Result, ticker: Ticker) -> Mapping[str, int | None]:
    """Return the values of the game's measures, of the solution that was found."""
    state, moved, bumps = rules.initial(level), set[int](), 0
    for move in result.moves or ():
        ticker.check()
        number, direction = rules.parse_move(move)
        state, _ = rules.apply(level, state, move)
        moved.add(number)
        bumps += not level.closed[state.cells[level.index[number]]] & SIDES[direction]
    return {"robots-used": len(moved), "bumps": bumps}


def relaxed_variants(level: RobotsLevel) -> Iterator[RelaxedVariant]:
    """Yield the board without one wall, row by row; then without one robot that need not arrive."""
    for x, y, side in sorted(level.walls, key=lambda wall: (wall[1], wall[0], wall[2])):
        cell = Pos(x, y)
        beyond = cell.step(Direction.R if side == "E" else Direction.D)
        yield RelaxedVariant(
            "wall",
            (cell, beyond),
            replace(level, walls=level.walls - {(x, y, side)}, info={}, origin=None),
        )
    if len(level.robots) == 1:
        return
    for number, cell in level.robots:
        if number != level.target_robot:
            others = tuple(robot for robot in level.robots if robot[0] != number)
            yield RelaxedVariant(
                f"robot {number}", (cell,), replace(level, robots=others, info={}, origin=None)
            )


def normalized(level: RobotsLevel) -> RobotsLevel:
    """Return the board with robots that are alike numbered by where they stand."""
    alike = sorted(cell for number, cell in level.robots if number != level.target_robot)
    seeker = [cell for number, cell in level.robots if number == level.target_robot]
    robots = tuple(enumerate((*seeker, *alike)))
    return replace(level, robots=robots, target_robot=0 if seeker else level.target_robot)
