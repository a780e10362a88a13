"""Random numbers that stay the same on every machine and in every version of Python."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, MutableSequence, Sequence
from itertools import accumulate
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from _typeshed import SupportsLenAndGetItem

__all__ = ["StableRandom"]

T = TypeVar("T")

#: Bits that one call of ``random()`` gives exactly.
_BITS = 32
#: Numbers from one look to the next.
_PACE = 1024


class StableRandom(Random):
    """Python's generator, with draws of our own.

    Python promises that ``random()`` gives the same numbers for the same whole number as a seed,
    for ever, and promises it of no other method. All draws of generators of boards are made of it
    here, with whole numbers only, so that a board's seed means the same board everywhere.

    Args:
        text: the text that fixes the numbers; its SHA-256 is the seed.
        look: called now and then; it ends a draw that takes too long by raising an exception.
    """

    def __init__(self, text: str, look: Callable[[], None] | None = None) -> None:
        super().__init__(int.from_bytes(hashlib.sha256(text.encode()).digest(), "big"))
        self._look = look
        self._drawn = 0

    def random(self) -> float:
        """Return a number from 0, below 1, of 53 bits."""
        self._drawn += 1
        if self._look is not None and self._drawn % _PACE == 0:
            self._look()
        return super().random()

    def getrandbits(self, k: int, /) -> int:
        """Return a whole number of ``k`` bits."""
        found = 0
        for done in range(0, k, _BITS):
            found |= int(self.random() * (1 << _BITS)) << done
        return found & ((1 << k) - 1)

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """Return a number of ``range(start, stop, step)``."""
        numbers = range(start) if stop is None else range(start, stop, step)
        return numbers[self._below(-((numbers.start - numbers.stop) // numbers.step))]

    def randint(self, a: int, b: int) -> int:
        """Return a whole number from ``a`` to ``b``."""
        return a + self._below(b - a + 1)

    def choice(self, seq: SupportsLenAndGetItem[T]) -> T:
        """Return one element of a sequence."""
        return seq[self._below(len(seq))]

    def choices(
        self,
        population: SupportsLenAndGetItem[T],
        weights: Sequence[Any] | None = None,
        *,
        cum_weights: Sequence[Any] | None = None,
        k: int = 1,
    ) -> list[T]:
        """Return ``k`` elements of a sequence, each with its weight (a whole number)."""
        size = len(population)
        ends = list(cum_weights or accumulate(weights or [1] * size))
        found = []
        for _ in range(k):
            drawn = self._below(ends[-1])
            found.append(population[next(i for i in range(size) if drawn < ends[i])])
        return found

    def sample(
        self, population: Sequence[T], k: int, *, counts: Iterable[int] | None = None
    ) -> list[T]:
        """Return the elements at ``k`` different places of a sequence, in any order."""
        pool = list(population)
        if counts is not None:
            pool = [item for item, count in zip(pool, counts, strict=True) for _ in range(count)]
        if not 0 <= k <= len(pool):
            raise ValueError(f"there are {len(pool)} to draw from, not {k}")
        for place in range(k):
            drawn = place + self._below(len(pool) - place)
            pool[place], pool[drawn] = pool[drawn], pool[place]
        return pool[:k]

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Put a sequence in any order."""
        for place in range(len(x) - 1, 0, -1):
            drawn = self._below(place + 1)
            x[place], x[drawn] = x[drawn], x[place]

    def _below(self, limit: int) -> int:
        """Return a whole number from 0, below ``limit``; each is equally likely."""
        if limit < 1:
            raise ValueError("there is nothing to draw from")
        bits = (limit - 1).bit_length()
        while (drawn := self.getrandbits(bits)) >= limit:
            pass
        return drawn
