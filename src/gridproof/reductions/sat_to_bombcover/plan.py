"""Where everything lies on the board of a formula, and the board itself.

A loop of corridor, two cells wide, for each variable, one around the other, variable 1 innermost;
a slot of columns for each clause. In each loop a slot holds a tile in the upper corridor: what the
variable is in the clause. Through the middle of a slot runs a shaft, from the innermost loop up to
the clause's crate. The lower corridors are joined by an opening each; the player starts in the
outermost one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from gridproof.games.bombcover.level import MAX_SIDE, BombcoverLevel
from gridproof.grid import Pos
from gridproof.reductions.formula import Formula

__all__ = ["ABSENT", "NEGATED", "PLAIN", "SHAFT", "THESIS", "Plan", "Tile", "tile_of"]

#: Column of a slot in which its shaft is.
SHAFT: Final = 7


@dataclass(frozen=True)
class Tile:
    """What stands in a slot of a loop: two rows, crates `x` and extra crates `e`.

    Cells are (column, row) within the tile, row 0 the upper one.

    Attributes:
        name: for people and maps.
        upper: the upper row.
        lower: the lower row.
        true: where bombs clear its crates if the variable is true.
        false: the same if it is false; the outermost crates are then left to bombs between slots.
    """

    name: str
    upper: str
    lower: str
    true: tuple[tuple[int, int], ...]
    false: tuple[tuple[int, int], ...]


#: The variable stands in the clause as it is: the bomb below the shaft is one of those for true.
PLAIN: Final = Tile(
    "plain", "..x.x.....#x.x.", "#.....x.x......", ((3, 0), (7, 1), (12, 0)), ((4, 1), (11, 1))
)
#: Its negation does: the bomb below the shaft is the one for false.
NEGATED: Final = Tile("negated", "..x.......#..x.", "#.....x.x......", ((2, 1), (13, 1)), ((7, 1),))
#: It does not stand in the clause: no bomb below the shaft takes two crates of the loop.
ABSENT: Final = Tile("absent", "..x.......#..x.", "#...x.x........", ((2, 1), (13, 1)), ((5, 1),))
#: The tile of the thesis for the same, one column wider: an extra crate shields the clause's.
THESIS: Final = Tile("absent", "..x....e...#..x.", "#....x...x......", ((5, 0), (14, 1)), ((7, 1),))


def tile_of(clause: tuple[int, ...], variable: int, variant: str) -> Tile:
    """The tile of a variable (from 0) in a clause's slot."""
    if variable + 1 in clause:
        return PLAIN
    if -variable - 1 in clause:
        return NEGATED
    return THESIS if variant == "thesis" else ABSENT


@dataclass(frozen=True)
class Plan:
    """Rows and columns of everything. Variables and clauses are numbered from 0.

    Attributes:
        variables: how many there are.
        clauses: how many there are.
        slot: columns of a slot.
    """

    variables: int
    clauses: int
    slot: int

    @classmethod
    def of(cls, formula: Formula, variant: str) -> Plan:
        """That of a formula."""
        slot = len((THESIS if variant == "thesis" else ABSENT).upper)
        return cls(len(formula.names), len(formula.clauses), slot)

    @property
    def width(self) -> int:
        """Columns of the board."""
        return self.slot * self.clauses + 6 * self.variables + 1

    @property
    def height(self) -> int:
        """Rows of the board."""
        return 6 * self.variables + 3

    @property
    def fits(self) -> bool:
        """Whether bombcover has boards as large."""
        return max(self.width, self.height) <= MAX_SIDE

    def k(self, formula: Formula) -> int:
        """Half the crates of all loops: 6 a plain tile, 4 any other, 2 corners."""
        plain = sum(literal > 0 for clause in formula.clauses for literal in clause)
        return self.variables * (1 + 2 * self.clauses) + plain

    def slot_left(self, clause: int) -> int:
        """The first column of a clause's slot; that of the clause after the last is the end."""
        return 3 * self.variables + self.slot * clause

    def shaft(self, clause: int) -> int:
        """The column of a clause's shaft."""
        return self.slot_left(clause) + SHAFT

    def top(self, variable: int) -> int:
        """The first of the two rows of a loop's upper corridor."""
        return 3 * (self.variables - variable) - 1

    def bottom(self, variable: int) -> int:
        """The last of the two rows of its lower corridor."""
        return 3 * (self.variables + variable) + 3

    def left(self, variable: int) -> int:
        """Its first column."""
        return 3 * (self.variables - variable) - 2

    def right(self, variable: int) -> int:
        """Its last column."""
        return 3 * (self.variables + variable) + self.slot * self.clauses + 2

    @property
    def entrance(self) -> int:
        """The column of the openings through which the player comes."""
        return 3 * self.variables + self.slot * self.clauses // 2

    def clause_crate(self, clause: int) -> Pos:
        """Where a clause's crate stands."""
        return Pos(self.shaft(clause), 1)

    def corners(self, variable: int) -> tuple[Pos, Pos]:
        """Where the two crates of a loop's lower corridor stand."""
        row = self.bottom(variable)
        return Pos(self.left(variable), row), Pos(self.right(variable), row)

    def level(self, formula: Formula, variant: str) -> BombcoverLevel:
        """The board."""
        rows = [bytearray(b"#" * self.width) for _ in range(self.height)]
        for variable in range(self.variables):
            left, right = self.left(variable), self.right(variable)
            top, bottom = self.top(variable), self.bottom(variable)
            for row in (top, top + 1, bottom - 1, bottom):
                rows[row][left : right + 1] = b"." * (right + 1 - left)
            for row in range(top + 2, bottom - 1):
                rows[row][left : left + 2] = rows[row][right - 1 : right + 1] = b".."
            for corner in self.corners(variable):
                rows[corner.y][corner.x] = ord("x")
            rows[bottom + 1][self.entrance] = ord(".")
            rows[top + 1][self.slot_left(self.clauses)] = ord("#")
            for number, clause in enumerate(formula.clauses):
                tile = tile_of(clause, variable, variant)
                at = self.slot_left(number)
                for row, cells in enumerate((tile.upper, tile.lower)):
                    drawn = cells.replace("e", "x").encode()
                    rows[top + row][at : at + len(drawn)] = drawn
                if variable:
                    rows[top + 2][self.shaft(number)] = ord(".")
        for number in range(self.clauses):
            crate = self.clause_crate(number)
            rows[crate.y][crate.x] = ord("x")
        return BombcoverLevel(
            width=self.width,
            height=self.height,
            cells=b"".join(rows).decode(),
            players=(Pos(self.entrance, self.height - 2),),
        )

    def map(self, formula: Formula, variant: str) -> dict[str, Any]:
        """Which cells stand for what, as the reduction's map says it."""
        return {
            "loops": [self._loop(formula, variable, variant) for variable in range(self.variables)],
            "clauses": [list(self.clause_crate(number)) for number in range(self.clauses)],
        }

    def _loop(self, formula: Formula, variable: int, variant: str) -> dict[str, Any]:
        top = self.top(variable)
        # Between slots, and between the outer ones and the crates of the lower corridor.
        between = [self.slot_left(number) for number in range(1, self.clauses)]
        return {
            "corners": [list(corner) for corner in self.corners(variable)],
            "true": [[self.entrance, self.bottom(variable)]],
            "false": [[x, top] for x in (self.left(variable), *between, self.right(variable))],
            "slots": [
                self._slot(tile_of(clause, variable, variant), self.slot_left(number), top)
                for number, clause in enumerate(formula.clauses)
            ],
        }

    @staticmethod
    def _slot(tile: Tile, left: int, top: int) -> dict[str, Any]:
        def found(kind: str) -> list[list[int]]:
            return [
                [left + x, top + y]
                for y, row in enumerate((tile.upper, tile.lower))
                for x, cell in enumerate(row)
                if cell == kind
            ]

        return {
            "crates": found("x"),
            "extra": found("e"),
            "true": [[left + x, top + y] for x, y in tile.true],
            "false": [[left + x, top + y] for x, y in tile.false],
        }
