"""Proofs of a number of bombs by single crates alone: branch and cut, to be written down.

On large boards, and those of reductions, the static relaxation decides: bombs as sets of crates,
one on each arm, that cover all crates. There prices leave little room, or none: many crates cost
half a bomb, each bomb takes two of them, and the question is which two go together. So it branches
on pairs of crates, and cuts by odd sets: each bomb takes two crates of such a set, so one more is
needed than half of it (the blossom inequalities of matchings, as sums of rows, halved and rounded
up).
"""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from gridproof._native import covering as native
from gridproof.games.bombcover.solve.prepared import Prepared, tree_of
from gridproof.games.bombcover.solve.static_relaxation import WHOLE, Branch, StaticRelaxation
from gridproof.limits import Stopped, Ticker
from gridproof.proof.bombcover import Plans, check_sums
from gridproof.proof.claims import Records
from gridproof.proof.making import Unproven
from gridproof.result import StopReason
from gridproof.set_cover.budget import half_prices
from gridproof.set_cover.priced_trees import TreeCase

__all__ = ["prove_statically", "relaxed_bound"]

#: The number of rounds of cuts in a node.
_ROUNDS: Final = 20
#: Pairs whose two cases are looked at before one is taken.
_TRIED: Final = 4
#: Of the search that gives advice.
_BUDGET_NODES: Final = 100_000


def prove_statically(plans: Plans, most: int, nodes: int | None, ticker: Ticker) -> list[Any]:
    """Return the records of a proof that no ``most`` bombs can take all crates, in whatever order.

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
    relaxation = StaticRelaxation([row.columns for row in rows], most, ticker)
    tree = _Tree(relaxation, most, ticker)
    found = tree.by_halves() or tree.nodes(nodes)
    sums = [[2, [n for crate in odd for n in (crate, 1)]] for odd in relaxation.odd_sets]
    check_sums(Records(iter(sums)), len(sums), rows, ticker)
    return Prepared(plans, [], [], sums, rows).records(tree_of(found, {}), most, ticker)


def relaxed_bound(plans: Plans, most: int, ticker: Ticker) -> tuple[int, list[Any]]:
    """Return the bombs that prices of single crates prove, at most one above ``most``; the records.

    Raises:
        Unproven: they ask for none.
        Stopped: by a limit or Ctrl-C.
    """
    rows = plans.single_rows()
    relaxation = StaticRelaxation([row.columns for row in rows], most, ticker)
    relaxation.values()
    bound = math.ceil(relaxation.optimum - WHOLE)
    if bound < 1:
        raise Unproven("single crates ask for no explosions")
    case = TreeCase(dict(relaxation.prices()))
    return bound, Prepared(plans, [], [], [], rows).records(case, bound - 1, ticker)


def _ends(choices: Sequence[int]) -> list[int]:
    """Return the end of each choice's consequences, in preorder; two cases follow a choice."""
    ends = [0] * len(choices)
    for at in reversed(range(len(choices))):
        ends[at] = at + 1 if choices[at] < 0 else ends[min(ends[at + 1], len(choices) - 1)]
    return ends


class _Tree:
    """Branch and cut, until all cases are closed.

    Args:
        relaxation: of the root.
        most: bombs.
        ticker: looked at.
    """

    def __init__(self, relaxation: StaticRelaxation, most: int, ticker: Ticker) -> None:
        self._relaxation, self._most, self._ticker = relaxation, most, ticker
        self._halves = half_prices(relaxation.holding, len(relaxation.sets), ticker)
        self._random = random.Random(0)

    def by_halves(self) -> list[Any] | None:
        """Return the proof, as a node, if prices of half a bomb for some crates are one."""
        if sum(self._halves) <= 2 * self._most:
            return None
        return [(2, [(row, price) for row, price in enumerate(self._halves) if price])]

    def _within_budget(self) -> Sequence[int]:
        """Return the choices of a search within the budget that half prices leave, in preorder.

        A set, which is taken first, then left out, or -1. It shows nothing here, since it knows
        more of parity than a linear program, but what it chooses makes small trees.
        """
        found = native.within_budget(
            columns=len(self._relaxation.sets),
            rows=self._relaxation.holding,
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

    def nodes(self, most_nodes: int | None) -> list[Any]:
        """Return the nodes of a proof, as of :func:`tree_of`.

        Raises:
            Unproven: there is a cover, or there are too many nodes.
            Stopped: by a limit or Ctrl-C.
        """
        choices = [*self._within_budget(), -1]
        ends = _ends(choices)
        found: list[Any] = []
        waiting: list[tuple[tuple[Branch, ...], int]] = [((), 0)]
        while waiting:
            branches, at = waiting.pop()
            self._relaxation.go_to(branches)
            if most_nodes is not None and len(found) >= most_nodes:
                raise Unproven(f"single crates have no proof of {most_nodes:,} nodes")
            values = self._relaxation.values()
            for _ in range(_ROUNDS):
                if values is None or not self._relaxation.cut(values):
                    break
                values = self._relaxation.values()
            if values is None:
                found.append((1, self._relaxation.prices()))
                continue
            crates = self._advised(choices[at])
            if crates is None:
                crates, amount = self._choose(values)
                more = fewer = len(choices) - 1
            else:
                amount, more, fewer = 0, at + 1, ends[at + 1]
            found.append((None, crates, amount))
            waiting += [
                ((*branches, Branch(crates, -amount)), fewer),
                ((*branches, Branch(crates, amount + 1)), more),
            ]
        return found

    def _advised(self, choice: int) -> tuple[int, ...] | None:
        """Return two crates of the set that was chosen, first of all one that has no price."""
        if choice < 0:
            return None
        crates = tuple(
            sorted(self._relaxation.sets[choice], key=lambda crate: self._halves[crate])[:2]
        )
        known = any(crates == branch.crates for branch in self._relaxation.branches)
        return None if known or len(crates) < 2 else crates

    def _choose(self, values: Mapping[int, float]) -> tuple[tuple[int, ...], int]:
        """Return crates to branch on, and the most sets that have all of them in the first case.

        Of some pairs that of which both cases leave the fewest others undecided.
        """
        open_now = self._open(values)
        if not open_now:
            raise Unproven(f"single crates ask for no more than {self._most} explosions")
        pairs = sorted(open_now)
        tried = self._random.sample(pairs, min(_TRIED, len(pairs)))
        best: tuple[int, tuple[int, ...]] | None = None
        for crates in tried:
            amount = math.floor(open_now[crates] + WHOLE)
            score = 1
            for least in (-amount, amount + 1):
                after = self._relaxation.values_after(Branch(crates, least))
                score *= 0 if after is None else 1 + len(self._open(after))
            if best is None or score < best[0]:
                best = (score, crates)
            if score == 0:
                break
        assert best is not None
        return best[1], math.floor(open_now[best[1]] + WHOLE)

    def _open(self, values: Mapping[int, float]) -> dict[tuple[int, ...], float]:
        """Return pairs of crates that a fraction of a set has together; else whole sets."""
        for groups in (lambda members: combinations(members, 2), lambda members: (members,)):
            amounts: dict[tuple[int, ...], float] = defaultdict(float)
            for j, value in values.items():
                for crates in groups(self._relaxation.sets[j]):
                    amounts[crates] += value
            found = {c: n for c, n in amounts.items() if abs(n - round(n)) > WHOLE}
            if found:
                return found
        return {}
