"""Pages of boards and the index that leads to them."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from gridproof.cli import run
from gridproof.cli.exit_codes import ExitCode
from gridproof.registry import games
from gridproof.solving.solve import solve
from tests.samples import sample_levels

BOARDS = """; <b>One & only</b>
####
#@$.#
####

; A box in a corner
#####
#@ $#
# . #
#####

; a fault
####
#@@.#
####
"""


@pytest.fixture
def boards(tmp_path: Path) -> str:
    file = tmp_path / "boards.txt"
    file.write_text(BOARDS, encoding="utf-8")
    return str(file)


def record(page: Path) -> Any:
    found = re.search(r'id="record">(.*?)</script>', page.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def test_a_folder_gets_a_page_a_board_and_an_index(boards: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert run(["solve", boards, "--html", str(out), "--game", "sokoban"]) == ExitCode.BAD_INPUT
    names = sorted(path.name for path in out.iterdir())
    assert names == [
        "001-b-one-only-b.html",
        "001-b-one-only-b.svg",
        "002-a-box-in-a-corner.html",
        "002-a-box-in-a-corner.svg",
        "index.html",
    ]
    index = (out / "index.html").read_text(encoding="utf-8")
    assert "<b>One" not in index
    titles = [unescape(title) for title in re.findall(r"<strong[^>]*>(.*?)</strong>", index)]
    assert titles == ["<b>One & only</b>", "A box in a corner"]
    assert re.findall(r'data-status="(\w*)"', index) == ["OPTIMAL", "INFEASIBLE"]
    assert ">2 boards<" in index
    assert re.findall(r'<a href="(.*?)"', index) == [n for n in names[:4] if n.endswith("html")]
    assert "1 push · proven optimal" in index
    assert record(out / names[0])["solution"] == "R"
    assert not record(out / names[2])["steps"]
    assert index.count("<summary>Rules of Sokoban</summary>") == 1
    for name, known in ((names[0], "1 push is enough"), (names[2], "this board has no solution")):
        page = (out / name).read_text(encoding="utf-8")
        assert f" · {known}" in page.partition("<main>")[0]
        assert page.count("<summary>Rules of Sokoban</summary>") == 1


def test_boards_that_nobody_solved_have_pages_too(boards: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(["show", boards, "--html", f"{out}/", "--game", "sokoban", "--level", "1"])
    assert sorted(path.suffix for path in out.iterdir()) == [".html", ".html", ".svg"]
    index = (out / "index.html").read_text(encoding="utf-8")
    assert "not solved here" in index


def test_one_board_is_one_file_and_may_go_to_standard_output(
    boards: str, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    file = tmp_path / "page.html"
    options = ["--game", "sokoban", "--level", "1"]
    assert run(["solve", boards, "--html", str(file), *options]) == ExitCode.ANSWERED
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".html"] == ["page.html"]
    capfdbinary.readouterr()
    assert run(["solve", boards, "--html", "-", *options]) == ExitCode.ANSWERED
    page = capfdbinary.readouterr().out.decode()
    assert page.startswith("<!doctype html>")
    assert page.rstrip().endswith("</html>")
    assert run(["solve", boards, "--html", str(file), "--game", "sokoban"]) == ExitCode.BAD_INPUT


def test_all_listed_solutions_are_on_the_page(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    robots = tmp_path / "robots.txt"
    game = games()["robots"]
    level = sample_levels("robots")[0]
    robots.write_text(game.write(level), encoding="utf-8")
    assert run(["solve", str(robots), "--all", "--html", str(file)]) == ExitCode.ANSWERED
    made = record(file)
    assert made["solution"]
    assert all(other["steps"] for other in made.get("solutions", []))


def test_a_page_that_cannot_be_written_is_said(boards: str, tmp_path: Path) -> None:
    nowhere = tmp_path / "no" / "page.html"
    options = ["--game", "sokoban", "--level", "1"]
    assert run(["solve", boards, "--html", str(nowhere), *options]) == ExitCode.BAD_INPUT
    assert run(["show", boards, "--html", str(nowhere), *options]) == ExitCode.BAD_INPUT


@pytest.mark.parametrize("problem", [KeyboardInterrupt, BrokenPipeError])
def test_the_index_is_written_whatever_ends_the_run(
    boards: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, problem: type[BaseException]
) -> None:
    solved: list[Any] = []

    def interrupted(*arguments: Any, **more: Any) -> Any:
        if solved:
            raise problem
        solved.append(solve(*arguments, **more))
        return solved[0]

    monkeypatch.setattr("gridproof.cli.solve.solve", interrupted)
    out = tmp_path / "out"
    run(["solve", boards, "--html", str(out), "--game", "sokoban"])
    assert sorted(path.name for path in out.iterdir()) == [
        "001-b-one-only-b.html",
        "001-b-one-only-b.svg",
        "index.html",
    ]
    assert ">1 board<" in (out / "index.html").read_text(encoding="utf-8")


def test_boards_that_are_not_solved_say_what_is_known(boards: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    options = ["--game", "sokoban", "--level", "1", "--nodes", "0"]
    assert run(["solve", boards, "--html", f"{out}/", *options]) == ExitCode.UNFINISHED
    index = (out / "index.html").read_text(encoding="utf-8")
    assert 'data-status="UNKNOWN"' in index
    assert "no solution found yet · at least 1 push" in index
    page = next(
        path for path in out.iterdir() if path.name.startswith("001") and "html" in path.name
    )
    assert "at least 1 push" in record(page)["facts"]


def test_a_sheet_is_one_page_with_solutions_if_they_are_wanted(tmp_path: Path) -> None:
    file, out = tmp_path / "b.txt", tmp_path / "s.html"
    file.write_text("#####\n#@$.#\n#####\n", encoding="utf-8")
    show = ["show", str(file)]
    assert run([*show, "--html", str(out), "--sheet", "--solutions"]) == 0
    assert ">R</li>" in out.read_text(encoding="utf-8")
    for options in (
        ["--sheet"],
        ["--html", str(out), "--solutions"],
        ["--html", f"{tmp_path}/folder/", "--sheet"],
        ["--html", str(out), "--sheet", "--playable"],
    ):
        assert run([*show, *options]) == ExitCode.BAD_INPUT
