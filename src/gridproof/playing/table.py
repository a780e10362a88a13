"""All positions of a small board with the effect of each key and cell: play without rules.

A *position* is a state with a cursor, as :class:`gridproof.playing.session.Session` has them. The
table holds every position that keys and pointing lead to from the start, so a page that has it
plays just as the rules do; a board with more positions has no table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from gridproof.errors import MoveError
from gridproof.game import AnyGame
from gridproof.grid import Pos
from gridproof.level import Level, Objective

__all__ = ["MAX_POSITIONS", "Effect", "PlayTable", "Position"]

#: Positions of a board beyond which it has no table.
MAX_POSITIONS: Final = 4_000
#: Keys and cells of all positions together beyond which it has none: some seconds.
_MAX_INPUTS: Final = 600_000

#: A state and a cursor.
Position: TypeAlias = tuple[Any, Any]


@dataclass(frozen=True)
class Effect:
    """The effect of a key or of pointing at a cell.

    Attributes:
        move: the move that is made; "" for a cursor that moves alone.
        target: the number of the position that follows; None: the move is refused.
        gains: of each metric, of the move.
        refusal: the reason why the move cannot be made; "" if it can.
    """

    move: str
    target: int | None
    gains: Mapping[str, int]
    refusal: str = ""


@dataclass(frozen=True)
class PlayTable:
    """The positions of a level, the start first, each after one that leads to it.

    Attributes:
        game: the rules.
        level: the level.
        objective: the objective of the play.
        keys: the keys that mean something in some position.
        cells: the cells at which it means something to point.
        positions: the positions.
        effects: by position: the effects of the keys and then of the cells; None for nothing.
        complete: by position: True if the play may stop there and count as a solution.
    """

    game: AnyGame
    level: Level
    objective: Objective
    keys: tuple[str, ...]
    cells: tuple[Pos, ...]
    positions: tuple[Position, ...]
    effects: tuple[tuple[Effect | None, ...], ...]
    complete: tuple[bool, ...]

    @classmethod
    def of(cls, game: AnyGame, level: Level, objective: Objective) -> PlayTable | None:
        """Return the table of a level; None if it has too many positions."""
        return _Exploration(game, level, objective).table()

    def is_end(self, number: int) -> bool:
        """Return True if the play is over at a position other than the start."""
        return number > 0 and self.objective.sense == "min" and self.complete[number]


class _Exploration:
    """The search for all positions, breadth first."""

    def __init__(self, game: AnyGame, level: Level, objective: Objective) -> None:
        self._game, self._level, self._objective = game, level, objective
        self._keys = tuple(dict.fromkeys(name for keys in game.keys for name in keys.names))
        scene = game.backdrop(level)
        self._cells = tuple(Pos(x, y) for y in range(scene.height) for x in range(scene.width))
        state = game.initial(level)
        self._positions: list[Position] = [(state, game.cursor(level, state))]
        self._number = {self._positions[0]: 0}

    def table(self) -> PlayTable | None:
        """Return the table, or None."""
        game, level, objective = self._game, self._level, self._objective
        width = len(self._keys) + len(self._cells)
        rows: list[tuple[Effect | None, ...]] = []
        complete: list[bool] = []
        for state, cursor in self._positions:
            count = len(self._positions)
            if count > MAX_POSITIONS or count * width > _MAX_INPUTS:
                return None
            ends = game.complete(level, state, objective)
            is_over = ends and objective.sense == "min" and bool(rows)
            complete.append(ends)
            rows.append((None,) * width if is_over else self._row(state, cursor))
        used = [any(row[i] is not None for row in rows) for i in range(width)]
        kept = [i for i in range(width) if used[i]]
        keys = len(self._keys)
        return PlayTable(
            game,
            level,
            objective,
            tuple(self._keys[i] for i in kept if i < keys),
            tuple(self._cells[i - keys] for i in kept if i >= keys),
            tuple(self._positions),
            tuple(tuple(row[i] for i in kept) for row in rows),
            tuple(complete),
        )

    def _row(self, state: Any, cursor: Any) -> tuple[Effect | None, ...]:
        """Return the effects of all keys and cells at a position."""
        known: dict[Any, Effect | None] = {None: None}
        row = []
        for meaning in self._meanings(state, cursor):
            if meaning not in known:
                known[meaning] = self._effect(state, cursor, meaning)
            row.append(known[meaning])
        return tuple(row)

    def _meanings(self, state: Any, cursor: Any) -> Iterator[Any]:
        game, level = self._game, self._level
        for key in self._keys:
            yield game.interpret(level, state, cursor, key)
        for cell in self._cells:
            yield game.point(level, state, cursor, cell)

    def _effect(self, state: Any, cursor: Any, meaning: Any) -> Effect | None:
        if not isinstance(meaning, str):
            target = self._reach((state, meaning))
            return Effect("", target, {}) if meaning != cursor else None
        try:
            after, gains = self._game.apply(self._level, state, meaning)
        except MoveError as problem:
            reason = f"{problem.reason[:1].upper()}{problem.reason[1:]}."
            return Effect(meaning, None, {}, reason)
        held = self._game.cursor(self._level, after, cursor)
        return Effect(meaning, self._reach((after, held)), gains)

    def _reach(self, position: Position) -> int:
        """Return the number of a position, a new one if need be."""
        number = self._number.get(position)
        if number is None:
            number = self._number[position] = len(self._positions)
            self._positions.append(position)
        return number
