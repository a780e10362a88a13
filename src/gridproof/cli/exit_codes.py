"""The exit codes of every verb, in one table."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import TYPE_CHECKING

from gridproof.errors import InputError, MissingPart, MoveError, NoRoom

if TYPE_CHECKING:
    from gridproof.result import Status, StopReason

__all__ = ["ExitCode", "of_error", "of_statuses", "worst"]


class ExitCode(IntEnum):
    """The answer of a process, as its end says it."""

    ANSWERED = 0
    NO = 1
    BAD_INPUT = 2
    UNFINISHED = 3
    MISSING_PART = 4
    INTERNAL_ERROR = 70
    INTERRUPTED = 130

    @property
    def meaning(self) -> str:
        """The row of the table in the documentation."""
        return _MEANINGS[self]


_MEANINGS = {
    ExitCode.ANSWERED: "answered: every board OPTIMAL, or INFEASIBLE proven; `--decide`: yes; "
    "a solver that stops at its first solution: found; verify: valid; "
    "certify: every optimum certified; check: accepted; reduce: audit passed",
    ExitCode.NO: 'answered "no": `--decide` proven no; verify: not valid; check: refused; '
    "reduce: audit refused; batch: a run failed, a certificate is damaged, or answers contradict "
    "each other",
    ExitCode.BAD_INPUT: "usage, unreadable file, bad board (also one whose header contradicts what "
    "is proven), output that cannot be written",
    ExitCode.UNFINISHED: "stopped without an answer: some board FEASIBLE or UNKNOWN, "
    "or not certified; check: a limit came first; "
    "generate: fewer levels than wished for; experiment: work was lost",
    ExitCode.MISSING_PART: "needs an optional part that is not installed",
    ExitCode.INTERNAL_ERROR: "internal error",
    ExitCode.INTERRUPTED: "interrupted (what was found so far is printed)",
}

# When several boards end differently, the code that needs most attention is the process's.
_URGENCY = (
    ExitCode.INTERRUPTED,
    ExitCode.INTERNAL_ERROR,
    ExitCode.MISSING_PART,
    ExitCode.BAD_INPUT,
    ExitCode.UNFINISHED,
    ExitCode.NO,
    ExitCode.ANSWERED,
)


def worst(codes: Iterable[ExitCode]) -> ExitCode:
    """Return the code of a run whose parts ended with ``codes``."""
    found = set(codes)
    return next((code for code in _URGENCY if code in found), ExitCode.ANSWERED)


def of_error(error: BaseException) -> ExitCode:
    """Return the code of a run that ended with ``error``."""
    if isinstance(error, KeyboardInterrupt):
        return ExitCode.INTERRUPTED
    if isinstance(error, MissingPart):
        return ExitCode.MISSING_PART
    if isinstance(error, NoRoom):
        return ExitCode.UNFINISHED
    if isinstance(error, (InputError, MoveError)):
        return ExitCode.BAD_INPUT
    return ExitCode.INTERNAL_ERROR


def of_statuses(status: Status, stop: StopReason, *, decided: bool | None) -> ExitCode:
    """Return the code of one solved board.

    Args:
        status: of its result.
        stop: of its result.
        decided: with ``--decide`` the answer, or None if it is open; without, leave it None and let
            the status speak.
    """
    from gridproof.result import Status, StopReason  # not needed for `--help`

    if decided is not None:
        return ExitCode.ANSWERED if decided else ExitCode.NO
    # A solver that stops at its first solution was not asked for the best one.
    if status in (Status.OPTIMAL, Status.INFEASIBLE) or stop is StopReason.FIRST_SOLUTION:
        return ExitCode.ANSWERED
    return ExitCode.INTERRUPTED if stop is StopReason.INTERRUPTED else ExitCode.UNFINISHED
