"""Answers about boards that are being drawn: palettes, drafts, pictures, faults."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from itertools import islice
from typing import Any, Final

from gridproof.editing.draft import MAX_CELLS, START_SIDE, Draft, typed_options
from gridproof.editing.edits import draft_of_json, draft_to_json, edited
from gridproof.editing.sketch import fault_marks, sketch
from gridproof.errors import InputError
from gridproof.files.addresses import shared_text
from gridproof.files.reading import scan
from gridproof.game import AnyGame
from gridproof.level import BoardFault, Fault, Level
from gridproof.registry import find_game, games
from gridproof.render.animation import record
from gridproof.render.playable import playable_page
from gridproof.render.svg import Drawing, inline
from gridproof.scene import Mark, Scene
from gridproof.specs import Piece
from gridproof.strict_json import Field
from gridproof.web.answers import Refusal, field_of

__all__ = ["describe", "describe_palettes", "film", "open_drafts", "set_file", "set_page"]

Json = dict[str, Any]
#: Boards of one set.
_MAX_BOARDS: Final = 200
#: Boards of one page that is made at once: a second each.
_MAX_PLAYED: Final = 40
#: The part of a picture that shows a thin wall.
_WALL: Final = 'viewBox=".6 .1 .8 .8" width="24" height="24"'
#: Edits of one request.
_MAX_EDITS: Final = 256


@functools.cache
def describe_palettes() -> Json:
    """Return the games, each with its pieces and options; without pieces boards are texts."""
    return {
        "start_side": START_SIDE,
        "games": [_palette(game) for game in games().values()],
    }


def _palette(game: AnyGame) -> Json:
    return {
        "id": game.id,
        "title": game.title,
        "pieces": [
            {
                "id": piece.id,
                "key": piece.key,
                "side": None if piece.side is None else piece.side.name,
                "picture": _swatch(piece),
            }
            for piece in game.palette
        ],
        "options": [field_of(option) for option in typed_options(game)],
    }


def _swatch(piece: Piece) -> str:
    """Return a small picture of a piece."""
    if piece.side is not None:  # the wall alone, upright, without the border round it
        scene = Scene(2, 1, (), edges=frozenset({(0, 0, "E")}))
        picture = inline(Drawing(), scene, scale=24)
        return re.sub(r'viewBox="[^"]*" width="[^"]*" height="[^"]*"', _WALL, picture)
    return inline(Drawing(), Scene(1, 1, (piece.look,)), scale=24)


def open_drafts(fields: Field) -> Json:
    """Answer a request for drafts.

    Args:
        fields: ``draft`` with ``do`` (edits, see :func:`gridproof.editing.edits.edited`); or
            ``game`` with ``size`` (columns, rows) for an empty board; or ``text`` with ``game`` if
            need be.

    Raises:
        InputError: there is no such board, or an edit cannot be done.
    """
    if (said := fields.get("draft")) is not None:
        draft, told = draft_of_json(said), []
        edits = fields["do"].entries()
        if len(edits) > _MAX_EDITS:
            raise Refusal(413, f"one request does up to {_MAX_EDITS} edits")
        for edit in edits:
            draft, words = edited(draft, edit)
            told.append(words)
        return describe(draft) | {"words": ", ".join(filter(None, told))}
    if (text := fields.get("text")) is not None:
        name = fields.get("game")
        drafts, faults = _drafts_of_text(text.text(), None if name is None else name.text())
        return {"drafts": [describe(draft) for draft in drafts], "faults": faults}
    width, height = (
        number.whole(1, MAX_CELLS) for number in fields["size"].entries(2, "two numbers")
    )
    game = find_game(fields["game"].text())
    return describe(Draft.empty(game, width, height))


def _drafts_of_text(text: str, name: str | None) -> tuple[list[Draft], list[str]]:
    """Return the boards of a text as drafts, and the faults of others.

    Raises:
        InputError: the game cannot be told, or no board can be drawn.
    """
    game, boards = scan(text, "the text", game=name)
    drafts: list[Draft] = []
    faults: list[str] = []
    for board in islice(boards, _MAX_BOARDS):
        if isinstance(board, BoardFault):
            faults.append(str(board))
            continue
        try:
            drafts.append(Draft.of(game, board))
        except InputError as error:
            faults.append(str(error))
    if not drafts:
        raise InputError(faults[0] if faults else "the text holds no board")
    return drafts, faults


def describe(draft: Draft) -> Json:
    """Return a draft with its picture, its faults, and its text."""
    level, faults = draft.built, draft.faults
    remarks: list[Mark] = list(fault_marks(faults))
    if not faults:
        remarks += draft.game.remarks(level)
    scene = sketch(draft, remarks)
    label = f"board of {scene.width} × {scene.height} cells"
    return {
        "draft": draft_to_json(draft),
        "picture": inline(Drawing(), scene, label=label),
        "faults": [_describe_fault(fault) for fault in faults],
        "text": "" if isinstance(level, Fault) else _text_of(draft.game, level),
        "record": "" if faults or isinstance(level, Fault) else shared_text(draft.game, level),
    }


def _describe_fault(fault: Fault) -> Json:
    return {"message": fault.message, "cell": None if fault.cell is None else list(fault.cell)}


def _text_of(game: AnyGame, level: Level) -> str:
    """Return a level as people write it; "" if it has faults that no text expresses."""
    try:
        return _file_of(game, [level])
    except InputError:
        return ""


def set_file(drafts: Sequence[Draft]) -> str:
    """Return a file of a set.

    Raises:
        InputError: a board is not finished, they are of several games, or too many.
    """
    return _file_of(*_set_of(drafts, _MAX_BOARDS))


def set_page(drafts: Sequence[Draft]) -> str:
    """Return a page on which a set is played.

    Raises:
        InputError: as for files.
    """
    game, levels = _set_of(drafts, _MAX_PLAYED)
    return playable_page(levels, game=game).html


def _set_of(drafts: Sequence[Draft], most: int) -> tuple[AnyGame, list[Level]]:
    """Return the game and the levels of a set, up to ``most`` of them."""
    if not 0 < len(drafts) <= most:
        raise Refusal(413, f"a set has 1 to {most} boards")
    game = drafts[0].game
    if any(draft.game is not game for draft in drafts):
        raise InputError("a file holds boards of one game")
    return game, [draft.level() for draft in drafts]


def _file_of(game: AnyGame, levels: Sequence[Level]) -> str:
    """Return a file of levels in the game's own form, or in that which expresses all boards.

    Raises:
        InputError: no form expresses one of them.
    """
    try:
        return game.write_all(levels)
    except InputError:
        return game.write_all(levels, game.canonical_format)


def film(draft: Draft, solution: str, words: str) -> Json:
    """Return the record with which a player shows a solution of a draft.

    Raises:
        MoveError: the text is no solution.
    """
    level = draft.level()
    moves = draft.game.read_solution(level, solution)
    return record(level, [moves], game=draft.game, facts=words)
