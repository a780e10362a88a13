"""``gridproof play``: play in the terminal."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from gridproof.cli import playing
from gridproof.cli.inputs import parse_settings, seconds

__all__ = ["command"]


def command(
    file: Annotated[
        str | None,
        Parameter(
            help="Boards, or a saved play-through; `-` is standard input; the ID of a level "
            "draws it; without any, the shipped levels, and new ones."
        ),
    ] = None,
    /,
    *,
    game: Annotated[str | None, Parameter(help="The game, where the file does not tell.")] = None,
    level: Annotated[
        str | None, Parameter(help="The board to begin with: its number or title.")
    ] = None,
    set_: Annotated[
        list[str] | None,
        Parameter(name="--set", help="An option of the game, `option=value`.", negative=""),
    ] = None,
    objective: Annotated[str | None, Parameter(help="What to play for.")] = None,
    time: Annotated[
        float, Parameter(help="Seconds for each hint or optimum.", converter=seconds)
    ] = playing.PATIENCE,
    save: Annotated[
        str | None, Parameter(help="The file in which Ctrl-S saves the play-through.")
    ] = None,
) -> int:
    """Play in the terminal, with undo, hints, the proven optimum; `?` shows all keys.

    What was done is kept after each move, and is there again when the level is
    played again.
    """
    return playing.run(
        file,
        game=game,
        level=level,
        options=parse_settings(set_ or []),
        objective=objective,
        time=time,
        save=save,
    )
