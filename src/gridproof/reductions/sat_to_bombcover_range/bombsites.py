"""The bombs for a wiring's groups: their cells, and their order by the floor's regions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from gridproof.games.bombcover.level import BombcoverLevel
from gridproof.grid import Pos
from gridproof.level import Fault
from gridproof.reductions.sat_to_bombcover_range.crates import Ground, bomb_cells
from gridproof.reductions.wirings.wiring import Visit

__all__ = ["Sites"]


class Sites:
    """The floor of a board, as the groups of a wiring need it.

    Args:
        level: with one player.
        meetings: the visits of the wiring's even items.
    """

    def __init__(self, level: BombcoverLevel, meetings: Mapping[Pos, Sequence[Visit]]) -> None:
        self._ground = Ground(level)
        self._player = level.players[0]
        self._meetings = meetings

    def bombs(self, groups: Sequence[Sequence[Pos]]) -> list[tuple[int, Pos]]:
        """Return, for each group, its bomb and the count of doors between the player and that."""
        doors = (*self._doors, len(self._doors))  # no site (-1): beyond all of them
        chosen = []
        for group in groups:
            sites = self._sites(group)
            chosen.append(min(((doors[region], cell) for cell, region in sites), key=_doors_of))
        return chosen

    def floor_faults(self) -> list[Fault]:
        """Return regions of floor that doors do not join, so that no order of bombs is known."""
        apart = self._doors.count(len(self._doors))
        said = f"{apart} regions of floor are not joined by doors to the player's"
        return [Fault(said)] if apart else []

    def _sites(self, group: Sequence[Pos]) -> list[tuple[Pos, int]]:
        """Return two cells (or twice one) of a group, and their regions; -1: it is no site."""
        ground = self._ground
        found = bomb_cells(group) or [group[0]]  # where a crate stands: no site
        return [
            (cell, ground.region(cell) if all(ground.sees(cell, crate) for crate in group) else -1)
            for cell in (found[0], found[-1])
        ]

    @cached_property
    def _doors(self) -> list[int]:
        """Doors between the player and each region; the count of all doors if none lead there."""
        count = self._ground.regions
        away = [count] * count
        todo = [self._ground.region(self._player)]
        beyond: dict[int, set[int]] = {}
        for one, other in self._joined() if count > 1 else ():
            beyond.setdefault(one, set()).add(other)
            beyond.setdefault(other, set()).add(one)
        steps = 0
        while todo:
            for region in todo:
                away[region] = steps
            steps += 1
            todo = [
                region
                for region in {region for here in todo for region in beyond.get(here, ())}
                if away[region] == count
            ]
        return away

    def _joined(self) -> Iterator[tuple[int, int]]:
        """Yield the pairs of regions between which an even item is a door."""
        single = [
            (item, both[0])
            for item, both in self._meetings.items()
            if len(both) == 1 and len(both[0].true) == len(both[0].false) == 1
        ]
        for item, visit in single:
            one, other = (
                {region for _, region in self._sites([item, *visit.taken(value)])}
                for value in (True, False)
            )
            sides = sorted((one & other) - {-1})
            if len(sides) == 2:
                yield sides[0], sides[1]


def _doors_of(site: tuple[int, Pos]) -> int:
    """Return the doors before a site."""
    return site[0]
