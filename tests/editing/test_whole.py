"""Boards that hold what a palette does not have: they are edited as text."""

from __future__ import annotations

import json
import random

import pytest

from gridproof.editing.draft import Draft
from gridproof.editing.edits import draft_of_json, draft_to_json
from gridproof.errors import InputError
from gridproof.game import AnyGame
from gridproof.registry import games
from gridproof.scene import Window
from gridproof.strict_json import Field
from gridproof.web.edit_answers import describe, describe_palettes, open_drafts, set_file
from tests.samples import tiny_makers

pytestmark = pytest.mark.parametrize("game", games().values(), ids=games())


@pytest.fixture(autouse=True)
def no_palette(monkeypatch: pytest.MonkeyPatch, game: AnyGame) -> None:
    """Each game as one whose author has not said what can be placed."""
    monkeypatch.setattr(type(game), "palette", ())
    describe_palettes.cache_clear()
    monkeypatch.setattr("gridproof.web.edit_answers.describe_palettes", describe_palettes)


def test_a_new_board_is_the_example_of_the_rules(game: AnyGame) -> None:
    draft = Draft.empty(game)
    assert draft.whole is not None
    assert not draft.faults
    assert draft.level()


def test_texts_become_drafts_and_drafts_texts(game: AnyGame) -> None:
    level = next(iter(tiny_makers(game.id).values()))(random.Random(4))
    wish = {"text": game.write(level), "game": game.id}
    (told,) = open_drafts(Field(wish))["drafts"]
    draft = draft_of_json(Field(json.loads(json.dumps(told["draft"]))))
    assert draft.level() == level
    assert told["text"] == game.write_all([level])
    assert told["picture"].startswith("<svg")
    assert describe(draft)["draft"] == told["draft"] == draft_to_json(draft)
    assert set_file([draft]) == told["text"]


def test_boards_are_turned_but_no_piece_is_put(game: AnyGame) -> None:
    draft = Draft.empty(game)
    turned = draft.turn()
    assert turned.level() == game.turn(draft.level())
    with pytest.raises(InputError, match="edit its text"):
        draft.put("wall", [])
    with pytest.raises(InputError, match="edit its text"):
        draft.crop(Window(0, 0, 3, 3))
