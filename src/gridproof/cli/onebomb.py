"""``gridproof onebomb``: the olympiad's program, standard input to standard output."""

from __future__ import annotations

from gridproof.cli import messages
from gridproof.cli.exit_codes import ExitCode
from gridproof.games.onebomb.formats import NO_SOLUTION
from gridproof.loading import STDIN, read_file
from gridproof.result import Status
from gridproof.solving import solve

__all__ = ["command"]


def command() -> int:
    """Read boards from standard input; print length, bomb and path of each, or NIE."""
    for level in read_file(STDIN, game="onebomb"):
        result = solve(level)
        if result.solution is not None:
            messages.out(f"{result.cost}\n{result.solution}")
        elif result.status is Status.INFEASIBLE:
            messages.out(NO_SOLUTION)
        else:
            messages.error(f"stopped without an answer: {result.stop_reason}")
            return ExitCode.UNFINISHED
    return ExitCode.ANSWERED
