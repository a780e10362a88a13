"""Scenes over backdrops."""

from __future__ import annotations

from gridproof.grid import Direction, Pos
from gridproof.render.text import render
from gridproof.scene import EVERYTHING, Mark, Scene, Sprite, Tiles, Window, blast


def test_a_scene_over_its_backdrop_has_all_of_both() -> None:
    goal, robot = Sprite("goal", "goal", 1, 0), Sprite("robot", "robot", 0, 0, label="R")
    below, above = Mark(0, 0, 1, "start"), Mark(1, 0, 2, "end")
    backdrop = Scene(2, 1, (goal,), edges=frozenset({(0, 0, "E")}), marks=(below,))
    picture = Scene(2, 1, (robot,), caption="one left", marks=(above,)).over(backdrop)
    assert picture.sprites == (goal, robot)
    assert picture.edges == backdrop.edges
    assert picture.marks == (below, above)
    assert picture.caption == "one left"


def test_walls_of_a_game_without_a_backdrop_stay() -> None:
    scene = Scene(2, 1, (), edges=frozenset({(0, 0, "E")}))
    assert scene.over(Scene(2, 1, ())) == scene


def test_marks_are_drawn_where_nothing_stands_and_own_kinds_by_their_label() -> None:
    sprites = (Sprite("a", "lever", 0, 0, label="/"), Sprite("b", "lever", 1, 0))
    marks = (Mark(0, 0, 1, "a lever"), Mark(2, 0, 1, "the end"))
    scene = Scene(4, 1, sprites, marks=marks)
    assert str(scene) == "/ le∘ ·"
    assert render(scene).plain.rstrip() == str(scene)
    assert str(Scene(1, 1, (Sprite("c", "player", 0, 0, label="@"), *sprites[:1]))) == "@"


def test_tiles_lie_below_sprites_and_a_window_takes_its_part() -> None:
    kinds = {"#": "wall", "x": "crate"}
    window = Window(1, 1, 3, 5)
    tiles = Tiles.of("#..##x.##..#", 4, kinds, window)
    assert (tiles.kinds, list(tiles.codes)) == (("", "wall", "crate"), [2, 0, 1, 0, 0, 1])
    assert [tiles.at(place) for place in range(3)] == ["crate", "", "wall"]
    assert Tiles.of(b"#..##x.##..#", 4, kinds, EVERYTHING).codes[4:8] == b"\1\2\0\1"
    player = Sprite("player", "player", 2, 1, label="@")
    scene = Scene(4, 3, (player,), window=window, tiles=(tiles,))
    assert str(scene).splitlines()[:2] == ["▒▒@ ██", "· · ██"]
    below = Tiles(("", "goal"), bytes([1] * 6))
    picture = scene.over(Scene(4, 3, (), window=window, tiles=(below,)))
    assert str(picture).splitlines()[:2] == ["▒▒@ ██", "◎ ◎ ██"]


def test_a_large_thing_is_drawn_within_the_window() -> None:
    square = Sprite("square1", "square", 0, 0, sign="1", width=3, height=2)
    point = Sprite("point", "covered", 1, 1)
    assert str(Scene(4, 3, (square, point))) == "░░░░░░·\n░░○ ░░·\n· · · ·"
    assert str(Scene(4, 3, (square, point), window=Window(2, 1, 2, 1))).startswith("░░·\n(rows")
    assert (square.words, point.words) == ("square 1", "covered")


def test_the_arms_of_a_blast_lie_around_the_bomb() -> None:
    arms = {Direction.U: 1, Direction.D: 0, Direction.L: 2, Direction.R: 1}
    scene = Scene(5, 2, (Sprite("bomb", "bomb", 2, 1), *blast(Pos(2, 1), arms)))
    assert str(scene) == "· · ✶ · ·\n✶ ✶ ✹ ✶ ·"
    assert [s.id for s in scene.sprites[1:]] == ["blastU", "blastL", "blastR"]
