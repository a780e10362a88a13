"""Keys and cells that make a given move, found by asking the game."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from gridproof.errors import MoveError
from gridproof.grid import Pos
from gridproof.playing.session import Session

__all__ = ["cells_for", "keys_for"]

#: As games call them. Letters that the player of pages keeps for itself are left out.
KEYS = ("up", "down", "left", "right", "enter", "space", "tab", *"0123456789", *"wasdt")

T = TypeVar("T")


def keys_for(session: Session, move: str) -> list[str] | None:
    """The fewest keys that make a move from the position and cursor of a session, or None."""
    game, level, state = session.game, session.level, session.state
    return _way(session, move, KEYS, lambda cursor, key: game.interpret(level, state, cursor, key))


def cells_for(session: Session, move: str) -> list[Pos] | None:
    """The fewest cells to point at that make a move, or None."""
    game, level, state = session.game, session.level, session.state
    cells = [Pos(x, y) for y in session.scene.rows for x in session.scene.columns]
    return _way(session, move, cells, lambda cursor, cell: game.point(level, state, cursor, cell))


def _way(
    session: Session, move: str, offered: Iterable[T], meaning: Callable[[Any, T], Any]
) -> list[T] | None:
    """Breadth first over cursors, up to a move that leads where ``move`` leads."""
    game, level, state = session.game, session.level, session.state
    wanted, _ = game.apply(level, state, move)
    seen = {session.cursor}
    queue: deque[tuple[Any, list[T]]] = deque([(session.cursor, [])])
    while queue:
        cursor, done = queue.popleft()
        for action in offered:
            meant = meaning(cursor, action)
            if isinstance(meant, str):
                try:
                    reached, _ = game.apply(level, state, meant)
                except MoveError:
                    continue
                if reached == wanted:
                    return [*done, action]
            elif meant is not None and meant not in seen:
                seen.add(meant)
                queue.append((meant, [*done, action]))
    return None
