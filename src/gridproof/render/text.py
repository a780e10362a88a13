"""Scenes on a terminal: the plain drawing of ``str(scene)`` with colour added by Rich.

Everything that colour tells is told by the glyphs too.
"""

from __future__ import annotations

from typing import Final

from rich.text import Text

from gridproof.scene import Scene, Sprite

__all__ = ["render"]

_STYLES: Final = {
    "outside": "",
    "floor": "bright_black",
    "covered": "bright_black",
    "point": "bold cyan",
    "target": "bold green",
    "goal": "bold green",
    "blast": "bold yellow",
    "path": "cyan",
    "wall": "bright_black",
    "rock": "bright_black",
    "brick": "red",
    "crate": "yellow",
    "box": "bold yellow",
    "stone": "white",
    "start": "bold cyan",
    "player": "bold cyan",
    "bomb": "bold magenta",
    "cursor": "reverse",
}
_TINTS: Final = ("green", "red", "blue", "yellow", "magenta", "cyan", "white", "bright_red")


def _style(sprite: Sprite | None) -> str:
    if sprite is None:
        return "bright_black"
    if sprite.kind in ("robot", "hero"):
        return f"bold {_TINTS[sprite.tint % len(_TINTS)]}"
    if sprite.kind in ("square", "mark"):
        return _TINTS[sprite.tint % len(_TINTS)]
    return _STYLES.get(sprite.kind, "bold")


def render(scene: Scene) -> Text:
    """The scene as styled text, one line of the drawing a line, the caption below."""
    text = Text(no_wrap=True)
    for line in scene.lines():
        for piece, sprite in line:
            text.append(piece, _style(sprite))
        text.append("\n")
    for caption in scene.captions():
        text.append(caption + "\n", "dim")
    return text
