"""Proves by single crates alone that so many bombs are needed: branch and cut, to be written down.

Where boards are large, or come of a reduction, the static relaxation decides them: bombs as sets of
crates, one on each arm, that cover all crates. There prices leave little room, or none: many crates
cost half a bomb, each bomb takes two of them, and what is left is a question of which two go
together. So it is branched on pairs of crates, and cut by odd sets: each bomb takes two crates of
such a set, so one more is needed than half of it (the blossom inequalities of matchings, as sums of
rows, halved and rounded up).
"""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any, Final, NamedTuple

import numpy as np

from gridproof._native import covering as native
from gridproof.covering.budget import half_prices
from gridproof.games.bombcover.solve.prepared import Prepared, tree_of
from gridproof.linear_program import LinearProgram, row_bytes, run
from gridproof.proof.bombcover import Plans, check_sums
from gridproof.proof.claims import Records
from gridproof.proof.making import Unproven
from gridproof.result import StopReason
from gridproof.ticker import Stopped, Ticker

__all__ = ["prove_statically"]

#: Values this close to whole numbers are whole; a bound has to be above the number by as much.
_WHOLE: Final = 1e-4
#: Above which amounts of a set its crates are joined, when odd sets are looked for.
_THRESHOLDS: Final = (1e-6, 0.2, 0.34, 0.51)
#: A cut is worth having if it is violated by more than this; so many are added at a time, and so
#: often in a node.
_VIOLATED, _MOST_CUTS, _ROUNDS = 1e-3, 30, 20
#: Pairs whose two cases are looked at before one is taken.
_TRIED: Final = 12
#: Of the search that gives advice.
_BUDGET_NODES: Final = 100_000


def prove_statically(plans: Plans, most: int, nodes: int | None, ticker: Ticker) -> list[Any]:
    """The records of a proof that no ``most`` bombs can take all crates, in whatever order.

    Args:
        plans: of all sites.
        most: bombs.
        nodes: that the tree may have; None: any number.
        ticker: looked at.

    Raises:
        Unproven: they can, for all that single crates say, or there are too many nodes.
        Stopped: by a limit or Ctrl-C.
    """
    rows = plans.single_rows()
    sets = _sets([row.columns for row in rows], ticker)
    relaxation = _Relaxation(len(rows), list(sets), most, ticker)
    found = relaxation.by_halves() or relaxation.tree(nodes)
    sums = [[2, [n for crate in odd for n in (crate, 1)]] for odd in relaxation.odd_sets]
    check_sums(Records(iter(sums)), len(sums), rows, ticker)
    return Prepared(plans, [], [], sums, rows).records(tree_of(found, {}), most, ticker)


def _sets(rows: Sequence[Sequence[int]], ticker: Ticker) -> Mapping[tuple[int, ...], int]:
    """The sets of rows that patterns are in, each with one such pattern."""
    of_pattern: dict[int, list[int]] = defaultdict(list)
    for number, columns in enumerate(rows):
        ticker.check()
        for j in columns:
            of_pattern[j].append(number)
    return {tuple(members): j for j, members in of_pattern.items()}


def _ends(choices: Sequence[int]) -> list[int]:
    """Where what follows from each choice ends, in preorder; two cases follow one that is made."""
    ends = [0] * len(choices)
    for at in reversed(range(len(choices))):
        ends[at] = at + 1 if choices[at] < 0 else ends[min(ends[at + 1], len(choices) - 1)]
    return ends


class _Branch(NamedTuple):
    """That so many sets, or more, have all of these crates; or that none has (``least`` 0)."""

    crates: tuple[int, ...]
    least: int


class _Relaxation:
    """Covering all crates by sets of them: a linear program, with cuts and branches as rows.

    A column of its own does whatever the rows ask for, at the cost of one bomb too many. So there
    is always an optimum, and its prices say why nothing better is.

    Args:
        crates: how many there are.
        sets: of crates.
        most: bombs.
        ticker: looked at.

    Attributes:
        odd_sets: of crates, one a cut.
    """

    def __init__(
        self, crates: int, sets: Sequence[tuple[int, ...]], most: int, ticker: Ticker
    ) -> None:
        self.odd_sets: list[tuple[int, ...]] = []
        self._sets, self._most, self._ticker = sets, most, ticker
        self._with: list[list[int]] = [[] for _ in range(crates)]
        for j, members in enumerate(sets):
            for crate in members:
                self._with[crate].append(j)
        program = LinearProgram(ticker=ticker)
        for _ in sets:
            program.column(1.0)
        spare = program.column(most + 1.0)
        for columns in self._with:
            program.row([*columns, spare], [1.0] * (len(columns) + 1), lower=1.0)
        self._highs = program.highs()
        self._branches: list[_Branch] = []
        #: Of each row of HiGHS: its number in a record.
        self._numbers = list(range(crates))
        self._random = random.Random(0)
        self._halves = half_prices(self._with, len(sets), ticker)

    def by_halves(self) -> list[Any] | None:
        """The proof, as a node, if prices of half a bomb for some crates are one."""
        if sum(self._halves) <= 2 * self._most:
            return None
        return [(2, [(row, price) for row, price in enumerate(self._halves) if price])]

    def _within_budget(self) -> Sequence[int]:
        """The choices of a search within the budget that half prices leave, in preorder.

        A set, which is taken first, then left out, or -1. It shows nothing here, since it knows
        more of parity than a linear program, but what it chooses makes small trees.
        """
        found = native.within_budget(
            columns=len(self._sets),
            rows=self._with,
            prices=self._halves,
            one=2,
            most=self._most,
            nodes=_BUDGET_NODES,
            recording=True,
            control=self._ticker.control(counted=False),
        )
        if found["outcome"] == "stopped":
            raise Stopped(StopReason(found["stop"]))
        choices: Sequence[int] = found["tree"]
        return choices if found["outcome"] == "none" else ()

    def tree(self, most_nodes: int | None) -> list[Any]:
        """The nodes of a proof, as of :func:`tree_of`.

        Raises:
            Unproven: there is a cover, or there are too many nodes.
            Stopped: by a limit or Ctrl-C.
        """
        choices = [*self._within_budget(), -1]
        ends = _ends(choices)
        found: list[Any] = []
        waiting: list[tuple[tuple[_Branch, ...], int]] = [((), 0)]
        while waiting:
            branches, at = waiting.pop()
            self._go_to(branches)
            if most_nodes is not None and len(found) >= most_nodes:
                raise Unproven(f"single crates have no proof of {most_nodes:,} nodes")
            values = self._values()
            for _ in range(_ROUNDS):
                if values is None or not self._cut(values):
                    break
                values = self._values()
            if values is None:
                found.append((1, self._prices()))
                continue
            crates = self._advised(choices[at])
            if crates is None:
                crates, amount = self._choose(values)
                more = fewer = len(choices) - 1
            else:
                amount, more, fewer = 0, at + 1, ends[at + 1]
            found.append((None, crates, amount))
            waiting += [
                ((*branches, _Branch(crates, -amount)), fewer),
                ((*branches, _Branch(crates, amount + 1)), more),
            ]
        return found

    def _advised(self, choice: int) -> tuple[int, ...] | None:
        """Two crates of the set that was chosen, first of all one that has no price."""
        if choice < 0:
            return None
        crates = tuple(sorted(self._sets[choice], key=lambda crate: self._halves[crate])[:2])
        known = any(crates == branch.crates for branch in self._branches)
        return None if known or len(crates) < 2 else crates

    def _values(self) -> dict[int, float] | None:
        """The sets that the optimum uses, and how much of each; None: it is above the number."""
        optimum = run(self._highs, self._ticker)
        if optimum.stop is not StopReason.COMPLETED or optimum.values is None:
            raise Stopped(optimum.stop)
        if self._highs.getInfo().objective_function_value > self._most + _WHOLE:
            return None
        return {j: value for j, value in enumerate(optimum.values[:-1]) if value > 1e-6}

    def _prices(self) -> list[tuple[int, float]]:
        """By row, as far as it has one."""
        duals = self._highs.getSolution().row_dual
        return [
            (number, price) for number, price in zip(self._numbers, duals, strict=True) if price > 0
        ]

    def _go_to(self, branches: Sequence[_Branch]) -> None:
        """Puts the rows of these branches in the place of those that are there."""
        while self._branches and tuple(self._branches) != tuple(branches[: len(self._branches)]):
            self._branches.pop()
            place = self._numbers.index(-1 - len(self._branches))
            del self._numbers[place]
            self._highs.deleteRows(1, np.array([place], dtype=np.int32))
        for branch in branches[len(self._branches) :]:
            self._add_branch(branch)

    def _add_branch(self, branch: _Branch) -> None:
        crates, least = branch
        self._branches.append(branch)
        sign = 1 if least > 0 else -1
        self._add(dict.fromkeys(self._holding(crates), sign), least, -len(self._branches))

    def _holding(self, crates: Sequence[int]) -> list[int]:
        """The sets that have all of these crates."""
        return sorted(set.intersection(*(set(self._with[crate]) for crate in crates)))

    def _add(self, weights: Mapping[int, int], least: int, number: int) -> None:
        """Adds a row, that has this number in a record."""
        columns = [*weights, len(self._sets)]
        self._ticker.allocate(row_bytes(len(columns)))
        self._ticker.check()
        values = np.array([*weights.values(), least], dtype=np.float64)
        indices = np.array(columns, dtype=np.int32)
        self._highs.addRow(float(least), math.inf, len(columns), indices, values)
        self._numbers.append(number)

    def _cut(self, values: Mapping[int, float]) -> bool:
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
            number = len(self._with) + len(self.odd_sets)
            self.odd_sets.append(crates)
            self._add(self._weights(crates), (len(crates) + 1) // 2, number)
        return bool(violated)

    def _weights(self, crates: Sequence[int]) -> dict[int, int]:
        """How many crates of an odd set each set has, halved and rounded up."""
        counts = Counter(j for crate in crates for j in self._with[crate])
        return {j: (count + 1) // 2 for j, count in sorted(counts.items())}

    def _joined(self, values: Mapping[int, float], least: float) -> Iterator[tuple[int, ...]]:
        """Groups of crates that are covered just once, joined by sets of more than ``least``."""
        covered: Counter[int] = Counter()
        for j, value in values.items():
            for crate in self._sets[j]:
                covered[crate] += value  # type: ignore[assignment]
        near: dict[int, set[int]] = {c: set() for c, n in covered.items() if n < 1 + _WHOLE}
        for j, value in values.items():
            if value > least:
                members = [crate for crate in self._sets[j] if crate in near]
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

    def _choose(self, values: Mapping[int, float]) -> tuple[tuple[int, ...], int]:
        """Crates to branch on, and how many sets at most have all of them in the first case.

        Of some pairs that of which both cases leave the fewest others undecided.
        """
        open_now = self._open(values)
        if not open_now:
            raise Unproven(f"single crates ask for no more than {self._most} explosions")
        pairs = sorted(open_now)
        tried = self._random.sample(pairs, min(_TRIED, len(pairs)))
        basis = self._highs.getBasis()
        best: tuple[int, tuple[int, ...]] | None = None
        for crates in tried:
            amount = math.floor(open_now[crates] + _WHOLE)
            score = 1
            for least in (-amount, amount + 1):
                self._go_to((*self._branches, _Branch(crates, least)))
                after = self._values()
                score *= 0 if after is None else 1 + len(self._open(after))
                self._go_to(self._branches[:-1])
                self._highs.setBasis(basis)
            if best is None or score < best[0]:
                best = (score, crates)
            if score == 0:
                break
        assert best is not None
        return best[1], math.floor(open_now[best[1]] + _WHOLE)

    def _open(self, values: Mapping[int, float]) -> dict[tuple[int, ...], float]:
        """Pairs of crates that a fraction of a set has together; else whole sets."""
        for groups in (lambda members: combinations(members, 2), lambda members: (members,)):
            amounts: dict[tuple[int, ...], float] = defaultdict(float)
            for j, value in values.items():
                for crates in groups(self._sets[j]):
                    amounts[crates] += value
            found = {c: n for c, n in amounts.items() if abs(n - round(n)) > _WHOLE}
            if found:
                return found
        return {}
