"""The integer program over damages as a file for other solvers."""

from __future__ import annotations

from gridproof.errors import InputError
from gridproof.export.mps import solver_values
from gridproof.games.merge.level import MergeLevel
from gridproof.games.merge.solve.damages import can_be_dealt, merges_for, trimmed
from gridproof.games.merge.solve.program import DamageProgram
from gridproof.level import Objective
from gridproof.limits import Ticker

__all__ = ["moves", "of_level"]


def of_level(level: MergeLevel, objective: Objective) -> str:
    """Return the program; :class:`DamageProgram` proves that its optimum is the board's."""
    return DamageProgram(level, objective, Ticker()).linear(named=True).mps()


def moves(level: MergeLevel, objective: Objective, answer: str) -> list[str]:
    """Return the merges of a solution of the program, without damage that no stone needs.

    Raises:
        InputError: the text gives no whole values, or damages that no play deals.
    """
    program = DamageProgram(level, objective, Ticker())
    values = solver_values(answer, program.linear(named=True).column_names)
    dealt = [sum(values[column] for column in columns) for columns in program.damage]
    if not can_be_dealt(level, dealt):
        raise InputError("no play deals the damages of this answer: it breaks a row of the program")
    return list(merges_for(level, trimmed(level, dealt)))
