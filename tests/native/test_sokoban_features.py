"""Features of a position in the search for any solution, against plain floods."""

from __future__ import annotations

import random

import pytest

from gridproof._native import testing
from tests.oracles import sokoban_features as oracle

pytestmark = pytest.mark.native

Cell = tuple[int, int]


class Drawn:
    """A random board with boxes and the player, in cells and in numbers of cells."""

    def __init__(self, rng: random.Random, size: Cell | None = None) -> None:
        self.width, self.height = size or (rng.randint(2, 11), rng.randint(2, 8))
        cells = [(x, y) for y in range(self.height) for x in range(self.width)]
        walls = rng.choice((0.1, 0.25, 0.4))
        floor = [cell for cell in cells if rng.random() >= walls] or cells
        # Levels are connected.
        self.floor = max(oracle.parts(floor), key=len)
        if len(self.floor) < 4:
            self.floor = frozenset(cells)
        floor = sorted(self.floor)
        self.goals = rng.sample(floor, rng.randint(1, min(4, len(floor) - 1)))
        text = "".join(" .#"[(c in self.goals) if c in self.floor else 2] for c in cells)
        self.native = testing.SokobanPositions(
            self.width, self.height, text.encode(), self.numbers(self.goals)
        )

    def draw(self, rng: random.Random) -> tuple[list[Cell], Cell]:
        boxes = rng.sample(sorted(self.floor), rng.randint(1, min(8, len(self.floor) - 1)))
        return boxes, rng.choice(sorted(self.floor.difference(boxes)))

    def number(self, cell: Cell) -> int:
        return cell[1] * self.width + cell[0]

    def numbers(self, cells: list[Cell]) -> list[int]:
        return [self.number(cell) for cell in cells]


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> random.Random:
    return random.Random(request.node.name)


# Sets of one and two words, full to the last bit or not, and floors that are too large or too wide.
@pytest.mark.parametrize(
    "size",
    [(1, 40), (40, 1), (8, 8), (13, 5), (16, 8), (9, 16), (63, 2), (64, 2), (16, 9), (17, 16)],
)
def test_the_player_gets_to_the_squares_of_a_flood(rng: random.Random, size: Cell) -> None:
    for _ in range(20):
        board = Drawn(rng, size)
        for _ in range(10):
            boxes, player = board.draw(rng)
            region = oracle.flood(board.floor.difference(boxes), player)
            found = board.native.region(board.numbers(boxes), board.number(player))
            assert sorted(found) == sorted(map(board.number, region))


def test_regions_and_rooms_are_those_of_floods(rng: random.Random) -> None:
    broken = 0
    for _ in range(150):
        board = Drawn(rng)
        for _ in range(4):
            boxes, _player = board.draw(rng)
            numbers = board.numbers(boxes)
            free = board.floor.difference(boxes)
            assert board.native.regions(numbers) == len(oracle.parts(free))
            expected = oracle.broken_rooms(board.floor, boxes)
            assert board.native.broken_rooms(numbers) == expected
            broken += expected > 0
    assert broken > 20


def test_hotspots_cut_goals_off_for_another_box(rng: random.Random) -> None:
    hot = 0
    for _ in range(30):
        board = Drawn(rng)
        boxes, _player = board.draw(rng)
        # Boxes that are dead without the others say nothing.
        boxes = [b for b in boxes if oracle.goals_reached(board.floor, b, board.goals)]
        expected = oracle.hotspots(board.floor, board.goals, boxes)
        assert set(board.native.hotspots(board.numbers(boxes))) == set(
            board.numbers(sorted(expected))
        )
        hot += bool(expected)
    assert hot > 5


@pytest.mark.parametrize("pull", [False, True])
def test_macro_pushes_are_those_of_floods(rng: random.Random, pull: bool) -> None:
    moved = 0
    for _ in range(400):
        board = Drawn(rng)
        boxes, player = board.draw(rng)
        numbers, others = board.numbers(boxes), board.floor.difference(boxes[1:])
        expected = oracle.places(others, boxes[0], player, pull)
        found = board.native.macro(numbers, board.number(player), pull)
        movable = len(expected) > 1
        assert board.native.movable(numbers, board.number(player), pull) == movable
        assert found[0][:2] == (numbers[0], board.number(player))
        named = {
            (board.number(box), min(board.numbers(sorted(region))), len(region))
            for box, region in expected
        }
        if not movable:
            assert len(found) == 1
            continue
        moved += 1
        # Each place once.
        assert len(found) == len(expected)
        assert {(box, region, size) for box, _, region, size, _, _ in found} == named
        regions = board.native.regions(numbers)
        for i, (box, after, _, _, cut, before) in enumerate(found):
            then = board.native.regions([box, *numbers[1:]])
            assert then - regions == cut - found[0][4]
            if i == 0:
                continue
            # One push or pull after a place that is in the list before.
            at, stand = found[before][:2]
            assert before < i
            steps = oracle.single_moves(others, cell(board, at), cell(board, stand), pull)
            assert (cell(board, box), cell(board, after)) in steps
    assert moved > 100


def cell(board: Drawn, number: int) -> Cell:
    return number % board.width, number // board.width
