"""Scenes as SVG: crisp at any size, light and dark, the plain drawing in the description.

A cell is one unit. What stands on the board is drawn by a :class:`Drawing`, which is also where the
player of pages gets its pictures from: there is one drawing of each thing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import groupby

from gridproof.grid import Pos
from gridproof.render import theme as colours
from gridproof.render.theme import Theme
from gridproof.scene import Scene, Sprite

__all__ = ["MARGIN", "Drawing", "style", "svg"]

#: Room around the cells, in cells.
MARGIN = 0.25


def svg(
    scene: Scene, *, theme: Theme = "auto", ways: Mapping[str, Sequence[Pos]] | None = None
) -> str:
    """A picture as a whole document.

    Args:
        scene: a whole picture (a scene over its backdrop) or a part of one.
        theme: colours for light or dark surroundings; "auto" takes what the reader prefers.
        ways: by sprite's id, cells that it has come through, drawn as a line.
    """
    drawing = Drawing()
    body = drawing.backdrop(scene)
    body += "".join(
        drawing.way(sprite, ways[sprite.id])
        for sprite in scene.sprites
        if ways and sprite.id in ways
    )
    body += "".join(
        f'<g transform="translate({s.x},{s.y})">{drawing.look(s)}</g>'
        for s in sorted(scene.sprites, key=lambda s: s.layer)
    )
    x, y, width, height = view(scene)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {width} {height}" role="img">'
        f"<desc>{escape(str(scene))}</desc>"
        f"<style>{style('svg', theme)}</style><defs>{drawing.defs()}</defs>{body}</svg>\n"
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
    """The CSS of pictures inside ``scope``: colours, and what the symbols' classes mean."""
    return colours.properties(scope, theme)


class Drawing:
    """Draws things as SVG and remembers which symbols they use."""

    def __init__(self) -> None:
        self._symbols: dict[str, str] = {}

    def defs(self) -> str:
        """The symbols that were used so far, for ``<defs>``."""
        return "".join(self._symbols.values())

    def look(self, sprite: Sprite) -> str:
        """A thing whose cell has its upper left corner at (0, 0)."""
        colour = colours.tint(sprite.tint)
        sign = sprite.sign or sprite.label
        return (
            f'<rect x=".1" y=".1" width="{sprite.width - 0.2}" height="{sprite.height - 0.2}" '
            f'rx=".12" fill="{colour}"/>'
            f'<text x=".5" y=".68" font-size=".5" text-anchor="middle">{escape(sign)}</text>'
        )

    def way(self, sprite: Sprite, cells: Sequence[Pos]) -> str:
        """The way of a thing through the middles of cells."""
        points = " ".join(f"{cell.x + 0.5},{cell.y + 0.5}" for cell in cells)
        return f'<polyline class="way" points="{points}"/>'

    def backdrop(self, scene: Scene) -> str:
        """Floor, tiles and thin walls of a scene, without its sprites."""
        columns, rows = scene.columns, scene.rows
        parts = [
            f'<rect x="{columns.start}" y="{rows.start}" width="{len(columns)}" '
            f'height="{len(rows)}" fill="var(--floor)"/>'
        ]
        for tiles in scene.tiles:
            places = [
                (k, c)
                for k, c in zip(
                    tiles.codes, scene.window.cells(scene.width, scene.height), strict=True
                )
                if k
            ]
            for code, group in groupby(sorted(places), key=lambda pair: pair[0]):
                path = "".join(f"M{c.x},{c.y}h1v1h-1z" for _, c in group)
                parts.append(f'<path class="{tiles.kinds[code]}" fill="var(--wall)" d="{path}"/>')
        return "".join(parts)
