"""The default solver: damages as an integer program, tightened before HiGHS branches."""

from __future__ import annotations

import itertools
import math

from gridproof.game import Game, Objective
from gridproof.games.merge.damages import merges_for, trimmed
from gridproof.games.merge.level import MergeLevel
from gridproof.games.merge.rules import STONES
from gridproof.games.merge.solve.cover_rows import CoverRows, Stone
from gridproof.linear_program import TOLERANCE, LinearProgram, run
from gridproof.result import Answer, Stats, StopReason, Value, first
from gridproof.ticker import Ticker

__all__ = ["optimal"]


def optimal(
    game: Game[MergeLevel, object],
    level: MergeLevel,
    objective: Objective,
    ticker: Ticker,
    *,
    decide: Value | None = None,
    root_bound: int | None = None,
) -> Answer:
    """Which damages destroy the most stones, or all stones with the fewest merges.

    Columns: x[i, k], whether hero i deals at least k; y[s], whether stone s falls (``stones``); and
    for each type and k how many heroes survive a merge at level k (``merges``). Heroes need no more
    damage than the largest hit points around them.
    """
    stats = Stats()
    if (stop := ticker.tick()) is not None:
        return Answer(stop, bound=root_bound, stats=stats, proof="search")
    program = LinearProgram(maximise=objective is STONES)
    damage = _damage_columns(program, level)
    stones = []
    for strikers, (_, hp) in zip(level.strikers, level.stones, strict=True):
        columns = [damage[i] for i in strikers]
        if sum(map(len, columns)) >= hp:
            falls = program.column(1.0, 1.0, integer=True) if objective is STONES else None
            stones.append(Stone(hp, columns, falls))
        elif objective is not STONES:
            return Answer(StopReason.COMPLETED, infeasible=True, stats=stats, proof="search")
    if objective is STONES:
        _budgets(program, level, damage)
    else:
        _survivors(program, level, damage)
    if not stones:
        return Answer(StopReason.COMPLETED, (), 0, stats=stats, proof="search")
    rows = CoverRows(stones, program.columns)
    for row in rows.whole:
        row.add_to(program)
    if (stop := rows.tighten(program, ticker)) is not None:
        return Answer(stop, bound=root_bound, stats=stats, proof="search")

    def decided(best: float, bound: float) -> bool:
        if decide is None:
            return False
        sign = 1 if objective is STONES else -1
        wanted = sign * first(decide)
        return sign * best >= wanted - TOLERANCE or sign * bound < wanted - TOLERANCE

    found = run(program.highs(), ticker, decided)
    stats.expanded = max(found.nodes, 1)
    if found.values is None:
        infeasible = found.stop is StopReason.COMPLETED
        return Answer(
            found.stop,
            bound=None if infeasible else root_bound,
            infeasible=infeasible,
            stats=stats,
            proof="search",
        )
    dealt = [round(sum(found.values[c] for c in columns)) for columns in damage]
    return Answer(
        found.stop,
        merges_for(level, trimmed(level, dealt)),
        _rounded(found.bound, objective, root_bound),
        proof="milp-float",
        stats=stats,
    )


def _damage_columns(program: LinearProgram, level: MergeLevel) -> list[list[int]]:
    """For each hero its columns x[i, 1] ≥ x[i, 2] ≥ …."""
    depth = {kind: len(level.tokens(kind)) for kind in level.types}
    found = []
    for (_, kind), stones in zip(level.heroes, level.strikes, strict=True):
        most = min(depth[kind], max((level.stones[s][1] for s in stones), default=0))
        columns = [program.column(0.0, 1.0, integer=True) for _ in range(most)]
        for less, more in itertools.pairwise(columns):
            program.row([more, less], [1.0, -1.0], upper=0.0)
        found.append(columns)
    return found


def _budgets(program: LinearProgram, level: MergeLevel, damage: list[list[int]]) -> None:
    """Damages can be dealt: N_k ≤ ⌊h / 2^k⌋."""
    for kind, heroes in level.types.items():
        for k, most in enumerate(level.tokens(kind)):
            columns = [damage[i][k] for i in heroes if len(damage[i]) > k]
            if len(columns) > most:
                program.row(columns, [1.0] * len(columns), upper=most)


def _survivors(program: LinearProgram, level: MergeLevel, damage: list[list[int]]) -> None:
    """The fewest merges: |A_k| ≥ N_k, |A_k| ≥ 2 |A_k+1|, |A_1| ≤ h / 2 (see ``merges_for``)."""
    for kind, heroes in level.types.items():
        before: int | None = None
        for k, most in enumerate(level.tokens(kind)):
            size = program.column(1.0, most, integer=True)
            columns = [damage[i][k] for i in heroes if len(damage[i]) > k]
            program.row([*columns, size], [1.0] * len(columns) + [-1.0], upper=0.0)
            if before is not None:
                program.row([size, before], [2.0, -1.0], upper=0.0)
            before = size


def _rounded(bound: float, objective: Objective, root_bound: int | None) -> int | None:
    """The bound of HiGHS as a whole number, or the root bound if that is tighter."""
    if not math.isfinite(bound):
        return root_bound
    if objective is STONES:
        whole = math.floor(bound + TOLERANCE)
        return whole if root_bound is None else min(whole, root_bound)
    whole = math.ceil(bound - TOLERANCE)
    return whole if root_bound is None else max(whole, root_bound)
