"""A picture that knows no renderer: sprites with stable ids on a grid of cells.

Two scenes of one play-through can be animated by comparing their sprites: the same id at another
place has moved. ``str(scene)`` is the plain drawing; the renderers add colour, SVG and motion.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from gridproof.grid import junction

__all__ = ["KINDS", "Edge", "Scene", "Sprite"]

#: A thin wall: on the east ("E") or south ("S") side of cell (x, y).
Edge = tuple[int, int, str]

#: What can be drawn, lowest layer first, with its two-column text ("" shows the sprite's label).
KINDS: Final[Mapping[str, str]] = {
    "outside": "  ",
    "floor": "· ",
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


@dataclass(frozen=True)
class Sprite:
    """One thing on the board.

    Attributes:
        id: stable through a play-through, unique in a scene.
        kind: one of :data:`KINDS`.
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
        return KINDS[self.kind] or f"{self.label:<2}"[:2]


@dataclass(frozen=True)
class Scene:
    """A board of ``width`` × ``height`` cells with sprites on it.

    Attributes:
        edges: thin walls between cells, or None for a game that has none. With edges the outer
            border is drawn too.
        caption: one line below the board.
    """

    width: int
    height: int
    sprites: tuple[Sprite, ...]
    edges: frozenset[Edge] | None = None
    caption: str = ""

    def __post_init__(self) -> None:
        if len({s.id for s in self.sprites}) != len(self.sprites):
            raise ValueError("two sprites of a scene have the same id")

    def __str__(self) -> str:
        lines = ["".join(text for text, _ in line).rstrip() for line in self.lines()]
        return "\n".join([*lines, self.caption] if self.caption else lines)

    def lines(self) -> Iterator[list[tuple[str, Sprite | None]]]:
        """The drawing, line by line, as pieces of text with the sprite that each one shows."""
        top: dict[tuple[int, int], Sprite] = {}
        for sprite in sorted(self.sprites, key=lambda s: _LAYER[s.kind]):
            top[sprite.x, sprite.y] = sprite
        floor = Sprite("", "floor", 0, 0)
        for y in range(self.height):
            if self.edges is not None:
                yield self._wall_line(y)
            line: list[tuple[str, Sprite | None]] = []
            for x in range(self.width):
                if self.edges is not None:
                    line.append(("┃" if self._east(x - 1, y) else " ", None))
                sprite = top.get((x, y), floor)
                text = sprite.text
                line.append((f" {text}" if self.edges is not None else text, sprite))
            if self.edges is not None:
                line.append(("┃", None))
            yield line
        if self.edges is not None:
            yield self._wall_line(self.height)

    def _wall_line(self, y: int) -> list[tuple[str, Sprite | None]]:
        """The line of wall slots above row ``y``: junctions and the slots between them."""
        text = ""
        for x in range(self.width + 1):
            left, right = self._south(x - 1, y - 1), self._south(x, y - 1)
            up, down = self._east(x - 1, y - 1), self._east(x - 1, y)
            text += junction(up, down, left, right)
            if x < self.width:
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
