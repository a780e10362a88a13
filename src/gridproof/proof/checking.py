"""``check``: accepts a certificate, or says why not."""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

from gridproof.arguments import check_function, explained, file_name
from gridproof.errors import (
    GridproofError,
    InputError,
    InternalError,
    MissingPart,
    missing_part,
    shorten,
)
from gridproof.game import AnyGame
from gridproof.lazy import load
from gridproof.level import METADATA, BoardFault, Level, Objective
from gridproof.limits import CancelToken, Stopped, Ticker, signals_cancel, token_of, watched
from gridproof.proof.certificate_file import read_certificate
from gridproof.proof.claims import Claim, Counts, Records, Refused, TooLarge, need
from gridproof.proof.kinds import REDUCTIONS, goal_of, kinds
from gridproof.registry import digest, find_game
from gridproof.result import Limits, Progress, Sense, Status, StopReason, Value, checked_limits
from gridproof.verifying import disproof, verify
from gridproof.visible import visible

__all__ = ["Verdict", "check", "prove", "usual_limits"]

#: The default seconds of a check, more for each MiB of the file, and the most.
_SECONDS: Final = 60.0
_SECONDS_A_MIB: Final = 30.0
_MAX_SECONDS: Final = 600.0
#: Python's exceptions where a record has another form than a checker expects.
_FORM_FAULTS: Final = (
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """The findings of a check.

    Attributes:
        accepted: True if the claim is proven.
        reason: why it is not accepted, in one line; None if it is.
        too_large: True if that is only because the check would be taken too far.
        stop: the limit that ended the check before it had an end, or INTERRUPTED; NODE_LIMIT with
            ``too_large``; None: none did.
        game: id of the game; this and what follows is None, or empty, as far as it was not read.
        level: the board in the file.
        digest: of that board, worked out anew.
        objective: id of what is counted.
        sense: of the objective.
        kind: of the proof.
        cost: of the solution in the file, replayed by the rules; None: it has none.
        bound: what is claimed: no solution is better; None with ``accepted``: there is none at all.
        stands_for: the instance for which the board is claimed to stand, as JSON with ``k``; None:
            for none.
        contradictions: what the board says of itself and the check has found to be false, a
            sentence each: its ``optimum``, or its ``k``.
        counts: what was counted by the check.
        seconds: that it took.
    """

    accepted: bool
    reason: str | None = None
    too_large: bool = False
    stop: StopReason | None = None
    game: str | None = None
    level: Level | None = field(default=None, repr=False)
    digest: str | None = None
    objective: str | None = None
    sense: Sense = "min"
    kind: str | None = None
    cost: Value | None = None
    bound: Value | None = None
    stands_for: Any = None
    contradictions: tuple[str, ...] = ()
    counts: Counts = field(default_factory=dict)
    seconds: float = 0.0

    @property
    def instance_digest(self) -> str | None:
        """SHA-256 of the instance that was decided; None if it was not read.

        That is the instance for which the board stands: ``stands_for`` without ``k``, as JSON with
        sorted keys and no spaces. If it stands for none, the board is the instance.
        """
        if self.stands_for is None:
            return self.digest
        instance = {name: said for name, said in self.stands_for.items() if name != "k"}
        text = json.dumps(instance, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def status(self) -> Status:
        """The proven status of the board."""
        if not self.accepted:
            return Status.UNKNOWN if self.cost is None else Status.FEASIBLE
        if self.bound is None:
            return Status.INFEASIBLE
        if self.cost is None:
            return Status.UNKNOWN
        return Status.OPTIMAL if self.cost == self.bound else Status.FEASIBLE


class _Wanted(NamedTuple):
    """The caller's own board or instance, of which a certificate has to be.

    Attributes:
        levels: boards, of which one is enough; None: any.
        compare: as for :func:`check`.
    """

    levels: Collection[Level] | None
    compare: Callable[[Level, Any], str | None] | None

    def has(self, game: AnyGame, own: str) -> bool:
        """Return True if a board of this digest is wanted."""
        if self.levels is None:
            return True
        return any(w.game == game.id and digest(game, w) == own for w in self.levels)

    def difference(self, level: Level, stands_for: Any) -> str | None:
        """Return the difference from the caller's own instance; None: there is none.

        Raises:
            _Unreadable: that instance is no such one.
        """
        try:
            return self.compare(level, stands_for) if self.compare else None
        except GridproofError as error:
            raise _Unreadable(error) from None


class _Unreadable(Exception):
    """The caller's own instance cannot be read: no fault of the certificate.

    Attributes:
        problem: with it.
    """

    def __init__(self, problem: GridproofError) -> None:
        super().__init__(str(problem))
        self.problem = problem


@explained
def check(
    path: str | Path,
    *,
    level: Level | Collection[Level] | None = None,
    compare: Callable[[Level, Any], str | None] | None = None,
    limits: Limits | None = None,
    cancel: CancelToken | None = None,
    progress: Callable[[Progress], None] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Verdict:
    """Check the certificate in a file. Whatever is wrong with it, it is refused, not obeyed.

    Args:
        path: of the file.
        level: the board that it has to be of, or several, of which one is enough; None: it may be
            of any.
        compare: returns the difference between the board in it, and the instance for which that
            stands (None: for none), and the caller's own; None: there is none. See
            :func:`gridproof.reductions.own.own_instance`.
        limits: of time and memory; what does not fit into them is not accepted. None: those of
            :func:`usual_limits`; ``Limits()``: none of time, and half of the machine's memory.
        cancel: set from elsewhere to stop.
        progress: called about every 50 ms.
        clock: seconds, monotonic.

    Raises:
        InputError: the file cannot be read; or what ``compare`` raises.
        MissingPart: a package that the check takes is not installed.
        InternalError: the checker has failed: a bug in gridproof.
    """
    path = Path(file_name(path))  # a number would be a file that is open already
    check_function(clock, "a clock")
    started = clock()
    known: dict[str, Any] = {}
    token = token_of(cancel)
    try:
        with open(path, "rb", opener=_at_once) as file, signals_cancel(token):
            limits = usual_limits(path) if limits is None else checked_limits(limits)
            ticker = Ticker(limits, clock=clock, cancel=token, progress=progress)
            levels = [level] if isinstance(level, Level) else level
            found = _settle(file, _Wanted(levels, compare), ticker, known)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError:
        raise InputError(f"{shorten(str(path))}: no file can have this name") from None
    return Verdict(**known, **found, seconds=clock() - started)


def usual_limits(path: str | Path) -> Limits:
    """Return the default limits of a check.

    A minute, and half a minute for each MiB of the file, but ten minutes at most: padding a file
    gains no more.
    """
    try:
        size = os.stat(path).st_size  # of a pipe: 0
    except (OSError, ValueError):
        size = 0
    return Limits(time=min(_SECONDS + _SECONDS_A_MIB * size / (1 << 20), _MAX_SECONDS))


def _at_once(path: str, flags: int) -> int:
    """Open a file; a pipe without a writer is at its end, and not waited for."""
    at_once = getattr(os, "O_NONBLOCK", 0)  # not every platform has it
    number = os.open(path, flags | at_once)
    if at_once:
        os.set_blocking(number, True)
    return number


def _settle(
    file: BinaryIO, wanted: _Wanted, ticker: Ticker, known: dict[str, Any]
) -> Mapping[str, Any]:
    """Settle whether the file is accepted. There is one way to ``accepted``: to the end.

    Raises:
        InputError: the caller's own instance is no such one.
        MissingPart: a package is not installed.
        InternalError: the checker has failed.
    """
    try:
        with watched(ticker):  # the reader of a board does not look at the clock, nor do all others
            counts = _checked(file, wanted, ticker, known)
    except TooLarge as refusal:
        stop = StopReason.NODE_LIMIT
        return {"accepted": False, "reason": visible(str(refusal)), "too_large": True, "stop": stop}
    except Refused as refusal:
        reason = str(refusal)
    except Stopped as stopped:
        return _stopped(stopped.reason, ticker)
    except MemoryError:
        return _stopped(StopReason.MEMORY_LIMIT, ticker)
    except (MissingPart, InternalError):
        raise
    except _Unreadable as unreadable:
        raise unreadable.problem from None
    except GridproofError as error:  # of the reader of boards, or of the rules
        reason = str(error)
    except ImportError as error:
        raise missing_part(error, "the check") from None
    except Exception as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise  # of reading the file
        message = f"the checker has failed ({type(error).__name__}: {shorten(str(error))})"
        raise InternalError(message, hint="the certificate may be right: report this") from error
    else:
        return {"accepted": True, "counts": counts}
    return {"accepted": False, "reason": visible(reason)}


def _stopped(reason: StopReason, ticker: Ticker) -> Mapping[str, Any]:
    """Return the verdict on a file whose check a limit has ended."""
    within = {
        StopReason.TIME_LIMIT: f"not checked within {ticker.limits.time or 0:g} s",
        StopReason.MEMORY_LIMIT: "not checked within the memory that it may take",
    }.get(reason, "the check was stopped before its end")
    return {"accepted": False, "reason": f"{within} ({reason})", "stop": reason}


def _checked(file: BinaryIO, wanted: _Wanted, ticker: Ticker, known: dict[str, Any]) -> Counts:
    """Return the counts of the check; ``known`` takes up the facts read on the way.

    Raises:
        Refused: the claim is not proven.
    """
    header, records = read_certificate(file, ticker)
    solution = header["solution"]
    need(solution is None or isinstance(solution, str), "the solution is no text")
    game = find_game(header["game"])
    rules = header["rules"]
    same = type(rules) is int and rules == game.rules_version
    need(same, "it was made for other rules of the game")
    level = _board(game, header["board"])
    own = digest(game, level)
    known.update(game=game.id, level=level, digest=own)
    need(header["digest"] == own, "the digest is not that of the board in the file")
    need(wanted.has(game, own), "it is of another board")
    objective = game.objective(header["objective"])
    known.update(objective=objective.id, sense=objective.sense)
    cost, bound = _value(header["cost"], objective), _value(header["bound"], objective)
    if solution is not None:
        verdict = verify(game, level, solution, objective, ticker=ticker)
        need(verdict.valid, f"the solution does not hold: {verdict.fault}")
        need(verdict.cost == cost, f"the solution costs {verdict.cost}")
    else:
        need(cost is None, "a cost is claimed without a solution")
    stands_for = header.get("stands_for")
    known.update(cost=cost, bound=bound, stands_for=stands_for)
    difference = wanted.difference(level, stands_for)
    need(difference is None, difference or "")
    if header["kind"] in kinds(game):
        known.update(kind=header["kind"])
    claim = Claim(game, level, objective, bound, stands_for=stands_for)
    counts = prove(header["kind"], claim, records, ticker)
    known.update(contradictions=tuple(_contradictions(claim, cost)))
    return counts


def _contradictions(claim: Claim[Any], cost: Value | None) -> Iterator[str]:
    """Yield a sentence for each header of a board that a proven claim contradicts."""
    said, goal, bound = claim.level.info, claim.objective.id, claim.bound
    optimum = said.get("optimum")
    found = disproof(claim.game, optimum, goal, cost, bound, bound is None)
    if found is not None:
        yield f"the board says `optimum: {optimum}`, but {found}"
    if claim.stands_for is not None:
        k = claim.stands_for["k"]
        if said.get("k", str(k)) != str(k):
            yield f"the board says `k: {said['k']}`, but stands for its instance with k = {k}"


def prove(kind: str, claim: Claim[Any], records: Records, ticker: Ticker) -> Counts:
    """Check records of a kind against a claim, up to their end; return what was counted.

    Raises:
        Refused: they do not prove it.
        Stopped: by a limit or Ctrl-C.
    """
    game, spec = claim.game, kinds(claim.game).get(kind)
    if spec is None:
        raise Refused(f"{game.id} has no proofs of this kind")
    goal = goal_of(game, spec, claim.objective)
    reason = spec.why_unsupported(claim.level, goal)
    if goal != claim.objective and isinstance(claim.bound, tuple):
        reason = "it speaks of the first metric alone"
    need(reason is None, f"this kind of proof does not fit: {reason}")
    need(
        claim.stands_for is None or spec in REDUCTIONS,
        "this kind of proof says nothing of instances of other problems",
    )
    own, checker = replace(claim, objective=goal), load(spec.check)
    try:
        counts: Counts = checker(own, records, ticker)
    except _FORM_FAULTS as error:
        if not records.taken and spec not in REDUCTIONS:  # all that was looked at has its form
            raise
        raise Refused(f"it is malformed ({type(error).__name__}: {shorten(str(error))})") from None
    records.end()
    return counts


def _board(game: AnyGame, text: str) -> Level:
    """Return the one board of a text."""
    levels = list(islice(game.read(text, "<certificate>"), 2))
    need(len(levels) == 1, "the file holds no board, or several")
    level: Level | BoardFault = levels[0]
    if isinstance(level, BoardFault):
        raise Refused(f"the board cannot be read: {level.message}")
    faults = [fault.message for fault in game.validate(level)]
    if (missing := game.missing(level)) is not None:
        faults.append(missing.message)
    need(not faults, f"the board is not sound: {'; '.join(faults)}")
    if text.lstrip().startswith("{"):
        unknown = sorted(_names(json.loads(text)) - _known_names(game, level))
        need(not unknown, f"no field of a board is called `{shorten(''.join(unknown[:1]))}`")
    return level


def _known_names(game: AnyGame, level: Level) -> set[str]:
    """Return the names of fields that a board of a game as JSON may have."""
    options = {name for option in game.options for name in (option.name, option.attribute)}
    return _names(json.loads(game.write(level, "json"))) | options | {*METADATA, "game", "id", "n"}


def _names(value: Any) -> set[str]:
    """Return the names of fields in a JSON value, at any depth."""
    if isinstance(value, dict):
        return set(value).union(*map(_names, value.values()))
    return set().union(*map(_names, value)) if isinstance(value, list) else set()


def _value(said: Any, objective: Objective) -> Value | None:
    """Return a number for the first metric, a list of one a metric for several, or None."""
    several = isinstance(said, list) and len(said) == len(objective.metrics) > 1
    numbers = said if several else [0 if said is None else said]
    need(all(type(n) is int for n in numbers), "a cost or bound is no whole number")
    return tuple(said) if several else said
