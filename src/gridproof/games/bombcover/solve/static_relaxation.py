"""The linear relaxation of covering all crates by sets of them, with cuts from odd sets."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from gridproof.limits import Stopped, Ticker
from gridproof.result import StopReason
from gridproof.solving.linear_program import LinearProgram, row_bytes, run

__all__ = ["WHOLE", "Branch", "StaticRelaxation"]

#: Values this close to whole numbers are whole; a bound has to be above the number by as much.
WHOLE: Final = 1e-4
#: Above which amounts of a set its crates are joined, when odd sets are looked for.
_THRESHOLDS: Final = (0.0, 0.2, 0.34, 0.51)
#: A cut is worth having if it is violated by more than this; the number added at a time.
_VIOLATED, _MAX_CUTS = 1e-3, 30


class Branch(NamedTuple):
    """A branch: at least ``least`` sets have all of these crates; below 1: at most -``least``."""

    crates: tuple[int, ...]
    least: int


class StaticRelaxation:
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
        """Return the sets that the optimum uses, and how much of each.

        None: it is above the number.
        """
        optimum = run(self._highs, self._ticker)
        if optimum.stop is not StopReason.COMPLETED or optimum.values is None:
            raise Stopped(optimum.stop)
        if self.optimum > self._most + WHOLE:
            return None
        return {j: value for j, value in enumerate(optimum.values[:-1]) if value > 1e-6}

    def values_after(self, branch: Branch) -> dict[int, float] | None:
        """Return ``values`` with one branch more, which is taken back."""
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
        """Return prices by row, of rows that have one."""
        duals = self._highs.getSolution().row_dual
        return [
            (number, price) for number, price in zip(self._numbers, duals, strict=True) if price > 0
        ]

    def go_to(self, branches: Sequence[Branch]) -> None:
        """Put the rows of these branches in the place of those that are there."""
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
        """Return the sets that have all of these crates."""
        return sorted(set.intersection(*(set(self.holding[crate]) for crate in crates)))

    def _add(self, weights: Mapping[int, int], least: int, number: int) -> None:
        """Add a row that has this number in a record."""
        columns = [*weights, len(self.sets)]
        self._ticker.allocate(row_bytes(len(columns)))
        self._ticker.check()
        values = np.array([*weights.values(), least], dtype=np.float64)
        indices = np.array(columns, dtype=np.int32)
        self._highs.addRow(float(least), math.inf, len(columns), indices, values)
        self._numbers.append(number)

    def cut(self, values: Mapping[int, float]) -> bool:
        """Add cuts of odd sets that these values violate; return True if there are any."""
        used: dict[int, list[int]] = defaultdict(list)  # by crate the sets
        for j in values:
            for crate in self.sets[j]:
                used[crate].append(j)
        once = {c: sets for c, sets in used.items() if sum(values[j] for j in sets) < 1 + WHOLE}
        starts = {c: None for c, sets in once.items() if values[sets[0]] < 1 - WHOLE}
        found: dict[tuple[int, ...], float] = {}
        for threshold in _THRESHOLDS:
            joining = {j for j, value in values.items() if value > threshold}
            for crates in self._joined(starts, once, joining):
                self._ticker.check()
                if len(crates) % 2 == 1:
                    counts = Counter(j for crate in crates for j in once[crate])
                    taken = sum((n + 1) // 2 * values[j] for j, n in counts.items())
                    found[tuple(sorted(crates))] = (len(crates) + 1) // 2 - taken
        worst = sorted(found, key=lambda odd: (-found[odd], odd))[:_MAX_CUTS]
        violated = [odd for odd in worst if found[odd] > _VIOLATED]
        for odd in violated:
            number = len(self.holding) + len(self.odd_sets)
            self.odd_sets.append(odd)
            self._add(self._weights(odd), (len(odd) + 1) // 2, number)
        return bool(violated)

    def _weights(self, crates: Sequence[int]) -> dict[int, int]:
        """Return the number of crates of an odd set in each set, halved and rounded up."""
        counts = Counter(j for crate in crates for j in self.holding[crate])
        return {j: (count + 1) // 2 for j, count in sorted(counts.items())}

    def _joined(
        self, starts: Iterable[int], used: Mapping[int, Sequence[int]], joining: set[int]
    ) -> Iterator[list[int]]:
        """Yield the groups that crates are in, joined by some sets.

        ``used`` has the sets by crate.
        """
        seen: set[int] = set()
        for start in starts:
            if start in seen:
                continue
            seen.add(start)
            group = [start]
            for crate in group:
                for j in joining.intersection(used[crate]):
                    for other in self.sets[j]:
                        if other in used and other not in seen:
                            seen.add(other)
                            group.append(other)
            yield group


def _sets(rows: Sequence[Sequence[int]], ticker: Ticker) -> set[tuple[int, ...]]:
    """Return the sets of rows that patterns are in."""
    of_pattern: dict[int, list[int]] = defaultdict(list)
    for number, columns in enumerate(rows):
        ticker.check()
        for j in columns:
            of_pattern[j].append(number)
    return set(map(tuple, of_pattern.values()))
