"""Bomb-cover: breadth-first search over literal boards and player positions.

Players neither block each other nor an explosion nor the landing of a thrown bomb.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tests.oracles.kept import kept

Cell = tuple[int, int]
Board = tuple[str, ...]
State = tuple[Board, tuple[Cell, ...]]

DIRECTIONS = ((0, -1), (0, 1), (-1, 0), (1, 0))


class Rules(NamedTuple):
    """The options of the game."""

    radius: int | None
    pierce: bool
    throw: bool


def _rules(radius: int | None, pierce: bool, throw: bool) -> Rules:
    if radius is not None and radius < 1:
        raise ValueError("the radius must be at least 1")
    return Rules(radius, pierce, throw)


def _start(rows: Sequence[str]) -> State:
    """The board without its players (their cells are empty), and where the players stand."""
    players = tuple(
        (x, y) for y, row in enumerate(rows) for x, char in enumerate(row) if char == "@"
    )
    return tuple(row.replace("@", ".").replace(" ", ".") for row in rows), players


def _at(board: Board, x: int, y: int) -> str:
    """Return the thing on a cell; outside the board is wall."""
    if 0 <= y < len(board) and 0 <= x < len(board[y]):
        return board[y][x]
    return "#"


def _distances(board: Board, start: Cell, walkable: str) -> dict[Cell, int]:
    """Distances from a cell to all cells one can get to over the given kinds of cell."""
    distances = {start: 0}
    queue = [start]
    for x, y in queue:  # grows while we go through it
        for dx, dy in DIRECTIONS:
            cell = (x + dx, y + dy)
            if _at(board, *cell) in walkable and cell not in distances:
                distances[cell] = distances[x, y] + 1
                queue.append(cell)
    return distances


def _done(state: State) -> bool:
    """Is no crate left that some player can reach over empty and crate cells?"""
    board, players = state
    return not any(
        _at(board, x, y) == "x" for player in players for x, y in _distances(board, player, ".x")
    )


def _explode(board: Board, bomb: Cell, rules: Rules) -> Board:
    """The board after an explosion on an empty cell."""
    hit = set()
    for dx, dy in DIRECTIONS:
        x, y = bomb
        length = 0
        while rules.radius is None or length < rules.radius:
            x, y, length = x + dx, y + dy, length + 1
            if _at(board, x, y) == "#":
                break
            if _at(board, x, y) == "x":
                hit.add((x, y))
                if not rules.pierce:
                    break
    return tuple(
        "".join("." if (x, y) in hit else char for x, char in enumerate(row))
        for y, row in enumerate(board)
    )


def _bombs_from(board: Board, cell: Cell, rules: Rules) -> Iterator[Cell]:
    """Yield the cells on which a player on a cell can make a bomb explode."""
    yield cell
    if not rules.throw:
        return
    for dx, dy in DIRECTIONS:
        x, y = cell[0] + dx, cell[1] + dy
        if _at(board, x, y) != "x":
            continue
        while _at(board, x, y) == "x":
            x, y = x + dx, y + dy
        if _at(board, x, y) == ".":
            yield x, y


def _moves(state: State, rules: Rules) -> Iterator[tuple[State, int]]:
    """The state after each possible bomb, and the walk before it."""
    board, players = state
    for index, player in enumerate(players):
        for cell, walk in _distances(board, player, ".").items():
            new_players = (*players[:index], cell, *players[index + 1 :])
            for bomb in _bombs_from(board, cell, rules):
                yield (_explode(board, bomb, rules), new_players), walk


@kept
def fewest_explosions(
    rows: Sequence[str], *, radius: int | None = None, pierce: bool = False, throw: bool = False
) -> int:
    """The fewest explosions after which no reachable crate is left."""
    rules = _rules(radius, pierce, throw)
    layer = {_start(rows)}
    seen = set(layer)
    explosions = 0
    while not any(_done(state) for state in layer):
        layer = {new for state in layer for new, _ in _moves(state, rules)} - seen
        seen |= layer
        explosions += 1
    return explosions


@kept
def fewest_explosions_then_steps(
    rows: Sequence[str], *, radius: int | None = None, pierce: bool = False, throw: bool = False
) -> tuple[int, int]:
    """The fewest explosions, and the shortest total walk of all plays with that many."""
    rules = _rules(radius, pierce, throw)
    layer = {_start(rows): 0}  # every state after so many explosions, with the shortest walk to it
    explosions = 0
    while True:
        walks = [steps for state, steps in layer.items() if _done(state)]
        if walks:
            return explosions, min(walks)
        new_layer: dict[State, int] = {}
        for state, steps in layer.items():
            for new, walk in _moves(state, rules):
                new_layer[new] = min(new_layer.get(new, steps + walk), steps + walk)
        layer = new_layer
        explosions += 1
