"""Better covers: the squares round a place are taken out, and their points covered anew."""

from __future__ import annotations

import random
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Mapping

from gridproof.limits import Ticker
from gridproof.set_cover.cover import RULES, Cover, components, reduce

__all__ = ["Neighbourhoods"]

Squares = Mapping[int, Collection[int]]


class Neighbourhoods:
    """A search for better covers of a component.

    Args:
        squares: key of each square → its points.
        size: points round a place.
        solve: returns keys of a small cover of a smaller component; a smallest one, if it can.
    """

    def __init__(
        self, squares: Squares, size: int, solve: Callable[[Squares, Ticker], Collection[int]]
    ) -> None:
        self._squares = {key: set(points) for key, points in squares.items()}
        self._of_points: dict[int, list[int]] = defaultdict(list)
        for key, points in self._squares.items():
            for point in sorted(points):
                self._of_points[point].append(key)
        self._points = sorted(self._of_points)
        self._size = size
        self._solve = solve
        self._random = random.Random(1)

    def renewed(self, cover: Collection[int], ticker: Ticker) -> list[int]:
        """Return a cover of no more squares, that may differ from this one round some point.

        One of as many is as welcome: the next place may have a better one beside it.

        Raises:
            Stopped: by a limit or Ctrl-C.
        """
        near = self._near(self._random.choice(self._points), ticker)
        kept = [key for key in cover if near.isdisjoint(self._squares[key])]
        left = set(self._points).difference(*(self._squares[key] for key in kept))
        before = ticker.bytes
        rest = Cover(
            {key: own for key, points in self._squares.items() if (own := points & left)}, ticker
        )
        reduce(rest, list(RULES.values()))
        new = [*kept, *rest.forced]
        for part in components(rest):
            new += self._solve(part, ticker)
        ticker.allocate(before - ticker.bytes)
        return new if len(new) <= len(cover) else list(cover)

    def _near(self, centre: int, ticker: Ticker) -> set[int]:
        """Return points in the order of the fewest squares that lead there."""
        found = {centre}
        queue = deque(found)
        while queue:
            ticker.check()
            for key in self._of_points[queue.popleft()]:
                for point in sorted(self._squares[key] - found):
                    if len(found) == self._size:
                        return found
                    found.add(point)
                    queue.append(point)
        return found
