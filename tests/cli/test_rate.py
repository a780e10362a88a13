"""``gridproof rate``: tables, JSON, exit codes."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from rich.console import Console

from gridproof.cli import messages
from gridproof.design.rate import rate
from gridproof.game import AnyGame
from gridproof.registry import games
from tests.samples import tiny_makers

Run = Callable[..., Any]

LANE = "; lane\n#######\n#     #\n#@$ . #\n#######\n"
STUCK = "; stuck\n#####\n#@$.#\n#$ .#\n#####\n"
BOMBS = "@.x\n..x\n"


def test_a_table_a_game(gridproof: Run) -> None:
    found = gridproof("rate", "-", "--game", "sokoban", stdin=f"{LANE}\n{STUCK}")
    assert found.code == 0
    heading, lane, stuck = found.out.splitlines()
    own = " ".join(measure.title for measure in games()["sokoban"].measures)
    assert " ".join(heading.split()) == f"board score best plays states next forced dead {own}"
    assert lane.split()[:8] == ["lane", "4.0", "2", "1", "4", "2.0", "100%", "25%"]
    assert stuck.split()[:4] == ["stuck", "–", "none", "0"]
    assert not found.err


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_tables_are_whole_where_there_is_room(
    gridproof: Run, monkeypatch: pytest.MonkeyPatch, game: AnyGame
) -> None:
    """Narrow terminals get the game's own measures in a table of their own."""
    level = next(iter(tiny_makers(game.id).values()))(random.Random(1))
    board = game.write(level)
    measured = rate(level, game=game)
    own = [m.title for m in game.measures if measured.values[m.id] is not None]
    for width, tables in ((500, 1), (75, 2)):
        written = io.StringIO()
        console = Console(file=written, width=width)
        monkeypatch.setattr(messages, "stdout", lambda console=console: console)
        found = gridproof("rate", "-", "--game", game.id, stdin=board)
        lines = (written.getvalue() + found.out).splitlines()
        headings = [line for line in lines if line.startswith("board")]
        assert len(headings) == (tables if own else 1)
        assert headings[-1].rstrip().endswith(" ".join(own[-1:]))


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
