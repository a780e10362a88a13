"""The claim of a certificate, and the refusals of a check."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from gridproof.game import AnyGame
from gridproof.level import Level, Objective
from gridproof.result import Value

__all__ = [
    "Claim",
    "Counts",
    "Records",
    "Refused",
    "TooLarge",
    "bits",
    "bounded",
    "formed",
    "need",
    "whole",
]

L = TypeVar("L", bound=Level)

#: The counts of a check, by name, for people.
Counts = Mapping[str, int]
_NOTHING: Final = object()


class Refused(Exception):
    """The certificate proves nothing; says why."""


class TooLarge(Refused):
    """A check would be taken too far; whether the claim is true is open."""


def need(holds: bool, reason: str) -> None:
    """Refuse the certificate unless something holds.

    Raises:
        Refused: it does not.
    """
    if not holds:
        raise Refused(reason)


def formed(holds: bool, reason: str) -> None:
    """Refuse a file that does not have the form of a certificate.

    Raises:
        Refused: it does not.
    """
    if not holds:
        raise Refused(reason)


def bounded(holds: bool, reason: str) -> None:
    """Refuse what would take a check too far, whether it is true or not.

    Raises:
        TooLarge: something does not hold.
    """
    if not holds:
        raise TooLarge(reason)


def whole(value: Any, least: int, most: int, what: str) -> int:
    """Return the value, if it is a whole number in this range; bool and float are none.

    Raises:
        Refused: it is not; ``what`` says of what.
    """
    need(
        type(value) is int and least <= value <= most,
        f"{what} is no whole number from {least} to {most}",
    )
    return value  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Claim(Generic[L]):
    """No solution of a board is better than ``bound``.

    Attributes:
        game: the rules.
        level: a level without faults, which lacks nothing.
        objective: what is counted.
        bound: no solution costs less (minimising) or gains more (maximising); None: there is no
            solution at all.
        cost: of the solution that comes with the claim; None: none does.
        moves: that solution, replayed by the rules; only makers of certificates may use it.
        stands_for: an instance of a hard problem, and ``k``, as JSON. Claimed is then besides that
            the board has a solution at least as good as ``k`` exactly if the instance is a "yes".
            None: nothing of the kind is claimed.
    """

    game: AnyGame
    level: L
    objective: Objective
    bound: Value | None
    cost: Value | None = None
    moves: tuple[str, ...] | None = None
    stands_for: Any = None


class Records:
    """The records of a certificate, one after the other: what JSON says with lists, texts, numbers.

    Attributes:
        taken: how many were taken.
    """

    def __init__(self, source: Iterator[Any]) -> None:
        self._source = source
        self.taken = 0

    def take(self) -> Any:
        """Return the next record.

        Raises:
            Refused: there is none.
        """
        record = next(self._source, _NOTHING)
        if record is _NOTHING:
            raise Refused("the proof breaks off")
        self.taken += 1
        return record

    def begin_tree(self, rows: Any, program: Any, group: Any) -> None:
        """Take note that a tree follows; for those who watch a check, and of no account to it."""

    def end(self) -> None:
        """See to it that nothing is left.

        Raises:
            Refused: something is.
        """
        need(next(self._source, _NOTHING) is _NOTHING, "something follows the proof")


def bits(numbers: int) -> Iterator[int]:
    """Yield the members of a set of whole numbers from 0, kept as bits of one number; ascending."""
    while numbers:
        low = numbers & -numbers
        yield low.bit_length() - 1
        numbers ^= low
