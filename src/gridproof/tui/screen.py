"""The screen on which a level is played."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from gridproof.errors import GridproofError, InputError
from gridproof.playing.levels import Levels
from gridproof.playing.messages import sentence
from gridproof.playing.orders import SAME, Drawn, drawing
from gridproof.processes.worker import Job, WorkerDied
from gridproof.render.about import goal_line
from gridproof.tui import keys
from gridproof.tui.board import BoardWidget
from gridproof.tui.desk import Desk
from gridproof.tui.help import Help

__all__ = ["PlayScreen"]

#: Seconds between two looks at a search, and between two moves of a solution that is played.
_LOOK: Final = 0.1
_PACE: Final = 0.3
#: Keys that games know, besides single characters.
_NAMED: Final = ("up", "down", "left", "right", "enter", "space", "tab")
#: Rows of a terminal from which on the task stands above the board.
_MIN_ROWS: Final = 16
_SIDES: Final = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
#: The actions on the last line, the most needed first.
_FOOT: Final = (
    "? rules, keys",
    "Esc leave",
    "u undo",
    "h hint",
    "r restart",
    "o optimum",
    "n p levels",
)
#: Its further actions, for a level that a generator made.
_ANOTHER: Final = "g another"


class PlayScreen(Screen[bool]):
    """A level: the board, one line of facts, messages, and the keys.

    Its result on dismissal is True if the whole program is to end.

    Args:
        desk: begins attempts, and saves them.
        levels: the levels.
        index: the one to begin with.
        back: the place to which Escape and the end of the last level lead, for people.
    """

    def __init__(self, desk: Desk, levels: Levels, index: int, back: str = "end") -> None:
        super().__init__()
        self._desk = desk
        self._levels = levels
        self._index = index
        self._back = back
        self._faults_told = 0
        self._drawing: Job[Drawn] | None = None
        self.attempt = desk.begin(levels, index)
        self.board = BoardWidget()
        self._head, self._goal, self._facts, self._status, self._search, self._foot = (
            Static(id=name, markup=False)
            for name in ("head", "goal", "facts", "status", "search", "foot")
        )
        self._looking: Timer | None = None
        self._playing: Timer | None = None

    def compose(self) -> ComposeResult:
        """Yield the board and the lines above and below it."""
        yield self._head
        yield self._goal
        yield self.board
        yield self._facts
        yield self._status
        yield self._search
        yield self._foot

    def on_mount(self) -> None:
        """Show the first level."""
        self._looking = self.set_interval(_LOOK, self.look, pause=True)
        self._playing = self.set_interval(_PACE, self._step, pause=True)
        self._open()

    def on_unmount(self) -> None:
        """Stop searching and drawing."""
        self.attempt.leave()
        self._stop_drawing()

    def on_resize(self, event: events.Resize) -> None:
        """Show as many keys as fit."""
        self.set_class(event.size.width < 100, "narrow")
        self.set_class(event.size.height < _MIN_ROWS, "short")
        self.call_after_refresh(self._tell)

    # Keys and pointing

    def on_key(self, event: events.Key) -> None:
        """Handle a key, first as the game does, then as the program does."""
        event.stop()
        event.prevent_default()
        if not self.is_active:  # left by the key before: this one was on its way already
            return
        named = event.key in _NAMED or not event.is_printable
        key = event.key if named else event.character or event.key
        self.board.settle()
        self.board.show_cursor()
        if self.attempt.running and self.attempt.stop() and keys.action_of(key) == "stop":
            self._show()
        else:
            with self._solver_may_fail():
                self._press(key)

    def on_board_widget_pointed(self, message: BoardWidget.Pointed) -> None:
        """Pass pointing on to the game."""
        if not self.is_active:
            return
        self.board.settle()
        with self._solver_may_fail():
            self.attempt.point(message.cell)
            self._show()

    def _press(self, key: str) -> None:
        game, attempt = self._levels.game, self.attempt
        if key == "enter" and attempt.is_frozen:
            self._next()
        elif key in game.quit_keys:
            self.dismiss(True)
        elif (len(key) == 1 or key in _NAMED) and attempt.press(key):
            self._show()
        elif keys.is_of_game(game, key):
            self._tell()
        elif (action := keys.action_of(key)) is not None:
            self._act(action, key)

    def _act(self, action: keys.Action, key: str) -> None:
        attempt = self.attempt
        match action:
            case "undo":
                attempt.undo()
            case "redo":
                attempt.redo()
            case "restart":
                attempt.restart()
            case "hint":
                attempt.hint()
            case "optimum":
                attempt.optimum()
            case "warn":
                self._desk.switch_warnings()
            case "next":
                if not self._go(1):
                    like = self._levels.further(self._index) is not None
                    attempt.say(f"This is the last level.{' g: another one like it.' * like}")
            case "previous":
                if not self._go(-1):
                    attempt.say("This is the first level.")
            case "another":
                self._another()
            case "look":
                self.board.look(*_SIDES[key.removeprefix("shift+")])
                self._tell()
                return
            case "save":
                self._save()
            case "help":
                self.app.push_screen(Help(self._levels.game, attempt.session.level))
                return
            case "stop":
                if not self._stop_drawing() and not attempt.stop():
                    self.dismiss(False)
                    return
            case "quit":
                self.dismiss(True)
                return
        self._show()

    def _save(self) -> None:
        try:
            path = self._desk.save(self.attempt, self._levels)
        except InputError as problem:
            self.attempt.say(str(problem))
        else:
            self.attempt.say(f"Saved: `gridproof play {path}` goes on from here.")

    def _next(self) -> None:
        """Go on from a level that is done."""
        if self._go(1):
            self._show()
        elif self._levels.further(self._index) is not None:
            self._another()
            self._show()
        else:
            self.dismiss(False)

    def _another(self) -> None:
        """Have one more level drawn like this one; it opens when it is there."""
        order = self._levels.further(self._index)
        if order is None:
            self.attempt.say("No generator made this level: the list of `gridproof play` has them.")
        elif self._drawing is None:
            self._drawing = self._desk.draw(order)

    def _stop_drawing(self) -> bool:
        """Give up a level that is being drawn; return False if none is."""
        if self._drawing is None:
            return False
        self._drawing.cancel()
        return True

    def _go(self, steps: int) -> bool:
        """Go to another level, if there is one."""
        if self._levels.get(self._index + steps) is None:
            return False
        self.attempt.leave()
        self._index += steps
        self.attempt = self._desk.begin(self._levels, self._index)
        self._open()
        return True

    # The view

    def _open(self) -> None:
        faults = self._levels.faults[self._faults_told :]
        if faults:
            self._faults_told += len(faults)
            more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
            self.attempt.say(f"Left out: {faults[0]}{more}")
        self.board.crossed = self.attempt.crossed
        self.board.open(self.attempt.session)
        self._tell()

    def _show(self) -> None:
        """Show the changes of the last action."""
        self.board.pointed_out, self.board.crossed = self.attempt.pointed_out, self.attempt.crossed
        if self.attempt.made is None:
            self.board.draw()
        else:
            self.board.move(*self.attempt.made)
        self._tell()

    def _tell(self) -> None:
        """Fill the lines of text, and watch the work in the background."""
        attempt = self.attempt
        status, search = attempt.status, attempt.search or self._drawing_line()
        on_card = attempt.is_done and not attempt.running
        self.set_class(on_card, "card")
        if on_card:
            status += f"\n{search or self._ways_on()}"
        self._head.update(self._title())
        session = attempt.session
        known = (session.game, session.level, session.objective.id, attempt.known)
        self._goal.update(goal_line(*known))
        facts = [attempt.counter, session.caption, self.board.where]
        self._facts.update(" · ".join(filter(None, facts)))
        self._status.update(status)
        self._search.update(search)
        more = [_ANOTHER] * (self._levels.further(self._index) is not None)
        self._foot.update(_fitting((*_FOOT[:2], *more, *_FOOT[2:]), self.size.width - 2))
        for timer, wanted in (
            (self._looking, attempt.job is not None or self._drawing is not None),
            (self._playing, attempt.running),
        ):
            if timer is not None:
                timer.resume() if wanted else timer.pause()

    def _title(self) -> str:
        entry, count = self._levels.get(self._index), self._levels.count()
        assert entry is not None
        session = self.attempt.session
        parts = [f"{session.game.id} {entry.number}" + (f" of {count}" if count else "")]
        if session.objective is not session.game.objective():
            parts.append(f"for {session.objective.id}")
        parts.append(entry.level.title or "" if entry.drawn is None else entry.drawn.order)
        return " · ".join(filter(None, parts))

    def _ways_on(self) -> str:
        """Return the keys that lead on from a level that is done."""
        if self.attempt.is_frozen:
            return f"Enter: {self._what_follows()} · u: undo · r: restart"
        return "It can be played on · n: the next level · u: undo · r: restart"

    def _what_follows(self) -> str:
        """Return the step that Enter leads to from a level that is done."""
        if self._levels.get(self._index + 1) is not None:
            return "the next level"
        like = self._levels.further(self._index) is not None
        return "another one like it" if like else self._back

    def _drawing_line(self) -> str:
        if self._drawing is None:
            return ""
        return f"{drawing(self._drawing.progress)} · Esc stops"

    def look(self) -> None:
        """Take the findings of a search, and a level that was drawn."""
        searched = self.attempt.job is not None
        self.attempt.poll()
        self._take_drawn()
        if searched and self.attempt.job is None:
            self.board.pointed_out = self.attempt.pointed_out
            self.board.crossed = self.attempt.crossed
            self.board.draw(follow=False)
        self._tell()

    def _take_drawn(self) -> None:
        job = self._drawing
        if job is None or not job.done:
            return
        self._drawing = None
        try:
            found = job.result()
        except GridproofError as problem:
            self.attempt.say(sentence(problem))
            return
        here = self._levels.get(self._index)
        assert here is not None
        same = here.drawn is not None and here.drawn.symmetry_class == found.symmetry_class
        self._go(self._levels.add(found) - self._index)
        if same:
            self.attempt.say(SAME)
            self._tell()

    def _step(self) -> None:
        self.board.settle()
        with self._solver_may_fail():
            self.attempt.step()
            self._show()

    @contextmanager
    def _solver_may_fail(self) -> Iterator[None]:
        """Report that no solver can be started; the rest of a key's work is done by then."""
        try:
            yield
        except WorkerDied as problem:
            self.attempt.say(str(problem))
            self._show()


def _fitting(parts: tuple[str, ...], width: int) -> str:
    """Return the first parts, as many as a line holds."""
    line = parts[0]
    for part in parts[1:]:
        if len(line) + 3 + len(part) > width:
            break
        line += f"   {part}"
    return line
