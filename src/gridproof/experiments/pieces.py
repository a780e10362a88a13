"""Work in independent pieces, and its results."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from gridproof.experiments.figures import Row
from gridproof.processes.dispatch import parallel_map
from gridproof.processes.supervise import Failure

__all__ = ["Measured", "Pieces"]


class Measured(NamedTuple):
    """Rows, and the pieces that they lack.

    Attributes:
        rows: the measured rows.
        lost: pieces of work whose process died.
        left: pieces that were not done, after Ctrl-C.
    """

    rows: Sequence[Row]
    lost: int
    left: int


class Pieces:
    """Pieces of work and their results, as they are done; each can be gone through once.

    Args:
        work: a function of a module.
        pieces: its arguments.
        jobs: processes.
        said: called for pieces whose process died; they are left out.
    """

    def __init__(
        self,
        work: Callable[..., Any],
        pieces: Sequence[tuple[Any, ...]],
        jobs: int,
        said: Callable[[str], None],
    ) -> None:
        self._work, self._pieces, self._jobs, self._said = work, pieces, jobs, said
        self._lost, self._left = 0, len(pieces)

    def __iter__(self) -> Iterator[tuple[tuple[Any, ...], Any]]:
        for pair in parallel_map(self._work, self._pieces, self._jobs, self._failed):
            self._left -= 1
            yield pair

    def measured(self, rows: Sequence[Row]) -> Measured:
        """Return these rows, with the pieces missing so far."""
        return Measured(rows, self._lost, self._left)

    def _failed(self, piece: tuple[Any, ...], failure: Failure) -> None:
        self._left -= 1
        self._lost += 1
        self._said(f"a piece of work is lost: {failure.reason}")
