"""A board with marks at the cells where a solution spends its moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from gridproof.design.what_if import WhatIf
from gridproof.game import AnyGame
from gridproof.grid import Pos
from gridproof.level import Level
from gridproof.registry import game_of
from gridproof.render.visit_counts import visits
from gridproof.scene import EVERYTHING, Mark, Scene, Window

__all__ = ["MAX_COUNTS", "heat_map", "with_easements"]

#: The number of counts, side by side, that can be read; beyond it one stands for several cells.
MAX_COUNTS: Final = 40
#: The tint of things whose removal makes a board easier.
_EASED: Final = 2


def heat_map(
    level: Level,
    moves: Sequence[str],
    *,
    game: AnyGame | str | None = None,
    most: int = MAX_COUNTS,
    window: Window = EVERYTHING,
) -> Scene:
    """Return the picture of the board with a mark on each cell that a move reaches.

    Its sign is the count, its heat the share of the largest count.

    Args:
        level: a level without faults.
        moves: legal moves from its start.
        game: its game, or the game's id; None looks it up by ``level.game``.
        most: counts in a row or a column. On boards with more cells than that, one counts the
            moves that reach a square of cells.
        window: the part that is drawn.

    Raises:
        MoveError: a move cannot be made.
    """
    found = game_of(level, game)
    picture = found.picture(level, found.initial(level), None, window)
    side = -(-max(picture.width, picture.height) // most)
    counts = visits(found, level, moves, side)
    largest = max(counts.values(), default=1)
    marks = [
        Mark(
            x * side,
            y * side,
            None,
            f"{count} of {len(moves)} moves come here",
            width=min(side, picture.width - x * side),
            height=min(side, picture.height - y * side),
            sign=str(count),
            heat=count / largest,
        )
        for (x, y), count in sorted(counts.items())
    ]
    return replace(picture, marks=(*picture.marks, *marks))


def with_easements(scene: Scene, what_if: WhatIf) -> Scene:
    """Return the picture with a mark on each thing whose removal makes the board easiest.

    The sign is the improvement of the optimum; amounts on the same cells lose theirs.
    """
    gain, sense = what_if.gain, what_if.result.sense
    sign = "✓" if gain is None else f"−{gain}" if sense == "min" else f"+{gain}"
    marks = {
        cell: Mark(*cell, _EASED, f"without this {eased.easement.name}: {sign}", sign=sign)
        for eased in what_if.best
        for cell in eased.easement.cells
    }
    others = (
        replace(mark, sign="") if Pos(mark.x, mark.y) in marks else mark for mark in scene.marks
    )
    return replace(scene, marks=(*others, *marks.values()))
