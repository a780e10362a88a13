"""Play-throughs that are weighed: what their positions hold grows with the moves and the board."""

from __future__ import annotations

import functools
import pickle
from typing import Any, ClassVar

from gridproof.playing.session import Session
from gridproof.registry import find_game
from gridproof.web.answers import Refusal
from gridproof.web.settings import Settings

__all__ = ["Weighed"]


class Weighed(Session):
    """A play-through whose positions may hold so many bytes, and one position more.

    Attributes:
        most: bytes that they may hold.
    """

    most: ClassVar[int] = Settings().states

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._held = [_weight(self.state)]  # up to each position, the ones before included

    @classmethod
    def within(cls, most: int) -> type[Weighed]:
        """The same with a limit of its own."""
        return _within(most)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how another process makes it: with its own game, and without what can be made."""
        state = self.__dict__ | {"game": self.game.id}
        for made in ("backdrop", "_saved_level"):
            state.pop(made, None)
        return _restored, (self.most, state)

    @property
    def held(self) -> int:
        """Bytes that its positions hold, those of undone moves included."""
        return self._held[-1]

    @property
    def full(self) -> str:
        """Why no move can be added; "" if one can."""
        if self._held[self._at] < self.most:
            return ""
        return (
            f"a play-through on this board ends after {self._at:,} moves: "
            "the server keeps no more of its positions"
        )

    def apply(self, move: str) -> None:
        """Makes a move.

        Raises:
            MoveError: the move cannot be made; nothing has changed.
            Refusal: there is no room for it.
        """
        if self.full:
            raise Refusal(413, self.full)
        super().apply(move)
        self._held[self._at :] = [self._held[self._at - 1] + _weight(self.state)]


@functools.cache
def _within(most: int) -> type[Weighed]:
    return type(Weighed.__name__, (Weighed,), {"most": most})


def _restored(most: int, state: dict[str, Any]) -> Weighed:
    kind = _within(most)
    session = kind.__new__(kind)
    session.__dict__ = state | {"game": find_game(state["game"])}
    return session


def _weight(state: Any) -> int:
    """Bytes of a position: of its pickle, which takes any kind of state."""
    return len(pickle.dumps(state, pickle.HIGHEST_PROTOCOL))
