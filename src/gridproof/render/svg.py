"""Scenes as SVG: crisp at any size, light and dark, the plain drawing in the description.

A cell is one unit. A :class:`Drawing` draws the things on the board, also for the player of pages:
there is one drawing of each thing.
"""

from __future__ import annotations

import base64
import math
import re
import string
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Final

from gridproof.grid import Pos
from gridproof.render import overlay, raster
from gridproof.render import theme as colours
from gridproof.render.cell_set import Cells
from gridproof.render.outlines import grid_lines, outline
from gridproof.render.shapes import LABEL, RULES, WRITTEN, facets, number, shape, tint_class
from gridproof.render.theme import DARK, LIGHT, Theme
from gridproof.scene import Scene, Sprite, Tiles
from gridproof.visible import html_lines, html_text

__all__ = ["FONT", "MARGIN", "MAX_SHAPES", "WAYS", "Drawing", "inline", "style", "svg", "view"]

#: Room around the cells, in cells.
MARGIN: Final = 0.25
#: Tiles of boards with more cells are a picture of one pixel a cell.
MAX_SHAPES: Final = 40_000
FONT: Final = "system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif"

#: Side of a cell in pixels, where the picture has room for that.
_CELL: Final = 48
#: The distance of a way's end from the middle of its last cell, where the thing stands.
_SHORT: Final = 0.4
#: The lowest layer that is drawn over ways: moving things, and numbers.
WAYS: Final = Sprite("", "spent", 0, 0).layer
#: Things that readers look for; the number of them that fits side by side on large boards.
_SOUGHT: Final = frozenset(("goal", "player", "robot", "start", "target"))
_PINS: Final = 25
#: Lines between the cells of a wall.
_JOINT: Final = 'stroke="#fff" stroke-opacity=".06" stroke-width=".03"'
#: From this number on, things of a class are written apart from their picture.
_MANY: Final = 8
#: More tiles of a kind are filled with a pattern.
_MAX_USES: Final = 600
#: The digits of ids.
_DIGITS: Final = string.digits + string.ascii_lowercase
#: Kinds of tiles whose cells grow together.
_MASSIVE: Final = ("wall", "rock")


def svg(
    scene: Scene,
    *,
    theme: Theme = "auto",
    ways: Mapping[str, Sequence[Pos]] | None = None,
    title: str = "",
    size: int = 960,
) -> str:
    """Return a picture as a whole document.

    Args:
        scene: a whole picture (a scene over its backdrop) or a part of one.
        theme: colours for light or dark surroundings; "auto" takes what the reader prefers.
        ways: by sprite's id, cells that it has come through, drawn as a line.
        title: its subject.
        size: pixels of its longer side at most, for viewers that ask.
    """
    drawing = Drawing()
    body = drawing.picture(
        scene, [(sprite, ways[sprite.id]) for sprite in scene.sprites if ways and sprite.id in ways]
    )
    x, y, width, height = view(scene)
    paper = f'<rect class="paper" x="{x}" y="{y}" width="{width}" height="{height}" rx="{MARGIN}"/>'
    return document(
        drawing,
        paper + body,
        (x, y, width, height),
        scale=min(_CELL, size / max(width, height)),
        theme=theme,
        title=title,
        label=title or f"board of {scene.width} × {scene.height} cells",
        text=description(scene),
    )


def description(scene: Scene) -> str:
    """Return a picture as text; of a large one its captions."""
    large = len(scene.columns) * len(scene.rows) > MAX_SHAPES
    return "\n".join(scene.captions()) if large else str(scene)


def document(
    drawing: Drawing,
    body: str,
    box: tuple[float, float, float, float],
    *,
    scale: float,
    theme: Theme,
    title: str,
    label: str,
    text: str,
) -> str:
    """Return a whole SVG document.

    Args:
        drawing: the drawing of the body.
        body: its markup.
        box: left, top, width and height of it.
        scale: pixels a unit, for viewers that ask for a size.
        theme: its colours.
        title: shown by browsers when it is pointed at, unless it is empty.
        label: its name, for screen readers.
        text: its description.
    """
    x, y, width, height = map(number, box)
    name = f"gp-{theme}"
    used = set(re.findall(r'class="([\w-]+)"', drawing.defs() + body))
    rules = {each: RULES[each] for each in RULES if each in used}
    css = f".{name}{{max-width:100%;height:auto}}" + _css(f".{name}", rules)
    css = colours.resolved(css, DARK if theme == "dark" else LIGHT)
    if theme == "auto":
        themed = {
            each: ";".join(part for part in rule.split(";") if "var(" in part)
            for each, rule in rules.items()
        }
        dark = colours.resolved(_css(f".{name}", themed), DARK)
        css += f"@media(prefers-color-scheme:dark){{{dark}}}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{name}" '
        f'viewBox="{x} {y} {width} {height}" width="{round(box[2] * scale) or 1}" '
        f'height="{round(box[3] * scale) or 1}" font-family="{FONT}" role="img" '
        f'aria-label="{_attribute(label)}">'
        + (f"<title>{html_text(title)}</title>" if title else "")
        + f"<desc>{html_lines(text)}</desc><style>{css}</style>"
        f"<defs>{drawing.defs()}</defs>{body}</svg>\n"
    )


def inline(
    drawing: Drawing,
    scene: Scene,
    *,
    scale: int | None = None,
    label: str = "",
    shared: bool = False,
) -> str:
    """Return a picture as a part of a page whose style has :func:`style`.

    Args:
        drawing: the drawing of it.
        scene: a whole picture or a part of one.
        scale: pixels a cell; None: as large as there is room.
        label: its name, for screen readers; "" hides it from them.
        shared: True if its definitions stand in a later picture of the same drawing.
    """
    body = drawing.picture(scene)
    x, y, width, height = view(scene)
    box = f'viewBox="{x:g} {y:g} {width:g} {height:g}"'
    size = "" if scale is None else f' width="{width * scale:g}" height="{height * scale:g}"'
    name = f'role="img" aria-label="{_attribute(label)}"' if label else 'aria-hidden="true"'
    defs = "" if shared else f"<defs>{drawing.defs()}</defs>"
    return f"<svg {box}{size} {name}>{defs}{body}</svg>"


def view(scene: Scene) -> tuple[float, float, float, float]:
    """Return left, top, width and height of the drawn part, in cells."""
    columns, rows = scene.columns, scene.rows
    return (
        columns.start - MARGIN,
        rows.start - MARGIN,
        len(columns) + 2 * MARGIN,
        len(rows) + 2 * MARGIN,
    )


def style(scope: str, theme: Theme = "auto") -> str:
    """Return the CSS of pictures on a page, inside ``scope``: colours, and rules for classes.

    Eyes look in the direction of ``data-way`` ("U", "D", "L" or "R") of an element around them.
    """
    rules = _css(scope, {**RULES, "label": LABEL}) + "".join(
        f'{scope} [data-way="{way}"] .eyes{{transform:translate({x}px,{y}px)}}'
        for way, x, y in (("U", 0, -0.1), ("D", 0, 0.1), ("L", -0.12, 0), ("R", 0.12, 0))
    )
    if theme != "auto":
        rules = colours.resolved(rules, LIGHT if theme == "light" else DARK)
    return colours.properties(scope, theme) + rules


def _css(scope: str, rules: Mapping[str, str]) -> str:
    return "".join(f"{scope} .{name}{{{rule}}}" for name, rule in rules.items() if rule)


def _attribute(text: str) -> str:
    return html_lines(text).replace("\n", "&#10;")


class Drawing:
    """A drawer of things as SVG, which remembers its definitions.

    Ids are made from the names of things, so that several pictures in one document agree.
    """

    def __init__(self) -> None:
        self._defs: dict[str, str] = {}
        self._pixels: dict[tuple[Tiles, ...], str] = {}

    def defs(self) -> str:
        """Return the definitions so far, for ``<defs>``."""
        return "".join(self._defs.values())

    def picture(self, scene: Scene, ways: Iterable[tuple[Sprite, Sequence[Pos]]] = ()) -> str:
        """Return all of a scene, cut where its window ends, and the ways of things."""
        columns, rows = scene.columns, scene.rows
        seen = [
            sprite
            for sprite in scene.sprites
            if sprite.x < columns.stop
            and sprite.y < rows.stop
            and sprite.x + sprite.width > columns.start
            and sprite.y + sprite.height > rows.start
        ]
        pin = _pin(scene)
        body = (
            self._ground(scene, self.bands(scene))
            + self._things((sprite for sprite in seen if sprite.layer < WAYS), scene, pin)
            + "".join(self.way(sprite, cells, pin) for sprite, cells in ways)
            + self._things((sprite for sprite in seen if sprite.layer >= WAYS), scene, pin)
            + overlay.signs(scene.marks)
        )
        if len(columns) < scene.width or len(rows) < scene.height:
            x, y, width, height = columns.start, rows.start, len(columns), len(rows)
            body = (
                f'<svg x="{x}" y="{y}" width="{width}" height="{height}" '
                f'viewBox="{x} {y} {width} {height}">{body}</svg>'
            )
        return body + self._edges(scene)

    def backdrop(self, scene: Scene) -> str:
        """Return floor, tiles and thin walls of a scene, without its sprites and marks."""
        return self._ground(scene) + self._edges(scene)

    def patch(self, kind: str, cells: Cells, left: int, top: int, *, coarse: bool) -> str:
        """Return some cells of a backdrop anew, to be laid over it.

        Args:
            kind: of the tile on all of them; "" if they are bare.
            cells: the set of cells, row by row.
            left: column of the first cell.
            top: row of the first cell.
            coarse: True if the backdrop's tiles are a picture, see :data:`MAX_SHAPES`.
        """
        path = outline(cells, left, top)
        if coarse and kind:
            return f'<path d="{path}" fill="{raster.colour(kind)}"/>'
        floor = f'<path class="floor" d="{path}"/>'
        if coarse:
            return floor
        lines = f'<path class="grid" d="{grid_lines(cells, left, top)}" stroke-width=".03"/>'
        return floor + lines + (self._tiles(kind, cells, left, top) if kind else "")

    def look(self, sprite: Sprite) -> str:
        """Return a thing whose cell has its upper left corner at (0, 0)."""
        name, parts = shape(sprite)
        markup = "".join(parts)
        if sprite.kind == "player":  # pages turn its eyes, which they cannot do by reference
            return f'<g class="{name}">{markup}</g>'
        body, _, sign = markup.rpartition("<text")
        if body and sign.endswith("</text>"):  # what differs by its sign alone shares the rest
            sign = sign.replace(WRITTEN, ' class="label"')  # as :func:`style` has it
            return f'<g class="{name}">{self._use("", body)}<text{sign}</g>'
        return self._use(name, markup)

    def tile(self, kind: str) -> str:
        """Return a tile of a kind whose cell has its upper left corner at (0, 0)."""
        return self._tiles(kind, Cells.all(1, 1), 0, 0)

    def way(self, sprite: Sprite, cells: Sequence[Pos], scale: float = 1) -> str:
        """Return the way of a thing through the middles of cells, with an arrow head at its end.

        Args:
            sprite: the thing.
            cells: at least those where it turns; both ends included.
            scale: the factor of the line's width; above 1 it has no head.
        """
        cells = [cell for cell, _ in groupby(cells)]
        if len(cells) < 2:
            return ""
        line = _arrow(cells) if scale == 1 else _straight(cells)
        drawn = f'<path d="{line}"/>'
        colour = colours.tint(sprite.tint)
        return (
            f'<g class="{tint_class(sprite.tint)}"><g class="way" fill="none" '
            f'stroke-linecap="round" stroke-linejoin="round"><g stroke-width='
            f'"{number(0.17 * scale)}">{self._use("", drawn)}</g><g stroke="{colour}" '
            f'stroke-width="{number(0.09 * scale)}">{self._use("", drawn)}</g></g></g>'
        )

    def bands(self, scene: Scene) -> str:
        """Return the remarks on cells, as bands and lines in tints."""
        return overlay.bands(scene, self._defs.__setitem__, max(_pin(scene) / 4, 1))

    def _things(self, sprites: Iterable[Sprite], scene: Scene, pin: float) -> str:
        """Return sprites at their places; those of one class share a group.

        Things that readers look for are ``pin`` cells wide, so that they are seen on large boards.
        """
        pieces = [
            (sprite.layer, order, name, sprite, part)
            for sprite in sprites
            for name, parts in [shape(sprite)]
            for order, part in enumerate(parts)
        ]
        pieces.sort(key=lambda piece: piece[:3])
        drawn = []
        for name, group in groupby(pieces, key=lambda piece: piece[2]):
            placed = [self._placed(sprite, part, scene, pin) for *_, sprite, part in group]
            inner = "".join(placed)
            if len(placed) >= _MANY:  # many positions of a strip may have them all
                drawn.append(self._use(name, inner))
            else:
                drawn.append(f"<g{_class(name)}>{inner}</g>" if name else inner)
        return "".join(drawn)

    def _placed(self, sprite: Sprite, markup: str, scene: Scene, pin: float) -> str:
        if pin == 1 or sprite.kind not in _SOUGHT:
            return self._use("", markup, sprite.x, sprite.y)
        x, y = (
            max(cells.start, min(at + (1 - pin) / 2, cells.stop - pin))
            for at, cells in ((sprite.x, scene.columns), (sprite.y, scene.rows))
        )
        place = f"translate({number(x)} {number(y)}) scale({number(pin)})"
        return f'<g transform="{place}">{self._use("", markup)}</g>'

    def _ground(self, scene: Scene, bands: str = "") -> str:
        """Return the bare cells and the tiles, with bands below those that are things."""
        columns, rows = scene.columns, scene.rows
        x, y, width, height = columns.start, rows.start, len(columns), len(rows)
        if not width or not height:
            return ""
        if width * height > MAX_SHAPES:
            box = f'x="{x}" y="{y}" width="{width}" height="{height}"'
            floor = self._use("floor", f"<rect {box}/>")
            if not scene.tiles:
                return floor + bands
            if scene.tiles not in self._pixels:
                data = base64.b64encode(raster.picture(scene.tiles, width, height)).decode()
                self._pixels[scene.tiles] = self._use(
                    "",
                    f'<image {box} preserveAspectRatio="none" image-rendering="pixelated" '
                    f'href="data:image/png;base64,{data}"/>',
                )
            return floor + self._pixels[scene.tiles] + bands
        inside = Cells.all(width, height)
        tiles = []
        for layer in scene.tiles:
            for code, kind in enumerate(layer.kinds):
                if kind == "outside":
                    inside -= Cells.equal(layer.codes, code, width)
                elif kind not in ("", "floor"):
                    tiles.append((kind, Cells.equal(layer.codes, code, width)))
        lines = (
            grid_lines(inside, x, y)
            if scene.ground == "floor"
            else "".join(f"M{x} {y + i}.5h{width}" for i in range(height))
            + "".join(f"M{x + i}.5 {y}v{height}" for i in range(width))
        )
        return (
            self._use("floor", f'<path d="{outline(inside, x, y)}"/>')
            + self._use("grid", f'<path d="{lines}" stroke-width=".03"/>')
            + self._layer(tiles, x, y, massive=True)
            + bands
            + self._layer(tiles, x, y, massive=False)
        )

    def _layer(
        self, tiles: Iterable[tuple[str, Cells]], left: int, top: int, *, massive: bool
    ) -> str:
        """Return all tiles that are walls and rocks, or all others."""
        chosen = ((k, c) for k, c in tiles if (k in _MASSIVE) == massive and c)
        return "".join(self._tiles(kind, cells, left, top) for kind, cells in chosen)

    def _tiles(self, kind: str, cells: Cells, left: int, top: int) -> str:
        """Return all tiles of a kind."""
        if kind in _MASSIVE:
            # The stroke rounds the corners; the path runs so far inside that it ends at the cells.
            path = outline(cells, left, top, inset=1, unit=10)
            block = (
                f'<path d="{path}" transform="scale(.1)" stroke-width="2" stroke-linejoin="round"/>'
            )
            if kind == "wall":
                joints = f'<path d="{grid_lines(cells, left, top)}" {_JOINT}/>'
                return (
                    self._use("wall-top", block)
                    + self._use("wall", block, 0, 0.08)
                    + self._use("", joints, 0, 0.08)
                )
            return self._use(kind, block) + self._tiled("", cells, left, top, facets())
        name, parts = shape(Sprite("", kind, 0, 0))
        return self._tiled(name, cells, left, top, "".join(parts))

    def _tiled(self, name: str, cells: Cells, left: int, top: int, markup: str) -> str:
        """Return the same markup on each cell."""
        if name or len(cells) <= _MAX_USES:
            uses = "".join(
                self._use("", markup, left + x, top + y)
                for y, start, end in cells.runs()
                for x in range(start, end)
            )
            return self._use(name, uses)
        # A pattern would do always, but browsers take it from the first picture of the page that
        # has it, and find none there if that one is hidden.
        path = outline(cells, left, top)
        key = _key(f"{path} {markup}")
        self._defs[key] = (
            f'<pattern id="{key}" width="1" height="1" patternUnits="userSpaceOnUse">'
            f"{self._use('', markup)}</pattern>"
        )
        return self._use("", f'<path d="{path}" fill="url(#{key})"/>')

    def _edges(self, scene: Scene) -> str:
        """Return thin walls, the outer border included, as far as the window shows them."""
        if scene.edges is None:
            return ""
        columns, rows = scene.columns, scene.rows
        x, y = columns.start, rows.start
        width, height = len(columns), len(rows)
        east = {Pos(at, row) for at in (0, scene.width) for row in range(scene.height)}
        south = {Pos(column, at) for at in (0, scene.height) for column in range(scene.width)}
        east |= {Pos(column + 1, row) for column, row, side in scene.edges if side == "E"}
        south |= {Pos(column, row + 1) for column, row, side in scene.edges if side != "E"}
        across = _within(south, x, y, width, height + 1).runs()
        along = _within(east, x, y, width + 1, height).transposed.runs()
        bars = [f"M{x + i} {y + start}v{end - start}" for i, start, end in along]
        bars += [f"M{x + start} {y + i}h{end - start}" for i, start, end in across]
        return f'<path class="edge" d="{"".join(bars)}" stroke-width=".14" stroke-linecap="round"/>'

    def _use(self, name: str, markup: str, x: float = 0, y: float = 0) -> str:
        """Return a reference to markup in the colours of a class, at a place."""
        key = _key(markup)
        self._defs[key] = f'<g id="{key}">{markup}</g>'
        place = "".join(f' {axis}="{number(at)}"' for axis, at in (("x", x), ("y", y)) if at)
        return f'<use{_class(name)} href="#{key}"{place}/>'


def _pin(scene: Scene) -> float:
    """Return the width in cells of things that readers look for."""
    columns, rows = len(scene.columns), len(scene.rows)
    return max(columns, rows) / _PINS if columns * rows > MAX_SHAPES else 1


def _within(cells: Iterable[Pos], left: int, top: int, width: int, height: int) -> Cells:
    """Return those of some cells that lie in a rectangle, as counted from its corner."""
    moved = (Pos(x - left, y - top) for x, y in cells)
    return Cells.at((cell for cell in moved if cell.within(width, height)), width, height)


def _class(name: str) -> str:
    return f' class="{name}"' if name else ""


def _key(markup: str) -> str:
    """Return the id of some markup."""
    rest, digits = zlib.crc32(markup.encode()), ""
    while rest:
        rest, digit = divmod(rest, 36)
        digits = _DIGITS[digit] + digits
    return f"gp-{digits}"


def _straight(cells: Sequence[Pos]) -> str:
    """Return the path through the middles of cells."""
    corners = [cells[0], *_turns(cells), cells[-1]]
    steps = "".join(f"l{b.x - a.x} {b.y - a.y}" for a, b in pairwise(corners))
    return f"M{number(cells[0].x + 0.5)} {number(cells[0].y + 0.5)}{steps}"


def _arrow(cells: Sequence[Pos]) -> str:
    """Return the same with round corners, and a head before the last cell."""
    corners = [cells[0], *_turns(cells), cells[-1]]
    parts = [f"M{number(corners[0].x + 0.5)} {number(corners[0].y + 0.5)}"]
    for before, corner, after in zip(corners, corners[1:], corners[2:], strict=False):
        (ax, ay), (bx, by) = _unit(before, corner), _unit(corner, after)
        x, y, r = corner.x + 0.5, corner.y + 0.5, 0.3
        parts.append(
            f"L{number(x - r * ax)} {number(y - r * ay)}"
            f"Q{number(x)} {number(y)} {number(x + r * bx)} {number(y + r * by)}"
        )
    dx, dy = _unit(corners[-2], corners[-1])
    x, y = corners[-1].x + 0.5 - _SHORT * dx, corners[-1].y + 0.5 - _SHORT * dy
    tip = f"{number(x)} {number(y)}"
    for letter, side in (("L", 0.2), ("M", -0.2)):
        end = f"{number(x - 0.24 * dx + side * dy)} {number(y - 0.24 * dy - side * dx)}"
        parts.append(f"{letter}{tip}L{end}")
    return "".join(parts)


def _turns(cells: Sequence[Pos]) -> Iterator[Pos]:
    for before, cell, after in zip(cells, cells[1:], cells[2:], strict=False):
        if _unit(before, cell) != _unit(cell, after):
            yield cell


def _unit(start: Pos, end: Pos) -> tuple[float, float]:
    """Return the direction from a cell to another one."""
    dx, dy = end.x - start.x, end.y - start.y
    length = math.hypot(dx, dy)
    return dx / length, dy / length
