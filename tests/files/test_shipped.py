"""The boards that are installed with the package."""

from __future__ import annotations

import pytest

from gridproof.errors import UnknownName
from gridproof.files.shipped import collection, collections
from gridproof.registry import games


def test_every_collection_can_be_read_and_played() -> None:
    assert list(collections())  # at least one
    for name, found in collections().items():
        assert found.id == name
        assert found.levels
        assert not any(games()[found.game].validate(level) for level in found.levels)
        assert {level.game for level in found.levels} == {found.game}


def test_each_game_has_its_own_first() -> None:
    firsts: dict[str, str] = {}
    for name, found in collections().items():
        firsts.setdefault(found.game, name)
    assert all(game == name for game, name in firsts.items())
    assert list(firsts) == [game for game in games() if game in firsts]


def test_an_unknown_one_is_refused_with_the_nearest_names() -> None:
    for name in ("sokobann", "../sokoban", "sokoban/LICENSE-Apache-2.0", ""):
        with pytest.raises(UnknownName):
            collection(name)
