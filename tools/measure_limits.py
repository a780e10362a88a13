"""Runs solvers on boards that are too large for them, and measures how far they overrun limits.

    python tools/measure_limits.py --game sokoban --solver any --time 0.05,1 --memory 16

A line a run: solver, board, limit, why it stopped; milliseconds beyond the limit of time of the
whole call of `solve` (reading the board is not in it) and inside the solver; growth of the peak
resident set, and what the solver itself counted, in MiB. Runs with a limit of memory have one of
two seconds as well. Each run is a process of its own; one that does not come back is ended and
said. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import sys
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.samples import GAMES, large_levels

from gridproof.level import Objective
from gridproof.result import Limits
from gridproof.solving.solve import solve, solvers

#: Seconds that a run with a limit of memory may take.
_SECONDS = 2.0
_MIB = 1 << 20


def measured(level: Any, game: str, solver: str, objective: str, limits: Limits) -> list[str]:
    """Return the columns of one run, in this process."""
    before = _resident()
    started = time.perf_counter()
    result = solve(level, game=GAMES[game], solver=solver, objective=objective, limits=limits)
    spent = time.perf_counter() - started
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 - before
    allowed = limits.time or 0.0
    return [
        str(result.stop_reason),
        f"{1000 * max(spent - allowed, 0):.0f}",
        f"{1000 * max(result.stats.wall_time - allowed, 0):.0f}",
        f"{grown / _MIB:.1f}",
        f"{result.stats.peak_memory / _MIB:.1f}",
    ]


def _resident() -> int:
    """Return bytes of this process that are in memory now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def _child(pipe: Connection, *arguments: Any) -> None:
    try:
        pipe.send(measured(*arguments))
    except Exception as error:  # whatever it is, it belongs into the table
        pipe.send([f"{type(error).__name__}: {error}"[:80]])


def run(patience: float, *arguments: Any) -> list[str]:
    """Return the columns of one run, in a process of its own that may take ``patience`` seconds."""
    forked = multiprocessing.get_context("fork")
    here, there = forked.Pipe()
    process = forked.Process(target=_child, args=(there, *arguments))
    process.start()
    there.close()
    try:
        return here.recv() if here.poll(patience) else [f"ended after {patience:.0f} s"]
    except EOFError:
        return [f"died with {process.exitcode}"]
    finally:
        process.kill()
        process.join()


def cases(arguments: argparse.Namespace) -> Iterator[tuple[str, str, Any, str, Objective]]:
    """Yield game, name of the board, level, solver and objective."""
    for name, game in GAMES.items():
        if name not in (arguments.game or GAMES):
            continue
        for board, level in large_levels(name).items():
            for solver in solvers(game).values():
                if solver.id not in (arguments.solver or [solver.id]):
                    continue
                for objective in game.objectives if arguments.objectives else game.objectives[:1]:
                    if solver.why_unsupported(level, objective) is None:
                        yield name, board, level, solver.id, objective


def main() -> None:
    """Run all cases and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--game", action="append", help="only this one (may be repeated)")
    parser.add_argument("--solver", action="append", help="only this one (may be repeated)")
    parser.add_argument("--objectives", action="store_true", help="all, not only the first")
    parser.add_argument("--time", default="0.05,0.5,1", help="limits in seconds")
    parser.add_argument("--memory", default="1,16,64", help="limits in MiB")
    parser.add_argument("--patience", type=float, default=30.0, help="seconds for a run")
    arguments = parser.parse_args()
    times = [float(text) for text in arguments.time.split(",") if text]
    sizes = [int(text) for text in arguments.memory.split(",") if text]
    limits = [(f"{seconds:g} s", Limits(time=seconds)) for seconds in times]
    limits += [(f"{size} MiB", Limits(time=_SECONDS, memory=size * _MIB)) for size in sizes]
    print("| solver | board | limit | stopped by | over, ms | in solver | RSS +MiB | counted |")
    print("|---|---|---|---|---|---|---|---|")
    for game, board, level, solver, objective in cases(arguments):
        for name, limit in limits:
            columns = run(arguments.patience, level, game, solver, objective.id, limit)
            row = [f"{game} {solver} ({objective.id})", board, name, *columns]
            print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()
