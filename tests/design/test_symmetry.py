"""Boards that are the same to a player have one kinship, and others have not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gridproof.design.symmetry import symmetric, symmetry_class
from gridproof.game import AnyGame
from gridproof.games.merge.level import MergeLevel
from tests.games.merge.test_solvers import oracle_board
from tests.oracles.symmetry import FORMS, shared, turned
from tests.samples import GAMES, level_of, random_levels
from tests.soak import ROUNDS

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)


@each_game
def test_turned_and_mirrored_boards_are_the_same(game: AnyGame) -> None:
    for level in random_levels(game.id, 8, seed=9):
        boards = list(symmetric(game, level))
        assert len(boards) == 8
        assert boards[0] == level
        assert {symmetry_class(game, board) for board in boards} == {symmetry_class(game, level)}
        assert symmetry_class(game, level.with_info(title="another one")) == symmetry_class(
            game, level
        )


@each_game
def test_other_boards_are_not(game: AnyGame) -> None:
    # Kinship tells apart what all eight symmetric boards, without what is of no account, do.
    found: dict[str, frozenset[str]] = {}
    for level in random_levels(game.id, 40, seed=10):
        boards = map(game.normalized, symmetric(game, level))
        shape = frozenset(game.write(board.with_info(), game.canonical_format) for board in boards)
        assert found.setdefault(symmetry_class(game, level), shape) == shape
    assert len(found) == len(set(found.values())) > 10


@each_game
def test_a_normalized_board_is_normal_and_faultless(game: AnyGame) -> None:
    for level in random_levels(game.id, 25, seed=11):
        normalized = game.normalized(level)
        assert not game.validate(normalized)
        assert game.normalized(normalized) == normalized


def record_of(game: str, level: Any) -> dict[str, Any]:
    """The board as a record whose vectors, if it has any, are lists of offsets by type."""
    board: dict[str, Any] = json.loads(GAMES[game].write(level.with_info(), "json"))
    return {**board, **oracle_board(level)} if isinstance(level, MergeLevel) else board


def compare_with_records(game: str, count: int, seed: int) -> None:
    options = [option.attribute for option in GAMES[game].options if option.attribute != "attack"]
    if game == "robots":
        options = ["ricochet"]  # the others say what is on the board
    kin: dict[str, str] = {}
    for level in random_levels(game, count, seed=seed):
        board = record_of(game, level)
        own = symmetry_class(GAMES[game], level)
        for symmetry in range(1, 8):
            other = level_of(game, turned(board, symmetry))
            assert symmetry_class(GAMES[game], other) == own, (board, symmetry)
        assert kin.setdefault(shared(game, board, options), own) == own, board
    assert len(kin) == len(set(kin.values())) > 5


@pytest.mark.parametrize("game", FORMS)
def test_doubles_are_those_of_an_oracle_that_turns_plain_records(game: str) -> None:
    compare_with_records(game, 8, 12)


@pytest.mark.soak
@pytest.mark.parametrize("game", FORMS)
def test_many_doubles_are_those_of_the_oracle(game: str) -> None:
    compare_with_records(game, 30 * ROUNDS, 13)
