"""The description of saved play-throughs holds."""

from __future__ import annotations

import json

from gridproof.files.reading import read_boards
from gridproof.playing.forms import PLAY_THROUGH
from gridproof.playing.session import Session


def test_the_example_is_a_saved_play_through() -> None:
    session = Session.load(PLAY_THROUGH.example)
    assert session.save() + "\n" == PLAY_THROUGH.example
    assert list(json.loads(session.save())) == [entry.name for entry in PLAY_THROUGH.fields]
    assert read_boards(PLAY_THROUGH.example) == [session.level]
