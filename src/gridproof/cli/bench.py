"""``gridproof bench``: side-by-side timing on this machine."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from gridproof.benching import GROUPS, Case, run_in_turn, stamp
from gridproof.cli import messages
from gridproof.cli.exit_codes import ExitCode
from gridproof.errors import UnknownName

__all__ = ["command", "print_table"]


def command(
    *names: Annotated[str, Parameter(help="Groups of cases; all of them if none is named.")],
    rounds: Annotated[int, Parameter(help="Counted rounds.")] = 5,
    json: Annotated[bool, Parameter(help="One JSON object a case.", negative="")] = False,
) -> int:
    """Time named cases side by side: medians, ranges, and ratios to the first case of a group."""
    for name in names:
        if name not in GROUPS:
            raise UnknownName("group of cases", name, GROUPS)
    cases = [case for name in names or GROUPS for case in GROUPS[name]()]
    ratios = run_in_turn(cases, max(rounds, 1))
    if json:
        for case in cases:
            messages.print_json(
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
            )
    else:
        print_table(cases, ratios)
    return ExitCode.ANSWERED


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
