"""Guesses about a file that no game reads: its kind, and the forms that near readers expect."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Final

from gridproof.errors import shorten
from gridproof.files.boards import lines_of, split_header
from gridproof.files.wrapped import is_result
from gridproof.forms import TextForm
from gridproof.game import AnyGame
from gridproof.strict_json import first_json

__all__ = ["marked", "what_it_is"]

#: Lines that are compared.
_MAX_LINES: Final = 200
#: Readers that a message names.
_NAMED: Final = 3
#: Fields and characters that a message names.
_SHOWN: Final = 6
_ROOT: Final = re.compile(
    r"\s*+(?:(?:<!--.*?-->|<![^\[>-][^\[>]*+(?:\[[^\]]*+\]\s*+)?>|<\?[^>]*+>)\s*+)*+"
    r"<([A-Za-z_][\w.:-]{0,60})",
    re.DOTALL,
)


def marked(text: str, games: Iterable[AnyGame]) -> AnyGame | None:
    """Return the game whose mark a text has, which files of no other game have; or None."""
    found = [
        game
        for game in games
        for form in game.forms
        if form.mark and re.search(rf"^(?:{form.mark})$", text, re.MULTILINE)
    ]
    return found[0] if len(set(map(id, found))) == 1 else None


def what_it_is(text: str, games: Iterable[AnyGame]) -> str:
    """Return the kind of a text that no game reads, and the expectations of the nearest readers."""
    forms = [(game, form) for game in games for form in game.forms if form.expects]
    if (record := first_json(text)) is not None:
        return _of_json(record, forms)
    if (root := _ROOT.match(text)) is not None:
        wanted = [f"`{form.root}`, of {game.id}" for game, form in forms if form.root]
        return f"an XML file of `{root[1]}` without " + (" or ".join(wanted) or "a board")
    return _of_rows(text, forms)


def _of_json(record: Mapping[str, Any], forms: Iterable[tuple[AnyGame, TextForm]]) -> str:
    if is_result(record):
        return "JSON of a result, which holds no board: name the file that it was made from"
    wanted = [(game, form.required_fields) for game, form in forms if form.required_fields]
    every = sorted({name for _, fields in wanted for name in fields})
    if record.keys().isdisjoint(every):
        has = ", ".join(f"`{shorten(name, 20)}`" for name in islice(record, _SHOWN))
        return f"JSON without any of {_listed(every)}" + (f"; it has {has}" if has else "")
    missing = {
        game.id: [name for name in fields if name not in record]
        for game, fields in wanted
        if not record.keys().isdisjoint(fields)
    }
    if missing and all(missing.values()):
        return "JSON: " + "; ".join(f"{g} needs {_listed(m)} too" for g, m in missing.items())
    named = " or ".join(dict.fromkeys(game.id for game, f in wanted if record.keys() >= set(f)))
    return f"JSON with the fields of {named}, but with other cells"


def _of_rows(text: str, forms: Iterable[tuple[AnyGame, TextForm]]) -> str:
    """Compare the lines with the rows of each game: the longest run of cells from the left."""
    rows = list(islice(_rows(text), _MAX_LINES))
    if not rows:
        return "it has header lines only"
    number, first = rows[0]
    chars = Counter("".join(row.strip() for _, row in rows))
    near = [(_distance(chars, form), game, form) for game, form in forms if form.cells]
    said: dict[str, str] = {}
    for distance, game, form in sorted(near, key=lambda found: found[0]):
        where = ", ".join(f"`{shorten(char)}` is none" for char in distance[1:] if char)
        said.setdefault(game.id, f"{game.id} reads {form.expects}" + (where and f" ({where})"))
    nearest = list(islice(said.values(), _NAMED))
    return "; ".join([f"line {number} is `{shorten(first.strip(), 40)}`", *nearest])


def _rows(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(lines_of(text), 1):
        if line.strip() and not line.lstrip().startswith(";") and not split_header(line):
            yield number, line


def _distance(chars: Counter[str], form: TextForm) -> tuple[float, str]:
    """Return the share of characters that are no cells of a form, and the first of them.

    A form with a mark is far from a text without it.

    Args:
        chars: how often each character is met, in the order of the text.
        form: a form of boards.
    """
    strange = [char for char in chars if char not in form.cells]
    share = sum(chars[char] for char in strange) / chars.total()
    return share + bool(form.mark), "".join(strange[:1])


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
