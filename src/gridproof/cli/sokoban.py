"""``gridproof sokoban``: the course's program, standard input to standard output."""

from __future__ import annotations

from gridproof.cli import messages
from gridproof.cli.exit_codes import ExitCode, worst
from gridproof.loading import STDIN, read_file
from gridproof.result import Status
from gridproof.solving import solve

__all__ = ["command"]


def command() -> int:
    """Read boards from standard input; print the fewest moves and the moves of each.

    An unsolvable board is said so on standard error, with exit code 1 at the end.
    """
    codes = []
    for number, level in enumerate(read_file(STDIN, game="sokoban"), 1):
        result = solve(level, objective="moves")
        if result.status is Status.OPTIMAL and result.solution is not None:
            messages.out(f"{result.cost}\n{result.solution.lower()}")
            codes.append(ExitCode.ANSWERED)
        elif result.status is Status.INFEASIBLE:
            messages.error(f"board {number} has no solution")
            codes.append(ExitCode.NO)
        else:
            messages.error(f"board {number}: stopped without an answer: {result.stop_reason}")
            return ExitCode.UNFINISHED
    return worst(codes)
