"""The layout of a formula's board, and the board itself.

A loop of corridor for each variable, one around the other, variable 1 innermost; a slot of columns
for each clause. In each loop a slot holds a tile in the upper corridor: what the
variable is in the clause. Through the middle of a slot runs a shaft, from the innermost loop up to
the clause's crate. The lower corridors are joined by an opening each; the player starts in the
outermost one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from gridproof.games.bombcover.level import MAX_SIDE, BombcoverLevel
from gridproof.grid import Pos
from gridproof.reductions.sources.cnf import Formula

__all__ = ["SHAFT", "VARIANTS", "Plan", "Tile", "Tiles"]

#: Column of a slot in which its shaft is.
SHAFT: Final = 7


@dataclass(frozen=True)
class Tile:
    """The tile in a slot of a loop, row by row: crates `x` and extra crates `e`.

    Cells are (column, row) within the tile, row 0 the uppermost.

    Attributes:
        name: for people and maps.
        rows: from above.
        true: cells of bombs that clear its crates if the variable is true.
        false: the same if it is false; the outermost crates are then left to bombs between slots.
    """

    name: str
    rows: tuple[str, ...]
    true: tuple[tuple[int, int], ...]
    false: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Tiles:
    """The tiles of a variant.

    Attributes:
        plain: the variable stands in the clause as it is: the bomb below the shaft is one of those
            for true.
        negated: its negation does: the bomb below the shaft is the one for false.
        absent: it does not stand in the clause.
        corridor: how many of the upper rows are open between slots, too.
        pierce: True if explosions pierce crates on boards of this variant.
    """

    plain: Tile
    negated: Tile
    absent: Tile
    corridor: int = 2
    pierce: bool = False

    def of(self, clause: tuple[int, ...], variable: int) -> Tile:
        """Return the tile of a variable (from 0) in a clause's slot."""
        if variable + 1 in clause:
            return self.plain
        return self.negated if -variable - 1 in clause else self.absent


_FLAT: Final = Tiles(
    Tile(
        "plain",
        ("..x.x.....#x.x.", "#.....x.x......"),
        ((3, 0), (7, 1), (12, 0)),
        ((4, 1), (11, 1)),
    ),
    Tile("negated", ("..x.......#..x.", "#.....x.x......"), ((2, 1), (13, 1)), ((7, 1),)),
    # No bomb below the shaft takes two crates of the loop.
    Tile("absent", ("..x.......#..x.", "#...x.x........"), ((2, 1), (13, 1)), ((5, 1),)),
)
#: The tile of the thesis, one column wider: an extra crate shields the clause's.
_SHIELDED: Final = Tile(
    "absent", ("..x....e...#..x.", "#....x...x......"), ((5, 0), (14, 1)), ((7, 1),)
)
# No cell sees more than two crates of a loop: one neighbour in the ring lies in a crate's row, the
# other one in its column, and there is a wall behind each.
_TALL: Final = Tiles(
    Tile(
        "plain",
        (
            "..x####.####x..",
            "#....x#.#x....#",
            "####..#.#..####",
            "####.x...x.####",
            "####.......####",
        ),
        ((2, 1), (7, 3), (12, 1)),
        ((5, 2), (9, 2)),
    ),
    Tile(
        "negated",
        (
            ".....x#.#x.....",
            "####..#.#..####",
            "####.x...x.####",
            "####.......####",
            "#######.#######",
        ),
        ((5, 1), (9, 1)),
        ((7, 2),),
    ),
    Tile(
        "absent",
        (
            ".....x#.####x..",
            "####..#.####..#",
            "####.x.....#.##",
            "####....#x...##",
            "#######.#######",
        ),
        ((5, 1), (12, 3)),
        ((9, 2),),
    ),
    corridor=1,
    pierce=True,
)
VARIANTS: Final = {
    "sound": _FLAT,
    "thesis": replace(_FLAT, absent=_SHIELDED),
    "pierce": _TALL,
}


@dataclass(frozen=True)
class Plan:
    """Rows and columns of everything. Variables and clauses are numbered from 0.

    Attributes:
        variables: how many there are.
        clauses: how many there are.
        tiles: those of the variant.
    """

    variables: int
    clauses: int
    tiles: Tiles

    @classmethod
    def of(cls, formula: Formula, variant: str) -> Plan:
        """Return the plan of a formula."""
        return cls(len(formula.names), len(formula.clauses), VARIANTS[variant])

    @property
    def slot(self) -> int:
        """Columns of a slot."""
        return len(self.tiles.absent.rows[0])

    @property
    def rows(self) -> int:
        """Rows of a tile."""
        return len(self.tiles.absent.rows)

    @property
    def width(self) -> int:
        """Columns of the board."""
        return self.slot * self.clauses + 6 * self.variables + 1

    @property
    def height(self) -> int:
        """Rows of the board."""
        return (self.rows + 4) * self.variables + 3

    @property
    def fits(self) -> bool:
        """True if bombcover allows boards of this size."""
        return max(self.width, self.height) <= MAX_SIDE

    def k(self, formula: Formula) -> int:
        """Return half the crates of all loops: 6 a plain tile, 4 any other, 2 corners."""
        plain = sum(literal > 0 for clause in formula.clauses for literal in clause)
        return self.variables * (1 + 2 * self.clauses) + plain

    def slot_left(self, clause: int) -> int:
        """Return the first column of a clause's slot; for the clause after the last, the end."""
        return 3 * self.variables + self.slot * clause

    def shaft(self, clause: int) -> int:
        """Return the column of a clause's shaft."""
        return self.slot_left(clause) + SHAFT

    def top(self, variable: int) -> int:
        """Return the first of the rows of a loop's tiles."""
        return (self.rows + 1) * (self.variables - variable - 1) + 2

    def bottom(self, variable: int) -> int:
        """Return the last of the two rows of its lower corridor."""
        return (self.rows + 1) * self.variables + 3 * variable + 3

    def left(self, variable: int) -> int:
        """Return its first column."""
        return 3 * (self.variables - variable) - 2

    def right(self, variable: int) -> int:
        """Return its last column."""
        return 3 * (self.variables + variable) + self.slot * self.clauses + 2

    @property
    def entrance(self) -> int:
        """The column of the openings through which the player comes."""
        return 3 * self.variables + self.slot * self.clauses // 2

    def clause_crate(self, clause: int) -> Pos:
        """Return the cell of a clause's crate."""
        return Pos(self.shaft(clause), 1)

    def corners(self, variable: int) -> tuple[Pos, Pos]:
        """Return the cells of the two crates of a loop's lower corridor."""
        row = self.bottom(variable)
        return Pos(self.left(variable), row), Pos(self.right(variable), row)

    def level(self, formula: Formula) -> BombcoverLevel:
        """Build the board."""
        rows = [bytearray(b"#" * self.width) for _ in range(self.height)]
        for variable in range(self.variables):
            left, right = self.left(variable), self.right(variable)
            top, bottom = self.top(variable), self.bottom(variable)
            for row in (*range(top, top + self.tiles.corridor), bottom - 1, bottom):
                rows[row][left : right + 1] = b"." * (right + 1 - left)
            for row in range(top + self.tiles.corridor, bottom - 1):
                rows[row][left : left + 2] = rows[row][right - 1 : right + 1] = b".."
            for corner in self.corners(variable):
                rows[corner.y][corner.x] = ord("x")
            rows[bottom + 1][self.entrance] = ord(".")
            for row in range(top + 1, top + self.tiles.corridor):
                rows[row][self.slot_left(self.clauses)] = ord("#")
            for number, clause in enumerate(formula.clauses):
                at = self.slot_left(number)
                for row, cells in enumerate(self.tiles.of(clause, variable).rows):
                    drawn = cells.replace("e", "x").encode()
                    rows[top + row][at : at + len(drawn)] = drawn
                if variable:
                    rows[top + self.rows][self.shaft(number)] = ord(".")
        for number in range(self.clauses):
            crate = self.clause_crate(number)
            rows[crate.y][crate.x] = ord("x")
        return BombcoverLevel(
            width=self.width,
            height=self.height,
            cells=b"".join(rows).decode(),
            players=(Pos(self.entrance, self.height - 2),),
            pierce=self.tiles.pierce,
        )

    def map(self, formula: Formula) -> dict[str, Any]:
        """Return the cells of each gadget, in the form of the reduction's map."""
        return {
            "loops": [self._loop(formula, variable) for variable in range(self.variables)],
            "clauses": [list(self.clause_crate(number)) for number in range(self.clauses)],
        }

    def _loop(self, formula: Formula, variable: int) -> dict[str, Any]:
        top = self.top(variable)
        # Between slots, and between the outer ones and the crates of the lower corridor.
        between = [self.slot_left(number) for number in range(1, self.clauses)]
        return {
            "corners": [list(corner) for corner in self.corners(variable)],
            "true": [[self.entrance, self.bottom(variable)]],
            "false": [[x, top] for x in (self.left(variable), *between, self.right(variable))],
            "slots": [
                self._slot(self.tiles.of(clause, variable), self.slot_left(number), top)
                for number, clause in enumerate(formula.clauses)
            ],
        }

    @staticmethod
    def _slot(tile: Tile, left: int, top: int) -> dict[str, Any]:
        def found(kind: str) -> list[list[int]]:
            return [
                [left + x, top + y]
                for y, row in enumerate(tile.rows)
                for x, cell in enumerate(row)
                if cell == kind
            ]

        return {
            "crates": found("x"),
            "extra": found("e"),
            "true": [[left + x, top + y] for x, y in tile.true],
            "false": [[left + x, top + y] for x, y in tile.false],
        }
