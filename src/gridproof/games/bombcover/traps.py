"""Boards on which the greedy strategy fails, by hill climbing."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

from gridproof.errors import InputError
from gridproof.game import SolverSpec
from gridproof.games.bombcover import GAME
from gridproof.games.bombcover.generate import thesis
from gridproof.games.bombcover.level import CRATE, EMPTY, WALL, BombcoverLevel
from gridproof.lazy import load
from gridproof.result import Limits, StopReason
from gridproof.task import task_for
from gridproof.ticker import Stopped, Ticker
from gridproof.wishes import Unmet, Wish

__all__ = ["MAX_SIDE", "MOST_CRATES", "traps"]

#: Longest side: greedy play of a larger board takes long.
MAX_SIDE: Final = 16
#: Most crates: up to so many each of the many boards is solved within a moment. Nodes cannot bound
#: that, see :attr:`gridproof.game.SolverSpec.exact_nodes`.
MOST_CRATES: Final = 36
#: Cells that are changed, one after another, before a climb is given up.
_STEPS: Final = 300
_OPTIMAL, _GREEDY = (
    next(spec for spec in GAME.solvers if spec.id == name) for name in ("optimal", GAME.baseline)
)


def traps(
    rng: Random,
    *,
    width: int,
    height: int,
    empty: float,
    wall: float,
    radius: int | None,
    wish: Wish,
    ticker: Ticker,
) -> BombcoverLevel:
    """A random board, cells of which are changed one by one towards the wish.

    A change stays if the board is then no further from the wish: in explosions, the optimum's
    distance from what is wished added to that of the gap. If no gap is wished for, it is one of at
    least 1.

    Raises:
        InputError: no board is like this.
        Unmet: the climb has ended without one.
        Stopped: the ticker ended it.
    """
    if max(width, height) > MAX_SIDE:
        raise InputError(f"a side of these boards has at most {MAX_SIDE} cells")
    if not wish.about_gap:
        wish = replace(wish, min_gap=1)
    board = thesis(rng, width=width, height=height, empty=empty, wall=wall, radius=radius)
    if board.cells.count(CRATE) > MOST_CRATES:
        raise Unmet("too many crates")
    start = board.players[0].y * width + board.players[0].x
    inside = [
        y * width + x
        for y in range(1, height - 1)
        for x in range(1, width - 1)
        if y * width + x != start
    ]
    there = ((EMPTY, empty > 0), (WALL, wall > 0), (CRATE, empty + wall < 1))
    kinds = [kind for kind, possible in there if possible]
    cost, distance = _judged(board, wish, ticker)
    for _ in range(_STEPS):
        if not distance:
            return board
        place, kind = rng.choice(inside), rng.choice(kinds)
        if board.cells[place] == kind:
            continue
        cells = board.cells[:place] + kind + board.cells[place + 1 :]
        if cells.count(CRATE) > MOST_CRATES:
            continue
        changed = replace(board, cells=cells)
        found = _judged(changed, wish, ticker)
        if found[1] <= distance:
            board, (cost, distance) = changed, found
    if distance:
        raise Unmet("no such trap", cost)
    return board


def _judged(board: BombcoverLevel, wish: Wish, ticker: Ticker) -> tuple[int, int]:
    """The optimum, and how far optimum and gap are from the wish.

    Raises:
        Stopped: the ticker ended it.
    """
    cost = _explosions(_OPTIMAL, board, ticker)
    gap = _explosions(_GREEDY, board, ticker) - cost
    return cost, abs(wish.misses_cost(cost)) + abs(wish.misses_gap(gap))


def _explosions(spec: SolverSpec, board: BombcoverLevel, ticker: Ticker) -> int:
    """How many a solver takes, which ends by itself."""
    ticker.check()
    limits = Limits(time=ticker.seconds_left)
    task = task_for(spec, GAME, board, ticker=Ticker(limits, cancel=ticker.cancel))
    answer = load(spec.entry)(task)
    if answer.stop_reason not in (StopReason.COMPLETED, StopReason.FIRST_SOLUTION):
        raise Stopped(answer.stop_reason)
    return len(answer.moves)
