"""The command lines of the games' sources: boards on standard input, answers on standard output."""

from __future__ import annotations

from collections.abc import Callable

from gridproof.cli import messages
from gridproof.cli.exit_codes import ExitCode, worst
from gridproof.cli.inputs import Boards
from gridproof.cli.parameters import BoardOptions
from gridproof.files.reading import STDIN, read_boards
from gridproof.limits import CancelToken
from gridproof.result import Result, Status, StopReason
from gridproof.solving.solve import solve

__all__ = ["answers", "run"]

#: A program's text for a proven result; None if it has no word for "no solution".
Answer = Callable[[Result], str | None]


def run(game: str, objective: str | None, answer: Answer) -> int:
    """Answer each board of standard input; only what is proven is an answer."""
    boards, token = Boards([STDIN], BoardOptions(game=game), quiet=True), CancelToken()
    codes: list[ExitCode] = []
    for board in boards:
        result = solve(board.level, objective=objective, cancel=token)
        if result.status in (Status.OPTIMAL, Status.INFEASIBLE):
            text = answer(result)
            if text is None:
                messages.error(f"board {board.number} has no solution")
                codes.append(ExitCode.NO)
            else:
                messages.out(text)
                messages.flush()
        else:
            messages.error(f"board {board.number}: stopped without an answer: {result.stop_reason}")
            codes.append(ExitCode.UNFINISHED)
        if token.cancelled or result.stop_reason is StopReason.INTERRUPTED:
            codes.append(ExitCode.INTERRUPTED)
            break
    if boards.problems:
        codes.append(ExitCode.BAD_INPUT)
    return worst(codes)


def answers(text: str, game: str, objective: str | None, answer: Answer) -> list[str | None]:
    """Return the answers to the boards of a text, without limits; None for "no solution".

    Raises:
        BadBoard: a board has a fault.
    """
    levels = read_boards(text, game=game)
    return [answer(solve(level, objective=objective)) for level in levels]
