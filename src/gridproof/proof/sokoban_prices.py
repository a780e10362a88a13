"""Bounds from prices, for sokoban: many of them side by side in one whole number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gridproof.limits import Ticker, paced
from gridproof.proof.claims import bounded
from gridproof.proof.sokoban_board import Place, PlayableBoard

__all__ = ["MAX_PRICE", "Distances", "Lanes", "Prices", "Worths", "longest", "worth"]

#: For each target (a goal, or a box's start) the pushes between it and each place.
Distances = Sequence[Mapping[Place, int]]
#: A price a target.
Prices = Sequence[int]
#: Larger ones are not needed on the largest boards.
MAX_PRICE = 1 << 20


def longest(distances: Distances) -> int:
    """Return a limit of the cost of any assignment: the longest way, for each box."""
    return len(distances) * max((max(table.values()) for table in distances), default=0)


def worth(distances: Distances, prices: Prices, ticker: Ticker) -> dict[Place, int]:
    """Return for each place the least of distance less price, over the targets it has a way to.

    Raises:
        ValueError: there is not one price a target.
    """
    bounded(
        all(type(price) is int and abs(price) <= MAX_PRICE for price in prices),
        f"a price is no whole number up to {MAX_PRICE}",
    )
    least: dict[Place, int] = {}
    for table, price in zip(distances, prices, strict=True):
        ticker.check()
        for place, pushes in table.items():
            if place not in least or pushes - price < least[place]:
                least[place] = pushes - price
    return least


class Worths:
    """For one vector of prices: what boxes are worth, with the player in some region.

    Attributes:
        places: the worth of each place that has a way to some target.
        constant: the sum of the prices.
    """

    def __init__(
        self, board: PlayableBoard, distances: Distances, prices: Prices, ticker: Ticker
    ) -> None:
        self.places = worth(distances, prices, ticker)
        self.constant = sum(prices)
        self._parts = {
            s: [(part, self.places.get((s, side))) for side, part in enumerate(parts)]
            for s, parts in board.sides.items()
        }

    def of(self, s: int, region: int) -> int:
        """Return the worth of the place of a box on ``s``, which must have some target."""
        value = next(value for part, value in self._parts[s] if part & region)
        assert value is not None
        return value


class Lanes:
    """For each vector of prices: the sum of the prices, and of the worth of each box's place.

    An assignment gives each box a target of its own and costs the sum of their distances, which is
    the sum of all prices and of distance less price for each box: so this bounds the cheapest one.

    A place has one number. In it each vector has a lane of ``width`` bits, which holds the worth
    above the least of all places: from 0 to ``top``. The numbers of all boxes are added; a lane's
    sum is at most boxes times ``top`` and stays below its highest bit.

    Attributes:
        value: the number of each place; a place without one has no way to any target.
        tops: the highest bit of each lane.
    """

    def __init__(self, distances: Distances, vectors: Sequence[Prices], ticker: Ticker) -> None:
        rows, self._constants = [], []
        for prices in vectors:
            row = worth(distances, prices, ticker)
            least = min(row.values(), default=0)
            rows.append({place: value - least for place, value in row.items()})
            self._constants.append(sum(prices) + len(distances) * least)
        top = max((max(row.values(), default=0) for row in rows), default=0)
        self._width = (len(distances) * top).bit_length() + 1
        self._half = 1 << self._width - 1
        places: set[Place] = set().union(*distances)
        ticker.allocate(len(places) * (len(rows) * self._width // 8 + 100))
        ticker.check()
        self.value = {
            place: self._packed([row[place] for row in rows])
            for place in paced(places, ticker, pace=16)
        }
        self.tops = self._packed([self._half] * len(rows))

    def _packed(self, numbers: Sequence[int]) -> int:
        return sum(number << self._width * lane for lane, number in enumerate(numbers))

    def test(self, most: int) -> int:
        """Return the addend of a sum that sets a highest bit if some bound is above ``most``.

        A bound is above it if its lane's sum is at least most + 1 - constant, which is taken for 0
        if it is negative, and for the highest bit (no sum gets there) if it is larger.
        """
        half = self._half
        return self._packed(
            [half - min(max(most + 1 - constant, 0), half) for constant in self._constants]
        )
