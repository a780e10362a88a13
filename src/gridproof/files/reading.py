"""From files to levels: detect the game, read every board, keep faults apart."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from gridproof.arguments import check_text, explained, file_name, names_file
from gridproof.errors import InputError, ParseError, UnclearGame, shorten
from gridproof.files.addresses import address_text, is_address
from gridproof.files.archives import read_packed
from gridproof.files.decoding import decode, without_marks
from gridproof.files.folders import files_within
from gridproof.files.nearness import marked, what_it_is
from gridproof.files.notes import note
from gridproof.files.unpacking import MAX_FILE, unpacked
from gridproof.files.wrapped import boards_inside, may_hold_boards
from gridproof.game import AnyGame
from gridproof.level import BoardFault, Level
from gridproof.registry import find_game, games, recognisers
from gridproof.strict_json import first_json, is_json, json_values

__all__ = [
    "MAX_FILE",
    "STDIN",
    "board_files",
    "check_boards",
    "detect_game",
    "pass_over",
    "read_boards",
    "read_file",
    "read_text",
    "scan",
]

#: The name of standard input in messages; the command line's `-` means it.
STDIN = "<stdin>"
#: The name of a text that has none.
_UNNAMED = "<string>"
#: Most files without boards that a note names.
_MAX_NAMED = 5
#: The hint when something else than a text was given.
_TEXT_FROM = "`read_file` reads a file, `.decode()` makes a text of bytes, `json.dumps` of a dict"


def read_text(path: str) -> str:
    """Return the text of a file, unpacked and decoded; :data:`STDIN` is standard input.

    The name `levels.zip/a.xsb` is that of a file in an archive.
    An address that holds a board, as pages make them, stands for its text.

    Raises:
        InputError: it cannot be read, is not text, or is larger than :data:`MAX_FILE`.
    """
    if (shared := address_text(path)) is not None:
        return shared
    if is_address(path) and not Path(path).exists():
        raise InputError(
            f"no board is in this address: {shorten(path)}",
            hint="“Copy the address” in the web app makes one that does; download files first",
        )
    try:
        if path == STDIN:
            if sys.stdin is None:
                raise InputError("standard input is closed")
            data = sys.stdin.buffer.read(MAX_FILE + 1)
        elif (packed := read_packed(path)) is not None:
            data = packed
        else:
            with Path(path).open("rb") as file:
                data = file.read(MAX_FILE + 1)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError:
        raise InputError(f"{shorten(path)}: no file can have this name") from None
    if len(data) > MAX_FILE:
        raise InputError(f"{path}: is larger than {MAX_FILE >> 20} MiB")
    return decode(unpacked(data, path), path)


def detect_game(text: str, source: str) -> AnyGame:
    """Return the one game whose boards ``text`` could be.

    Raises:
        UnknownName: the first board, in JSON, names an unknown game.
        UnclearGame: no game knows it, or more than one does.
        InputError: it holds no board, or no JSON.
    """
    record = first_json(text)
    if record is not None and isinstance(record.get("game"), str):
        return find_game(record["game"])
    if record is not None and may_hold_boards(record):
        forms = [form.required_fields for game in games().values() for form in game.forms]
        if (inside := next(boards_inside(record, forms), None)) is not None:
            said = inside.value
            return detect_game(said if isinstance(said, str) else json.dumps(said), source)
    fitting = [name for name, recognises in recognisers() if recognises(text, source)]
    if len(fitting) == 1:
        return games()[fitting[0]]
    if (game := marked(text, games().values())) is not None:
        return game
    if not text.strip():
        raise InputError(f"{source}: the file holds no board")
    if not fitting and is_json(text):  # why it cannot be read says more
        _, first = next(json_values(text), (1, ParseError("the list holds no board", 1)))
        if isinstance(first, ParseError):
            place = f"{source}:{first.line}" + (f":{first.column}" if first.column else "")
            raise InputError(f"{place}: {first}")
    if not fitting:
        hint = f"name the game with `--game`: {', '.join(games())}"
        what = what_it_is(text, games().values())
        raise UnclearGame(f"{source}: no game knows boards like these: {what}", games(), hint=hint)
    message = f"{source}: the boards could be {' or '.join(fitting)}"
    raise UnclearGame(message, fitting, hint="name it with `--game`")


def scan(
    text: str,
    source: str = _UNNAMED,
    *,
    game: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> tuple[AnyGame, Iterator[Level | BoardFault]]:
    """Return the game of a file and its boards, bad ones as faults.

    Raises:
        InputError: the game cannot be told, or an option does not exist.
    """
    if game is not None:
        check_text(game, "the name of a game")
    text = without_marks(text)
    found = find_game(game) if game else detect_game(text, source)
    return found, found.read(text, source, options)


@explained
def read_boards(
    text: str,
    source: str = "<string>",
    *,
    game: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> list[Level]:
    """Return all boards of a text.

    Args:
        text: the boards, in any format of the game.
        source: name for messages.
        game: id of the game; None tells it from the text.
        options: option values that override the text's.

    Raises:
        BadBoard: a board has a fault (the first one, with file, line and column).
        InputError: the game cannot be told, or an option does not exist.
    """
    check_text(text, "what `read_boards` reads", _TEXT_FROM)
    check_text(source, "the name of a source")
    try:
        boards = list(scan(text, source, game=game, options=options)[1])
    except UnclearGame as error:
        _refuse_name(text, source)
        hint = f'name the game: `read_boards(text, game="{(*error.candidates, "…")[0]}")`'
        raise UnclearGame(str(error), error.candidates, hint=hint) from None
    for board in boards:
        if isinstance(board, BoardFault):
            _refuse_name(text, source)
            raise board.as_error()
    return [board for board in boards if isinstance(board, Level)]


def _refuse_name(text: str, source: str) -> None:
    """Refuse a text without boards that names a file, unless it was read.

    Raises:
        InputError: it seems to.
    """
    if source == _UNNAMED and names_file(text):
        raise InputError(
            f"`read_boards` reads boards from a text, and `{shorten(text)}` names a file; "
            "`read_file` reads it"
        )


@explained
def read_file(
    path: str | PathLike[str] | Sequence[str | PathLike[str]],
    *,
    game: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> list[Level]:
    """Return all boards of a file, or of several, one file after another.

    A folder stands for the files with boards below it, and a zip archive for those in it.

    Args:
        path: of the file, or paths of several.
        game: as in :func:`read_boards`.
        options: as in :func:`read_boards`.

    Raises:
        BadBoard: a board has a fault.
        InputError: a file cannot be read, or its game not be told, or there is no such option.
    """
    if isinstance(path, (list, tuple)):
        found = (read_file(one, game=game, options=options) for one in path)
        return [level for levels in found for level in levels]
    name = file_name(path)
    if "\n" in name and not Path(name).exists():
        raise InputError("the name of a file is one line; `read_boards` makes levels of a text")
    return [
        level
        for file in board_files([name], game)
        for level in read_boards(read_text(file), file, game=game, options=options)
    ]


def board_files(files: Sequence[str], game: str | None) -> list[str]:
    """Return the files, and in place of each folder or archive those in it that hold boards.

    Args:
        files: paths.
        game: id of the game that those boards have to be of, or None.

    Raises:
        InputError: no file in one of them holds boards, or it cannot be read.
    """
    found: list[str] = []
    for file in files:
        if not (within := files_within(file)):
            found.append(file)
            continue
        others = []
        for name in within:
            try:
                check_boards(read_text(name), name, game)
            except InputError:
                others.append(name)
            else:
                found.append(name)
        if others:
            pass_over(file, others, all_=within)
    return found


def check_boards(text: str, file: str, game: str | None) -> None:
    """Check that a file holds boards, of the game that is named if one is.

    Raises:
        InputError: it does not.
    """
    named = None if game is None else find_game(game)
    try:
        found = detect_game(text, file)
    except UnclearGame as problem:
        # Of several games the user has to choose one; no game at all is passed over.
        fitting = set(problem.candidates)
        if fitting != set(games()) and (named is None or named.id in fitting):
            return
        raise
    if named not in (None, found):
        raise InputError(f"{file}: holds boards of {found.id}")


def pass_over(folder: str, files: Sequence[str], *, all_: Sequence[str]) -> None:
    """Note which files of a folder or archive hold no boards.

    Raises:
        InputError: none does.
    """
    named = ", ".join(file.removeprefix(folder).lstrip("/\\") for file in files[:_MAX_NAMED])
    more = f" and {len(files) - _MAX_NAMED} more" if len(files) > _MAX_NAMED else ""
    if len(files) == len(all_):
        raise InputError(
            f"{folder}: no file in it holds boards: {named}{more}",
            hint="`gridproof list` names the formats; `--game` says which game it is",
        )
    count = f"{len(files)} file{'s' * (len(files) != 1)}"
    note(f"{folder}: {count} passed over, without boards: {named}{more}")
