"""The bombs for a wiring's groups: their cells, and their order by the floor's regions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

import numpy as np

from gridproof.games.bombcover.level import BombcoverLevel
from gridproof.grid import Pos
from gridproof.level import Fault
from gridproof.reductions.sat_to_bombcover_range.crates import Ground, Numbers, bomb_cells
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
        cells, regions = self._sites(groups)
        doors = np.append(self._doors, len(self._doors))[regions]  # no site: beyond all of them
        best = doors.argmin(axis=1)
        rows = np.arange(len(groups))
        chosen = zip(doors[rows, best].tolist(), cells[rows, best].tolist(), strict=True)
        return [(count, Pos(*cell)) for count, cell in chosen]

    def floor_faults(self) -> list[Fault]:
        """Regions of floor that doors do not join, so that no order of bombs is known."""
        apart = int((self._doors == len(self._doors)).sum())
        said = f"{apart} regions of floor are not joined by doors to the player's"
        return [Fault(said)] if apart else []

    def _sites(self, groups: Sequence[Sequence[Pos]]) -> tuple[Numbers, Numbers]:
        """Return two cells (or twice one) of each group, and their regions; -1: it is no site."""
        cells = np.empty((len(groups), 2, 2), dtype=np.int64)
        for number, group in enumerate(groups):
            found = bomb_cells(group) or [group[0]]  # where a crate stands: no site
            cells[number] = found[0], found[-1]
        regions = np.stack([self._ground.region(cells[:, side]) for side in (0, 1)], axis=1)
        owners = np.repeat(np.arange(len(groups)), [len(group) for group in groups])
        crates = np.array([cell for group in groups for cell in group], dtype=np.int64)
        for side in (0, 1):
            seen = self._ground.sees(cells[owners, side], crates)
            regions[owners[~seen], side] = -1
        return cells, regions

    @cached_property
    def _doors(self) -> Numbers:
        """Doors between the player and each region; the count of all doors if none lead there."""
        count = self._ground.regions
        away = np.full(count, count, dtype=np.int64)
        todo = self._ground.region(np.array([self._player])).tolist()
        beyond: dict[int, set[int]] = {}
        for one, other in self._joined() if count > 1 else ():
            beyond.setdefault(one, set()).add(other)
            beyond.setdefault(other, set()).add(one)
        steps = 0
        while todo:
            away[todo] = steps
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
        groups = [(item, *visit.taken(value)) for item, visit in single for value in (True, False)]
        _, regions = self._sites(groups)
        for one, other in regions.reshape(-1, 2, 2).tolist():
            sides = {region for region in one if region in other and region >= 0}
            if len(sides) == 2:
                yield min(sides), max(sides)
