"""Boards without a solution: 200 levels of Microban I, 100 of XSokoban, with one box moved.

    python -m benchmarks.unsolvable ../shared > benchmarks/unsolvable.tsv

Each is proven here by plain exhaustive search, without the kernels and their prunings. Boxes that
are taken off the board only make a level easier, so if some boxes alone cannot all be brought to
goals, nor can all; and a box never leaves the squares from which no goal can be reached. The kinds
say how many boxes the proof needs.
"""

from __future__ import annotations

import csv
import functools
import random
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from heapq import heappop, heappush
from itertools import combinations
from pathlib import Path
from typing import Final, NamedTuple

from gridproof.files.reading import read_file
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.grid import in_reading_order

#: How many boards of each kind: the box is on a dead square; on one that is dead from the player's
#: side only; or it is lost together with one other box, with two, or only with all.
WANTED: Final[Mapping[str, Mapping[str, int]]] = {
    "microban1": {"square": 40, "side": 20, "pair": 60, "triple": 40, "all": 40},
    "xsokoban90": {"pair": 60, "triple": 40},
}
#: Positions that are looked at to prove that a board is of a kind.
MAX: Final = 20_000
NEAR: Final = 4
_LIST: Final = Path(__file__).with_name("unsolvable.tsv")


class Moved(NamedTuple):
    """A box of a level that is put elsewhere; cells are numbers."""

    set: str
    number: int
    box: int
    to: int
    kind: str

    def board(self, folder: Path) -> SokobanLevel:
        """Return the level with the box moved.

        Raises:
            FileNotFoundError: the set is not in ``folder / "data/sokoban"``.
        """
        level = _levels(folder, self.set)[self.number - 1]
        boxes = (*(b for b in level.boxes if level.number(b) != self.box), level.cell(self.to))
        return replace(level, boxes=in_reading_order(boxes))


def listed() -> list[Moved]:
    """Return the boards of ``unsolvable.tsv``."""
    with _LIST.open(encoding="utf-8") as lines:
        return [
            Moved(r["set"], int(r["number"]), int(r["box"]), int(r["to"]), r["kind"])
            for r in csv.DictReader(lines, delimiter="\t")
        ]


def solvable(level: SokobanLevel, boxes: Collection[int], most: int) -> bool | None:
    """Return True if these boxes, alone on the board, can all get to goals; None: unknown.

    Args:
        level: the board.
        boxes: cells of boxes; others are not there.
        most: positions to look at.
    """
    player = level.number(level.players[0])
    far = level.pushes_to(level.goals)
    first = frozenset(boxes)
    queue = [(0, 0, first, player)]
    seen = {(first, min(level.region((player,), first)))}
    while queue:
        _, _, here, player = heappop(queue)
        if here <= level.goals:
            return True
        room = level.region((player,), here)
        for box in here:
            for ahead, behind in ("UD", "DU", "LR", "RL"):
                to, back = level.beyond[ahead][box], level.beyond[behind][box]
                if back not in room or to not in far or to in here:
                    continue
                after = here - {box} | {to}
                position = after, min(level.region((box,), after))
                if position not in seen:
                    if len(seen) == most:
                        return None
                    seen.add(position)
                    heappush(queue, (sum(far[b] for b in after), len(seen), after, box))
    return False


def kind(level: SokobanLevel, box: int, wanted: Collection[str]) -> str | None:
    """Return why a level with this box moved is unsolvable; fewer boxes are tried first.

    None if it may be solvable, or is not of a kind that is wanted. Of pairs and triples only those
    with the nearest boxes are tried.
    """
    if box in level.dead:
        return "square"
    others = [b for b in level.movable if b != box]
    here = level.cell(box)
    others.sort(key=lambda b: abs(level.cell(b).x - here.x) + abs(level.cell(b).y - here.y))
    sizes = {"side": 0, "pair": 1, "triple": 2, "all": len(others)}
    for at, (name, size) in enumerate(sizes.items()):
        if set(wanted).isdisjoint([*sizes][at:]):
            return None
        groups = list(combinations(others[: max(size, NEAR)], size))
        if any(solvable(level, (box, *more), MAX // len(groups)) is False for more in groups):
            return name
    return None


@functools.cache
def _levels(folder: Path, name: str) -> list[SokobanLevel]:
    levels = read_file(str(folder / "data" / "sokoban" / f"{name}.txt"), game="sokoban")
    return [level for level in levels if isinstance(level, SokobanLevel)]


def _candidates(rng: random.Random, folder: Path, name: str) -> Iterator[Moved]:
    """Yield levels in turn without end, a box and a cell drawn."""
    levels = _levels(folder, name)
    while True:
        for number, level in enumerate(levels, 1):
            taken = {*map(level.number, level.boxes), level.number(level.players[0])}
            free = sorted(level.reach - taken)
            yield Moved(name, number, rng.choice(level.movable), rng.choice(free), "")


def draw(folder: Path, name: str, seed: int = 0) -> list[Moved]:
    """Return the boards of a set, in the order of its levels; always the same."""
    wanted = Counter(WANTED[name])
    found: set[Moved] = set()
    for moved in _candidates(random.Random(seed), folder, name):
        why = kind(moved.board(folder), moved.to, wanted)
        if why is not None and why in wanted and moved._replace(kind=why) not in found:
            found.add(moved._replace(kind=why))
            wanted.subtract([why])
            wanted = +wanted
        if not wanted:
            break
    return sorted(found)


if __name__ == "__main__":
    out = csv.writer(sys.stdout, delimiter="\t", lineterminator="\n")
    out.writerow(Moved._fields)
    for each in WANTED:
        out.writerows(draw(Path(sys.argv[1]), each))
