"""Boards on paper."""

from __future__ import annotations

import re

import pytest

from gridproof.errors import InputError
from gridproof.files.addresses import address_text
from gridproof.game import AnyGame
from gridproof.registry import games
from gridproof.render.sheet import sheet
from tests.samples import random_levels

LINK = "https://example.org/gridproof"


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_a_sheet_has_every_board_and_its_task(game: AnyGame) -> None:
    levels = list(random_levels(game.id, 2))[:3]
    text = sheet(levels)
    assert text.count("<h2>") == 3
    assert text.count('role="img"') == 3
    assert "Solutions" not in text
    assert "<button" not in text


def test_codes_open_the_boards() -> None:
    segno = pytest.importorskip("segno")
    made: list[str] = []
    make = segno.make

    def noted(text: str, **how: object) -> object:
        made.append(text)
        return make(text, **how)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(segno, "make", noted)
        text = sheet(list(random_levels("sokoban", 1)), link=LINK)
    assert text.count('class="code"') == len(made) > 0
    for address in made:
        assert address.startswith(f"{LINK}/play#")
        assert address_text(address) is not None


def test_solutions_stand_behind_if_they_are_wanted() -> None:
    levels = list(random_levels("robots", 1))[:2]
    text = sheet(levels, solutions=["0U", None])
    assert re.search(r"Solutions.*0U.*no solution is known here", text)


def test_a_sheet_without_boards_is_refused() -> None:
    with pytest.raises(InputError, match="at least one board"):
        sheet([])
