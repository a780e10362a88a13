"""Scenes as SVG: crisp at any size, light and dark, the plain drawing in the description.

A cell is one unit. What stands on the board is drawn by a :class:`Drawing`, which is also where the
player of pages gets its pictures from: there is one drawing of each thing.
"""

from __future__ import annotations

import base64
import re
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

import numpy as np

from gridproof.grid import Pos
from gridproof.render import raster
from gridproof.render import theme as colours
from gridproof.render.outlines import Cells, grid_lines, outline, runs
from gridproof.render.shapes import RULES, facets, number, shape, xml_text
from gridproof.render.theme import DARK, LIGHT, Theme
from gridproof.scene import Scene, Sprite

__all__ = ["FONT", "MARGIN", "MOST_SHAPES", "Drawing", "style", "svg", "view"]

#: Room around the cells, in cells.
MARGIN: Final = 0.25
#: Tiles of boards with more cells are a picture of one pixel a cell.
MOST_SHAPES: Final = 40_000
FONT: Final = "system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif"

#: Sides of a cell in pixels, and of a picture, for viewers that ask for a size.
_CELL, _MOST_PIXELS = 48, 960
#: Kinds of tiles whose cells grow together.
_MASSIVE: Final = ("wall", "rock")


def svg(
    scene: Scene,
    *,
    theme: Theme = "auto",
    ways: Mapping[str, Sequence[Pos]] | None = None,
    title: str = "",
) -> str:
    """A picture as a whole document.

    Args:
        scene: a whole picture (a scene over its backdrop) or a part of one.
        theme: colours for light or dark surroundings; "auto" takes what the reader prefers.
        ways: by sprite's id, cells that it has come through, drawn as a line.
        title: what the picture is of.
    """
    drawing = Drawing()
    body = drawing.picture(scene, ways or {})
    x, y, width, height = view(scene)
    columns, rows = len(scene.columns), len(scene.rows)
    paper = f'<rect class="paper" x="{x}" y="{y}" width="{width}" height="{height}" rx="{MARGIN}"/>'
    text = str(scene) if columns * rows <= MOST_SHAPES else "\n".join(scene.captions())
    return document(
        drawing,
        paper + body,
        (x, y, width, height),
        theme=theme,
        title=title,
        label=title or f"board of {scene.width} × {scene.height} cells",
        text=text,
    )


def document(
    drawing: Drawing,
    body: str,
    box: tuple[float, float, float, float],
    *,
    theme: Theme,
    title: str,
    label: str,
    text: str,
) -> str:
    """A whole SVG document.

    Args:
        drawing: what drew the body.
        body: what is seen.
        box: left, top, width and height of it.
        theme: its colours.
        title: shown by browsers when it is pointed at, unless it is empty.
        label: what the picture is, for screen readers.
        text: its description.
    """
    x, y, width, height = map(number, box)
    cell = min(_CELL, _MOST_PIXELS / max(box[2], box[3]))
    name = f"gp-{theme}"
    used = set(re.findall(r'class="([\w-]+)"', drawing.defs() + body))
    rules = _rules(f".{name}", used)
    css = colours.resolved(rules, DARK if theme == "dark" else LIGHT)
    if theme == "auto":
        css += f"@media(prefers-color-scheme:dark){{{colours.resolved(rules, DARK)}}}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{name}" '
        f'viewBox="{x} {y} {width} {height}" width="{round(box[2] * cell) or 1}" '
        f'height="{round(box[3] * cell) or 1}" font-family="{FONT}" role="img" '
        f'aria-label="{_attribute(label)}">'
        + (f"<title>{xml_text(title)}</title>" if title else "")
        + f"<desc>{xml_text(text)}</desc><style>{css}</style>"
        f"<defs>{drawing.defs()}</defs>{body}</svg>\n"
    )


def view(scene: Scene) -> tuple[float, float, float, float]:
    """Left, top, width and height of what is drawn, in cells."""
    columns, rows = scene.columns, scene.rows
    return (
        columns.start - MARGIN,
        rows.start - MARGIN,
        len(columns) + 2 * MARGIN,
        len(rows) + 2 * MARGIN,
    )


def style(scope: str, theme: Theme = "auto") -> str:
    """The CSS of pictures on a page, inside ``scope``: colours, and what classes mean.

    Eyes look where ``data-way`` ("U", "D", "L" or "R") of something around them says.
    """
    rules = _rules(scope, RULES) + "".join(
        f'{scope} [data-way="{way}"] .eyes{{transform:translate({x}px,{y}px)}}'
        for way, x, y in (("U", 0, -0.1), ("D", 0, 0.1), ("L", -0.12, 0), ("R", 0.12, 0))
    )
    if theme != "auto":
        rules = colours.resolved(rules, LIGHT if theme == "light" else DARK)
    return colours.properties(scope, theme) + rules


def _rules(scope: str, classes: Iterable[str]) -> str:
    return "".join(f"{scope} .{name}{{{RULES[name]}}}" for name in RULES if name in set(classes))


def _attribute(text: str) -> str:
    return xml_text(text).replace("\n", "&#10;").replace("\t", "&#9;")


class Drawing:
    """Draws things as SVG and remembers what they refer to.

    Ids are made from what they name, so that several pictures in one document agree.
    """

    def __init__(self) -> None:
        self._defs: dict[str, str] = {}

    def defs(self) -> str:
        """What was referred to so far, for ``<defs>``."""
        return "".join(self._defs.values())

    def picture(self, scene: Scene, ways: Mapping[str, Sequence[Pos]]) -> str:
        """All of a scene, cut where its window ends."""
        columns, rows = scene.columns, scene.rows
        seen = [
            sprite
            for sprite in scene.sprites
            if sprite.x < columns.stop
            and sprite.y < rows.stop
            and sprite.x + sprite.width > columns.start
            and sprite.y + sprite.height > rows.start
        ]
        body = (
            self._ground(scene)
            + "".join(self.way(s, ways[s.id]) for s in scene.sprites if s.id in ways)
            + self._things(seen)
            + self.marks(scene)
        )
        if len(columns) < scene.width or len(rows) < scene.height:
            x, y, width, height = columns.start, rows.start, len(columns), len(rows)
            body = (
                f'<svg x="{x}" y="{y}" width="{width}" height="{height}" '
                f'viewBox="{x} {y} {width} {height}">{body}</svg>'
            )
        return body + self._edges(scene)

    def backdrop(self, scene: Scene) -> str:
        """Floor, tiles and thin walls of a scene, without its sprites and marks."""
        return self._ground(scene) + self._edges(scene)

    def look(self, sprite: Sprite) -> str:
        """A thing whose cell has its upper left corner at (0, 0)."""
        name, markup = shape(sprite)
        if sprite.kind == "player":  # pages turn its eyes, which they cannot do by reference
            return markup
        return self._use(name, markup)

    def way(self, sprite: Sprite, cells: Sequence[Pos]) -> str:
        """The way of a thing through the middles of cells, with an arrow head before the last."""
        cells = [cell for cell, _ in groupby(cells)]
        if len(cells) < 2:
            return ""
        colour = colours.tint(sprite.tint)
        line = _rounded(cells)
        before, last = cells[-2], cells[-1]
        length = max(abs(last.x - before.x), abs(last.y - before.y))
        dx, dy = (last.x - before.x) / length, (last.y - before.y) / length
        x, y = last.x + 0.5 - 0.4 * dx, last.y + 0.5 - 0.4 * dy
        tip = "".join(
            f"{letter}{number(x - back * dx - side * dy)} {number(y - back * dy + side * dx)}"
            for letter, back, side in (("M", 0.24, -0.2), ("L", 0, 0), ("L", 0.24, 0.2))
        )
        pen = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
        return (
            f'<g class="way" {pen}><path d="{line}{tip}" stroke="{colours.edge(colour)}" '
            f'stroke-width=".16"/><path d="{line}{tip}" stroke="{colour}" stroke-width=".1"/></g>'
        )

    def marks(self, scene: Scene) -> str:
        """What is said of cells: bands in tints, each with a hatch of its own."""
        groups: defaultdict[tuple[int, str], list[tuple[int, int]]] = defaultdict(list)
        for mark in scene.marks:
            groups[mark.tint, mark.text].append((mark.x, mark.y))
        return "".join(
            self._band(tint, text, np.array(cells)) for (tint, text), cells in groups.items()
        )

    def _band(
        self, tint: int, text: str, cells: np.ndarray[tuple[int, int], np.dtype[np.int_]]
    ) -> str:
        left, top = cells.min(axis=0).tolist()
        across, down = (cells.max(axis=0) - (left, top) + 1).tolist()
        belongs = np.zeros((down, across), bool)
        belongs[cells[:, 1] - top, cells[:, 0] - left] = True
        colour = colours.tint(tint)
        path = outline(belongs, left, top)
        hatch = self._pattern(_hatch(tint), 0.25)
        return (
            f'<g><title>{xml_text(text)}</title><path d="{path}" fill="{colour}" '
            f'fill-opacity=".25" stroke="{colours.edge(colour)}" stroke-width=".04"/>'
            f'<path d="{path}" fill="{hatch}"/></g>'
        )

    def _things(self, sprites: Sequence[Sprite]) -> str:
        """Sprites at their places; those of one class beside each other share a group."""
        ordered = sorted(sprites, key=lambda s: s.layer)
        shapes = [(shape(sprite), sprite) for sprite in ordered]
        parts = []
        for name, group in groupby(shapes, key=lambda pair: pair[0][0]):
            inner = "".join(
                self._use("", markup, sprite.x, sprite.y) for (_, markup), sprite in group
            )
            parts.append(f'<g class="{name}">{inner}</g>' if name else inner)
        return "".join(parts)

    def _ground(self, scene: Scene) -> str:
        """What bare cells look like, and the tiles."""
        columns, rows = scene.columns, scene.rows
        x, y, width, height = columns.start, rows.start, len(columns), len(rows)
        if not width or not height:
            return ""
        if width * height > MOST_SHAPES:
            floor = f'<rect class="floor" x="{x}" y="{y}" width="{width}" height="{height}"/>'
            if not scene.tiles:
                return floor
            data = base64.b64encode(raster.picture(scene.tiles, width, height)).decode()
            return floor + (
                f'<image x="{x}" y="{y}" width="{width}" height="{height}" '
                'preserveAspectRatio="none" style="image-rendering:pixelated" '
                f'href="data:image/png;base64,{data}"/>'
            )
        inside = np.ones((height, width), bool)
        tiles = []
        for layer in scene.tiles:
            codes = np.frombuffer(layer.codes, np.uint8).reshape(height, width)
            for code, kind in enumerate(layer.kinds):
                if kind == "outside":
                    inside &= codes != code
                elif kind not in ("", "floor"):
                    tiles.append((kind, codes == code))
        lines = (
            grid_lines(inside, x, y)
            if scene.ground == "floor"
            else "".join(f"M{x} {y + i}.5h{width}" for i in range(height))
            + "".join(f"M{x + i}.5 {y}v{height}" for i in range(width))
        )
        return (
            f'<path class="floor" d="{outline(inside, x, y)}"/>'
            f'<path class="grid" d="{lines}" stroke-width=".03"/>'
            + "".join(self._tiles(kind, cells, x, y) for kind, cells in tiles if cells.any())
        )

    def _tiles(self, kind: str, cells: Cells, left: int, top: int) -> str:
        """All tiles of a kind."""
        if kind in _MASSIVE:
            # The stroke rounds the corners; the path runs so far inside that it ends at the cells.
            path = outline(cells, left, top, inset=1, unit=10)
            block = (
                f'<path d="{path}" transform="scale(.1)" stroke-width="2" stroke-linejoin="round"/>'
            )
            if kind == "wall":
                return self._use("wall-top", block) + self._use("wall", block, 0, 0.08)
            return self._use(kind, block) + (
                f'<path d="{outline(cells, left, top)}" fill="{self._pattern(facets(), 1)}"/>'
            )
        name, markup = shape(Sprite("", kind, 0, 0))
        if name:
            uses = "".join(
                self._use("", markup, left + x, top + y)
                for y, start, end in runs(cells)
                for x in range(start, end)
            )
            return f'<g class="{name}">{uses}</g>'
        return f'<path d="{outline(cells, left, top)}" fill="{self._pattern(markup, 1)}"/>'

    def _edges(self, scene: Scene) -> str:
        """Thin walls, the outer border included, as far as the window shows them."""
        if scene.edges is None:
            return ""
        columns, rows = scene.columns, scene.rows
        east = np.zeros((scene.height, scene.width + 1), bool)
        south = np.zeros((scene.height + 1, scene.width), bool)
        east[:, [0, -1]] = south[[0, -1], :] = True
        for x, y, side in scene.edges:
            if side == "E":
                east[y, x + 1] = True
            else:
                south[y + 1, x] = True
        east = east[rows.start : rows.stop, columns.start : columns.stop + 1]
        south = south[rows.start : rows.stop + 1, columns.start : columns.stop]
        x, y = columns.start, rows.start
        bars = [f"M{x + i} {y + start}v{end - start}" for i, start, end in runs(east.T)]
        bars += [f"M{x + start} {y + i}h{end - start}" for i, start, end in runs(south)]
        return f'<path class="edge" d="{"".join(bars)}" stroke-width=".14" stroke-linecap="round"/>'

    def _use(self, name: str, markup: str, x: float = 0, y: float = 0) -> str:
        """A reference to markup, at a place."""
        key = _key(markup)
        self._defs[key] = f'<g id="{key}">{markup}</g>'
        place = "".join(f' {axis}="{number(at)}"' for axis, at in (("x", x), ("y", y)) if at)
        return f'<use{name and f" class={name!r}"} href="#{key}"{place}/>'.replace("'", '"')

    def _pattern(self, markup: str, side: float) -> str:
        """A fill that repeats markup."""
        key = _key(f"{side} {markup}")
        self._defs[key] = (
            f'<pattern id="{key}" width="{number(side)}" height="{number(side)}" '
            f'patternUnits="userSpaceOnUse">{markup}</pattern>'
        )
        return f"url(#{key})"


def _key(markup: str) -> str:
    """The id of some markup."""
    return f"gp-{np.base_repr(zlib.crc32(markup.encode()), 36).lower()}"


def _hatch(tint: int) -> str:
    """A quarter of a cell of the hatch of a tint."""
    lines = (
        "M-.05 .05L.05 -.05M0 .25L.25 0M.2 .3L.3 .2",
        "M-.05 .2L.05 .3M0 0L.25 .25M.2 -.05L.3 .05",
        "M0 .125h.25",
        "M.125 0v.25",
        "M.125 .125h0",
        "M0 0L.25 .25M0 .25L.25 0",
        "M0 .125h.25M.125 0v.25",
        "M.05 .125h.15",
    )
    colour = colours.edge(colours.tint(tint))
    width = 0.08 if tint % len(lines) == 4 else 0.03
    return (
        f'<path d="{lines[tint % len(lines)]}" stroke="{colour}" stroke-width="{number(width)}" '
        'stroke-linecap="round" stroke-opacity=".55"/>'
    )


def _rounded(cells: Sequence[Pos]) -> str:
    """The path through the middles of cells, with round corners."""
    corners = [cells[0], *_turns(cells), cells[-1]]
    parts = [f"M{corners[0].x}.5 {corners[0].y}.5"]
    for before, corner, after in zip(corners, corners[1:], corners[2:], strict=False):
        (ax, ay), (bx, by) = _unit(before, corner), _unit(corner, after)
        x, y, r = corner.x + 0.5, corner.y + 0.5, 0.3
        parts.append(
            f"L{number(x - r * ax)} {number(y - r * ay)}"
            f"Q{number(x)} {number(y)} {number(x + r * bx)} {number(y + r * by)}"
        )
    last = corners[-1]
    dx, dy = _unit(corners[-2], last)
    parts.append(f"L{number(last.x + 0.5 - 0.4 * dx)} {number(last.y + 0.5 - 0.4 * dy)}")
    return "".join(parts)


def _turns(cells: Sequence[Pos]) -> Iterator[Pos]:
    for before, cell, after in zip(cells, cells[1:], cells[2:], strict=False):
        if _unit(before, cell) != _unit(cell, after):
            yield cell


def _unit(start: Pos, end: Pos) -> tuple[float, float]:
    """The direction from a cell to another one, as a step of at most one cell each way."""
    length = max(abs(end.x - start.x), abs(end.y - start.y))
    return (end.x - start.x) / length, (end.y - start.y) / length
