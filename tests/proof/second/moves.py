"""Fewest moves in sokoban, by the page `certificates-sokoban.md`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gridproof.games.sokoban.level import SokobanLevel
from tests.proof.second.core import refuse_unless
from tests.proof.second.sokoban import (
    MAX_POSITIONS,
    STEPS,
    Board,
    Bounds,
    Boxes,
    Cell,
    Vectors,
    bound_of,
    most_left,
    plus,
)

Position = tuple[Boxes, Cell]  # the boxes, and the player's square


def prove(level: SokobanLevel, bound: Any, records: Iterator[Any]) -> None:
    """Makes layers from both ends."""
    claim = bound_of(bound)
    board = Board(level)
    vectors = Vectors(board, records)
    depth, most = 0, 0
    if claim is not None:
        most = claim - 1
        if most < 0:
            return
        depth = vectors.depth(most)
    bounds = Bounds(board, board.to_goal, vectors.forward(), vectors.tables(), claim is None)
    left = most_left(board) if claim is None else most
    layer, seen = set[Position](), set[Position]()

    def keep(boxes: Boxes, player: Cell, left: int, pushed: bool) -> None:
        position = boxes, player
        if position in seen or bounds.excluded(boxes, player, left):
            return
        if pushed and (board.frozen(boxes) or bounds.by_tables(boxes, player, left)):
            return
        seen.add(position)
        layer.add(position)
        refuse_unless(len(seen) <= MAX_POSITIONS, "too many positions")

    keep(frozenset(board.boxes), board.player, left, True)
    made = 0
    while layer and (claim is None or made < depth):
        if claim is not None:
            left -= 1
        before, layer = layer, set()
        for boxes, player in before:
            refuse_unless(not board.solved(boxes), "a position is solved")
            for step in STEPS:
                there, beyond = plus(player, step), plus(player, step, 2)
                if there not in board.floor:
                    continue
                if there not in boxes:
                    keep(boxes, there, left, False)
                    continue
                free = beyond in board.floor and beyond not in boxes
                if free and board.place(beyond, there) in board.live:
                    keep(boxes - {there} | {beyond}, there, left, True)
        made += 1
    if claim is not None and layer:
        backward = solved_from(board, vectors, most, most - depth)
        refuse_unless(layer.isdisjoint(backward), "the searches meet")


def solved_from(board: Board, vectors: Vectors, most: int, layers: int) -> set[Position]:
    """The positions from which so many moves suffice, less those that prices exclude."""
    bounds = Bounds(board, board.from_box, vectors.backward())
    goals = frozenset(board.goals)
    layer = {(goals, player) for player in board.floor - goals}
    seen = set(layer)
    for g in range(layers):
        before, layer = layer, set()
        for boxes, player in before:
            for step in STEPS:
                back, front = plus(player, step, -1), plus(player, step)
                if back not in board.floor or back in boxes:
                    continue
                undone = [boxes]
                if front in boxes:
                    undone.append(boxes - {front} | {player})
                for pulled in undone:
                    position = pulled, back
                    if position not in seen and not bounds.excluded(pulled, back, most - g - 1):
                        seen.add(position)
                        layer.add(position)
                        refuse_unless(len(seen) <= MAX_POSITIONS, "too many positions")
    return seen
