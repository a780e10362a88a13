"""A picture that knows no renderer: sprites with stable ids on a grid of cells.

Two scenes of one play-through can be animated by comparing their sprites: the same id at another
place has moved. A backdrop is a scene too, of what never changes: :meth:`Scene.over` puts the two
together. ``str(scene)`` is the plain drawing; the renderers add colour, SVG and motion.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from gridproof.grid import Pos, junction

__all__ = ["CORNER", "KINDS", "Edge", "Mark", "Scene", "Sprite", "Window"]

#: A thin wall: on the east ("E") or south ("S") side of cell (x, y).
Edge = tuple[int, int, str]

#: The kinds of sprites that renderers know, lowest layer first, with their two-column text (""
#: shows the sprite's label). A game may have kinds of its own: they are drawn with their label,
#: just below the player.
KINDS: Final[Mapping[str, str]] = {
    "outside": "  ",
    "floor": "· ",
    "mark": "∘ ",
    "square": "░░",
    "covered": "○ ",
    "target": "◎ ",
    "goal": "◎ ",
    "blast": "✶ ",
    "path": "∙ ",
    "wall": "██",
    "rock": "██",
    "brick": "▒▒",
    "crate": "▒▒",
    "box": "",
    "stone": "",
    "hero": "",
    "robot": "",
    "point": "● ",
    "start": "",
    "player": "",
    "bomb": "✹ ",
    "cursor": "",
}
_LAYER = {kind: layer for layer, kind in enumerate(KINDS)}
_OWN_KINDS = _LAYER["player"] - 0.5


class Window(NamedTuple):
    """The part of a board that is drawn: so many columns and rows, from ``left`` and ``top``."""

    left: int
    top: int
    width: int
    height: int

    def columns(self, width: int) -> range:
        """Those of a board of ``width`` columns that it shows."""
        return range(width)[self.left : self.left + self.width]

    def rows(self, height: int) -> range:
        """Those of a board of ``height`` rows that it shows."""
        return range(height)[self.top : self.top + self.height]

    def cells(self, width: int, height: int) -> Iterator[Pos]:
        """The cells of a board that it shows, in reading order."""
        for y in self.rows(height):
            for x in self.columns(width):
                yield Pos(x, y)

    def shows(self, cell: Pos) -> bool:
        """Whether a cell lies in it."""
        return Pos(cell.x - self.left, cell.y - self.top).within(self.width, self.height)


#: What is drawn of boards of any size. A picture of all of a large one would take gigabytes.
CORNER: Final = Window(0, 0, 120, 60)
#: All of a board.
EVERYTHING: Final = Window(0, 0, 1 << 30, 1 << 30)


@dataclass(frozen=True)
class Sprite:
    """One thing on the board.

    Attributes:
        id: stable through a play-through, unique in a scene.
        kind: one of :data:`KINDS`, or one of the game's own.
        x: column of its cell.
        y: row of its cell.
        label: at most two characters that tell it from others of its kind without colour.
        tint: which of several equal kinds it is (robot 2, hero type 1, square 3), for colouring.
    """

    id: str
    kind: str
    x: int
    y: int
    label: str = ""
    tint: int = 0

    @property
    def text(self) -> str:
        """Two columns of text."""
        return KINDS.get(self.kind) or f"{self.label or self.kind:<2}"[:2]

    @property
    def layer(self) -> float:
        """Of two sprites on one cell, the one with the higher layer is seen."""
        return _LAYER.get(self.kind, _OWN_KINDS)


@dataclass(frozen=True)
class Mark:
    """Something to be said of a cell, whatever stands there: a tint and a text over the scene.

    The plain drawing shows it where nothing stands.

    Attributes:
        x: column of the cell.
        y: row of the cell.
        tint: which of several groups the cell belongs to, for colouring.
        text: what the cell is, for people.
    """

    x: int
    y: int
    tint: int
    text: str


@dataclass(frozen=True)
class Scene:
    """A board of ``width`` × ``height`` cells with sprites on it.

    Attributes:
        edges: thin walls between cells, or None for a game that has none. With edges the outer
            border is drawn too.
        caption: one line below the board.
        window: the part that is drawn; sprites elsewhere need not be there.
        marks: what is said of cells, over all sprites.
        paths: the ways of sprites (by id) that come here from the scene before in another way than
            straight: their cells, both ends included.
    """

    width: int
    height: int
    sprites: tuple[Sprite, ...]
    edges: frozenset[Edge] | None = None
    caption: str = ""
    window: Window = EVERYTHING
    marks: tuple[Mark, ...] = ()
    paths: Mapping[str, tuple[Pos, ...]] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        if len({s.id for s in self.sprites}) != len(self.sprites):
            raise ValueError("two sprites of a scene have the same id")

    def __str__(self) -> str:
        lines = ["".join(text for text, _ in line).rstrip() for line in self.lines()]
        return "\n".join([*lines, *self.captions()])

    def over(self, backdrop: Scene) -> Scene:
        """This scene and what lies below it, as one."""
        edges = [scene.edges for scene in (backdrop, self) if scene.edges is not None]
        return replace(
            self,
            sprites=(*backdrop.sprites, *self.sprites),
            edges=frozenset().union(*edges) if edges else None,
            marks=(*backdrop.marks, *self.marks),
        )

    def captions(self) -> Iterator[str]:
        """The lines below the board: what part of it is drawn, if not all, and the caption."""
        columns, rows = self.window.columns(self.width), self.window.rows(self.height)
        if len(columns) < self.width or len(rows) < self.height:
            yield (
                f"(rows {rows.start + 1} to {rows.stop} and columns {columns.start + 1} to "
                f"{columns.stop} of {self.height} rows and {self.width} columns)"
            )
        if self.caption:
            yield self.caption

    def lines(self) -> Iterator[list[tuple[str, Sprite | None]]]:
        """The drawing, line by line, as pieces of text with the sprite that each one shows."""
        top: dict[tuple[int, int], Sprite] = {}
        for sprite in sorted(self.sprites, key=lambda s: s.layer):
            top[sprite.x, sprite.y] = sprite
        floor = Sprite("", "floor", 0, 0)
        bare = {(m.x, m.y): Sprite("", "mark", m.x, m.y, tint=m.tint) for m in self.marks}
        columns, rows = self.window.columns(self.width), self.window.rows(self.height)
        for y in rows:
            if self.edges is not None:
                yield self._wall_line(y)
            line: list[tuple[str, Sprite | None]] = []
            for x in columns:
                if self.edges is not None:
                    line.append(("┃" if self._east(x - 1, y) else " ", None))
                sprite = top.get((x, y)) or bare.get((x, y), floor)
                text = sprite.text
                line.append((f" {text}" if self.edges is not None else text, sprite))
            if self.edges is not None:
                line.append(("┃" if self._east(columns.stop - 1, y) else " ", None))
            yield line
        if self.edges is not None:
            yield self._wall_line(rows.stop)

    def _wall_line(self, y: int) -> list[tuple[str, Sprite | None]]:
        """The line of wall slots above row ``y``: junctions and the slots between them."""
        text = ""
        columns = self.window.columns(self.width)
        for x in range(columns.start, columns.stop + 1):
            left, right = self._south(x - 1, y - 1), self._south(x, y - 1)
            up, down = self._east(x - 1, y - 1), self._east(x - 1, y)
            text += junction(up, down, left, right)
            if x < columns.stop:
                text += "━━━" if right else "   "
        return [(text, None)]

    def _east(self, x: int, y: int) -> bool:
        """Whether a wall stands on the east side of (x, y); the outer border counts."""
        if not (0 <= y < self.height and -1 <= x < self.width):
            return False
        return x in (-1, self.width - 1) or (x, y, "E") in (self.edges or ())

    def _south(self, x: int, y: int) -> bool:
        """Whether a wall stands on the south side of (x, y); the outer border counts."""
        if not (0 <= x < self.width and -1 <= y < self.height):
            return False
        return y in (-1, self.height - 1) or (x, y, "S") in (self.edges or ())
