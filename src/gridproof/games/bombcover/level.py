"""The static board of bombcover."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Final

from gridproof.grid import Direction, Pos, in_reading_order, mirrored_cells, turned_cells
from gridproof.level import Level
from gridproof.options import Option

__all__ = ["OPTIONS", "BombcoverLevel", "bits", "mirror", "turn"]

WALL, EMPTY, CRATE, PLAYER = "#.x@"
MAX_SIDE: Final = 4096
#: The largest number of bytes of computed arms; on large boards they would fill all memory.
_ARMS_BYTES: Final = 1 << 28

OPTIONS: Final = (
    Option.count("radius", None, "how many cells an arm of an explosion is long"),
    Option.flag("pierce", "arms pass through crates and destroy all of them"),
    Option.flag(
        "throw",
        "a bomb may be thrown over a run of crates next to the player; it lands right behind it",
    ),
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
        pierce: True if arms pass through crates.
        throw: True if bombs may be thrown over crates.
    """

    game: ClassVar[str] = "bombcover"
    cells: str
    players: tuple[Pos, ...]
    radius: int | None = None
    pierce: bool = False
    throw: bool = False

    @cached_property
    def stride(self) -> int:
        """Bits from one row to the next."""
        return self.width + 1

    def bit(self, cell: Pos) -> int:
        """Return the number of a cell's bit."""
        return cell.y * self.stride + cell.x

    def cell(self, bit: int) -> Pos:
        """Return the cell of a bit number."""
        return Pos(bit % self.stride, bit // self.stride)

    def at(self, cell: Pos) -> str:
        """Return the kind of a cell at the start; outside the board is wall."""
        if cell.within(self.width, self.height):
            return self.cells[cell.y * self.width + cell.x]
        return WALL

    def _set_of(self, kinds: str) -> int:
        digits = self.cells.translate({ord(c): "01"[c in kinds] for c in WALL + EMPTY + CRATE})
        rows = (digits[i : i + self.width] for i in range(0, len(digits), self.width))
        # Of all at once: a set that grows bit by bit is copied again and again.
        return int("0".join(rows)[::-1] or "0", 2)

    @cached_property
    def open_cells(self) -> int:
        """All cells that are not wall."""
        return self._set_of(EMPTY + CRATE)

    @cached_property
    def crates(self) -> int:
        """All crates at the start."""
        return self._set_of(CRATE)

    @cached_property
    def _arms(self) -> dict[int, tuple[tuple[bool, int], ...]]:
        return {}

    def arms(self, bit: int) -> tuple[tuple[bool, int], ...]:
        """Return the four arms of an open cell (a bit number) up to a wall or the radius.

        An arm is (True if it runs towards higher bits, the set of its cells). Arms are computed on
        demand: on large boards all of them exceed memory.
        """
        found = self._arms.get(bit)
        if found is None:
            if len(self._arms) * (self.width * self.height // 2) > _ARMS_BYTES:  # four sets each
                self._arms.clear()
            cell = self.cell(bit)
            found = self._arms[bit] = tuple(self._arm(cell, d) for d in Direction)
        return found

    def _arm(self, cell: Pos, direction: Direction) -> tuple[bool, int]:
        upward = direction in (Direction.D, Direction.R)
        if direction.dy:
            line, at, step = self.cells[cell.x :: self.width], cell.y, self.stride
        else:
            line, at, step = self.cells[cell.y * self.width : (cell.y + 1) * self.width], cell.x, 1
        if upward:
            wall = line.find(WALL, at + 1)
            length = (len(line) if wall < 0 else wall) - at - 1
        else:
            length = at - line.rfind(WALL, 0, at) - 1
        length = length if self.radius is None else min(length, self.radius)
        least = self.bit(cell) + (step if upward else -length * step)
        return upward, _series(length, step) << least


def _series(count: int, step: int) -> int:
    """Return ``count`` bits from bit 0 on, each ``step`` above the one before."""
    if not count:
        return 0
    found, have = 1, 1
    while have < count:
        more = min(have, count - have)
        found |= found << step * more
        have += more
    return found


def bits(found: int) -> list[int]:
    """Return the bit numbers of a set, ascending."""
    digits = f"{found:b}"[::-1]
    out = []
    bit = digits.find("1")
    while bit >= 0:
        out.append(bit)
        bit = digits.find("1", bit + 1)
    return out


def turn(level: BombcoverLevel) -> BombcoverLevel:
    """Return the board turned clockwise by 90°; players are numbered anew."""
    return replace(
        level,
        width=level.height,
        height=level.width,
        cells=turned_cells(level.cells, level.width),
        players=in_reading_order(cell.turned(level.height) for cell in level.players),
    )


def mirror(level: BombcoverLevel) -> BombcoverLevel:
    """Return the board mirrored left to right; players are numbered anew."""
    return replace(
        level,
        cells=mirrored_cells(level.cells, level.width),
        players=in_reading_order(cell.mirrored(level.width) for cell in level.players),
    )
