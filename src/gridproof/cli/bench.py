"""``gridproof bench``: side-by-side timing on this machine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from cyclopts import Parameter

from gridproof.arguments import check_text
from gridproof.benching import GROUPS, Case, run_in_turn, stamp
from gridproof.cli import messages
from gridproof.cli.exit_codes import ExitCode
from gridproof.cli.inputs import whole
from gridproof.errors import InputError, UnknownName

__all__ = ["bench", "command", "print_table"]


def command(
    *names: Annotated[str, Parameter(help="Groups of cases; all of them if none is named.")],
    rounds: Annotated[int, Parameter(help="Counted rounds.", converter=whole)] = 5,
    json: Annotated[bool, Parameter(help="One JSON object a case.", negative="")] = False,
) -> int:
    """Time named cases side by side: medians, ranges, ratios to the first of a group."""
    cases, ratios = _timed(names, rounds)
    if json:
        for record in _records(cases, ratios):
            messages.print_json(record)
    else:
        print_table(cases, ratios)
    return ExitCode.ANSWERED


def bench(*names: str, rounds: int = 5) -> list[dict[str, Any]]:
    """Times named cases side by side; one record a case, seconds and ratios.

    Args:
        names: groups of cases; all of them if none is named.
        rounds: how many are counted.

    Raises:
        UnknownName: there is no such group.
        InputError: ``rounds`` is not at least 1.
    """
    return _records(*_timed(names, rounds))


def _timed(names: Sequence[str], rounds: int) -> tuple[list[Case], dict[str, float]]:
    for name in names:
        check_text(name, "the name of a group of cases")
        if name not in GROUPS:
            raise UnknownName("group of cases", name, GROUPS)
    if rounds < 1:
        raise InputError("`--rounds` is at least 1")
    cases = [case for name in names or GROUPS for case in GROUPS[name]()]
    return cases, run_in_turn(cases, rounds)


def _records(cases: Sequence[Case], ratios: Mapping[str, float]) -> list[dict[str, Any]]:
    return [
        {
            "stamp": stamp(),
            "group": case.group,
            "case": case.name,
            "median": case.median,
            "min": min(case.seconds),
            "max": max(case.seconds),
            "nodes": case.nodes,
            "ratio": ratios[f"{case.group}/{case.name}"],
        }
        for case in cases
    ]


def print_table(cases: list[Case], ratios: dict[str, float]) -> None:
    """Prints the stamp and a row a case."""
    from rich.table import Table

    messages.out(f"{stamp()}, {len(cases[0].seconds)} rounds in turn")
    table = Table("group", "case", "median s", "min … max", "nodes", "nodes/s", "ratio")
    for case in cases:
        table.add_row(
            case.group,
            case.name,
            f"{case.median:.4f}",
            f"{min(case.seconds):.4f} … {max(case.seconds):.4f}",
            f"{case.nodes:,}" if case.nodes else "",
            f"{case.nodes / case.median:,.0f}" if case.nodes else "",
            f"{ratios[f'{case.group}/{case.name}']:.2f}",
        )
    messages.stdout().print(table)
