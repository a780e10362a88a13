"""The static board of onebomb."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final, TypeVar

from gridproof.game import Level
from gridproof.options import Option
from gridproof.grid import Direction, Pos

__all__ = ["OPTIONS", "OnebombLevel"]

EMPTY, BRICK, ROCK = b".#X"
MAX_SIDE: Final = 4096
#: So many bricks, in sets, are remembered at most: some 100 MB.
_MOST_BRICKS: Final = 1 << 20
K = TypeVar("K")
V = TypeVar("V")

OPTIONS: Final = (
    Option.count("radius", None, "how many cells an arm of the explosion is long"),
    Option.count("bombs", 1, "how many bombs may be set off before the walk, one after another"),
    Option.choice(
        "blast",
        ("pierce", "classic"),
        "`pierce`: arms clear all bricks up to a rock; `classic`: an arm removes one brick",
    ),
)


class Memory(dict[K, V]):
    """What has been worked out once; it forgets all when it becomes large."""

    _weight = 0

    def remember(self, key: K, value: V, bricks: int) -> None:
        """Keeps a value; with its key it holds so many bricks."""
        self._weight += 1 + bricks
        if self._weight > _MOST_BRICKS:
            self.clear()
            self._weight = 1 + bricks
        self[key] = value


@dataclass(frozen=True, kw_only=True)
class OnebombLevel(Level):
    """A board of empty cells, bricks and rocks with a start and a goal.

    Attributes:
        cells: one byte a cell, row by row: ``.``, ``#`` or ``X``; start and goal are empty cells.
        start: where the walk begins.
        goal: where it ends.
        radius: length of an arm in cells, or None for no limit.
        bombs: how many bombs may be set off.
        blast: "pierce" or "classic".
    """

    game: ClassVar[str] = "onebomb"
    cells: bytes
    start: Pos
    goal: Pos
    radius: int | None = None
    bombs: int = 1
    blast: str = "pierce"

    @cached_property
    def cleared_by(self) -> Memory[tuple[Pos, ...], frozenset[int]]:
        """A memory of the bricks that sequences of bombs clear."""
        return Memory()

    @cached_property
    def connected_after(self) -> Memory[frozenset[int], bool]:
        """A memory of whether the goal can be reached once these bricks are gone."""
        return Memory()

    def number(self, cell: Pos) -> int:
        """The place of a cell in :attr:`cells`."""
        return cell.y * self.width + cell.x

    def at(self, cell: Pos) -> int:
        """What stands on a cell at the start; outside the board is rock."""
        return self.cells[self.number(cell)] if cell.within(self.width, self.height) else ROCK

    def cleared(self, bombs: tuple[Pos, ...]) -> frozenset[int]:
        """The numbers of the bricks that are gone after these bombs, set off in this order."""
        if not bombs:
            return frozenset()
        known = self.cleared_by.get(bombs)
        if known is None:
            known = self.blasted(bombs[-1], self.cleared(bombs[:-1]))
            self.cleared_by.remember(bombs, known, len(known))
        return known

    def blasted(self, bomb: Pos, gone: frozenset[int]) -> frozenset[int]:
        """The numbers of the bricks that are gone after a bomb, set off when some are gone."""
        hit = {self.number(bomb)} if self.at(bomb) == BRICK else set()
        for direction in Direction:
            cell, length = bomb.step(direction), 1
            while self.at(cell) != ROCK and (self.radius is None or length <= self.radius):
                number = self.number(cell)
                if self.cells[number] == BRICK and number not in gone:
                    hit.add(number)
                    if self.blast == "classic":
                        break
                cell, length = cell.step(direction), length + 1
        return gone | hit
