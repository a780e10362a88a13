"""Play-throughs that are weighed: what their positions hold grows with the moves and the board."""

from __future__ import annotations

import pickle
from typing import Any, ClassVar

from gridproof.session import Session
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
        return type(cls.__name__, (cls,), {"most": most})

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


def _weight(state: Any) -> int:
    """Bytes of a position: of its pickle, which takes any kind of state.

    They are as many as in memory for bit sets, which are the largest states; other large ones,
    of sets or of many small numbers, hold up to eight times as many.
    """
    return len(pickle.dumps(state, pickle.HIGHEST_PROTOCOL))
