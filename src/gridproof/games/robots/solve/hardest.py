"""Boards of the board game with very long optima, climbed to."""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from gridproof.design.goal import Goal, Unmet
from gridproof.games.robots.level import RobotsLevel
from gridproof.games.robots.quadrants import PLACES, SIZE, assemble, draw
from gridproof.games.robots.solve.aiming import solved
from gridproof.games.robots.solvers import SOLVERS
from gridproof.grid import Pos
from gridproof.limits import Ticker

__all__ = ["hardest"]

#: One change in this many is one of the board itself: few of them make it harder.
_BOARDS: Final = 10


class _Setup(NamedTuple):
    """The names of the four quadrants; the cells of the target and of the robots."""

    quadrants: tuple[str, ...]
    places: tuple[Pos, ...]

    @property
    def level(self) -> RobotsLevel:
        target, *robots = self.places
        return RobotsLevel(
            width=2 * SIZE,
            height=2 * SIZE,
            walls=assemble(self.quadrants),
            robots=tuple(enumerate(robots)),
            target=target,
        )

    def changed(self, rng: Random) -> _Setup:
        """Return it with two quadrants exchanged, one by another side, or one thing moved."""
        quadrants, places = list(self.quadrants), list(self.places)
        if rng.randrange(_BOARDS):
            free = [cell for cell in PLACES if cell not in places]
            places[rng.randrange(len(places))] = rng.choice(free)
        else:
            a, b = rng.randrange(len(quadrants)), rng.randrange(len(quadrants))
            quadrants[a], quadrants[b] = quadrants[b], quadrants[a]
            if a == b:
                quadrants[a] = quadrants[a][0] + rng.choice("ABCD")
        return _Setup(tuple(quadrants), tuple(places))


def hardest(rng: Random, *, robots: int, steps: int, goal: Goal, ticker: Ticker) -> RobotsLevel:
    """Return a board of four quadrants to which hill climbing leads.

    From a board of chance on, one thing after another is changed, and the change is kept if the
    optimum does not become less by it. Each optimum is proven by the default solver's kernel.

    Args:
        rng: where chance comes from.
        robots: how many, numbered from 0; robot 0 has to reach the target.
        steps: changes that are tried.
        goal: it ends early with a board of the least cost of the goal, and keeps to the largest.
        ticker: limits of time and memory; checked.

    Raises:
        Unmet: the climb did not come so high.
        Stopped: by the ticker.
    """

    def optimum(setup: _Setup) -> int:
        """Return the optimum; -1 if it is not to be had."""
        found = solved(setup.level, ticker, nodes=SOLVERS[0].node_budget, most=goal.max_cost)
        return -1 if found["moves"] is None else len(found["moves"])

    here = _Setup(tuple(draw(rng)), tuple(rng.sample(PLACES, robots + 1)))
    cost = optimum(here)
    for _ in range(steps):
        if cost >= 0 and goal.min_cost is not None and cost >= goal.min_cost:
            break
        there = here.changed(rng)
        reached = optimum(there)
        if reached >= cost:
            here, cost = there, reached
    if cost < max(goal.min_cost or 0, 0):
        raise Unmet("not hard enough after all steps", None if cost < 0 else cost)
    return here.level
