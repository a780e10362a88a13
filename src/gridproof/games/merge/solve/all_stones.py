"""The fall of all stones if each needs one hit: the fewest heroes that strike them all.

With ONE-HP a stone falls to one merge of one striker, and of h heroes of a type ⌊h / 2⌋ can be
raised, any of them (``docs/explanation/merge-game.md``). So with one type all stones fall if and
only if that number of heroes strikes all of them: a set cover, solved as those of other games.
"""

from __future__ import annotations

from gridproof.games.merge.level import MergeLevel
from gridproof.games.merge.restrictions import equal_type, one_hp
from gridproof.limits import Ticker
from gridproof.set_cover.component import Component, ComponentSettings
from gridproof.set_cover.cover import RULES, Cover, components, fold, reduce
from gridproof.set_cover.odd_cycles import OddCycles

__all__ = ["AllStones", "fits"]

#: Turns for each component, since other means are left.
_TURNS = 4


class _Enough(Exception):
    """A signal that the cover settles the question."""


def fits(level: MergeLevel) -> bool:
    """Return True if a board is of this kind, and has stones that heroes strike."""
    return one_hp(level) and equal_type(level) and any(level.strikers)


class AllStones:
    """The fewest heroes that strike all stones that any hero strikes.

    Args:
        level: one that :func:`fits`.
        ticker: looked at.

    Raises:
        Stopped: by a limit or Ctrl-C.
    """

    def __init__(self, level: MergeLevel, ticker: Ticker) -> None:
        strikes = {hero: struck for hero, struck in enumerate(level.strikes) if struck}
        self._ticker = ticker
        self._cover = Cover(strikes, ticker)
        reduce(self._cover, [*RULES.values(), fold])
        settings = ComponentSettings(
            fixing=True,
            local_search=True,
            budget=True,
            cutter=lambda points, squares: OddCycles(squares),
        )
        self._wanted: int | None = None
        self._parts = [
            Component(sets, None, self._look, settings, ticker) for sets in components(self._cover)
        ]

    @property
    def bound(self) -> int:
        """The proven number of heroes."""
        return self._cover.laid + sum(part.bound for part in self._parts)

    @property
    def heroes(self) -> list[int]:
        """Heroes that strike all of them, as few as are known."""
        return self._cover.unfolded(key for part in self._parts for key in part.cover)

    @property
    def size(self) -> int:
        """The number of those."""
        return self._cover.laid + sum(len(part.cover) for part in self._parts)

    def solve(self, most: int | None) -> None:
        """Look for the fewest heroes, or only decide if ``most`` are enough.

        Raises:
            Stopped: by a limit or Ctrl-C.
        """
        self._wanted = most
        try:
            self._look()
            for part in self._parts:
                self._ticker.check()
                part.solve(self._ticker, _TURNS)
        except _Enough:
            pass

    def _look(self) -> None:
        if self._wanted is not None and not self.bound <= self._wanted < self.size:
            raise _Enough
