"""Solves boards of JSON-lines files and compares with the optima that the files give.

    python tools/check_known.py --time 5 boards.jsonl …

A board's field `optimum` (or `optimal`) is the known value; null with `solvable: false`, or null in
a file of onebomb, is "no solution". Exit code 1 if any board disagrees.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from gridproof.files.reading import read_boards
from gridproof.result import Limits, Status
from gridproof.solving.solve import solve


def check(line: str, *, seconds: float, solver: str | None) -> tuple[str, str]:
    """Return the outcome for one board and a line about it."""
    record = json.loads(line)
    (level,) = read_boards(line)
    known = record.get("optimum", record.get("optimal"))
    infeasible = known is None and (record.get("solvable") is False or level.game == "onebomb")
    if known is None and not infeasible:
        return "not known", str(record.get("id"))
    result = solve(level, solver=solver, limits=Limits(time=seconds))
    if result.status is Status.OPTIMAL:
        outcome = "agree" if result.cost == known else "WRONG"
    elif result.status is Status.INFEASIBLE:
        outcome = "agree" if infeasible else "WRONG"
    else:
        outcome = "unfinished"
    return outcome, f"{record.get('id')}: {result.status} {result.cost}, known {known}"


def main() -> int:
    """Run the check over all files and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--time", type=float, default=5.0, help="seconds for each board")
    parser.add_argument("--solver", help="the default is each game's default solver")
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    wrong = 0
    for file in arguments.files:
        lines = [line for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
        task = partial(check, seconds=arguments.time, solver=arguments.solver)
        with ProcessPoolExecutor(arguments.jobs) as pool:
            outcomes = list(pool.map(task, lines))
        counts = Counter(outcome for outcome, _ in outcomes)
        print(f"{file}: {len(lines)} boards, {dict(counts)}", flush=True)
        for outcome, about in outcomes:
            if outcome == "WRONG":
                print(f"  WRONG {about}")
        wrong += counts["WRONG"]
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
