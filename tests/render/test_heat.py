"""The map of where a solution spends its moves."""

from __future__ import annotations

import re

import pytest

from gridproof.files.reading import read_boards
from gridproof.game import AnyGame
from gridproof.registry import find_game, games
from gridproof.render.heat import heat_map
from gridproof.render.svg import svg
from gridproof.render.text import render
from gridproof.scene import CORNER, Mark, Scene
from tests.samples import sample_levels

LANE = "#######\n#@$  .#\n#######\n"


def test_counts_are_signs_and_heat() -> None:
    (level,) = read_boards(LANE)
    scene = heat_map(level, "RRR")
    marks = [(m.x, m.y, m.sign, m.heat, m.text) for m in scene.marks]
    assert marks == [
        (2, 1, "1", 0.5, "1 of 3 moves come here"),
        (3, 1, "2", 1.0, "2 of 3 moves come here"),
        (4, 1, "2", 1.0, "2 of 3 moves come here"),
        (5, 1, "1", 0.5, "1 of 3 moves come here"),
    ]


def test_without_moves_it_is_the_picture() -> None:
    game, (level,) = find_game("sokoban"), read_boards(LANE)
    assert heat_map(level, ()) == game.picture(level, game.initial(level))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_more_is_stronger(theme: str) -> None:
    """Not by colour alone: the amount is written too."""
    (level,) = read_boards(LANE)
    picture = svg(heat_map(level, "RRR"), theme=theme)  # type: ignore[arg-type]
    strengths = [
        float(said) for said in re.findall(r'fill="#D55E00" fill-opacity="(\.\d+)"', picture)
    ]
    assert strengths == sorted(strengths)
    assert len(strengths) == 2
    assert re.findall(r">(\d)</text>", picture) == ["1", "2", "2", "1"]


def test_a_large_board_counts_squares_of_cells() -> None:
    (level,) = read_boards(f"#{'#' * 99}\n#@$ .{' ' * 94}#\n#{'#' * 99}\n")
    marks = heat_map(level, "RR").marks
    assert {(m.x, m.y, m.width, m.height, m.sign) for m in marks} == {
        (0, 0, 3, 3, "1"),
        (3, 0, 3, 3, "2"),
    }
    assert {(m.x, m.y) for m in heat_map(level, "RR", most=100).marks} == {(2, 1), (3, 1), (4, 1)}


def test_in_text_bare_cells_show_the_amount() -> None:
    (level,) = read_boards(LANE)
    scene = heat_map(level, "RRR", window=CORNER)
    assert str(scene).splitlines()[1] == "██@ $ 2 2 ◎ ██"
    assert "2 2" in render(scene).plain
    marks = tuple(
        Mark(x, 0, None, "", sign=sign, heat=1) for x, sign in enumerate(("7", "42", "100"))
    )
    assert str(Scene(3, 1, (), marks=marks)) == "7 42++"


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_what_could_be_left_out_is_seen_on_the_picture(game: AnyGame) -> None:
    level = sample_levels(game.id)[1]
    picture = game.picture(level, game.initial(level))
    found = list(game.relaxed_variants(level))
    assert found
    for easement in found:
        assert not game.validate(easement.level)
        assert easement.cells
        for cell in easement.cells:
            assert cell.within(picture.width, picture.height)
