"""``gridproof check``: accepts certificates, or says why not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from gridproof.cancelling import CancelToken
from gridproof.cli import messages
from gridproof.cli.exit_codes import ExitCode, of_error, worst
from gridproof.cli.inputs import Boards, limits_of, seconds
from gridproof.cli.progress import status_display
from gridproof.errors import GridproofError, InputError, shorten
from gridproof.fencing import ROOM, memory_fence
from gridproof.game import find_game
from gridproof.loading import STDIN
from gridproof.phrases import claim, counted, meaning
from gridproof.proof.checking import Verdict, check
from gridproof.result import Limits, Progress, StopReason
from gridproof.ticker import default_memory

if TYPE_CHECKING:
    from collections.abc import Collection

    from gridproof.game import Level

__all__ = ["checked", "code_of", "command", "line", "record"]


def command(
    *files: Annotated[str, Parameter(help="Certificates; `-` is standard input.")],
    board: Annotated[
        str | None, Parameter(help="A file with boards: each certificate has to be of one of them.")
    ] = None,
    game: Annotated[str | None, Parameter(help="The game, where that does not tell.")] = None,
    level: Annotated[str | None, Parameter(help="Which board: its number or title.")] = None,
    set_: Annotated[
        list[str] | None,
        Parameter(name="--set", help="An option of the game, `option=value`.", negative=""),
    ] = None,
    time: Annotated[
        float | None, Parameter(help="Seconds for each certificate.", converter=seconds)
    ] = None,
    memory: Annotated[
        str | None, Parameter(help="Memory that a check may take; default: half of it all.")
    ] = None,
    quiet: Annotated[bool, Parameter(help="No progress.", negative="")] = False,
    json: Annotated[bool, Parameter(help="One JSON object a certificate.", negative="")] = False,
) -> int:
    """Check certificates: 0 all accepted, 1 one is refused, 3 a limit came first.

    A certificate is accepted if it proves what it claims of the board in it, by the
    rules alone: no solver and nothing native is loaded. Prints a line a file: game,
    title, what is proven, the kind of the proof, what was counted, seconds; or why
    it is refused.
    """
    if not files:
        raise InputError("no file is named", hint="name files that `gridproof certify` has written")
    if board is None and (game or level or set_):
        raise InputError("`--game`, `--level` and `--set` say which board of `--board` is meant")
    limits = limits_of(time, None, memory, None)
    wanted, codes = None, []
    if board is not None:
        boards = Boards([board], game=game, level=level, settings=set_ or [])
        wanted = [one.level for one in boards]
        if boards.problems:
            codes.append(ExitCode.BAD_INPUT)
        if not wanted:
            return worst(codes)
    token = CancelToken()
    for file in files:
        try:
            verdict = checked(file, wanted, limits, token, quiet=quiet)
        except GridproofError as problem:  # this file only; the others are checked
            messages.report(problem)
            codes.append(of_error(problem))
            continue
        if json:
            messages.print_json({"file": file} | record(verdict))
        else:
            messages.out(line(file, verdict))
            messages.flush()
        codes.append(code_of(verdict))
        if token.cancelled:
            codes.append(ExitCode.INTERRUPTED)
            break
    return worst(codes)


def checked(
    file: str,
    wanted: Collection[Level] | None,
    limits: Limits,
    token: CancelToken,
    *,
    quiet: bool,
) -> Verdict:
    """What the check of a certificate finds, within the memory that this process may take.

    Args:
        file: of the certificate, or ``loading.STDIN``.
        wanted: the boards that it may be of; None: any.
        limits: of time and memory.
        token: set to stop.
        quiet: whether no progress is shown.

    Raises:
        InputError: the file cannot be read.
    """
    name = messages.printable(file)
    memory = default_memory() if limits.memory is None else limits.memory
    with status_display(quiet=quiet) as show, memory_fence(memory + ROOM):

        def progress(snapshot: Progress) -> None:
            if show is not None:
                show(snapshot.elapsed, f"{name}: being checked, {snapshot.elapsed:.0f} s")

        path = "/dev/stdin" if file == STDIN else file
        return check(path, level=wanted, limits=limits, cancel=token, progress=progress)


def code_of(verdict: Verdict) -> ExitCode:
    """The exit code of a check."""
    if verdict.accepted:
        return ExitCode.ANSWERED
    if verdict.stop is None:
        return ExitCode.NO
    interrupted = verdict.stop is StopReason.INTERRUPTED
    return ExitCode.INTERRUPTED if interrupted else ExitCode.UNFINISHED


def line(file: str, verdict: Verdict) -> str:
    """What a check found, for people."""
    words = [file, "ACCEPTED" if verdict.accepted else "STOPPED" if verdict.stop else "REFUSED"]
    if verdict.game is not None:
        words.append(verdict.game)
    if verdict.level is not None and verdict.level.title is not None:
        words.append(shorten(verdict.level.title))
    if verdict.accepted:
        counts = ", ".join(counted(name, number) for name, number in verdict.counts.items())
        words += [proven(verdict), stands_for(verdict), verdict.kind or "", counts]
    else:
        words.append(verdict.reason or "")
    return messages.printable("  ".join([*filter(None, words), f"{verdict.seconds:.3f} s"]))


def proven(verdict: Verdict) -> str:
    """What an accepted certificate proves, for people."""
    assert verdict.game is not None
    metrics = find_game(verdict.game).objective(verdict.objective).metrics
    return claim(verdict.cost, verdict.bound, verdict.sense, metrics)


def stands_for(verdict: Verdict) -> str:
    """For which instance of a hard problem the board was found to stand; "" for none."""
    if verdict.stands_for is None or verdict.game is None:
        return ""
    metrics = find_game(verdict.game).objective(verdict.objective).metrics
    return meaning(verdict.stands_for, verdict.sense, metrics[0])


def record(verdict: Verdict) -> dict[str, Any]:
    """What a check found, for programs."""
    return {
        "accepted": verdict.accepted,
        "reason": verdict.reason,
        "stop_reason": None if verdict.stop is None else str(verdict.stop),
        "game": verdict.game,
        "title": None if verdict.level is None else verdict.level.title,
        "digest": verdict.digest,
        "objective": verdict.objective,
        "kind": verdict.kind,
        "status": str(verdict.status),
        "cost": verdict.cost,
        "bound": verdict.bound,
        "stands_for": verdict.stands_for,
        "counts": dict(verdict.counts),
        "seconds": verdict.seconds,
    }
