"""``gridproof draw``: draw a board in the terminal, with a verdict after each stroke."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from gridproof.cli.exit_codes import ExitCode
from gridproof.cli.parameters import seconds, whole
from gridproof.cli.playing import need_textual
from gridproof.editing.draft import Draft
from gridproof.errors import InputError
from gridproof.files.reading import read_file
from gridproof.registry import find_game, game_of

__all__ = ["command"]

#: Seconds of the search after each stroke.
_PATIENCE = 10.0


def command(
    file: Annotated[str, Parameter(help="Boards; a file that is not there yet is begun.")],
    /,
    *,
    game: Annotated[
        str | None, Parameter(alias="-g", metavar="GAME", help="The game of a new file.")
    ] = None,
    level: Annotated[
        int,
        Parameter(
            alias="-l", metavar="NUMBER", help="The board of the file, by number.", converter=whole
        ),
    ] = 1,
    time: Annotated[
        float,
        Parameter(
            alias="-t",
            metavar="SECONDS",
            help="Seconds of the search after each stroke.",
            converter=seconds,
        ),
    ] = _PATIENCE,
) -> int:
    """Draw a board in the terminal: a verdict after each stroke, Ctrl-S saves.

    Each stroke is followed by a search: solvable in how many moves, and
    proven; or no solution. `?` shows all keys. `gridproof serve` has the
    same with a mouse.

    Examples:
        gridproof draw new.txt --game sokoban
        gridproof draw set.txt --level 3
    """
    need_textual("drawing")
    from gridproof.processes.worker import Worker
    from gridproof.tui.app import Player
    from gridproof.tui.drawing import DrawScreen
    from gridproof.tui.terminal import take_keys

    drafts = _drafts(file, game)
    if not 1 <= level <= len(drafts):
        count = f"{len(drafts)} board{'s' * (len(drafts) != 1)}"
        raise InputError(f"{file} has {count}, and no board {level}")
    with Worker() as worker:
        player = Player(DrawScreen(worker, drafts, level - 1, Path(file), time))
        take_keys("draw")
        player.run()
    return ExitCode.INTERRUPTED if player.interrupted else ExitCode.ANSWERED


def _drafts(file: str, game: str | None) -> list[Draft]:
    """Return the boards of a file, or an empty one for a new file.

    Raises:
        InputError: a board cannot be drawn, or a new file's game is not named.
    """
    if Path(file).exists():
        drafts = [Draft.of(game_of(board), board) for board in read_file(file, game=game)]
        return [_drawn(draft, file) for draft in drafts]
    if game is None:
        raise InputError(
            f"{file}: there is no such file, and no game for a new one",
            hint="name the game with `--game`",
        )
    return [_drawn(Draft.empty(find_game(game)), file)]


def _drawn(draft: Draft, file: str) -> Draft:
    """Return a draft that can be drawn.

    Raises:
        InputError: its board is edited as text.
    """
    if draft.whole is not None:
        raise InputError(
            f"{file}: the palette of {draft.game.id} does not have all that this board holds",
            hint="edit the file's text, or the text on the page of `gridproof serve`",
        )
    return draft
