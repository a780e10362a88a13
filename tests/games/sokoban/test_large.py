"""`any` of sokoban on boards with more than 1,024 squares for boxes: verdicts, and every limit."""

from __future__ import annotations

import random

import pytest

from gridproof.errors import InputError
from gridproof.games.sokoban.game import GAME
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.limits import CancelToken
from gridproof.result import Limits, Progress, Result, Status, StopReason, first
from gridproof.solving.solve import fitting_solver, solve
from tests.games.sokoban.boards import level
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


@pytest.mark.parametrize(("size", "rooms"), [(36, 1), (40, 2), (60, 3)])
def test_large_boards_are_solved(size: int, rooms: int) -> None:
    result = asked(large(size, rooms, 4, 0))
    assert result.verified, result.to_json()
    assert result.status in (Status.FEASIBLE, Status.OPTIMAL)


def test_one_box_in_an_open_room_goes_straight() -> None:
    """Nothing is in its way, so the fewest pushes are the steps from it to its goal."""
    for seed in range(2):
        found = large(36, 1, 1, seed)
        (box,), (goal,) = found.boxes, map(found.cell, found.goals)
        steps = abs(box.x - goal.x) + abs(box.y - goal.y)
        result = asked(found)
        assert isinstance(result.cost, int)
        assert result.verified
        assert result.cost >= steps
        assert result.bound is None or first(result.bound) <= steps


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
    found = large(36, 1, 6, 1)
    results = [asked(found, limits=Limits(nodes=2)) for _ in range(2)]
    one, other = (result.stats for result in results)
    assert (one.expanded, one.generated) == (other.expanded, other.generated)
    assert one.expanded <= 2
    assert {result.stop_reason for result in results} == {StopReason.NODE_LIMIT}


def test_little_memory_ends_it_with_its_reason() -> None:
    found = large(60, 3, 12, 1)
    for megabytes in (4, 24):
        limit = megabytes << 20
        result = asked(found, limits=Limits(memory=limit))
        assert result.stop_reason is StopReason.MEMORY_LIMIT
        assert result.stats.peak_memory <= limit


def test_it_is_cancelled_wherever_it_is() -> None:
    found = large(36, 1, 30, 2)
    for looks in (1, 2, 4):
        cancelled = Cancels(looks)
        result = solve(found, solver="any", cancel=cancelled.token, progress=cancelled)
        if cancelled.token.cancelled:
            assert result.stop_reason is StopReason.INTERRUPTED
            assert cancelled.seen <= looks + 1


@pytest.mark.soak
def test_many_large_boards() -> None:
    for seed in range(ROUNDS):
        size, rooms = ((60, 3), (62, 1), (50, 2))[seed % 3]
        found = large(size, rooms, 3 + seed % 5, seed)
        result = asked(found, limits=Limits(nodes=200_000))
        assert result.cost is None or result.verified
