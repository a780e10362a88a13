"""Files that verbs write: where, under which names, and never by half."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from gridproof.errors import InputError
from gridproof.files.writing import partial_file, write_file

Run = Callable[..., Any]
#: Three boards; the second title is no name of a file, the third is the first one again.
BOARDS = "title: One\n\n@$.\n\ntitle: ../../<Two>? ★\n\n@ $.\n\ntitle: One\n\n@$ .\n"


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    file = tmp_path / "boards.txt"
    file.write_text(BOARDS)
    return file


def test_a_picture_of_one_board(gridproof: Run, boards: Path, tmp_path: Path) -> None:
    run = gridproof("show", boards, "--level", 1, "--svg", "one.svg", "--png", "one.png")
    assert (run.code, run.out, run.err) == (0, "", "")
    assert ElementTree.parse(tmp_path / "one.svg").getroot().tag.endswith("svg")
    assert (tmp_path / "one.png").read_bytes().startswith(b"\x89PNG")
    assert {file.name for file in tmp_path.iterdir()} == {"boards.txt", "one.svg", "one.png"}


def test_a_picture_on_standard_output(gridproof: Run, boards: Path) -> None:
    run = gridproof("show", "--svg", "-", "-", "--theme", "dark", stdin="@$.\n")
    assert run.code == 0
    assert ElementTree.fromstring(run.out).tag.endswith("svg")
    for more in (["--json"], ["--format", "text"], ["--png", "-"]):
        run = gridproof("show", boards, "--level", 1, "--svg", "-", *more)
        assert (run.code, run.out) == (2, "")
        assert "several things" in run.err


@pytest.mark.parametrize("folder", ["pictures", "some.where/"])
def test_pictures_of_several_boards_have_safe_names(
    gridproof: Run, boards: Path, tmp_path: Path, folder: str
) -> None:
    assert gridproof("show", boards, "--svg", folder).code == 0
    names = sorted(file.name for file in (tmp_path / folder).iterdir())
    assert names == ["001-one.svg", "002-two.svg", "003-one.svg"]


def test_boards_of_several_files_do_not_meet(gridproof: Run, tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.txt").write_text("@$.\n")
    assert gridproof("show", "a/x.txt", "b/x.txt", "--svg", "out").code == 0
    names = sorted(file.name for file in (tmp_path / "out").iterdir())
    assert names == ["x-001-2.svg", "x-001.svg"]


@pytest.mark.parametrize("out", ["all.svg", "-"])
def test_several_boards_need_a_folder(
    gridproof: Run, boards: Path, tmp_path: Path, out: str
) -> None:
    run = gridproof("show", boards, "--svg", out)
    assert (run.code, run.out) == (2, "")
    assert "several boards" in run.err
    assert "--level" in run.err
    assert list(tmp_path.iterdir()) == [boards]


@pytest.mark.parametrize("out", ["no/such/folder.svg", "boards.txt/x.svg", "boards.txt/"])
def test_what_cannot_be_written_is_said(gridproof: Run, boards: Path, out: str) -> None:
    run = gridproof("show", boards, "--level", 1, "--svg", out)
    assert (run.code, run.out) == (2, "")
    assert out.rstrip("/").split("/")[0] in run.err


def test_an_empty_name_is_no_folder(gridproof: Run, boards: Path, tmp_path: Path) -> None:
    for option in ("--svg", "--png", "--html"):
        run = gridproof("show", boards, option, "")
        assert (run.code, run.out) == (2, "")
        assert "its name is empty" in run.err
    assert list(tmp_path.iterdir()) == [boards]


def test_no_option_writes_over_what_another_one_wrote(
    gridproof: Run, boards: Path, tmp_path: Path
) -> None:
    for verb, *options in (
        ("solve", "--svg", "all", "--html", "./all/"),  # the index has pictures too
        ("show", "--svg", "all", "--html", "all"),
        ("show", "--level", 1, "--svg", "one", "--png", tmp_path / "one.svg"),
        ("show", "--level", 1, "--svg", "one.svg", "--png", tmp_path / "one.svg"),
    ):
        run = gridproof(verb, boards, *options)
        assert run.code == (0 if "one" in options else 2), run.err
        assert ("the same name" in run.err) == (run.code == 2)
    assert gridproof("show", boards, "--svg", "pictures", "--png", "pictures").code == 0


def test_a_file_is_written_as_a_whole_or_stays_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "x.svg"
    write_file(file, "old")

    def write_half() -> None:
        with partial_file(file) as partial:
            partial.file.write(b"ne")
            partial.file.flush()
            raise OSError(28, "No space left on device")

    with pytest.raises(InputError, match="No space left"):
        write_half()
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_a_link_and_a_device_are_written_through(tmp_path: Path) -> None:
    (tmp_path / "link.svg").symlink_to(tmp_path / "real.svg")
    write_file(tmp_path / "link.svg", "x")
    assert (tmp_path / "link.svg").is_symlink()
    assert (tmp_path / "real.svg").read_text() == "x"
    write_file(Path(os.devnull), "x")
    assert not Path(os.devnull).is_file()


def test_links_that_point_to_themselves_are_faults(
    gridproof: Run, boards: Path, tmp_path: Path
) -> None:
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "g.txt").write_text("1 2\n2 3\n")
    reduce = ("reduce", "vc-to-merge", "g.txt", "--cover", 1)
    one = ("show", boards, "--level", 1)
    for place in ("loop", "loop/x"):
        for line in (
            (*reduce, "--out", place),
            (*reduce, "--map", place),
            (*one, "--svg", place),
            (*one, "--svg", place, "--html", place),
            ("curate", boards, "--out", place),
            ("curate", boards, "loop", "--out", place),
            ("certify", boards, "--level", 1, "--out", place, "--html", place),
            ("export", boards, "--level", 1, "--to", "pddl", "--out", place),
            ("generate", "bombcover", "--out", place),
            ("batch", "run", boards, "--store", place),
            ("solve", place),
            ("check", place),
        ):
            run = gridproof(*line)
            assert run.code == 2, (line, run.err)
            assert "loop" in run.err


def test_a_solution_is_drawn(gridproof: Run, boards: Path, tmp_path: Path) -> None:
    run = gridproof("solve", boards, "--level", 1, "--svg", "one.svg")
    assert (run.code, run.err) == (0, "")
    assert run.out.startswith("One  OPTIMAL")
    assert "proven optimal" in (tmp_path / "one.svg").read_text()
    run = gridproof("solve", boards, "--svg", "all", "--json")
    assert (run.code, len(run.out.splitlines())) == (0, 3)
    assert len(list((tmp_path / "all").iterdir())) == 3


def test_a_drawn_solution_on_standard_output_is_alone_there(gridproof: Run, boards: Path) -> None:
    run = gridproof("solve", boards, "--level", 1, "--svg", "-")
    assert (run.code, run.err) == (0, "")
    assert ElementTree.fromstring(run.out).tag.endswith("svg")
    assert gridproof("solve", boards, "--level", 1, "--svg", "-", "--json").code == 2


def test_a_drawing_that_cannot_be_written_does_not_hide_the_solution(
    gridproof: Run, boards: Path, tmp_path: Path
) -> None:
    (tmp_path / "all" / "002-two.svg").mkdir(parents=True)
    (tmp_path / "all" / "002-two.svg" / "x").touch()
    run = gridproof("solve", boards, "--svg", "all")
    assert run.code == 2
    assert run.out.count("OPTIMAL") == 3
    assert "002-two.svg" in run.err
