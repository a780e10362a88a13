"""``gridproof rate``: tables, JSON, exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[..., Any]

LANE = "; lane\n#######\n#     #\n#@$ . #\n#######\n"
STUCK = "; stuck\n#####\n#@$.#\n#$ .#\n#####\n"
BOMBS = "@.x\n..x\n"


def test_a_table_a_game(gridproof: Run) -> None:
    found = gridproof("rate", "-", "--game", "sokoban", stdin=f"{LANE}\n{STUCK}")
    assert found.code == 0
    heading, lane, stuck, *_, own, _, _ = found.out.splitlines()
    assert " ".join(heading.split()) == "board score best plays states next forced dead"
    assert lane.split() == ["lane", "4.0", "2", "1", "4", "2.0", "100%", "25%"]
    assert stuck.split()[:4] == ["stuck", "–", "none", "0"]
    assert own.split()[0] == "board"  # what the game itself measures
    assert not found.err


def test_json_is_one_object_a_board(gridproof: Run) -> None:
    found = gridproof("rate", "-", "--json", stdin=f"{LANE}\n{STUCK}")
    assert found.code == 0
    lane, stuck = map(json.loads, found.out.splitlines())
    assert (lane["v"], lane["level"], lane["title"], lane["status"]) == (1, 1, "lane", "OPTIMAL")
    assert lane["values"]["optimum"] == 2
    assert lane["values"]["score"] == 4.0
    assert lane["solution"] == "RR"
    assert lane["at_least"] == []
    assert (stuck["status"], stuck["values"]["score"]) == ("INFEASIBLE", None)


def test_the_objective_and_the_board_can_be_chosen(gridproof: Run) -> None:
    arguments = ("rate", "-", "--json", "--objective", "pushes-moves", "--level", "lane")
    (line,) = gridproof(*arguments, stdin=f"{STUCK}\n{LANE}").out.splitlines()
    assert json.loads(line)["values"]["optimum"] == [2, 2]
    assert gridproof("rate", "-", "--objective", "beauty", stdin=LANE).code == 2


def test_what_is_left_open_is_marked_and_exits_3(gridproof: Run) -> None:
    found = gridproof("rate", "-", "--states", "2", stdin=LANE)
    assert found.code == 0
    assert "≥1" in found.out
    assert "--states" in found.err
    found = gridproof("rate", "-", "--time", "0", stdin=LANE)
    assert found.code == 3
    assert found.out.splitlines()[1].split() == ["lane", "–", "–"]


def test_a_bad_board_is_said_and_the_others_are_rated(gridproof: Run) -> None:
    found = gridproof("rate", "-", "--game", "sokoban", stdin=f"; bad\n####\n#@$#\n####\n\n{LANE}")
    assert found.code == 2
    assert "as many boxes as goals" in found.err
    assert "lane" in found.out


def test_an_optimum_that_is_not_true_is_said(gridproof: Run) -> None:
    found = gridproof("rate", "-", "--game", "bombcover", stdin=f"optimum: 5\n{BOMBS}")
    assert found.code == 2
    assert "CONTRADICTION" in found.err


@pytest.mark.parametrize("arguments", [(), ("--time", "-1", "-"), ("--states", "x", "-")])
def test_bad_usage(gridproof: Run, arguments: tuple[str, ...]) -> None:
    assert gridproof("rate", *arguments, stdin=LANE).code == 2
