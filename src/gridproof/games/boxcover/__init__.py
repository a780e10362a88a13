"""boxcover: cover points in the plane with as few squares of one size as possible."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from gridproof.boards import headers_of, json_fields, read_boards
from gridproof.errors import UnknownName
from gridproof.game import BoardFault, Fault, Game, Objective, SolverSpec
from gridproof.games.boxcover import formats, rules
from gridproof.games.boxcover.level import OPTIONS, BoxcoverLevel
from gridproof.games.boxcover.rules import State
from gridproof.games.boxcover.scene import scene
from gridproof.grid import Direction, Pos
from gridproof.scene import EVERYTHING, Scene, Window
from gridproof.strict_json import first_json

__all__ = ["GAME"]

_SOLVE = "gridproof.games.boxcover.solve"
#: Boards of more positions have no fixed set of actions.
_MOST_ACTIONS = 1 << 16


class Boxcover(Game[BoxcoverLevel, State]):
    """Lay squares on the points. The cursor is the lower-left corner of the next square."""

    id = "boxcover"
    title = "Box-cover (points and squares)"
    aliases = ("box-cover",)
    objectives = (rules.SQUARES,)
    options = OPTIONS
    root_bound = f"{_SOLVE}.candidates:root_bound"
    solvers = (
        SolverSpec(
            "optimal",
            "dominance, components, and branch and cut with cuts from windows of points",
            f"{_SOLVE}.optimal:optimal",
        ),
        SolverSpec(
            "greedy",
            "lays the square that covers the most points that are left",
            f"{_SOLVE}.greedy:greedy",
        ),
    )
    formats = ("text", "csv", "json")

    def recognises(self, text: str, source: str) -> bool:
        record = first_json(text)
        return "points" in record if record is not None else formats.recognises(text)

    def read(
        self, text: str, source: str = "<string>", options: Mapping[str, Any] | None = None
    ) -> Iterator[BoxcoverLevel | BoardFault]:
        return read_boards(self, text, source, options, formats.parse_block, formats.parse_json)

    def write(self, level: BoxcoverLevel, form: str | None = None) -> str:
        match form or self.formats[0]:
            case "text":
                return "\n".join(headers_of(self, level) + formats.write_text(level)) + "\n"
            case "csv":
                return "\n".join(headers_of(self, level) + formats.write_csv(level)) + "\n"
            case "json":
                return formats.write_json(level, json_fields(self, level)) + "\n"
            case other:
                raise UnknownName("format of boxcover", other, self.formats)

    def validate(self, level: BoxcoverLevel) -> list[Fault]:
        return rules.validate(level)

    def initial(self, level: BoxcoverLevel) -> State:
        return rules.initial(level)

    def moves(self, level: BoxcoverLevel, state: State, objective: Objective) -> Iterator[str]:
        return rules.moves(level, state)

    def apply(
        self, level: BoxcoverLevel, state: State, move: str
    ) -> tuple[State, Mapping[str, int]]:
        return rules.apply(level, state, move)

    def complete(self, level: BoxcoverLevel, state: State, objective: Objective) -> bool:
        return not state.uncovered

    def key(self, level: BoxcoverLevel, state: State, objective: Objective) -> int:
        return state.uncovered

    def turn(self, level: BoxcoverLevel) -> BoxcoverLevel:
        right = level.left + level.width - 1
        points = (
            Pos(level.left + y - level.bottom, level.bottom + right - x) for x, y in level.points
        )
        return replace(level, points=tuple(points))

    def mirror(self, level: BoxcoverLevel) -> BoxcoverLevel:
        sum_of_edges = 2 * level.left + level.width - 1
        return replace(level, points=tuple(Pos(sum_of_edges - x, y) for x, y in level.points))

    def scene(
        self, level: BoxcoverLevel, state: State, cursor: Any = None, window: Window = EVERYTHING
    ) -> Scene:
        return scene(level, state, cursor, window)

    def interpret(self, level: BoxcoverLevel, state: State, cursor: Any, key: str) -> Any:
        corner = Pos(level.left, level.bottom) if cursor is None else cursor
        direction = Direction.of_key(key)
        if direction is not None:
            beyond = Pos(corner.x + direction.dx, corner.y - direction.dy)  # y grows upwards
            inside = Pos(beyond.x - level.left, beyond.y - level.bottom)
            return beyond if inside.within(level.width, level.height) else None
        return str(corner) if key in ("enter", "space") else None

    def actions(self, level: BoxcoverLevel) -> Sequence[str] | None:
        """The squares with their corner on the points' grid; any other covers no more than one."""
        if level.width * level.height > _MOST_ACTIONS:
            return None
        return [
            str(Pos(x, y))
            for x in range(level.left, level.left + level.width)
            for y in range(level.bottom, level.bottom + level.height)
        ]


GAME = Boxcover()
