"""The shipped boards that reductions make: as they are made now, and as they are said to be."""

from __future__ import annotations

import pytest
from tools.reduction_levels import BOARDS, LEVELS, Made, files

import gridproof
from gridproof.files.shipped import collections
from gridproof.reduction import find_reduction
from gridproof.reductions.reduce import audit
from gridproof.result import Limits, Status

solve_boards = pytest.mark.parametrize(
    ("game", "number"), [(game, i) for game, boards in BOARDS.items() for i in range(len(boards))]
)


def made(game: str, number: int) -> Made:
    return BOARDS[game][number]


def test_the_files_are_what_the_tool_writes() -> None:
    for file, text in files():
        assert file.read_text(encoding="utf-8") == text, "run `python tools/reduction_levels.py`"
    found = {file.parent.name for file in LEVELS.glob("*/reductions.txt")}
    assert found == set(BOARDS)


@solve_boards
def test_the_optimum_tells_what_the_instance_is(game: str, number: int) -> None:
    board = made(game, number)
    encoding = board.encoding()
    assert audit(encoding).passed is board.sound
    truth = find_reduction(board.reduction).source.solve(encoding.instance) is not None
    result = gridproof.solve(encoding.level, limits=Limits(nodes=10**6))
    assert (result.status, result.cost) == (Status.OPTIMAL, board.optimum(encoding))
    assert truth is board.yes
    assert (truth == (result.cost == encoding.k)) is board.sound
    assert board.title.startswith(("No ", "Unsatisfiable", "Unsound")) is not truth


def test_they_are_a_collection_of_each_game() -> None:
    for game, boards in BOARDS.items():
        levels = collections()[f"{game}/reductions"].levels
        assert len(levels) == len(boards)
        assert len({level.title for level in levels}) == len(levels)
        for level, board in zip(levels, boards, strict=True):
            assert level.info["optimum"] == str(board.optimum(board.encoding()))
            assert f"k = {level.info['k']}" in (level.title or "")
