"""merge: no play destroys more stones, or all stones with fewer merges, than is claimed.

A tree of cases over what heroes deal. ``docs/explanation/certificates-merge.md`` says what stands
in the records, and proves each row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import gcd
from typing import Any, ClassVar

from gridproof.games.merge.level import MergeLevel
from gridproof.games.merge.rules import STONES
from gridproof.grid import Pos
from gridproof.limits import Ticker
from gridproof.proof.claims import Claim, Counts, Records, bounded, formed, whole
from gridproof.proof.tree import Program, Row, check_tree, no_groups

__all__ = ["Damages", "check"]

_LARGEST = 1 << 62
#: Of a hero or a stone, a column, and an entry of a row: estimates.
_BYTES_A_THING, _BYTES_A_COLUMN, _BYTES_AN_ENTRY = 600, 100, 100


def check(claim: Claim[MergeLevel], records: Records, ticker: Ticker) -> Counts:
    """Check rows, each a record, and the tree over them; the first record says how many rows.

    Raises:
        Refused: they do not prove the claim.
        Stopped: by a limit or Ctrl-C.
    """
    damages = Damages(claim.level, claim.objective.id == STONES.id, ticker)
    program = damages.program(claim.bound)
    rows: list[Row] = []
    for _ in range(records.take()):
        ticker.check()
        rows.append(damages.row(rows, *records.take()))
        ticker.allocate(_BYTES_AN_ENTRY * (4 + len(rows[-1].columns)))
    nodes = check_tree(records, rows, program, ticker, no_groups)
    return {"nodes": nodes, "rows": len(rows), "columns": len(program.costs)}


class Damages:
    """Columns and rows of a board, worked out from its heroes, stones and attack vectors.

    Args:
        level: the board.
        stones: True if stones are counted, not merges.
        ticker: accounts for the memory; checked.

    Attributes:
        deals: of each hero the columns x[i, 1], x[i, 2], …: whether it survives a merge at level
            1, 2, …, and so deals 1, 2, … at least; no more than a stone round it has hit points.
        falls: of each stone its column, whether it falls; empty for ``merges``.
        merges: for ``merges``, by type and level, the column that says how many merges there are.
    """

    def __init__(self, level: MergeLevel, stones: bool, ticker: Ticker) -> None:
        ticker.allocate(_BYTES_A_THING * (len(level.heroes) + len(level.stones)))
        self._hit_points = [hp for _, hp in level.stones]
        self._heroes: dict[int, list[int]] = {}
        for i, (_, kind) in enumerate(level.heroes):
            self._heroes.setdefault(kind, []).append(i)
        # Each hero at level k is made of 2^(k-1), and a merge takes two.
        self._most = {
            (kind, k): len(heroes) >> k
            for kind, heroes in sorted(self._heroes.items())
            for k in range(1, len(heroes).bit_length())
            if level.max_level is None or k < level.max_level
        }
        self._strikers: list[list[int]] = [[] for _ in level.stones]
        self.deals: list[range] = []
        size = 0
        vectors, stone_on = (
            dict(level.attack),
            {cell: s for s, (cell, _) in enumerate(level.stones)},
        )
        for i, (cell, kind) in enumerate(level.heroes):
            useful = reach = 0
            for dx, dy in vectors.get(kind, vectors[0]):
                ticker.check()
                s = stone_on.get(Pos(cell.x + dx, cell.y + dy))
                if s is not None:
                    self._strikers[s].append(i)
                    useful = max(useful, self._hit_points[s])
            while reach < useful and (kind, reach + 1) in self._most:
                reach += 1
            self.deals.append(range(size, size + reach))
            size += reach
            ticker.allocate(_BYTES_A_COLUMN * reach)
        self._highs, self._costs = [1] * size, [0] * size
        self.falls, self.merges = range(0), dict[tuple[int, int], int]()
        self._counts_stones = stones
        if stones:
            self.falls = range(size, size + len(level.stones))
            for strikers, hp in zip(self._strikers, self._hit_points, strict=True):
                self._highs.append(int(sum(len(self.deals[i]) for i in strikers) >= hp))
                self._costs.append(-1)
        else:
            self.merges = {name: size + n for n, name in enumerate(self._most)}
            self._highs += self._most.values()
            self._costs += [1] * len(self.merges)

    def program(self, bound: Any) -> Program:
        """Return the program without a solution if none is better than the bound.

        None: if there is none at all.
        """
        if self._counts_stones:
            formed(bound is not None, "of stones a number is claimed, never that none can break")
            most = -(bound + 1)
        else:
            most = sum(self._highs) if bound is None else bound - 1
        return Program(self._costs, most, [0] * len(self._costs), self._highs)

    def row(self, rows: Sequence[Row], what: str, *name: Any) -> Row:
        """Return a row by its name, as a record has it, after other rows."""
        if what == "round":
            return self._round(rows, *name)
        return self._rows[what](self, *name)

    def _chain(self, i: int, k: int) -> Row:
        """Return the row: a survivor of a merge at level k + 1 has survived one at level k."""
        formed(k > 0, "levels count from 1")
        less, more = self.deals[i][k - 1 : k + 1]
        return Row((less, more), 0, (1, -1))

    def _budget(self, kind: int, k: int) -> Row:
        """Return the row: each merge has one survivor."""
        columns = [self.deals[i][k - 1] for i in self._heroes[kind] if len(self.deals[i]) >= k]
        signs = [-1] * len(columns)
        if self._counts_stones:
            return Row(columns, -self._most[kind, k], signs)
        return Row([*columns, self.merges[kind, k]], 0, [*signs, 1])

    def _double(self, kind: int, k: int) -> Row:
        """Return the row: both heroes of a merge at level k + 1 have survived one at level k."""
        return Row((self.merges[kind, k], self.merges[kind, k + 1]), 0, (1, -2))

    def _cover(self, s: int, *thresholds: int) -> Row:
        """Return the row: strikers deal at least r beyond b_i if the stone falls.

        They deal beyond b_i, each up to r = hp - sum b_i.
        """
        rest = self._hit_points[s] - sum(thresholds)
        columns = [
            column
            for i, b in zip(self._strikers[s], thresholds, strict=True)
            for column in self.deals[i][whole(b, 0, _LARGEST, "a threshold") :][: max(rest, 0)]
        ]
        if self._counts_stones:
            return Row([*columns, self.falls[s]], 0, [1] * len(columns) + [-rest])
        return Row(columns, rest)

    def _round(self, rows: Sequence[Row], d: int, flat: list[int], uppers: list[int]) -> Row:
        """Return the row from rows, and upper bounds, at whole prices p, with d as the divisor.

        With slacks s, whole numbers of at least 0, the sum is sum u_j x_j - sum p s = b. All that
        is whole and at least 0 satisfies sum F(u_j) x_j + sum F(-p) s >= F(b), and s is the excess
        of its row's left side over the right one.
        """
        whole(d, 1, _LARGEST, "a divisor")
        parts = [(rows[r], p) for r, p in _pairs(flat)]
        every = range(len(self._highs))  # one of the end is that column, and no other one
        parts += [(Row((every[j],), -self._highs[j], (-1,)), p) for j, p in _pairs(uppers)]
        total = _sum(parts)
        rest = total.least % d

        def f(u: int) -> int:
            return rest * (u // d) + min(rest, u % d)

        start = Row(total.columns, f(total.least), [f(u) for u in total.coefficients or ()])
        columns, least, coefficients = _sum([(start, 1), *((row, f(-p)) for row, p in parts)])
        common = gcd(least, *coefficients or ()) or 1
        return Row(columns, least // common, [a // common for a in coefficients or ()])

    _rows: ClassVar[dict[str, Callable[..., Row]]] = {
        "chain": _chain,
        "budget": _budget,
        "double": _double,
        "cover": _cover,
    }


def _pairs(flat: list[int]) -> list[tuple[int, int]]:
    return list(zip(flat[::2], flat[1::2], strict=True))


def _sum(parts: Iterable[tuple[Row, int]]) -> Row:
    """Return the sum of rows, each times a number."""
    total: dict[int, int] = {}
    least = 0
    for (columns, own, coefficients), times in parts:
        least += times * own
        for j, a in zip(columns, coefficients or [1] * len(columns), strict=True):
            total[j] = total.get(j, 0) + times * a
    bounded(all(abs(a) <= _LARGEST for a in (least, *total.values())), "numbers of a row are huge")
    return Row([*total], least, [*total.values()])
