"""The meaning of keys and pointing. Walking moves only the cursor; a move walks and bombs."""

from __future__ import annotations

import functools
from typing import Final, NamedTuple

from gridproof.game import Keys
from gridproof.games.bombcover import rules
from gridproof.games.bombcover.level import WALL, BombcoverLevel
from gridproof.games.bombcover.rules import Bomb, State
from gridproof.grid import DIRECTION_KEYS, Direction, Pos

__all__ = ["KEYS", "Walker", "at_home", "interpret", "point"]

KEYS: Final = (
    Keys(DIRECTION_KEYS, "walk"),
    Keys(("enter", "space"), "set off a bomb"),
    Keys(("tab",), "take the next player"),
    Keys(("t",), "throw the next bomb (where bombs can be thrown): a direction says which way"),
)


class Walker(NamedTuple):
    """The cursor: which player walks, where he is now, and whether he aims a throw."""

    player: int
    cell: Pos
    aiming: bool = False


def at_home(level: BombcoverLevel, state: State, cursor: Walker | None = None) -> Walker:
    """Return the cursor before any walk: with the player that walked last, or the first one."""
    player = cursor.player if cursor else 0
    return Walker(player, state.players[player])


def interpret(
    level: BombcoverLevel, state: State, cursor: Walker | None, key: str
) -> str | Walker | None:
    """Walk at arrows, set a bomb at enter and space, change player at tab, aim a throw at t."""
    walker, _ = _walker(level, state, cursor)
    if key == "tab":
        player = (walker.player + 1) % len(state.players)
        return Walker(player, state.players[player])
    if key in ("enter", "space"):
        return str(Bomb(walker.player, walker.cell))
    if key == "t" and level.throw:
        return walker._replace(aiming=not walker.aiming)
    direction = Direction.of_key(key)
    if direction is None:
        return None
    if walker.aiming:
        return str(Bomb(walker.player, walker.cell, direction))
    beyond = walker.cell.step(direction)
    free = level.at(beyond) != WALL and not state.crates >> level.bit(beyond) & 1
    return walker._replace(cell=beyond) if free else None


def point(
    level: BombcoverLevel, state: State, cursor: Walker | None, cell: Pos
) -> str | Walker | None:
    """Return the walker's own cell sets a bomb, and another player's cell takes that player.

    Any other cell that the walker can reach is walked to; a bomb is thrown over a crate next to
    him.
    """
    walker, reachable = _walker(level, state, cursor)
    if cell == walker.cell:
        return str(Bomb(walker.player, cell))
    if cell in state.players and cell != state.players[walker.player]:
        return Walker(state.players.index(cell), cell)
    if not cell.within(level.width, level.height):
        return None
    if reachable >> level.bit(cell) & 1:
        return Walker(walker.player, cell)
    direction = Direction.of_step(walker.cell, cell) if level.throw else None
    if direction is None or rules.landing(level, state.crates, walker.cell, direction) is None:
        return None
    return str(Bomb(walker.player, walker.cell, direction))


def _walker(level: BombcoverLevel, state: State, cursor: Walker | None) -> tuple[Walker, int]:
    """Return the walking player, and the cells that it can walk to (bit set).

    It is back at its place if the cursor is of another position.
    """
    walker = cursor or at_home(level, state)
    reachable = _reachable(level, state, walker.player)
    if not reachable >> level.bit(walker.cell) & 1:
        walker = at_home(level, state, walker)
    return walker, reachable


@functools.lru_cache(16)  # all keys and cells of a position are asked about one after the other
def _reachable(level: BombcoverLevel, state: State, player: int) -> int:
    """Return the cells that a player can walk to."""
    return rules.directly_reachable(level, state, player)
