"""A board with marks that say where a solution spends its moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from gridproof.game import AnyGame, Level, game_of
from gridproof.scene import EVERYTHING, Mark, Scene, Window
from gridproof.visits import visits

__all__ = ["MOST_COUNTS", "heat_map"]

#: So many counts, side by side, can be read; on larger boards one stands for a square of cells.
MOST_COUNTS: Final = 40


def heat_map(
    level: Level,
    moves: Sequence[str],
    *,
    game: AnyGame | str | None = None,
    most: int = MOST_COUNTS,
    window: Window = EVERYTHING,
) -> Scene:
    """The picture of the board with a mark on each cell that a move comes to.

    Its sign is the count, its heat the share of the largest count.

    Args:
        level: a level without faults.
        moves: legal moves from its start.
        game: its game, or the game's id; None looks it up by ``level.game``.
        most: counts in a row or a column. On boards with more cells than that, one counts the
            moves that come to a square of cells.
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
