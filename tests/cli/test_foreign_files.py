"""The command line on other people's files: notes, folders, archives, saved solutions."""

from __future__ import annotations

import gzip
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

A, B = "######\n#@$ .#\n######", "######\n#.$ @#\n######"
SET = f"""Author: Ana

; The first one
{A}

Solution
rR

Solution
rrRR

; 155 'The Dungeon'
{B}

Solution
lL
"""


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    """A folder with three files of boards and two others."""
    folder = tmp_path / "levels"
    (folder / "more").mkdir(parents=True)
    (folder / "10.xsb").write_text(B)
    (folder / "2.xsb").write_text(A)
    (folder / "more" / "set.sok.gz").write_bytes(gzip.compress(SET.encode()))
    (folder / "readme.md").write_text("Nothing but words.\n")
    (folder / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    (folder / ".hidden.xsb").write_text("#####\n")
    return folder


def test_a_guessed_encoding_is_one_note(gridproof: Run, tmp_path: Path) -> None:
    (tmp_path / "b.sok").write_bytes(f"; Café\n{A}\n".encode("latin-1"))
    found = gridproof("show", "b.sok", "--format", "text")
    assert found.code == 0
    assert found.out.startswith("; Café\n")
    said = "note: b.sok: read as Windows-1252 from line 1 on, where it is not UTF-8; "
    assert found.err.startswith(said)
    assert len(found.err.splitlines()) == 1


@pytest.mark.native
@pytest.mark.parametrize(
    "verb", [("show",), ("solve",), ("rate",), ("curate", "--out", "set.txt"), ("verify",)]
)
def test_a_folder_is_its_files(gridproof: Run, boards: Path, verb: tuple[str, ...]) -> None:
    found = gridproof(verb[0], "levels/", *verb[1:], "--json")
    records = [json.loads(line) for line in found.out.splitlines()]
    files = {record["file"] for record in records if "file" in record}
    expected = {"levels/2.xsb", "levels/10.xsb", "levels/more/set.sok.gz"}
    assert files == expected - ({"levels/2.xsb", "levels/10.xsb"} if verb == ("verify",) else set())
    note = "note: levels/: 2 files passed over, without boards: picture.png, readme.md\n"
    assert found.err.count("note: ") == 1
    assert note in found.err
    assert found.code == (1 if verb == ("verify",) else 0)


@pytest.fixture
def archive(boards: Path) -> str:
    """The same files in an archive, after a folder and a file that only other systems see."""
    path = boards.parent / "levels.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("levels/", b"")
        made.writestr("__MACOSX/2.xsb", b"\0\0")
        for file in sorted(boards.iterdir()):
            if file.is_file():
                made.write(file, file.relative_to(boards.parent).as_posix())
    return path.name


@pytest.mark.native
def test_an_archive_is_its_files(gridproof: Run, archive: str) -> None:
    found = gridproof("solve", archive, "--json", "-q")
    files = [json.loads(line)["file"] for line in found.out.splitlines()]
    assert files == ["levels.zip/levels/2.xsb", "levels.zip/levels/10.xsb"]
    assert (found.code, found.err) == (
        0,
        "note: levels.zip: 2 files passed over, without boards: "
        "levels/picture.png, levels/readme.md\n",
    )
    found = gridproof("show", "levels.zip/levels/10.xsb", "--format", "xsb")
    assert (found.code, found.out, found.err) == (0, B + "\n", "")


@pytest.mark.native
def test_an_archive_in_a_plan(gridproof: Run, archive: str) -> None:
    Path("plan.toml").write_text(f'[[boards]]\nfiles = ["{archive}"]\n[[runs]]\n')
    for source in ("plan.toml", archive):
        found = gridproof("batch", "run", source, "--store", f"{source}.db", "-j", "1", "--json")
        assert (found.code, json.loads(found.out)["done"]) == (0, 2)
        assert found.err.count("2 files passed over") == 1


def test_faults_in_an_archive_have_places(gridproof: Run) -> None:
    with zipfile.ZipFile("levels.zip", "w") as made:
        made.writestr("a.xsb", A)
        made.writestr("more/b.xsb", f"{B}\n\n#####\n#@$?#\n#####\n")
    found = gridproof("show", "levels.zip", "--json")
    assert (found.code, len(found.out.splitlines())) == (2, 2)
    assert "error: levels.zip/more/b.xsb:6:4: `?` is no symbol" in found.err


def test_an_archive_without_boards_is_a_problem(gridproof: Run) -> None:
    with zipfile.ZipFile("levels.zip", "w") as made:
        made.writestr("a.txt", "words")
        made.writestr("b.txt", "more words")
    found = gridproof("show", "levels.zip")
    assert (found.code, found.out) == (2, "")
    assert found.err.startswith("error: levels.zip: no file in it holds boards: a.txt, b.txt\n")


def test_an_archive_that_is_read_is_not_written_over(gridproof: Run) -> None:
    with zipfile.ZipFile("levels.zip", "w") as made:
        made.writestr("a.xsb", A)
        made.writestr("b.xsb", "#####\n")
    before = Path("levels.zip").read_bytes()
    for verb in (("curate",), ("certify",), ("export", "--to", "pddl")):
        found = gridproof(verb[0], "levels.zip", *verb[1:], "--out", "levels.zip")
        assert found.code == 2
        assert Path("levels.zip").read_bytes() == before


def test_a_folder_in_a_batch_and_with_a_game(gridproof: Run, boards: Path) -> None:
    found = gridproof("batch", "run", "levels", "--store", "s.db", "--jobs", "1", "--json")
    assert found.code == 0
    assert json.loads(found.out)["done"] >= 2
    assert "2 files passed over" in found.err
    (boards / "other.txt").write_text("radius: 2\n@.x\n")
    found = gridproof("solve", "levels", "--game", "sokoban")
    assert found.code == 0
    assert "3 files passed over, without boards: other.txt, picture.png, readme.md" in found.err


def test_a_folder_without_boards_is_a_problem(gridproof: Run, tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    found = gridproof("show", "none")
    assert (found.code, found.out) == (2, "")
    assert "none: the folder holds no file" in found.err
    (tmp_path / "none" / "a.txt").write_text("words\n")
    found = gridproof("show", "none")
    assert (found.code, found.out) == (2, "")
    assert "none: no file in it holds boards: a.txt" in found.err


def test_a_board_that_is_wrong_in_a_folder_is_said(gridproof: Run, boards: Path) -> None:
    (boards / "3.xsb").write_text(A.replace(".", "$"))
    found = gridproof("show", "levels", "--json")
    assert found.code == 2
    assert len(found.out.splitlines()) == 4
    assert "levels/3.xsb:1: there must be as many boxes as goals" in found.err


def test_saved_solutions_are_verified(gridproof: Run, tmp_path: Path) -> None:
    (tmp_path / "s.sok").write_text(SET)
    found = gridproof("verify", "s.sok")
    assert found.code == 1
    lines = [line for line in found.out.splitlines() if "VALID" in line]
    assert [line.partition("  ")[2].partition("  ")[0] for line in lines] == [
        *("VALID", "NOT VALID", "VALID")
    ]
    assert gridproof("verify", "s.sok", "--level", "2").code == 0
    (tmp_path / "b.txt").write_text(A)
    found = gridproof("verify", "b.txt")
    assert (found.code, found.out) == (2, "")
    assert "b.txt: no solution is saved beside the board" in found.err
    found = gridproof("verify", "-", stdin=SET)
    assert found.code == 1


@pytest.mark.native
def test_improving_begins_with_the_best_saved_solution(gridproof: Run, tmp_path: Path) -> None:
    wide = "#######\n#@ $ .#\n#     #\n#######"
    (tmp_path / "s.sok").write_text(f"{wide}\n\nSolution\ndurdlurrr\n\nSolution\nrRR\n\n{A}\n")
    found = gridproof("solve", "s.sok", "--improve", "s.sok", "--time", "0")
    assert "rRR" in found.out
    assert found.code == 2
    assert "`--improve` has none for this board" in found.err


def test_show_counts_and_writes_saved_solutions(gridproof: Run, tmp_path: Path) -> None:
    (tmp_path / "s.sok").write_text(SET)
    found = gridproof("show", "s.sok")
    assert "The first one  sokoban 6 × 3  2 saved solutions" in found.out
    assert "'The Dungeon'  sokoban 6 × 3  1 saved solution\n" in found.out
    assert gridproof("show", "s.sok", "--format", "sok").out.count("\nSolution\n") == 3
    records = [json.loads(line) for line in gridproof("show", "s.sok", "--json").out.splitlines()]
    assert [record["saved_solutions"] for record in records] == [2, 1]


@pytest.mark.parametrize("form", ["xsb", "sok", "slc"])
def test_collections_are_written_as_one_file(gridproof: Run, tmp_path: Path, form: str) -> None:
    (tmp_path / "s.sok").write_text(SET)
    before = gridproof("show", "s.sok", "--json").out.splitlines()
    (tmp_path / "t").write_text(gridproof("show", "s.sok", "--format", form).out)
    after = gridproof("show", "t", "--json").out.splitlines()
    for one, other in zip(before, after, strict=True):
        first, second = json.loads(one), json.loads(other)
        assert (first["digest"], first["info"]) == (second["digest"], second["info"])
    if form == "slc":
        assert (tmp_path / "t").read_text().count("<?xml") == 1


@pytest.mark.parametrize(
    ("level", "hint"),
    [
        ("The frist one", "did you mean `The first one`?"),
        ("dungeon", "did you mean `155 'The Dungeon'`?"),
        ("zzz", "titles: The first one, 155 'The Dungeon'"),
        ("7", "titles: The first one, 155 'The Dungeon'"),
    ],
)
def test_a_title_that_no_board_has(gridproof: Run, tmp_path: Path, level: str, hint: str) -> None:
    (tmp_path / "s.sok").write_text(SET)
    found = gridproof("show", "s.sok", "--level", level)
    assert (found.code, found.out) == (2, "")
    assert f"no board has the number or title: {level}\nhint: {hint}\n" in found.err
