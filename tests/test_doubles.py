"""Boards that are the same to a player have one kinship, and others have not."""

from __future__ import annotations

import pytest

from gridproof.doubles import kinship, symmetric
from gridproof.game import AnyGame
from tests.samples import GAMES, random_levels

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)


@each_game
def test_turned_and_mirrored_boards_are_the_same(game: AnyGame) -> None:
    for level in random_levels(game.id, 8, seed=9):
        boards = list(symmetric(game, level))
        assert len(boards) == 8
        assert boards[0] == level
        assert {kinship(game, board) for board in boards} == {kinship(game, level)}
        assert kinship(game, level.with_info(title="another one")) == kinship(game, level)


@each_game
def test_other_boards_are_not(game: AnyGame) -> None:
    # Kinship tells apart what all eight symmetric boards, without what is of no account, do.
    found: dict[str, frozenset[str]] = {}
    for level in random_levels(game.id, 40, seed=10):
        boards = map(game.essence, symmetric(game, level))
        shape = frozenset(game.write(board.with_info(), game.canonical_format) for board in boards)
        assert found.setdefault(kinship(game, level), shape) == shape
    assert len(found) == len(set(found.values())) > 10


@each_game
def test_the_essence_of_a_board_has_no_faults_and_is_its_own(game: AnyGame) -> None:
    for level in random_levels(game.id, 25, seed=11):
        essence = game.essence(level)
        assert not game.validate(essence)
        assert game.essence(essence) == essence
