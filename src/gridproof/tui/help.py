"""The page of rules and keys."""

from __future__ import annotations

from typing import Final

from rich.table import Table
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from gridproof.game import AnyGame
from gridproof.level import Level
from gridproof.render.about import rules_text
from gridproof.tui.keys import help_lines

__all__ = ["Help"]

#: Columns of the rules at most, and those of the frame.
_WIDTH: Final = 66
_FRAME: Final = 9
_MORE = (
    "With the mouse: point at what is to be taken, or where it is to go. "
    "What you do is kept after each move, and is there when the level is played again."
)


class Help(ModalScreen[None]):
    """The rules of a game, and all keys of it and of the program.

    Args:
        game: the game.
        level: the board whose options are explained.
    """

    def __init__(self, game: AnyGame, level: Level) -> None:
        super().__init__()
        self._game = game
        self._level = level

    def compose(self) -> ComposeResult:
        """Yield the rules and a table of keys, which can be scrolled."""
        table = Table.grid(padding=(0, 2))
        table.add_column(no_wrap=True)
        for shown, use in help_lines(self._game):
            table.add_row(Text(shown, "bold"), use)
        width = min(_WIDTH, self.app.size.width - _FRAME)
        with VerticalScroll():
            yield Static(Text(self._game.title, "bold underline"))
            yield Static("\n".join(rules_text(self._game, width, self._level)), markup=False)
            yield Static(Text("\nKeys", "bold"))
            yield Static(table)
            yield Static(f"\n{_MORE}\n\nAny other key goes back.", markup=False)

    def on_key(self, event: events.Key) -> None:
        """Go back at any key but those that scroll."""
        if event.key not in ("up", "down", "pageup", "pagedown", "home", "end"):
            event.stop()
            if self.is_active:  # else it was left by the key before
                self.dismiss(None)
