"""``gridproof batch export``, ``batch report``, ``batch compare``: what is made out of stores."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from time import monotonic
from typing import Annotated, Any

from cyclopts import Parameter

from gridproof.batch.comparing import KINDS, Change, Comparison, Noise, compare_solvers
from gridproof.batch.comparing import compare as compared
from gridproof.batch.exporting import check_parquet, records, write_csv, write_parquet
from gridproof.batch.files import is_part
from gridproof.batch.findings import Alarm, Finding
from gridproof.batch.store import Store
from gridproof.cli import messages
from gridproof.cli.exit_codes import ExitCode
from gridproof.cli.outputs import check_file
from gridproof.cli.parameters import JsonObject, Plain, Quiet, StoreFile, seconds, whole
from gridproof.cli.progress import status_display
from gridproof.errors import InputError
from gridproof.files.reading import STDIN
from gridproof.solving.messages import counted
from gridproof.visible import visible

__all__ = ["compare", "export", "report"]


def export(
    *,
    store: StoreFile,
    json: Annotated[bool, Parameter(help="One JSON object a run.", negative="")] = False,
    csv: Annotated[
        bool, Parameter(help="A table with the names in its first line.", negative="")
    ] = False,
    parquet: Annotated[
        str | None, Parameter(metavar="FILE", help="Write a table with typed columns to this file.")
    ] = None,
) -> int:
    """Print the runs that ended, or write them to a file; one of the forms.

    The rows come in the order of sets, boards and solvers; also while a batch
    writes to the store.

    Examples:
        gridproof batch export --store runs.db --csv > runs.csv
    """
    if json + csv + (parquet is not None) != 1:
        raise InputError("say one form", hint="`--json`, `--csv` or `--parquet FILE`")
    if parquet is not None:
        check_parquet()
        check_file(parquet)
        if parquet == STDIN:
            raise InputError("standard output takes no Parquet", hint="name a file")
        if is_part(parquet, store):
            raise InputError(
                f"{parquet}: is what is exported; it would be overwritten",
                hint="name another file with `--parquet`",
            )
    with Store.reading(store) as kept:
        if parquet is not None:
            write_parquet(kept, parquet)
        elif csv:
            messages.write("")  # says it if standard output is closed
            write_csv(kept, sys.stdout)
        else:
            for record in records(kept):
                messages.out(messages.json_text(record))
    return ExitCode.ANSWERED


def report(
    *,
    store: StoreFile,
    html: Annotated[
        str, Parameter(metavar="FOLDER", help="Folder of the pages; it is made if there is none.")
    ],
    title: Annotated[
        str | None,
        Parameter(metavar="TEXT", help="Title of the report; else the name of the store."),
    ] = None,
    jobs: Annotated[
        int,
        Parameter(
            alias="-j",
            metavar="COUNT",
            help="Number of processes that make pages.",
            converter=whole,
        ),
    ] = 1,
    plain: Plain = False,
    quiet: Quiet = False,
) -> int:
    """Write a report: what is unexplained first, then tables, plots and all runs.

    Each run has a page that plays its solution; those that are there already are
    left alone. The exit code is 1 if answers contradict each other, or if a run
    crashed.

    Examples:
        gridproof batch report --store runs.db --html report
    """
    from gridproof.batch.reporting import write_report
    from gridproof.render.plots import plain_plots

    if not html:
        raise InputError("the name of a folder to write is empty", hint="name one with `--html`")
    if html == STDIN:
        raise InputError("standard output takes no folder", hint="name a folder")
    if jobs < 1:
        raise InputError("`--jobs` is at least 1")
    started = monotonic()
    name = title or Path(store).stem
    with Store.reading(store) as kept, status_display(quiet=quiet) as show:

        def progress(made: int, total: int) -> None:
            if show is not None:
                show(monotonic() - started, f"{made:,}/{total:,} pages")

        with plain_plots(plain):
            written = write_report(kept, Path(html), title=name, jobs=jobs, progress=progress)
    pages = f"{counted('pages', written.pages)} of runs, {written.made:,} of them new"
    messages.out(visible(f"{written.page}: {pages}"))
    if written.alarms:
        number = counted("alarms", written.alarms)
        messages.warning(f"{number}: answers that cannot all be true")
    if written.unexplained:
        messages.warning(f"{counted('errors', written.unexplained)} unexplained")
    return ExitCode.NO if written.alarms or written.unexplained else ExitCode.ANSWERED


def compare(
    before: Annotated[str, Parameter(help="The earlier file of results.")],
    after: Annotated[
        str | None, Parameter(help="The later one; without it two solvers of one file.")
    ] = None,
    /,
    *,
    solver: Annotated[
        list[str] | None,
        Parameter(
            alias="-s",
            metavar="SOLVER",
            help="A solver of one file, as `batch status` names it; say two of them.",
            negative="",
        ),
    ] = None,
    ratio: Annotated[
        float,
        Parameter(
            metavar="RATIO",
            help="Times that differ by a smaller ratio are noise.",
            converter=seconds,
        ),
    ] = Noise.ratio,
    floor: Annotated[
        float,
        Parameter(
            metavar="SECONDS",
            help="Times that differ by fewer seconds are noise.",
            converter=seconds,
        ),
    ] = Noise.seconds,
    json: JsonObject = False,
) -> int:
    """Say what changed from one store to another: answers, and times beyond noise.

    Runs are the same if board, objective, solver, its options and limits are;
    versions are what is compared. With `--solver` twice, and one store, the second
    solver is compared with the first one: board, objective and limits are the same.
    Answers that cannot all be true come first, and make the exit code 1.

    Examples:
        gridproof batch compare runs.db --solver any --solver optimal --floor 60
    """
    noise = Noise(ratio, floor)
    solvers = solver or []
    if (after is None) != (len(solvers) == 2) or (after is not None and solvers):
        raise InputError(
            "two things are compared: two files, or two solvers of one file",
            hint="`gridproof batch compare --help` shows both",
        )
    with Store.reading(before) as one:
        if after is None:
            sides = solvers[0], solvers[1]
            found = compare_solvers(one, *sides, noise)
        else:
            with Store.reading(after) as other:
                found, sides = compared(one, other, noise), (before, after)
    if json:
        messages.print_json(_facts(found))
    else:
        _print(found, *sides, both="of both solvers" if after is None else "in both stores")
    return ExitCode.NO if found.alarms else ExitCode.ANSWERED


def _facts(found: Comparison) -> dict[str, Any]:
    return {
        "pairs": found.pairs,
        "alarms": [_alarm(alarm) for alarm in found.alarms],
        "changes": [_change(change) for change in found.changes],
        "speeds": [speed._asdict() for speed in found.speeds],
        "boards_before": found.boards_before,
        "boards_after": found.boards_after,
        "runs_before": found.runs_before,
        "runs_after": found.runs_after,
    }


def _alarm(alarm: Alarm) -> dict[str, Any]:
    one = alarm.findings[0]
    return {
        "board": one.name,
        "digest": one.run.digest,
        "objective": one.run.objective,
        "text": alarm.text,
        "findings": [{"store": said.store, **_finding(said)} for said in alarm.findings],
    }


def _change(change: Change) -> dict[str, Any]:
    run = change.after.run
    return {
        "kind": change.kind,
        "board": change.after.name,
        "digest": run.digest,
        "objective": run.objective,
        "solver": run.solver,
        "solver_options": dict(run.options),
        "before": _finding(change.before),
        "after": _finding(change.after),
        "ratio": change.ratio,
    }


def _finding(one: Finding) -> dict[str, Any]:
    return {
        "solver": one.run.solver,
        "version": one.run.version,
        "status": one.status,
        "cost": one.cost,
        "bound": one.bound,
        "proof": one.proof,
        "seconds": one.seconds,
        "error": None if one.failure is None else one.failure.kind,
    }


def _print(found: Comparison, before: str, after: str, *, both: str) -> None:
    from rich.table import Table

    for alarm in found.alarms:
        messages.out(visible(f"ALARM: {alarm.findings[0].name}: {alarm.text}"))
        for one in alarm.findings:
            run = one.run
            said = f"{one.store}: {run.solver} ({run.objective}), gridproof {run.version}"
            messages.out(visible(f"  {said}: {one.answer}"))
    if found.changes:
        table = Table("change", "board", "solver", before, after, "ratio")
        for change in found.changes:
            table.add_row(
                change.kind,
                visible(change.after.name),
                change.after.run.solver,
                _shown(change.before),
                _shown(change.after),
                "" if change.ratio is None else f"{change.ratio:.2f}",
            )
        messages.stdout().print(table)
    table = Table("times", "runs that tell", "ratio")
    for speed in found.speeds:
        mean = "" if speed.ratio is None else f"{speed.ratio:.3f}"
        table.add_row(speed.name, f"{speed.runs:,}", mean)
    messages.stdout().print(table)
    kinds = Counter(change.kind for change in found.changes)
    changed = "".join(f", {kinds[kind]:,} {kind}" for kind in KINDS if kinds[kind])
    alarms = counted("alarms", len(found.alarms)) if found.alarms else "no alarm"
    messages.out(f"{counted('runs', found.pairs)} {both}: {alarms}{changed}")
    if not found.pairs:
        messages.hint("the same run has the same board, objective, solver, options and limits")
    for name, boards, runs in (
        (before, found.boards_before, found.runs_before),
        (after, found.boards_after, found.runs_after),
    ):
        if boards or runs:
            only = f"{counted('boards', len(boards))}, {counted('runs', runs)} of other boards"
            messages.out(f"only in {name}: {only}")


def _shown(one: Finding) -> str:
    time = "" if one.seconds is None else f"  {one.seconds:.3f} s"
    return f"{one.answer}{time}"
