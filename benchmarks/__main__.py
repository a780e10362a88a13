"""``make bench``: all measurements, or those that are named.

    python -m benchmarks [NAME]... [--folder FOLDER] [--rounds 5] [--json] [--against PYTHON]

Some need data or programs from outside the package. FOLDER holds ``data/robots`` (boards with known
optima), ``data/sokoban`` (level sets), ``scale/robots.c``, the yardstick, and ``gym-sokoban``, a
venv with another environment for sokoban; the default is ``../shared``. Measurements whose data or
programs are missing are left out, with a message.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from benchmarks import (
    batch,
    bombcover,
    boxcover,
    certificates,
    drawing,
    environments,
    generating,
    merge,
    onebomb,
    rating,
    reductions,
    robots,
    sokoban,
    start_up,
    threads,
    wasm,
)
from benchmarks.samples import GROUPS
from benchmarks.timing import Case, print_table, records, run_in_turn
from gridproof.cli import messages

#: Measurements that need the folder, by name.
WITH_FOLDER: Final[dict[str, Callable[[Path], None]]] = {
    "robots-yardstick": robots.against_yardstick,
    "robots-ricochet": robots.ricochet,
    "robots-counting": robots.counting,
    "robots-wasm": robots.webassembly,
    "threads": threads.measure,
    "sokoban": sokoban.sets,
    "rating": rating.order,
    "environments": environments.steps,
    "certificates": certificates.measure,
}
#: The others.
ALONE: Final[dict[str, Callable[[], None]]] = {
    "robots-large": robots.large,
    "robots-longer": robots.longer,
    "onebomb": onebomb.linear_kernels,
    "bombcover": bombcover.curve,
    "bombcover-wide": bombcover.wide,
    "merge": merge.proofs,
    "boxcover": boxcover.proofs,
    "reductions": reductions.proofs,
    "generate": generating.orders,
    "batch": batch.overhead,
    "drawing": drawing.verdicts,
    "wasm": wasm.side_by_side,
}
#: Groups of cases that also run with another Python, which has another gridproof.
SIDE_BY_SIDE: Final[dict[str, Callable[[str | None], Iterator[Case]]]] = {
    "start-up": start_up.cases,
}
TIMED: Final = (*SIDE_BY_SIDE, *GROUPS)
NAMES: Final = (*TIMED, *WITH_FOLDER, *ALONE)


def main(arguments: Sequence[str] | None = None) -> None:
    """Make the measurements that a command line names; all of them if it names none."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Timing.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(NAMES))
    parser.add_argument("--folder", type=Path, default=Path("../shared"))
    parser.add_argument(
        "--rounds", type=int, default=5, help=f"counted rounds of {', '.join(TIMED)}"
    )
    parser.add_argument(
        "--json", action="store_true", help=f"print {', '.join(TIMED)} as JSON, a line a case"
    )
    parser.add_argument(
        "--against",
        metavar="PYTHON",
        help=f"another Python, whose gridproof runs {', '.join(SIDE_BY_SIDE)} in turn with this",
    )
    chosen = parser.parse_args(arguments)
    if unknown := set(chosen.names) - set(NAMES):
        parser.error(f"no such name: {', '.join(sorted(unknown))}; there are {', '.join(NAMES)}")
    if chosen.rounds < 1:
        parser.error("--rounds is at least 1")
    names = chosen.names or NAMES
    cases = [case for name in names if name in GROUPS for case in GROUPS[name]()]
    cases += [
        case
        for name in names
        if name in SIDE_BY_SIDE
        for case in SIDE_BY_SIDE[name](chosen.against)
    ]
    if cases:
        ratios = run_in_turn(cases, chosen.rounds)
        if chosen.json:
            for record in records(cases, ratios):
                messages.print_json(record)
        else:
            if others := [case for case in cases if case.group != start_up.GROUP]:
                print_table(others, ratios)
            if by_game := [case for case in cases if case.group == start_up.GROUP]:
                start_up.print_by_game(by_game)
    for name in names:
        try:
            if name in WITH_FOLDER:
                WITH_FOLDER[name](chosen.folder)
            elif name in ALONE:
                ALONE[name]()
        except FileNotFoundError as error:
            print(f"left out: {error}")


if __name__ == "__main__":
    main()
