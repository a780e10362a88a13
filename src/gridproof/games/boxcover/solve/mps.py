"""The cover by maximal squares as an integer program, for other solvers."""

from __future__ import annotations

from gridproof.export.mps import solver_values
from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.games.boxcover.solve.candidates import maximal_squares
from gridproof.grid import Pos
from gridproof.level import Objective
from gridproof.limits import Ticker
from gridproof.solving.linear_program import LinearProgram

__all__ = ["moves", "of_level"]


def of_level(level: BoxcoverLevel, objective: Objective) -> str:
    """Return the fewest squares such that each point lies in one.

    It is complete: the squares are those of :func:`maximal_squares`, all that any best cover needs.
    The points in a square of the plane lie in a maximal set of points that fit one square, and for
    each such set there is a column; so a cover of the plane's squares becomes one of the columns'
    that is no larger, and each solution is a cover.
    """
    return _program(level)[0].mps()


def _program(level: BoxcoverLevel) -> tuple[LinearProgram, list[Pos]]:
    """Return the program, and the lower-left corners of its squares."""
    program, squares = LinearProgram(named=True), maximal_squares(level, Ticker())
    covering: list[list[int]] = [[] for _ in level.points]
    for corner, points in squares.items():
        column = program.column(1.0, 1.0, integer=True, name=("square", corner))
        for point in points:
            covering[point].append(column)
    for cell, columns in zip(level.points, covering, strict=True):
        program.row(columns, [1.0] * len(columns), lower=1.0, name=("point", cell))
    return program, list(squares)


def moves(level: BoxcoverLevel, objective: Objective, answer: str) -> list[str]:
    """Return the squares of a solution of the program.

    Raises:
        InputError: the text gives no whole values.
    """
    program, corners = _program(level)
    values = solver_values(answer, program.column_names)
    return [str(corner) for corner, value in zip(corners, values, strict=True) if value]
