"""The exit codes of every verb, in one table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import TYPE_CHECKING

from gridproof.errors import InputError, MissingPart, MoveError, NoRoom

if TYPE_CHECKING:
    from gridproof.result import Status, StopReason

__all__ = ["OF_VERBS", "ExitCode", "of_error", "of_statuses", "worst"]


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
    ExitCode.ANSWERED: 'answered: all boards are done; "yes", valid, accepted',
    ExitCode.NO: 'answered "no": not valid, refused, impossible, or a run failed',
    ExitCode.BAD_INPUT: "usage, unreadable file, bad board (also one whose header contradicts what "
    "is proven), output that cannot be written",
    ExitCode.UNFINISHED: "stopped without an answer: a limit came first",
    ExitCode.MISSING_PART: "needs an optional part that is not installed",
    ExitCode.INTERNAL_ERROR: "internal error",
    ExitCode.INTERRUPTED: "interrupted (what was found so far is printed)",
}

_SOLVED = "every board is OPTIMAL, or INFEASIBLE proven"
_PROGRAM = {
    ExitCode.ANSWERED: "every board is solved",
    ExitCode.NO: "a board has no solution",
    ExitCode.UNFINISHED: "a board is not solved",
}
#: Verb → what the codes of answers mean there; the others mean the same everywhere.
OF_VERBS: Mapping[str, Mapping[ExitCode, str]] = {
    "list": {},
    "show": {},
    "solve": {
        ExitCode.ANSWERED: f"{_SOLVED}; `--decide`: yes; `--improve`, or a solver that stops at "
        "its first solution: there is one",
        ExitCode.NO: "`--decide`: proven no",
        ExitCode.UNFINISHED: "some board is FEASIBLE or UNKNOWN; `--decide`: open",
    },
    "verify": {
        ExitCode.ANSWERED: "valid; `--certificate`: optimal too",
        ExitCode.NO: "not valid; `--certificate`: not proven to be optimal",
        ExitCode.UNFINISHED: "`--certificate`: a limit of its check came first",
    },
    "certify": {
        ExitCode.ANSWERED: "every optimum is certified",
        ExitCode.UNFINISHED: "some optimum is not certified: only a bound, or nothing",
    },
    "check": {
        ExitCode.ANSWERED: "every certificate is accepted",
        ExitCode.NO: "a certificate is refused",
        ExitCode.UNFINISHED: "a limit came first",
    },
    "generate": {
        ExitCode.ANSWERED: "all levels are made",
        ExitCode.UNFINISHED: "there are fewer levels than wanted",
    },
    "rate": {
        ExitCode.ANSWERED: "every optimum is proven; `--what-if`: certain",
        ExitCode.UNFINISHED: "some optimum is not proven; `--what-if`: not certain",
    },
    "curate": {
        ExitCode.ANSWERED: "the collection is written, and every optimum in it is proven",
        ExitCode.NO: "no board has a solution",
        ExitCode.UNFINISHED: "the collection is written; some optimum is not proven",
    },
    "reduce": {
        ExitCode.ANSWERED: "the board passed the audit",
        ExitCode.NO: "the audit refuses the board",
        ExitCode.UNFINISHED: "`audit --out`: a limit came first",
    },
    "export": {},
    "play": {},
    "draw": {},
    "robots": _PROGRAM,
    "sokoban": _PROGRAM,
    "onebomb": {code: said for code, said in _PROGRAM.items() if code != ExitCode.NO},
    "serve": {},
    "batch": {
        ExitCode.ANSWERED: "no run failed; `report`, `compare`: no alarm",
        ExitCode.NO: "`run`: a run failed, or a certificate is damaged; `report`: an alarm or an "
        "unexplained error; `compare`: an alarm",
    },
    "experiment": {ExitCode.UNFINISHED: "work was lost with a process that died"},
    "completion": {},
    "doctor": {ExitCode.MISSING_PART: "a kernel cannot be loaded"},
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
