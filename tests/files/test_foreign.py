"""Other people's files: the samples of `data/foreign`, and every layout of `layouts`."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import pytest

from gridproof.files.notes import FileNote
from gridproof.files.reading import detect_game, read_boards, read_text
from gridproof.games.sokoban.game import GAME
from gridproof.level import BoardFault
from tests.layouts import BOARDS, layouts

FOREIGN = Path(__file__).parents[1] / "data" / "foreign"

ANA = {"author": "Ana Kor"}
OWN = {"source": "Own set"}
SMALL = {"source": "Own & small"}
TEN = {"source": "Ten small rooms"}

#: File → what each board says of itself; all are 6 × 3 but where it is said below.
BOARDS_OF: dict[str, list[dict[str, str]]] = {
    "K10_missing_blank.xsb": [{"title": "1"}, {"title": "2"}, {"title": "3"}],
    "K11a_nbsp.xsb": [{}],
    "K11b_dos_eof.xsb": [{"title": "1"}],
    "K16_author.sok": [{"title": "A"} | ANA | OWN, {"title": "B"} | ANA | OWN],
    "K17_hash_title.txt": [{"title": "1"}, {"title": "2"}],
    "K18_collection.sok.gz": [{"title": "A"} | ANA | OWN, {"title": "B"} | ANA | OWN],
    "K1a_latin1_crlf.sok": [{"title": "Café", "copyright": "© Ana Kor"} | OWN],
    "K1c_utf16.xsb": [{}],
    "K2a.slc": [
        {"title": "first", "copyright": "Ana Kor"} | ANA | SMALL,
        {"title": "second", "copyright": "Bo Lind", "author": "Bo Lind"} | SMALL,
    ],
    "K3a_level_colon.xsb": [{"title": "1"}, {"title": "2"}],
    "K3c_game_sokoban.sok": [{}],
    "K3d_colon_title_blank.sok": [{"title": "A: the start"}],
    "K4a_dashes.txt": [{}, {}],
    "K5a_ornament.txt": [{"title": "First part"}],
    "K5b_fence.md": [{"title": "Easy one"}],
    "K6_wall_W.sok": [{"title": "Title line"}],
    "K9a_prose.xsb": [{}, {}],
    "K9b_setname.xsb": [TEN, TEN, TEN],
}
REFUSED = {
    "K7a_hexoban.sok": "board of Hexoban, not of sokoban",
    "K7b_game_equals.sok": "board of Trioban, not of sokoban",
    "K8a_tab_inside.xsb": "a tab is no symbol",
}


def read(path: Path) -> list[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FileNote)
        text = read_text(str(path))
    assert detect_game(text, path.name) is GAME
    return list(GAME.read(text, path.name))


@pytest.mark.parametrize("name", BOARDS_OF)
def test_samples_give_their_boards(name: str) -> None:
    found = read(FOREIGN / name)
    assert [board.info for board in found] == BOARDS_OF[name]
    size = (7, 3) if name.startswith("K11a") else (6, 3)  # blanks stand at its left
    assert {(board.width, board.height) for board in found} == {size}


@pytest.mark.parametrize("name", REFUSED)
def test_samples_that_are_refused(name: str) -> None:
    faults = read(FOREIGN / name)
    assert faults
    assert all(isinstance(one, BoardFault) and REFUSED[name] in str(one) for one in faults)


def test_every_layout_gives_the_same_boards_and_titles(tmp_path: Path) -> None:
    expected = [board.with_info() for board in read_boards("\n\n".join(BOARDS), game="sokoban")]
    wrong = []
    path = tmp_path / "boards.txt"
    made = list(layouts())
    for layout in made:
        path.write_bytes(layout.data)
        found = read(path)
        titles = tuple(getattr(board, "title", board) for board in found)
        if titles != layout.titles or [board.with_info() for board in found] != expected:
            wrong.append((layout.name, titles))
    assert wrong == []
    assert len(made) > 2000


def test_what_had_to_be_guessed_is_noted_once() -> None:
    for name, encoding in (("K1a_latin1_crlf.sok", "Windows-1252"), ("K1c_utf16.xsb", "UTF-16")):
        with pytest.warns(FileNote, match=encoding) as notes:
            read_text(str(FOREIGN / name))
        assert len(notes) == 1
