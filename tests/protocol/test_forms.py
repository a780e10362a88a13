"""The forms of every game's files and solutions: what is documented is read, and nothing else."""

from __future__ import annotations

import json
import re
import string
from typing import Any, Final

import pytest

from gridproof.forms import TextForm
from gridproof.game import AnyGame
from gridproof.level import METADATA, BoardFault, Level
from gridproof.options import Option
from gridproof.specs import About
from tests.samples import GAMES

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))

FORMS: Final = [(game, form) for game in GAMES.values() for form in game.forms]
each_form = pytest.mark.parametrize(
    ("game", "form"), FORMS, ids=[f"{game.id}-{form.id}" for game, form in FORMS]
)
ROWS: Final = [(game, form) for game, form in FORMS if form.symbols]
each_form_of_rows = pytest.mark.parametrize(
    ("game", "form"), ROWS, ids=[f"{game.id}-{form.id}" for game, form in ROWS]
)

#: Games without options read headers of any name over.
WITH_OPTIONS: Final = [game for game in GAMES.values() if game.options]

#: Characters that a person might type into a row: printable ASCII, boxes, blocks and shapes.
TYPED: Final = [
    *string.ascii_letters,
    *string.digits,
    *string.punctuation,
    *(" ", "\t", "·", "−", "é", "Ж", "墙"),
    *map(chr, range(0x2500, 0x2600)),
]


def levels_of(game: AnyGame, text: str) -> list[Any]:
    """The boards of a text; a fault fails."""
    found = list(game.read(text, "f"))
    assert all(isinstance(item, Level) for item in found), [str(item) for item in found]
    return found


def unread(game: AnyGame, text: str) -> list[str]:
    """The faults of a text that has other symbols."""
    return [item.message for item in game.read(text, "f") if isinstance(item, BoardFault)]


def places(form: TextForm, text: str, symbols: str, margin: int = 1) -> list[int]:
    """The indices of some symbols in the rows of a text, away from their ends."""
    found, start = [], 0
    for line in text.split("\n"):
        if set(line) <= set(form.cells):
            inside = range(margin, len(line.rstrip()) - margin)
            found += [start + at for at in inside if line[at] in symbols]
        start += len(line) + 1
    return found


def closed(form: TextForm) -> str:
    """The symbols in whose place nothing else may stand; a blank may be one of a wall too."""
    return "".join(symbol.characters for symbol in form.symbols if not symbol.others).replace(
        " ", ""
    )


def with_strange(form: TextForm, character: str) -> tuple[str, int, int]:
    """The example with a character in the place of a symbol amid its rows; line and column."""
    found = places(form, form.example, closed(form))
    at = found[len(found) // 2]
    above = form.example[:at]
    text = above + character + form.example[at + 1 :]
    return text, above.count("\n") + 1, at - above.rfind("\n")


@each_game
def test_every_format_that_is_written_is_described(game: AnyGame) -> None:
    names = [name for form in game.forms for name in (form.id, *form.aliases)]
    assert len(set(names)) == len(names)
    assert set(game.formats) <= set(names)
    assert game.forms[0].symbols
    assert game.notations


@each_form
def test_an_example_is_written_as_it_stands(game: AnyGame, form: TextForm) -> None:
    found = levels_of(game, form.example)
    assert found
    for name in (form.id, *form.aliases):
        if name in game.formats:
            assert game.write_all(found, name) == form.example


@each_form
def test_variants_mean_what_the_example_means(game: AnyGame, form: TextForm) -> None:
    plain = [level.with_info() for level in levels_of(game, form.example)]
    for special, text in form.variants.items():
        assert [level.with_info() for level in levels_of(game, text)] == plain, special


@each_form
def test_every_part_with_a_name_is_in_a_text(game: AnyGame, form: TextForm) -> None:
    texts = "\n".join(form.texts.values())
    for entry in (*form.headers, *form.fields, *form.parts):
        for name in entry.name.replace("…", "").split() if form.parts else [entry.name]:
            assert name in texts, f"no example has `{name}`"
        assert entry.meaning
        assert not entry.meaning.endswith(".")


@each_form
def test_required_fields_are_missed(game: AnyGame, form: TextForm) -> None:
    for name in form.required_fields:
        board = json.loads(form.example)
        del board[name]
        (fault,) = unread(game, json.dumps(board))
        assert f"`{name}`" in fault


@each_form
def test_required_headers_are_missed(game: AnyGame, form: TextForm) -> None:
    for name in (entry.name for entry in form.headers if entry.required):
        text = re.sub(rf"^{name}:.*\n", "", form.example, flags=re.MULTILINE)
        assert any(f"`{name}" in fault for fault in unread(game, text))


@each_form
def test_descriptions_are_short(game: AnyGame, form: TextForm) -> None:
    characters = form.cells
    assert len(set(characters)) == len(characters), "one character, one meaning"
    texts = [form.summary, form.used_by, *(s.meaning for s in form.symbols)]
    texts += [e.meaning for e in (*form.headers, *form.fields, *form.parts)]
    for text in texts:
        assert len(text.split()) <= 20
        assert not text.endswith(".")
    for note in About.items(form.notes):
        for sentence in re.split(r"(?<=[.:;]) ", note):
            assert len(sentence.split()) <= 30, sentence


@each_form_of_rows
def test_every_documented_symbol_is_read(game: AnyGame, form: TextForm) -> None:
    """It stands in a row of some text, or may take the place of another symbol."""
    texts = [text for form in game.forms for text in form.texts.values()]
    for symbol in form.symbols:
        for character in symbol.characters:
            assert any(
                not unread(game, text[:at] + character + text[at + 1 :])
                for text in texts
                for at in places(form, text, closed(form) + symbol.characters, margin=0)
            ), f"`{character}`, {symbol.meaning}"


@each_form_of_rows
def test_every_other_symbol_is_refused(game: AnyGame, form: TextForm) -> None:
    for character in TYPED:
        if character not in form.cells:
            text, line, _ = with_strange(form, character)
            faults = [item for item in game.read(text, "f") if isinstance(item, BoardFault)]
            assert faults, f"`{character}` is read"
            assert faults[0].line == line, (character, str(faults[0]))
            assert faults[0].hint


@each_form_of_rows
def test_other_symbols_are_refused_in_every_place(game: AnyGame, form: TextForm) -> None:
    strange = next(char for char in "?Q~" if char not in form.cells)
    for text in form.texts.values():
        for at in places(form, text, closed(form)):
            assert unread(game, text[:at] + strange + text[at + 1 :]), text


@each_game
def test_a_strange_symbol_is_told_with_place_and_next_step(game: AnyGame) -> None:
    text, line, column = with_strange(game.forms[0], "?")
    fault = next(iter(game.read(text, "f.txt")))
    assert isinstance(fault, BoardFault)
    assert str(fault).startswith(f"f.txt:{line}:{column}: `")
    assert "?" in fault.message
    assert f"`gridproof list {game.id}`" in str(fault.hint)


@each_form
def test_a_strange_symbol_in_json_is_told_with_the_next_step(game: AnyGame, form: TextForm) -> None:
    if form.fields and isinstance((board := json.loads(form.example)).get("rows"), list):
        board["rows"][-1] = board["rows"][-1][:-1] + "?"
        (fault,) = game.read(json.dumps(board), "f")
        assert isinstance(fault, BoardFault)
        assert "`rows" in fault.message
        assert f"`gridproof list {game.id}`" in str(fault.hint)


@each_game
@pytest.mark.parametrize(
    "text", ["", "; a title\n", "[]", "{}", "{", '{"rows": 7}', "[1]", "\u00e9?\n"]
)
def test_a_text_that_is_no_board_is_refused_with_the_next_step(game: AnyGame, text: str) -> None:
    found = list(game.read(text, "f"))
    assert found
    for fault in found:
        assert isinstance(fault, BoardFault)
        assert fault.hint


# Headers


@each_game
def test_every_option_says_its_meaning_and_values(game: AnyGame) -> None:
    for option in game.options:
        assert option.summary
        assert option.values, f"`{option.name}` does not say its values"


def settings(option: Option, level: Level) -> list[str]:
    """Texts that an option has for a value, that of a level first."""
    said = option.show(getattr(level, option.attribute))
    found = [said, option.said_default, *option.choices, "1", "2", "1,1"]
    good = []
    for text in filter(None, found):
        try:
            option.parse(text)
        except ValueError:
            continue
        good.append(text)
    return good


@each_game
def test_every_option_and_metadata_is_a_header_and_a_field(game: AnyGame) -> None:
    form = game.forms[0]
    rows = re.sub(r"^(;.*|[a-z -]+:.*)\n", "", form.example, flags=re.MULTILINE)
    names = [option.name for option in game.options]
    said = [line for line in form.example.split("\n") if line.partition(":")[0] in names]
    (plain,) = levels_of(game, form.example)
    for option in game.options:
        others = [line for line in said if line.partition(":")[0] != option.name]
        for value in settings(option, plain):
            text = "\n".join([*others, f"{option.name}: {value}", rows])
            level = next(iter(game.read(text, "f")))
            if isinstance(level, Level):
                assert getattr(level, option.attribute) == option.parse(value)
                break
        else:
            pytest.fail(f"no header `{option.name}` is read")
    text = "\n".join([*said, *(f"{name}: 1" for name in METADATA), rows])
    (level,) = levels_of(game, text)
    assert level.info == dict.fromkeys(METADATA, "1")
    again = game.write(level, "json") if "json" in game.formats else text
    assert levels_of(game, again) == [level]


@pytest.mark.parametrize("game", WITH_OPTIONS, ids=lambda game: game.id)
def test_an_unknown_header_is_told_with_those_that_are_known(game: AnyGame) -> None:
    text = f"strange-thing: 1\n{game.forms[0].example}"
    (fault,) = unread(game, text)
    assert "`strange-thing`" in fault
    (item,) = game.read(text, "f")
    assert isinstance(item, BoardFault)
    assert item.hint is not None
    assert f"`gridproof list {game.id}`" in item.hint
    for option in game.options:
        assert option.name in item.hint


@each_game
def test_a_wrong_value_is_told_with_what_is_right(game: AnyGame) -> None:
    for option in game.options:
        (item,) = game.read(f"{option.name}: ?!\n{game.forms[0].example}", "f")
        assert isinstance(item, BoardFault)
        assert str(item).startswith(f"f:1:{len(option.name) + 3}: option `{option.name}` must be ")
        assert item.hint is not None
        assert option.summary in item.hint


# Solutions


@each_game
def test_every_notation_is_read_and_legal(game: AnyGame) -> None:
    level = next(iter(levels_of(game, game.about.board)))
    for form in game.notations:
        plain = game.read_solution(level, form.example)
        assert plain
        for special, text in form.variants.items():
            assert game.read_solution(level, text) == plain, special
        state = game.initial(level)
        for move in plain:
            state, _ = game.apply(level, state, move)
    assert game.write_solution(level, plain) in {
        t for form in game.notations for t in form.texts.values()
    }
