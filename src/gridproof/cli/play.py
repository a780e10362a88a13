"""``gridproof play``: play in the terminal."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from gridproof.cli import messages
from gridproof.cli.exit_codes import ExitCode
from gridproof.cli.inputs import parse_settings, seconds
from gridproof.errors import InputError, MissingPart
from gridproof.game import Level, game_of
from gridproof.loading import read_text

if TYPE_CHECKING:
    from gridproof.playing.levels import Levels
    from gridproof.session import Session

__all__ = ["command", "play"]

#: Seconds for each search, if nothing else is said.
_PATIENCE = 60.0


def command(
    file: Annotated[
        str | None,
        Parameter(
            help="Boards, or a saved play-through; `-` is standard input; "
            "without it, the shipped levels."
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
    ] = _PATIENCE,
    save: Annotated[
        str | None, Parameter(help="The file in which Ctrl-S saves the play-through.")
    ] = None,
) -> int:
    """Play in the terminal, with undo, hints and the proven optimum; `?` shows all keys.

    What was done is kept after each move, and is there again when the level is played again.
    """
    _need_textual()
    if file is None and (level is not None or set_):
        raise InputError("`--level` and `--set` speak of a file, and none is named")
    levels = None if file is None else _read(file, game, parse_settings(set_ or []))
    code, _ = _run(levels, game, level, objective, time, save)
    for fault in [] if levels is None else levels.faults:
        messages.error(str(fault))
        if fault.hint:
            messages.hint(fault.hint)
        code = code or ExitCode.BAD_INPUT
    return code


def play(
    source: str | Level | None = None,
    *,
    game: str | None = None,
    level: str | None = None,
    options: Mapping[str, Any] | None = None,
    objective: str | None = None,
    time: float = _PATIENCE,
    save: str | None = None,
) -> Session | None:
    """Plays in this terminal, and returns the last play-through.

    Args:
        source: a file with boards or a saved play-through, or a level; None: the shipped levels.
        game: id of the game; None tells it from the file.
        level: the board of the file to begin with: its number or title.
        options: option values that win over the file.
        objective: id of the objective that is played for; None: the game's first one.
        time: seconds for each hint, or optimum.
        save: the file in which Ctrl-S saves the play-through.

    Raises:
        InputError: the file cannot be used, or there is no terminal.
        MissingPart: Textual is not installed.
    """
    _need_textual()
    from gridproof.playing.levels import Levels

    if isinstance(source, Level):
        levels: Levels | None = Levels("", game_of(source, game), [source])
    else:
        levels = None if source is None else _read(source, game, options or {})
    return _run(levels, game, level, objective, time, save)[1]


def _need_textual() -> None:
    if importlib.util.find_spec("textual") is None:
        raise MissingPart(
            "playing in the terminal needs Textual, which is not installed",
            hint="pip install 'gridproof[play]'",
        )


def _read(file: str, game: str | None, options: Mapping[str, Any]) -> Levels:
    from gridproof.playing.levels import Levels

    return Levels.read(read_text(file), file, game=game, options=options)


def _run(
    levels: Levels | None,
    game: str | None,
    level: str | None,
    objective: str | None,
    time: float,
    save: str | None,
) -> tuple[ExitCode, Session | None]:
    """Plays these levels, or the shipped ones; how it ended, and the last play-through."""
    from gridproof.playing.terminal import take_keys

    take_keys()
    from gridproof.playing.app import Player
    from gridproof.playing.chooser import Chooser
    from gridproof.playing.desk import Desk
    from gridproof.playing.levels import shipped
    from gridproof.playing.screen import PlayScreen
    from gridproof.result import Limits
    from gridproof.workers import Worker

    with Worker() as worker:
        file = None if save is None else Path(save)
        desk = Desk(worker, Limits(time=time), objective, file=file)
        if levels is None:
            player = Player(Chooser(desk, shipped(game, objective)))
        else:
            index = 0 if level is None else levels.find(level)
            player = Player(PlayScreen(desk, levels, index))
        player.run()
    code = ExitCode.INTERRUPTED if player.interrupted else ExitCode.ANSWERED
    return code, None if desk.last is None else desk.last.session
