"""Boards that are equal to a player: turned, mirrored, or with other walls out of reach."""

from __future__ import annotations

from collections.abc import Iterator

from gridproof.game import AnyGame
from gridproof.level import Level
from gridproof.registry import digest

__all__ = ["symmetric", "symmetry_class"]


def symmetric(game: AnyGame, level: Level) -> Iterator[Level]:
    """Yield the board's four turns, and those of its mirror image; the board itself comes first."""
    for board in (level, game.mirror(level)):
        for _ in range(4):
            yield board
            board = game.turn(board)


def symmetry_class(game: AnyGame, level: Level) -> str:
    """Return the digest that boards equal to a player share."""
    # A normalized board may depend on the orientation: on the first cell of a region, for instance.
    return min(digest(game, game.normalized(board)) for board in symmetric(game, level))
