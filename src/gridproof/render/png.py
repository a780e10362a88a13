"""Scenes as PNG, for readers that take no SVG."""

from __future__ import annotations

import functools
from typing import Final, Literal

from gridproof.errors import InputError, MissingPart
from gridproof.render.svg import FONT, MARGIN, svg
from gridproof.scene import Scene

__all__ = ["MAX_PIXELS", "png"]

#: The largest width and height of a picture.
MAX_PIXELS: Final = 16_384


def png(
    scene: Scene,
    *,
    scale: float | None = None,
    theme: Literal["light", "dark"] = "light",
) -> bytes:
    """Return a picture as PNG.

    Args:
        scene: a whole picture (a scene over its backdrop) or a part of one.
        scale: pixels a cell; None: 48, or less on boards that are wider or higher than 40 cells.
        theme: for light or dark surroundings.

    Raises:
        InputError: the picture would be too large.
        MissingPart: resvg is not installed, or no font.
    """
    document = svg(scene, theme=theme)
    longest = max(len(scene.columns), len(scene.rows)) + 2 * MARGIN
    if scale is not None and not 0 < longest * scale <= MAX_PIXELS:
        raise InputError(f"a PNG is at most {MAX_PIXELS} pixels wide and high")
    if "<text" in document and not _has_font():
        raise MissingPart(
            "no font is installed, and the picture has numbers or letters",
            hint="install a font, such as the package fonts-dejavu-core",
        )
    width = None if scale is None else round((len(scene.columns) + 2 * MARGIN) * scale)
    return _rendered(document, width)


def _rendered(document: str, width: int | None = None) -> bytes:
    try:
        import resvg_py
    except ImportError:
        raise MissingPart("PNG needs resvg", hint="pip install 'gridproof[png]'") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=document, width=width))


@functools.cache
def _has_font() -> bool:
    """Return True if letters are drawn at all, in the fonts of pictures.

    The letters of other fonts prove nothing.
    """
    root = f'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" font-family="{FONT}">'
    return _rendered(f'{root}<text y="9">8</text></svg>') != _rendered(f"{root}</svg>")
