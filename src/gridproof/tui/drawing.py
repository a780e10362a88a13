"""The screen on which a board is drawn, with the verdict on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from gridproof.editing.draft import Draft
from gridproof.editing.hand import KEYS, Hand
from gridproof.editing.sketch import fault_marks, sketch
from gridproof.editing.verdict import Judging, Verdict, progress_words, words
from gridproof.errors import GridproofError, InputError
from gridproof.files.writing import write_file
from gridproof.processes.worker import Job, Worker
from gridproof.render.text import render
from gridproof.scene import Sprite

__all__ = ["DrawScreen"]

#: Seconds between two looks at a search.
_LOOK: Final = 0.1
_FOOT: Final = "arrows go   Space put   Ctrl-S save   u undo   ? keys   Esc end"


class DrawScreen(Screen[None]):
    """A board that is drawn: its cells, the piece in hand, the verdict, and faults.

    Args:
        worker: solves the board in the background.
        drafts: the boards of the file.
        index: the one that is drawn.
        file: where they are saved.
        seconds: of the search after each change.
    """

    def __init__(
        self, worker: Worker, drafts: Sequence[Draft], index: int, file: Path, seconds: float
    ) -> None:
        super().__init__()
        self.hand = Hand(drafts[index])
        self._worker, self._file, self._seconds = worker, file, seconds
        self._drafts, self._index = list(drafts), index
        self._job: Job[Verdict] | None = None
        self._judged: Draft | None = None
        self._looking: Timer | None = None
        self.verdict, self._before = "", ""
        self._head, self._board, self._piece, self._status, self._search, self._foot = (
            Static(id=name, markup=False)
            for name in ("head", "board", "piece", "status", "search", "foot")
        )

    def compose(self) -> ComposeResult:
        """Yield the board and the lines above and below it."""
        yield self._head
        with VerticalScroll(can_focus=False):
            yield self._board
        yield self._piece
        yield self._status
        yield self._search
        yield self._foot

    def on_mount(self) -> None:
        """Show the board."""
        self._board.styles.height = "auto"
        self._looking = self.set_interval(_LOOK, self.look)
        self._show()

    def on_unmount(self) -> None:
        """Stop searching."""
        self._stop()

    def on_key(self, event: events.Key) -> None:
        """Handle a key."""
        event.stop()
        event.prevent_default()
        named = not event.is_printable or event.key == "space"
        key = event.key if named else event.character or event.key
        if key in ("escape", "ctrl+c", "ctrl+q"):
            self.dismiss(None)
        elif key == "ctrl+s":
            self._save()
        elif key == "?":
            self._search.update(_keys())
        elif self.hand.press(key):
            self._show()

    def _save(self) -> None:
        self._drafts[self._index] = self.hand.draft
        try:
            levels = [draft.level() for draft in self._drafts]
            game = self.hand.draft.game
            write_file(self._file, game.write_all(levels))
        except InputError as problem:
            self.hand.said = f"Not saved: {problem}"
        else:
            self.hand.said = f"Saved: {self._file}"
        self._show()

    # The verdict

    def _judge(self) -> None:
        """Begin a search, if the board has changed and can be solved."""
        draft = self.hand.draft
        if draft == self._judged:
            return
        self._stop()
        self._judged, self._before = draft, self.verdict or self._before
        self.verdict = ""
        if draft.faults:
            self._tell("not finished: " + "; ".join(fault.message for fault in draft.faults))
            return
        self._job = self._worker.ask(Judging(draft.level(), self._seconds))
        self._tell("searching …")

    def look(self) -> None:
        """Take the findings of a search."""
        job, game = self._job, self.hand.draft.game
        if job is None:
            return
        if not job.done:
            if job.progress is not None:
                self._tell(progress_words(game, job.progress))
            return
        self._job = None
        try:
            self.verdict = words(game, job.result().result)
        except GridproofError as problem:
            self._tell(str(problem))
            return
        change = f"   (before: {self._before})" if self._before not in ("", self.verdict) else ""
        self._tell(self.verdict + change)

    def _stop(self) -> None:
        if self._job is not None:
            self._job.kill("another stroke was made")
            self._job = None

    def _tell(self, text: str) -> None:
        self._status.update(text)

    # The view

    def _show(self) -> None:
        hand, draft = self.hand, self.hand.draft
        scene = sketch(draft, list(fault_marks(draft.faults)))
        x, y = hand.cursor.x - draft.window.left, hand.cursor.y - draft.window.top
        cursor = Sprite("cursor", "cursor", x, y, label=_label_at(draft, hand) or "[]")
        self._board.update(render(replace(scene, sprites=(*scene.sprites, cursor))))
        title = draft.info.get("title", "")
        size = f"{draft.window.width} × {draft.window.height}"
        of = f" {self._index + 1} of {len(self._drafts)}" if len(self._drafts) > 1 else ""
        self._head.update(" · ".join(filter(None, (f"{draft.game.id}{of}", title, size))))
        begun = " · from here: the same key again at the other end" * (hand.corner is not None)
        self._piece.update(f"in hand: {hand.piece.id}   pieces: {_pieces(draft)}{begun}")
        self._search.update(hand.said)
        self._foot.update(_FOOT)
        self._judge()


def _label_at(draft: Draft, hand: Hand) -> str:
    """Return the two columns of the thing under the cursor, which stays to be seen."""
    names = [name for name in draft.at(hand.cursor) if draft.palette[name].side is None]
    if not names:
        return ""
    look = draft.palette[names[-1]].look
    return f"[{look.text.strip()[:1] or ' '}"


def _pieces(draft: Draft) -> str:
    """Return the keys of pieces, each with its first piece; digits as a range."""
    names: dict[str, str] = {}
    for piece in draft.game.palette:
        names.setdefault(piece.key, "wall" if piece.side else piece.id)
    digits = [key for key in names if key.isdigit()]
    for key in digits[1:]:
        del names[key]
    if len(digits) > 1:
        names[f"{digits[0]}…{digits[-1]}"] = names.pop(digits[0]).rstrip(f" {digits[0]}")
    return "  ".join(f"{key} {name}" for key, name in names.items())


def _keys() -> Text:
    return Text("\n".join(f"{key:<12} {use}" for key, use in KEYS.items()))
