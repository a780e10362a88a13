"""The board on the screen: the part of it that fits, with the moved things kept in view."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from gridproof.grid import Pos
from gridproof.playing.session import Session
from gridproof.render.text import COLOURS, layout, styled_lines
from gridproof.scene import Scene, Window, crossed
from gridproof.tui.motion import motion

__all__ = ["BoardWidget"]

#: Seconds that the cursor is visible, and then hidden.
_BLINK: Final = 0.5
#: Cells round a moving thing that stay in view.
_MARGIN: Final = 3
_POINTED_OUT: Final = Style.parse(f"bold underline color(16) on color({COLOURS['vermilion']})")


class BoardWidget(Widget):
    """A widget that draws a session, as much as fits.

    Attributes:
        pointed_out: cells that a hint names.
        crossed: cells of the things in the way of every solution.
    """

    class Pointed(Message):
        """A message that a cell was pointed at."""

        def __init__(self, cell: Pos) -> None:
            super().__init__()
            self.cell = cell

    def __init__(self) -> None:
        super().__init__()
        self.pointed_out: frozenset[Pos] = frozenset()
        self.crossed: frozenset[Pos] = frozenset()
        self._session: Session | None = None
        self._window = Window(0, 0, 0, 0)
        self._backdrop: Scene | None = None
        self._places: dict[str, tuple[int, int]] = {}
        self._strips: list[Strip] = []
        self._corner = (0, 0)  # column and line at which the drawing begins
        self._cursor_seen = True
        self._resized = False
        self._frames: Iterator[tuple[Scene, float]] = iter(())
        self._next_frame: Timer | None = None
        self._blink: Timer | None = None

    # The drawing

    @property
    def where(self) -> str:
        """The part of the board that is seen; "" if it is all of it."""
        whole, parts = self._backdrop, []
        if whole is not None:
            for name, seen, size in (
                ("rows", whole.rows, whole.height),
                ("columns", whole.columns, whole.width),
            ):
                if len(seen) < size:
                    parts.append(f"{name} {seen.start + 1}–{seen.stop}/{size}")
        return ", ".join(parts)

    def open(self, session: Session) -> None:
        """Show another session."""
        self.settle()
        self._session, self._backdrop = session, None
        self._window, self._places = Window(0, 0, 0, 0), {}
        self.draw()

    def draw(self, *, follow: bool = True) -> None:
        """Draw the position; with ``follow`` so that the moved thing is in view."""
        session = self._session
        if session is None or not self.size.area:
            return
        scene = self._scene(session, self._fitting(session))
        if follow and (focus := self._focus(scene)) is not None:
            window = self._following(focus)
            if window != self._window:
                scene = self._scene(session, window)
        self._resized = False
        self._places = {sprite.id: (sprite.x, sprite.y) for sprite in scene.sprites}
        self._paint(crossed(scene, self.crossed))

    def move(self, state: Any, move: str) -> None:
        """Draw the position after a move, and the way to it from the state before."""
        session = self._session
        assert session is not None
        if self.app.animation_level != "full":
            self.draw()
            return
        frames = list(session.game.frames(session.level, state, move, self._window))
        self._frames = motion(frames)
        self._show_next_frame()

    @property
    def in_motion(self) -> bool:
        """True if a move is being shown."""
        return self._next_frame is not None

    def settle(self) -> bool:
        """End the motion; return True if there was any."""
        if self._next_frame is None:
            return False
        self._next_frame.stop()
        self._next_frame = None
        self.draw()
        return True

    def look(self, dx: int, dy: int) -> None:
        """Show another part of a large board, half a screen further."""
        if self._session is None:
            return
        left, top, width, height = self._window
        left, top = left + dx * max(width // 2, 1), top + dy * max(height // 2, 1)
        self._window, self._backdrop = Window(left, top, width, height), None
        self.draw(follow=False)

    def cell_at(self, column: int, line: int) -> Pos | None:
        """Return the cell at a place of this widget, if there is one."""
        if self._backdrop is None:
            return None
        at = layout(self._backdrop).cell(column - self._corner[0], line - self._corner[1])
        cell = Pos(at.x + self._window.left, at.y + self._window.top)
        return cell if self._window.shows(cell) else None

    def _show_next_frame(self) -> None:
        self._next_frame = None
        scene, seconds = next(self._frames, (None, 0.0))
        if scene is None:
            self.draw()
        else:
            self._paint(scene)
            self._next_frame = self.set_timer(seconds, self._show_next_frame)

    # The part that is seen

    def _scene(self, session: Session, window: Window) -> Scene:
        """Return the scene in a window, from now on the one that is drawn."""
        if self._backdrop is None or window != self._window:
            self._backdrop = session.game.backdrop(session.level, window)
            self._window = window
        return session.game.scene(session.level, session.state, session.in_hand, window)

    def _fitting(self, session: Session) -> Window:
        """Return the window of now, as large as the screen and the board allow."""
        whole = self._backdrop or session.game.backdrop(session.level, Window(0, 0, 1, 1))
        columns, lines = layout(whole).fitting(*self.size)
        width, height = min(columns, whole.width), min(lines, whole.height)
        left = min(max(self._window.left, 0), whole.width - width)
        top = min(max(self._window.top, 0), whole.height - height)
        return Window(left, top, width, height)

    def _focus(self, scene: Scene) -> Pos | None:
        """Return the cell to keep in view: of the uppermost moved thing, or at first of all."""
        places = self._places
        things = [s for s in scene.sprites if places.get(s.id) not in (None, (s.x, s.y))]
        if not things and (not places or self._resized):
            things = list(scene.sprites)
        top = max(things, key=lambda sprite: sprite.layer, default=None)
        return None if top is None else Pos(top.x, top.y)

    def _following(self, focus: Pos) -> Window:
        """Return the window moved so far that a cell is well in it.

        At first the cell is in the middle.
        """
        left, top, width, height = self._window
        whole = self._backdrop
        assert whole is not None
        x = _followed(left, width, whole.width, focus.x, first=not self._places)
        y = _followed(top, height, whole.height, focus.y, first=not self._places)
        return Window(x, y, width, height)

    # The screen

    def _paint(self, scene: Scene) -> None:
        assert self._backdrop is not None
        if not self._cursor_seen:
            kept = tuple(sprite for sprite in scene.sprites if sprite.kind != "cursor")
            scene = replace(scene, sprites=kept)
        picture = scene.over(self._backdrop)
        grid = layout(picture)
        width, height = grid.size(self._window.width, self._window.height)
        self._corner = ((self.size.width - width) // 2, (self.size.height - height) // 2)
        strips = [Strip([])] * max(self._corner[1], 0)
        strips += [self._strip(line) for line in styled_lines(picture)]
        for cell in self.pointed_out:
            self._point_out(strips, cell)
        blank = Strip.blank(self.size.width)
        strips = [strip.adjust_cell_length(self.size.width) for strip in strips[: self.size.height]]
        strips += [blank] * (self.size.height - len(strips))
        changed = [n for n, (a, b) in enumerate(zip(strips, self._strips, strict=False)) if a != b]
        if len(strips) != len(self._strips):
            changed = list(range(len(strips)))
        self._strips = strips
        if changed:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in changed))

    def _strip(self, line: list[tuple[str, str]]) -> Strip:
        pad = Segment(" " * max(self._corner[0], 0))
        return Strip([pad, *(Segment(text, Style.parse(style)) for text, style in line)])

    def _point_out(self, strips: list[Strip], cell: Pos) -> None:
        if not self._window.shows(cell):
            return
        assert self._backdrop is not None
        grid = layout(self._backdrop)
        column, line = grid.size(cell.x - self._window.left, cell.y - self._window.top)
        start, y = column + self._corner[0], line + self._corner[1]
        end = start + grid.columns - grid.border
        if not 0 <= y < len(strips):
            return
        before, there, after = strips[y].divide([start, end, strips[y].cell_length])
        marked = [Segment(s.text, (s.style or Style.null()) + _POINTED_OUT) for s in there]
        strips[y] = Strip.join([before, Strip(marked), after])

    def render_line(self, y: int) -> Strip:
        """Return a line of the widget."""
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width)

    def on_mount(self) -> None:
        """Let the cursor blink."""
        self._blink = self.set_interval(_BLINK, self._toggle_cursor)
        if self.app.animation_level == "none":
            self._blink.pause()

    def on_resize(self, event: events.Resize) -> None:
        """Draw as much as fits now."""
        self._resized = True
        if self._next_frame is None:
            self.draw()

    def on_click(self, event: events.Click) -> None:
        """Report a cell that is pointed at."""
        if (cell := self.cell_at(event.x, event.y)) is not None:
            self.post_message(self.Pointed(cell))

    def on_mouse_scroll_down(self) -> None:
        """Show the part further down."""
        self.look(0, 1)

    def on_mouse_scroll_up(self) -> None:
        """Show the part further up."""
        self.look(0, -1)

    def _toggle_cursor(self) -> None:
        if self._next_frame is None:
            self._cursor_seen = not self._cursor_seen
            self.draw(follow=False)

    def show_cursor(self) -> None:
        """Show the cursor now, and let it blink from now on."""
        self._cursor_seen = True
        if self._blink is not None:
            self._blink.reset()


def _followed(start: int, size: int, total: int, at: int, *, first: bool) -> int:
    if first:
        start = at - size // 2
    margin = min(_MARGIN, (size - 1) // 2)
    start = min(max(start, at + margin + 1 - size), at - margin)
    return min(max(start, 0), total - size)
