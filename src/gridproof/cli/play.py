"""``gridproof play``: play in the terminal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from cyclopts import Parameter

from gridproof.cli import playing
from gridproof.cli.parameters import BoardOptions, ObjectiveId, group, seconds

__all__ = ["command"]


@group
@dataclass(frozen=True, kw_only=True)
class FirstBoardOptions(BoardOptions):
    """The boards of a file, and the one that is played first."""

    level: Annotated[
        str | None,
        Parameter(
            alias="-l", metavar="NUMBER|TITLE", help="The board to begin with: its number or title."
        ),
    ] = None


def command(
    file: Annotated[
        str | None,
        Parameter(
            help="Boards, or a saved play-through; `-` is standard input; an address of the "
            "web app; the ID of a level draws it; without any, the shipped levels, and new ones."
        ),
    ] = None,
    /,
    *,
    selection: FirstBoardOptions = FirstBoardOptions(),
    objective: ObjectiveId = None,
    time: Annotated[
        float,
        Parameter(
            alias="-t",
            metavar="SECONDS",
            help="Seconds for each hint or optimum.",
            converter=seconds,
        ),
    ] = playing.PATIENCE,
    save: Annotated[
        str | None,
        Parameter(metavar="FILE", help="The file in which Ctrl-S saves the play-through."),
    ] = None,
) -> int:
    """Play in the terminal, with undo, hints, the proven optimum; `?` shows all keys.

    The play is kept after each move, and goes on when the level is played again.

    Examples:
        gridproof play
        gridproof play board.txt --time 10
        gridproof play 'http://127.0.0.1:8000/play/robots/3'
    """
    return playing.run(
        file,
        game=selection.game,
        level=selection.level,
        options=selection.options(),
        objective=objective,
        time=time,
        save=save,
    )
