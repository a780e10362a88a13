"""The form for the goal of a new level."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.reactive import reactive
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Input, Static

from gridproof.design.level_id import generators
from gridproof.errors import GridproofError
from gridproof.game import AnyGame
from gridproof.options import Option, whole_number
from gridproof.playing.levels import Levels
from gridproof.playing.messages import sentence
from gridproof.playing.orders import Drawn, Order, drawing, goals
from gridproof.processes.worker import Job
from gridproof.tui.desk import Desk
from gridproof.tui.screen import PlayScreen

__all__ = ["Form"]

#: Seconds between two looks at the drawing.
_LOOK: Final = 0.1
_FOOT: Final = "Enter draw   Esc back   ↑ ↓ field   ← → change"
_SEED: Final = Option("seed", None, whole_number, str, "equal seeds make equal levels")


class _Choice(Static, can_focus=True):
    """A field of few values: the arrows go from one to the next.

    Args:
        values: the choices; the first one is chosen, or the given one.
        chosen: the one to begin with.

    Attributes:
        value: the chosen one.
    """

    value = reactive("")

    def __init__(self, values: Sequence[str], chosen: str) -> None:
        super().__init__(markup=False)
        self._values = values
        self.set_reactive(_Choice.value, chosen)

    def render(self) -> str:
        """Return the value between the arrows that change it."""
        return f"‹ {self.value} ›"

    def on_key(self, event: events.Key) -> None:
        """Take another value at the arrows and Space."""
        steps = {"left": -1, "right": 1, "space": 1}.get(event.key, 0)
        if steps:
            event.stop()
            here = self._values.index(self.value)
            self.value = self._values[(here + steps) % len(self._values)]

    def on_click(self) -> None:
        """Take the next value."""
        self.value = self._values[(self._values.index(self.value) + 1) % len(self._values)]


class _Row(Horizontal):
    """A field with its name and its purpose.

    Args:
        option: the option that it sets.
        unset: the text of an empty field whose default no text expresses.

    Attributes:
        option: the option that it sets.
        field: the input.
        about: the text of its purpose.
    """

    def __init__(self, option: Option, unset: str = "any") -> None:
        super().__init__()
        self.option = option
        default = option.said_default
        self.field: Input | _Choice
        self.about = option.summary
        if option.choices:
            self.field = _Choice(option.choices, default or option.choices[0])
        else:
            self.field = Input(placeholder=default or unset, compact=True)
            self.field.cursor_blink = False

    def compose(self) -> ComposeResult:
        """Yield name, field, summary."""
        yield Static(self.option.name.replace("-", " "), classes="name", markup=False)
        yield self.field
        yield Static(self.about, classes="about", markup=False)

    @property
    def text(self) -> str:
        """The entered text; "" for the default."""
        said = self.field.value.strip()
        return "" if said == self.option.said_default else said

    def tell(self, about: str) -> None:
        """Change the text of its purpose."""
        self.about = about
        self.query_one(".about", Static).update(about)


class Form(Screen[bool]):
    """The goal of a new level of a game: generator, parameters, difficulty, seed.

    Its result on dismissal is True if the whole program is to end.

    Args:
        desk: draws levels, and begins attempts.
        game: the game of the level.
    """

    def __init__(self, desk: Desk, game: AnyGame) -> None:
        super().__init__()
        self._desk = desk
        self._game = game
        self._job: Job[Drawn] | None = None
        self._looking: Timer | None = None
        self._specs = generators(game)
        self._generator = _Row(
            Option.choice("generator", tuple(self._specs), next(iter(self._specs.values())).summary)
        )
        self._parameters = {
            name: [_Row(option) for option in spec.parameters] for name, spec in self._specs.items()
        }
        self._goals = [_Row(option) for option in goals(game)]
        self._seed = _Row(_SEED, "a fresh one")
        self._status = Static(id="status", markup=False)
        self._foot = Static(_FOOT, id="foot", markup=False)

    def compose(self) -> ComposeResult:
        """Yield the fields below one line."""
        yield Static(f"A new level: {self._game.title}", id="head", markup=False)
        with VerticalScroll(can_focus=False):
            yield self._generator
            for name, rows in self._parameters.items():
                yield Vertical(*rows, id=f"of-{name}")
            yield from self._goals
            yield self._seed
        yield self._status
        yield self._foot

    def on_mount(self) -> None:
        """Show the fields of the first generator."""
        self._looking = self.set_interval(_LOOK, self.look, pause=True)
        self.watch(self._generator.field, "value", self._choose)

    def on_unmount(self) -> None:
        """Stop the drawing."""
        if self._job is not None:
            self._job.cancel()

    def on_resize(self, event: events.Resize) -> None:
        """Show the purpose of fields if there is room."""
        self.set_class(event.size.width < 60, "narrow")

    def on_key(self, event: events.Key) -> None:
        """Draw at Enter, change fields at arrows, stop or go back at Escape."""
        match event.key:
            case "enter":
                self._draw()
            case "up":
                self.focus_previous()
            case "down":
                self.focus_next()
            case "escape" if self._job is not None:
                self._job.cancel()
            case "escape":
                self.dismiss(False)
            case "ctrl+q" | "ctrl+c":
                self.dismiss(True)
            case _:
                return
        event.stop()
        event.prevent_default()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Show the purpose of a field in full."""
        if self._job is None and isinstance(event.widget.parent, _Row):
            self._tell(event.widget.parent)

    def on_input_submitted(self) -> None:
        """Draw at Enter in a field, too."""
        self._draw()

    def look(self) -> None:
        """Take a level that was drawn, and play it."""
        job = self._job
        if job is None:
            return
        if not job.done:
            self._say(f"{drawing(job.progress)} · Esc stops")
            return
        self._end()
        try:
            levels = Levels.of(job.result())
        except GridproofError as problem:
            self._say(sentence(problem))
            return
        self._say("")
        screen = PlayScreen(self._desk, levels, 0, back="back to the wishes")
        self.app.push_screen(screen, self._back)

    def _choose(self, name: str) -> None:
        self._generator.tell(self._specs[name].summary)
        self._tell(self._generator)
        for other in self._specs:
            self.query_one(f"#of-{other}").display = other == name

    def _draw(self) -> None:
        if self._job is not None or not self.is_active:
            return
        generator = self._generator.field.value
        try:
            seed = self._seed.text
            order = Order.of(
                self._game,
                generator,
                _texts(self._parameters[generator]),
                _texts(self._goals),
                whole_number(seed) if seed else None,
            )
            self._job = self._desk.draw(order)
        except ValueError as problem:
            self._say(f"The seed {problem}.")
        except GridproofError as problem:
            self._say(sentence(problem))
        else:
            self.look()
            assert self._looking is not None
            self._looking.resume()

    def _end(self) -> None:
        self._job = None
        assert self._looking is not None
        self._looking.pause()

    def _tell(self, row: _Row) -> None:
        self._say(f"{row.option.name}: {row.about}.")

    def _say(self, text: str) -> None:
        self._status.update(text)

    def _back(self, end: bool | None) -> None:
        if end:
            self.dismiss(True)


def _texts(rows: Sequence[_Row]) -> Mapping[str, str]:
    return {row.option.name: row.text for row in rows}
