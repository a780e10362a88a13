"""The list of the shipped levels, by game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from gridproof.errors import InputError
from gridproof.game import AnyGame
from gridproof.playing.cards import Card
from gridproof.playing.levels import LevelEntry, Levels
from gridproof.playing.records import Record
from gridproof.tui.desk import Desk
from gridproof.tui.keys import action_of
from gridproof.tui.screen import PlayScreen
from gridproof.visible import visible

__all__ = ["Chooser"]

_FOOT: Final = "Enter play   g new level   Tab next game   Esc end   ↑ ↓ choose"


class Chooser(Screen[None]):
    """A list of levels with their cards; those are marked that were begun or solved.

    It starts at the first level that is not solved.

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
        # The row of each list's first level that is not solved, or else of its first one.
        self._nexts: list[int] = []
        self._list = OptionList()

    def compose(self) -> ComposeResult:
        """Yield the list below one line."""
        yield Static("Which level shall it be?", id="head", markup=False)
        yield self._list
        yield Static(_FOOT, id="foot", markup=False)

    def on_screen_resume(self) -> None:
        """Fill the list: a level may have been solved meanwhile."""
        highlighted = self._list.highlighted
        self._rows, self._nexts = [], []
        options = []
        for levels in self._all_levels:
            entries = list(levels.all())
            records = [self._desk.record(levels.game, entry.level) for entry in entries]
            solved = [record.solved for record in records]
            self._rows.append(None)
            options.append(Option(Content(_heading(levels, solved)), disabled=True))
            if levels.name == levels.game.id and levels.game.generators:
                self._rows.append(levels.game)
                options.append(Option(Content("+     New level …")))
            self._nexts.append(len(self._rows) + (solved.index(False) if False in solved else 0))
            self._rows += [(levels, index) for index in range(len(entries))]
            options += [Option(Content(line)) for line in _lines(levels.game, entries, records)]
        self._list.set_options(options)
        self._list.highlighted = self._nexts[0] if highlighted is None else highlighted
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

    def _leap(self, *, backwards: bool) -> None:
        here = self._list.highlighted or 0
        nexts = self._nexts
        if backwards:
            self._list.highlighted = max((n for n in nexts if n < here), default=nexts[-1])
        else:
            self._list.highlighted = min((n for n in nexts if n > here), default=nexts[0])

    def _back(self, end: bool | None) -> None:
        if end:
            self.app.exit()


def _lines(
    game: AnyGame, entries: Sequence[LevelEntry], records: Sequence[Record]
) -> Iterator[str]:
    """Yield a line a level: number, a mark if it was solved or begun, and the facts of its card."""
    cards = [Card.of(game, entry.level) for entry in entries]
    wide = max(len(card.size) for card in cards)
    rated = max(len(card.marks) for card in cards)
    for entry, card, record in zip(entries, cards, records, strict=True):
        mark = "✓" if record.solved else "…" if record.begun else " "
        title = None if card.title == str(entry.number) else card.title
        facts = [title, _achieved(record, card) if record.solved else None]
        columns = f"{entry.number:<4}{mark} {card.marks:{rated}} {card.size:>{wide}}"
        yield f"{columns}  {' · '.join(filter(None, facts))}".rstrip()


def _achieved(record: Record, card: Card) -> str | None:
    """Return the best solution in words; None if it cannot be read."""
    try:
        best = record.best_value()
    except InputError:
        return None
    return None if best is None else card.achieved(record.objective.id, best)


def _heading(levels: Levels, solved: Sequence[bool]) -> str:
    game = levels.game
    others = levels.name != game.id
    name = f"{game.title}: {visible(PurePosixPath(levels.name).name)}" if others else game.title
    return f"{name} · {sum(solved)} of {len(solved)} solved" if any(solved) else name
