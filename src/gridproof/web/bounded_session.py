"""Play-throughs whose positions may hold a limited number of bytes."""

from __future__ import annotations

import functools
import pickle
from typing import Any, ClassVar

from gridproof.playing.session import Session
from gridproof.registry import find_game
from gridproof.web.answers import Refusal
from gridproof.web.settings import Settings

__all__ = ["BoundedSession"]


class BoundedSession(Session):
    """A play-through whose positions may hold ``max_bytes``, and one position more."""

    max_bytes: ClassVar[int] = Settings().states

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._held = [_size(self.state)]  # up to each position, the ones before included

    @classmethod
    def within(cls, max_bytes: int) -> type[BoundedSession]:
        """Return the same class with a limit of its own."""
        return _within(max_bytes)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return it for another process, without the game and all that can be made again."""
        state = self.__dict__ | {"game": self.game.id}
        for made in ("backdrop", "_saved_level"):
            state.pop(made, None)
        return _restored, (self.max_bytes, state)

    @property
    def length(self) -> int:
        """The number of moves, undone ones included."""
        return len(self.moves) + len(self.undone)

    @property
    def held(self) -> int:
        """Bytes that its positions hold, those of undone moves included."""
        return self._held[-1]

    @property
    def full(self) -> str:
        """The reason why no move can be added; "" if one can."""
        if self._held[self._at] < self.max_bytes:
            return ""
        return (
            f"a play-through on this board ends after {self._at:,} moves: "
            "the server keeps no more of its positions"
        )

    def apply(self, move: str) -> None:
        """Make a move.

        Raises:
            MoveError: the move cannot be made; nothing has changed.
            Refusal: there is no room for it.
        """
        if self.full:
            raise Refusal(413, self.full)
        super().apply(move)
        self._held[self._at :] = [self._held[self._at - 1] + _size(self.state)]


@functools.cache
def _within(max_bytes: int) -> type[BoundedSession]:
    return type(BoundedSession.__name__, (BoundedSession,), {"max_bytes": max_bytes})


def _restored(max_bytes: int, state: dict[str, Any]) -> BoundedSession:
    kind = _within(max_bytes)
    session = kind.__new__(kind)
    session.__dict__ = state | {"game": find_game(state["game"])}
    return session


def _size(state: Any) -> int:
    """Return the bytes of a position: of its pickle, which takes any kind of state."""
    return len(pickle.dumps(state, pickle.HIGHEST_PROTOCOL))
