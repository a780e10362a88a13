"""The rules for people, see :class:`gridproof.specs.About`."""

from __future__ import annotations

from typing import Final

from gridproof.specs import About

__all__ = ["ABOUT"]

ABOUT: Final = About(
    goals={
        "steps": "Walk to the right end of the strip in as few steps as you can",
    },
    rules="""\
- A step takes the piece to the right, over as many cells as `stride` allows.
- The board is solved when the piece is in the last cell.
""",
    board="""\
stride: 2
@....
""",
    moves=("2",),
    shown="The piece takes a step of two cells.",
    notation="""\
A solution is a list of the lengths of steps.
""",
    history="""\
A game to begin with, when you make your own.
""",
)
