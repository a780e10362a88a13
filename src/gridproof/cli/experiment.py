"""``gridproof experiment``: repeat a published table."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any

from cyclopts import Parameter

from gridproof.cli import messages
from gridproof.cli.exit_codes import ExitCode
from gridproof.cli.inputs import parse_settings, whole
from gridproof.errors import InputError
from gridproof.experiments import Experiment, find_experiment, names
from gridproof.lazy import load
from gridproof.render.plots import check_path

__all__ = ["command", "experiment"]


def command(
    name: Annotated[str | None, Parameter(help="Which one; without it they are listed.")] = None,
    *,
    replicates: Annotated[
        int, Parameter(help="How often all of it is repeated.", converter=whole)
    ] = 1,
    seed: Annotated[int, Parameter(help="Of the random boards.", converter=whole)] = 0,
    jobs: Annotated[int, Parameter(help="Processes.", converter=whole)] = 1,
    settings: Annotated[
        list[str] | None,
        Parameter(name="--set", help="PARAMETER=VALUE, as in TOML.", negative=""),
    ] = None,
    plot: Annotated[str | None, Parameter(help="Also draw it: a file.svg, .pdf or .png.")] = None,
    json: Annotated[bool, Parameter(help="One JSON object a row.", negative="")] = False,
    quiet: Annotated[bool, Parameter(help="No progress.", negative="")] = False,
) -> int:
    """Repeat a published table, with intervals, beside the published figures."""
    if name is None:
        for known in names():
            found = find_experiment(known)
            messages.out(f"{known}: {found.title} ({found.source})")
        return ExitCode.ANSWERED
    chosen = find_experiment(name).with_parameters(parse_settings(settings or []))
    if plot is not None:
        if not chosen.draw:
            raise InputError(f"there is no plot of {name}")
        check_path(plot)

    def said(line: str) -> None:
        if not quiet and sys.stderr is not None:
            sys.stderr.write(f"{line}\n")

    rows, complete = _rows(chosen, replicates, seed, jobs, said)
    if json:
        for row in rows:
            messages.print_json({"experiment": name, "seed": seed} | row)
    else:
        _print(chosen, rows)
    messages.flush()
    if plot is not None and rows:
        load(chosen.draw)(chosen, rows, plot)
    return ExitCode.ANSWERED if complete else ExitCode.INTERRUPTED


def experiment(
    name: str,
    *,
    replicates: int = 1,
    seed: int = 0,
    jobs: int = 1,
    settings: Mapping[str, Any] | None = None,
) -> list[dict[str, Any]]:
    """Repeats a published table; its rows. Ctrl-C ends it with those that are done.

    Args:
        name: of the experiment.
        replicates: how often all of it is repeated.
        seed: of the random boards.
        jobs: processes.
        settings: other parameters, written as in TOML or as they are.

    Raises:
        UnknownName: there is no such experiment or parameter.
        InputError: a number is too small, or a parameter of another kind.
    """
    chosen = find_experiment(name).with_parameters(settings or {})
    return _rows(chosen, replicates, seed, jobs, lambda line: None)[0]


def _rows(
    chosen: Experiment, replicates: int, seed: int, jobs: int, said: Callable[[str], None]
) -> tuple[list[dict[str, Any]], bool]:
    """The rows, and whether all of them are whole."""
    if min(replicates, jobs) < 1:
        raise InputError("`--replicates` and `--jobs` are at least 1")
    rows, complete = load(chosen.run)(chosen, replicates, seed, jobs, said)
    return list(rows), bool(complete)


def _print(chosen: Experiment, rows: Sequence[dict[str, Any]]) -> None:
    from rich.table import Table

    table = Table(title=f"{chosen.title}\n{chosen.source}")
    for row in rows:
        cells = dict(_cells(row))
        if not table.columns:
            for column in cells:
                table.add_column(column)
        table.add_row(*cells.values())
    messages.stdout().print(table)


def _cells(row: dict[str, Any]) -> list[tuple[str, str]]:
    """The columns of a row: plain values, ratios with intervals, counts or means by name."""
    cells = []
    for name, value in row.items():
        if not isinstance(value, dict):
            cells.append((name, _shown(value)))
        elif "ratio" in value:
            interval = value["interval"]
            shown = f"{value['ratio']:.3f}"
            if interval is not None:
                shown += f" ± {interval:.3f} ({value['least']:.3f}…{value['most']:.3f})"
            cells.append((name, shown))
            cells.append((f"{name}, published", f"{value['published'] or ''}"))
        else:
            cells += [(part, _shown(number)) for part, number in value.items()]
    return cells


def _shown(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, str):
        return value
    return f"{value:,.1f}" if isinstance(value, float) else f"{value:,}"
