"""Edits as data: what a page or a program asks to be done to a draft."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from gridproof.editing.draft import Draft, typed_options
from gridproof.errors import InputError, UnknownName
from gridproof.files.reading import read_boards
from gridproof.game import AnyGame
from gridproof.grid import Pos
from gridproof.level import METADATA
from gridproof.options import find_option, option_values
from gridproof.registry import find_game
from gridproof.scene import Window
from gridproof.strict_json import Field

__all__ = ["draft_of_json", "draft_to_json", "edited"]

Json = dict[str, Any]


def draft_to_json(draft: Draft) -> Json:
    """Return a draft as a JSON object; cells are flat lists ``x, y, x, y``.

    One of a level that is edited as text holds it as ``text``.
    """
    return {
        "game": draft.game.id,
        "window": list(draft.window),
        "pieces": {
            name: [number for cell in sorted(cells) for number in cell]
            for name, cells in draft.layout.items()
        },
        "options": {
            option.name: option.show(value)
            for option in typed_options(draft.game)
            if (value := draft.options.get(option.attribute, option.default)) != option.default
        },
        "info": dict(draft.info),
    } | ({} if draft.whole is None else {"text": _text(draft)})


def _text(draft: Draft) -> str:
    """Return the text of a level that is edited as text, without metadata."""
    assert draft.whole is not None
    level = replace(draft.whole, **draft.options)
    return draft.game.write(level, draft.game.canonical_format)


def draft_of_json(record: Field, game: AnyGame | None = None) -> Draft:
    """Return the draft that :func:`draft_to_json` wrote.

    Args:
        record: the JSON object.
        game: its game; None: it is looked up.

    Raises:
        InputError: it is none, or too large.
    """
    game = game or find_game(record["game"].text())
    window = _window(record["window"])
    options = option_values(game.id, typed_options(game), _texts(record["options"]))
    texts = _texts(record["info"])
    info = {name: text for name, text in texts.items() if name in METADATA}
    if (text := record.get("text")) is not None:
        boards = read_boards(text.text(), game=game.id)
        if len(boards) != 1:
            raise InputError("the text of a draft holds one board")
        draft = Draft.of(game, boards[0])
        return replace(draft, options={**draft.options, **options}, info=info)
    draft = replace(
        Draft.empty(game, window.width, window.height), window=window, options=options, info=info
    )
    pieces = record["pieces"]
    for name in draft.palette:
        if (field := pieces.get(name)) is not None:
            draft = draft.lay(name, _flat(field))
    if unknown := sorted(pieces.table().keys() - draft.palette.keys()):
        pieces.fault(f"there is no piece `{unknown[0]}`")
    return draft


def edited(draft: Draft, edit: Field) -> tuple[Draft, str]:
    """Do an edit; return the draft, and the change in words: "3 walls".

    The edits are ``["put", piece, cells]``, ``["take", piece, cells]``, ``["clear", cells]``,
    ``["fill", piece or "", cell]``, ``["move", window, [dx, dy], copy]``, ``["crop", window]``,
    ``["turn"]``, ``["mirror"]``, ``["set", option, text]`` and ``["title", text]``. A cell is
    ``[x, y]``, a window ``[left, top, width, height]``.

    Raises:
        InputError: it is none of these, or cannot be done.
    """
    parts = edit.entries()
    match parts[0].text() if parts else "", len(parts):
        case "put", 3:
            name, cells = parts[1].text(), _cells(parts[2])
            return draft.put(name, cells), _counted(name, len(cells))
        case "take", 3:
            name, cells = parts[1].text(), _cells(parts[2])
            return draft.take(name, cells), f"without {_counted(name, len(cells))}"
        case "clear", 2:
            cells = _cells(parts[1])
            return draft.clear(cells), f"{_counted('cell', len(cells))} cleared"
        case "fill", 3:
            name, region = parts[1].text(), draft.region(parts[2].cell())
            if not name:
                return draft.clear(region), f"{_counted('cell', len(region))} cleared"
            return draft.put(name, region), _counted(name, len(region))
        case "move", 4:
            dx, dy = (number.whole() for number in parts[2].entries(2, "two numbers"))
            copy = parts[3].flag()
            part = _window(parts[1])
            return draft.move(part, dx, dy, copy=copy), "a part copied" if copy else "a part moved"
        case "crop", 2:
            window = _window(parts[1])
            return draft.crop(window), f"now {window.width} × {window.height}"
        case "turn", 1:
            return draft.turn(), "turned"
        case "mirror", 1:
            return draft.mirror(), "mirrored"
        case "set", 3:
            name, text = parts[1].text(), parts[2].text().strip()
            typed = typed_options(draft.game)
            if (option := find_option(typed, name)) is None:
                raise UnknownName("option", name, [o.name for o in typed], draft.game.id)
            value = option_values(draft.game.id, typed, {name: text} if text else None)
            options = {option.attribute: option.default} | value
            return replace(
                draft, options={**draft.options, **options}
            ), f"{name}: {text or 'default'}"
        case "title", 2:
            info = {**draft.info, "title": parts[1].text().strip()}
            return replace(draft, info={k: v for k, v in info.items() if v}), ""
        case _:
            return edit.fault("is nothing that can be done to a draft")


def _counted(name: str, number: int) -> str:
    return f"one {name}" if number == 1 else f"{number} × {name}"


def _texts(record: Field) -> dict[str, str]:
    return {name: record[name].text() for name in record.table()}


def _window(field: Field) -> Window:
    return Window(*(number.whole() for number in field.entries(4, "four numbers")))


def _cells(field: Field) -> list[Pos]:
    found = field.cells()
    if not found:
        raise InputError("the edit names no cell")
    return found


def _flat(field: Field) -> Sequence[Pos]:
    numbers = [number.whole() for number in field.entries()]
    if len(numbers) % 2:
        field.fault("must have an even count of numbers")
    return [Pos(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
