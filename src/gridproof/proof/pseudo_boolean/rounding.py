"""Mixed-integer rounding as steps of a pseudo-Boolean proof.

A row by rounding is no division of a sum, but the rows of two cases. Let Σ v t = b be the sum, with
whole t from 0, and F as in ``docs/explanation/certificates-merge.md``. There n is a whole number
made of the t. If n > ⌊b / D⌋, the row follows from n at the price f and those t whose v has a small
rest; if n ≤ ⌊b / D⌋, from n at the price D − f and the other t. A new variable says which case
holds, another one that the row does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import gcd
from typing import NamedTuple

from gridproof.proof.pseudo_boolean.log import Log
from gridproof.proof.pseudo_boolean.tree import Columns
from gridproof.proof.tree import Row

__all__ = ["rounded"]


class _Term(NamedTuple):
    """A whole number t from 0 in the sum, with its coefficient v.

    Attributes:
        v: the coefficient.
        terms: t over literals, without its constant.
        constant: what is added to them.
        number: of the constraint t ≥ 0; None: all of ``terms`` are literals at factors from 0.
    """

    v: int
    terms: dict[int, int]
    constant: int
    number: int | None


def rounded(
    log: Log,
    columns: Columns,
    rows: Sequence[Row],
    numbers: Sequence[int | None],
    divisor: int,
    flat: Sequence[int],
    uppers: Sequence[int],
) -> int | None:
    """Derive the row by rounding of rows and upper bounds; return its number.

    Args:
        log: written to.
        columns: of the program.
        rows: the rows before it.
        numbers: of their constraints; None: the row says 0 ≥ 0.
        divisor: as the record says, and so on.
        flat: numbers of rows, each with its price.
        uppers: numbers of columns, each with the price of its upper bound.

    Returns:
        None if the row says nothing.
    """
    total, summed = 0, Counter[int]()
    found: list[_Term] = []
    for r, price in zip(flat[::2], flat[1::2], strict=True):
        terms = columns.terms(rows[r])
        total += price * rows[r].least
        summed.update({x: price * a for x, a in terms.items()})
        if numbers[r] is not None:
            found.append(_Term(-price, terms, -rows[r].least, numbers[r]))
    for j, price in zip(uppers[::2], uppers[1::2], strict=True):
        bits = columns.literals[j]
        total -= price * len(bits)
        summed.update(dict.fromkeys(bits, -price))
        found.append(_Term(-price, dict.fromkeys(bits, -1), len(bits), None))
    found += [_Term(v, {x: 1}, 0, None) for x, v in summed.items()]
    rest, whole = total % divisor, total // divisor
    if rest == 0:
        return None
    # The row, and n; both over literals with a constant.
    row, count = Counter[int](), Counter[int]()
    least, offset = rest * (whole + 1), 0
    for v, terms, constant, _ in found:
        price = rest * (v // divisor) + min(rest, v % divisor)
        times = v // divisor + (v % divisor >= rest)
        row.update({x: price * a for x, a in terms.items()})
        count.update({x: times * a for x, a in terms.items()})
        least -= price * constant
        offset += times * constant
    case, holds = log.variable(), log.variable()
    more = log.imply(case, count, whole + 1 - offset)
    fewer = log.imply(-case, {x: -a for x, a in count.items()}, offset - whole)
    true = log.imply(holds, row, least)
    false = log.imply(-holds, {x: -a for x, a in row.items()}, 1 - least)
    small = [(t, t.v % divisor) for t in found if t.v % divisor < rest]
    large = [(t, divisor - t.v % divisor) for t in found if t.v % divisor >= rest]
    first = _sum(log, [(more, rest), (false, 1)], small)
    second = _sum(log, [(fewer, divisor - rest), (false, 1)], large)
    proven = log.clause([holds])
    slack = max(least - sum(min(a, 0) for a in row.values()), 0)
    common = gcd(least, *row.values())
    parts = [(true, 1), (proven, slack)] if slack else [(true, 1)]
    number = log.add(parts, divisor=common)
    log.drop([more, fewer, true, false, first, second, proven])
    return number


def _sum(log: Log, parts: list[tuple[int, int]], terms: Sequence[tuple[_Term, int]]) -> int:
    """Add to constraints that terms are at least 0, each times a factor; return the number."""
    literals = Counter[int]()
    for term, times in terms:
        if term.number is not None:
            parts = [*parts, (term.number, times)] if times else parts
            continue
        for x, a in term.terms.items():
            literals[x if a > 0 else -x] += times * abs(a)
    return log.add(parts, list(literals.items()), saturate=True)
