"""Addresses of the web app that are played in the terminal."""

from __future__ import annotations

import pytest

from gridproof.cli.playing import _read
from gridproof.design.level_id import GeneratorConfig, find_generator
from gridproof.errors import GridproofError
from gridproof.files.addresses import pack_address, shared_text
from gridproof.files.shipped import collections
from gridproof.game import AnyGame
from gridproof.playing.session import Session
from gridproof.registry import games
from tests.samples import sample_levels

SITES = ("http://127.0.0.1:8000/", "https://example.org/gridproof/#/")
each_game = pytest.mark.parametrize("game", games().values(), ids=games().keys())


@each_game
@pytest.mark.parametrize("site", SITES)
def test_addresses_that_hold_boards_are_played(game: AnyGame, site: str) -> None:
    level = sample_levels(game.id)[0]
    session = Session(level, game=game)
    session.apply(next(iter(game.legal(level, session.state))))
    for page, text in (("play", shared_text(game, level)), ("edit", shared_text(game, level))):
        levels, first = _read(f"{site}{page}#{pack_address(text)}", None, None, None)
        found = levels.get(0)
        assert found is not None
        assert (found.level, levels.saved, first) == (level, None, None)
    levels, _ = _read(f"{site}play#{pack_address(session.save())}", None, None, None)
    assert levels.saved is not None
    assert levels.saved.moves == session.moves


@pytest.mark.parametrize("site", SITES)
def test_addresses_of_shipped_boards_open_their_collection(site: str) -> None:
    for name, collection in collections().items():
        levels, first = _read(f"{site}play/{name}/2", None, None, None)
        assert levels.name == name
        assert first == "2"
        assert levels.find(first) == 1
        assert _read(f"{site}play/{name}/2", collection.game, None, "1")[1] == "1"


@each_game
def test_addresses_of_drawn_levels_draw_them(game: AnyGame) -> None:
    name = GeneratorConfig(game, find_generator(game)).id("7.0")
    levels, _ = _read(f"{SITES[0]}play?new={name.replace('#', '%23')}", None, None, None)
    found = levels.get(0)
    assert found is not None
    assert found.drawn is not None
    assert found.drawn.order == name
    assert levels.game is game


@pytest.mark.parametrize(
    ("address", "game", "options", "said"),
    [
        ("play/nothing/2", None, {}, "nothing"),
        ("play/robots/2", "sokoban", {}, "the level is one of robots, not of sokoban"),
        ("play/robots/2", None, {"ricochet": "on"}, "`--set` speaks of a file"),
        ("play?new=robots:none%237.0@g1", None, {}, "robots has no generator `none`"),
        ("play?new=robots", None, {}, "not the ID of a level"),
        ("play#AAAAAAAAAAAAAAAAAAAA", None, {}, "damaged or was cut"),
        ("choose", None, {}, "no board is in this address"),
    ],
)
def test_broken_addresses_are_told_in_a_sentence(
    address: str, game: str | None, options: dict[str, str], said: str
) -> None:
    with pytest.raises(GridproofError) as caught:
        _read(SITES[0] + address, game, options, None)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
