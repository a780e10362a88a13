"""A tree of cases over whole numbers, each closed by prices. Three games share it.

Given are columns x_j, whole numbers with lows[j] <= x_j <= highs[j] (None: no limit), and rows
sum a_j x_j >= least. To each solution of the board belongs a choice of the x_j that satisfies all
rows, at no higher cost. Claimed is that no choice has sum costs[j] x_j <= most.
``docs/explanation/certificates.md``, "The tree", has the proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from gridproof.limits import Ticker
from gridproof.proof.claims import Records, Refused, need, whole

__all__ = ["Program", "Row", "check_tree", "implied", "no_groups", "surplus"]

#: No number in a file is larger; sums of products of these are still quick.
_LARGEST = 1 << 62
#: Of a column in the two rows of a branch on a group.
_BYTES_A_TERM = 24


class Row(NamedTuple):
    """Sum of coefficient times column is at least ``least``; no coefficients: all are 1."""

    columns: Sequence[int]
    least: int
    coefficients: Sequence[int] | None = None


class Program(NamedTuple):
    """The program that is claimed to have no solution.

    Attributes:
        costs: of each column.
        most: what a solution may cost.
        lows: the least of each column.
        highs: the most of each column; None: it has no limit.
    """

    costs: Sequence[int]
    most: int
    lows: Sequence[int]
    highs: Sequence[int | None]


Bounds = tuple[Sequence[int], Sequence[int | None]]


def surplus(
    program: Program, bounds: Bounds, scale: int, priced: Iterable[tuple[Row, int]]
) -> tuple[int, list[int]]:
    """Return the surplus of a proof by prices, and by column the remainder.

    The sum of the rows at these prices, and of the cap on the costs at the price ``scale``, is sum
    left[j] x_j >= a number. The surplus is the excess of that number over the largest left side
    within the bounds: above 0, no solution is within them.

    Raises:
        Refused: a column without a limit has something left over.
    """
    lows, highs = bounds
    left = [-scale * cost for cost in program.costs]
    over = -scale * program.most
    for (columns, least, coefficients), price in priced:
        over += price * least
        if coefficients is None:
            for j in columns:
                left[j] += price
        else:
            for j, a in zip(columns, coefficients, strict=True):
                left[j] += price * a
    for j, rest in enumerate(left):
        if rest > 0:
            high = highs[j]
            need(high is not None, "something is left over on a column without a limit")
            over -= rest * (high or 0)
        elif rest:
            over -= rest * lows[j]
    return over, left


def implied(bounds: Bounds, over: int, left: Sequence[int]) -> Bounds:
    """Return the bounds, tightened.

    A column one unit off the end where its term is largest takes away what is left over on it; no
    solution has that much to spare.
    """
    lows, highs = list(bounds[0]), list(bounds[1])
    for j, rest in enumerate(left):
        high = highs[j]
        if rest > 0 and over + rest > 0 and high is not None:
            lows[j] = high
        elif rest < 0 and over - rest > 0:
            highs[j] = lows[j]
    return lows, highs


def check_tree(
    records: Records,
    rows: Sequence[Row],
    program: Program,
    ticker: Ticker,
    group: Callable[[Any], Sequence[int]],
) -> int:
    """Check one tree, in preorder; return the number of its nodes.

    A node is ``[scale, [row, price, row, price, …], branch]``. Rows count from 0; those of the
    branches above it are -1 for the first from the root, -2 for the second, …. A leaf has no
    branch, and a surplus above 0. ``[j, v]`` are the cases x_j <= v and x_j >= v + 1, in this
    order; ``[[…], v]`` the same for the sum of the columns that ``group`` makes of the list: their
    row is one more above both cases. In both the bounds hold that the node's prices imply.

    Raises:
        Refused: the tree proves nothing.
        Stopped: by a limit or Ctrl-C.
    """
    records.begin_tree(rows, program, group)
    waiting: list[tuple[Bounds, tuple[Row, ...]]] = [((program.lows, program.highs), ())]
    nodes = 0
    while waiting:
        bounds, above = waiting.pop()
        if nodes:
            ticker.allocate(-_case_bytes(program, above))
        scale, flat, *branch = records.take()
        nodes += 1
        whole(scale, 0, _LARGEST, "a scale")
        priced = []
        for r, price in zip(flat[::2], flat[1::2], strict=True):
            ticker.check()
            whole(price, 1, _LARGEST, "a price")
            priced.append((rows[r] if r >= 0 else above[-1 - r], price))
        over, left = surplus(program, bounds, scale, priced)
        if not branch:
            need(over > 0, "a leaf is not closed")
            continue
        ((what, v),) = branch
        lows, highs = implied(bounds, over, left)
        if isinstance(what, int):
            fewer, more = list(highs), list(lows)
            high = highs[what]
            fewer[what] = v if high is None else min(high, v)
            more[what] = max(lows[what], v + 1)
            waiting += [((more, highs), above), ((lows, fewer), above)]
        else:
            columns = group(what)
            ticker.allocate(_BYTES_A_TERM * len(columns))  # and never given back
            at_most, at_least = Row(columns, -v, [-1] * len(columns)), Row(columns, v + 1)
            waiting += [((lows, highs), (*above, at_least)), ((lows, highs), (*above, at_most))]
        ticker.allocate(sum(_case_bytes(program, case[1]) for case in waiting[-2:]))
        ticker.check()
    return nodes


def no_groups(what: Any) -> Sequence[int]:
    """Refuse groups, in games in which no sum of columns is branched on."""
    raise Refused("there are no groups of columns here")


def _case_bytes(program: Program, above: tuple[Row, ...]) -> int:
    """Return the bytes of a waiting case: its bounds, and the rows of the branches above it."""
    return 8 * (2 * len(program.costs) + len(above))
