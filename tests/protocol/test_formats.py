"""Every format of every game: whole files round-trip, and damaged ones are refused with a place."""

from __future__ import annotations

import gc
import json
import random
import time
import tracemalloc
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from gridproof.errors import InputError
from gridproof.files.notes import FileNote
from gridproof.files.reading import read_boards, read_text, scan
from gridproof.game import AnyGame
from gridproof.level import BoardFault, Level
from tests.hostile import (
    SOURCE,
    TITLES,
    check_level,
    check_message,
    check_text,
    some_damaged,
    title_line,
    wrong_json,
)
from tests.samples import GAMES, random_levels, sample_levels
from tests.soak import ROUNDS

#: Formats that have no room for a title.
UNTITLED = ("game-id", "asp")

FORMATS = [(game, form) for game in GAMES.values() for form in game.formats]
REGISTERED = [(game, form) for game, form in FORMATS if game.id != "template"]

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
each_json_game = pytest.mark.parametrize(
    "game", [game for game, form in FORMATS if form == "json"], ids=lambda game: game.id
)


def each_of(formats: Sequence[tuple[AnyGame, str]]) -> pytest.MarkDecorator:
    ids = [f"{game.id}-{form}" for game, form in formats]
    return pytest.mark.parametrize(("game", "form"), formats, ids=ids)


each_format = each_of(FORMATS)
each_registered_format = each_of(REGISTERED)
each_titled_format = each_of([pair for pair in FORMATS if pair[1] not in UNTITLED])

Run = Callable[..., Any]


def expressible(game: AnyGame, form: str, found: Iterable[Any]) -> list[Any]:
    """The levels that a format can express."""
    levels = []
    for level in found:
        try:
            game.write(level, form)
        except InputError:
            continue
        levels.append(level)
    return levels


def samples(game: AnyGame, form: str, seed: int = 0) -> list[Any]:
    """Random levels that a format can express; of the most special one, an official board."""
    found = expressible(game, form, random_levels(game.id, 4, seed=seed))
    if not found:
        found = list(game.read("0765+42+2E21BD0F+93", "official"))
    assert found
    return found


def some_levels(game: AnyGame, count: int = 2) -> list[Any]:
    """Levels with all options and every title, and other metadata as strange."""
    plain = [*sample_levels(game.id), *random_levels(game.id, count)]
    strange = plain[-1].with_info()
    return plain + [
        strange.with_info(title=title_line(title), author=title_line(title), optimum="3")
        if title_line(title)
        else strange
        for title in TITLES
    ]


# Whole files


@each_registered_format
def test_a_whole_file_as_show_writes_it_reads_back(
    game: AnyGame, form: str, gridproof: Run
) -> None:
    """`show --format` of a file of many boards is a file of the same boards, or is refused."""
    found = expressible(game, form, some_levels(game)) or samples(game, form)
    canonical = game.canonical_format or game.formats[0]
    Path("boards.txt").write_text(
        "\n".join(game.write(level, canonical) for level in found), encoding="utf-8", newline=""
    )
    shown = gridproof("show", "boards.txt", "--game", game.id, "--format", form)
    assert shown.code in (0, 2), shown.err
    expected = found if form not in UNTITLED else [level.with_info() for level in found]
    if shown.code == 2 and len(found) > 1:  # one board a file
        assert "board" in shown.err
        check_message(shown.err)
        again = list(game.read(shown.out, "again")) if shown.out else []
        assert again == expected[:1] or not again
        expected = expected[:1]
        shown = gridproof("show", "boards.txt", "--game", game.id, "--format", form, "--level", "1")
        assert shown.code == 0, shown.err
    assert list(game.read(shown.out, "again")) == expected
    Path("again.txt").write_text(shown.out, encoding="utf-8", newline="")
    assert read_boards(read_text("again.txt"), game=game.id) == expected


@each_titled_format
def test_any_title_and_metadata_round_trips(game: AnyGame, form: str) -> None:
    level = next(random_levels(game.id, 1))
    for title in TITLES:
        for name in ("title", "author", "source"):
            raw = level.with_info(**{name: title})
            clean = title_line(title)
            expected = level.with_info(**{name: clean} if clean else {})
            try:
                text = game.write(raw, form)
            except InputError as refusal:  # XML has no room for control characters
                assert form == "slc", refusal
                assert not title.isprintable()
                continue
            assert list(game.read(text, SOURCE)) == [expected], (name, title, text)
            # Between two other boards it stays with its own.
            text = "\n".join(game.write(each, form) for each in (level, raw, level))
            assert list(game.read(text, SOURCE)) == [level.with_info(), expected, level], text


@each_json_game
def test_json_titles_are_one_line(game: AnyGame) -> None:
    level = next(random_levels(game.id, 1))
    record = json.loads(game.write(level, "json"))
    for name in ("title", "id", "author"):
        for title in TITLES:
            for ascii_only in (True, False):
                text = json.dumps(record | {name: title}, ensure_ascii=ascii_only)
                (found,) = game.read(text, SOURCE)
                assert isinstance(found, Level), str(found)
                said = found.info.get("title" if name == "id" else name, "")
                assert said == title_line(title)
                check_level(game, found)


@each_format
def test_line_ends_and_byte_order_marks_change_nothing(
    game: AnyGame, form: str, tmp_path: Path
) -> None:
    found = samples(game, form)[: 1 if form in UNTITLED else 2]
    text = "\n".join(game.write(level, form) for level in found)
    path = tmp_path / "boards.txt"
    for end in ("\n", "\r\n", "\r"):
        for start in ("", "\ufeff"):
            path.write_bytes((start + text.replace("\n", end)).encode())
            assert list(game.read(read_text(str(path)), SOURCE)) == found, (end, start)


# Damaged files


def damage(game: AnyGame, form: str, rng: random.Random, count: int) -> None:
    """Damages whole files of one and of two boards ``count`` times each; checks what they give."""
    found = samples(game, form, rng.randrange(1 << 30))
    if form not in UNTITLED:
        found = [level.with_info(title="A", author="b") for level in found]
    for _ in range(4):
        pair = rng.sample(found, min(2, len(found)))
        for levels in (pair[:1], pair):
            text = "\n".join(game.write(level, form) for level in levels)
            for bad in some_damaged(text, rng, count):
                try:
                    check_text(game, bad)
                except Exception as error:
                    raise AssertionError(f"{game.id} {form}: {bad[:600]!r}") from error


@each_format
def test_damaged_files_give_faults_with_a_place_or_levels(game: AnyGame, form: str) -> None:
    damage(game, form, random.Random(f"{game.id} {form}"), 60)


@each_json_game
def test_wrong_json_fields_give_faults_with_a_place_or_levels(game: AnyGame) -> None:
    check_wrong_json(game, random.Random(game.id), 1200)


def check_wrong_json(game: AnyGame, rng: random.Random, count: int) -> None:
    """Checks ``count`` wrong JSON boards, with a good one below: it is read all the same."""
    cases = []
    good = next(random_levels(game.id, 1))
    below = game.write(good, "json")
    for level in random_levels(game.id, 1, seed=rng.randrange(1 << 30)):
        level = level.with_info(title="A", k="3")
        cases += list(wrong_json(json.loads(game.write(level, "json"))))
    for bad in rng.sample(cases, min(count, len(cases))):
        try:
            check_text(game, bad)
            if bad.startswith("{"):
                *_, last = game.read(f"{bad}\n{below}", SOURCE)
                assert last == good, "the board below is read"
        except Exception as error:
            raise AssertionError(f"{game.id}: {bad[:600]!r}") from error


@each_game
def test_forced_options_are_refused_or_hold(game: AnyGame) -> None:
    """`--set` values from hostile texts: an InputError in our words, or a level that has them."""
    texts = [
        "",
        " ",
        "-1",
        "0",
        "1.5",
        "1e9",
        "nan",
        "inf",
        "9" * 5000,
        str(2**64),
        "١",
        "\x00",
        "x",
    ]
    texts += [
        "yes",
        "no",
        "unlimited",
        "None",
        "[1]",
        "1,",
        ",1",
        "0,0",
        "a",
        "{}",
        "\ud800",
        "2 2",
    ]
    level = next(random_levels(game.id, 1))
    board = game.write(level, game.canonical_format or game.formats[0])
    values: list[Any] = [*texts, -1, 0, 2**64, 1.5, True, None, [], {}, [1], object(), 10**5000]
    for option in game.options:
        for value in values:
            try:
                for item in game.read(board, SOURCE, {option.name: value}):
                    if isinstance(item, BoardFault):
                        check_message(str(item))
                    else:
                        check_level(game, item)
            except InputError as refusal:
                check_message(str(refusal))
                assert option.name in str(refusal)


def test_bytes_that_are_no_text_and_unreadable_files(tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    for data in (
        b"#\x00",
        b"\x7fELF\x02\x00\x00",
        b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
        bytes(range(1, 128)),
    ):
        path.write_bytes(data)
        with pytest.raises(InputError, match=rf"{path}: is not text"):
            read_text(str(path))
    for data in (b"\xff\xfe#\x00", b"#####\n#@\xff.#\n", b"\xed\xa0\x80", b"\xc3"):
        path.write_bytes(data)
        with pytest.warns(FileNote, match=rf"{path}: read as (UTF-16|Windows-1252)"):
            assert read_text(str(path))
    for wrong in (str(tmp_path), str(tmp_path / "missing"), "x" * 5000, "a\x00b"):
        with pytest.raises(InputError) as caught:
            read_text(wrong)
        check_message(str(caught.value).replace(wrong, "FILE"))


@pytest.mark.parametrize("text", ["", " \n", "\x00", "\ufeff", "﷽", "{", "[", "[]", "{}", "null"])
def test_texts_without_a_board_are_refused(text: str) -> None:
    with pytest.raises(InputError) as caught:
        assert read_boards(text, SOURCE)
    assert str(caught.value).startswith(SOURCE)
    check_message(str(caught.value))


@each_game
def test_telling_the_game_never_fails(game: AnyGame) -> None:
    """Damaged files given without the game's name: they are read, or refused in our words."""
    rng = random.Random(f"telling {game.id}")
    for form in game.formats:
        for level in expressible(game, form, random_levels(game.id, 1))[:2]:
            for bad in some_damaged(game.write(level, form), rng, 20):
                try:
                    for item in scan(bad, SOURCE)[1]:
                        assert isinstance(item, (BoardFault, Level))
                except InputError as refusal:
                    assert str(refusal).startswith(SOURCE)
                    check_message(str(refusal))


@each_format
@pytest.mark.soak
def test_many_damaged_files(game: AnyGame, form: str) -> None:
    for seed in range(ROUNDS):
        damage(game, form, random.Random(f"{game.id} {form} {seed}"), 400)


@each_json_game
@pytest.mark.soak
def test_many_wrong_json_fields(game: AnyGame) -> None:
    for seed in range(ROUNDS):
        check_wrong_json(game, random.Random(f"{game.id} {seed}"), 20_000)


# Growth of work and memory


def blank_lines(size: int) -> str:
    return "\n" * size


#: Texts of about a number of characters, by what they are full of.
CLASSES: dict[str, Callable[[int], str]] = {
    "blank lines": blank_lines,
    "lines of blanks": lambda n: "  \n" * (n // 3),
    "titles": lambda n: "; x\n" * (n // 4),
    "semicolons": lambda n: ";" * n,
    "a title of blanks": lambda n: "title:" + " " * n,
    "a title of blanks and a letter": lambda n: "title:" + " " * n + "x\n@x\n",
    "a name of blanks": lambda n: "a" + " " * n + "x",
    "headers": lambda n: "author: x\n" * (n // 10),
    "different headers": lambda n: "".join(f"a{i}: 1\n" for i in range(n // 9)),
    "one long line": lambda n: "#" * n,
    "one long line of words": lambda n: "a " * (n // 2),
    "braces": lambda n: "{\n" * (n // 2),
    "objects": lambda n: "{}\n" * (n // 3),
    "open lists": lambda n: '{"a": ' + "[" * n,
    "half objects": lambda n: '{"a":\n' * (n // 6),
    "quotes": lambda n: '{"a": "' + "\\" * n,
    "carriage returns": lambda n: "\r" * n,
    "digits": lambda n: "9" * n,
    "digits and brackets": lambda n: "9(" * (n // 2),
    "brackets": lambda n: "(" * (n // 2) + "#" + ")" * (n // 2),
    "small boards": lambda n: "#@$.#\n\n" * (n // 7),
    "numbered boards": lambda n: "1\n\n#@$.#\n\n" * (n // 10),
    "comments": lambda n: "Comment:\n" * (n // 9),
    "rows and titles": lambda n: "#@$.#\nx\n" * (n // 8),
    "facts": lambda n: "dim(1).\n" + "barrier(1,1,east).\n" * (n // 19),
    "facts on one line": lambda n: "dim(1)." + "barrier(1,1,east)." * (n // 18),
    "open facts": lambda n: "dim(" * (n // 4),
    "commented facts": lambda n: "% pos(red,1,1).\n" * (n // 16),
    "game ids": lambda n: "0765+42+2E21BD0F+93\n" * (n // 400),
    "half game ids": lambda n: "0765+42+" + "2E" * (n // 2),
    "walls": lambda n: "┃" * n,
    "compact cells": lambda n: "size: 9 9\nplayers: 0,0\ncrates:\nwalls:" + " 1,1" * (n // 4),
    "points": lambda n: "side: 1\n" + "1 1\n" * (n // 4),
    "offsets": lambda n: "attack: " + "0,1 " * (n // 4) + "\na1\n",
    "types": lambda n: "attack a: 0,1\n" * (n // 14) + "a1\n",
    "sizes": lambda n: "1 1\n" * (n // 4),
    "boards of one row": lambda n: "1 2\nPK\n" * (n // 7),
    "one column": lambda n: "1\n" * (n // 2),
}
#: What every file may be full of; the other classes are tried on all games in the soak run.
COMMON = (
    "blank lines",
    "titles",
    "a title of blanks and a letter",
    "one long line",
    "half objects",
)


def consume(game: AnyGame | None, text: str) -> None:
    """Reads a text to its end, as the command line does."""
    try:
        items = game.read(text, SOURCE) if game else scan(text, SOURCE)[1]
        for _ in items:
            pass
    except InputError:
        pass


def work(game: AnyGame | None, text: str) -> float:
    """Seconds that this processor works at reading a text."""
    before = time.process_time()
    consume(game, text)
    return time.process_time() - before


def assert_linear(game: AnyGame | None, kind: str, least: float = 0.1) -> None:
    """Eight times the text takes about eight times the work, far from the 64 times of a square.

    The text is as long as it takes for ``least`` seconds of work, or 1 MiB. The work is compared
    with itself on this machine at this moment, the least of some tries with the least of others: a
    doubtful result is measured again, so that other work beside it does not matter.
    """
    make = CLASSES[kind]
    size = 1 << 14
    while (large := work(game, make(size))) < least:
        if size == 1 << 20:
            return
        while size < 1 << 20 and large < least:  # as long as the work is expected to last so
            size, large = 2 * size, 2 * large
    small = float("inf")
    for _ in range(8):
        small = min(small, work(game, make(size // 8)))
        if large < 24 * small:
            return
        large = min(large, work(game, make(size)))
    pytest.fail(f"{kind}: reading takes more than 24 times as long for 8 times the text")


@pytest.mark.parametrize("kind", CLASSES)
def test_reading_takes_linear_work(kind: str) -> None:
    """By telling the game first, which lets every game look at the text."""
    assert_linear(None, kind)


@each_game
@pytest.mark.parametrize("kind", COMMON)
def test_reading_takes_linear_work_in_every_game(game: AnyGame, kind: str) -> None:
    assert_linear(game, kind)


@each_game
@pytest.mark.parametrize("kind", sorted(set(CLASSES) - set(COMMON)))
@pytest.mark.soak
def test_reading_anything_takes_linear_work_in_every_game(game: AnyGame, kind: str) -> None:
    assert_linear(game, kind, 1.0)


def peak_of_reading(game: AnyGame | None, text: str) -> int:
    """Bytes of Python memory that reading a text takes at most, beside the text."""
    gc.collect()
    tracemalloc.start()
    try:
        consume(game, text)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@each_game
@pytest.mark.parametrize("kind", ["blank lines", "semicolons", "one long line", "digits"])
def test_memory_of_reading_is_bounded(game: AnyGame, kind: str) -> None:
    size = 1 << 17
    assert peak_of_reading(game, CLASSES[kind](size)) < 10 * size


def test_memory_of_telling_the_game_is_bounded() -> None:
    size = 1 << 16
    for kind in ("blank lines", "lines of blanks", "one long line"):
        assert peak_of_reading(None, CLASSES[kind](size)) < 10 * size, kind


@pytest.mark.parametrize(
    "text",
    [
        "9999999#\n#@$.#",
        "99999(99999(99999(#)))\n@$.",
        "9(" * 40 + "#" + ")" * 40 + "\n@$.",
        "1(" * 3000 + "#" + ")" * 3000 + "\n@$.",
        "|" * 20_000 + "@$.",
        "9" * 4000 + "#@$.",
    ],
)
def test_run_lengths_that_burst_are_not_made(text: str) -> None:
    sokoban = GAMES["sokoban"]
    check_text(sokoban, text)
    assert peak_of_reading(sokoban, text) < 16 << 20
