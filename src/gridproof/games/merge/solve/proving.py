"""Branch and cut over damages: which damages are best, and the proof that none are better."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from gridproof.games.merge.solve.cover_rows import CoverRows, RowName
from gridproof.games.merge.solve.greedy import greedy_damages
from gridproof.games.merge.solve.program import DamageProgram
from gridproof.limits import Ticker
from gridproof.set_cover.branching import Tree
from gridproof.set_cover.cuts import Cut
from gridproof.set_cover.relaxation import Relaxation
from gridproof.set_cover.rounding_cuts import rounding_cuts

__all__ = ["DamageTree"]

_ROUNDS, _ROUNDS_IN_TREE = 30, 2
#: The rise of the relaxation that a round of rounding needs for another one.
_LEAST_GAIN = 0.02


class DamageTree(Tree):
    """The tree of a program over damages.

    Args:
        program: of a board.
        ticker: looked at while it is made.
        tighten: True if rows are added that the relaxation breaks.
        met: called with damages that can be dealt, whenever some are met.

    Attributes:
        names: of all rows, by number.
    """

    def __init__(
        self,
        program: DamageProgram,
        ticker: Ticker,
        *,
        tighten: bool = True,
        met: Callable[[list[int]], None] | None = None,
    ) -> None:
        self.names: list[RowName] = [name for name, _ in program.rows]
        self._program = program
        self._met = met
        rows = (row for _, row in program.rows)
        relaxation = Relaxation(rows, program.costs, program.uppers, ticker)
        cutter = _Cutter(program, relaxation, self.names, ticker) if tighten else None
        self._own_cutter = cutter
        super().__init__(relaxation, program.lowest, cutter=cutter, fixing=True)

    def sharpen(self, enough: Callable[[], int], ticker: Ticker) -> None:
        """Play as the relaxation does, and add cuts by rounding until ``enough`` is proven.

        Raises:
            Stopped: by a limit or Ctrl-C.
        """
        self._play(ticker)
        if self._own_cutter is not None and self.bound < enough():
            self._own_cutter.rounding = True
            self.tighten(enough(), ticker)

    def _choose(self, ticker: Ticker) -> int | None:
        self._play(ticker)
        return super()._choose(ticker)

    def _play(self, ticker: Ticker) -> None:
        """Play as the relaxation does: its fallen stones first, damage by its heroes."""
        if self._met is None:
            return
        program, values = self._program, self._relaxation.values
        falls = {
            stone.number: 1.0 if stone.falls is None else float(values[stone.falls])
            for stone in program.stones
        }
        dealt = [values[columns].tolist() for columns in program.damage]
        order = sorted(falls, key=lambda s: (-round(falls[s], 3), program.level.stones[s][1]))

        def liking(hero: int, damage: int) -> float:
            return dealt[hero][damage - 1] if damage <= len(dealt[hero]) else 0.0

        self._met(greedy_damages(program.level, ticker, order, liking))

    def _solves(self, values: NDArray[np.int64]) -> bool:
        if self._met is not None:
            self._met([int(values[columns].sum()) for columns in self._program.damage])
        return True


class _Cutter:
    """Finds rows that are broken, and keeps their names.

    Attributes:
        rounding: True if it looks for cuts by rounding, too.
    """

    rounds = _ROUNDS
    rounds_if_far = 0
    rounds_in_tree = _ROUNDS_IN_TREE

    def __init__(
        self,
        program: DamageProgram,
        relaxation: Relaxation,
        names: list[RowName],
        ticker: Ticker,
    ) -> None:
        self._rows = CoverRows(program.stones, len(program.costs), ticker)
        self._uppers = program.uppers
        self._relaxation = relaxation
        self._names = names
        self.rounding = False
        self._before = -math.inf

    def cuts(
        self, values: NDArray[np.float64], turn: int, square: int | None, ticker: Ticker
    ) -> Sequence[Cut]:
        """Return cover rows; if none is violated, at the root, cuts by rounding."""
        found = self._rows.broken(values, ticker)
        gain = self._relaxation.objective - self._before
        if not found and square is None and self.rounding and gain > _LEAST_GAIN:
            self._before = self._relaxation.objective
            found = [
                (("round", made.divisor, _flat(made.rows), _flat(made.uppers)), cut)
                for made, cut in rounding_cuts(self._relaxation, self._uppers, ticker)
            ]
        self._names += [name for name, _ in found]
        return [row for _, row in found]


def _flat(prices: Mapping[int, int]) -> list[int]:
    return [number for pair in prices.items() for number in pair]
