"""Squares by their place: cells of the plane with about as many squares each."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gridproof.set_cover.regions import Cell

__all__ = ["SquarePlaces"]

#: The sides of squares that a cell's surroundings reach beyond its core, and those of a small core.
_MARGIN, _SMALL = 2.0, 2.0


class SquarePlaces:
    """Squares by their middles (:class:`gridproof.set_cover.regions.Places`).

    Args:
        points: coordinates.
        squares: the points of each square, by their numbers.
        side: of a square.
    """

    def __init__(
        self, points: Sequence[tuple[int, int]], squares: Sequence[Sequence[int]], side: int
    ) -> None:
        at = np.array(points, dtype=np.float64)
        own = (at[list(members)] for members in squares)
        self._middles = np.array([(part.min(axis=0) + part.max(axis=0)) / 2 for part in own])
        self._side = side

    def cells(self, most: int) -> Sequence[Cell]:
        """Halve the squares along the longer extent until no part has more."""
        parts, small = [np.arange(len(self._middles))], []
        while parts:
            part = parts.pop()
            if len(part) <= most:
                small.append(part)
                continue
            own = self._middles[part]
            axis = int(np.argmax(own.max(axis=0) - own.min(axis=0)))
            order = part[np.argsort(own[:, axis], kind="stable")]
            parts += [order[len(order) // 2 :], order[: len(order) // 2]]
        return [self._cell(part) for part in small]

    def around(self, square: int) -> Cell:
        """Return the squares near one."""
        off = np.abs(self._middles - self._middles[square]).max(axis=1)
        return Cell(off <= _SMALL * self._side, off <= (_SMALL + _MARGIN) * self._side)

    def _cell(self, part: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Cell:
        core = np.zeros(len(self._middles), dtype=np.bool_)
        core[part] = True
        own, margin = self._middles[part], _MARGIN * self._side
        low, high = own.min(axis=0) - margin, own.max(axis=0) + margin
        inside = ((self._middles >= low) & (self._middles <= high)).all(axis=1)
        return Cell(core, inside)
