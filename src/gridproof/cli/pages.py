"""Pages that verbs write: one for each board, and in a folder an index that leads to them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from gridproof.cli import messages
from gridproof.cli.inputs import Board
from gridproof.cli.outputs import Outputs, check_file
from gridproof.cli.parameters import PageOptions
from gridproof.errors import InputError
from gridproof.files.writing import write_file
from gridproof.game import AnyGame
from gridproof.result import Limits, Result

if TYPE_CHECKING:
    from gridproof.render.index import Entry

__all__ = ["Pages", "check_pages", "pages_of"]

_INDEX = "index.html"
#: Seconds that a solution for the last page of a sheet may take.
_PATIENCE = 10.0


class Pages(Outputs):
    """The place of the pages of an option ``--html``.

    Args:
        out: what the option says.
        sources: the files that the boards come from.
    """

    def __init__(self, out: str, sources: Sequence[str]) -> None:
        super().__init__(out, ".html", len(sources))
        self.endings |= {".svg"}  # the index shows pictures
        names = [Path(source).stem.replace("_", " ").capitalize() for source in sources]
        self._title = ", ".join(names) if len(names) < 4 else f"{names[0]} … {names[-1]}"
        self._entries: list[Entry] = []
        self._games: dict[str, AnyGame] = {}

    def add(self, board: Board, result: Result | None = None) -> None:
        """Write the page of a board, with what is known of it.

        Raises:
            InputError: it cannot be written.
        """
        from gridproof.render.about import known_words
        from gridproof.render.html import facts, page
        from gridproof.render.index import Entry
        from gridproof.render.svg import svg

        game, level = board.game, board.level
        title = level.title or f"{Path(board.file).name} #{board.number}"
        index = None if self.folder is None else _INDEX
        beside = None
        if result is not None and result.certificate is not None:
            here = Path(self.out).parent if self.folder is None else self.folder
            beside = quote(Path(os.path.relpath(result.certificate.file, here)).as_posix())
        text = page(level, result, game=game, title=title, index=index, certificate=beside)
        file = self.write(board, text)
        if file is None:
            return
        picture = file.with_suffix(".svg")
        write_file(
            picture,
            svg(game.picture(level, game.initial(level)), title=title),
            below=self.folder,
        )
        self._games[game.id] = game
        self._entries.append(
            Entry(
                title=title,
                game=game.title,
                page=file.name,
                picture=picture.name,
                status="" if result is None else str(result.status),
                facts=known_words(game, level) if result is None else facts(game, result),
            )
        )

    def close(self) -> None:
        """Write the index of the folder, if there is one.

        Raises:
            InputError: it cannot be written.
        """
        from gridproof.render.index import index

        if self.folder is not None and self._entries:
            text = index(self._entries, self._title, self._games.values())
            write_file(self.folder / _INDEX, text, below=self.folder)


class _OnePage(Outputs):
    """The place of one page for all boards.

    Args:
        out: what the option ``--html`` says.
        sources: the files that the boards come from.
        option: the one that asks for it.

    Raises:
        InputError: it names a folder.
    """

    def __init__(self, out: str, sources: Sequence[str], option: str) -> None:
        super().__init__(out, ".html", len(sources))
        if self.folder is not None:
            raise InputError(
                f"{out}: is a folder, and `{option}` puts all boards on one page",
                hint=f"name a file, as in `--html play.html {option}`",
            )
        self._boards: list[Board] = []

    def of(self, boards: Iterable[Board]) -> Iterator[Board]:
        """Yield the boards, once it is clear that the page can be written.

        Raises:
            InputError: nothing can be written there.
        """
        if not self.is_stdout:
            check_file(self.out)
        yield from boards

    def add(self, board: Board) -> None:
        """Take a board onto the page."""
        self._boards.append(board)

    @property
    def _title(self) -> str | None:
        """The title of a page of several boards of one file."""
        files = list(dict.fromkeys(Path(board.file).stem for board in self._boards))
        return files[0].capitalize() if len(self._boards) > 1 and len(files) == 1 else None


class PlayablePages(_OnePage):
    """The place of the one page on which all boards are played."""

    def __init__(self, out: str, sources: Sequence[str]) -> None:
        super().__init__(out, sources, "--playable")

    def close(self) -> None:
        """Write the page, and report the number of boards that it plays.

        Raises:
            InputError: it cannot be written.
        """
        from gridproof.render.playable import playable_page

        boards = self._boards
        if not boards:
            return
        made = playable_page([board.level for board in boards], title=self._title)
        self.write(boards[0], made.html)
        count, playable = len(boards), sum(made.playable)
        larger = "" if playable == count else f"; {count - playable} too large, shown as pictures"
        messages.note(f"boards to be played: {playable} of {count}{larger}")


class Sheets(_OnePage):
    """The place of the one page to be printed.

    Args:
        out: what the option ``--html`` says.
        sources: the files that the boards come from.
        solutions: True if solutions stand on a last page.
        link: the address of a server; None: no codes.
    """

    def __init__(
        self, out: str, sources: Sequence[str], *, solutions: bool, link: str | None
    ) -> None:
        super().__init__(out, sources, "--sheet")
        self._solutions, self._link = solutions, link

    def close(self) -> None:
        """Write the page.

        Raises:
            InputError: it cannot be written.
        """
        from gridproof.render.sheet import sheet

        if not (boards := self._boards):
            return
        solutions = [_solution(board) for board in boards] if self._solutions else []
        levels = [board.level for board in boards]
        text = sheet(levels, title=self._title, solutions=solutions, link=self._link)
        self.write(boards[0], text)


def _solution(board: Board) -> str | None:
    """Return the solution that is saved beside a board, or else one that is found soon."""
    from gridproof.solving.solve import solve

    if board.solutions:
        return board.solutions[0]
    result = solve(board.level, game=board.game, limits=Limits(time=_PATIENCE))
    return result.solution


def check_pages(page: PageOptions) -> None:
    """Check that options of pages go together.

    Raises:
        InputError: they do not.
    """
    for name, given in (("--playable", page.playable), ("--sheet", page.sheet)):
        if given and page.html is None:
            raise InputError(
                f"`{name}` makes a page, and no file is named for it",
                hint="add `--html play.html`",
            )
    if page.playable and page.sheet:
        raise InputError("a page is to be played, or to be printed", hint="write two pages")
    for name, given in (("--solutions", page.solutions), ("--link", page.link is not None)):
        if given and not page.sheet:
            raise InputError(f"`{name}` is of pages to be printed", hint="add `--sheet`")


def pages_of(page: PageOptions, out: str, sources: Sequence[str]) -> Pages | PlayablePages | Sheets:
    """Return the place of the pages that options ask for."""
    if page.playable:
        return PlayablePages(out, sources)
    if page.sheet:
        return Sheets(out, sources, solutions=page.solutions, link=page.link)
    return Pages(out, sources)
