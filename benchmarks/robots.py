"""robots: the kernel against the yardstick, in turn."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

from gridproof._native import robots as native
from gridproof.benching import Case, run_in_turn
from gridproof.cli.bench import print_table
from gridproof.games.robots.level import RobotsLevel
from gridproof.games.robots.solve.kernel import problem
from gridproof.loading import read_boards

ROUNDS = 3


def against_yardstick(folder: Path) -> None:
    """Kernel seconds over whole sets: the yardstick, built here, and ours, in turn."""
    source = folder / "scale" / "robots.c"
    boards = folder / "data" / "robots" / "boards.jsonl"
    if not source.is_file() or not boards.is_file():
        raise FileNotFoundError(f"the yardstick or its boards under {folder}")
    compiler = shutil.which("cc") or "cc"
    with tempfile.TemporaryDirectory() as place:
        program = Path(place) / "yardstick"
        subprocess.run([compiler, "-O3", "-march=native", "-o", program, source], check=True)
        records = [json.loads(line) for line in boards.read_text().splitlines()]
        cases = []
        sets: dict[str, list[Any]] = {
            name: [r for r in records if r["set"] == name]
            for name in ("std16x4", "asp2015", "hard")
        }
        sets["25 moves"] = [r for r in records if r["id"] == "bgg25"]
        for name, found in sets.items():
            listing = Path(place) / f"{name}.txt"
            listing.write_text(as_numbers(found))
            problems = []
            for record in found:
                (level,) = read_boards(json.dumps(record))
                assert isinstance(level, RobotsLevel)
                problems.append(problem(level))
            optima = [record["optimal"] for record in found]
            cases.append(Case(name, "yardstick", partial(_yardstick, program, listing, optima)))
            cases.append(Case(name, "gridproof", partial(_ours, problems, optima)))
        ratios = run_in_turn(cases, ROUNDS)
    print_table(cases, ratios)


def as_numbers(records: list[Any]) -> str:
    """Boards as the yardstick reads them: sizes, robots and walls as plain numbers."""
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
