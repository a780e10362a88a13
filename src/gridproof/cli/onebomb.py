"""``gridproof onebomb``: the olympiad's program, standard input to standard output."""

from __future__ import annotations

from gridproof.arguments import check_text, explained
from gridproof.cli import programs
from gridproof.games.onebomb.forms import NO_SOLUTION
from gridproof.result import Result

__all__ = ["command", "onebomb"]


def command() -> int:
    """Read boards from standard input; print length, bomb and path of each, or NIE.

    Examples:
        gridproof onebomb < task.txt
    """
    return programs.run("onebomb", None, _answer)


@explained
def onebomb(text: str) -> list[str | None]:
    """Return the answers of the olympiad's program to the boards of a text.

    Raises:
        BadBoard: a board has a fault.
    """
    check_text(text, "what boards are read from", "`Path(…).read_text()` reads a file")
    return programs.answers(text, "onebomb", None, _answer)


def _answer(result: Result) -> str:
    return NO_SOLUTION if result.solution is None else f"{result.cost}\n{result.solution}"
