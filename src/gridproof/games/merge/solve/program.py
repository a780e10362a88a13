"""The game as an integer program over damages."""

from __future__ import annotations

import itertools

from gridproof.game import Objective
from gridproof.games.merge.level import MergeLevel, type_name
from gridproof.games.merge.rules import STONES
from gridproof.games.merge.solve.cover_rows import Stone, defining_row
from gridproof.linear_program import LinearProgram
from gridproof.ticker import Ticker

__all__ = ["budgets", "damage_columns", "damage_program"]


def damage_program(
    level: MergeLevel,
    objective: Objective,
    ticker: Ticker,
    max_cost: int | None = None,
    *,
    named: bool = False,
) -> tuple[LinearProgram, list[list[int]], list[Stone]]:
    """The program whose optimum is the board's; the columns of each hero's damage; the stones.

    Columns: x[i, k], whether hero i deals at least k; y[s], whether stone s falls (``stones``); and
    for each type and k how many heroes survive a merge at level k (``merges``).

    It is complete, without any row that a solver adds. A play gives a solution of its value: of the
    damages that it deals as much as the largest hit points around a hero, which is all that
    counts. A solution gives a play of its value, or a better one: chains make the x[i, k] of a hero
    a number d_i; a stone with y[s] = 1 (each stone, for ``merges``) has the damage that it needs by
    its defining row. For ``stones`` the d_i can be dealt by the budgets N_k ≤ ⌊h / 2^k⌋; for
    ``merges`` they can be dealt in Σ |A_k| merges, for any sizes with |A_k| ≥ N_k, |A_k| ≥
    2 |A_k+1| and |A_1| ≤ h / 2. Both are proven in ``docs/explanation/merge-game.md``, "What a play
    can deal"; a highest level cuts off what is above it in either. A stone whose strikers cannot
    deal its hit points has no column, since it never falls; for ``merges`` its row cannot be met.

    Args:
        level: the board.
        objective: of the game.
        ticker: told of the memory, and looked at.
        max_cost: for ``merges``: no solution may have more merges.
        named: whether columns and rows have names.

    Raises:
        Stopped: by a limit or Ctrl-C.
    """
    maximise = objective.id == STONES.id
    program = LinearProgram(maximise=maximise, ticker=ticker, named=named)
    damage = damage_columns(program, level)
    stones, names = [], []
    for strikers, (cell, hp) in zip(level.strikers, level.stones, strict=True):
        columns = [damage[i] for i in strikers]
        if maximise and sum(map(len, columns)) < hp:
            continue
        name = ("stone", cell)
        falls = program.column(1.0, 1.0, integer=True, name=(*name, "falls")) if maximise else None
        stones.append(Stone(hp, columns, falls))
        names.append(name)
    if maximise:
        budgets(program, level, damage)
    else:
        _survivors(program, level, damage, max_cost)
    for stone, name in zip(stones, names, strict=True):
        defining_row(stone).add_to(program, name)
    return program, damage, stones


def damage_columns(program: LinearProgram, level: MergeLevel) -> list[list[int]]:
    """For each hero its columns x[i, 1] ≥ x[i, 2] ≥ …."""
    depth = {kind: len(level.tokens(kind)) for kind in level.types}
    found = []
    for (cell, kind), stones in zip(level.heroes, level.strikes, strict=True):
        most = min(depth[kind], max((level.stones[s][1] for s in stones), default=0))
        columns = [
            program.column(0.0, 1.0, integer=True, name=("hero", cell, "deals", k))
            for k in range(1, most + 1)
        ]
        for k, (less, more) in enumerate(itertools.pairwise(columns), 2):
            program.row([more, less], [1.0, -1.0], upper=0.0, name=("hero", cell, "chain", k))
        found.append(columns)
    return found


def budgets(program: LinearProgram, level: MergeLevel, damage: list[list[int]]) -> None:
    """Damages can be dealt: N_k ≤ ⌊h / 2^k⌋."""
    for kind, heroes in level.types.items():
        for k, most in enumerate(level.tokens(kind)):
            columns = [damage[i][k] for i in heroes if len(damage[i]) > k]
            if len(columns) > most:
                name = ("type", type_name(kind), "budget", k + 1)
                program.row(columns, [1.0] * len(columns), upper=most, name=name)


def _survivors(
    program: LinearProgram, level: MergeLevel, damage: list[list[int]], max_cost: int | None
) -> None:
    """The fewest merges: |A_k| ≥ N_k, |A_k| ≥ 2 |A_k+1|, |A_1| ≤ h / 2 (see ``merges_for``)."""
    sizes = []
    for kind, heroes in level.types.items():
        before: int | None = None
        for k, most in enumerate(level.tokens(kind)):
            name = ("type", type_name(kind), "level", k + 1)
            size = program.column(1.0, most, integer=True, name=(*name, "merges"))
            columns = [damage[i][k] for i in heroes if len(damage[i]) > k]
            program.row(
                [*columns, size],
                [1.0] * len(columns) + [-1.0],
                upper=0.0,
                name=(*name, "deal"),
            )
            if before is not None:
                program.row([size, before], [2.0, -1.0], upper=0.0, name=(*name, "doubles"))
            before = size
            sizes.append(size)
    if max_cost is not None:
        program.row(sizes, [1.0] * len(sizes), upper=float(max_cost), name=("all", "merges"))
