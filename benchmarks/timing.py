"""Timing of named cases in turn, with ratios; a table or records of what was measured."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.table import Table

from gridproof.cli import messages
from gridproof.experiments.machine import stamp


@dataclass
class Case:
    """One thing to time.

    Attributes:
        group: cases of one group are compared with its first case.
        name: the name within the group.
        run: does it once; returns the seconds to count and the nodes expanded (0: no nodes).
        seconds: those of each counted round.
        nodes: those of the last round.
    """

    group: str
    name: str
    run: Callable[[], tuple[float, int]]
    seconds: list[float] = field(default_factory=list)
    nodes: int = 0

    @property
    def median(self) -> float:
        """Seconds of the middle round."""
        return statistics.median(self.seconds)


def run_in_turn(cases: Sequence[Case], rounds: int) -> dict[str, float]:
    """Run A B C, A B C, …, so that a change of the machine's speed hits all alike.

    The first round warms up and is not counted.

    Returns:
        For each case's ``group/name`` the median over the rounds of its seconds divided by those of
        the group's first case in the same round.
    """
    for number in range(rounds + 1):
        for case in cases:
            seconds, case.nodes = case.run()
            if number:
                case.seconds.append(seconds)
    first: dict[str, Case] = {}
    ratios = {}
    for case in cases:
        base = first.setdefault(case.group, case)
        pairs = zip(case.seconds, base.seconds, strict=True)
        ratios[f"{case.group}/{case.name}"] = statistics.median(a / b for a, b in pairs)
    return ratios


def records(cases: Sequence[Case], ratios: Mapping[str, float]) -> list[dict[str, Any]]:
    """Return a record a case, for programs."""
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


def print_table(cases: Sequence[Case], ratios: Mapping[str, float]) -> None:
    """Print the stamp and a row a case."""
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
