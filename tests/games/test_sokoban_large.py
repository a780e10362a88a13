"""`any` of sokoban on boards with more than 1,024 squares for boxes: verdicts, and every limit."""

from __future__ import annotations

import random

import pytest

from gridproof.cancelling import CancelToken
from gridproof.errors import InputError
from gridproof.games.sokoban import GAME
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.result import Limits, Progress, Result, Status, StopReason
from gridproof.solving import fitting_solver, solve
from tests.games.sokoban_boards import level
from tests.soak import ROUNDS

pytestmark = pytest.mark.native


def walled(size: int, rooms: int) -> list[list[str]]:
    """A square of so many cells a side, cut into ``rooms`` × ``rooms`` rooms with wide doors."""
    rows = [[" "] * size for _ in range(size)]
    step = size // rooms
    for wall in range(step, size - 1, step):
        for at in range(size):
            if at % step not in range(step // 2 - 1, step // 2 + 2):
                rows[wall][at] = rows[at][wall] = "#"
    return rows


def large(size: int, rooms: int, boxes: int, seed: int) -> SokobanLevel:
    """Rooms with boxes, goals and the player anywhere off walls; no box stands at one."""
    rng, rows = random.Random(f"{size} {rooms} {boxes} {seed}"), walled(size, rooms)
    inner = [
        (x, y)
        for y in range(2, size - 2)
        for x in range(2, size - 2)
        if all(rows[y + j][x + i] == " " for i in (-1, 0, 1) for j in (-1, 0, 1))
    ]
    chosen = rng.sample(inner, 2 * boxes + 1)
    for number, (x, y) in enumerate(chosen):
        rows[y][x] = "$" if number < boxes else "." if number < 2 * boxes else "@"
    return level(*("".join(row).replace(" ", "-") for row in rows))


class Cancels:
    """Cancels a search when it has told so often how it gets on."""

    def __init__(self, looks: int) -> None:
        self.token, self.seen, self._looks = CancelToken(), 0, looks

    def __call__(self, progress: Progress) -> None:
        self.seen += 1
        if self.seen == self._looks:
            self.token.cancel()


def asked(found: SokobanLevel, **options: object) -> Result:
    assert len(found.reach - found.dead) > 1024
    return solve(found, solver="any", **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(("size", "rooms"), [(34, 1), (40, 2), (60, 3), (62, 1)])
def test_large_boards_are_solved(size: int, rooms: int) -> None:
    for seed in range(2):
        result = asked(large(size, rooms, 4, seed))
        assert result.verified, result.to_json()
        assert result.status in (Status.FEASIBLE, Status.OPTIMAL)


def test_verdicts_are_those_of_plain_search() -> None:
    """One box: all positions are gone through."""
    for seed in range(3):
        found = large(34, 1, 1, seed)
        best = solve(found, solver="search")
        assert best.status is Status.OPTIMAL
        result = asked(found)
        assert isinstance(result.cost, int)
        assert isinstance(best.cost, int)
        assert result.cost >= best.cost
        assert result.bound is None or result.bound <= best.cost


def test_a_board_without_a_solution() -> None:
    """Two boxes side by side at the wall block each other for good."""
    rows = [["-"] * 36 for _ in range(36)]
    rows[0][10] = rows[0][11] = "$"
    rows[0][20] = rows[5][5] = "."
    rows[9][9] = "@"
    assert asked(level(*map("".join, rows)), limits=Limits(nodes=2000)).cost is None


def test_the_default_solver_of_a_large_board() -> None:
    found = large(40, 2, 4, 0)
    spec = fitting_solver(GAME, found, None, GAME.objective())
    assert spec.id == "any"
    with pytest.raises(InputError, match="more than 1,024 squares"):
        solve(found, solver="optimal")


def test_boards_beyond_the_limit_are_refused() -> None:
    wide = level("-" * 200, "@$" + "-" * 197 + ".", *["-" * 200] * 20)
    with pytest.raises(InputError, match="more than 4,096 squares"):
        solve(wide, solver="any")


def test_nodes_are_counted_exactly() -> None:
    found = large(60, 3, 12, 1)
    for nodes in (1, 2, 7):
        results = [asked(found, limits=Limits(nodes=nodes)) for _ in range(2)]
        first, second = (result.stats.expanded for result in results)
        assert first == second <= nodes
        assert {result.stop_reason for result in results} == {StopReason.NODE_LIMIT}


def test_little_memory_ends_it_with_its_reason() -> None:
    found = large(60, 3, 12, 1)
    for megabytes in (0, 1, 8, 64, 96):
        limit = megabytes << 20 or 1
        result = asked(found, limits=Limits(memory=limit, nodes=50))
        assert result.stop_reason in (
            StopReason.MEMORY_LIMIT,
            StopReason.NODE_LIMIT,
            StopReason.FIRST_SOLUTION,
        )
        assert result.stats.peak_memory <= limit
    assert asked(found, limits=Limits(memory=1)).stop_reason is StopReason.MEMORY_LIMIT


def test_it_is_cancelled_wherever_it_is() -> None:
    found = large(62, 1, 30, 2)
    for looks in (1, 2, 4):
        cancelled = Cancels(looks)
        result = solve(found, solver="any", cancel=cancelled.token, progress=cancelled)
        if cancelled.token.cancelled:
            assert result.stop_reason is StopReason.INTERRUPTED
            assert cancelled.seen <= looks + 1


@pytest.mark.soak
def test_many_large_boards() -> None:
    for seed in range(ROUNDS):
        result = asked(large(60, 3, 3 + seed % 5, seed), limits=Limits(nodes=200_000))
        assert result.cost is None or result.verified
