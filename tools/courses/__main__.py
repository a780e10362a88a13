"""Writes the courses: `python -m tools.courses [GAME …]`, or `make courses` for all.

Prints a line a level: number, title, size, optimum, score in bits, marks of difficulty.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import tools.courses
from tools.courses.entries import Entry

import gridproof
from gridproof.design.rate import rate
from gridproof.registry import find_game
from gridproof.result import Limits, Status

#: Seconds for the optimum of a level.
SECONDS = 60
LEVELS = Path(gridproof.__file__).parent / "data" / "levels"


def courses() -> Iterator[tuple[str, Sequence[Entry]]]:
    """Yield the game and the entries of each course."""
    for module in pkgutil.iter_modules(tools.courses.__path__):
        found = importlib.import_module(f"tools.courses.{module.name}")
        if hasattr(found, "COURSE"):
            yield module.name, found.COURSE


def write(game: str, entries: Sequence[Entry]) -> None:
    """Write the file of a course.

    The easiest level has to come first: an error names the first one that is out of order.
    """
    texts, last = [], 0.0
    for number, entry in enumerate(entries, 1):
        rating = rate(entry.level(game), limits=Limits(time=SECONDS))
        level, score = rating.level, rating.score
        if rating.result.status is not Status.OPTIMAL or score is None or score < last:
            sys.exit(f"{game}: {entry.title}: {rating.result.status}, {score} after {last} bits")
        found = {"optimum": str(rating.values["optimum"]), "difficulty": str(rating.difficulty)}
        texts.append(find_game(game).write(level.with_info(**level.info, **found)))
        size, last = f"{level.width} × {level.height}", score
        facts = f"{found['optimum']:>4}  {score:6.2f}  {found['difficulty']}"
        print(f"{game}  {number:2}  {entry.title:28}  {size:>8}  {facts}", flush=True)
    (LEVELS / f"{game}.txt").write_text("\n".join(texts), encoding="utf-8")


def main() -> None:
    """Write the courses of the games that are named, or all."""
    wanted = sys.argv[1:]
    for game, entries in courses():
        if not wanted or game in wanted:
            write(game, entries)


if __name__ == "__main__":
    main()
