"""Scenes over backdrops."""

from __future__ import annotations

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
