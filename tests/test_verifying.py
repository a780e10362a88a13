"""Replays of whole solutions, and the optimum that a board's header says."""

from __future__ import annotations

import pytest

from gridproof.registry import find_game
from gridproof.verifying import disproof, stated_optimum, verify
from tests.samples import level_of

SOKOBAN = find_game("sokoban")


def test_the_number_of_a_wrong_move_counts_all_moves_before_it() -> None:
    board = {"width": 2, "height": 1, "walls": [], "robots": [[0, 0]], "target_robot": 0}
    level = level_of("robots", {**board, "target": [1, 0]})
    verdict = verify("robots", level, ["0R", "0L"] * 150 + ["0L", "0R"])
    assert (verdict.valid, verdict.move_number) == (False, 301)
    assert verdict.fault is not None
    assert verdict.fault.startswith("move 301 of 302, `0L`: robot 0 cannot move left")


@pytest.mark.parametrize(
    ("objective", "optimum"),
    [("pushes", 3), ("pushes-moves", 3), ("moves", None), ("moves-pushes", None)],
)
def test_a_stated_optimum_is_in_the_metric_of_the_first_objective(
    objective: str, optimum: int | None
) -> None:
    level = level_of("sokoban", {"rows": ["#####", "#@$.#", "#####"]}).with_info(optimum="3")
    assert stated_optimum(SOKOBAN, level, SOKOBAN.objective(objective)) == optimum


def test_a_stated_optimum_is_disproved_by_findings_for_the_first_objective_alone() -> None:
    assert disproof(SOKOBAN, "3", "pushes", 2, None) == "there is a solution of 2"
    assert disproof(SOKOBAN, "3", "pushes", None, 4) == "there is a bound of 4"
    assert disproof(SOKOBAN, "3", "pushes", 3, 3) is None
    assert disproof(SOKOBAN, "3", "moves", 2, None) is None
    assert disproof(SOKOBAN, "3", "moves-pushes", None, (4, 0)) is None
