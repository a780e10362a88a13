"""Fewest pushes in sokoban, by the page `certificates-sokoban.md`."""

from __future__ import annotations

from collections.abc import Collection, Iterator
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
    parity,
    plus,
)

Position = tuple[Boxes, Cell]  # the boxes, and the least square of the player's region
Push = tuple[Cell, Cell]  # from, to


def prove(level: SokobanLevel, bound: Any, records: Iterator[Any]) -> None:
    """Makes layers from both ends."""
    claim = bound_of(bound)
    board = Board(level)
    vectors = Vectors(board, records)
    depth, most = 0, 0
    if claim is not None:
        most = claim - 1 if (claim - 1) % 2 == parity(board) else claim - 2
        if most < 0:
            return
        depth = vectors.depth(most)
    bounds = Bounds(board, board.to_goal, vectors.forward(), vectors.tables(), claim is None)
    left = most_left(board) if claim is None else most
    layer, seen = set[Position](), set[Position]()

    def keep(boxes: Boxes, player: Cell, left: int) -> None:
        region = board.walk(player, boxes)
        position = boxes, min(region)
        if position in seen or bounds.excluded(boxes, player, left):
            return
        if board.frozen(boxes) or bounds.by_tables(boxes, player, left):
            return
        seen.add(position)
        layer.add(position)
        refuse_unless(len(seen) <= MAX_POSITIONS, "too many positions")

    keep(frozenset(board.boxes), board.player, left)
    made = 0
    while layer and (claim is None or made < depth):
        if claim is not None:
            left -= 1
        before, layer = layer, set()
        for boxes, player in before:
            refuse_unless(not board.solved(boxes), "a position is solved")
            region = board.walk(player, boxes)
            for s, t in tried(board, boxes, region):
                keep(boxes - {s} | {t}, s, left)
        made += 1
    if claim is not None and layer:
        backward = solved_from(board, vectors, most, most - depth)
        refuse_unless(layer.isdisjoint(backward), "the searches meet")


def pushes(
    board: Board, boxes: Boxes, moved: Collection[Cell], region: Collection[Cell]
) -> Iterator[Push]:
    """The pushes of some of the boxes to live places, the player in a region."""
    for s in moved:
        for d in STEPS:
            t, p = plus(s, d), plus(s, d, -1)
            possible = p in region and t in board.floor and t not in boxes
            if possible and board.place(t, s) in board.live:
                yield s, t


def tried(board: Board, boxes: Boxes, region: Collection[Cell]) -> list[Push]:
    """Those of the corral with the fewest pushes, or else all."""
    found = corrals(board, boxes, region)
    return min(found, key=len, default=list(pushes(board, boxes, boxes, region)))


def corrals(board: Board, boxes: Boxes, region: Collection[Cell]) -> list[list[Push]]:
    """The pushes of each PI-corral that is found."""
    beyond = board.floor - boxes - frozenset(region)
    untried = set(beyond)
    found = []
    while untried:
        union = set(board.walk(min(untried), boxes))
        while True:
            fence = frozenset(
                box for box in boxes if any(plus(box, step) in union for step in STEPS)
            )
            around = board.walk(next(iter(region)), fence)
            its = list(pushes(board, fence, fence, around))
            outside = {t for _, t in its if t not in union}
            behind = {(2 * s[0] - t[0], 2 * s[1] - t[1]) for s, t in its}
            outside |= {p for p in behind if p not in region}
            if not outside:
                off_goal = any(box not in board.goals for box in fence)
                if off_goal or any(goal in union for goal in board.goals):
                    found.append(its)
                break
            if not outside <= beyond:
                break
            for cell in outside:
                if cell not in union:
                    union |= board.walk(cell, boxes)
        untried -= union
    return found


def solved_from(board: Board, vectors: Vectors, most: int, layers: int) -> set[Position]:
    """The positions from which so many pushes suffice, less those that prices exclude."""
    bounds = Bounds(board, board.from_box, vectors.backward())
    goals = frozenset(board.goals)
    parts = board.parts(goals)
    layer = {(goals, min(c for c in parts if parts[c] == part)) for part in set(parts.values())}
    seen = set(layer)
    for g in range(layers):
        before, layer = layer, set()
        for boxes, player in before:
            region = board.walk(player, boxes)
            for s in boxes:
                for d in STEPS:
                    back, there = plus(s, d, -1), plus(s, d, -2)
                    if back in region and there in board.floor and there not in boxes:
                        pulled = boxes - {s} | {back}
                        position = pulled, min(board.walk(there, pulled))
                        if position not in seen and not bounds.excluded(
                            pulled, there, most - g - 1
                        ):
                            seen.add(position)
                            layer.add(position)
                            refuse_unless(len(seen) <= MAX_POSITIONS, "too many positions")
    return seen
