"""Positions of sokoban that a test calls dead, against all that can be solved on tiny boards."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from gridproof._native import testing
from tests.oracles import sokoban_features as oracle
from tests.soak import ROUNDS, fresh_seed

pytestmark = pytest.mark.native

Cell = tuple[int, int]
Boxes = frozenset[Cell]


class Tiny:
    """A board with a goal for each of its boxes, and all positions of it that can be solved."""

    def __init__(self, width: int, height: int, floor: frozenset[Cell], goals: Boxes) -> None:
        self.width, self.floor, self.goals = width, floor, goals
        every = [(x, y) for y in range(height) for x in range(width)]
        text = "".join(" .#"[cell in goals if cell in floor else 2] for cell in every)
        self.native = testing.SokobanPositions(
            width, height, text.encode(), [self.number(cell) for cell in sorted(goals)]
        )

    def number(self, cell: Cell) -> int:
        return cell[1] * self.width + cell[0]

    def dead(self, boxes: Boxes, player: Cell) -> str | None:
        return self.native.dead([self.number(cell) for cell in sorted(boxes)], self.number(player))

    def dead_by_pattern(self, boxes: Boxes, player: Cell) -> bool:
        numbers = [self.number(cell) for cell in sorted(boxes)]
        return self.native.dead_by_pattern(numbers, self.number(player))

    def solvable(self) -> set[tuple[Boxes, Cell]]:
        """Boxes and player of each, found backwards: by steps, and by pulls from the goals."""
        found = {(self.goals, cell) for cell in self.floor - self.goals}
        queue = list(found)
        while queue:
            boxes, (x, y) = queue.pop()
            for dx, dy in ((0, -1), (0, 1), (-1, 0), (1, 0)):
                to, pulled = (x + dx, y + dy), (x - dx, y - dy)
                if to not in self.floor or to in boxes:
                    continue
                before = [boxes]
                if pulled in boxes:
                    before.append(boxes - {pulled} | {(x, y)})
                for state in ((b, to) for b in before):
                    if state not in found:
                        found.add(state)
                        queue.append(state)
        return found

    def positions(self) -> list[tuple[Boxes, Cell]]:
        """All positions, one for each region of the player."""
        every = (frozenset(boxes) for boxes in combinations(sorted(self.floor), len(self.goals)))
        return [(b, min(part)) for b in every for part in oracle.parts(self.floor - b)]


def drawn(rng: random.Random, most: int) -> Tiny:
    """A random board of at most so many squares, with one to four boxes."""
    while True:
        width, height = rng.randint(1, 7), rng.randint(2, 6)
        walls = rng.choice((0.0, 0.1, 0.2, 0.3))
        cells = [(x, y) for y in range(height) for x in range(width) if rng.random() >= walls]
        floor = max(oracle.parts(cells), key=len, default=frozenset())
        boxes = rng.randint(1, 4)
        if boxes + 3 <= len(floor) <= most:
            return Tiny(width, height, floor, frozenset(rng.sample(sorted(floor), boxes)))


def compare(rng: random.Random, boards: int, most: int) -> Counter[str]:
    """Has every position of random boards judged; how often each test fired."""
    said: Counter[str] = Counter()
    for _ in range(boards):
        board = drawn(rng, most)
        solvable = board.solvable()
        positions = board.positions()
        rng.shuffle(positions)
        for boxes, player in positions:
            why = board.dead(boxes, player)
            assert why is None or (boxes, player) not in solvable, (why, board.floor, boxes, player)
            said[why or "none"] += 1
            pattern = board.dead_by_pattern(boxes, player)
            assert not pattern or (boxes, player) not in solvable, (board.floor, boxes, player)
            said["pattern"] += pattern
            said["solvable"] += (boxes, player) in solvable
    return said


def test_what_is_said_dead_cannot_be_solved() -> None:
    said = compare(random.Random("dead ends"), 400, 12)
    assert said["solvable"] > 1500, said
    assert said["frozen"] > 20_000, said
    assert said["corral"] > 500, said
    assert said["pulls"] > 10, said
    assert said["pattern"] > 5_000, said
    # Tiny boards are seen through almost wholly.
    unseen = said["none"] - said["solvable"]
    assert unseen < (said["frozen"] + said["corral"]) / 50, said


@pytest.mark.soak
def test_what_is_said_dead_on_larger_boards_cannot_be_solved() -> None:
    seed = fresh_seed()
    compare(random.Random(seed), 20 * ROUNDS, 15)


def position(rows: list[str]) -> tuple[Tiny, Boxes, Cell]:
    def find(wanted: str) -> frozenset[Cell]:
        return frozenset(
            (x, y) for y, row in enumerate(rows) for x, char in enumerate(row) if char in wanted
        )

    (player,) = find("@+")
    board = Tiny(max(map(len, rows)), len(rows), find(" .$*@+"), find(".*+"))
    return board, find("$*"), player


ALIVE = {
    "two boxes only wait for each other": ["@   ", "*#$ ", "*.* "],
    "one more that waits": ["@$. ", "$$  ", "..  "],
    "a finished fence with no goal inside stays as it is": ["  ", "*#", "@ ", "$#", ". "],
    "a box leaves for a goal that lies elsewhere": ["  ", ".#", "$ ", "@#", "* "],
    "the fence goes in first, and then out": ["+$  ", "*   ", "  ##"],
    "the player is on the better side of the fence": ["  ", "**", "..", "$$", "@ "],
    "more ends of a play than are looked at": [" #" * 16 + " ", "*#" * 16 + "*", "@" + " " * 32],
}


@pytest.mark.parametrize("name", ALIVE)
def test_traps_that_are_alive(name: str) -> None:
    board, boxes, player = position(ALIVE[name])
    assert (boxes, player) in board.solvable()
    # What was said of the same boxes with the player elsewhere is not said again.
    for part in sorted(oracle.parts(board.floor - boxes), key=lambda part: player in part):
        board.dead(boxes, min(part))
    assert board.dead(boxes, player) is None


DEAD = {
    "a frozen box seals the goal behind it": ("frozen", [". **  $@", "  **    "]),
    "frozen boxes leave too few goals": ("frozen", ["@$$ ", "   .", "*  ."]),
    "a box in a corridor cannot make room for the next": ("corral", [".*  $@"]),
    "side by side in a corridor": ("frozen", ["@$$.."]),
}


@pytest.mark.parametrize("name", DEAD)
def test_traps_that_are_dead(name: str) -> None:
    expected, rows = DEAD[name]
    board, boxes, player = position(rows)
    assert (boxes, player) not in board.solvable()
    assert board.dead(boxes, player) == expected
