"""Distances of each robot to a stop on each cell: the optimum of every board with these robots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gridproof._native import robots as native
from gridproof.games.robots.level import RobotsLevel
from gridproof.games.robots.solve.kernel import problem
from gridproof.limits import Stopped, Ticker
from gridproof.result import StopReason

__all__ = ["Stops", "find_stops"]


@dataclass(frozen=True)
class Stops:
    """The findings of one search on all robots (by their places in a state) and cells (by number).

    Attributes:
        cells: how many the board has.
        depths: at ``robot * cells + cell`` the fewest moves until the robot stops there; -1 where
            that is unknown.
        ways: in the same order the number of shortest plays; 2: or more.
        complete: what is unknown takes more moves than that.
        exhausted: what is unknown cannot be had at all.
    """

    cells: int
    depths: Sequence[int]
    ways: Sequence[int]
    complete: int
    exhausted: bool

    def optimum(self, robots: Sequence[int], cell: int) -> tuple[int, int] | None:
        """Return the fewest moves until one of these robots stops on the cell, and the ways.

        None where it is unknown. The ways are 1, or 2 and more for several.
        """
        places = [robot * self.cells + cell for robot in robots]
        known = [self.depths[place] for place in places if self.depths[place] >= 0]
        if not known:
            return None
        least = min(known)
        return least, sum(self.ways[place] for place in places if self.depths[place] == least)


def find_stops(level: RobotsLevel, ticker: Ticker, *, max_states: int) -> Stops:
    """Search breadth-first from the robots' start; what the target is does not matter.

    Args:
        level: a board without faults; with ``ricochet``, stops count after moves on both axes.
        ticker: limits of time and memory; checked.
        max_states: the number that is stored. The layer that reaches it is still searched
            to its end, so that the same is found on every machine.

    Raises:
        Stopped: by the ticker.
    """
    asked = problem(level)
    found = native.stops(
        **{name: asked[name] for name in ("width", "height", "walls", "robots", "ricochet")},
        max_states=max_states,
        control=ticker.control(counted=False),
    )
    if (stop := StopReason(found["stop"])) is not StopReason.COMPLETED:
        raise Stopped(stop)
    return Stops(
        level.width * level.height,
        found["depths"],
        found["ways"],
        found["complete"],
        found["exhausted"],
    )
