"""The command line as Cyclopts reads it, with help pages that are made when they are wanted."""

from __future__ import annotations

from typing import Any

from cyclopts import App

from gridproof.cli import messages

__all__ = ["CommandLine"]


class CommandLine(App):
    """The command line, with help pages of its own."""

    def help_print(self, tokens: Any = None, *, console: Any = None) -> None:
        """Print the page of the verb that the tokens name."""
        from gridproof.cli.help import lines, page_of

        for line in lines(page_of(self, tokens), messages.terminal_width()):
            messages.out(line)
