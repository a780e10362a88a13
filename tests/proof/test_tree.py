"""The tree of cases, on small integer programs whose optimum is known by trying everything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import Any

import pytest

from gridproof.limits import Stopped, Ticker
from gridproof.proof.claims import Records
from gridproof.proof.tree import Program, Row, check_tree
from gridproof.result import Limits, StopReason
from tests.proof.forging import mutated, reason_of

#: No solution of these programs needs a column above this.
_HIGHEST = 3


def program(rng: Random) -> tuple[Program, list[Row]]:
    """A random program of a few columns, some of them without limits."""
    n = rng.randint(1, 4)
    highs = [rng.choice((0, 1, 2, None)) for _ in range(n)]
    rows = []
    for _ in range(rng.randint(1, 4)):
        columns = rng.sample(range(n), rng.randint(1, n))
        coefficients = rng.choice((None, [rng.randint(-2, 3) for _ in columns]))
        rows.append(Row(columns, rng.randint(-2, 4), coefficients))
    costs = [rng.randint(-1, 3) if high is not None else rng.randint(1, 3) for high in highs]
    return Program(costs, rng.randint(-2, 6), [0] * n, highs), rows


def solutions(program: Program, rows: Sequence[Row]) -> Iterator[tuple[int, ...]]:
    """All choices of whole numbers up to :data:`_HIGHEST` that satisfy the rows."""
    ranges = [range((_HIGHEST if high is None else high) + 1) for high in program.highs]
    for x in product(*ranges):
        sums = [
            sum(x[j] * a for j, a in zip(columns, coefficients or [1] * len(columns), strict=True))
            for columns, _, coefficients in rows
        ]
        if all(total >= row.least for total, row in zip(sums, rows, strict=True)):
            yield x


def cost(program: Program, x: Sequence[int]) -> int:
    return sum(c * v for c, v in zip(program.costs, x, strict=True))


def by_cases(program: Program, rows: Sequence[Row]) -> list[Any] | None:
    """A tree that goes through all values of all columns, each with a limit; None: it has none."""
    records: list[Any] = []

    def expand(x: list[int], j: int) -> bool:
        if j == len(x):
            if cost(program, x) > program.most:
                records.append([1, []])
                return True
            for r, (columns, least, coefficients) in enumerate(rows):
                terms = zip(columns, coefficients or [1] * len(columns), strict=True)
                if sum(x[i] * a for i, a in terms) < least:
                    records.append([0, [r, 1]])
                    return True
            return False
        high = program.highs[j] or 0
        for v in range(high):
            records.append([0, [], [j, v]])
            if not expand([*x[:j], v, *x[j + 1 :]], j + 1):
                return False
        return expand([*x[:j], high, *x[j + 1 :]], j + 1)

    return records if expand([0] * len(program.costs), 0) else None


def verdict(program: Program, rows: Sequence[Row], records: Sequence[Any]) -> str | None:
    def read() -> None:
        stream = Records(iter(records))
        check_tree(stream, rows, program, Ticker(), lambda what: what)
        stream.end()

    return reason_of(read)


@pytest.mark.parametrize("seed", range(20))
def test_no_tree_proves_a_falsehood(seed: int) -> None:
    rng = Random(seed)
    proven = false = 0
    while proven < 20 or false < 20:
        program_, rows = program(rng)
        cheap = [x for x in solutions(program_, rows) if cost(program_, x) <= program_.most]
        limited = program_._replace(
            highs=[_HIGHEST if high is None else high for high in program_.highs]
        )
        records = by_cases(limited, rows)
        if records is not None:
            assert not cheap
            assert verdict(limited, rows, records) is None
            proven += 1
        else:
            assert cheap
            false += 1
        # Proofs of one program as proofs of another, with changes, whatever becomes of them.
        trees = records or [[1, [0, 1]], [0, [0, 2], [0, 0]], [1, []], [1, [0, 1, -1, 2]]]
        for changes in range(40):
            changed = mutated(trees, rng, changes % 4)
            if verdict(program_, rows, changed) is None:
                assert not cheap, (program_, rows, changed)


def test_groups_branch_on_sums() -> None:
    # x + y + z >= 2 with two of them in every pair: three pairs, each at least 1; most 1 in all.
    pairs = [Row([0, 1], 1), Row([1, 2], 1), Row([0, 2], 1)]
    triangle = Program([1, 1, 1], 1, [0, 0, 0], [None, None, None])
    tree = [[0, [], [[0, 1], 1]], [2, [0, 1, 1, 1, 2, 1]], [1, [-1, 1]]]
    assert verdict(triangle, pairs, tree) is None
    assert verdict(triangle._replace(most=2), pairs, tree) == "a leaf is not closed"
    # Each side knows the rows above it alone: this one is of the other side.
    assert verdict(triangle, pairs, [[0, [], [[0, 1], 1]], [1, [-1, 1]], [1, [-1, 1]]]) is not None


def test_deep_trees_end_at_the_limit_of_memory() -> None:
    deep = ([0, [], [[0], 0]] for _ in iter(int, 1))
    with pytest.raises(Stopped) as stopped:
        check_tree(
            Records(deep),
            [],
            Program([1], 1, [0], [1]),
            Ticker(Limits(memory=1 << 20)),
            lambda what: what,
        )
    assert stopped.value.reason is StopReason.MEMORY_LIMIT
