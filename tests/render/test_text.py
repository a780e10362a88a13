"""Drawings in a terminal: the plain text is kept, and colours can be read on any ground."""

from __future__ import annotations

import pytest
from rich.color import Color
from rich.style import Style

from gridproof.game import AnyGame
from gridproof.grid import Pos
from gridproof.playing.session import Session
from gridproof.render import text
from gridproof.render.text import COLOURS, layout, render, styled_lines
from gridproof.scene import KINDS, Scene, Sprite, Window
from tests.samples import GAMES, random_levels

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
#: Grounds that terminals have.
GROUNDS = ("#000000", "#16181d", "#fbfaf7", "#ffffff")


def luminance(color: str | int) -> float:
    found = Color.from_ansi(color) if isinstance(color, int) else Color.parse(color)
    parts = [part / 255 for part in found.get_truecolor()]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str | int, other: str | int) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", COLOURS)
def test_colours_are_seen_on_every_ground(name: str) -> None:
    for ground in GROUNDS:
        assert contrast(COLOURS[name], ground) >= 3, ground


@pytest.mark.parametrize("name", COLOURS)
def test_text_can_be_read_on_the_ground_of_a_thing(name: str) -> None:
    style = Style.parse(text._ground(name))
    assert style.color is not None
    assert style.color.number is not None
    assert contrast(style.color.number, COLOURS[name]) >= 4.5


def test_every_kind_has_a_style_or_is_bold() -> None:
    for kind in KINDS:
        assert Style.parse(text._style(Sprite("x", kind, 0, 0))) is not None


@each_game
def test_colour_leaves_the_drawing_as_it_is(game: AnyGame) -> None:
    for level in random_levels(game.id, 2):
        picture = Session(level, game=game).picture
        plain = [line.rstrip() for line in render(picture).plain.splitlines()]
        assert plain == str(picture).splitlines()


@each_game
def test_the_layout_is_that_of_the_drawing(game: AnyGame) -> None:
    for level in random_levels(game.id, 2):
        picture = Session(level, game=game).picture
        lines = ["".join(piece for piece, _ in line) for line in styled_lines(picture)]
        grid = layout(picture)
        columns, rows = grid.size(picture.width, picture.height)
        assert len(lines) == rows
        assert {len(line) for line in lines} == {columns}
        assert grid.fitting(columns, rows) == (picture.width, picture.height)
        for sprite in picture.sprites:
            column, line = grid.size(sprite.x, sprite.y)
            assert grid.cell(column, line) == Pos(sprite.x, sprite.y)


def test_fewer_cells_than_fit_are_never_promised() -> None:
    scene = Scene(9, 9, (), edges=frozenset(), window=Window(2, 2, 3, 3))
    grid = layout(scene)
    assert grid.fitting(0, 0) == (1, 1)
    for columns in range(5, 40):
        width, _ = grid.fitting(columns, 9)
        assert grid.size(width, 1)[0] <= columns < grid.size(width + 1, 1)[0]
