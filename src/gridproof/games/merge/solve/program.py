"""The game as an integer program over damages."""

from __future__ import annotations

import itertools

from gridproof.games.merge.level import MergeLevel, type_name
from gridproof.games.merge.rules import STONES
from gridproof.games.merge.solve.cover_rows import NamedRow, RowName, Stone, defining_row
from gridproof.level import Objective
from gridproof.limits import Ticker
from gridproof.set_cover.cuts import Cut
from gridproof.solving.linear_program import LinearProgram

__all__ = ["DamageProgram"]

#: Of a column, and of an entry of a row: estimates.
_BYTES_A_COLUMN, _BYTES_AN_ENTRY = 150, 100


class DamageProgram:
    """The program whose optimum is the board's; its cost is least where the board's value is best.

    Columns: x[i, k], whether hero i deals at least k; y[s], whether stone s falls (``stones``); and
    for each type and k how many heroes survive a merge at level k (``merges``).

    It is complete, without any row that a solver adds. A play gives a solution of its value: of the
    damages that it deals as much as the largest hit points around a hero, which is all that
    counts. A solution gives a play of its value, or a better one: chains make the x[i, k] of a hero
    a number d_i; a stone with y[s] = 1 (each stone, for ``merges``) has the damage that it needs by
    its defining row. For ``stones`` the d_i can be dealt by the budgets N_k ≤ ⌊h / 2^k⌋; for
    ``merges`` they can be dealt in Σ |A_k| merges, for any sizes with |A_k| ≥ N_k, |A_k| ≥
    2 |A_k+1| and |A_1| ≤ h / 2. Both are proven in ``docs/explanation/merge-game.md``, "Damages
    that a play can deal"; a highest level cuts off what is above it in either. A stone whose
    strikers cannot deal its hit points has no column, since it never falls; for ``merges`` its row
    cannot be met.

    Args:
        level: the board.
        objective: of the game.
        ticker: accounts for the memory; checked.

    Attributes:
        maximise: True if stones are counted.
        costs: of the columns: -1 for a stone that falls, 1 for a merge.
        uppers: the most of each column.
        damage: of each hero, its columns.
        stones: those that can fall, or for ``merges`` all.
        rows: all of them, each with its name in certificates.

    Raises:
        Stopped: by a limit or Ctrl-C.
    """

    def __init__(self, level: MergeLevel, objective: Objective, ticker: Ticker) -> None:
        self.level = level
        self._ticker = ticker
        self._names: list[tuple[object, ...]] = []
        self.maximise = objective.id == STONES.id
        self.costs: list[int] = []
        self.uppers: list[int] = []
        self.rows: list[NamedRow] = []
        self.damage = self._damage_columns()
        self.stones = self._stones()
        self._tokens()
        for stone in self.stones:
            self._row(*defining_row(stone).named())

    @property
    def most(self) -> int:
        """No solution costs more."""
        return sum(max(c, 0) * u for c, u in zip(self.costs, self.uppers, strict=True))

    @property
    def lowest(self) -> int:
        """No solution costs less."""
        return sum(min(c, 0) * u for c, u in zip(self.costs, self.uppers, strict=True))

    def linear(self, *, named: bool = False) -> LinearProgram:
        """Return the same for HiGHS and in files.

        Args:
            named: True if columns and rows have names.
        """
        program = LinearProgram(maximise=self.maximise, ticker=self._ticker, named=named)
        sign = -1.0 if self.maximise else 1.0
        for name, cost, upper in zip(self._names, self.costs, self.uppers, strict=True):
            program.column(sign * cost, float(upper), integer=True, name=name)
        for name, (columns, weights, least) in self.rows:
            program.row(columns, [*map(float, weights)], lower=float(least), name=self._said(name))
        return program

    def _said(self, name: RowName) -> tuple[object, ...]:
        """Return the name of a row for people: by cells, not by numbers."""
        what, number, *rest = name
        match what:
            case "chain":
                return ("hero", self.level.heroes[number][0], what, rest[0] + 1)
            case "cover":
                return ("stone", self.level.stones[number][0])
            case _:
                return ("type", type_name(number), what, *rest)

    def _column(self, cost: int, upper: int, *name: object) -> int:
        self._ticker.allocate(_BYTES_A_COLUMN)
        self._names.append(name)
        self.costs.append(cost)
        self.uppers.append(upper)
        return len(self.costs) - 1

    def _row(self, name: RowName, row: Cut) -> None:
        self._ticker.allocate(_BYTES_A_COLUMN + _BYTES_AN_ENTRY * len(row[0]))
        self._ticker.check()
        self.rows.append((name, row))

    def _damage_columns(self) -> list[list[int]]:
        """Return for each hero its columns x[i, 1] ≥ x[i, 2] ≥ …."""
        level = self.level
        depth = {kind: len(level.tokens(kind)) for kind in level.types}
        found = []
        for i, ((cell, kind), stones) in enumerate(zip(level.heroes, level.strikes, strict=True)):
            most = min(depth[kind], max((level.stones[s][1] for s in stones), default=0))
            columns = [self._column(0, 1, "hero", cell, "deals", k) for k in range(1, most + 1)]
            for k, pair in enumerate(itertools.pairwise(columns), 1):
                self._row(("chain", i, k), (pair, (1, -1), 0))
            found.append(columns)
        return found

    def _stones(self) -> list[Stone]:
        stones = []
        for s, (strikers, (cell, hp)) in enumerate(
            zip(self.level.strikers, self.level.stones, strict=True)
        ):
            columns = [self.damage[i] for i in strikers]
            falls = None
            if self.maximise:
                if sum(map(len, columns)) < hp:
                    continue
                falls = self._column(-1, 1, "stone", cell, "falls")
            stones.append(Stone(hp, columns, falls, s))
        return stones

    def _tokens(self) -> None:
        """Add rows that let damages be dealt: N_k ≤ ⌊h / 2^k⌋, or in ``merges_for`` merges."""
        level = self.level
        for kind, heroes in level.types.items():
            before: int | None = None
            for k, most in enumerate(level.tokens(kind), 1):
                columns = [self.damage[i][k - 1] for i in heroes if len(self.damage[i]) >= k]
                signs = [-1] * len(columns)
                if self.maximise:
                    if len(columns) > most:
                        self._row(("budget", kind, k), (columns, signs, -most))
                    continue
                size = self._column(1, most, "type", type_name(kind), "level", k, "merges")
                self._row(("budget", kind, k), ([*columns, size], [*signs, 1], 0))
                if before is not None:
                    self._row(("double", kind, k - 1), ([before, size], [1, -2], 0))
                before = size
