"""Trees of cases that show that a formula has no assignment, or a graph no cover so small.

They are what :func:`gridproof.proof.tree.check_tree` reads, with variables or vertices as columns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from gridproof.limits import Ticker

__all__ = ["Tree", "bounded_below", "refutation", "relaxed_bound"]

Tree = list[Any]


def refutation(variables: int, clauses: Sequence[Sequence[int]], ticker: Ticker) -> Tree | None:
    """Return nodes in preorder, or None if the formula is satisfiable.

    Cases of a variable that stands in many of the shortest clauses, until unit clauses contradict
    each other. The clauses that did so, each as often as its literal was needed, add up to a sum
    that is false.

    Raises:
        Stopped: by a limit or Ctrl-C.
    """
    among: dict[int, list[int]] = {}
    for number, clause in enumerate(clauses):
        for literal in clause:
            among.setdefault(literal, []).append(number)
    nodes: Tree = []
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        ticker.check()
        chosen = waiting.pop()
        reason, conflict = _propagated(clauses, among, chosen, ticker)
        if conflict is not None:
            nodes.append(_leaf(_prices(clauses, reason, conflict), 0))
            continue
        open_clauses = [c for c in clauses if not any(literal in reason for literal in c)]
        if not open_clauses:
            return None
        free = [[i for i in clause if -i not in reason] for clause in open_clauses]
        shortest = min(map(len, free))
        counts = Counter(abs(i) for clause in free if len(clause) == shortest for i in clause)
        variable = counts.most_common(1)[0][0]
        nodes.append([0, [], [variable - 1, 0]])
        waiting += [(*chosen, variable), (*chosen, -variable)]
    return nodes


def _propagated(
    clauses: Sequence[Sequence[int]],
    among: dict[int, list[int]],
    chosen: Sequence[int],
    ticker: Ticker,
) -> tuple[dict[int, int | None], int | None]:
    """Propagate units; return the implied literals, each with its clause, and a false one."""
    reason: dict[int, int | None] = dict.fromkeys(chosen)
    todo = [number for literal in chosen for number in among.get(-literal, ())]
    todo += (number for number, clause in enumerate(clauses) if len(clause) < 2)
    while todo:
        ticker.check()
        number = todo.pop()
        clause = clauses[number]
        if any(literal in reason for literal in clause):
            continue
        left = [literal for literal in clause if -literal not in reason]
        if not left:
            return reason, number
        if len(left) == 1:
            reason[left[0]] = number
            todo += among.get(-left[0], ())
    return reason, None


def _prices(
    clauses: Sequence[Sequence[int]], reason: dict[int, int | None], conflict: int
) -> Counter[int]:
    """Count the additions of each clause that leave no literal that follows from another."""
    prices = Counter({conflict: 1})
    needed = Counter(clauses[conflict])
    for literal, number in reversed(reason.items()):
        if number is not None and (times := needed[-literal]):
            prices[number] += times
            for other in clauses[number]:
                needed[other] += times
    return prices


def bounded_below(edges: Sequence[tuple[int, int]], least: int, ticker: Ticker) -> Tree | None:
    """Return nodes in preorder that prove `least` vertices in each cover; None: some have fewer.

    Cases of a vertex with many neighbours, until a relaxation is large enough.

    Raises:
        Stopped: by a limit or Ctrl-C.
    """
    beside = _neighbours(edges)
    nodes: Tree = []
    waiting: list[tuple[frozenset[int], frozenset[int]]] = [(frozenset(), frozenset())]
    while waiting:
        ticker.check()
        out, chosen = waiting.pop()  # not in the cover, in it
        prices, forced = _relaxed(beside, out, chosen, ticker)
        if 2 * len(chosen) + sum(prices.values()) > 2 * (least - 1):
            nodes.append(_leaf(prices, 2))
            continue
        gone = out | chosen | forced
        left = {u: len(beside[u].keys() - gone) for u in beside.keys() - gone}
        u = max(left, key=lambda u: (left[u], -u), default=None)
        if u is None or not left[u]:
            return None
        nodes.append([0, [], [u, 0]])
        waiting += [(out, chosen | {u}), (out | {u}, chosen)]
    return nodes


def relaxed_bound(edges: Sequence[tuple[int, int]], ticker: Ticker) -> tuple[int, Tree]:
    """Return a number of vertices that covers have at least, and a tree of one node that shows it.

    Raises:
        Stopped: by a limit or Ctrl-C.
    """
    prices, _ = _relaxed(_neighbours(edges), frozenset(), frozenset(), ticker)
    return (sum(prices.values()) + 1) // 2, [_leaf(prices, 2)]


def _leaf(prices: Counter[int], scale: int) -> list[Any]:
    return [scale, [part for pair in sorted(prices.items()) for part in pair]]


def _neighbours(edges: Sequence[tuple[int, int]]) -> dict[int, dict[int, int]]:
    """Return the neighbours by vertex, each with the number of the edge."""
    beside: dict[int, dict[int, int]] = {}
    for number, (u, v) in enumerate(edges):
        beside.setdefault(u, {})[v] = number
        beside.setdefault(v, {})[u] = number
    return beside


def _relaxed(
    beside: dict[int, dict[int, int]], out: frozenset[int], chosen: frozenset[int], ticker: Ticker
) -> tuple[Counter[int], set[int]]:
    """Return prices of edges, at most 2 at a vertex that may be chosen, and what must be chosen.

    Vertices beside those that are out must be. The other prices are a largest matching in the
    graph that has each vertex on its left and on its right, and each edge from left to right both
    ways: half of it is the relaxation of vertex cover to fractions.
    """
    prices: Counter[int] = Counter()
    forced: set[int] = set()
    for u in out:
        for v in beside[u].keys() - chosen - forced:
            forced.add(v)
            prices[beside[u][v]] = 2
    gone = out | chosen | forced
    right: dict[int, int] = {}  # the partner of a vertex on the left
    left: dict[int, int] = {}  # the partner of a vertex on the right

    def augment(start: int) -> None:
        """Match one more vertex on the left, if that can be; breadth first."""
        came: dict[int, int] = {}
        for u in (todo := [start]):
            ticker.check()
            for v in beside[u]:
                if v in gone or v in came:
                    continue
                came[v] = u
                if v in left:
                    todo.append(left[v])
                    continue
                end: int | None = v
                while end is not None:
                    here = left[end] = came[end]
                    before = right.get(here)
                    right[here] = end
                    end = before
                return

    for u in sorted(beside.keys() - gone):
        augment(u)
    for v, u in left.items():
        prices[beside[u][v]] += 1
    return prices, forced
