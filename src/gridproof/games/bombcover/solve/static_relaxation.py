"""The linear relaxation of covering all crates by sets of them, with cuts from odd sets."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np

from gridproof.linear_program import LinearProgram, row_bytes, run
from gridproof.result import StopReason
from gridproof.ticker import Stopped, Ticker

__all__ = ["WHOLE", "Branch", "Relaxation"]

#: Values this close to whole numbers are whole; a bound has to be above the number by as much.
WHOLE: Final = 1e-4
#: Above which amounts of a set its crates are joined, when odd sets are looked for.
_THRESHOLDS: Final = (1e-6, 0.2, 0.34, 0.51)
#: A cut is worth having if it is violated by more than this; so many are added at a time.
_VIOLATED, _MOST_CUTS = 1e-3, 30


class Branch(NamedTuple):
    """At least so many sets have all of these crates; where it is below 1: at most -``least``."""

    crates: tuple[int, ...]
    least: int


class Relaxation:
    """Covering all crates by sets of them: a linear program, with cuts and branches as rows.

    A column of its own does whatever the rows ask for, at the cost of one bomb too many. So there
    is always an optimum, and its prices say why nothing better is.

    Args:
        rows: of each crate the patterns that are active on it.
        most: bombs.
        ticker: looked at.

    Attributes:
        sets: of crates, each with a pattern that is active on just these.
        holding: by crate the sets that have it, by their place.
        odd_sets: of crates, one a cut.
        branches: whose rows are there.
    """

    def __init__(self, rows: Sequence[Sequence[int]], most: int, ticker: Ticker) -> None:
        self.sets = sorted(_sets(rows, ticker))
        self.holding: list[list[int]] = [[] for _ in rows]
        self.odd_sets: list[tuple[int, ...]] = []
        self.branches: list[Branch] = []
        self._most, self._ticker = most, ticker
        for j, members in enumerate(self.sets):
            for crate in members:
                self.holding[crate].append(j)
        program = LinearProgram(ticker=ticker)
        for _ in self.sets:
            program.column(1.0)
        spare = program.column(most + 1.0)
        for columns in self.holding:
            program.row([*columns, spare], [1.0] * (len(columns) + 1), lower=1.0)
        self._highs = program.highs()
        #: Of each row of HiGHS: its number in a record.
        self._numbers = list(range(len(rows)))

    def values(self) -> dict[int, float] | None:
        """The sets that the optimum uses, and how much of each; None: it is above the number."""
        optimum = run(self._highs, self._ticker)
        if optimum.stop is not StopReason.COMPLETED or optimum.values is None:
            raise Stopped(optimum.stop)
        if self.optimum > self._most + WHOLE:
            return None
        return {j: value for j, value in enumerate(optimum.values[:-1]) if value > 1e-6}

    def values_after(self, branch: Branch) -> dict[int, float] | None:
        """As ``values``, with one branch more, which is taken back."""
        basis = self._highs.getBasis()
        self.go_to((*self.branches, branch))
        found = self.values()
        self.go_to(self.branches[:-1])
        self._highs.setBasis(basis)
        return found

    @property
    def optimum(self) -> float:
        """Of the program as it was solved last; one more than ``most`` bombs is the most."""
        return float(self._highs.getInfo().objective_function_value)

    def prices(self) -> list[tuple[int, float]]:
        """By row, as far as it has one."""
        duals = self._highs.getSolution().row_dual
        return [
            (number, price) for number, price in zip(self._numbers, duals, strict=True) if price > 0
        ]

    def go_to(self, branches: Sequence[Branch]) -> None:
        """Puts the rows of these branches in the place of those that are there."""
        while self.branches and tuple(self.branches) != tuple(branches[: len(self.branches)]):
            self.branches.pop()
            place = self._numbers.index(-1 - len(self.branches))
            del self._numbers[place]
            self._highs.deleteRows(1, np.array([place], dtype=np.int32))
        for branch in branches[len(self.branches) :]:
            self._add_branch(branch)

    def _add_branch(self, branch: Branch) -> None:
        crates, least = branch
        self.branches.append(branch)
        sign = 1 if least > 0 else -1
        self._add(dict.fromkeys(self._with_all(crates), sign), least, -len(self.branches))

    def _with_all(self, crates: Sequence[int]) -> list[int]:
        """The sets that have all of these crates."""
        return sorted(set.intersection(*(set(self.holding[crate]) for crate in crates)))

    def _add(self, weights: Mapping[int, int], least: int, number: int) -> None:
        """Adds a row, that has this number in a record."""
        columns = [*weights, len(self.sets)]
        self._ticker.allocate(row_bytes(len(columns)))
        self._ticker.check()
        values = np.array([*weights.values(), least], dtype=np.float64)
        indices = np.array(columns, dtype=np.int32)
        self._highs.addRow(float(least), math.inf, len(columns), indices, values)
        self._numbers.append(number)

    def cut(self, values: Mapping[int, float]) -> bool:
        """Adds cuts of odd sets that these values violate; whether there are any."""
        found = {}
        for threshold in _THRESHOLDS:
            for crates in self._joined(values, threshold):
                self._ticker.check()
                if len(crates) % 2 == 0 or crates in found:
                    continue
                weights = self._weights(crates)
                total = sum(weights[j] * value for j, value in values.items() if j in weights)
                found[crates] = (len(crates) + 1) // 2 - total
        worst = sorted(found, key=lambda crates: (-found[crates], crates))[:_MOST_CUTS]
        violated = [crates for crates in worst if found[crates] > _VIOLATED]
        for crates in violated:
            number = len(self.holding) + len(self.odd_sets)
            self.odd_sets.append(crates)
            self._add(self._weights(crates), (len(crates) + 1) // 2, number)
        return bool(violated)

    def _weights(self, crates: Sequence[int]) -> dict[int, int]:
        """How many crates of an odd set each set has, halved and rounded up."""
        counts = Counter(j for crate in crates for j in self.holding[crate])
        return {j: (count + 1) // 2 for j, count in sorted(counts.items())}

    def _joined(self, values: Mapping[int, float], least: float) -> Iterator[tuple[int, ...]]:
        """Groups of crates that are covered just once, joined by sets of more than ``least``."""
        covered: Counter[int] = Counter()
        for j, value in values.items():
            for crate in self.sets[j]:
                covered[crate] += value  # type: ignore[assignment]
        near: dict[int, set[int]] = {c: set() for c, n in covered.items() if n < 1 + WHOLE}
        for j, value in values.items():
            if value > least:
                members = [crate for crate in self.sets[j] if crate in near]
                for a, b in pairwise(members):
                    near[a].add(b)
                    near[b].add(a)
        left = set(near)
        for start in sorted(near):
            if start not in left:
                continue
            left.remove(start)
            group = [start]
            for crate in group:
                group += sorted(near[crate] & left)
                left -= near[crate]
            yield tuple(sorted(group))


def _sets(rows: Sequence[Sequence[int]], ticker: Ticker) -> set[tuple[int, ...]]:
    """The sets of rows that patterns are in."""
    of_pattern: dict[int, list[int]] = defaultdict(list)
    for number, columns in enumerate(rows):
        ticker.check()
        for j in columns:
            of_pattern[j].append(number)
    return set(map(tuple, of_pattern.values()))
