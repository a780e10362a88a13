"""rating: whether the score puts known collections of sokoban in the order in which they are hard.

By the judgement of players Microban I is easier than Sasquatch I, and that than XSokoban; within
Microban I levels get harder by their numbers, not strictly.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from rich.table import Table

from gridproof.cli import messages
from gridproof.design.rate import rate
from gridproof.experiments.machine import stamp
from gridproof.files.reading import read_file
from gridproof.result import Limits, Status

#: Easiest first. `GRIDPROOF_BENCH=long` takes all levels, instead of every fifth one.
SETS = ("microban1.txt", "sasquatch01.txt", "xsokoban90.txt")
#: Seconds for each solver on each level, and positions that are visited.
SECONDS, STATES = 5.0, 2_000


class Scored(NamedTuple):
    """A level's score; or only a bound on it, if no solution was found; and how it was solved."""

    number: int
    score: float
    at_least: bool
    status: Status
    seconds: float


def order(folder: Path) -> None:
    """Print a row a set, the order of each two sets, and the rank correlation within the first.

    Raises:
        FileNotFoundError: a set is not in ``folder / "data/sokoban"``.
    """
    step = 1 if os.environ.get("GRIDPROOF_BENCH") == "long" else 5
    scored = {name: _scored(folder / "data" / "sokoban" / name, step) for name in SETS}
    table = Table("set", "levels", "proven", "solved", "median score", "median s")
    for name, levels in scored.items():
        statuses = [level.status for level in levels]
        table.add_row(
            name,
            str(len(levels)),
            str(statuses.count(Status.OPTIMAL)),
            str(statuses.count(Status.OPTIMAL) + statuses.count(Status.FEASIBLE)),
            f"{statistics.median(level.score for level in levels):.1f}",
            f"{statistics.median(level.seconds for level in levels):.2f}",
        )
    messages.out(f"rating, every {step}. level, {SECONDS:g} s a solver; {stamp()}")
    messages.stdout().print(table)
    for easy, hard in combinations(SETS, 2):
        right, wrong, unsure = compared(scored[easy], scored[hard])
        total = right + wrong + unsure
        messages.out(
            f"{easy} before {hard}: {right / total:.1%} of the pairs for certain, "
            f"{wrong / total:.1%} the other way round, {unsure / total:.1%} not known"
        )
    first = [level for level in scored[SETS[0]] if not level.at_least]
    rank = correlation([level.number for level in first], [level.score for level in first])
    messages.out(f"{SETS[0]}: Spearman's rank correlation of score and number: {rank:.3f}")


def _scored(path: Path, step: int) -> list[Scored]:
    if not path.exists():
        raise FileNotFoundError(path)
    found = []
    for number, level in enumerate(read_file(str(path), game="sokoban"), 1):
        if number % step == 0:
            begin = time.perf_counter()
            rating = rate(level, limits=Limits(time=SECONDS), states=STATES)
            seconds = time.perf_counter() - begin
            at_least = "score" in rating.at_least
            found.append(
                Scored(number, rating.score or 0.0, at_least, rating.result.status, seconds)
            )
    return found


def compared(easy: list[Scored], hard: list[Scored]) -> tuple[int, int, int]:
    """Count the pairs in the right order, in the wrong one, and in either for all we know."""
    right = wrong = 0
    for a in easy:
        for b in hard:
            right += not a.at_least and a.score < b.score
            wrong += not b.at_least and a.score >= b.score
    return right, wrong, len(easy) * len(hard) - right - wrong


def correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Return Spearman's correlation: that of the ranks."""
    return statistics.correlation(_ranks(one), _ranks(other))


def _ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value; equal ones share the middle one of theirs."""
    return [
        sum(other < value for other in values) + sum(other == value for other in values) / 2
        for value in values
    ]
