"""``gridproof rate``: where the moves go, and what would make a board easier."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

Run = Callable[..., Any]
#: Without the pillar the way round it is shorter; the second board has no solution.
PILLAR = "; Pillar\n#######\n#@#   #\n# # $.#\n#     #\n#######\n"
STUCK = "; Stuck\n#####\n#$.@#\n#   #\n#####\n"


@pytest.fixture
def boards(tmp_path: Path) -> str:
    (tmp_path / "boards.txt").write_text(f"{PILLAR}\n{STUCK}")
    return "boards.txt"


def test_what_would_make_it_easier(gridproof: Run, boards: str) -> None:
    run = gridproof("rate", boards, "--what-if", "--objective", "moves")
    assert run.code == 0
    assert run.out.splitlines()[-2:] == [
        "Pillar: without the wall at row 2, column 3 or the wall at row 3, column 3: "
        "4 moves instead of 6 moves",
        "Stuck: nothing can be taken away",
    ]


def test_what_if_in_json(gridproof: Run, boards: str) -> None:
    run = gridproof("rate", boards, "--level", 1, "--what-if", "--objective", "moves", "--json")
    record = json.loads(run.out)["what_if"]
    assert [(best["without"], best["cells"]) for best in record["best"]] == [
        ("wall", [[2, 1]]),
        ("wall", [[2, 2]]),
    ]
    assert (record["cost"], record["gain"], record["certain"]) == (4, 2, True)
    run = gridproof("rate", boards, "--level", 1, "--json")
    assert "what_if" not in json.loads(run.out)


def test_what_if_without_an_optimum(gridproof: Run, boards: str) -> None:
    run = gridproof("rate", boards, "--level", 1, "--what-if", "--time", 0)
    assert run.code == 3
    assert run.out.splitlines()[-1] == "Pillar: not known: its optimum is not proven"


def test_heat_in_the_terminal(gridproof: Run, boards: str) -> None:
    run = gridproof("rate", boards, "--level", "Pillar", "--heat")
    assert run.out.splitlines()[-7:-2] == [
        "██████████████",
        "██@ ██· · · ██",
        "██1 ██1 $ ◎ ██",
        "██1 1 1 · · ██",
        "██████████████",
    ]


def test_pictures(gridproof: Run, boards: str, tmp_path: Path) -> None:
    pictures = ("--svg", "out", "--png", "out", "--theme", "dark")
    run = gridproof("rate", boards, "--what-if", *pictures, "--objective", "moves")
    assert run.code == 0
    names = sorted(file.name for file in (tmp_path / "out").iterdir())
    assert names == ["001-pillar.png", "001-pillar.svg", "002-stuck.png", "002-stuck.svg"]
    picture = ElementTree.parse(tmp_path / "out" / "001-pillar.svg").getroot()
    signs = [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert signs.count("1") == 7
    assert signs.count("−2") == 2
    run = gridproof("rate", boards, "--level", 1, "--svg", "-")
    assert ElementTree.fromstring(run.out).tag.endswith("svg")
    run = gridproof("rate", boards, "--level", 1, "--svg", "-", "--json")
    assert (run.code, run.out) == (2, "")
