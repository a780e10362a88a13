"""Writes the courses: `python -m tools.courses [GAME …]`, or `make courses` for all.

Prints a line a level: number, title, size, optimum, score in bits, marks of difficulty.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import gridproof
import tools.courses
from gridproof.registry import find_game
from tools.courses.entries import Entry

LEVELS = Path(gridproof.__file__).parent / "data" / "levels"


def courses() -> Iterator[tuple[str, Sequence[Entry]]]:
    """Yield the game and the entries of each course."""
    for module in pkgutil.iter_modules(tools.courses.__path__):
        found = importlib.import_module(f"tools.courses.{module.name}")
        if hasattr(found, "COURSE"):
            yield module.name, found.COURSE


def write(game: str, entries: Sequence[Entry]) -> None:
    """Write the file of a course."""
    texts = []
    for number, entry in enumerate(entries, 1):
        rating = entry.rated(game)
        level = rating.level
        size = f"{level.width} × {level.height}"
        found = f"{rating.result.cost!s:>4}  {rating.score:6.2f}  {level.info['difficulty']}"
        print(f"{game}  {number:2}  {entry.title:28}  {size:>8}  {found}", flush=True)
        texts.append(find_game(game).write(level))
    (LEVELS / f"{game}.txt").write_text("\n".join(texts), encoding="utf-8")


def main() -> None:
    """Write the courses of the games that are named, or all."""
    wanted = sys.argv[1:]
    for game, entries in courses():
        if not wanted or game in wanted:
            write(game, entries)


if __name__ == "__main__":
    main()
