"""The boards of the files that a verb is given."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from gridproof.cli import messages
from gridproof.cli.parameters import BoardOptions
from gridproof.cli.progress import patiently
from gridproof.errors import GridproofError, InputError, did_you_mean, shorten
from gridproof.files.folders import files_within
from gridproof.files.reading import check_boards, pass_over, read_text, scan
from gridproof.game import AnyGame
from gridproof.level import BoardFault, Level
from gridproof.result import Value
from gridproof.verifying import disproof
from gridproof.visible import label

__all__ = [
    "Board",
    "Boards",
    "contradiction",
]

#: Most titles that a hint names.
_MAX_TITLES = 3


@dataclass(frozen=True)
class Board:
    """One board of a file, and its name in lines.

    Attributes:
        file: name of the file.
        number: of the board in the file, from 1.
        game: of the board.
        level: the board.
        name: title, or file and number.
        saved: reads the solutions that are saved in the file, board by board.
    """

    file: str
    number: int
    game: AnyGame
    level: Level
    name: str
    saved: Callable[[], Sequence[Sequence[str]]] = tuple

    @property
    def solutions(self) -> Sequence[str]:
        """The solutions that are saved beside the board, in the game's notation."""
        of_all = self.saved()
        return of_all[self.number - 1] if self.number <= len(of_all) else ()

    @property
    def place(self) -> str:
        """The file and the line where it stands, for messages."""
        origin = self.level.origin
        return f"{self.file}:{origin.line}" if origin else self.file


class Boards:
    """The boards of some files, in order. Problems are printed, and the boards after them come.

    Args:
        files: paths, or ``files.reading.STDIN``; a folder stands for all files below it, and
            an archive for those in it.
        wanted: the boards of the files that are taken, and the options of their game.
        quiet: True if nothing is shown while reading takes long.

    Attributes:
        files: the files, those of folders and archives among them.
        problems: files and boards that could not be read or used, as they were met.

    Raises:
        InputError: no file is named, or an option has another form.
    """

    def __init__(self, files: Sequence[str], wanted: BoardOptions, *, quiet: bool = False) -> None:
        if not files:
            raise InputError(
                "no file is named", hint="name files with boards, or `-` for standard input"
            )
        self.files: list[str] = []
        self._of_folder: dict[str, str] = {}
        self._without_files: dict[str, InputError] = {}
        for file in files:
            below: list[str] = []
            try:
                below = files_within(file)
            except InputError as problem:  # other files may be named beside it
                self._without_files[file] = problem
            self.files += below or [file]
            self._of_folder |= dict.fromkeys(below, file)
        self.problems: list[GridproofError | BoardFault] = []
        self._game = wanted.game
        self._level = wanted.level
        self._options = wanted.options()
        self._titles: dict[str, None] = {}
        self._quiet = quiet
        self._reading = self.files[0]

    def __iter__(self) -> Iterator[Board]:
        return patiently(self._all(), lambda: self._reading, quiet=self._quiet)

    def _all(self) -> Iterator[Board]:
        taken = 0
        without_boards: dict[str, list[str]] = {}
        for file in self.files:
            self._reading = file
            try:
                if file in self._without_files:
                    raise self._without_files[file]
                text = read_text(file)
                if file in self._of_folder:
                    check_boards(text, file, self._game)
            except InputError as problem:
                if file in self._of_folder:
                    without_boards.setdefault(self._of_folder[file], []).append(file)
                else:
                    taken += 1
                    self.refuse(problem)
                continue
            try:
                for item in self._of(text, file):
                    taken += 1
                    if isinstance(item, Board):
                        for said in item.level.origin.notes if item.level.origin else ():
                            messages.note(f"{item.place}: {said}")
                        yield item
                    else:
                        self._refuse_board(item)
            except InputError as problem:
                taken += 1
                self.refuse(problem)
        for folder, others in without_boards.items():
            self._pass_over(folder, others)
        if self._level is not None and not taken:
            self.refuse(
                InputError(
                    f"no board has the number or title: {shorten(self._level)}",
                    hint=self._nearest_titles(self._level),
                )
            )

    def _nearest_titles(self, level: str) -> str | None:
        """Suggest the titles that contain the words of ``level``, or look like it, or the first."""
        titles = [messages.printable(title) for title in self._titles]
        within = [title for title in titles if level.strip().casefold() in title.casefold()]
        if near := within[:_MAX_TITLES] or None:
            return f"did you mean {' or '.join(f'`{shorten(title)}`' for title in near)}?"
        if (said := did_you_mean(level, titles)) or not titles:
            return said
        more = ", …" if len(titles) > _MAX_TITLES else ""
        return f"titles: {', '.join(map(shorten, titles[:_MAX_TITLES]))}{more}"

    def _pass_over(self, folder: str, files: Sequence[str]) -> None:
        try:
            pass_over(folder, files, all_=[f for f, of in self._of_folder.items() if of == folder])
        except InputError as problem:
            self.refuse(problem)

    def refuse(self, problem: GridproofError, board: Board | None = None) -> None:
        """Say what is wrong with a file, or with a board of one, and remember it."""
        self.problems.append(problem)
        messages.report(problem, None if board is None else board.place)

    def _refuse_board(self, fault: BoardFault) -> None:
        self.problems.append(fault)
        messages.report_fault(fault)

    def _of(self, text: str, file: str) -> Iterator[Board | BoardFault]:
        level = self._level
        if level is not None and level.isascii() and level.isdigit():
            # A number means the board of that number; titles that are numbers come after.
            found = [item for number, item in self._scan(text, file) if str(number) == level]
            if found:
                yield from found
                return
        for _, item in self._scan(text, file):
            if level is None:
                yield item
            elif isinstance(item, Board) and (title := item.level.title) is not None:
                self._titles[title] = None
                if title == level:
                    yield item

    def _scan(self, text: str, file: str) -> Iterator[tuple[int, Board | BoardFault]]:
        game, items = scan(text, file, game=self._game, options=self._options)
        saved = functools.cache(functools.partial(game.saved_solutions, text))
        for number, item in enumerate(items, 1):
            if isinstance(item, BoardFault):
                yield number, item
            else:
                name = self._name(file, number, item)
                yield number, Board(file, number, game, item, name, saved)

    def _name(self, file: str, number: int, level: Level) -> str:
        """Return the title, with the file if there are several; or file and number."""
        if level.title is None:
            return label(f"{file}#{number}")
        return label(level.title if len(self.files) == 1 else f"{file}: {level.title}")


def contradiction(
    board: Board, objective: str, cost: Value | None, bound: Value | None, infeasible: bool = False
) -> str | None:
    """Name the contradiction between the optimum that a board says and the one found; or None.

    The header ``optimum: 12`` speaks of the game's first objective.

    Args:
        board: with the header, or without.
        objective: id of the objective of ``cost`` and ``bound``.
        cost: of a solution, or None.
        bound: what is proven, or None.
        infeasible: True if it is proven that there is no solution.
    """
    said = board.level.info.get("optimum")
    found = disproof(board.game, said, objective, cost, bound, infeasible)
    return found and f"CONTRADICTION: the board says `optimum: {said}`, but {found}"
