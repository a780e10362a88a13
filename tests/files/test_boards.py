"""Board files: detection of the game, many boards a file, JSON lines, and any text at all."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridproof.errors import BadBoard, GridproofError, InputError, ParseError, UnclearGame
from gridproof.files.reading import detect_game, read_boards, read_text
from gridproof.level import BoardFault, Level
from gridproof.registry import games
from gridproof.strict_json import json_values
from tests.samples import GAMES, sample_levels
from tests.soak import ROUNDS, fresh_seed


@pytest.mark.parametrize("game", ["robots", "bombcover", "onebomb", "merge"])
def test_every_shipped_file_tells_its_game(game: str) -> None:
    text = "\n".join(GAMES[game].write(level) for level in sample_levels(game))
    assert detect_game(text, "file").id == game
    lines = "".join(GAMES[game].write(level, "json") for level in sample_levels(game))
    assert detect_game(lines, "file").id == game
    assert read_boards(lines) == sample_levels(game)


def test_what_no_game_knows_is_said() -> None:
    with pytest.raises(UnclearGame, match="no game knows") as error:
        detect_game("hello world", "file")
    assert "--game" in (error.value.hint or "")
    assert set(error.value.candidates) >= set(games())
    with pytest.raises(UnclearGame, match="could be") as error:
        detect_game("#.@", "file")
    assert set(error.value.candidates) == {"sokoban", "bombcover"}
    with pytest.raises(InputError, match="holds no board"):
        detect_game(" \n", "file")


def test_a_bad_board_does_not_stop_the_others() -> None:
    text = "; first\n@.x\n\n; second\n@?x\n\n; third\nx.@\n"
    first, second, third = GAMES["bombcover"].read(text, "f")
    assert isinstance(first, Level)
    assert isinstance(second, BoardFault)
    assert (second.line, second.column) == (5, 2)
    assert isinstance(third, Level)
    assert third.title == "third"
    with pytest.raises(BadBoard, match="f:5:2"):
        read_boards(text, "f", game="bombcover")


def test_titles_headers_and_metadata() -> None:
    text = "; one\n; two\nauthor: me\nradius: 2\nK: 7\n@.x"
    (level,) = read_boards(text, game="bombcover")
    assert level.title == "one two"
    assert level.info == {"title": "one two", "author": "me", "k": "7"}
    (forced,) = read_boards(text, game="bombcover", options={"radius": "unlimited"})
    assert "radius" not in GAMES["bombcover"].write(forced)


def test_json_lines_ignore_unknown_fields_and_null_is_the_default() -> None:
    board = {"id": "b1", "rows": ["@.x"], "radius": None, "colour": "red", "optimum": 1}
    good, bad, last = GAMES["bombcover"].read(
        json.dumps(board) + "\n[1]\n" + json.dumps(board | {"radius": 0}), "f"
    )
    assert isinstance(good, Level)
    assert good.info == {"title": "b1", "optimum": "1"}
    assert str(bad) == "f:2:1: a board must be a JSON object"
    assert "f:3: field `radius` must be a whole number" in str(last)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read: No such file"):
        read_text(str(tmp_path / "none.txt"))
    (tmp_path / "zeros.txt").write_bytes(b"@.x\n\0\xff")
    with pytest.raises(InputError, match=r"zeros.txt: is not text: byte 5 is a NUL"):
        read_text(str(tmp_path / "zeros.txt"))


def assert_only_faults(game: str, text: str) -> None:
    """Reading any text gives levels and faults; levels without faults can be used."""
    try:
        boards = list(GAMES[game].read(text, "fuzz"))
    except GridproofError:
        return
    for board in boards:
        if isinstance(board, Level):
            state = GAMES[game].initial(board)
            str(GAMES[game].picture(board, state))
            for objective in GAMES[game].objectives:
                list(zip(range(5), GAMES[game].moves(board, state, objective), strict=False))
                GAMES[game].outcome(board, state, objective)
        else:
            assert board.message
            assert board.line >= 1


ALPHABET = '#.x@ XPK┃━┏┓▣■◎a1b9;:{}[]",0+=\nradiuspiercethrowattack'


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=150)
@given(text=st.text(ALPHABET, max_size=80) | st.text(max_size=60))
def test_no_text_breaks_a_reader(game: str, text: str) -> None:
    assert_only_faults(game, text)


def mutate(text: str, rng: random.Random) -> str:
    characters = list(text)
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(characters) + 1)
        action = rng.randrange(3)
        if action == 0 and at < len(characters):
            del characters[at]
        elif action == 1:
            characters.insert(at, rng.choice(ALPHABET))
        elif at < len(characters):
            characters[at] = rng.choice(ALPHABET)
    return "".join(characters)


def mutated_files(game: str, count: int, rng: random.Random) -> None:
    for _ in range(count):
        level = rng.choice(sample_levels(game))
        form = rng.choice([GAMES[game].formats[0], "json"])
        assert_only_faults(game, mutate(GAMES[game].write(level, form), rng))


@pytest.mark.parametrize("game", ["robots", "bombcover", "onebomb", "merge"])
def test_no_damaged_file_breaks_a_reader(game: str) -> None:
    mutated_files(game, 150, random.Random(game))


@pytest.mark.soak
@pytest.mark.parametrize("game", ["robots", "bombcover", "onebomb", "merge"])
def test_thousands_of_damaged_files(game: str) -> None:
    seed = fresh_seed()
    mutated_files(game, 1000 * ROUNDS, random.Random(seed))


def test_objects_without_an_end_are_not_read_again_and_again() -> None:
    """Each of them could be one that holds all that follow: the rest is given up in time."""
    text = ('{"a":[\n' + " 1,\n" * 25) * 20_000
    faults = list(json_values(text))
    assert all(isinstance(found, ParseError) for _, found in faults)
    assert 1 <= len(faults) < 20_000
