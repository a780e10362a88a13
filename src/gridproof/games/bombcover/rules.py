"""The rules of bombcover: walk over empty cells, set bombs, clear every reachable crate."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from gridproof.errors import IllegalMove, InvalidMove
from gridproof.game import MAX_ACTIONS
from gridproof.games.bombcover.level import (
    CRATE,
    EMPTY,
    MAX_SIDE,
    WALL,
    BombcoverLevel,
    bits,
)
from gridproof.grid import Direction, Pos, in_reading_order
from gridproof.level import Fault, Objective

__all__ = [
    "EXPLOSIONS",
    "EXPLOSIONS_STEPS",
    "Bomb",
    "MoveEffect",
    "State",
    "actions",
    "apply",
    "cells_of",
    "complete",
    "directly_reachable",
    "hits",
    "initial",
    "key",
    "landing",
    "legal",
    "level_at",
    "moves",
    "played",
    "reach",
    "validate",
]

EXPLOSIONS: Final = Objective("explosions", ("explosions",), summary="fewest explosions")
EXPLOSIONS_STEPS: Final = Objective(
    "explosions-steps",
    ("explosions", "steps"),
    summary="fewest explosions, then shortest walk",
    relaxation=EXPLOSIONS.id,
)


#: Names of cells that are kept.
_MAX_NAMED: Final = 1 << 14


class State(NamedTuple):
    """The crates left (a bit set) and where each player stands."""

    crates: int
    players: tuple[Pos, ...]


class Bomb(NamedTuple):
    """A move: player ``player`` (from 0) walks to ``cell`` and sets or throws a bomb there."""

    player: int
    cell: Pos
    thrown: Direction | None = None

    def __str__(self) -> str:
        who = f"{self.player + 1}:" if self.player else ""
        return f"{who}{self.cell}" + (f">{self.thrown.name}" if self.thrown else "")


class MoveEffect(NamedTuple):
    """The effect of a legal move.

    Attributes:
        bomb: the move.
        way: the cells of the walk, both ends included.
        target: where the bomb explodes.
        destroyed: the crates that it destroys (bit set).
        after: the state that it leads to.
    """

    bomb: Bomb
    way: Sequence[Pos]
    target: Pos
    destroyed: int
    after: State


_MOVE = re.compile(r"(?:([1-9]\d{0,8}):)?(\d+,\d+)(?:>([UDLR]))?", re.ASCII)


def _parse_move(move: str) -> Bomb:
    """Read ``x,y``, ``2:x,y`` or ``x,y>D``.

    Raises:
        InvalidMove: the text has another form.
    """
    match = _MOVE.fullmatch(move)
    if match is None:
        raise InvalidMove(
            move, "a move is a cell `x,y`, by player 2 `2:x,y`, thrown to the right `x,y>R`"
        )
    player, cell, thrown = match.groups()
    return Bomb(int(player or 1) - 1, Pos.parse(cell, move), Direction[thrown] if thrown else None)


def validate(level: BombcoverLevel) -> list[Fault]:
    """Return all faults of the board."""
    if max(level.width, level.height) > MAX_SIDE:
        return [Fault(f"boards of bombcover may have at most {MAX_SIDE} × {MAX_SIDE} cells")]
    if len(level.cells) != level.width * level.height or set(level.cells) - set("#.x"):
        return [Fault("the cells do not fill the board, or are not `#`, `.` and `x`")]
    faults = [] if level.players else [Fault("the board has no player `@`")]
    for i, cell in enumerate(level.players):
        if level.at(cell) != ".":
            faults.append(Fault(f"player {i + 1} does not stand on an empty cell", cell))
        elif cell in level.players[:i]:
            faults.append(Fault("two players stand on one cell", cell))
    return faults


def initial(level: BombcoverLevel) -> State:
    """Return all crates and players where they stand at the start."""
    return State(level.crates, level.players)


def level_at(level: BombcoverLevel, state: State) -> BombcoverLevel | None:
    """Return the board with the crates left and the players where they are.

    None if two players stand on one cell, which no board can say, or if they are not in reading
    order: the board would number them anew.
    """
    standing = tuple(dict.fromkeys(in_reading_order(state.players)))
    if standing != state.players:
        return None
    cells = bytearray(level.cells.replace(CRATE, EMPTY), "ascii")
    for bit in bits(state.crates):
        x, y = level.cell(bit)
        cells[y * level.width + x] = ord(CRATE)
    return replace(level, cells=cells.decode(), players=standing, info={}, origin=None)


# The reach of players.


def cells_of(level: BombcoverLevel, players: Sequence[Pos]) -> int:
    """Return the cells of players (bit set)."""
    found = 0
    for cell in players:
        found |= 1 << level.bit(cell)
    return found


#: So many cells, the board times the steps, are looked at step by step before rows take over. That
#: reaches all of most boards; it takes some milliseconds, which is less than rows would.
_STEPPED = 1 << 24


def reach(
    level: BombcoverLevel, start: int, passable: int, look: Callable[[], None] = lambda: None
) -> int:
    """Return the cells that can be reached from ``start`` over ``passable`` ones (bit sets).

    ``look`` is called for each row that is entered after the first steps, and may raise.
    """
    found = start
    for _ in range(_STEPPED // (level.width * level.height)):
        grown = _grown(level, found) & passable
        if grown == found:
            return found
        found = grown
    beyond = passable & ~found
    return found | _flooded(level, _grown(level, found) & beyond, beyond, look)


def _grown(level: BombcoverLevel, found: int) -> int:
    """Return ``found`` and all neighbours of its cells (a bit set, also beyond the board)."""
    stride = level.stride
    return found | found << 1 | found >> 1 | found << stride | found >> stride


def _flooded(level: BombcoverLevel, start: int, passable: int, look: Callable[[], None]) -> int:
    """Return the result of :func:`reach`, row by row, each run of cells at once.

    On large boards with many turns steps of the whole board take far longer.
    """
    free = _rows(level, passable)  # in each row the passable cells that are not reached yet
    todo = [(y, row) for y, row in enumerate(_rows(level, start)) if row]
    while todo:
        look()
        y, seeds = todo.pop()
        row = free[y]
        while seeds := seeds & row:
            lowest = seeds & -seeds
            # The carry of the sum goes from `lowest` to the upper end of its run of cells.
            run = row & ~(row + lowest)
            run |= lowest - (1 << (~row & (lowest - 1)).bit_length())
            row ^= run
        reached, free[y] = free[y] ^ row, row
        for beyond in (y - 1, y + 1):
            if 0 <= beyond < level.height and reached & free[beyond]:
                todo.append((beyond, reached))
    return passable & ~_joined(level, free)


def _rows(level: BombcoverLevel, cells: int) -> list[int]:
    """Return a set of cells row by row, bit x for column x.

    Shifts of the whole set would be quadratic.
    """
    digits = f"{cells:0{level.height * level.stride}b}"
    ends = range(len(digits), 0, -level.stride)
    return [int(digits[end - level.stride : end], 2) for end in ends]


def _joined(level: BombcoverLevel, rows: Sequence[int]) -> int:
    """Return the set of cells of :func:`_rows`."""
    return int("".join(f"{row:0{level.stride}b}" for row in reversed(rows)), 2)


def directly_reachable(level: BombcoverLevel, state: State, player: int) -> int:
    """Return the cells that a player can walk to."""
    start = 1 << level.bit(state.players[player])
    return reach(level, start, level.open_cells & ~state.crates)


def _walk(level: BombcoverLevel, state: State, start: Pos, end: Pos) -> list[Pos] | None:
    """Return a shortest walk over empty cells, both ends included; None if there is none."""
    passable = level.open_cells & ~state.crates
    goal = 1 << level.bit(end)
    if not goal & passable:
        return None
    waves = [1 << level.bit(start)]
    while not waves[-1] & goal:
        grown = _grown(level, waves[-1]) & passable
        if grown == waves[-1]:
            return None
        waves.append(grown)
    bit, row = level.bit(end), level.stride
    path = [end]
    for wave in reversed(waves[:-1]):
        # Up, down, left, right. A wave has no bit beside the board.
        around = (bit - row, bit + row, bit - 1, bit + 1)
        bit = next(near for near in around if near >= 0 and wave >> near & 1)
        path.append(level.cell(bit))
    return path[::-1]


# The effects of bombs.


def hits(level: BombcoverLevel, crates: int, bit: int) -> int:
    """Return the crates that an explosion on a cell destroys (bit set)."""
    found = 0
    for upward, arm in level.arms(bit):
        met = arm & crates
        if level.pierce:
            found |= met
        elif met:
            found |= met & -met if upward else 1 << (met.bit_length() - 1)
    return found


def landing(level: BombcoverLevel, crates: int, cell: Pos, direction: Direction) -> Pos | None:
    """Return the cell in which a bomb thrown from ``cell`` lands; None if it cannot be thrown."""

    def crate(at: Pos) -> bool:
        return at.within(level.width, level.height) and bool(crates >> level.bit(at) & 1)

    over = cell.step(direction)
    if not crate(over):
        return None
    while crate(over):
        over = over.step(direction)
    return None if level.at(over) == WALL else over


# Moves.


def moves(level: BombcoverLevel, state: State, objective: Objective) -> Iterator[str]:
    """Yield every bomb that destroys at least one crate.

    A bomb that destroys nothing changes nothing but the place of its player, who could as well walk
    on: the way past that place is no shorter. Leaving it out shortens both objectives, so an
    optimum is always among these moves. For ``explosions``, of the bombs that destroy the same
    crates only the first is offered: they lead to states of equal key.
    """
    seen: set[int] = set()
    for bomb, target in _bombs(level, state):
        destroyed = hits(level, state.crates, level.bit(target))
        if destroyed and destroyed not in seen:
            if objective.id == EXPLOSIONS.id:
                seen.add(destroyed)
            yield str(bomb)


def legal(level: BombcoverLevel, state: State) -> Iterator[str]:
    """Yield every bomb that can be set or thrown, also those that destroy nothing.

    Learning programs call it at every step, so moves are written without being made.
    """
    for player in range(len(level.players)):
        who = f"{player + 1}:" if player else ""
        for bit in bits(directly_reachable(level, state, player)):
            set_there = who + _name(level.stride, bit)
            yield set_there
            if level.throw:
                cell = level.cell(bit)
                for direction in Direction:
                    if landing(level, state.crates, cell, direction) is not None:
                        yield f"{set_there}>{direction.name}"


@functools.lru_cache(_MAX_NAMED)
def _name(stride: int, bit: int) -> str:
    """Return a cell as moves name it."""
    return f"{bit % stride},{bit // stride}"


def _bombs(level: BombcoverLevel, state: State) -> Iterator[tuple[Bomb, Pos]]:
    """Yield every bomb that can be set or thrown, and the cell of its explosion."""
    for player in range(len(level.players)):
        for bit in bits(directly_reachable(level, state, player)):
            cell = level.cell(bit)
            yield Bomb(player, cell), cell
            if level.throw:
                for direction in Direction:
                    target = landing(level, state.crates, cell, direction)
                    if target is not None:
                        yield Bomb(player, cell, direction), target


def actions(level: BombcoverLevel) -> Sequence[str] | None:
    """Return every bomb on every cell that is no wall; None if they are too many."""
    throws: list[Direction | None] = [None, *(Direction if level.throw else ())]
    players = range(len(level.players))
    if level.open_cells.bit_count() * len(players) * len(throws) > MAX_ACTIONS:
        return None
    return [
        str(Bomb(player, level.cell(bit), thrown))
        for player in players
        for bit in bits(level.open_cells)
        for thrown in throws
    ]


def played(level: BombcoverLevel, state: State, move: str) -> MoveEffect:
    """Return the effect of a move.

    Raises:
        InvalidMove: the text is no bomb.
        IllegalMove: the player cannot walk there, or the bomb cannot be thrown like this.
    """
    bomb = _parse_move(move)
    if bomb.player >= len(state.players):
        raise IllegalMove(move, f"there is no player {bomb.player + 1} on this board")
    if level.at(bomb.cell) == WALL:
        raise IllegalMove(move, "a bomb cannot be set on a wall")
    way = _walk(level, state, state.players[bomb.player], bomb.cell)
    if way is None:
        reason = f"player {bomb.player + 1} cannot walk to {bomb.cell.for_people}"
        raise IllegalMove(move, reason)
    target = bomb.cell
    if bomb.thrown is not None:
        if not level.throw:
            raise IllegalMove(move, "bombs cannot be thrown on this board (option `throw`)")
        landed = landing(level, state.crates, bomb.cell, bomb.thrown)
        if landed is None:
            reason = f"from {bomb.cell.for_people} no bomb can be thrown {bomb.thrown.word}"
            raise IllegalMove(move, reason)
        target = landed
    destroyed = hits(level, state.crates, level.bit(target))
    players = (*state.players[: bomb.player], bomb.cell, *state.players[bomb.player + 1 :])
    return MoveEffect(bomb, way, target, destroyed, State(state.crates & ~destroyed, players))


def apply(level: BombcoverLevel, state: State, move: str) -> tuple[State, Mapping[str, int]]:
    """Return the state after a bomb, and what it costs.

    Raises:
        InvalidMove: the text is no bomb.
        IllegalMove: the player cannot walk there, or the bomb cannot be thrown like this.
    """
    play = played(level, state, move)
    crates = play.destroyed.bit_count()
    gains = {"explosions": 1, "steps": len(play.way) - 1, "crates": crates}
    if len(state.players) > 1:
        gains[f"crates of player {play.bomb.player + 1}"] = crates
    return play.after, gains


def complete(level: BombcoverLevel, state: State, objective: Objective) -> bool:
    """Return True if no crate is reachable for any player.

    A reachable crate exists exactly if some crate lies next to a directly reachable cell.
    """
    start = cells_of(level, state.players)
    region = reach(level, start, level.open_cells & ~state.crates)
    return not _grown(level, region) & state.crates


def key(level: BombcoverLevel, state: State, objective: Objective) -> State | int:
    """Return for ``explosions`` the crates alone, else the places of players as well.

    Explosions only open cells, so a player can always walk back to its start. The cells that it can
    reach are a function of the crates left, and its place costs no explosion. So with the same
    crates left, the same bombs can be set, and destroy the same.
    """
    return state.crates if objective.id == EXPLOSIONS.id else state
