"""``gridproof show``: draw boards in the terminal, or write them in another format."""

from __future__ import annotations

import sys
from typing import Annotated

from cyclopts import Parameter

from gridproof.cli import messages
from gridproof.cli.exit_codes import ExitCode
from gridproof.cli.inputs import Board, boards
from gridproof.errors import InputError
from gridproof.game import BoardFault, digest
from gridproof.render.text import render

__all__ = ["command"]


def command(
    *files: Annotated[str, Parameter(help="Files with boards; `-` is standard input.")],
    game: Annotated[str | None, Parameter(help="The game, where a file does not tell.")] = None,
    level: Annotated[str | None, Parameter(help="Only this board: its number or title.")] = None,
    set_: Annotated[
        list[str] | None,
        Parameter(name="--set", help="An option of the game, `option=value`.", negative=""),
    ] = None,
    format: Annotated[  # noqa: A002 - the name of the flag
        str | None, Parameter(help="Write the board in this format instead of drawing it.")
    ] = None,
    json: Annotated[bool, Parameter(help="One JSON object a board.", negative="")] = False,
) -> int:
    """Draw boards, or write them in another format of their game."""
    faults: list[InputError | BoardFault] = []
    for board in boards(files, game=game, level=level, settings=set_ or [], faults=faults):
        if json:
            messages.print_json(_record(board))
        elif format is not None:
            sys.stdout.write(board.game.write(board.level, format))
            if format == board.game.formats[0]:
                messages.out("")  # a blank line ends a board
        else:
            messages.out(_heading(board))
            scene = board.game.scene(board.level, board.game.initial(board.level))
            messages.stdout().print(render(scene))
    return ExitCode.BAD_INPUT if faults else ExitCode.ANSWERED


def _heading(board: Board) -> str:
    level = board.level
    parts = [board.name, f"{board.game.id} {level.width} × {level.height}"]
    for option in board.game.options:
        value = getattr(level, option.attribute)
        if value != option.default:
            parts.append(f"{option.name}: {option.show(value)}")
    parts += board.game.facts(level)
    return "  ".join(parts)


def _record(board: Board) -> dict[str, object]:
    level = board.level
    return {
        "file": board.file,
        "level": board.number,
        "title": level.title,
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
        "board": board.game.write(level, board.game.canonical_format),
    }
