"""``gridproof check``: accepts certificates, or says why not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from gridproof.cli import messages
from gridproof.cli.exit_codes import ExitCode, of_error, worst
from gridproof.cli.inputs import Boards
from gridproof.cli.parameters import BoardOptions, Quiet, group, limits_of, seconds, whole
from gridproof.cli.progress import status_display
from gridproof.errors import GridproofError, InputError, Unwritable
from gridproof.files.reading import STDIN, read_text
from gridproof.files.writing import make_folder, write_file
from gridproof.limits import CancelToken, Stopped, default_memory
from gridproof.processes.memory import ROOM, memory_limit
from gridproof.proof.checking import Verdict, check, usual_limits
from gridproof.result import Limits, Progress, StopReason
from gridproof.solving.verdict_messages import line, record
from gridproof.visible import label

if TYPE_CHECKING:
    from collections.abc import Collection

    from gridproof.level import Level
    from gridproof.reductions.own import Comparison

__all__ = ["CheckOptions", "checked", "code_of", "command", "told"]


@group
@dataclass(frozen=True, kw_only=True)
class CheckOptions:
    """Limits of the check of a certificate.

    Attributes:
        time: seconds; None: the usual limit for a certificate of that size.
        no_time_limit: True if there is none at all.
        memory: a size, such as ``2GiB``.
    """

    time: Annotated[
        float | None,
        Parameter(
            alias="-t",
            metavar="SECONDS",
            help="Seconds for each certificate; else 60, and 30 more for each MiB, up to 600.",
            converter=seconds,
        ),
    ] = None
    no_time_limit: Annotated[
        bool, Parameter(help="Let a check take all the time that it needs.", negative="")
    ] = False
    memory: Annotated[
        str | None,
        Parameter(
            alias="-m",
            metavar="SIZE",
            help="Memory of a check, such as 2GiB; else half of the machine's.",
        ),
    ] = None

    def limits(self) -> Limits:
        """Return the limits that the options say.

        Raises:
            InputError: one has another form, or they exclude each other.
        """
        if self.time is not None and self.no_time_limit:
            raise InputError(
                "`--time` is a limit, and `--no-time-limit` says that there is none",
                hint="leave out one of them",
            )
        return limits_of(self.time, self.memory)


@group
@dataclass(frozen=True, kw_only=True)
class OwnInstance:
    """The user's own instance, of which a certificate has to be.

    Attributes:
        instance: its file; None: any instance is taken.
        cover: as ``reduce`` takes it.
    """

    instance: Annotated[
        str | None,
        Parameter(
            metavar="FILE",
            help="Your own instance, which a certificate has to be of: the formula or graph of a "
            "reduction; else the board.",
        ),
    ] = None
    cover: Annotated[
        int | None,
        Parameter(metavar="COUNT", help="The cover of the graph in `--instance`.", converter=whole),
    ] = None

    def comparison(self, taken: Collection[str]) -> Comparison | None:
        """Return the comparison with it; None if there is none.

        Args:
            taken: the files that are read besides.

        Raises:
            InputError: it cannot be read, or has no file.
        """
        if self.instance is None:
            if self.cover is not None:
                raise InputError(
                    "`--cover` is said of the graph in `--instance`",
                    hint="name its file, or leave it out",
                )
            return None
        if self.instance == STDIN and STDIN in taken:
            raise InputError(
                "standard input cannot hold both the instance and something else",
                hint="name a file for one of them",
            )
        from gridproof.reductions.own import own_instance  # a check without it loads no reduction

        options = None if self.cover is None else {"cover": self.cover}
        return own_instance(read_text(self.instance), self.instance, options)


def command(
    *files: Annotated[str, Parameter(required=True, help="Certificates; `-` is standard input.")],
    board: Annotated[
        str | None,
        Parameter(
            metavar="FILE", help="A file with boards: each certificate has to be of one of them."
        ),
    ] = None,
    selection: BoardOptions = BoardOptions(),
    own: OwnInstance = OwnInstance(),
    limit_options: CheckOptions = CheckOptions(),
    veripb: Annotated[
        str | None,
        Parameter(
            metavar="FOLDER",
            help="Write what is accepted for VeriPB: a problem (.opb) and its refutation (.pbp) "
            "for each certificate.",
        ),
    ] = None,
    quiet: Quiet = False,
    json: Annotated[bool, Parameter(help="One JSON object a certificate.", negative="")] = False,
) -> int:
    """Check certificates: 0 all accepted, 1 one is refused, 3 a limit came first.

    A certificate is accepted if it proves what it claims of the board in it, by the
    rules alone: no solver and nothing native is loaded. Prints a line a file: the
    verdict, game and objective, what is proven, the kind of the proof, what was
    counted, seconds, and the title in quotes. If it is refused, the reason is in
    quotes. A statement in the board that the proof contradicts is an error: exit
    code 2.

    The line ends with the digest of the instance that was decided. `--instance`
    compares that with yours, and says where they differ first.

    With `--veripb` a checker that others have written can confirm the bound: the
    page on certificates elsewhere says of which kinds, and what it leaves to trust.

    Examples:
        gridproof certify board.txt --out board.gpc
        gridproof check board.gpc
        gridproof check board.gpc --board board.txt
        gridproof check board.gpc --instance board.txt
    """
    if not files:
        raise InputError("no file is named", hint="name files that `gridproof certify` has written")
    if board is None and (selection.game or selection.level or selection.settings):
        raise InputError(
            "`--game`, `--level` and `--set` say which board of `--board` is meant",
            hint="name a file with boards by `--board`, or leave them out",
        )
    limits, no_time_limit = limit_options.limits(), limit_options.no_time_limit
    compare = own.comparison([*files, board or ""])
    wanted, codes = None, []
    if board is not None:
        boards = Boards([board], selection, quiet=quiet)
        wanted = [one.level for one in boards]
        if boards.problems:
            codes.append(ExitCode.BAD_INPUT)
        if not wanted:
            return worst(codes)
    token = CancelToken()
    for file in files:
        try:
            verdict = checked(
                file,
                wanted,
                limits,
                token,
                compare=compare,
                no_time_limit=no_time_limit,
                quiet=quiet,
            )
        except GridproofError as problem:  # this file only; the others are checked
            messages.report(problem)
            codes.append(of_error(problem))
            continue
        if json:
            messages.print_json({"file": file} | record(verdict))
        else:
            messages.out(line(file, verdict))
            messages.flush()
        codes += [code_of(verdict), *told(file, verdict)]
        if veripb is not None and verdict.accepted:
            codes.append(_exported(file, verdict, Path(veripb), limits))
        if token.cancelled:
            codes.append(ExitCode.INTERRUPTED)
            break
    return worst(codes)


def _exported(file: str, verdict: Verdict, folder: Path, limits: Limits) -> ExitCode:
    """Write an accepted certificate for VeriPB; report why not if that cannot be.

    The limits of a check hold once more.
    """
    from gridproof.proof.pseudo_boolean.export import refutation  # a mere check does without it

    try:
        if file == STDIN:
            raise InputError("`--veripb` reads a certificate twice: name a file")
        made = refutation(file, verdict, limits=limits)
        make_folder(folder)
        for ending, text in ((".opb", made.problem), (".pbp", made.proof())):
            write_file(folder / f"{Path(file).stem}{ending}", text, below=folder)
    except Unwritable:
        raise  # it would be the same with every certificate
    except GridproofError as problem:
        messages.report(problem)
        return of_error(problem)
    except Stopped as stopped:
        messages.error(f"{file}: not written for VeriPB ({stopped.reason})")
        interrupted = stopped.reason is StopReason.INTERRUPTED
        return ExitCode.INTERRUPTED if interrupted else ExitCode.UNFINISHED
    return ExitCode.ANSWERED


def checked(
    file: str,
    wanted: Collection[Level] | None,
    limits: Limits,
    token: CancelToken,
    *,
    compare: Comparison | None = None,
    no_time_limit: bool,
    quiet: bool,
) -> Verdict:
    """Check a certificate, within the memory that this process may take.

    Args:
        file: of the certificate, or ``files.reading.STDIN``.
        wanted: the boards that it may be of; None: any.
        limits: of time and memory; without one of time there is the usual one.
        token: set to stop.
        compare: with the user's own instance; None: it may be of any.
        no_time_limit: True if there is none at all.
        quiet: True if no progress is shown.

    Raises:
        InputError: the file cannot be read.
        MissingPart: a package that the check takes is not installed.
        InternalError: the checker has failed.
    """
    path = "/dev/stdin" if file == STDIN else file
    if limits.time is None and not no_time_limit:
        limits = replace(limits, time=usual_limits(path).time)
    within = "" if limits.time is None else f" of at most {limits.time:.0f}"
    memory = default_memory() if limits.memory is None else limits.memory
    with status_display(quiet=quiet) as show, memory_limit(memory + ROOM):

        def progress(snapshot: Progress) -> None:
            if show is not None:
                spent = f"{snapshot.elapsed:.0f}{within} s"
                show(snapshot.elapsed, f"{label(file)}: being checked, {spent}")

        return check(
            path, level=wanted, compare=compare, limits=limits, cancel=token, progress=progress
        )


def code_of(verdict: Verdict) -> ExitCode:
    """Return the exit code of a check."""
    if verdict.accepted:
        return ExitCode.ANSWERED
    if verdict.stop is None:
        return ExitCode.NO
    interrupted = verdict.stop is StopReason.INTERRUPTED
    return ExitCode.INTERRUPTED if interrupted else ExitCode.UNFINISHED


def told(file: str, verdict: Verdict) -> list[ExitCode]:
    """Tell which headers of a certificate's board are false, and the next step after a limit.

    Args:
        file: of the certificate.
        verdict: of its check.

    Returns:
        The exit code of what was told.
    """
    for said in verdict.contradictions:
        messages.error(f"{file}: CONTRADICTION: {said}")
    if verdict.stop is StopReason.TIME_LIMIT:
        messages.hint("`--time S` gives a check more seconds, `--no-time-limit` all that it needs")
    return [ExitCode.BAD_INPUT] if verdict.contradictions else []
