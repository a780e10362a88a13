"""``gridproof play`` once its options are read; Cyclopts is not needed any more."""

from __future__ import annotations

import gc
import importlib.util
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridproof.arguments import explained, file_name
from gridproof.cli import messages
from gridproof.cli.exit_codes import ExitCode
from gridproof.design.level_id import is_id
from gridproof.environment_variables import DEBUG
from gridproof.errors import InputError, InternalError, MissingPart
from gridproof.files.addresses import is_address, level_id_at, shipped_at
from gridproof.files.reading import read_text
from gridproof.level import Level
from gridproof.limits import CancelToken
from gridproof.registry import find_game, game_of

if TYPE_CHECKING:
    from gridproof.playing.levels import Levels
    from gridproof.playing.session import Session

__all__ = ["PATIENCE", "need_textual", "play", "run"]

#: Seconds for each search, by default.
PATIENCE = 60.0


def run(
    file: str | None = None,
    *,
    game: str | None = None,
    level: str | None = None,
    options: Mapping[str, Any] | None = None,
    objective: str | None = None,
    time: float = PATIENCE,
    save: str | None = None,
) -> int:
    """Play the levels of a file, or the shipped ones; tell at the end what was left out."""
    need_textual("playing")
    if file is None and (level is not None or options):
        raise InputError(
            "`--level` and `--set` speak of a file, and none is named",
            hint="name a file with boards: `gridproof play FILE`",
        )
    levels = None
    if file is not None:
        levels, level = _read(file, game, options, level)
    code, _ = _played(levels, game, level, objective, time, save)
    for fault in [] if levels is None else levels.faults:
        messages.report_fault(fault)
        code = code or ExitCode.BAD_INPUT
    return code


@explained
def play(
    source: str | PathLike[str] | Level | None = None,
    *,
    game: str | None = None,
    level: str | None = None,
    options: Mapping[str, Any] | None = None,
    objective: str | None = None,
    time: float = PATIENCE,
    save: str | PathLike[str] | None = None,
) -> Session | None:
    """Play in this terminal, and return the last play-through.

    Args:
        source: a file with boards or a saved play-through, an address of the web app, the ID of a
            level, or a level; None: the shipped levels.
        game: id of the game; None tells it from the file.
        level: the board of the file to begin with: its number or title.
        options: option values that win over the file.
        objective: id of the objective that is played for; None: the game's first one.
        time: seconds for each hint, or optimum.
        save: the file in which Ctrl-S saves the play-through.

    Raises:
        InputError: the file cannot be used, or there is no terminal.
        InternalError: the program on the terminal has crashed.
        MissingPart: Textual is not installed.
    """
    need_textual("playing")
    from gridproof.playing.levels import Levels

    if isinstance(source, Level):
        levels: Levels | None = Levels("", game_of(source, game), [source])
    elif source is not None:
        levels, level = _read(file_name(source), game, options, level)
    else:
        levels = None
    name = None if save is None else file_name(save)
    return _played(levels, game, level, objective, time, name)[1]


def need_textual(use: str) -> None:
    """Refuse to go on without the library of the terminal.

    Args:
        use: in the terminal that needs it: "playing".

    Raises:
        MissingPart: Textual is not installed.
    """
    if importlib.util.find_spec("textual") is None:
        raise MissingPart(
            f"{use} in the terminal needs Textual", hint="pip install 'gridproof[play]'"
        )


def _read(
    file: str, game: str | None, options: Mapping[str, Any] | None, level: str | None
) -> tuple[Levels, str | None]:
    """Return the levels of a file, an address or an ID, and the one to begin with."""
    from gridproof.playing.levels import Levels, of_collection

    if (named := shipped_at(file)) is not None:
        levels = of_collection(named[0])
        _check_alone(levels, game, options)
        return levels, level or str(named[1])
    if (name := level_id_at(file)) is not None:
        return _ordered(name, game, options), level
    if is_id(file) and not is_address(file) and not Path(file).exists():
        return _ordered(file, game, options), level
    return Levels.read(read_text(file), file, game=game, options=options), level


def _ordered(name: str, game: str | None, options: Mapping[str, Any] | None) -> Levels:
    """Return the level of an ID.

    Raises:
        InputError: there is none, or further options are given with it.
    """
    from gridproof.playing.levels import Levels
    from gridproof.playing.orders import Order

    levels = Levels.of(Order(name, exactly=True).answer(CancelToken(), lambda progress: None))
    _check_alone(levels, game, options)
    return levels


def _check_alone(levels: Levels, game: str | None, options: Mapping[str, Any] | None) -> None:
    """Check the options beside an ID, or beside the address of a shipped board.

    Raises:
        InputError: options are given with it, or another game.
    """
    if options:
        raise InputError(
            "`--set` speaks of a file, and the ID or the address of a level says all of it",
            hint="leave out `--set`",
        )
    if game is not None and find_game(game) is not levels.game:
        raise InputError(
            f"the level is one of {levels.game.id}, not of {game}", hint="leave out `--game`"
        )


def _played(
    levels: Levels | None,
    game: str | None,
    level: str | None,
    objective: str | None,
    time: float,
    save: str | None,
) -> tuple[ExitCode, Session | None]:
    """Return play, and return the exit code and the last play-through."""
    # Imported modules stay: to search it for garbage while it grows takes a tenth of the time.
    collecting = gc.isenabled()
    gc.disable()
    from gridproof.playing.levels import shipped
    from gridproof.processes.worker import Worker
    from gridproof.result import Limits
    from gridproof.tui.app import Player
    from gridproof.tui.chooser import Chooser
    from gridproof.tui.desk import Desk
    from gridproof.tui.screen import PlayScreen
    from gridproof.tui.terminal import take_keys

    if collecting:
        gc.enable()
    with Worker() as worker, Worker() as drawer:
        file = None if save is None else Path(save)
        desk = Desk(worker, drawer, Limits(time=time), objective, file=file)
        if levels is None:
            player = Player(Chooser(desk, shipped(game, objective)))
        else:
            index = 0 if level is None else levels.find(level)
            player = Player(PlayScreen(desk, levels, index))
        take_keys()
        # Textual's report of a crash is long and full of values: it is for those who debug.
        player.error_console.quiet = not DEBUG.is_set
        player.run()
    if player.return_code:
        raise InternalError(
            "internal error: playing has crashed",
            hint="this is a bug; set GRIDPROOF_DEBUG=1 to see where it comes from",
        )
    code = ExitCode.INTERRUPTED if player.interrupted else ExitCode.ANSWERED
    return code, None if desk.last is None else desk.last.session
