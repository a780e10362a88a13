"""``gridproof sokoban``: the course's program, standard input to standard output."""

from __future__ import annotations

from gridproof.arguments import check_text, explained
from gridproof.cli import programs
from gridproof.result import Result

__all__ = ["command", "sokoban"]


def command() -> int:
    """Read boards from standard input; print the fewest moves and the moves of each.

    An unsolvable board is named on standard error, with exit code 1 at the end.

    Examples:
        gridproof sokoban < set.txt
    """
    return programs.run("sokoban", "moves", _answer)


@explained
def sokoban(text: str) -> list[str | None]:
    """Return the course program's answers to the boards of a text; None: no solution.

    Raises:
        BadBoard: a board has a fault.
    """
    check_text(text, "what boards are read from", "`Path(…).read_text()` reads a file")
    return programs.answers(text, "sokoban", "moves", _answer)


def _answer(result: Result) -> str | None:
    return None if result.solution is None else f"{result.cost}\n{result.solution.lower()}"
