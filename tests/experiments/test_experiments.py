"""Published tables, repeated on a small scale."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gridproof.cli import run
from gridproof.experiments import find_experiment, names
from gridproof.experiments.bombcover_table1 import counts
from gridproof.games.bombcover.game import GAME
from gridproof.lazy import load
from gridproof.processes.dispatch import parallel_map
from tests.samples import generated

SMALL = ["--set", "boards=25", "--set", "sides=[4, 5]", "--quiet"]


def rows_of(captured: str) -> list[dict[str, Any]]:
    """Return the measured rows, without the claims behind them."""
    rows = [json.loads(line) for line in captured.splitlines()]
    return [row for row in rows if "claim" not in row]


@pytest.mark.parametrize("name", names())
def test_every_experiment_names_what_exists(name: str) -> None:
    experiment = find_experiment(name)
    assert callable(load(experiment.run))
    assert not experiment.draw or callable(load(experiment.draw))
    assert experiment.title
    assert experiment.source


def test_experiments_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["experiment"]) == 0
    assert "bombcover-table1: Greedy against random" in capsys.readouterr().out


def test_a_table_is_repeated(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["experiment", "bombcover-table1", "--json", "--replicates", "3", *SMALL]) == 0
    four, five = rows_of(capsys.readouterr().out)
    assert (four["side"], four["boards"], four["left out"]) == (4, 75, 0)
    # On 2 × 2 cells all powers above 0 are equal, so both orders make the same number of states.
    assert four["total"] == {
        "ratio": 1.0,
        "interval": 0.0,
        "least": 1.0,
        "most": 1.0,
        "published": 1.0,
    }
    assert isinstance(five["best"], dict)
    assert 0 < five["best"]["ratio"] < 1
    assert five["best"]["least"] <= five["best"]["ratio"] <= five["best"]["most"]
    assert five["best"]["published"] == 0.5069


def test_the_number_of_processes_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for jobs in ("1", "2"):
        assert run(["experiment", "bombcover-table1", "--json", "--jobs", jobs, *SMALL]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]


def test_the_table_and_the_plot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plot = tmp_path / "figure17.svg"
    once = ["--replicates", "1", *SMALL]
    assert run(["experiment", "bombcover-table1", "--plot", str(plot), *once]) == 0
    assert "total, published" in capsys.readouterr().out
    svg = plot.read_text()
    assert "25 of side 4, 25 of side 5" in svg
    assert ">greedy, to the best<" in svg
    assert "limit:" not in svg  # all searches went to their ends


def test_files_are_written_also_if_nobody_reads_the_table(tmp_path: Path) -> None:
    page, plot = tmp_path / "page.html", tmp_path / "plot.svg"
    files = ["--html", str(page), "--plot", str(plot)]
    command = [sys.executable, "-m", "gridproof", "experiment", "bombcover-table1", *files]
    reader, writer = os.pipe()
    os.close(reader)
    try:
        ended = subprocess.run([*command, "--replicates", "1", *SMALL], stdout=writer, check=False)
    finally:
        os.close(writer)
    assert ended.returncode == 0
    assert page.is_file()
    assert plot.is_file()


def test_boards_that_are_left_out_are_in_the_plot(tmp_path: Path) -> None:
    plot = tmp_path / "figure17.svg"
    assert (
        run(["experiment", "bombcover-table1", "--plot", str(plot), *SMALL, "--set", "states=9"])
        == 0
    )
    assert ">limit: 9<" in plot.read_text()


def test_plots_for_papers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plot = tmp_path / "figure17.svg"
    once = ["--replicates", "1", *SMALL]
    assert run(["experiment", "bombcover-table1", "--plot", str(plot), "--plain", *once]) == 0
    svg = plot.read_text()
    assert ">greedy, to the best<" in svg
    assert "Means over" not in svg
    assert run(["experiment", "bombcover-table1", "--plain", *once]) == 2
    assert "--plot" in capsys.readouterr().err


def test_the_plot_of_the_courses_sokoban_solvers(tmp_path: Path) -> None:
    plot = tmp_path / "course.svg"
    few = ["--set", "levels=[1, 5]", "--set", "ratios=[1, 32]", "--set", "states=20000"]
    assert run(["experiment", "sokoban-course", "--quiet", "--plot", str(plot), *few]) == 0
    svg = plot.read_text()
    for said in ("neither", "1/32", "states stored", "limit: 20,000", "Levels: n = 2"):
        assert said in svg


def test_an_experiment_needs_no_plot(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = replace(find_experiment("sokoban-course"), draw="")
    monkeypatch.setattr("gridproof.cli.experiment.find_experiment", lambda name: plain)
    assert run(["experiment", "sokoban-course", "--plot", "x.svg"]) == 2
    assert "sokoban-course has no plot" in capsys.readouterr().err


def test_progress_is_said_on_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["experiment", "bombcover-table1", *SMALL[:-1]]) == 0
    assert "4×4: 5 of 5 replicates" in capsys.readouterr().err


def test_the_states_of_the_courses_sokoban_solvers(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    few = ["sokoban-course", "--quiet", "--set", "levels=[1, 5]", "--set", "ratios=[1, 32]"]
    assert run(["experiment", *few, "--json"]) == 0
    one, five = rows_of(capsys.readouterr().out)
    assert (one["level"], one["squares"], one["boxes"], one["moves"]) == ("1", 14, 2, 33)
    states = five["forward only"]
    assert isinstance(states, dict)
    assert states["both"] < states["dead squares"] < states["freeze"] < states["neither"]
    assert isinstance(five["both ends"], dict)
    assert five["both ends"]["1/1"] < five["both ends"]["1/32"] < states["both"]
    assert run(["experiment", *few, "--jobs", "2"]) == 0
    assert f"{states['neither']:,}" in capsys.readouterr().out
    board = tmp_path / "course.in"
    board.write_text("3 5\n#####\n#@$.#\n#####\n2 4\n.-@-\n$---\n")
    assert run(["experiment", *few, "--json", "--set", f'file="{board}"']) == 0
    solvable, unsolvable = rows_of(capsys.readouterr().out)
    assert (solvable["moves"], unsolvable["moves"]) == (1, None)


def test_searches_that_are_stopped_have_no_figure(capsys: pytest.CaptureFixture[str]) -> None:
    few = ["sokoban-course", "--quiet", "--set", "levels=[5]", "--set", "states=20000"]
    assert run(["experiment", *few, "--json"]) == 0
    (row,) = rows_of(capsys.readouterr().out)
    assert isinstance(row["forward only"], dict)
    assert row["forward only"]["neither"] is None
    assert row["moves"] == 25
    assert run(["experiment", *few]) == 0
    assert " - " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["sokoban-course", "--set", "levels=[156]"], 2, "Microban I has levels 1 to 155"),
        (["sokoban-course", "--set", "ratios=[0]"], 2, "`ratios`: whole numbers begin at 1"),
        (["sokoban-course", "--set", 'file="no such file"'], 2, "cannot be read"),
        (["sokoban-course", "--plot", "x.gif"], 2, "plots are written as svg, pdf, png"),
        (["bombcover-table"], 2, "did you mean `bombcover-table1`?"),
        (["bombcover-table1", "--set", "board=3"], 2, "did you mean `boards`?"),
        (["bombcover-table1", "--set", "boards=many"], 2, "is written like `1200`"),
        (["bombcover-table1", "--jobs", "0"], 2, "at least 1"),
        (["bombcover-table1", "--set", "boards=0"], 2, "`boards`: whole numbers begin at 1: `0`"),
        (["bombcover-table1", "--set", "sides=[]"], 2, "`sides`: a list has entries"),
        (["bombcover-table1", "--set", "sides=[4, 4]"], 2, "each of them once: `[4, 4]`"),
        (["bombcover-table1", "--set", 'sides=["4"]'], 2, "is written like `[4, 5, 6, 7, 8]`"),
        (["merge-enumerations", "--set", "families={}"], 2, "a table has entries"),
        (["merge-enumerations", "--set", "families={a={boards=1}}"], 2, "is written like `{"),
        (["merge-enumerations", "--set", "seconds=0"], 2, "`seconds` is above 0"),
        (["bombcover-table1", "--html", "-"], 2, "standard output has the tables"),
        (["bombcover-table1", "--plot", "-"], 2, "standard output has the tables"),
    ],
)
def test_faults(
    arguments: list[str], code: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["experiment", *arguments]) == code
    assert message in capsys.readouterr().err


def test_plots_say_what_they_need(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("gridproof.render.plots.find_spec", lambda name: None)
    assert run(["experiment", "bombcover-table1", "--plot", "x.png", *SMALL]) == 4
    assert "pip install 'gridproof[plot]'" in capsys.readouterr().err


def test_boards_on_which_a_search_is_stopped_are_left_out() -> None:
    found, left_out = counts(6, "seed", 20, 0.5, 0.18, 50)
    assert len(found) + left_out == 20
    assert left_out > 0
    assert all(total <= 50 for row in found for total in row)


def test_ctrl_c_keeps_what_is_done() -> None:
    def work(number: int) -> int:
        if number == 2:
            raise KeyboardInterrupt
        return number

    assert list(parallel_map(work, [(0,), (1,), (2,), (3,)], 1)) == [((0,), 0), ((1,), 1)]


def test_random_boards_are_as_the_thesis_says() -> None:
    kinds = dict.fromkeys("#.x", 0)
    for seed in range(300):
        board = generated("bombcover", "random", seed, width=8, height=8)
        assert not GAME.validate(board)
        inner = [board.cells[y * 8 + x] for y in range(1, 7) for x in range(1, 7)]
        assert board.cells.count("#") - inner.count("#") == 28
        for kind in kinds:
            kinds[kind] += inner.count(kind)
    total = sum(kinds.values())
    assert abs(kinds["."] / total - 0.5) < 0.02
    assert abs(kinds["#"] / total - 0.18) < 0.02


def test_the_page_of_figures_has_what_was_published() -> None:
    """Its published columns are those of the files; ours are measurements."""
    page = Path(__file__).parents[2] / "docs" / "explanation" / "experiments.md"
    text = page.read_text(encoding="utf-8")
    for name in names():
        assert f"## `{name}`" in text
    for side, published in find_experiment("bombcover-table1").published.items():
        (row,) = re.findall(rf"^\| {side} \| (.*) \|$", text, re.MULTILINE)
        _, total, _, best, _ = row.split(" | ")
        assert (float(total), float(best)) == (published["total"], published["best"])
