"""``certify``: solve a board, and write a certificate that the checker accepts."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO

from gridproof import __version__
from gridproof.arguments import explained, file_name
from gridproof.errors import InputError, InternalError, MissingPart, shorten
from gridproof.files.writing import partial_file, unwritable
from gridproof.game import AnyGame
from gridproof.lazy import load
from gridproof.level import Level
from gridproof.limits import CancelToken, Stopped, Ticker, signals_cancel, token_of
from gridproof.proof.certificate_file import write_certificate
from gridproof.proof.checking import Verdict, check
from gridproof.proof.claims import Claim, TooLarge
from gridproof.proof.kinds import fitting_kinds, goal_of
from gridproof.proof.making import MadeProof, Unproven
from gridproof.registry import digest, game_of
from gridproof.result import Certified, Limits, Progress, Result, Status, StopReason
from gridproof.solving.solve import solve
from gridproof.specs import CertificateSpec

__all__ = ["certified", "certify", "staged", "write_proof"]


@explained
def certify(
    level: Level,
    path: str | Path,
    *,
    game: AnyGame | str | None = None,
    objective: str | None = None,
    solver: str | None = None,
    solver_options: Mapping[str, Any] | None = None,
    limits: Limits | None = None,
    incumbent: Sequence[str] | str | None = None,
    below: Path | None = None,
    cancel: CancelToken | None = None,
    progress: Callable[[Progress], None] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Result:
    """Solve a level and write a certificate of the findings, which the checker has accepted.

    Args:
        level: a level without faults.
        path: of the file; what stands there is replaced once the check has accepted the new one.
        game: as in :func:`gridproof.solve`, like the three that follow.
        objective: an objective.
        solver: a solver.
        solver_options: its settings.
        limits: of the solving; those of time and memory hold for the proof again, and for its
            check.
        incumbent: a first solution.
        below: the folder below which no link leads to the file; None: links are followed.
        cancel: set from elsewhere to stop.
        progress: called about every 50 ms.
        clock: seconds, monotonic.

    Returns:
        The result; :attr:`gridproof.Result.certificate` is what was written, and None if no proof
        was found, with ``notes["uncertified"]`` saying why.

    Raises:
        InputError: as in :func:`gridproof.solve`, or the file cannot be written.
        InternalError: the checker refuses what was made: a bug in gridproof.
    """
    path = file_name(path)
    if below is not None:
        below = Path(file_name(below))
        if below not in Path(path).parents:
            raise InputError(f"{shorten(path)} is in no folder below {shorten(str(below))}")
    token = token_of(cancel)
    result = solve(
        level,
        game=game,
        objective=objective,
        solver=solver,
        solver_options=solver_options,
        limits=limits,
        incumbent=incumbent,
        cancel=token,
        progress=progress,
        clock=clock,
    )
    return certified(
        result,
        path,
        game=game,
        limits=limits,
        below=below,
        cancel=token,
        progress=progress,
        clock=clock,
    )


def certified(
    result: Result,
    path: str | Path,
    *,
    game: AnyGame | str | None = None,
    limits: Limits | None = None,
    below: Path | None = None,
    cancel: CancelToken | None = None,
    progress: Callable[[Progress], None] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Result:
    """Return the result with a certificate of its findings.

    Args:
        result: of a level from its start.
        path: as in :func:`certify`, like the arguments that follow.
        game: the rules, or a game's id.
        limits: of the proof, and of its check.
        below: the folder below which no link leads to the file.
        cancel: set from elsewhere to stop.
        progress: called about every 50 ms.
        clock: seconds, monotonic.
    """
    game = game_of(result.level, game)
    if result.bound is None and result.status is not Status.INFEASIBLE:
        return _uncertified(result, "nothing is proven")
    own = Limits() if limits is None else Limits(time=limits.time, memory=limits.memory)
    goal = game.objective(result.objective)
    claim = Claim(game, result.level, goal, result.bound, result.cost, result.moves)
    reasons: list[str] = []
    token = token_of(cancel)
    first = clock()
    began = first - result.stats.total_time
    with signals_cancel(token):
        for spec in fitting_kinds(game, result.level, goal):
            if spec.make is None:
                continue
            started = clock()
            left = None if own.time is None else max(own.time - (started - first), 0.0)
            making = staged(progress, "making the certificate", began, clock)
            ticker = Ticker(replace(own, time=left), clock=clock, cancel=token, progress=making)
            try:
                made: MadeProof = load(spec.make)(_for(spec, claim), ticker)
                found = write_proof(
                    path,
                    spec.id,
                    claim,
                    made,
                    ticker,
                    below=below,
                    progress=staged(progress, "checking the certificate", began, clock),
                    clock=clock,
                    since=started,
                )
            except (Unproven, MissingPart) as problem:
                reasons.append(f"{spec.id}: {problem}")
                continue
            except MemoryError:
                reasons.append(f"{spec.id}: {StopReason.MEMORY_LIMIT}")
                break  # the kinds after it are plainer: they need no less
            except Stopped as stopped:
                reasons.append(f"{spec.id}: {stopped.reason}")
                break
            proven = found.bound == result.bound
            return replace(
                result, certificate=found, proof="certificate" if proven else result.proof
            )
    return _uncertified(result, "; ".join(reasons))


def staged(
    progress: Callable[[Progress], None] | None,
    stage: str,
    began: float,
    clock: Callable[[], float],
) -> Callable[[Progress], None] | None:
    """Return the callback for work after a search; the seconds go on from its beginning."""
    if progress is None:
        return None
    return lambda news: progress(replace(news, elapsed=clock() - began, stage=stage))


def write_proof(
    path: str | Path,
    kind: str,
    claim: Claim[Any],
    made: MadeProof,
    ticker: Ticker,
    *,
    below: Path | None = None,
    progress: Callable[[Progress], None] | None = None,
    clock: Callable[[], float],
    since: float,
) -> Certified:
    """Write a proof, which the checker then accepts.

    Args:
        path: of the file; what stands there is replaced once the check has accepted the new one.
        kind: of the proof.
        claim: with the solution in hand.
        made: the proven bound, and the records.
        ticker: whose limits of time and memory hold for the check again.
        below: as in :func:`certify`.
        progress: called while the check goes on.
        clock: seconds, monotonic.
        since: the time at which the making began.

    Raises:
        InputError: the file cannot be written.
        InternalError: the checker refuses what was made: a bug in gridproof.
        Stopped: the check was stopped.
        Unproven: the check would be taken too far.
    """
    path = Path(path) if below is not None else _file(path)
    with partial_file(path, below=below) as partial:
        try:
            write_certificate(partial.file, _header(kind, claim, made), made.records)
        except TooLarge as problem:
            raise Unproven(str(problem)) from None
        partial.file.flush()
        made_time = clock() - since
        verdict = check(
            partial.path,
            level=claim.level,
            limits=ticker.limits,
            cancel=ticker.cancel,
            progress=progress,
            clock=clock,
        )
        return _accepted(verdict, partial.file, str(path), made_time)


def _uncertified(result: Result, reason: str) -> Result:
    return replace(result, notes={**result.notes, "uncertified": reason})


def _for(spec: CertificateSpec, claim: Claim[Any]) -> Claim[Any]:
    """Return the claim in the terms of a kind of proof: of its relaxation, if need be."""
    goal = goal_of(claim.game, spec, claim.objective)
    if goal == claim.objective or claim.bound is None:
        return claim
    if isinstance(claim.bound, tuple):
        raise Unproven("it speaks of the first metric alone")
    return replace(claim, objective=goal)


def _file(path: str | Path) -> Path:
    """Return the path of a file, which may or may not exist.

    Raises:
        InputError: something else is there.
    """
    path = Path(path)
    try:
        other = path.exists() and not path.is_file()
    except OSError as problem:  # no file can have this name
        raise unwritable(path, problem) from None
    if other:
        raise InputError(f"{path}: a certificate is read again, so it needs a file of its own")
    return path


def _header(kind: str, claim: Claim[Any], made: MadeProof) -> Mapping[str, Any]:
    game, level, moves = claim.game, claim.level, claim.moves
    said = {} if claim.stands_for is None else {"stands_for": claim.stands_for}
    return {
        "kind": kind,
        "game": game.id,
        "rules": game.rules_version,
        "objective": claim.objective.id,
        "digest": digest(game, level),
        "board": game.write(level, game.canonical_format),
        "cost": claim.cost,
        "bound": made.bound,
        **said,
        "solution": None if moves is None else game.write_solution(level, moves),
        "made_by": f"gridproof {__version__}",
    }


def _accepted(verdict: Verdict, file: BinaryIO, name: str, seconds: float) -> Certified:
    """Return the written certificate, once the checker has accepted it.

    Raises:
        Stopped: the check was stopped.
        Unproven: the check would be taken too far.
        InternalError: the checker refuses it.
    """
    if verdict.too_large:
        raise Unproven(verdict.reason)
    if verdict.stop is not None:
        raise Stopped(verdict.stop)
    if not verdict.accepted or verdict.kind is None:
        raise InternalError(f"the checker refuses the certificate: {verdict.reason}")
    file.seek(0)
    sha256 = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
    return Certified(
        file=name,
        kind=verdict.kind,
        bound=verdict.bound,
        size=file.tell(),
        sha256=sha256,
        counts=verdict.counts,
        make_time=seconds,
        check_time=verdict.seconds,
    )
