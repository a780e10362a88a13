"""``gridproof experiment``: repeat a published table."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, Final

from cyclopts import Parameter

from gridproof.arguments import explained
from gridproof.cli import messages
from gridproof.cli.exit_codes import ExitCode
from gridproof.cli.outputs import check_file
from gridproof.cli.parameters import Plain, Quiet, group, parse_settings, whole
from gridproof.errors import InputError, UnknownName
from gridproof.experiments import Experiment, find_experiment, names
from gridproof.experiments.figures import Row, columns
from gridproof.experiments.repeating import Repeated, repeat
from gridproof.files.reading import STDIN
from gridproof.files.writing import write_file
from gridproof.render.plots import check_installed, check_path, plain_plots

__all__ = ["command", "experiment"]

#: The default path of the page of all experiments.
_PAGE: Final = "experiments.html"


@group
@dataclass(frozen=True, kw_only=True)
class RunOptions:
    """The runs of an experiment.

    Attributes:
        replicates: number of times that all of it is repeated; None: as its file says.
        seed: of the random boards.
        jobs: number of processes.
    """

    replicates: Annotated[
        int | None,
        Parameter(
            metavar="COUNT",
            help="Number of repetitions of all of it; else as its file says.",
            converter=whole,
        ),
    ] = None
    seed: Annotated[
        int, Parameter(metavar="NUMBER", help="Seed of the random boards.", converter=whole)
    ] = 0
    jobs: Annotated[
        int,
        Parameter(
            alias="-j",
            metavar="COUNT",
            help="Number of processes; more than one disturb times.",
            converter=whole,
        ),
    ] = 1


@group
@dataclass(frozen=True, kw_only=True)
class Files:
    """The files that show an experiment beside its tables.

    Attributes:
        plot: the file of its plot.
        plain: leaves all but the plot itself out.
        html: the file of a page.
    """

    plot: Annotated[
        str | None, Parameter(metavar="FILE", help="Also draw it: a file.svg, .pdf or .png.")
    ] = None
    plain: Plain = False
    html: Annotated[
        str | None, Parameter(metavar="FILE", help="Also a page with tables and plots.")
    ] = None


def command(
    name: Annotated[
        str | None, Parameter(help="The experiment; without it all are listed.")
    ] = None,
    /,
    *,
    every: Annotated[
        bool,
        Parameter(name="--all", help=f"All of them, and a page, {_PAGE}.", negative=""),
    ] = False,
    runs: RunOptions = RunOptions(),
    settings: Annotated[
        list[str] | None,
        Parameter(
            name="--set",
            metavar="PARAMETER=VALUE",
            help="PARAMETER=VALUE, as in TOML; with --all EXPERIMENT.PARAMETER=VALUE.",
            negative="",
        ),
    ] = None,
    files: Files = Files(),
    json: Annotated[bool, Parameter(help="One JSON object a row.", negative="")] = False,
    quiet: Quiet = False,
) -> int:
    """Repeat a published table, with intervals, beside the published figures.

    Finished parts are shown even if others are missing. The exit code is 3 if
    work was lost with a process that died, and 130 after Ctrl-C.

    Examples:
        gridproof experiment
        gridproof experiment bombcover-table1 --set sides=[4] --replicates 1
    """
    plot, html = files.plot, files.html
    if name is None and not every:
        for known in names():
            found = find_experiment(known)
            messages.out(f"{known}: {found.title} ({found.source})")
        return ExitCode.ANSWERED
    if every and (name is not None or plot is not None):
        what = f"`{name}`" if name is not None else "`--plot`"
        raise InputError(
            f"{what} is for one experiment, `--all` for all of them",
            hint="leave out one of the two",
        )
    given = parse_settings(settings or [])
    chosen = _all(given) if name is None else [find_experiment(name).with_parameters(given)]
    below = None
    if every and html is None:
        html, below = _PAGE, Path()
    if files.plain and plot is None:
        raise InputError("`--plain` is about the plot of `--plot`", hint="name its file too")
    if STDIN in (html, plot):
        raise InputError("standard output has the tables, and nothing else", hint="name a file")
    if plot is not None:
        if not chosen[0].draw:
            drawn = [known for known in names() if find_experiment(known).draw]
            raise InputError(f"{name} has no plot", hint=f"there are plots of {', '.join(drawn)}")
        check_path(plot)
    if html is not None:
        check_installed()
        check_file(html)

    def said(line: str) -> None:
        if not quiet and sys.stderr is not None:
            sys.stderr.write(f"{line}\n")

    done: list[Repeated] = []
    for one in chosen:
        done.append(repeat(one, said=said, **asdict(runs)))
        # Files come first, and the page grows: whoever reads the tables may have left.
        if plot is not None and done[0].rows:
            with plain_plots(files.plain):
                done[0].draw(plot)
        if html is not None:
            from gridproof.experiments.page import page

            write_file(Path(html), page(done), below=below)
        _show(done[-1], json=json)
        if lacks := done[-1].lacks:
            messages.warning(f"{one.name} is not complete: {lacks}")
        if done[-1].left:
            break
    if done[-1].left:
        return ExitCode.INTERRUPTED
    return ExitCode.UNFINISHED if any(one.lost for one in done) else ExitCode.ANSWERED


def _all(given: Mapping[str, str]) -> list[Experiment]:
    """Return all experiments, with their parameters, given as ``EXPERIMENT.PARAMETER``."""
    known = {name: find_experiment(name) for name in names()}
    for setting, value in given.items():
        name, _, parameter = setting.partition(".")
        if name not in known:
            raise UnknownName("experiment", name, known)
        known[name] = known[name].with_parameters({parameter: value})
    return list(known.values())


@explained
def experiment(
    name: str,
    *,
    replicates: int | None = None,
    seed: int = 0,
    jobs: int = 1,
    settings: Mapping[str, Any] | None = None,
) -> list[dict[str, Any]]:
    """Repeat a published table; return its rows. Ctrl-C ends it with those that are done.

    Behind them are rows with ``claim``: what the source says in one figure, beside ours.

    Args:
        name: of the experiment.
        replicates: how often all of it is repeated; None: as its file says.
        seed: of the random boards.
        jobs: processes.
        settings: other parameters, written as in TOML or as they are.

    Raises:
        UnknownName: there is no such experiment or parameter.
        InputError: a number is too small, or a parameter of another kind.
    """
    chosen = find_experiment(name).with_parameters(settings or {})
    done = repeat(chosen, replicates=replicates, seed=seed, jobs=jobs)
    return [dict(row) for row in (*done.rows, *done.claims)]


def _show(done: Repeated, *, json: bool) -> None:
    """Print the rows and the claims."""
    chosen = done.experiment
    for row in (*done.rows, *done.claims) if json else ():
        messages.print_json({"experiment": chosen.name, "seed": done.seed} | dict(row))
    if not json:
        _print(f"{chosen.title}\n{chosen.source}", done.rows)
        if done.claims:
            _print("What the source says in one figure, and ours", done.claims)
        if chosen.note:
            messages.out(chosen.note.strip())
    messages.flush()


def _print(title: str, rows: Sequence[Row]) -> None:
    """Print a table; columns beyond the width stand below it, after the first ones again."""
    from rich.table import Table

    cells = [columns(row) for row in rows]
    names = list(dict.fromkeys(name for row in cells for name in row))
    keys = names[: names.index("solver") + 1 if "solver" in names else 1]
    room = messages.stdout_width()
    for part in _parts(names, cells, keys, room):
        table = Table(title=title)
        for name in part:
            table.add_column(name)
        for row in cells:
            table.add_row(*(row.get(name, "") for name in part))
        messages.stdout().print(table)


def _parts(
    names: Sequence[str], cells: Sequence[Mapping[str, str]], keys: Sequence[str], room: int
) -> list[list[str]]:
    """Split the columns of a table into parts of at most ``room`` characters, keys in each."""

    def width(part: Sequence[str]) -> int:
        return 1 + sum(3 + max(len(row.get(n, "")) for row in (*cells, {n: n})) for n in part)

    parts = [list(keys)]
    for name in names[len(keys) :]:
        if len(parts[-1]) > len(keys) and width([*parts[-1], name]) > room:
            parts.append(list(keys))
        parts[-1].append(name)
    return parts
