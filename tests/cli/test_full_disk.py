"""A disk that is full: one message at the first file that is refused, and all before it is kept."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from gridproof.files import writing

Run = Callable[..., Any]
#: Three boards with solutions of 1, 2 and 3 pushes.
BOARDS = "".join(f"; {n}\n#{'#' * n}####\n#@${' ' * n}.#\n#{'#' * n}####\n\n" for n in range(3))


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., None]:
    """Makes each new file but the first ``room`` ones fail."""
    (tmp_path / "set.txt").write_text(BOARDS)

    def refuse_after(room: int, number: int = errno.ENOSPC) -> None:
        new, left = writing._Folder.new, iter(range(room))

        def new_while_room(folder: Any) -> tuple[str, BinaryIO]:
            if next(left, None) is None:
                raise OSError(number, os.strerror(number))
            return new(folder)

        monkeypatch.setattr(writing._Folder, "new", new_while_room)

    return refuse_after


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES])
def test_pages_end_at_the_first_that_is_refused(
    gridproof: Run, disk: Callable[..., None], tmp_path: Path, number: int
) -> None:
    disk(2, number)  # a page, and its picture in the index
    run = gridproof("solve", "set.txt", "--html", "pages", "-q")
    assert run.code == 2
    assert run.err == f"error: pages/002-1.html: cannot be written: {os.strerror(number)}\n"
    assert run.out.splitlines()[1::2] == ["R", "RR"]  # what was found before it is told
    assert {file.name for file in (tmp_path / "pages").iterdir()} == {"001-0.html", "001-0.svg"}


def test_the_index_is_written_if_there_is_room_for_it(
    gridproof: Run, disk: Callable[..., None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = writing.write_file

    def write_small(path: Path, data: str | bytes, *, below: Path | None = None) -> None:
        if path.name == "002-1.html":
            raise writing.unwritable(path, OSError(errno.ENOSPC, "full"))
        write(path, data, below=below)

    monkeypatch.setattr("gridproof.cli.outputs.write_file", write_small)
    run = gridproof("show", "set.txt", "--html", "pages")
    assert (run.code, run.err) == (2, "error: pages/002-1.html: cannot be written: full\n")
    assert (tmp_path / "pages" / "index.html").exists()


def test_a_name_that_is_taken_by_a_folder_costs_one_page(
    gridproof: Run, disk: Callable[..., None], tmp_path: Path
) -> None:
    (tmp_path / "pages" / "002-1.html" / "inner").mkdir(parents=True)
    run = gridproof("solve", "set.txt", "--html", "pages", "-q")
    assert (run.code, run.err.count("error:")) == (2, 1)
    assert (tmp_path / "pages" / "003-2.html").exists()


def test_certificates_end_at_the_first_that_is_refused(
    gridproof: Run, disk: Callable[..., None], tmp_path: Path
) -> None:
    disk(1)
    run = gridproof("certify", "set.txt", "--out", "proofs", "-q")
    said = "proofs/002-1.gpc: cannot be written: No space left on device"
    assert (run.code, run.err) == (2, f"error: {said}\n")
    # The search behind a certificate may have been long: its result is told.
    assert run.out.splitlines()[2].startswith("1  OPTIMAL  2 pushes")
    assert run.out.splitlines()[3:] == [f"not certified: {said}"]
    assert [file.name for file in (tmp_path / "proofs").iterdir()] == ["001-0.gpc"]


@pytest.mark.parametrize(
    "command", [["rate", "--svg"], ["export", "--to", "pddl", "--out"], ["show", "--png"]]
)
def test_other_files_of_boards(
    gridproof: Run, disk: Callable[..., None], command: list[str]
) -> None:
    disk(0)
    run = gridproof(command[0], "set.txt", *command[1:], "out/")
    assert (run.code, run.err.count("error:")) == (2, 1)
    assert "No space left on device" in run.err


@pytest.mark.parametrize(
    "command",
    [["generate", "sokoban", "boxes=1", "--count", "2", "-q"], ["curate", "set.txt", "-q"]],
)
def test_levels_that_cannot_be_written_are_printed(
    gridproof: Run, disk: Callable[..., None], tmp_path: Path, command: list[str]
) -> None:
    wanted = gridproof(*command, "--out", "-").out
    disk(0)
    run = gridproof(*command, "--out", "made.txt")
    assert (run.code, run.out) == (2, wanted)
    assert run.err == (
        "error: made.txt: cannot be written: No space left on device\n"
        "hint: what was made stands on standard output\n"
    )
    assert not (tmp_path / "made.txt").exists()
