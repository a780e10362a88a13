"""Solutions as texts: a game's own notation, or what ``gridproof solve`` has printed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from typing import Final

from gridproof.cli.inputs import Board
from gridproof.errors import InputError, ParseError, shorten
from gridproof.files.boards import lines_of
from gridproof.files.reading import STDIN, read_text, scan
from gridproof.level import Level
from gridproof.registry import digest, recognisers
from gridproof.result import Status
from gridproof.strict_json import Field, FieldError, is_json, json_values
from gridproof.verifying import verify

__all__ = ["Solution", "find_solutions", "solution_of", "solution_text"]

#: The line that `solve` prints of a board, above its solution: name, status, value, seconds.
_RESULT: Final = re.compile(
    rf"(?P<name>.*?)  (?P<status>{'|'.join(Status)})  [^ ].*?  [0-9]+\.[0-9]{{3}} s(?:  .*)?"
)


@dataclass(frozen=True)
class Solution:
    """A solution, and the board that it says it is of (None: it does not say).

    Attributes:
        text: in the game's notation.
        name: what `solve` called the board.
        number: of the board in its file, from 1.
        digest: of the board.
        line: where it begins.
    """

    text: str
    name: str | None = None
    number: int | None = None
    digest: str | None = None
    line: int = 1

    def boards(self, known: Sequence[tuple[Board, str]]) -> list[Board]:
        """Return those of some boards, given with their digests, that it may be a solution of.

        The digest decides, and the number where the same board stands in a file twice.
        """
        fitting = known
        if self.digest is not None:
            fitting = [pair for pair in known if pair[1] == self.digest]
        if self.digest is None or len(fitting) > 1:
            fitting = [
                (board, name)
                for board, name in fitting
                if self.number in (None, board.number) and self.name in (None, board.name)
            ]
        return [board for board, _ in fitting]


def solution_text(solution: str) -> str:
    """Return the text of a file of that name if there is one, else the argument itself.

    Raises:
        InputError: it names a file that is not there.
    """
    try:
        is_file = solution == STDIN or (solution != "" and Path(solution).exists())
    except (OSError, ValueError):  # too long, or with characters that no file name has
        is_file = False
    if is_file:
        return read_text(solution)
    if "\n" not in solution and re.search(r"/|\\|\.[A-Za-z]{2,6}$", solution):
        raise InputError(
            f"{shorten(solution)}: there is no such file",
            hint="name a file with a solution, or give the solution itself",
        )
    return solution


def find_solutions(text: str) -> list[Solution]:
    """Return the solutions in a text: those that `solve` (or `solve --json`) has listed.

    A collection of boards has those that are saved in it. Any other text is one solution.

    Raises:
        InputError: a line of JSON is not one of `solve --json`.
    """
    if "\n" in text.strip() and (saved := list(_of_collection(text))):
        return saved
    if is_json(text):
        return list(_of_json(text))
    lines = list(lines_of(text))
    heads = [i for i, line in enumerate(lines) if _RESULT.fullmatch(line)]
    if not heads or any(line.strip() for line in lines[: heads[0]]):
        return [Solution(text)]
    found = []
    for start, end in zip(heads, [*heads[1:], len(lines)], strict=True):
        match = _RESULT.fullmatch(lines[start])
        assert match is not None
        if match["status"] in (Status.OPTIMAL, Status.FEASIBLE):
            found.append(Solution("\n".join(lines[start + 1 : end]), match["name"], line=start + 1))
    return found


def _of_collection(text: str) -> Iterator[Solution]:
    """Yield the solutions that are saved beside boards, if the text is a collection."""
    if not is_json(text) and not any(recognises(text, "") for _, recognises in recognisers()):
        return  # most solutions are; why no game reads them would take all games to say
    try:
        game, boards = scan(text)
    except InputError:
        return
    for solutions, board in zip(game.saved_solutions(text), boards, strict=False):
        if isinstance(board, Level):
            line = board.origin.line if board.origin else 1
            for solution in solutions:
                yield Solution(solution, digest=digest(game, board), line=line)


def _of_json(text: str) -> Iterator[Solution]:
    for number, found in json_values(text):
        try:
            if isinstance(found, ParseError):
                raise found
            record = Field(found)
            solution, level, digest = (record.get(name) for name in ("solution", "level", "digest"))
            if solution is not None:
                yield Solution(
                    solution.text(),
                    number=None if level is None else level.whole(1),
                    digest=None if digest is None else digest.text(),
                    line=number,
                )
        except (FieldError, ParseError) as error:
            raise InputError(
                f"solution, line {number}: not what `solve --json` prints: {error}"
            ) from None


def solution_of(
    board: Board, known: list[Solution] | None, option: str, objective: str | None = None
) -> str | None:
    """Return the best solution that is known of a board, in the game's notation.

    Args:
        board: the board.
        known: solutions of several boards; None if none was named.
        option: that named them.
        objective: id; None is the game's first one.

    Raises:
        InputError: it is not among those that were named.
    """
    if known is None:
        return None
    own = [(board, digest(board.game, board.level))]
    fitting = [found.text for found in known if found.boards(own)]
    if not fitting:
        raise InputError(
            f"`{option}` has none for this board",
            hint="choose its board with `--level`, or add a solution of this one",
        )
    if len(fitting) == 1:
        return fitting[0]
    goal = board.game.objective(objective)
    verdicts = [verify(board.game, board.level, text, goal) for text in fitting]
    costs = [(v.cost, text) for v, text in zip(verdicts, fitting, strict=True) if v.valid]
    best = min if goal.sense == "min" else max
    return best(costs, key=itemgetter(0))[1] if costs else fitting[0]
