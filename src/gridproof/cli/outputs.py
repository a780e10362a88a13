"""Places of pictures and pages: a file, a file a board in a folder, standard output."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext, suppress
from itertools import combinations, count, product
from pathlib import Path
from typing import Self

from gridproof.cli import messages
from gridproof.cli.inputs import Board
from gridproof.errors import InputError, Unwritable
from gridproof.files.archives import on_disk
from gridproof.files.reading import STDIN
from gridproof.files.writing import make_folder, safe_name, write_file

__all__ = ["Outputs", "check_file", "check_inputs", "check_places", "write_or_show"]


class Outputs:
    """The place of the files of an option.

    A name of a folder, or one without an ending, means a folder with a file for each board;
    ``-`` (which the command line hands on as ``files.reading.STDIN``) is standard output.

    Args:
        out: what the option says.
        ending: of the files in a folder, such as ".svg".
        files: how many files the boards come from.

    Attributes:
        out: what the option says.
        endings: of all files that are written for a board in a folder.
        folder: the folder; None for one file or standard output.
        below: the folder from which on no link is followed; None: the option names the file.

    Raises:
        InputError: the option says nothing, as it does where a variable of a script is not set.
    """

    def __init__(self, out: str, ending: str, files: int = 1) -> None:
        if not out:
            raise InputError(
                f"a file with the ending {ending} is to be written, but its name is empty",
                hint="name a file or a folder; `.` is the folder you are in",
            )
        self.out, self._ending, self._files = out, ending, files
        self.endings = {ending}
        path, named = Path(out), out.endswith(("/", os.sep))
        is_folder = out != STDIN and (
            named or path.is_dir() or (not path.suffix and not path.exists())
        )
        self.folder = self.below = path if is_folder else None
        self._taken: set[str] = set()

    @property
    def is_stdout(self) -> bool:
        """True if it is standard output, to which nothing else may be written then."""
        return self.out == STDIN

    def meets(self, other: Outputs) -> bool:
        """Return True if the two would write files of the same name."""
        if self.is_stdout or os.path.realpath(self.out) != os.path.realpath(other.out):
            return False
        return self.folder is None or not self.endings.isdisjoint(other.endings)

    def of(self, boards: Iterable[Board]) -> Iterator[Board]:
        """Yield the boards, once it is clear that there is a place for what is made of them.

        Raises:
            InputError: there are several for one file, or nothing can be written there.
        """
        if self.folder is not None:
            make_folder(self.folder)
            yield from boards
            return
        if not self.is_stdout:
            check_file(self.out, named=self.below is None)
        first_two = [board for _, board in zip(range(2), boards, strict=False)]
        if len(first_two) > 1:
            name = "standard output" if self.is_stdout else self.out
            raise InputError(
                f"there are several boards, and {name} takes one",
                hint="choose one with `--level`, or name a folder for a file a board",
            )
        yield from first_two

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, problem: object, trace: object) -> None:
        """Write what belongs to all boards; a disk that has refused one may refuse this too."""
        with suppress(Unwritable) if isinstance(problem, Unwritable) else nullcontext():
            self.close()

    def close(self) -> None:
        """Write what belongs to all boards: nothing, unless a kind of files has such a thing.

        Raises:
            InputError: it cannot be written.
        """

    def path(self, board: Board) -> Path:
        """Return the file of a board; in a folder the board's number and title name it."""
        if self.folder is None:
            return Path(self.out)
        parts = [f"{board.number:03}", safe_name(board.level.title or "")]
        if self._files > 1:
            parts.insert(0, safe_name(Path(board.file).stem))
        stem = "-".join(filter(None, parts))
        names = (f"{stem}{f'-{n}' if n > 1 else ''}{self._ending}" for n in count(1))
        name = next(name for name in names if name.casefold() not in self._taken)
        self._taken.add(name.casefold())
        return self.folder / name

    def write(self, board: Board, data: str | bytes) -> Path | None:
        """Write what was made of a board to its place; return its file, if that is in the folder.

        Raises:
            InputError: it cannot be written there.
        """
        if not self.is_stdout:
            path = self.path(board)
            write_file(path, data, below=self.below)
            return None if self.folder is None else path
        messages.write("")  # says it if standard output is closed
        messages.flush()
        sys.stdout.buffer.write(_bytes(data))
        messages.flush()
        return None


def write_or_show(out: str, text: str) -> None:
    """Write a file in which hours of work may be; if that fails, the text goes to standard output.

    Raises:
        InputError: the file cannot be written.
    """
    try:
        write_file(Path(out), text)
    except InputError as problem:
        messages.write(text)
        raise InputError(str(problem), hint="what was made stands on standard output") from None


def check_file(out: str, *, named: bool = True) -> None:
    """Check that a file can be written there, before long work is begun.

    Args:
        out: name of the file.
        named: True if the user says the name; otherwise a link in its place is replaced.

    Raises:
        InputError: it cannot.
    """
    path = Path(out)
    if not out:
        raise InputError("the name of a file to write is empty")
    if path.is_dir() and (named or not path.is_symlink()):
        raise InputError(f"{out}: cannot be written: it is a folder", hint="name a file in it")
    if not path.absolute().parent.is_dir():
        raise InputError(
            f"{out}: there is no such folder", hint="make the folder first, or name another one"
        )


def check_places(outputs: Sequence[Outputs], *, alone: bool) -> None:
    """Check that standard output, and each file, gets one thing.

    Args:
        outputs: where files go.
        alone: True if nothing else is asked for on standard output.

    Raises:
        InputError: one would get several things.
    """
    if sum(output.is_stdout for output in outputs) + (not alone) > 1:
        raise InputError("standard output cannot take several things", hint="name a file instead")
    for one, other in combinations(outputs, 2):
        if one.meets(other):
            raise InputError(
                f"{one.out}: what two options write there would have the same name",
                hint="name another file or folder for one of them",
            )


def check_inputs(places: Iterable[str], files: Iterable[str]) -> None:
    """Check that nothing is written over what is read.

    Raises:
        InputError: it would be.
    """
    for place, file in product(places, files):
        try:
            same = Path(place).samefile(on_disk(file))
        except (OSError, ValueError):  # one is not there
            continue
        if same and Path(place).is_file():
            raise InputError(f"{place}: is read: name another file to write to")


def _bytes(data: str | bytes) -> bytes:
    return data.encode() if isinstance(data, str) else data
