"""Counts of the moves of a play that come to each cell."""

from __future__ import annotations

import pytest

from gridproof.files.reading import read_boards
from gridproof.game import AnyGame
from gridproof.grid import Pos
from gridproof.registry import find_game, games
from gridproof.render.visit_counts import visits
from gridproof.result import Limits
from gridproof.solving.solve import solve
from tests.samples import sample_levels


def drawn(game: str, board: str, moves: str) -> list[str]:
    """The counts on a board's picture, row by row, ``.`` for none."""
    found = find_game(game)
    (level,) = read_boards(board, game=game)
    counts = visits(found, level, found.read_solution(level, moves))
    picture = found.picture(level, found.initial(level))
    return [
        "".join(str(counts[Pos(x, y)] or ".") for x in range(picture.width))
        for y in range(picture.height)
    ]


def test_steps_and_pushes() -> None:
    board = "######\n#@$ .#\n######\n"
    assert drawn("sokoban", board, "RR") == ["......", "..121.", "......"]


def test_slides_count_the_cells_they_pass() -> None:
    board = '{"width": 4, "height": 2, "robots": [[0, 0]], "target": [3, 1], "walls": []}'
    assert drawn("robots", board, "0R,0D") == [".111", "...1"]


def test_blasts_walks_and_crates() -> None:
    """The walk to the bomb and its arms; the crate at the end of one."""
    assert drawn("bombcover", "@  .x\n#.###\n", "1,0") == ["11111", ".1..."]


def test_bombs_and_the_path() -> None:
    """The path comes out of the start."""
    assert drawn("onebomb", "3 3\n.P.\n###\n.K.\n", "2 2\nDD") == [".1.", "121", ".2."]


def test_merges_and_struck_stones() -> None:
    assert drawn("merge", "aa\n.1\n..\n", "0,0>1,0") == [".1", ".1", ".."]


def test_squares() -> None:
    board = '{"side": 1, "points": [[0, 0], [1, 2], [2, 0]]}'
    assert drawn("boxcover", board, "0,1 0,0 1,0") == ["11.", "231", "121"]


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_every_move_of_every_game_comes_somewhere(game: AnyGame) -> None:
    level = sample_levels(game.id)[0]
    moves = solve(level, limits=Limits(nodes=100_000)).moves
    assert moves
    cells = visits(game, level, moves)
    assert len(moves) <= cells.total()
    assert max(cells.values()) <= len(moves)
    squares = visits(game, level, moves, 2)
    for (x, y), count in squares.items():
        inside = [cells[Pos(2 * x + i, 2 * y + j)] for i in (0, 1) for j in (0, 1)]
        assert max(inside) <= count <= sum(inside)
    picture = game.picture(level, game.initial(level))
    assert all(cell.within(picture.width, picture.height) for cell in cells)
