"""Kernels refuse boards that their tables have nothing for, before they look beyond them."""

from __future__ import annotations

from typing import Any

import pytest

from gridproof._native import robots, sokoban, sokoban_course

pytestmark = pytest.mark.native

_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
_SIZE = 3
#: A board of 3 × 3 cells, walled all round.
_WALLS = bytes(
    _UP * (y == 0) | _DOWN * (y == _SIZE - 1) | _LEFT * (x == 0) | _RIGHT * (x == _SIZE - 1)
    for y in range(_SIZE)
    for x in range(_SIZE)
)


def _solve(walls: bytes, cells: list[int]) -> Any:
    return robots.solve(
        width=_SIZE, height=_SIZE, walls=walls, robots=cells, target_robot=0, target=8
    )


def _stops(walls: bytes, cells: list[int]) -> Any:
    return robots.stops(width=_SIZE, height=_SIZE, walls=walls, robots=cells)


@pytest.mark.parametrize("call", [_solve, _stops])
def test_robots_refuses_walls_that_do_not_close_the_board(call: Any) -> None:
    assert call(_WALLS, [0])["stop"] == "COMPLETED"
    for cell, walls in enumerate(_WALLS):
        for side in (_UP, _DOWN, _LEFT, _RIGHT):
            changed = bytearray(_WALLS)
            changed[cell] ^= side
            said = "border" if walls & side else "both"
            with pytest.raises(ValueError, match=said):
                call(bytes(changed), [0])


@pytest.mark.parametrize("call", [_solve, _stops])
def test_robots_refuses_two_robots_on_a_cell(call: Any) -> None:
    with pytest.raises(ValueError, match="one cell"):
        call(_WALLS, [4, 2, 4])


@pytest.mark.parametrize(("boxes", "player"), [([5, 5], 6), ([5, 6], 6)])
@pytest.mark.parametrize("call", [sokoban.solve, sokoban.any])
def test_sokoban_refuses_two_things_on_a_square(call: Any, boxes: list[int], player: int) -> None:
    cells = b"####" + b"#..#" + b"#  #" + b"####"
    with pytest.raises(ValueError, match="of its own"):
        call(width=4, height=4, cells=cells, boxes=boxes, player=player)


@pytest.mark.parametrize(("boxes", "player"), [([1, 1], 0), ([1, 2], 2)])
def test_sokoban_course_refuses_two_things_on_a_square(boxes: list[int], player: int) -> None:
    with pytest.raises(ValueError, match="of its own"):
        sokoban_course.solve(
            squares=[(x, 0) for x in range(4)],
            boxes=boxes,
            goals=[2, 3],
            dead=[],
            pushes=[[0] * 4, [0] * 4],
            player=player,
            method="astar",
        )
