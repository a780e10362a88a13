"""sokoban: levels proven, solved at all, and shown to be unsolvable, in CPU seconds a level.

    python -m benchmarks.sokoban any-xsokoban [--levels 1-30,88] [--seconds 2] [--jobs 2]
    python -m benchmarks.sokoban            # says which tables there are

``--folder`` has ``data/sokoban`` (level sets), as for ``python -m benchmarks``; ``--files`` names
others in place of those of a table, and ``--boxes`` and ``--squares`` choose among their levels.
``--keep FOLDER`` writes a line a level to ``FOLDER/<table>.tsv``; ``--against FOLDER`` says which
levels are gained and lost since such lines were written, ``--against FILE`` compares with the lines
of any table. ``--peer FILE`` compares with solutions that another program has put beside these
levels. What was tried, and what it brought: ``sokoban.md``.
"""

from __future__ import annotations

import argparse
import csv
import os
import re
import statistics
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, NamedTuple

from rich.table import Table

from benchmarks import unsolvable
from gridproof.cli import messages
from gridproof.experiments.machine import stamp
from gridproof.files.reading import read_file
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.level import Level
from gridproof.registry import digest, find_game
from gridproof.result import Limits, Status, first
from gridproof.solving.solve import solve
from gridproof.verifying import verify


class Row(NamedTuple):
    """The result of a solver on a level, in CPU seconds; without a solution its costs are 0.

    ``bound``: none of its solutions costs less, in the first metric of the objective.
    """

    level: str
    done: bool
    seconds: float
    nodes: int
    generated: int
    dead_ends: int
    pushes: int
    moves: int
    bound: int
    why: str


@dataclass(frozen=True)
class Run:
    """A solver on level sets, with so many CPU seconds a level.

    Attributes:
        unsolvable: a box of some of the levels is moved so that they have no solution.
        improve: CPU seconds besides to improve what was found.
        short: `any` improves what it finds, as by default.
        files: level sets in place of `sets`.
    """

    solver: str
    seconds: float
    sets: tuple[str, ...]
    objective: str = "pushes"
    unsolvable: bool = False
    improve: float = 0
    short: bool = False
    files: tuple[Path, ...] = ()

    def levels(self, folder: Path) -> Iterator[tuple[str, Level]]:
        """Yield the levels by names that tell them apart.

        Raises:
            FileNotFoundError: a set is not in ``folder / "data/sokoban"``.
        """
        paths = self.files or [folder / "data" / "sokoban" / f"{name}.txt" for name in self.sets]
        for path in paths:
            name = path.stem
            if not path.exists():
                raise FileNotFoundError(path)
            if self.unsolvable:
                for moved in unsolvable.listed():
                    if moved.set == name:
                        _, number, box, to, kind = moved
                        yield f"{name} {number}, {box} to {to}, {kind}", moved.board(folder)
                continue
            for number, level in enumerate(read_file(str(path), game="sokoban"), 1):
                yield f"{name} {number}", level

    def row(self, named: tuple[str, Level]) -> Row:
        """Have one level solved; `any` is done with a solution, others with a proof."""
        result = solve(
            named[1],
            objective=self.objective,
            solver=self.solver,
            solver_options={"improve": self.short} if self.solver == "any" else None,
            limits=Limits(time=self.seconds),
            clock=time.process_time,
        )
        why = f"{result.status}, {result.stop_reason}"
        if self.improve and result.moves is not None:
            why = str(result.costs["pushes"])
            result = solve(
                named[1],
                objective=self.objective,
                incumbent=result.moves,
                improve=True,
                limits=Limits(time=self.improve),
                clock=time.process_time,
            )
            why += f" pushes before; {result.status}, {result.stop_reason}"
        proven = result.status in (Status.OPTIMAL, Status.INFEASIBLE)
        return Row(
            named[0],
            proven or (self.solver == "any" and result.verified),
            round(result.stats.wall_time, 3),
            result.stats.expanded,
            result.stats.generated,
            result.stats.dead_ends,
            result.costs.get("pushes", 0),
            result.costs.get("moves", 0),
            0 if result.bound is None else first(result.bound),
            why,
        )


_XSOKOBAN: Final = ("xsokoban90",)
_MICROBAN: Final = tuple(f"microban{k}" for k in (1, 2, 3, 4))
_SASQUATCH: Final = tuple(f"sasquatch0{k}" for k in (1, 2, 3))
_GRIGR: Final = ("grigr2001", "grigr2002")
_DENSE: Final = ("sokhard", "grigrstar")
_BOXOBAN: Final = ("boxoban_hard_first500",)

RUNS: Final[Mapping[str, Run]] = {
    "any-xsokoban": Run("any", 10, _XSOKOBAN),
    "any-xsokoban-30": Run("any", 30, _XSOKOBAN),
    "any-xsokoban-600": Run("any", 600, _XSOKOBAN),
    "any-microban": Run("any", 10, _MICROBAN),
    "any-sasquatch": Run("any", 30, _SASQUATCH),
    "any-dense": Run("any", 10, _DENSE),
    "any-short-xsokoban": Run("any", 10, _XSOKOBAN, short=True),
    "any-short-microban": Run("any", 10, _MICROBAN, short=True),
    "any-short-dense": Run("any", 10, _DENSE, short=True),
    "improve-xsokoban": Run("any", 10, _XSOKOBAN, improve=10),
    "improve-microban": Run("any", 10, _MICROBAN, improve=10),
    "any-unsolvable": Run("any", 5, _MICROBAN[:1], unsolvable=True),
    "any-unsolvable-xsokoban": Run("any", 5, _XSOKOBAN, unsolvable=True),
    "optimal-unsolvable": Run("optimal", 5, _MICROBAN[:1], unsolvable=True),
    "optimal-unsolvable-xsokoban": Run("optimal", 5, _XSOKOBAN, unsolvable=True),
    "optimal-xsokoban": Run("optimal", 60, _XSOKOBAN),
    "optimal-xsokoban-600": Run("optimal", 600, _XSOKOBAN),
    "optimal-microban": Run("optimal", 5, _MICROBAN),
    "optimal-sasquatch": Run("optimal", 30, _SASQUATCH),
    "optimal-grigr": Run("optimal", 30, _GRIGR),
    "optimal-dense": Run("optimal", 20, _DENSE),
    "optimal-boxoban": Run("optimal", 5, _BOXOBAN),
    "optimal-moves": Run("optimal", 10, _MICROBAN[:1], "moves"),
    "brief-any": Run("any", 0.5, _MICROBAN[:1]),
    "brief-optimal": Run("optimal", 0.5, _MICROBAN[:1]),
    "brief-moves": Run("optimal", 0.5, _MICROBAN[:1], "moves"),
}


def sets(folder: Path) -> None:
    """Print a row a brief run; with ``GRIDPROOF_BENCH=long`` one a run of less than a day.

    Raises:
        FileNotFoundError: a set is not in ``folder / "data/sokoban"``.
    """
    long = os.environ.get("GRIDPROOF_BENCH") == "long"
    table = _summary()
    for name, run in RUNS.items():
        if (not name.startswith("brief") and run.seconds <= 30) if long else run.seconds < 1:
            _add(table, name, run, [run.row(named) for named in run.levels(folder)])
    messages.out(f"sokoban; {stamp()}")
    messages.stdout().print(table)


def _summary() -> Table:
    return Table(
        *("run", "objective", "CPU s a level", "done", "of", "mean s", "median s", "pushes"),
        *("nodes a s", "generated a node", "dead %"),
    )


def _add(table: Table, name: str, run: Run, rows: list[Row]) -> None:
    seconds = [row.seconds for row in rows]
    nodes, generated = sum(row.nodes for row in rows), sum(row.generated for row in rows)
    table.add_row(
        name,
        run.objective,
        f"{run.seconds:g}",
        str(sum(row.done for row in rows)),
        str(len(rows)),
        f"{statistics.fmean(seconds):.3f}",
        f"{statistics.median(seconds):.3f}",
        str(sum(row.pushes for row in rows)),
        f"{nodes / max(sum(seconds), 0.001):,.0f}",
        f"{generated / max(nodes, 1):.1f}",
        f"{100 * sum(row.dead_ends for row in rows) / max(generated, 1):.0f}",
    )


def _numbers(text: str) -> set[int]:
    """Return the numbers of a list such as ``1-30,88``."""
    found: set[int] = set()
    for part in text.split(","):
        first, _, last = part.partition("-")
        found.update(range(int(first), int(last or first) + 1))
    return found


class Choice(NamedTuple):
    """Numbers that a level is to have, as lists such as ``1-30,88``; None: any.

    ``levels`` counts through all sets of a run, ``squares`` those that the player or a box can get
    to.
    """

    levels: str | None
    boxes: str | None
    squares: str | None

    def allows(self, number: int, level: Level) -> bool:
        assert isinstance(level, SokobanLevel)
        asked = zip(self, (number, len(level.boxes), len(level.reach)), strict=True)
        return all(wanted is None or count in _numbers(wanted) for wanted, count in asked)


def _rows(run: Run, folder: Path, choice: Choice, jobs: int) -> Iterator[Row]:
    """Yield a row a level as they are done."""
    named = [
        named
        for number, named in enumerate(run.levels(folder), 1)
        if choice.allows(number, named[1])
    ]
    if jobs == 1:
        yield from map(run.row, named)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(run.row, named)


def _changes(rows: list[Row], path: Path) -> None:
    """Say what is different from the rows that were kept."""
    with path.open(encoding="utf-8") as lines:
        before = {line["level"]: line for line in csv.DictReader(lines, delimiter="\t")}
    both = [(row, before[row.level]) for row in rows if row.level in before]
    for word, done in (("gained", True), ("lost", False)):
        names = [row.level for row, old in both if row.done is done is not (old["done"] == "True")]
        messages.out(f"{word}: {', '.join(names) or 'none'}")
    same = [(row, old) for row, old in both if row.done and old["done"] == "True"]
    for what in ("seconds", "nodes", "pushes"):
        then = sum(float(old[what]) for _, old in same)
        now = sum(float(getattr(row, what)) for row, _ in same)
        messages.out(f"{what} of the {len(same)} done in both: {then:,.10g} → {now:,.10g}")


def _improvement(rows: list[Row], folder: Path) -> str:
    """Return total pushes before and after improving, against the best known counts."""
    solved = [row for row in rows if row.done]
    before = sum(int(row.why.split()[0]) for row in solved)
    after = sum(row.pushes for row in solved)
    return f"pushes of the {len(solved)} solved: {before:,} → {after:,}; {_excess(rows, folder)}"


def _beside(rows: list[Row], run: Run, folder: Path, peer: Path) -> str:
    """Return total pushes beside those of another program, on the levels that both have solved.

    Its solutions are played by the rules; one that does not solve its level is none.
    """
    game, theirs = find_game("sokoban"), dict[str, int]()
    solutions = game.saved_solutions(peer.read_text(encoding="utf-8"))
    for level, saved in zip(read_file(str(peer), game="sokoban"), solutions, strict=True):
        verdicts = [verify(game, level, moves) for moves in saved]
        if counts := [verdict.costs["pushes"] for verdict in verdicts if verdict.valid]:
            theirs[digest(game, level)] = min(counts)
    found = {name: digest(game, level) for name, level in run.levels(folder)}
    both = [
        (row.pushes, theirs[found[row.level]])
        for row in rows
        if row.done and row.pushes and found[row.level] in theirs
    ]
    ours, others = (sum(counts) for counts in zip(*both, strict=True)) if both else (0, 0)
    return (
        f"pushes of the {len(both)} levels that both solve: {others:,} there, {ours:,} here; "
        f"{sum(a < b for a, b in both)} shorter here, {sum(a > b for a, b in both)} longer"
    )


def _excess(rows: list[Row], folder: Path) -> str:
    """Return total pushes against the best known counts."""
    known = _best_known(folder)
    listed = [row for row in rows if row.done and row.level in known]
    return (
        f"pushes of the {len(listed)} with a known count "
        f"{sum(row.pushes for row in listed):,}, best known "
        f"{sum(known[row.level] for row in listed):,}, met by "
        f"{sum(row.pushes <= known[row.level] for row in listed)}"
    )


def _disagreements(rows: list[Row], folder: Path) -> str:
    """Return levels whose optimum, or even whose bound, is not what the best known counts allow."""
    known = _best_known(folder)
    listed = [row for row in rows if row.level in known]
    worse = [
        f"{row.level} ({known[row.level]} known, {row.bound} proven)"
        for row in listed
        if row.bound > known[row.level] or (row.done and row.bound < known[row.level])
    ]
    return (
        f"not as the best known counts, of {len(listed)} levels, "
        f"{sum(row.done for row in listed)} proven: {', '.join(worse) or 'none'}"
    )


def _best_known(folder: Path) -> dict[str, int]:
    """Return the fewest pushes that are known of levels, by the names of :meth:`Run.levels`."""
    known: dict[str, int] = {}
    for name, file, columns in (
        ("xsokoban90", "xsokoban_bounds", slice(8, 11)),
        *((name, f"{name}_push_optimal", slice(1, 2)) for name in _MICROBAN),
        (*_BOXOBAN, "boxoban_hard_push_optimal", slice(1, 2)),
    ):
        path = folder / "data" / "sokoban" / "oracles" / f"{file}.tsv"
        if not path.is_file():  # levels of one's own may be all there is
            continue
        for line in path.read_text(encoding="utf-8").splitlines():
            level, *_ = cells = line.split("\t")
            counts = [re.search(r"[0-9]+$", cell) for cell in cells[columns]]
            if level.isdecimal() and any(counts):
                known[f"{name} {level}"] = min(int(count[0]) for count in counts if count)
    return known


def main() -> None:
    """Print a line a level of each table that is named, and a summary."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sokoban", description=__doc__)
    parser.add_argument("tables", nargs="*", metavar="TABLE", help=", ".join(RUNS))
    parser.add_argument("--folder", type=Path, default=Path("../shared"))
    parser.add_argument(
        "--files", type=Path, nargs="+", help="files of levels in place of the sets"
    )
    parser.add_argument("--levels", help="such as 1-30,88: which ones, counted through the sets")
    parser.add_argument("--boxes", help="such as 6-14: those with so many boxes")
    parser.add_argument("--squares", help="such as 1-64: those with so many squares")
    parser.add_argument("--seconds", type=float, help="CPU seconds a level")
    parser.add_argument("--jobs", type=int, default=1, help="levels at a time")
    parser.add_argument("--keep", type=Path, help="folder for the lines of each table")
    parser.add_argument("--against", type=Path, help="lines to compare with: a folder or a file")
    parser.add_argument("--peer", type=Path, help="levels with solutions of another program")
    asked = parser.parse_args()
    if not asked.tables:
        parser.print_help()
    table = _summary()
    for name in asked.tables:
        run = RUNS[name] if asked.seconds is None else replace(RUNS[name], seconds=asked.seconds)
        run = replace(run, files=tuple(asked.files or ()))
        choice = Choice(asked.levels, asked.boxes, asked.squares)
        rows = []
        for row in _rows(run, asked.folder, choice, asked.jobs):
            messages.out("  ".join(map(str, row)))
            rows.append(row)
        if asked.keep is not None:
            asked.keep.mkdir(parents=True, exist_ok=True)
            with (asked.keep / f"{name}.tsv").open("w", encoding="utf-8", newline="") as lines:
                writer = csv.writer(lines, delimiter="\t", lineterminator="\n")
                writer.writerows([Row._fields, *rows])
        if asked.against is not None:
            folder = asked.against.is_dir()
            _changes(rows, asked.against / f"{name}.tsv" if folder else asked.against)
        _add(table, name, run, rows)
        if asked.peer is not None:
            messages.out(_beside(rows, run, asked.folder, asked.peer))
        if run.improve:
            messages.out(_improvement(rows, asked.folder))
        if run.short:
            messages.out(_excess(rows, asked.folder))
        if run.solver == "optimal" and run.objective == "pushes":
            messages.out(_disagreements(rows, asked.folder))
    messages.out(f"sokoban; {stamp()}")
    messages.stdout().print(table)


if __name__ == "__main__":
    main()
