"""The static board of bombcover."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final

from gridproof.game import Level, Option
from gridproof.grid import Direction, Pos

__all__ = ["OPTIONS", "BombcoverLevel"]

WALL, EMPTY, CRATE, PLAYER = "#.x@"
MAX_SIDE: Final = 4096

OPTIONS: Final = (
    Option.count("radius", None, "how many cells an arm of an explosion is long"),
    Option.flag("pierce", "arms pass through crates and destroy all of them"),
    Option.flag("throw", "a bomb may be thrown over a run of crates next to the player"),
)


@dataclass(frozen=True, kw_only=True)
class BombcoverLevel(Level):
    """A board of walls, empty cells and crates, with one player or several.

    Sets of cells are bit sets: cell (x, y) is bit ``y * (width + 1) + x``. The extra column keeps
    a row from touching the next one, so that shifting a set by one bit moves it by one cell.

    Attributes:
        cells: ``#``, ``.`` and ``x``, row by row, without the players; outside is wall.
        players: their start cells; all are empty.
        radius: length of an arm in cells, or None for no limit.
        pierce: whether arms pass through crates.
        throw: whether bombs may be thrown over crates.
    """

    game: ClassVar[str] = "bombcover"
    cells: str
    players: tuple[Pos, ...]
    radius: int | None = None
    pierce: bool = False
    throw: bool = False

    @property
    def stride(self) -> int:
        """Bits from one row to the next."""
        return self.width + 1

    def bit(self, cell: Pos) -> int:
        """The number of a cell's bit."""
        return cell.y * self.stride + cell.x

    def cell(self, bit: int) -> Pos:
        """The cell of a bit number."""
        return Pos(bit % self.stride, bit // self.stride)

    def at(self, cell: Pos) -> str:
        """What stands on a cell at the start; outside the board is wall."""
        if cell.within(self.width, self.height):
            return self.cells[cell.y * self.width + cell.x]
        return WALL

    def _set_of(self, kinds: str) -> int:
        found = 0
        for y in range(self.height):
            for x, char in enumerate(self.cells[y * self.width : (y + 1) * self.width]):
                if char in kinds:
                    found |= 1 << (y * self.stride + x)
        return found

    @cached_property
    def open_cells(self) -> int:
        """All cells that are not wall."""
        return self._set_of(EMPTY + CRATE)

    @cached_property
    def crates(self) -> int:
        """All crates at the start."""
        return self._set_of(CRATE)

    @cached_property
    def arms(self) -> dict[int, tuple[tuple[bool, int], ...]]:
        """For each open cell (by bit number) its four arms up to a wall or the radius.

        An arm is (whether it runs towards higher bits, the set of its cells).
        """
        return {
            bit: tuple(self._arm(self.cell(bit), d) for d in Direction)
            for bit in bits(self.open_cells)
        }

    def _arm(self, cell: Pos, direction: Direction) -> tuple[bool, int]:
        found, length = 0, 0
        cell = cell.step(direction)
        while self.at(cell) != WALL and (self.radius is None or length < self.radius):
            found |= 1 << self.bit(cell)
            cell, length = cell.step(direction), length + 1
        return direction in (Direction.D, Direction.R), found


def bits(found: int) -> list[int]:
    """The bit numbers of a set, ascending."""
    out = []
    while found:
        low = found & -found
        out.append(low.bit_length() - 1)
        found ^= low
    return out
