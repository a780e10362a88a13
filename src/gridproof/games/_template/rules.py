"""The rules: state, moves, and what completes a play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from gridproof.errors import IllegalMove, InvalidMove
from gridproof.game import MAX_ACTIONS
from gridproof.games._template.level import StripLevel
from gridproof.level import Fault, Objective

__all__ = ["STEPS", "actions", "apply", "complete", "initial", "level_at", "moves", "validate"]

STEPS: Final = Objective("steps", ("steps",), summary="fewest steps to the right end")


def validate(level: StripLevel) -> list[Fault]:
    """Return all faults of the board."""
    if level.height != 1:
        return [Fault("a strip has one row")]
    return [] if level.start >= 0 else [Fault("the strip has no piece `@`")]


def initial(level: StripLevel) -> int:
    """Return the piece's column at the start."""
    return level.start


def moves(level: StripLevel, state: int, objective: Objective) -> Iterator[str]:
    """Yield all steps."""
    for cells in range(1, min(level.stride, level.width - 1 - state) + 1):
        yield f"{cells}"


def apply(level: StripLevel, state: int, move: str) -> tuple[int, Mapping[str, int]]:
    """Return the column after a step.

    Raises:
        InvalidMove: the text is no number of cells.
        IllegalMove: the step is too long.
    """
    if not move.isascii() or not move.isdigit() or move.startswith("0") or len(move) > 9:
        raise InvalidMove(move, "a move is a number of cells, from 1")
    if int(move) > level.stride:
        raise IllegalMove(move, f"a step covers at most {level.stride} cells")
    if state + int(move) >= level.width:
        raise IllegalMove(move, "the step leads beyond the end")
    return state + int(move), {"steps": 1}


def complete(level: StripLevel, state: int, objective: Objective) -> bool:
    """Return True if the piece is at the right end."""
    return state == level.width - 1


def actions(level: StripLevel) -> Sequence[str] | None:
    """Return all steps that a strip could allow; None if they are too many."""
    longest = min(level.stride, level.width)
    return [f"{n}" for n in range(1, longest + 1)] if longest <= MAX_ACTIONS else None


def level_at(level: StripLevel, state: int) -> StripLevel:
    """Return the strip with the piece where it is now."""
    return replace(level, start=state, info={}, origin=None)
