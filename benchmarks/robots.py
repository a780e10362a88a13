"""robots: the kernel against the yardstick, and the board game's rule against plain boards."""

from __future__ import annotations

import csv
import json
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from tools.node_kernels import NodeHost, modules

from benchmarks.timing import Case, print_table, run_in_turn
from gridproof._native import robots as native
from gridproof.files.reading import read_boards
from gridproof.games.robots.generate.random_boards import noise
from gridproof.games.robots.level import RobotsLevel
from gridproof.games.robots.solve.kernel import problem
from gridproof.limits import Ticker
from gridproof.result import Limits

ROUNDS = 3

#: Starts on the walls of :data:`WALLS`: the target robot sees the target, so that ``ricochet`` asks
#: for more. Cells are numbered row by row; the last two columns are the optima without and with it.
STARTS = Path(__file__).with_name("ricochet.tsv")
WALLS = "bgg24"


def against_yardstick(folder: Path) -> None:
    """Time whole sets: kernel seconds of the yardstick, built here, and ours, in turn."""
    source = folder / "scale" / "robots.c"
    if not source.is_file():
        raise FileNotFoundError(f"the yardstick {source}")
    records = _records(folder)
    compiler = shutil.which("cc") or "cc"
    with tempfile.TemporaryDirectory() as place:
        program = Path(place) / "yardstick"
        subprocess.run([compiler, "-O3", "-march=native", "-o", program, source], check=True)
        cases = []
        sets: dict[str, list[Any]] = {
            name: [r for r in records if r["set"] == name]
            for name in ("std16x4", "asp2015", "hard")
        }
        sets["25 moves"] = [r for r in records if r["id"] == "bgg25"]
        for name, found in sets.items():
            listing = Path(place) / f"{name}.txt"
            listing.write_text(as_numbers(found))
            problems = [_problem(record) for record in found]
            optima = [record["optimal"] for record in found]
            cases.append(Case(name, "yardstick", partial(_yardstick, program, listing, optima)))
            cases.append(Case(name, "gridproof", partial(_ours, problems, optima)))
        ratios = run_in_turn(cases, ROUNDS)
    print_table(cases, ratios)


#: Boards of chance that keep one thread busy for more than half a second: rows and columns, robots,
#: walls in percent of their places, the seed, and the optimum.
LONG = (
    (16, 5, 3, 120, 16),
    (16, 5, 5, 104, 15),
    (32, 4, 5, 5, 20),
    (32, 4, 5, 9, 23),
    (32, 4, 5, 13, 22),
    (32, 4, 5, 15, 22),
    (32, 4, 5, 20, 22),
    (32, 4, 5, 45, 19),
    (32, 4, 5, 52, 22),
)


def threads(folder: Path) -> None:
    """Time hard boards by the clock with one thread and with two, in turn."""
    records = _records(folder)
    problems = [
        (record["id"], _problem(record), record["optimal"])
        for record in records
        if record["set"] == "hard"
    ]
    for side, robots, walls, seed, optimum in LONG:
        level = noise(Random(seed), width=side, height=side, walls=walls, robots=robots)
        problems.append((f"{side}x{side} seed {seed}", problem(level), optimum))
    cases = [
        Case(
            name,
            f"{count} threads" if count > 1 else "one thread",
            partial(_ours, [asked | {"threads": count}], [optimum]),
        )
        for name, asked, optimum in problems
        for count in (1, 2)
    ]
    print_table(cases, run_in_turn(cases, ROUNDS))


def webassembly(folder: Path) -> None:
    """Time the kernel compiled and in WebAssembly on the hardest boards, in turn."""
    records = _records(folder)
    host = NodeHost()
    (served,) = modules(host, ["robots"]).values()

    def run(kernel: Any, spent: Callable[[], float], record: Any) -> tuple[float, int]:
        asked, before = _problem(record), spent()
        found = kernel.solve(**asked)
        assert len(found["moves"]) == record["optimal"]
        return spent() - before, found["nodes"]

    cases = [
        Case(record["id"], name, partial(run, kernel, spent, record))
        for record in records
        if record["set"] == "hard"
        for name, kernel, spent in (
            ("compiled", native, process_time),
            ("WebAssembly", served, lambda: host.cpu_seconds),
        )
    ]
    print_table(cases, run_in_turn(cases, ROUNDS))
    host.close()


def ricochet(folder: Path) -> None:
    """Time the kernel with ``ricochet`` and without, on the same boards, in turn."""
    records = _records(folder)
    # The target robots of these do not see their targets: the rule asks for nothing more.
    unseen = [_problem(record) for record in records if record["set"] == "hard"]
    lengths = [record["optimal"] for record in records if record["set"] == "hard"]
    (walls,) = (_problem(record) for record in records if record["id"] == WALLS)
    with STARTS.open() as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    seen = [
        walls
        | {
            "robots": [int(cell) for cell in row["robots"].split()],
            "target_robot": int(row["target_robot"]),
            "target": int(row["target"]),
        }
        for row in rows
    ]
    optima = {name: [int(row[name]) for row in rows] for name in ("plain", "ricochet")}
    cases = [
        *_with_and_without("target not seen", unseen, lengths, lengths),
        *_with_and_without("target seen", seen, optima["plain"], optima["ricochet"]),
    ]
    print_table(cases, run_in_turn(cases, ROUNDS))


#: Widths, heights, percent of walls and numbers of robots of the boards of chance for counting.
SMALL = ((5, 6, 7, 8), (5, 6, 8), (5, 10), (5, 6, 7))
WIDE = ((16,), (8, 16), (5,), (4, 5, 6))


def counting(folder: Path) -> None:
    """Time the count of all shortest solutions, over sets of boards; a run each."""
    records = _records(folder)
    known = [_problem(record) for record in records if record["set"] == "std16x4"]
    sets = {
        "16 x 16, four robots": known,
        "small, 5 to 7 robots": [_chosen(seed, *SMALL) for seed in range(151)],
        "16 wide, 4 to 6 robots": [_chosen(seed, *WIDE) for seed in range(1000, 1040)],
    }
    print(f"{'boards':>24} {'of':>4} {'counted':>7} {'nodes':>12} {'CPU s':>6}")
    for name, problems in sets.items():
        nodes = counted = 0
        before = process_time()
        for asked in problems:
            control = Ticker(Limits(nodes=3_000_000, memory=2 << 30)).control()
            found = native.solve(**asked, count_all=True, control=control)
            nodes += found["nodes"]
            counted += found["exhausted"] or found.get("solutions") is not None
        spent = process_time() - before
        print(f"{name:>24} {len(problems):4} {counted:7} {nodes:12,} {spent:6.2f}")


def _chosen(seed: int, *choices: Sequence[int]) -> dict[str, Any]:
    """Return a random board, with a width, a height, walls in percent and robots out of these."""
    rng = Random(seed)
    width, height, walls, robots = (rng.choice(some) for some in choices)
    return problem(noise(rng, width=width, height=height, walls=walls, robots=robots))


#: Boards of chance that are larger than the board game's, for each number of rows and columns: the
#: generator ``random`` with the seeds 0, 1, ...: four robots, a wall in 5 % of the places.
LARGE = {32: range(20), 64: range(12), 255: range(6)}
LARGE_SECONDS = 10

#: The seeds of those with the longest proofs.
LONGER = {32: (5, 9, 13, 15)}
LONGER_SECONDS = 60


def large() -> None:
    """Solve large boards with 10 CPU seconds each: solved, proven, bounds and costs."""
    _print_large(LARGE, LARGE_SECONDS)


def longer() -> None:
    """Solve the boards of 32 x 32 with the longest proofs, with 60 CPU seconds each."""
    _print_large(LONGER, LONGER_SECONDS)


def _print_large(boards: Mapping[int, Sequence[int]], seconds: int) -> None:
    for side, seeds in boards.items():
        print(f"{'side':>4} {'seed':>4} {'bound..cost':>11} {'nodes':>10} {'CPU s':>6}")
        solved = proofs = 0
        for seed in seeds:
            level = noise(Random(seed), width=side, height=side, walls=5, robots=4)
            limits = Limits(time=seconds, memory=2 << 30)
            control = Ticker(limits, clock=process_time).control()
            before = process_time()
            found = native.solve(**problem(level), control=control)
            spent = process_time() - before
            cost = None if found["moves"] is None else len(found["moves"])
            solved += cost is not None
            proofs += found["exhausted"] or cost == found["bound"]
            known = f"{found['bound']}..{cost}"
            print(f"{side:4} {seed:4} {known:>11} {found['nodes']:10,} {spent:6.1f}")
        print(f"{side:4}: {solved} of {len(seeds)} solved, {proofs} proven\n")


def _with_and_without(
    group: str, problems: list[dict[str, Any]], plain: list[int], turning: list[int]
) -> Iterator[Case]:
    yield Case(group, "plain", partial(_ours, problems, plain))
    with_rule = [p | {"ricochet": True} for p in problems]
    yield Case(group, "ricochet", partial(_ours, with_rule, turning))


def _records(folder: Path) -> list[dict[str, Any]]:
    """Return the boards with known optima.

    Raises:
        FileNotFoundError: they are not in ``folder / "data/robots"``.
    """
    boards = folder / "data" / "robots" / "boards.jsonl"
    if not boards.is_file():
        raise FileNotFoundError(f"the boards {boards}")
    return [json.loads(line) for line in boards.read_text().splitlines()]


def _problem(record: dict[str, Any]) -> dict[str, Any]:
    (level,) = read_boards(json.dumps(record))
    assert isinstance(level, RobotsLevel)
    return problem(level)


def as_numbers(records: list[Any]) -> str:
    """Return boards as the yardstick reads them: sizes, robots and walls as plain numbers."""
    lines = [str(len(records))]
    for r in records:
        robots = " ".join(f"{x} {y}" for x, y in r["robots"])
        walls = " ".join(f"{x} {y} {int(side == 'S')}" for x, y, side in r["walls"])
        head = f"{r['id']} {r['width']} {r['height']} {len(r['robots'])} {r['target_robot']}"
        x, y = r["target"]
        lines.append(f"{head} {x} {y} {robots} {len(r['walls'])} {walls}")
    return "\n".join(lines) + "\n"


def _yardstick(program: Path, listing: Path, optima: list[int]) -> tuple[float, int]:
    run = subprocess.run([program, listing], check=True, capture_output=True, text=True)
    rows = [line.split() for line in run.stdout.splitlines()]
    assert [int(row[1]) for row in rows] == optima
    return sum(float(row[2]) for row in rows) / 1000, sum(int(row[3]) for row in rows)


def _ours(problems: list[dict[str, Any]], optima: list[int]) -> tuple[float, int]:
    found = [native.solve(**p) for p in problems]
    assert [len(f["moves"]) for f in found] == optima
    return sum(f["seconds"] for f in found), sum(f["nodes"] for f in found)
