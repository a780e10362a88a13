"""Pictures as pixels."""

from __future__ import annotations

import io
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gridproof.errors import MissingPart
from gridproof.render.png import png
from gridproof.render.svg import MARGIN
from gridproof.render.theme import LIGHT
from gridproof.scene import Scene

__all__ = ["pixels"]

#: Pixels a cell, and pixels of a picture of a large board, in the longer direction.
_CELL: Final = 32
_LONGEST: Final = 1024


def pixels(picture: Scene, columns: int, rows: int) -> NDArray[np.uint8]:
    """Return a picture by row, column and RGB, centred in room for a number of cells.

    Raises:
        MissingPart: resvg or Pillow is not installed, or no font.
    """
    try:
        from PIL import Image
    except ImportError:
        raise MissingPart("pixels need Pillow", hint="pip install 'gridproof[envs]'") from None
    width, height = columns + 2 * MARGIN, rows + 2 * MARGIN
    scale = min(_CELL, _LONGEST / max(width, height))
    paper = Image.new("RGB", (round(width * scale), round(height * scale)), LIGHT["paper"])
    drawn = Image.open(io.BytesIO(png(picture, scale=scale))).convert("RGBA")
    paper.paste(
        drawn, ((paper.width - drawn.width) // 2, (paper.height - drawn.height) // 2), drawn
    )
    return np.array(paper)
