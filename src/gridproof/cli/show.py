"""``gridproof show``: draw boards in the terminal, or write them in another format."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from gridproof.arguments import explained
from gridproof.cli import messages
from gridproof.cli.exit_codes import ExitCode
from gridproof.cli.inputs import Board, Boards
from gridproof.cli.outputs import Outputs, check_places
from gridproof.cli.pages import check_pages, pages_of
from gridproof.cli.parameters import (
    BoardFiles,
    BoardOptions,
    Colours,
    JsonPerBoard,
    PageOptions,
    Png,
    group,
    whole,
)
from gridproof.errors import InputError, UnknownName
from gridproof.game import AnyGame
from gridproof.level import Level
from gridproof.registry import digest, game_of
from gridproof.render.text import render
from gridproof.scene import CORNER, Scene

if TYPE_CHECKING:
    from gridproof.render.theme import Theme

__all__ = ["command", "show"]


@group
@dataclass(frozen=True, kw_only=True)
class PictureOptions:
    """The pictures that are written of boards.

    Attributes:
        svg: a file, a folder for all boards, or `-`; None: no picture.
        png: the same.
        scale: pixels a cell of a PNG.
        theme: their colours.
    """

    svg: Annotated[
        str | None,
        Parameter(
            metavar="FILE|FOLDER|-",
            help="Write a picture: a file, a folder for all boards, or `-`.",
        ),
    ] = None
    png: Png = None
    scale: Annotated[
        int | None,
        Parameter(
            metavar="PIXELS",
            help="With `--png`: pixels a cell; else 48, or less on large boards.",
            converter=whole,
        ),
    ] = None
    theme: Colours = "auto"


def command(
    *files: BoardFiles,
    selection: BoardOptions = BoardOptions(),
    format: Annotated[  # noqa: A002 - the name of the flag
        str | None,
        Parameter(metavar="FORMAT", help="Write the board in this format instead of drawing it."),
    ] = None,
    json: JsonPerBoard = False,
    picture: PictureOptions = PictureOptions(),
    page: PageOptions = PageOptions(),
) -> int:
    """Draw boards: in the terminal, as pictures, as pages; or in another format.

    Examples:
        gridproof show board.txt
        gridproof show set.txt --level 2 --svg board.svg
        gridproof show set.txt --html pages/
        gridproof show set.txt --html play.html --playable
    """
    check_pages(page)
    boards = Boards(files, selection)
    pictures: list[tuple[Outputs, Callable[[Board], str | bytes]]] = []
    if picture.svg is not None:
        outputs = Outputs(picture.svg, ".svg", len(boards.files))
        pictures.append((outputs, partial(_svg, theme=picture.theme)))
    if picture.png is not None:
        outputs = Outputs(picture.png, ".png", len(boards.files))
        pictures.append((outputs, partial(_png, theme=picture.theme, scale=picture.scale)))
    elif picture.scale is not None:
        raise InputError(
            "`--scale` is of PNG pictures, and no file is named for one",
            hint="add `--png board.png`",
        )
    pages = None if page.html is None else pages_of(page, page.html, boards.files)
    places = [outputs for outputs, _ in pictures] + ([pages] if pages else [])
    check_places(places, alone=not json and format is None)
    drawn: Iterable[Board] = boards
    for outputs in places:
        drawn = outputs.of(drawn)
    written: list[Board] = []
    with ExitStack() as at_end:
        if pages is not None:
            at_end.enter_context(pages)
        for board in drawn:
            for outputs, draw in pictures:
                outputs.write(board, draw(board))
            if pages is not None:
                pages.add(board)
            if json:
                messages.print_json(_record(board))
            elif format is not None:
                try:
                    text = _text(board, format, written)
                except UnknownName:
                    raise  # it is the same with every board
                except InputError as problem:
                    boards.refuse(problem, board)
                    continue
                if not board.game.file_format(format).whole_file:
                    if written and format != "json":
                        messages.out("")  # a blank line lies between boards
                    messages.write(text)
                written.append(board)
            elif not places:
                messages.out(_heading(board))
                scene = board.game.picture(
                    board.level, board.game.initial(board.level), None, CORNER
                )
                messages.stdout().print(render(scene))
            messages.flush()
    if format is not None and written and (of := written[0].game).file_format(format).whole_file:
        messages.write(of.write_all([board.level for board in written], format))
        messages.flush()
    return ExitCode.BAD_INPUT if boards.problems else ExitCode.ANSWERED


@explained
def show(level: Level, *, game: AnyGame | str | None = None) -> str:
    """Return the board as plain text; of a large one the upper left part."""
    found = game_of(level, game)
    return str(found.picture(level, found.initial(level), None, CORNER))


def _svg(board: Board, theme: Theme) -> str:
    from gridproof.render.svg import svg

    return svg(_picture(board), theme=theme, title=board.level.title or "")


def _png(board: Board, theme: Theme, scale: int | None) -> bytes:
    from gridproof.render.png import png

    return png(_picture(board), theme="dark" if theme == "dark" else "light", scale=scale)


def _picture(board: Board) -> Scene:
    return board.game.picture(board.level, board.game.initial(board.level))


def _text(board: Board, form: str, before: Sequence[Board]) -> str:
    """Return the board in a format, behind other ones.

    Raises:
        InputError: the format cannot express it, or it cannot stand in one file with them.
    """
    text = board.game.write_all([board.level], form, [board.solutions])
    if before and before[-1].game is not board.game:
        raise InputError(
            f"a board of {board.game.id} cannot follow one of {before[-1].game.id}",
            hint="name files of one game at a time",
        )
    if before and board.game.file_format(form).single_board:
        raise InputError(
            f"a file in the format `{form}` holds one board", hint="choose one with `--level`"
        )
    return text


def _heading(board: Board) -> str:
    level = board.level
    parts = [board.name, f"{board.game.id} {level.width} × {level.height}"]
    for option in board.game.options:
        value = getattr(level, option.attribute)
        if value != option.default:
            parts.append(f"{option.name}: {option.show(value)}")
    parts += board.game.facts(level)
    if count := len(board.solutions):
        parts.append(f"{count} saved solution{'s' * (count != 1)}")
    return "  ".join(parts)


def _record(board: Board) -> dict[str, object]:
    level = board.level
    return {
        "file": board.file,
        "level": board.number,
        "title": level.info.get("title"),
        "game": board.game.id,
        "digest": digest(board.game, level),
        "width": level.width,
        "height": level.height,
        "options": {
            o.name: o.show(getattr(level, o.attribute))
            for o in board.game.options
            if getattr(level, o.attribute) != o.default
        },
        "facts": list(board.game.facts(level)),
        "info": dict(level.info),
        "saved_solutions": len(board.solutions),
        "board": board.game.write(level, board.game.canonical_format),
    }
