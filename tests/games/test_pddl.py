"""Boards in which a planning problem can easily say something else than the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from gridproof.errors import InputError
from gridproof.export.export import export, read_answer
from gridproof.export.pddl import moves_of_plan
from gridproof.files.reading import read_boards
from gridproof.result import Status
from gridproof.solving.solve import solve
from tests.other_programs import fast_downward

#: Robots: without walls, `[x, y]` of robot 0, 1, …, the target, options, and the optimum.
ROBOTS = {
    "it passes the target and stops behind it": ([[0, 0]], [2, 0], {}, None),
    "a helper stops it": ([[0, 0], [3, 2]], [2, 0], {}, 2),
    "it stands there": ([[2, 1]], [2, 1], {}, 0),
    "it stands there, but has to move": ([[0, 0]], [0, 0], {"ricochet": "yes"}, 4),
    "one axis is enough": ([[0, 0]], [3, 0], {}, 1),
    "one axis is not enough": ([[0, 0]], [3, 0], {"ricochet": "yes"}, 3),
    "another one gets there": ([[0, 0], [3, 2]], [3, 0], {"target-robot": "any"}, 1),
    "that one is not asked for": ([[0, 0], [3, 2]], [3, 0], {"target-robot": "1"}, 1),
    "any of them, on both axes": (
        [[0, 0], [3, 2]],
        [3, 0],
        {"target-robot": "any", "ricochet": "yes"},
        3,
    ),
}
SOKOBAN = {
    "solved from the start": "#####\n#@* #\n#####\n",
    "a box that nobody gets to": "########\n#@ $.#*#\n########\n",
    "outside there is floor": "  #####\n  #@$.#\n###   #\n#     #\n#######\n",
    "boxes block each other": "######\n#@$$.#\n#   .#\n######\n",
    "long ways for few pushes": "#######\n#  .  #\n# #$# #\n# # # #\n#    @#\n#######\n",
    "turned": "####\n#@ #\n# $#\n#  #\n# .#\n####\n",
    "no room to push": "#####\n#@$.#\n#$. #\n#####\n",
}


@pytest.mark.parametrize("name", ROBOTS)
def test_robots(name: str, tmp_path: Path) -> None:
    robots, target, options, optimum = ROBOTS[name]
    board = {"width": 4, "height": 3, "walls": [], "robots": robots, "target": target}
    (level,) = read_boards(str(board).replace("'", '"'), name, game="robots", options=options)
    result = solve(level)
    theirs = fast_downward(export(level, "pddl"), tmp_path)
    if theirs is None:
        assert result.status is Status.INFEASIBLE
        assert optimum is None
        return
    assert theirs.optimum == result.cost == optimum
    moves, verdict = read_answer(level, "pddl", theirs.text)
    assert verdict.cost == optimum == len(moves)


@pytest.mark.parametrize("objective", ["pushes", "moves"])
@pytest.mark.parametrize("name", SOKOBAN)
def test_sokoban(name: str, objective: str, tmp_path: Path) -> None:
    (level,) = read_boards(SOKOBAN[name], name, game="sokoban")
    result = solve(level, objective=objective)
    theirs = fast_downward(export(level, "pddl", objective=objective), tmp_path)
    if theirs is None:
        assert result.status is Status.INFEASIBLE
        return
    assert theirs.optimum == result.cost
    assert read_answer(level, "pddl", theirs.text, objective=objective)[1].cost == result.cost


def test_plans_as_planners_write_them() -> None:
    actions = {"go": lambda arguments: arguments[0], "wait": lambda arguments: None}
    for plan in (
        "(go left)\n(wait)\n(go up)\n; cost = 2 (unit cost)\n",
        "; a plan\n0.000: (GO left)  [1.000]\n1: ( wait )\n2: (go up) [1]\n\n",
    ):
        assert moves_of_plan(plan, actions) == ["left", "up"]
    assert moves_of_plan("; cost = 0 (unit cost)\n", actions) == []
    for plan in ("go left", "(fly)", "(go)", "()", "(go left) (go up)"):
        with pytest.raises(InputError, match=r"plan, line 2: not an action of this domain"):
            moves_of_plan(f"(wait)\n{plan}\n", actions)
