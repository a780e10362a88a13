"""One search shared by threads: seconds of the wall with one and with two, in turn."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any, Final

from benchmarks import robots
from benchmarks.timing import Case, print_table, run_in_turn
from gridproof._native import sokoban as native
from gridproof.files.reading import read_file
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.games.sokoban.solve.kernel import problem

ROUNDS: Final = 3

#: Levels of collections by number, with their fewest pushes. The second set is of XSokoban, too:
#: others than those that threads were tried on. Boxes of the last ones stand in few squares.
LEVELS: Final = (
    ("xsokoban90", {8: 230, 16: 186, 58: 199, 77: 368}),
    (
        "xsokoban90",
        {4: 355, 9: 237, 21: 147, 26: 195, 40: 324, 44: 179}
        | {59: 230, 60: 152, 63: 431, 68: 341, 70: 333, 76: 204},
    ),
    ("microban4", {69: 44, 80: 49, 90: 24, 98: 24}),
    ("grigr2001", {12: 32, 15: 142, 48: 62, 100: 78}),
    ("grigr2002", {22: 71, 29: 64}),
)


def measure(folder: Path) -> None:
    """Time boards of robots, then levels of sokoban for fewest pushes."""
    robots.threads(folder)
    sokoban(folder)


def sokoban(folder: Path) -> None:
    """Time hard levels of some collections."""
    cases = []
    for collection, levels in LEVELS:
        file = folder / "data" / "sokoban" / f"{collection}.txt"
        if not file.is_file():
            raise FileNotFoundError(f"the levels {file}")
        found = [
            one for one in read_file(str(file), game="sokoban") if isinstance(one, SokobanLevel)
        ]
        cases += [
            Case(
                f"{collection} {number}",
                f"{count} threads" if count > 1 else "one thread",
                partial(_seconds, problem(found[number - 1]), count, pushes),
            )
            for number, pushes in levels.items()
            for count in (1, 2)
        ]
    print_table(cases, run_in_turn(cases, ROUNDS))


def _seconds(asked: dict[str, Any], threads: int, pushes: int) -> tuple[float, int]:
    said = native.solve(**asked, threads=threads)
    assert said["stop"] == "COMPLETED"
    assert said["bound"][0] == pushes == sum(map(str.isupper, said["moves"]))
    return said["seconds"], said["nodes"]
