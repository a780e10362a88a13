"""The list of the shipped levels, by game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from gridproof.game import AnyGame
from gridproof.playing.levels import LevelEntry, Levels
from gridproof.tui.desk import Desk
from gridproof.tui.keys import action_of
from gridproof.tui.screen import PlayScreen
from gridproof.visible import visible

__all__ = ["Chooser"]

_FOOT: Final = "Enter play   g new level   Tab next game   Esc end   ↑ ↓ choose"


class Chooser(Screen[None]):
    """A list of levels, with those marked that were begun or solved.

    Args:
        desk: begins attempts, and knows the records.
        all_levels: the levels, by game.
    """

    def __init__(self, desk: Desk, all_levels: Sequence[Levels]) -> None:
        super().__init__()
        self._desk = desk
        self._all_levels = all_levels
        # The meaning of each row: a level, a new one of a game; None: a heading.
        self._rows: list[tuple[Levels, int] | AnyGame | None] = []
        self._list = OptionList()

    def compose(self) -> ComposeResult:
        """Yield the list below one line."""
        yield Static("Which level shall it be?", id="head", markup=False)
        yield self._list
        yield Static(_FOOT, id="foot", markup=False)

    def on_screen_resume(self) -> None:
        """Fill the list: a level may have been solved meanwhile."""
        highlighted = self._list.highlighted
        self._rows = []
        options = []
        for levels in self._all_levels:
            self._rows.append(None)
            options.append(Option(Content(_heading(levels)), disabled=True))
            if levels.name == levels.game.id and levels.game.generators:
                self._rows.append(levels.game)
                options.append(Option(Content("+     New level …")))
            for index, entry in enumerate(levels.all()):
                self._rows.append((levels, index))
                options.append(Option(Content(self._line(levels, entry))))
        self._list.set_options(options)
        self._list.highlighted = self._firsts()[0] if highlighted is None else highlighted
        self._list.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Play a level."""
        if not self.is_active:  # a level was opened by the key before
            return
        row = self._rows[event.option_index]
        if isinstance(row, tuple):
            screen = PlayScreen(self._desk, *row, back="back to the list")
            self.app.push_screen(screen, self._back)
        elif row is not None:
            self._ask_goal(row)

    def on_key(self, event: events.Key) -> None:
        """Handle Tab (next game), g (goal of a new level) and Escape (end)."""
        if event.key in ("escape", "q", "ctrl+c"):
            event.stop()
            self.app.exit()
        elif event.key in ("tab", "shift+tab"):
            event.stop()
            event.prevent_default()
            self._leap(backwards=event.key == "shift+tab")
        elif action_of(event.key) == "another":
            event.stop()
            row = self._rows[self._list.highlighted or 0]
            game = row[0].game if isinstance(row, tuple) else row
            if game is not None and game.generators:
                self._ask_goal(game)

    def _ask_goal(self, game: AnyGame) -> None:
        from gridproof.tui.form import Form  # its fields take time to be imported

        self.app.push_screen(Form(self._desk, game), self._back)

    def _firsts(self) -> list[int]:
        """Return the rows of the first levels."""
        return [
            number
            for number, row in enumerate(self._rows)
            if isinstance(row, tuple) and not isinstance(self._rows[number - 1], tuple)
        ]

    def _leap(self, *, backwards: bool) -> None:
        here = self._list.highlighted or 0
        firsts = self._firsts()
        if backwards:
            self._list.highlighted = max((n for n in firsts if n < here), default=firsts[-1])
        else:
            self._list.highlighted = min((n for n in firsts if n > here), default=firsts[0])

    def _line(self, levels: Levels, entry: LevelEntry) -> str:
        """Return a level's number, whether it was solved or begun, and its title."""
        record = self._desk.record(levels.game, entry.level)
        mark = "✓" if record.solved else "…" if record.begun else " "
        title = entry.level.title or ""
        return f"{entry.number:<4}{mark} {'' if title == str(entry.number) else title}"

    def _back(self, end: bool | None) -> None:
        if end:
            self.app.exit()


def _heading(levels: Levels) -> str:
    game = levels.game
    return (
        game.title
        if levels.name == game.id
        else f"{game.title}: {visible(PurePosixPath(levels.name).name)}"
    )
