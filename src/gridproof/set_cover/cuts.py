"""Cuts of covering problems, and the finders of them.

Apart from the relaxation and its tree, whose libraries take longer to import than a small board
takes to be solved by reductions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from gridproof.limits import Ticker

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Cut", "Cutter"]

#: Columns, their weights, and the least that these come to in every cover.
Cut = tuple[Sequence[int], Sequence[int], int]


class Cutter(Protocol):
    """A finder of cuts that the relaxation violates.

    Attributes:
        rounds: the number of rounds at the root.
        rounds_if_far: the number of further ones, for a relaxation that stays far from the cover.
        rounds_in_tree: the number at another node, for cuts near the square branched on last.
    """

    rounds: int
    rounds_if_far: int
    rounds_in_tree: int

    def cuts(
        self, values: NDArray[np.float64], turn: int, square: int | None, ticker: Ticker
    ) -> Sequence[Cut]:
        """Return cuts that every cover satisfies, and these values of the squares do not.

        Args:
            values: of the squares.
            turn: the number of the round, from 0.
            square: cuts are wanted near it; None at the root.
            ticker: checked.

        Raises:
            Stopped: by a limit or Ctrl-C.
        """
        ...
