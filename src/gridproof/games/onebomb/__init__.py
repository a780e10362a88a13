"""onebomb: the shortest path when one bomb may be set off first.

After "Bomberman", 29th Polish Olympiad in Informatics, stage II.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from gridproof.boards import headers_of, json_fields, read_boards
from gridproof.errors import UnknownName
from gridproof.game import BoardFault, Fault, Game, Objective, Outcome, SolverSpec
from gridproof.games.onebomb import formats, rules
from gridproof.games.onebomb.level import OPTIONS, ROCK, OnebombLevel
from gridproof.games.onebomb.rules import State
from gridproof.games.onebomb.scene import scene
from gridproof.grid import Direction, Pos
from gridproof.scene import EVERYTHING, Scene, Window
from gridproof.strict_json import first_json

__all__ = ["GAME"]

_SOLVE = "gridproof.games.onebomb.solve"


class Onebomb(Game[OnebombLevel, State]):
    """Set off a bomb, then walk from P to K. Before the walk the cursor is the next bomb's cell."""

    id = "onebomb"
    title = "One bomb (Polish Olympiad, Bomberman)"
    aliases = ("bomberman",)
    objectives = (rules.LENGTH,)
    options = OPTIONS
    formats = ("text", "json")
    root_bound = f"{_SOLVE}:root_bound"
    solvers = (
        SolverSpec(
            "optimal",
            "two breadth-first searches and sweeps along rows and columns",
            f"{_SOLVE}:optimal",
            unfit=rules.not_one_piercing_bomb,
        ),
        SolverSpec(
            "layered",
            "0-1 breadth-first search over cells and fragments of the walk (olympiad, editorial)",
            f"{_SOLVE}:layered",
            unfit=rules.not_one_piercing_bomb_without_radius,
        ),
        SolverSpec(
            "n3",
            "two breadth-first searches, then along the arms of each bomb (olympiad, subtask 3)",
            f"{_SOLVE}:n3",
            unfit=rules.not_one_piercing_bomb,
        ),
        SolverSpec(
            "n4",
            "a breadth-first search after each bomb or sequence of bombs (olympiad, subtask 2)",
            f"{_SOLVE}:n4",
        ),
        SolverSpec(
            "bfs-only",
            "one breadth-first search, for boards without bricks (olympiad, subtask 1)",
            f"{_SOLVE}:bfs_only",
            unfit=rules.has_bricks,
        ),
    )

    def recognises(self, text: str, source: str) -> bool:
        record = first_json(text)
        if record is not None:
            rows = record.get("rows")
            return isinstance(rows, list) and formats.recognises_rows(rows)
        return formats.recognises(text)

    def read(
        self, text: str, source: str = "<string>", options: Mapping[str, Any] | None = None
    ) -> Iterator[OnebombLevel | BoardFault]:
        return read_boards(self, text, source, options, formats.parse_block, formats.parse_json)

    def write(self, level: OnebombLevel, form: str | None = None) -> str:
        match form or self.formats[0]:
            case "text":
                lines = [*headers_of(self, level), formats.write_size(level)]
                return "\n".join(lines + formats.write_rows(level)) + "\n"
            case "json":
                return formats.write_json(level, json_fields(self, level)) + "\n"
            case other:
                raise UnknownName("format of onebomb", other, self.formats)

    def validate(self, level: OnebombLevel) -> list[Fault]:
        return rules.validate(level)

    def initial(self, level: OnebombLevel) -> State:
        return State((), None)

    def moves(self, level: OnebombLevel, state: State, objective: Objective) -> Iterator[str]:
        return rules.moves(level, state)

    def apply(
        self, level: OnebombLevel, state: State, move: str
    ) -> tuple[State, Mapping[str, int]]:
        outcome = rules.apply(level, state, move)
        if isinstance(outcome, str):
            raise self.illegal(level, state, move, outcome)
        return outcome

    def complete(self, level: OnebombLevel, state: State, objective: Objective) -> bool:
        return rules.complete(level, state)

    def outcome(self, level: OnebombLevel, state: State, objective: Objective) -> Outcome:
        if rules.complete(level, state):
            return Outcome.SOLVED
        return Outcome.LOST if rules.lost(level, state) else Outcome.IN_PLAY

    def key(self, level: OnebombLevel, state: State, objective: Objective) -> Any:
        return rules.key(level, state)

    def turn(self, level: OnebombLevel) -> OnebombLevel:
        columns = [level.cells[x :: level.width][::-1] for x in range(level.width)]
        return replace(
            level,
            width=level.height,
            height=level.width,
            cells=b"".join(columns),
            start=level.start.turned(level.height),
            goal=level.goal.turned(level.height),
        )

    def mirror(self, level: OnebombLevel) -> OnebombLevel:
        rows = [level.cells[i : i + level.width] for i in range(0, len(level.cells), level.width)]
        return replace(
            level,
            cells=b"".join(row[::-1] for row in rows),
            start=level.start.mirrored(level.width),
            goal=level.goal.mirrored(level.width),
        )

    def read_solution(self, level: OnebombLevel, text: str) -> list[str]:
        return formats.read_solution(text)

    def write_solution(self, level: OnebombLevel, moves: Sequence[str]) -> str:
        return formats.write_solution(moves)

    def scene(
        self, level: OnebombLevel, state: State, cursor: Any = None, window: Window = EVERYTHING
    ) -> Scene:
        aiming = cursor is not None and state.walker is None and len(state.bombs) < level.bombs
        return scene(level, state, cursor if aiming else None, window)

    def interpret(self, level: OnebombLevel, state: State, cursor: Any, key: str) -> Any:
        aim = level.start if cursor is None else cursor
        may_bomb = state.walker is None and len(state.bombs) < level.bombs
        direction = Direction.of_key(key)
        if key in ("enter", "space") and may_bomb:
            return f"bomb {aim}"
        if direction is None:
            return None
        # With bombs in hand the arrows aim; W, A, S, D walk as soon as one bomb is set.
        if may_bomb and not (state.bombs and len(key) == 1):
            beyond: Pos = aim.step(direction)
            return beyond if beyond.within(level.width, level.height) else None
        return direction.name

    def actions(self, level: OnebombLevel) -> Sequence[str]:
        bombs = [
            f"bomb {Pos(number % level.width, number // level.width)}"
            for number, char in enumerate(level.cells)
            if char != ROCK
        ]
        return [*bombs, *(d.name for d in Direction)]


GAME = Onebomb()
