"""Hostile input for the tests: titles, wrong JSON values, damaged texts, and how faults have to be.

A reader of boards may refuse a text, in its own words and with a place, or make levels of it that
hold what every level promises; it never fails in another way.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any

from gridproof.errors import InputError
from gridproof.game import AnyGame
from gridproof.level import BoardFault, Level
from gridproof.registry import digest

#: The name of every damaged file.
SOURCE = "damaged.txt"

#: Titles and other metadata that some format might mistake for something else.
TITLES = (
    *("plain", "  blanks around  ", "", "   ", ";", "; x", "#", "#####", "# x", "1", "007", "1 2"),
    *("Title: x", "name: value", "side: 3", "radius: 1", "%", "% pos(red,1,1).", "dim(1).", "{"),
    *('{"rows": []}', "a\u2028b", "\u2028", "a\u0085b", "a\x0bb\x0cc", "a\x1cb\x1db\x1eb", "\x00"),
    *(
        "\x1b[31mred\x1b[0m",
        "a\tb",
        "\ufeffmark",
        "x" * 5000,
        "Łódź",
        "迷路",
        "רמז",
        "🧩",
        "e\u0301",
    ),
    *("a\nb", "a\r\nb\rc", "\n\n", "\nauthor: x", "P.K", "@$.", "┏━┓", "0765+42+2E21BD0F+93"),
    *("\N{ARABIC-INDIC DIGIT ONE}", "--", "::", "Comment:", "ab1", "1 2 3", "x,y", "\u00a0x\u00a0"),
)

#: JSON texts that stand for no sensible value of most fields.
VALUES = (
    *("null", "true", "false", "2.0", "2.5", "1e400", "-1e400", "-1", "0", "1", "-0", "1e2"),
    *("9" * 5000, "9" * 4000, str(2**31), str(2**63), str(2**64), str(10**9 + 1), "-" + "9" * 30),
    *("NaN", "Infinity", "-Infinity", '""', '" "', '"2"', '"x"', '"\\u0000"', '"\\ud800"'),
    *('"a\\nb"', '"\\u0661"', "[]", "{}", "[[]]", "[null]", "[[0]]", "[1]", '["x"]', '[""]'),
    *('{"x": 1}', "[0, 0]", "[0, 0, 0]", "[[0, 0]]", "[[1, 1], [1, 1]]", "01", "1 2", "'x'"),
    *(
        '["#@", "$."]',
        '[".", "\\n"]',
        "[" * 100_000 + "]" * 100_000,
        '{"a":' * 50_000 + "}" * 50_000,
    ),
)

#: What Python and C++ say of their own accord; a message for people never has such words.
FOREIGN = re.compile(
    r"list index|invalid literal|values to unpack|unhashable|object is not|has no attribute"
    r"|NoneType|\bint\(\)|could not convert|string indices|indices must be|not supported between"
    r"|recursion depth|Traceback|\bstd::|Exceeds the limit|set_int_max|codec can't|surrogates not"
    r"|incompatible function arguments|argument of type|expected str|embedded null"
    r"|Expecting |Extra data|Unterminated string|Invalid control|Invalid \\"
    r"|\w+(Error|Exception)\b|<class '"
)

#: Longest message of one fault: what is wrong is quoted in part only.
LONGEST = 1000

_INSERTED = (
    *(" ", "\t", "\n", "\n\n", "\r", "\x00", "\x1b", "\u2028", "\u0085", "\ufeff", "\ud800", "é"),
    *(
        "0",
        "1",
        "9",
        "-",
        "-1",
        "99999",
        ",",
        ".",
        ":",
        ";",
        "#",
        "@",
        "$",
        "*",
        "x",
        "P",
        "K",
        "a",
    ),
    *(
        "%",
        "(",
        ")",
        "|",
        "+",
        '"',
        "\\",
        "{",
        "}",
        "[",
        "]",
        "2.5",
        "١",
        "\n;",
        "\nside: 3\n",
        "┃",
    ),
)


def title_line(text: str) -> str:
    """A title as a file holds it: on one line, without blanks at the ends."""
    return " ".join(part for line in re.split("\r\n|\r|\n", text) if (part := line.strip()))


def check_message(message: str) -> None:
    """A message is in our own words, and short."""
    own = re.sub("`[^`]*`", "", message)  # what is quoted is the user's
    assert not FOREIGN.search(own), message[:300]
    assert len(message) <= LONGEST, message[:300]


def line_count(text: str) -> int:
    """The number of lines of a text, at least 1."""
    return max(len(re.split("\r\n|\r|\n", text)), 1)


def check_fault(fault: BoardFault, text: str) -> None:
    """A fault has a place inside the file and is told in our own words."""
    assert fault.source == SOURCE
    for line, column, message in ((fault.line, fault.column, fault.message), *fault.more):
        assert 1 <= line <= line_count(text), (line, message[:300])
        assert column is None or column >= 1, (column, message[:300])
        assert message.strip()
        check_message(message)
    check_message(fault.hint or "")


#: Levels that :func:`check_level` has found whole, by game and by their parts.
_WHOLE: dict[tuple[str, str], Level] = {}


def check_level(game: AnyGame, level: Any) -> None:
    """A level that was read is valid, can be drawn, and round-trips in every format.

    Most damage leaves one of a few boards, each of which is looked at once.
    """
    assert isinstance(level, Level)
    parts = repr([getattr(level, field.name) for field in fields(level) if field.compare])
    if (game.id, parts) in _WHOLE:
        assert level == _WHOLE[game.id, parts]
        return
    _check_new_level(game, level)
    _WHOLE[game.id, parts] = level


def _check_new_level(game: AnyGame, level: Level) -> None:
    assert not game.validate(level)
    if level.width * level.height > 2500:
        return
    assert str(game.picture(level, game.initial(level)))
    assert len(digest(game, level)) == 64
    canonical = game.canonical_format or game.formats[0]
    for form in game.formats:
        try:
            text = game.write(level, form)
        except InputError as refusal:
            assert form != canonical
            check_message(str(refusal))
            continue
        (again,) = game.read(text, "round trip")
        assert isinstance(again, Level), (form, str(again)[:300])
        if form in ("game-id", "asp"):  # these have no room for a title
            again = again.with_info(**level.info)
        assert again == level, form


def check_text(game: AnyGame, text: str) -> int:
    """Reads a damaged text; returns how many levels came out of it."""
    good = 0
    found = 0
    try:
        for item in game.read(text, SOURCE):
            found += 1
            if isinstance(item, BoardFault):
                check_fault(item, text)
            else:
                check_level(game, item)
                good += 1
    except InputError as refusal:  # of the whole file
        assert re.match(rf"{SOURCE}:\d", str(refusal)), str(refusal)[:300]
        check_message(str(refusal))
        return 0
    assert found, "a text without a board is a fault"
    return good


#: Texts that :class:`Damaged` makes at each character, and of each line.
_AT_A_CHARACTER, _OF_A_LINE = 3 + 2 * len(_INSERTED), 5


class Damaged(Sequence[str]):
    """The text truncated at each character, with each one deleted, doubled, replaced; by lines."""

    def __init__(self, text: str) -> None:
        self._text, self._lines = text, text.split("\n")

    def __len__(self) -> int:
        return len(self._text) * _AT_A_CHARACTER + len(self._lines) * _OF_A_LINE

    def __getitem__(self, number: Any) -> Any:
        at, way = divmod(number, _AT_A_CHARACTER)
        if at < len(self._text):
            return self._at_character(at, way)
        return self._of_line(*divmod(number - len(self._text) * _AT_A_CHARACTER, _OF_A_LINE))

    def _at_character(self, at: int, way: int) -> str:
        before, here, after = self._text[:at], self._text[at], self._text[at + 1 :]
        if way < 3:
            return before + ("", after, here + here + after)[way]
        insert, instead = divmod(way - 3, 2)
        return before + _INSERTED[insert] + ("" if instead else here) + after

    def _of_line(self, at: int, way: int) -> str:
        before, here, after = self._lines[:at], self._lines[at], self._lines[at + 1 :]
        ways = [
            before + after,
            [*before, here, here, *after],
            [*before, "", here, *after],
            [*before, here[::-1], *after],
            [here, *after, *before],
        ]
        return "\n".join(ways[way])


def some_damaged(text: str, rng: random.Random, count: int) -> Iterator[str]:
    """``count`` of the :class:`Damaged` texts, and as many that are damaged in several places."""
    every = Damaged(text)
    yield from every if len(every) <= count else rng.sample(every, count)
    for _ in range(count):
        worse = text
        for _ in range(rng.randint(2, 5)):
            at, end = sorted(rng.randrange(len(worse) + 1) for _ in range(2))
            part = worse[at : min(end, at + rng.randint(0, 12))]
            to = rng.randrange(len(worse) + 1)
            insert = rng.choice((part, part * 3, rng.choice(_INSERTED)))
            worse = worse[:to] + insert + worse[to + rng.randint(0, 2) :]
        yield worse


def json_places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all values in a JSON value, itself included."""
    yield path
    if isinstance(value, (dict, list)):
        for key, entry in value.items() if isinstance(value, dict) else enumerate(value):
            yield from json_places(entry, (*path, key))


def with_value(value: Any, path: tuple[Any, ...], text: str) -> str:
    """JSON of ``value`` with the JSON text ``text`` at ``path``."""
    mark = "\N{BLACK QUESTION MARK ORNAMENT}"
    copy = json.loads(json.dumps([value]))
    *outer, last = (0, *path)
    place = copy
    for key in outer:
        place = place[key]
    place[last] = mark
    return json.dumps(copy, ensure_ascii=False)[1:-1].replace(
        json.dumps(mark, ensure_ascii=False), text
    )


def without(value: Any, path: tuple[Any, ...]) -> str:
    """JSON of ``value`` without what is at ``path``."""
    copy = json.loads(json.dumps(value))
    *outer, last = path
    place = copy
    for key in outer:
        place = place[key]
    del place[last]
    return json.dumps(copy, ensure_ascii=False)


def wrong_json(value: Any) -> Iterator[str]:
    """JSON texts of ``value`` with one part replaced, missing, doubled or of another name."""
    for path in json_places(value):
        for text in VALUES:
            yield with_value(value, path, text)
        if path:
            yield without(value, path)
    if isinstance(value, dict):
        whole = json.dumps(value, ensure_ascii=False)
        for key, entry in value.items():
            pair = json.dumps({key: entry}, ensure_ascii=False)[1:-1]
            yield f"{{{pair}, {whole[1:]}"
            other = {k.upper() if k == key else k: v for k, v in value.items()}
            yield json.dumps(other, ensure_ascii=False)
        yield whole + "x"
        yield whole + whole
        yield json.dumps(value, indent=1)
        yield f"[{whole}]"
