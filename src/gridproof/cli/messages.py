"""How the command line speaks: data on stdout, everything else on stderr, never by colour alone."""

from __future__ import annotations

import functools
import json
import sys
from typing import TYPE_CHECKING, Any

from gridproof.errors import GridproofError, IllegalMove

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["error", "hint", "out", "print_json", "report", "stderr", "stdout"]


@functools.cache
def stdout() -> Console:
    """The console for data; off a terminal its tables are as wide as they need to be."""
    from rich.console import Console

    width = None if sys.stdout.isatty() else 160
    return Console(width=width, highlight=False, soft_wrap=True, emoji=False, markup=False)


@functools.cache
def stderr() -> Console:
    """The console for progress, hints and errors."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, soft_wrap=True, emoji=False, markup=False)


def out(text: str) -> None:
    """Prints a line of data."""
    sys.stdout.write(text + "\n")


def print_json(record: dict[str, Any]) -> None:
    """Prints one JSON object on a line, with the version of the format first."""
    out(json.dumps({"v": 1} | record, ensure_ascii=False))
    sys.stdout.flush()


def _say(kind: str, style: str, message: str) -> None:
    if sys.stderr.isatty():
        from rich.text import Text

        stderr().print(Text.assemble((f"{kind}:", style), " ", message))
    else:
        sys.stderr.write(f"{kind}: {message}\n")


def error(message: str) -> None:
    """Says what is wrong."""
    _say("error", "bold red", message)


def hint(message: str) -> None:
    """Suggests the next step."""
    _say("hint", "bold cyan", message)


def report(problem: GridproofError) -> None:
    """Says what is wrong, where, and what would be right."""
    error(str(problem))
    if isinstance(problem, IllegalMove) and problem.position:
        sys.stderr.write(problem.position + "\n")
    if problem.hint:
        hint(problem.hint)
