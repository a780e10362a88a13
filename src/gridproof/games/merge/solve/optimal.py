"""The default solver: damages as an integer program, tightened before HiGHS branches."""

from __future__ import annotations

import itertools
import math

from gridproof.games.merge.level import MergeLevel
from gridproof.games.merge.rules import STONES
from gridproof.games.merge.solve.all_stones import AllStones, fits
from gridproof.games.merge.solve.cover_rows import CoverRows, Stone, defining_row
from gridproof.games.merge.solve.damages import destroyed, merges_for, trimmed
from gridproof.games.merge.solve.greedy import greedy_play
from gridproof.known import Known
from gridproof.linear_program import TOLERANCE, LinearProgram, SolverFailure, run
from gridproof.result import Answer, StopReason
from gridproof.task import Task
from gridproof.ticker import Stopped

__all__ = ["budgets", "damage_columns", "optimal"]


def optimal(task: Task[MergeLevel]) -> Answer:
    """Which damages destroy the most stones, or all stones with the fewest merges.

    Columns: x[i, k], whether hero i deals at least k; y[s], whether stone s falls (``stones``); and
    for each type and k how many heroes survive a merge at level k (``merges``). Heroes need no more
    damage than the largest hit points around them.
    """
    ticker, known = task.ticker, Known(task)
    try:
        if task.options["greedy"] and (play := greedy_play(task)) is not None:
            known.find(*play)
        if (ended := known.ended) is not None:
            return known.answer(ended)
        if task.options["cover"] and fits(task.level):
            _cover(task, known)
            if (ended := known.ended) is not None or known.value == known.bound:
                return known.answer(ended or StopReason.COMPLETED)
        if (stop := ticker.tick()) is not None:
            raise Stopped(stop)
        return _solved(task, known)
    except Stopped as stopped:
        return known.answer(stopped.reason)
    except MemoryError:
        return known.answer(StopReason.MEMORY_LIMIT)


def _cover(task: Task[MergeLevel], known: Known) -> None:
    """Takes over what is known of the fewest heroes that strike all stones."""
    level = task.level
    struck = sum(map(bool, level.strikers))
    maximise = task.objective.id == STONES.id
    if not maximise and struck < len(level.stones):
        return
    (kind,) = level.types
    most = level.tokens(kind)[0] if level.tokens(kind) else 0
    cover = AllStones(level, task.ticker)
    taken = task.ticker.bytes
    try:
        cover.solve(most if maximise else None)
    finally:
        task.ticker.allocate(taken - task.ticker.bytes)
        allowed = task.max_cost is None or maximise or cover.size <= task.max_cost
        if cover.size <= most and allowed:
            heroes = set(cover.heroes)
            moves = merges_for(level, [int(i in heroes) for i in range(len(level.heroes))])
            known.find(moves, struck if maximise else len(moves))
        if maximise:
            known.prove(struck - (cover.bound > most))
        elif cover.bound <= most:
            known.prove(cover.bound)


def _solved(task: Task[MergeLevel], known: Known) -> Answer:
    level, ticker = task.level, task.ticker
    maximise = task.objective.id == STONES.id
    program = LinearProgram(maximise=maximise, ticker=ticker)
    damage = damage_columns(program, level)
    stones = []
    for strikers, (_, hp) in zip(level.strikers, level.stones, strict=True):
        columns = [damage[i] for i in strikers]
        if sum(map(len, columns)) >= hp:
            falls = program.column(1.0, 1.0, integer=True) if maximise else None
            stones.append(Stone(hp, columns, falls))
        elif not maximise:
            return known.infeasible()
    if maximise:
        budgets(program, level, damage)
    else:
        _survivors(program, level, damage, task.max_cost)
    if not stones:
        known.find((), 0)
        known.prove(0)
        return known.answer()
    for stone in stones:
        defining_row(stone).add_to(program)
    if task.options["tighten"]:
        CoverRows(stones, program.columns, ticker).tighten(program, ticker)

    def look(best: float, bound: float) -> bool:
        if math.isfinite(best):
            known.reach(round(best))
        if math.isfinite(bound):
            known.prove(_whole(bound, maximise), "milp-float")
        return known.ended is not None

    found = run(program.highs(), ticker, look)
    known.stats.expanded = max(found.nodes, 1)
    if found.infeasible:
        return _none(known, task.max_cost)
    if math.isfinite(found.bound):
        known.prove(_whole(found.bound, maximise), "milp-float")
    if found.values is not None:
        dealt = [round(sum(found.values[c] for c in columns)) for columns in damage]
        moves = merges_for(level, trimmed(level, dealt))
        known.find(moves, destroyed(level, dealt) if maximise else len(moves))
    return known.answer(found.stop)


def _none(known: Known, max_cost: int | None) -> Answer:
    """The program has no solution: nor has the board, or none of at most ``max_cost``."""
    if known.value is not None and (max_cost is None or known.value <= max_cost):
        raise SolverFailure("HiGHS says that there is no solution where one is known")
    if max_cost is None:
        return known.infeasible("milp-float")
    known.prove(max_cost + 1, "milp-float")
    return known.answer()


def damage_columns(program: LinearProgram, level: MergeLevel) -> list[list[int]]:
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


def budgets(program: LinearProgram, level: MergeLevel, damage: list[list[int]]) -> None:
    """Damages can be dealt: N_k ≤ ⌊h / 2^k⌋."""
    for kind, heroes in level.types.items():
        for k, most in enumerate(level.tokens(kind)):
            columns = [damage[i][k] for i in heroes if len(damage[i]) > k]
            if len(columns) > most:
                program.row(columns, [1.0] * len(columns), upper=most)


def _survivors(
    program: LinearProgram, level: MergeLevel, damage: list[list[int]], max_cost: int | None
) -> None:
    """The fewest merges: |A_k| ≥ N_k, |A_k| ≥ 2 |A_k+1|, |A_1| ≤ h / 2 (see ``merges_for``)."""
    sizes = []
    for kind, heroes in level.types.items():
        before: int | None = None
        for k, most in enumerate(level.tokens(kind)):
            size = program.column(1.0, most, integer=True)
            columns = [damage[i][k] for i in heroes if len(damage[i]) > k]
            program.row([*columns, size], [1.0] * len(columns) + [-1.0], upper=0.0)
            if before is not None:
                program.row([size, before], [2.0, -1.0], upper=0.0)
            before = size
            sizes.append(size)
    if max_cost is not None:
        program.row(sizes, [1.0] * len(sizes), upper=float(max_cost))


def _whole(bound: float, maximise: bool) -> int:
    """The bound of HiGHS as a whole number, rounded the safe way."""
    return math.floor(bound + TOLERANCE) if maximise else math.ceil(bound - TOLERANCE)
