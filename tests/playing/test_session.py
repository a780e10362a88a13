"""Saved play-throughs: what comes back, and that anything else is refused with a message."""

from __future__ import annotations

import json
import os
import random

import pytest

from gridproof.errors import InputError, MoveError
from gridproof.game import AnyGame
from gridproof.playing.session import Session
from tests.hostile import VALUES, check_message, some_damaged, wrong_json
from tests.samples import GAMES, random_levels

SOAK = int(os.environ.get("GRIDPROOF_SOAK", "20"))

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def played(game: AnyGame, seed: int = 0) -> Session:
    """A session with some moves, one of them undone."""
    rng = random.Random(f"{game.id} {seed}")
    for level in random_levels(game.id, 3, seed):
        session = Session(level.with_info(title="A"), game=game)
        for _ in range(4):
            offered = list(game.moves(session.level, session.state, session.objective))
            if not offered:
                break
            session.apply(rng.choice(offered))
        if session.moves:
            session.undo()
            return session
    raise AssertionError("no sample can be played")


def load(text: str, game: AnyGame) -> Session | None:
    """The session of a text that may be damaged; None if it is refused, as it has to be."""
    try:
        session = Session.load(text, game=game)
    except InputError as refusal:
        check_message(str(refusal))
        check_message(refusal.hint or "")
        return None
    # What was loaded can be played and saved.
    assert not game.validate(session.level)
    again = Session.load(session.save(), game=game)
    assert (again.moves, again.undone) == (session.moves, session.undone)
    assert (again.level, again.state) == (session.level, session.state)
    assert again.costs == session.costs
    while session.redo():
        pass
    with pytest.raises(MoveError):
        session.apply("no move")
    return session


def damage(game: AnyGame, seed: int, count: int) -> int:
    """Loads ``count`` damaged files of each kind; returns how many were refused."""
    rng = random.Random(f"{game.id} {seed}")
    session = played(game, seed)
    saved = session.save()
    record = json.loads(saved)
    fields = [text for text in wrong_json(record) if text.startswith("{")]
    refused = 0
    for bad in (*rng.sample(fields, min(count, len(fields))), *some_damaged(saved, rng, count)):
        try:
            refused += load(bad, game) is None
        except Exception as error:
            raise AssertionError(f"{game.id}: {bad[:800]!r}") from error
    return refused


@each_game
def test_damaged_files_are_refused_or_can_be_played(game: AnyGame) -> None:
    assert damage(game, 0, 150) > 100


@each_game
@pytest.mark.soak
def test_many_damaged_files(game: AnyGame) -> None:
    for seed in range(SOAK):
        damage(game, seed, 3000)


@each_game
def test_other_rules_and_other_formats_are_refused(game: AnyGame) -> None:
    record = json.loads(played(game).save())
    for name, value in (("rules", record["rules"] + 1), ("rules", 0), ("v", record["v"] + 1)):
        with pytest.raises(InputError, match=r"version"):
            Session.load(json.dumps(record | {name: value}), game=game)
    missing = {name: value for name, value in record.items() if name != "rules"}
    with pytest.raises(InputError):
        Session.load(json.dumps(missing), game=game)


@pytest.mark.parametrize("text", ["", " ", "\x00", "\ufeff", "{}", "[]", "{", "x", *VALUES])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(InputError) as caught:
        Session.load(text)
    check_message(str(caught.value))


def test_a_session_of_another_game_or_of_several_boards_is_refused() -> None:
    sessions = {name: json.loads(played(game).save()) for name, game in GAMES.items()}
    for name, record in sessions.items():
        for other, foreign in sessions.items():
            if other == name:
                continue
            for mixed in (record | {"game": other}, record | {"level": foreign["level"]}):
                if other == "template" or name == "template":
                    continue
                try:
                    Session.load(json.dumps(mixed))
                except InputError as refusal:
                    check_message(str(refusal))
        twice = record | {"level": record["level"] + "\n" + record["level"]}
        with pytest.raises(InputError):
            Session.load(json.dumps(twice), game=GAMES[name])
        with pytest.raises(InputError):
            Session.load(json.dumps(record | {"objective": "no such"}), game=GAMES[name])
        with pytest.raises(InputError):
            Session.load(json.dumps(record | {"moves": ["no move"], "at": 0}), game=GAMES[name])


def test_a_session_given_with_the_wrong_game_is_refused() -> None:
    """The file says which game it is; a caller who expects another one is told."""
    saved = played(GAMES["robots"]).save()
    with pytest.raises(InputError):
        Session.load(saved, game=GAMES["sokoban"])
