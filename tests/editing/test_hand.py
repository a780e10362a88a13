"""Boards are drawn by keys alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gridproof.editing.draft import Draft
from gridproof.editing.hand import Hand
from gridproof.game import AnyGame
from gridproof.grid import Pos
from gridproof.registry import games
from tests.samples import random_levels


def go(hand: Hand, cell: Pos) -> None:
    for key, count in (
        ("right", cell.x - hand.cursor.x),
        ("left", hand.cursor.x - cell.x),
        ("down", cell.y - hand.cursor.y),
        ("up", hand.cursor.y - cell.y),
    ):
        for _ in range(count):
            assert hand.press(key)
    assert hand.cursor == cell


def put(hand: Hand, name: str, cell: Pos) -> None:
    piece = hand.draft.palette[name]
    go(hand, cell)
    if piece.side is not None:
        assert hand.press(f"shift+{piece.side.word}")
        return
    for _ in range(60):
        if hand.piece is piece:
            break
        assert hand.press(piece.key)
    assert hand.press("space")


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_every_board_can_be_drawn_and_undone(game: AnyGame) -> None:
    for level in random_levels(game.id, 2):
        whole = Draft.of(game, level)
        empty = replace(whole, layout={})
        hand = Hand(empty)
        for name in whole.palette:
            for cell in sorted(whole.layout.get(name, ())):
                put(hand, name, cell)
        assert hand.draft == whole
        while hand.draft != empty:
            assert hand.press("u")
        for _ in range(sum(map(len, whole.layout.values()))):
            hand.press("ctrl+y")
        assert hand.draft == whole


def test_a_rectangle_has_two_corners() -> None:
    hand = Hand(Draft.empty(games()["sokoban"], 6, 5))
    hand.press("#")
    hand.press("r")
    go(hand, Pos(5, 4))
    hand.press("r")
    assert len(hand.draft.layout["wall"]) == 18
    go(hand, Pos(2, 2))
    hand.press(".")
    hand.press("f")
    assert len(hand.draft.layout["goal"]) == 12


def test_what_cannot_be_done_is_said() -> None:
    hand = Hand(Draft.empty(games()["onebomb"], 3, 3))
    assert hand.press("|")
    assert "cannot be done yet" in hand.said
    assert not hand.press("f12")
    for _ in range(5):
        hand.press("<")
    assert "boards are drawn with" in hand.said
