"""Scenes over backdrops."""

from __future__ import annotations

from gridproof.render.text import render
from gridproof.scene import Mark, Scene, Sprite


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
