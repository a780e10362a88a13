"""Scenes on a terminal: the plain drawing of ``str(scene)`` with colour added by Rich.

Glyphs hold everything that colour tells. The colours are in the middle, so that they can be read on
dark and on light terminals; the most important things have a ground of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final, NamedTuple

from rich.text import Text

from gridproof.grid import Pos
from gridproof.scene import Scene, Sprite

__all__ = ["COLOURS", "Layout", "layout", "render", "styled_lines"]

#: The colours of the terminal's table of 256 that are used, by name.
COLOURS: Final = {
    "grey": 243,
    "blue": 27,
    "orange": 136,
    "green": 28,
    "vermilion": 166,
    "purple": 133,
    "sky": 31,
    "yellow": 100,
    "wood": 130,
    "red": 160,
}
#: Those on which white can be read better than black.
_DARK: Final = ("grey", "blue", "green", "wood", "red")


def _ink(name: str) -> str:
    return f"bold color({COLOURS[name]})"


def _ground(name: str) -> str:
    text = 231 if name in _DARK else 16  # white or black
    return f"bold color({text}) on color({COLOURS[name]})"


_QUIET: Final = f"color({COLOURS['grey']})"
_STYLES: Final = {
    "outside": "",
    "floor": _QUIET,
    "covered": _QUIET,
    "point": _ink("blue"),
    "target": _ink("green"),
    "goal": _ink("green"),
    "blast": _ink("vermilion"),
    "path": f"color({COLOURS['blue']})",
    "wall": _QUIET,
    "rock": _QUIET,
    "rubble": _QUIET,
    "spent": _ink("purple"),
    "stone": _ground("grey"),
    "brick": f"color({COLOURS['red']})",
    "crate": f"color({COLOURS['wood']})",
    "box": _ground("wood"),
    "stored": _ground("green"),
    "robot": _ground("green"),
    "helper": _ground("red"),
    "start": _ink("blue"),
    "player": _ground("blue"),
    "bomb": _ground("purple"),
    "crossed": _ground("red"),
    "cursor": "bold reverse",
}
_TINTS: Final = ("blue", "orange", "green", "vermilion", "purple", "sky", "yellow", "grey")


def _style(sprite: Sprite | None) -> str:
    if sprite is None:
        return _QUIET
    tint = _TINTS[sprite.tint % len(_TINTS)]
    if sprite.kind == "hero":
        return _ground(tint)
    if sprite.kind in ("square", "mark"):
        return f"color({COLOURS[tint]})"
    return _STYLES.get(sprite.kind, "bold")


class Layout(NamedTuple):
    """The geometry of a drawing's cells on the columns and lines of a terminal.

    Attributes:
        columns: from one cell to the next.
        lines: from one cell to the next.
        border: columns, and lines, before the first cell and behind the last one.
    """

    columns: int
    lines: int
    border: int

    def size(self, width: int, height: int) -> tuple[int, int]:
        """Return the columns and lines of a number of cells."""
        return width * self.columns + self.border, height * self.lines + self.border

    def fitting(self, columns: int, lines: int) -> tuple[int, int]:
        """Return the number of cells that fit, each way, and at least one."""
        width, height = (columns - self.border) // self.columns, (lines - self.border) // self.lines
        return max(width, 1), max(height, 1)

    def cell(self, column: int, line: int) -> Pos:
        """Return the cell at a place of the drawing; a wall is taken for the cell before it."""
        return Pos((column - self.border) // self.columns, (line - self.border) // self.lines)


def layout(scene: Scene) -> Layout:
    """Return the layout of a scene: with room for walls between the cells, or without."""
    return Layout(2, 1, 0) if scene.edges is None else Layout(4, 2, 1)


def styled_lines(scene: Scene) -> Iterator[list[tuple[str, str]]]:
    """Yield the drawing, line by line, as pieces of text with the Rich style of each."""
    for line in scene.lines():
        pieces = ((piece, _style(sprite)) for piece, sprite in line)
        yield [
            ("".join(piece for piece, _ in run), style)
            for style, run in groupby(pieces, lambda styled: styled[1])
        ]


def render(scene: Scene) -> Text:
    """Return the scene as styled text, one line of the drawing a line, the caption below."""
    text = Text(no_wrap=True)
    for line in styled_lines(scene):
        for piece, style in line:
            text.append(piece, style)
        text.append("\n")
    for caption in scene.captions():
        text.append(caption + "\n", "dim")
    return text
