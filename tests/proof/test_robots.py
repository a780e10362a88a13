"""robots: the optimum is proven and nothing better, on random boards with all options."""

from __future__ import annotations

from random import Random

import pytest

from gridproof.games.robots.game import GAME
from gridproof.games.robots.level import RobotsLevel, mirror, turn
from gridproof.games.robots.rules import MOVES
from gridproof.grid import Pos
from gridproof.limits import Ticker
from gridproof.proof.checking import prove
from gridproof.proof.claims import Claim, Records
from gridproof.solving.solve import solve
from tests.oracles import robots as oracle
from tests.proof.forging import refusal
from tests.samples import level_of, sample_levels
from tests.soak import ROUNDS


def random_board(rng: Random) -> RobotsLevel:
    """A small board, of any shape, with gaps in the robots' numbers and any options."""
    width, height = rng.randint(1, 6), rng.randint(1, 6)
    cells = [Pos(x, y) for y in range(height) for x in range(width)]
    count = rng.randint(1, min(4 if len(cells) <= 16 else 3, len(cells)))
    numbers = sorted(rng.sample(range(10), count))
    walls = [(x, y, "E") for x, y in cells if x < width - 1] + [
        (x, y, "S") for x, y in cells if y < height - 1
    ]
    return RobotsLevel(
        width=width,
        height=height,
        walls=frozenset(wall for wall in walls if rng.random() < 0.2),
        robots=tuple(zip(numbers, rng.sample(cells, count), strict=True)),
        target=rng.choice(cells),
        target_robot=rng.choice([*numbers, "any"]),
        ricochet=rng.random() < 0.5,
    )


def positions(level: RobotsLevel, bound: int | None) -> int | None:
    """Return the number of positions that the check makes; None if it refuses."""
    claim = Claim(GAME, level, MOVES, bound)
    if refusal("slides", claim, []) is not None:
        return None
    return prove("slides", claim, Records(iter([])), Ticker())["positions"]


def by_plain_search(rng: Random) -> None:
    """Every claim about a random board is accepted if it is true, and not if it is false."""
    level = random_board(rng)
    optimum = solve(level, game=GAME, solver="search").cost
    assert (positions(level, None) is not None) == (optimum is None)
    assert optimum is None or isinstance(optimum, int)
    for bound in range(9 if optimum is None else optimum + 3):
        assert (positions(level, bound) is not None) == (optimum is None or bound <= optimum)


@pytest.mark.parametrize("seed", range(4))
def test_exactly_what_is_true_is_accepted(seed: int) -> None:
    rng = Random(f"robots {seed}")
    for _ in range(60):
        by_plain_search(rng)


@pytest.mark.soak
def test_exactly_what_is_true_is_accepted_at_length() -> None:
    rng = Random("robots soak")
    for _ in range(1000 * ROUNDS):
        by_plain_search(rng)


@pytest.mark.parametrize("seed", range(3))
def test_it_agrees_with_literal_play(seed: int) -> None:
    rng = Random(f"robots literal {seed}")
    for _ in range(30):
        level = random_board(rng)
        numbers = [number for number, _ in level.robots]
        target = level.target_robot
        board = {
            "width": level.width,
            "height": level.height,
            "walls": level.walls,
            "robots": [tuple(cell) for _, cell in level.robots],
            "target": level.target,
            "target_robot": None if target == "any" else numbers.index(target),
        }
        optimum = oracle.fewest_moves(board, ricochet=level.ricochet)
        assert positions(level, optimum) is not None
        assert optimum is None or positions(level, optimum + 1) is None


def test_turning_and_mirroring_change_no_count() -> None:
    rng = Random("robots turned")
    for _ in range(100):
        level = random_board(rng)
        for bound in (None, 3):
            count = positions(level, bound)
            assert positions(turn(level), bound) == count
            assert positions(mirror(level), bound) == count


def test_sample_levels() -> None:
    for level in sample_levels("robots"):
        assert isinstance(level, RobotsLevel)
        optimum = solve(level, game=GAME).cost
        assert optimum is None or isinstance(optimum, int)
        if optimum is None or optimum < 20:  # the three hardest take half a minute
            assert positions(level, optimum) is not None
        if optimum is not None and optimum < 20:
            assert positions(level, optimum + 1) is None


def test_a_target_that_no_robot_could_reach_is_no_work() -> None:
    board = {
        "width": 30,
        "height": 30,
        "robots": [[0, 0], [5, 5], [7, 9], [20, 3], [9, 28]],
        "target": [29, 29],
        "target_robot": 0,
        "walls": [[28, 29, "E"], [29, 28, "S"]],
    }
    assert positions(level_of("robots", board), None) == 0
