"""``gridproof batch``: many boards with many solvers into a store of results."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from cyclopts import App, Parameter

from gridproof.batch.plan import FromFile, Plan, Setup, set_name
from gridproof.batch.plan_file import read_plan
from gridproof.batch.running import Standing, run
from gridproof.batch.series import names
from gridproof.batch.store import Store, Tally
from gridproof.cli import batch_results, messages
from gridproof.cli.exit_codes import ExitCode, of_error, worst
from gridproof.cli.parameters import (
    GameId,
    JsonObject,
    LimitOptions,
    ObjectiveId,
    Quiet,
    Settings,
    SolverSettings,
    StoreFile,
    group,
    parse_settings,
    seconds,
    whole,
)
from gridproof.cli.progress import batch_display
from gridproof.errors import GridproofError, InputError, UnclearGame
from gridproof.files.reading import board_files
from gridproof.level import BoardFault
from gridproof.limits import CancelToken, signals_cancel
from gridproof.registry import find_game
from gridproof.solving.messages import counted

__all__ = ["app"]

app = App(
    name="batch",
    help="Many boards with many solvers into a file of results, resumable.",
)


@group
@dataclass(frozen=True, kw_only=True)
class RunLimits(LimitOptions):
    """Limits of each run."""

    time: Annotated[
        float | None,
        Parameter(alias="-t", metavar="SECONDS", help="Seconds for each run.", converter=seconds),
    ] = None
    nodes: Annotated[
        int | None,
        Parameter(
            alias="-n", metavar="COUNT", help="Expanded nodes for each run.", converter=whole
        ),
    ] = None
    memory: Annotated[
        str | None,
        Parameter(
            alias="-m",
            metavar="SIZE",
            help="Memory of each run, such as 2GiB; else a fair share.",
        ),
    ] = None


@group
@dataclass(frozen=True, kw_only=True)
class WorkOptions:
    """The runs of some files of boards, which a plan says otherwise.

    Attributes:
        game: id of the game; None tells it from each file.
        settings: options of the game, ``NAME=VALUE``.
        objective: id of the objective; None: the game's first one.
        solver: ids of solvers, each of which is run; None: the one of the game and objective.
        solver_settings: options of the solvers, ``NAME=VALUE``.
        within: limits of each run.
        certify: True if certificates are written.
    """

    game: GameId = None
    settings: Settings = None
    objective: ObjectiveId = None
    solver: Annotated[
        list[str] | None,
        Parameter(
            alias="-s",
            metavar="SOLVER",
            help="The solver; several are all run.",
            negative="",
        ),
    ] = None
    solver_settings: SolverSettings = None
    within: RunLimits = RunLimits()
    certify: Annotated[
        bool,
        Parameter(help="Write certificates of what is proven, beside the store.", negative=""),
    ] = False


@app.command(name="run")
def command(
    *files: Annotated[
        str, Parameter(help="A plan (`.toml`) or files with boards; none: all that was begun.")
    ],
    store: StoreFile,
    work: WorkOptions = WorkOptions(),
    jobs: Annotated[
        int | None,
        Parameter(
            alias="-j",
            metavar="COUNT",
            help="Number of processes; else one a core.",
            converter=whole,
        ),
    ] = None,
    scheduler: Annotated[
        str | None,
        Parameter(metavar="ADDRESS", help="Run them on a Dask cluster: `tcp://host:8786`."),
    ] = None,
    retry: Annotated[
        bool,
        Parameter(
            help="Run those again that failed before, or whose certificate is damaged.",
            negative="",
        ),
    ] = False,
    quiet: Quiet = False,
    json: JsonObject = False,
) -> int:
    """Run what a plan says and the store has no result of.

    Each result is kept as soon as it is there: after Ctrl-C, a crash or a power
    cut the same command goes on where it was. The exit code is 1 if a run failed:
    it crashed, or had to be ended; or if a certificate is missing, or another one
    than was checked.

    Examples:
        gridproof batch run set.txt --store runs.db --solver optimal --solver any
        gridproof batch run plan.toml --store runs.db
    """
    plan = _plan(files, work) if files else None
    if plan is None and work != WorkOptions():
        raise InputError("there is nothing that these options could be about", hint="name files")
    if plan is None and not os.path.exists(store):
        raise InputError(f"{store}: there is no such store", hint="name a plan, or files of boards")
    if jobs == 0:
        raise InputError("`--jobs` is at least 1")
    problems: list[GridproofError | BoardFault] = []

    def refuse(problem: GridproofError | BoardFault) -> None:
        if isinstance(problem, UnclearGame) and _is_plan(files[0]):
            hint = f"say it in the plan, `game = …`: {', '.join(problem.candidates)}"
            problem = UnclearGame(str(problem), problem.candidates, hint=hint)
        problems.append(problem)
        messages.report_fault(problem)

    token = CancelToken()
    with ExitStack() as stack:
        kept = stack.enter_context(Store.writing(store))
        executor = None
        if scheduler is not None:
            from gridproof.processes.dask import connected

            executor = stack.enter_context(connected(scheduler))
        show = stack.enter_context(batch_display(quiet=quiet))
        stack.enter_context(signals_cancel(token))
        standing = run(
            plan,
            kept,
            jobs=jobs or os.cpu_count() or 1,
            executor=executor,
            retry=retry,
            cancel=token,
            progress=show,
            refuse=refuse,
        )
    for fault in standing.damaged:
        messages.error(fault)
    if standing.damaged:
        messages.hint("`--retry` makes them again")
    for reason, number in (plan.unfit if plan else {}).items():
        messages.warning(f"{counted('runs', number)} left out: {reason}")
    if json:
        messages.print_json(_facts(standing))
    else:
        _print(standing, store)
    codes = [of_error(p) if isinstance(p, Exception) else ExitCode.BAD_INPUT for p in problems]
    if standing.failed or standing.failed_before or standing.damaged:
        codes.append(ExitCode.NO)
    if token.cancelled:
        codes.append(ExitCode.INTERRUPTED)
    return worst(codes)


def _plan(files: Sequence[str], work: WorkOptions) -> Plan:
    """Return the plan of a file, or of files of boards with options.

    Raises:
        InputError: there is something beside the plan, or an option has another form.
    """
    limits = work.within.limits()
    options = parse_settings(work.solver_settings or [], "--solver-option")
    settings = parse_settings(work.settings or [])
    if not any(map(_is_plan, files)):
        found = None if work.game is None else find_game(work.game).id
        sources = [
            FromFile(set_name(file, settings), file, found, settings)
            for file in board_files(files, found)
        ]
        solvers: Sequence[str | None] = work.solver or [None]
        setups = [
            Setup(work.objective, solver, options, limits, certify=work.certify)
            for solver in solvers
        ]
        return Plan(sources, setups)
    if len(files) > 1:
        raise InputError(
            "one plan at a time, and no files beside it",
            hint="run them one after the other into the same store",
        )
    if work != WorkOptions():
        raise InputError(
            f"{files[0]}: the plan says what is run",
            hint="leave out the options of boards, solvers and limits",
        )
    return read_plan(files[0])


def _is_plan(file: str) -> bool:
    return Path(file).suffix == ".toml"


def _facts(standing: Standing) -> dict[str, Any]:
    return {
        "total": standing.total,
        "before": standing.before,
        "done": standing.done,
        "solved": standing.solved,
        "proven": standing.proven,
        "failed": standing.failed,
        "left": standing.left,
        "damaged": len(standing.damaged),
        "seconds": round(standing.elapsed, 3),
    }


def _print(standing: Standing, store: str) -> None:
    before = f", {standing.before:,} were done before" if standing.before else ""
    left = f", {standing.left:,} left" if standing.left else ""
    messages.out(
        f"{counted('runs', standing.total)}: {standing.proven:,} proven, {standing.solved:,} "
        f"solved, {standing.failed:,} failed{before}{left}  {standing.elapsed:.1f} s"
    )
    if standing.failed or standing.failed_before:
        messages.hint(f"`gridproof batch report --store {store}` says what failed, and why")


@app.command
def status(*, store: StoreFile, json: JsonObject = False) -> int:
    """Say how a store stands, with a line a solver; also while a batch writes to it.

    All of it is read: a store that is damaged is an error.

    Examples:
        gridproof batch status --store runs.db
    """
    with Store.reading(store) as kept:
        kept.check_whole()
        tally, of_series = kept.tally(), kept.tallies()
    called = names(of_series)
    solvers = sorted((called[one], _counts(counts)) for one, counts in of_series.items())
    if json:
        said = [{"solver": name, **counts} for name, counts in solvers]
        messages.print_json(_counts(tally) | {"solvers": said})
        return ExitCode.ANSWERED
    for name, number in _counts(tally).items():
        messages.out(f"{name:<8} {number:>9,}")
    if solvers:
        width = max(len(name) for name, _ in solvers)
        messages.out(f"{'':<{width}}" + "".join(f" {name:>9}" for name in _counts(tally)))
    for name, counts in solvers:
        line = f"{name:<{width}}" + "".join(f" {number:>9,}" for number in counts.values())
        messages.out(messages.printable(line))
    return ExitCode.ANSWERED


def _counts(tally: Tally) -> dict[str, int]:
    return {
        "done": tally.done,
        "pending": tally.pending,
        "running": tally.running,
        "failed": tally.failed,
        "solved": tally.solved,
        "proven": tally.proven,
    }


for verb in (batch_results.export, batch_results.report, batch_results.compare):
    app.command(verb)
