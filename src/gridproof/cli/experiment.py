"""``gridproof experiment``: repeat a published table."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Annotated, Any

from cyclopts import Parameter

from gridproof.cli import messages
from gridproof.cli.exit_codes import ExitCode
from gridproof.cli.inputs import parse_settings
from gridproof.errors import InputError, MissingPart
from gridproof.experiments import Experiment, find_experiment, names
from gridproof.game import load

__all__ = ["command"]


def command(
    name: Annotated[str | None, Parameter(help="Which one; without it they are listed.")] = None,
    *,
    replicates: Annotated[int, Parameter(help="How often all of it is repeated.")] = 1,
    seed: Annotated[int, Parameter(help="Of the random boards.")] = 0,
    jobs: Annotated[int, Parameter(help="Processes.")] = 1,
    settings: Annotated[
        list[str] | None,
        Parameter(name="--set", help="PARAMETER=VALUE, as in TOML.", negative=""),
    ] = None,
    plot: Annotated[str | None, Parameter(help="Also draw it into this file.")] = None,
    json: Annotated[bool, Parameter(help="One JSON object a row.", negative="")] = False,
    quiet: Annotated[bool, Parameter(help="No progress.", negative="")] = False,
) -> int:
    """Repeat a published table, with intervals, beside the published figures."""
    if name is None:
        for known in names():
            found = find_experiment(known)
            messages.out(f"{known}: {found.title} ({found.source})")
        return ExitCode.ANSWERED
    if min(replicates, jobs) < 1:
        raise InputError("`--replicates` and `--jobs` are at least 1")
    experiment = find_experiment(name).with_parameters(parse_settings(settings or []))
    if plot is not None:
        if not experiment.draw:
            raise InputError(f"there is no plot of {name}")
        if find_spec("matplotlib") is None:
            raise MissingPart("plots need matplotlib", hint="pip install 'gridproof[plot]'")

    def said(line: str) -> None:
        if not quiet:
            sys.stderr.write(f"{line}\n")

    rows, whole = load(experiment.run)(experiment, replicates, seed, jobs, said)
    if json:
        for row in rows:
            messages.print_json({"experiment": name, "seed": seed} | row)
    else:
        _print(experiment, rows)
    if plot is not None and rows:
        load(experiment.draw)(experiment, rows, plot)
    return ExitCode.ANSWERED if whole else ExitCode.INTERRUPTED


def _print(experiment: Experiment, rows: Sequence[dict[str, Any]]) -> None:
    from rich.table import Table

    table = Table(title=f"{experiment.title}\n{experiment.source}")
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
