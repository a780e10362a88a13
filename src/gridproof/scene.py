"""A picture that knows no renderer: sprites with stable ids on a grid of cells.

Two scenes of one play-through can be animated by comparing their sprites: the same id at another
place has moved. A backdrop is a scene too, of all that never changes: :meth:`Scene.over` puts the
two together. ``str(scene)`` is the plain drawing; the renderers add colour, SVG and motion.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, NamedTuple, Self

from gridproof.grid import Direction, Pos, junction
from gridproof.lazy import load

__all__ = [
    "CORNER",
    "EVERYTHING",
    "KINDS",
    "UNREACHED",
    "Edge",
    "Mark",
    "Scene",
    "Sprite",
    "Stroke",
    "Tiles",
    "Window",
    "blast",
    "crossed",
]

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
    "rubble": ": ",
    "crate": "▒▒",
    "spent": "",
    "box": "",
    "stored": "",
    "stone": "",
    "hero": "",
    "robot": "",
    "helper": "",
    "point": "● ",
    "start": "",
    "player": "",
    "bomb": "✹ ",
    "crossed": "",
    "cursor": "",
}
_LAYER = {kind: layer for layer, kind in enumerate(KINDS)}
_OWN_KINDS = _LAYER["player"] - 0.5


class Window(NamedTuple):
    """The part of a board that is drawn: a rectangle of cells from (``left``, ``top``)."""

    left: int
    top: int
    width: int
    height: int

    @classmethod
    def around(cls, cells: Iterable[Pos]) -> Window:
        """Return the smallest window that shows these cells, at least one."""
        xs, ys = zip(*cells, strict=True)
        return cls(min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1)

    def columns(self, width: int) -> range:
        """Return the columns that it shows of a board of ``width`` columns."""
        return range(width)[self.left : self.left + self.width]

    def rows(self, height: int) -> range:
        """Return the rows that it shows of a board of ``height`` rows."""
        return range(height)[self.top : self.top + self.height]

    def cells(self, width: int, height: int) -> Iterator[Pos]:
        """Yield the cells of a board that it shows, in reading order."""
        for y in self.rows(height):
            for x in self.columns(width):
                yield Pos(x, y)

    def shows(self, cell: Pos) -> bool:
        """Return True if a cell lies in it."""
        return Pos(cell.x - self.left, cell.y - self.top).within(self.width, self.height)


#: The window of a board of any size. A picture of all of a large one would take gigabytes.
CORNER: Final = Window(0, 0, 120, 60)
#: The tint of cells that nothing in a game gets to: grey.
UNREACHED: Final = 7
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
        sign: what is written on it in pictures, which have more room than two columns.
        name: the thing in words, for people who do not see it; empty: its kind and its sign.
        width: columns of cells that it covers, from its own cell to the right.
        height: rows of cells that it covers, from its own cell down.
        level: how far it has risen (a hero's level), 0 if it has no levels.
        wear: how much of it is gone, from 0 to 1.
        traced: True if pictures show its whole way since the start.
    """

    id: str
    kind: str
    x: int
    y: int
    label: str = ""
    tint: int = 0
    sign: str = field(default="", kw_only=True)
    name: str = field(default="", kw_only=True)
    width: int = field(default=1, kw_only=True)
    height: int = field(default=1, kw_only=True)
    level: int = field(default=0, kw_only=True)
    wear: float = field(default=0.0, kw_only=True)
    traced: bool = field(default=False, kw_only=True)

    @property
    def text(self) -> str:
        """Two columns of text."""
        return KINDS.get(self.kind) or f"{self.label or self.kind:<2}"[:2]

    @property
    def words(self) -> str:
        """The thing in words, for people who do not see it."""
        return self.name or f"{self.kind} {self.sign}".rstrip()

    @property
    def layer(self) -> float:
        """The layer: of two sprites on one cell, the one with the higher layer is seen."""
        return _LAYER.get(self.kind, _OWN_KINDS)


@dataclass(frozen=True)
class Tiles:
    """Things that never move, at a byte a cell: most of what stands on a large board.

    In a backdrop they never change; in a scene one may be gone, or another, in the next scene.

    Attributes:
        kinds: the kind of each code; the first one is "", nothing.
        codes: row by row, for the cells of the scene's window.
    """

    kinds: tuple[str, ...]
    codes: bytes

    @classmethod
    def of(cls, cells: str | bytes, width: int, kinds: Mapping[str, str], window: Window) -> Self:
        """Return the tiles of a board of ``width`` columns, by the kinds of its characters."""
        if isinstance(cells, str):
            cells = cells.encode("ascii")
        names = ("", *dict.fromkeys(kinds.values()))
        table = bytearray(256)
        for character, kind in kinds.items():
            table[ord(character)] = names.index(kind)
        columns, rows = window.columns(width), window.rows(len(cells) // width)
        if len(columns) < width:
            starts = range(rows.start * width, rows.stop * width, width)
            cells = b"".join(cells[i + columns.start : i + columns.stop] for i in starts)
        else:
            cells = cells[rows.start * width : rows.stop * width]
        return cls(names, cells.translate(table))

    def at(self, place: int) -> str:
        """Return the kind on the cell of this place in :attr:`codes`; "" for nothing."""
        return self.kinds[self.codes[place]]


@dataclass(frozen=True)
class Mark:
    """A remark on cells, whatever stands there: a tint, a text, a sign.

    A tint lies below what stands in the cells, and a sign over it. The plain drawing shows a mark
    where nothing stands.

    Attributes:
        x: column of the cell, or of the first one of a rectangle.
        y: its row.
        tint: the group that the cells belong to, for colouring; None: they are described on
            request, but not coloured.
        text: what the cells are, for people.
        width: columns of cells.
        height: rows of cells.
        sign: written in the middle of the rectangle, or in a corner of a single cell, whose thing
            it would hide.
        heat: how much of something is there, from 0 to 1, seen as a colour that grows stronger;
            the sign says how much. None: nothing is measured.
    """

    x: int
    y: int
    tint: int | None
    text: str
    width: int = field(default=1, kw_only=True)
    height: int = field(default=1, kw_only=True)
    sign: str = field(default="", kw_only=True)
    heat: float | None = field(default=None, kw_only=True)

    def on(self, x: int, y: int) -> Sprite:
        """Return the mark's text on a bare cell of the plain drawing.

        Amounts up to 99 in figures.
        """
        if self.heat is None:
            return Sprite("", "mark", x, y, tint=self.tint or 0)
        return Sprite("", "amount", x, y, label=self.sign if len(self.sign) <= 2 else "++")


@dataclass(frozen=True)
class Stroke:
    """A coloured line below what stands in its cells; the plain drawing leaves it out.

    Attributes:
        cells: it runs straight from the middle of each to the next one's; the same cell at both
            ends closes it.
        tint: its colour.
        text: what it is, for people.
    """

    cells: tuple[Pos, ...]
    tint: int
    text: str = ""


class _Tile(dict[str, Sprite]):
    """The sprite that draws a tile of a kind."""

    def __missing__(self, kind: str) -> Sprite:
        self[kind] = Sprite("", kind, 0, 0)
        return self[kind]


_TILE: Final = _Tile()
_FLOOR: Final = _TILE["floor"]


@dataclass(frozen=True)
class Scene:
    """A board of ``width`` × ``height`` cells with sprites on it.

    Attributes:
        edges: thin walls between cells, or None for a game that has none. With edges the outer
            border is drawn too.
        caption: one line below the board.
        window: the part that is drawn; sprites elsewhere need not be there.
        marks: remarks on cells.
        strokes: lines through cells.
        paths: the ways of sprites (by id) that come here from the scene before in another way than
            straight: their cells, both ends included.
        tiles: the layers below the sprites, lowest first.
        ground: the look of bare cells in pictures: floor, or crossing lines.
    """

    width: int
    height: int
    sprites: tuple[Sprite, ...]
    edges: frozenset[Edge] | None = None
    caption: str = ""
    window: Window = EVERYTHING
    marks: tuple[Mark, ...] = ()
    strokes: tuple[Stroke, ...] = ()
    paths: Mapping[str, tuple[Pos, ...]] = field(default_factory=dict, hash=False)
    tiles: tuple[Tiles, ...] = ()
    ground: Literal["floor", "lattice"] = "floor"

    def __post_init__(self) -> None:
        if len({s.id for s in self.sprites}) != len(self.sprites):
            raise ValueError("two sprites of a scene have the same id")

    def __str__(self) -> str:
        lines = ["".join(text for text, _ in line).rstrip() for line in self.lines()]
        return "\n".join([*lines, *self.captions()])

    def _repr_svg_(self) -> str:
        picture: str = load("gridproof.render.notebook:of_scene")(self)
        return picture

    def _repr_html_(self) -> str:
        shown: str = load("gridproof.render.notebook:themed")(self)
        return shown

    def over(self, backdrop: Scene) -> Scene:
        """Return this scene and a scene below it, as one."""
        edges = [scene.edges for scene in (backdrop, self) if scene.edges is not None]
        return replace(
            self,
            sprites=(*backdrop.sprites, *self.sprites),
            edges=frozenset().union(*edges) if edges else None,
            marks=(*backdrop.marks, *self.marks),
            strokes=(*backdrop.strokes, *self.strokes),
            tiles=(*backdrop.tiles, *self.tiles),
            ground=backdrop.ground,
        )

    @property
    def columns(self) -> range:
        """The columns that are drawn."""
        return self.window.columns(self.width)

    @property
    def rows(self) -> range:
        """The rows that are drawn."""
        return self.window.rows(self.height)

    def tile_sprites(self) -> list[Sprite]:
        """Return a sprite of each kind of tile that is seen, the highest layers first."""
        kinds = (layer.kinds[c] for layer in reversed(self.tiles) for c in sorted(set(layer.codes)))
        return [_TILE[kind] for kind in dict.fromkeys(kinds) if kind]

    def captions(self) -> Iterator[str]:
        """Yield the lines below the board: the part that is drawn, if not all, and the caption."""
        columns, rows = self.columns, self.rows
        if len(columns) < self.width or len(rows) < self.height:
            yield (
                f"(rows {rows.start + 1} to {rows.stop} and columns {columns.start + 1} to "
                f"{columns.stop} of {self.height} rows and {self.width} columns)"
            )
        if self.caption:
            yield self.caption

    def lines(self) -> Iterator[list[tuple[str, Sprite | None]]]:
        """Yield the drawing line by line, as pieces of text with the sprite that each one shows."""
        columns, rows = self.columns, self.rows
        top: dict[tuple[int, int], Sprite] = {}
        for sprite in sorted(self.sprites, key=lambda s: s.layer):
            for y in range(max(sprite.y, rows.start), min(sprite.y + sprite.height, rows.stop)):
                for x in range(
                    max(sprite.x, columns.start), min(sprite.x + sprite.width, columns.stop)
                ):
                    top[x, y] = sprite
        bare = {
            (x, y): mark.on(x, y)
            for mark in self.marks
            if mark.tint is not None or mark.heat is not None
            for y in range(max(mark.y, rows.start), min(mark.y + mark.height, rows.stop))
            for x in range(max(mark.x, columns.start), min(mark.x + mark.width, columns.stop))
        }
        tiles = iter(self._top_tiles())
        for y in rows:
            if self.edges is not None:
                yield self._wall_line(y)
            line: list[tuple[str, Sprite | None]] = []
            for x in columns:
                if self.edges is not None:
                    line.append(("┃" if self._east(x - 1, y) else " ", None))
                tile = next(tiles)
                sprite = top.get((x, y)) or tile or bare.get((x, y), _FLOOR)
                text = sprite.text
                line.append((f" {text}" if self.edges is not None else text, sprite))
            if self.edges is not None:
                line.append(("┃" if self._east(columns.stop - 1, y) else " ", None))
            yield line
        if self.edges is not None:
            yield self._wall_line(rows.stop)

    def _top_tiles(self) -> Sequence[Sprite | None]:
        """Return the uppermost tile of each cell of the window, row by row."""
        found: list[Sprite | None] = [None] * (len(self.columns) * len(self.rows))
        for layer in self.tiles:
            sprites = [_TILE[kind] if kind else None for kind in layer.kinds]
            found = [sprites[code] or below for code, below in zip(layer.codes, found, strict=True)]
        return found

    def _wall_line(self, y: int) -> list[tuple[str, Sprite | None]]:
        """Return the line of wall slots above row ``y``: junctions and the slots between them."""
        text = ""
        columns = self.columns
        for x in range(columns.start, columns.stop + 1):
            left, right = self._south(x - 1, y - 1), self._south(x, y - 1)
            up, down = self._east(x - 1, y - 1), self._east(x - 1, y)
            text += junction(up, down, left, right)
            if x < columns.stop:
                text += "━━━" if right else "   "
        return [(text, None)]

    def _east(self, x: int, y: int) -> bool:
        """Return True if a wall stands on the east side of (x, y); the outer border counts."""
        if not (0 <= y < self.height and -1 <= x < self.width):
            return False
        return x in (-1, self.width - 1) or (x, y, "E") in (self.edges or ())

    def _south(self, x: int, y: int) -> bool:
        """Return True if a wall stands on the south side of (x, y); the outer border counts."""
        if not (0 <= x < self.width and -1 <= y < self.height):
            return False
        return y in (-1, self.height - 1) or (x, y, "S") in (self.edges or ())


def crossed(scene: Scene, cells: Iterable[Pos]) -> Scene:
    """Return the scene with a cross on the things in some cells; their texts end in one."""
    top = {(s.x, s.y): s for s in sorted(scene.sprites, key=lambda s: s.layer)}
    crosses = (
        Sprite(
            f"crossed{cell}",
            "crossed",
            *cell,
            label=f"{top[cell].text[:1] if cell in top else ''}✗",
            name="part of a dead end",
        )
        for cell in sorted(cells)
    )
    return replace(scene, sprites=(*scene.sprites, *crosses))


def blast(bomb: Pos, arms: Mapping[Direction, int]) -> Iterator[Sprite]:
    """Yield the arms of an explosion, a sprite each, by how many cells they are long.

    Each one begins on the cell of the bomb.
    """
    for direction, length in arms.items():
        if length:
            near, far = bomb, bomb.step(direction, length)
            yield Sprite(
                f"blast{direction.name}",
                "blast",
                min(near.x, far.x),
                min(near.y, far.y),
                width=abs(far.x - near.x) + 1,
                height=abs(far.y - near.y) + 1,
            )
