"""`check --instance`: the certificate's instance, compared with the user's own."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

GRAPH = "1 2\n1 3\n2 3\n3 4\n"


@pytest.fixture
def proven(gridproof: Run) -> None:
    Path("graph.txt").write_text(f"cover: 2\n{GRAPH}")
    Path("bare.txt").write_text(GRAPH)
    gridproof("reduce", "vc-to-bombcover", "graph.txt", "--out", "board.txt")
    gridproof("reduce", "audit", "board.map.json", "--out", "c.gpc")


@pytest.mark.usefixtures("proven")
def test_the_line_names_the_instance(gridproof: Run) -> None:
    done = gridproof("check", "c.gpc", "--instance", "graph.txt")
    record = json.loads(gridproof("check", "c.gpc", "--json").out)
    assert record["instance_digest"] != record["digest"]
    assert f"  instance {record['instance_digest'][:16]}  " in done.out
    assert (done.code, done.err) == (0, "")
    board = json.loads(gridproof("certify", "board.txt", "--out", "b.gpc", "--json").out)
    plain = json.loads(gridproof("check", "b.gpc", "--instance", "board.txt", "--json").out)
    assert plain["instance_digest"] == plain["digest"]
    assert plain["accepted"], board


@pytest.mark.usefixtures("proven")
@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("--instance", "bare.txt", "--cover", "2"), 0, "ACCEPTED"),
        (("--instance", "bare.txt", "--cover", "3"), 1, "bare.txt has a cover of 3"),
        (("--instance", "bare.txt"), 2, "how many vertices the cover may have"),
        (("--instance", "board.txt"), 2, "the certificate stands for an instance of planar"),
        (("--instance", "nowhere.txt"), 2, "nowhere.txt"),
        (("--instance", "-", "-"), 2, "standard input cannot hold both"),
        (("--cover", "2"), 2, "`--cover` is said of the graph in `--instance`"),
    ],
)
def test_outcomes_of_a_comparison(
    gridproof: Run, arguments: tuple[str, ...], code: int, said: str
) -> None:
    done = gridproof("check", "c.gpc", *arguments)
    assert done.code == code
    assert said in done.out + done.err
