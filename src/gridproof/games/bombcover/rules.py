"""The rules of bombcover: walk over empty cells, set bombs, clear every reachable crate."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from gridproof.errors import InvalidMove
from gridproof.game import Fault, Objective
from gridproof.games.bombcover.level import MAX_SIDE, WALL, BombcoverLevel, bits
from gridproof.grid import Direction, Pos

__all__ = ["EXPLOSIONS", "EXPLOSIONS_STEPS", "Bomb", "State"]

EXPLOSIONS = Objective("explosions", ("explosions",), summary="fewest explosions")
EXPLOSIONS_STEPS = Objective(
    "explosions-steps", ("explosions", "steps"), summary="fewest explosions, then shortest walk"
)


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


_MOVE = re.compile(r"(?:([1-9]\d*):)?(\d+,\d+)(?:>([UDLR]))?", re.ASCII)


def parse_move(move: str) -> Bomb:
    """Reads ``x,y``, ``2:x,y`` or ``x,y>D``.

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
    """All faults of the board."""
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


#: Small boards are reached all over in so many steps.
_FEW_STEPS = 100


def reach(level: BombcoverLevel, start: int, passable: int) -> int:
    """The cells that can be reached from the cells ``start`` over ``passable`` ones (bit sets)."""
    stride = level.stride
    found = start
    for _ in range(_FEW_STEPS):
        grown = found | found << 1 | found >> 1 | found << stride | found >> stride
        grown &= passable
        if grown == found:
            return found
        found = grown
    # On large boards all steps in one direction at once; then it takes as many rounds as turns.
    while True:
        grown = found
        for step in (1, stride):
            grown = _swept(grown, passable, step)
        if grown == found:
            return found
        found = grown


def _swept(found: int, passable: int, step: int) -> int:
    """``found`` and what lies on straight ways from it, ``step`` bits a step, up and down.

    After n rounds 2^n - 1 steps are made; ``free`` has the cells that so many steps end in.
    """
    for up in (True, False):
        free, by = passable, step
        while free:
            found |= free & (found << by if up else found >> by)
            free &= free << by if up else free >> by
            by *= 2
    return found


def directly_reachable(level: BombcoverLevel, state: State, player: int) -> int:
    """The cells that a player can walk to."""
    start = 1 << level.bit(state.players[player])
    return reach(level, start, level.open_cells & ~state.crates)


def walk(level: BombcoverLevel, state: State, start: Pos, end: Pos) -> list[Pos] | None:
    """A shortest walk over empty cells, both ends included; None if there is none."""
    passable = level.open_cells & ~state.crates
    goal = 1 << level.bit(end)
    waves = [1 << level.bit(start)]
    while not waves[-1] & goal:
        grown = reach_step(level, waves[-1]) & passable
        if grown == waves[-1]:
            return None
        waves.append(grown)
    path = [end]
    for wave in reversed(waves[:-1]):
        around = (path[-1].step(direction) for direction in Direction)
        inside = (cell for cell in around if cell.within(level.width, level.height))
        path.append(next(cell for cell in inside if wave >> level.bit(cell) & 1))
    return path[::-1]


def reach_step(level: BombcoverLevel, found: int) -> int:
    """``found`` and all neighbours of its cells (a bit set, also beyond the board)."""
    stride = level.stride
    return found | found << 1 | found >> 1 | found << stride | found >> stride


def hits(level: BombcoverLevel, crates: int, bit: int) -> int:
    """The crates that an explosion on a cell destroys (bit set)."""
    found = 0
    for upward, arm in level.arms(bit):
        met = arm & crates
        if level.pierce:
            found |= met
        elif met:
            found |= met & -met if upward else 1 << (met.bit_length() - 1)
    return found


def landing(level: BombcoverLevel, crates: int, cell: Pos, direction: Direction) -> Pos | None:
    """Where a bomb thrown from ``cell`` lands; None if it cannot be thrown that way."""

    def crate(at: Pos) -> bool:
        return at.within(level.width, level.height) and bool(crates >> level.bit(at) & 1)

    over = cell.step(direction)
    if not crate(over):
        return None
    while crate(over):
        over = over.step(direction)
    return None if level.at(over) == WALL else over


def moves(level: BombcoverLevel, state: State, objective: Objective) -> Iterator[str]:
    """Every bomb that destroys at least one crate.

    A bomb that destroys nothing changes nothing but the place of its player, who could as well walk
    on; leaving it out shortens both objectives, so an optimum is always among these moves.
    For ``explosions``, of the bombs that destroy the same crates only the first is offered: they
    lead to the same crates, and where the players stand then costs no explosion (see :func:`key`).
    """
    seen: set[int] = set()
    for bomb, target in _bombs(level, state):
        destroyed = hits(level, state.crates, level.bit(target))
        if destroyed and destroyed not in seen:
            if objective is EXPLOSIONS:
                seen.add(destroyed)
            yield str(bomb)


def _bombs(level: BombcoverLevel, state: State) -> Iterator[tuple[Bomb, Pos]]:
    """Every bomb that can be set or thrown, and where it explodes."""
    for player in range(len(level.players)):
        for bit in bits(directly_reachable(level, state, player)):
            cell = level.cell(bit)
            yield Bomb(player, cell), cell
            if level.throw:
                for direction in Direction:
                    target = landing(level, state.crates, cell, direction)
                    if target is not None:
                        yield Bomb(player, cell, direction), target


def apply(level: BombcoverLevel, state: State, move: str) -> tuple[State, Mapping[str, int]] | str:
    """The state after a bomb and what it costs; a str says why it is illegal."""
    bomb = parse_move(move)
    if bomb.player >= len(state.players):
        return f"there is no player {bomb.player + 1} on this board"
    if level.at(bomb.cell) == WALL:
        return "a bomb cannot be set on a wall"
    path = walk(level, state, state.players[bomb.player], bomb.cell)
    if path is None:
        return f"player {bomb.player + 1} cannot walk to {bomb.cell.for_people}"
    target: Pos | None = bomb.cell
    if bomb.thrown is not None:
        if not level.throw:
            return "bombs cannot be thrown on this board (option `throw`)"
        target = landing(level, state.crates, bomb.cell, bomb.thrown)
    if target is None:
        return (
            f"from {bomb.cell.for_people} no bomb can be thrown {bomb.thrown and bomb.thrown.word}"
        )
    destroyed = hits(level, state.crates, level.bit(target))
    players = list(state.players)
    players[bomb.player] = bomb.cell
    gains = {"explosions": 1, "steps": len(path) - 1, "crates": destroyed.bit_count()}
    if len(players) > 1:
        gains[f"crates of player {bomb.player + 1}"] = gains["crates"]
    return State(state.crates & ~destroyed, tuple(players)), gains


def complete(level: BombcoverLevel, state: State) -> bool:
    """Whether no crate is reachable for any player.

    A reachable crate exists exactly if some crate lies next to a directly reachable cell.
    """
    start = 0
    for player in state.players:
        start |= 1 << level.bit(player)
    region = reach(level, start, level.open_cells & ~state.crates)
    return not reach_step(level, region) & state.crates


def key(level: BombcoverLevel, state: State, objective: Objective) -> State | int:
    """For ``explosions`` the crates alone.

    Explosions only open cells, so a player can always walk back to his start: which cells he can
    reach is a function of the crates left, and where he stands costs no explosion.
    """
    return state.crates if objective is EXPLOSIONS else state


# What solvers are made for.


def throws(level: BombcoverLevel) -> str | None:
    """Why a solver that rests on monotonicity is not for this board; None if it is.

    With `throw`, having fewer crates can be worse: over the run `xx` a bomb reaches the cell
    behind it, over the gap in `x.` it does not.
    """
    return "bombs that are thrown break what it rests on" if level.throw else None


def throws_or_pierces(level: BombcoverLevel) -> str | None:
    """Why a solver that counts arms by their first crates is not for this board."""
    return "arms that pierce break what it rests on" if level.pierce else throws(level)


def too_large_for_sets(most: int) -> Callable[[BombcoverLevel], str | None]:
    """The same for a solver whose sets hold ``most`` crates."""

    def unfit(level: BombcoverLevel) -> str | None:
        if level.crates.bit_count() > most:
            return f"the board has more than {most} crates"
        return throws(level)

    return unfit
