"""sokoban: push every box onto a goal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from gridproof.boards import headers_of, json_fields, read_boards
from gridproof.errors import UnknownName
from gridproof.game import BoardFault, Fault, Game, Objective, Outcome, SolverSpec
from gridproof.games.sokoban import formats, lurd, rules
from gridproof.games.sokoban.collection import blocks
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.games.sokoban.rules import State
from gridproof.games.sokoban.scene import scene
from gridproof.grid import Direction, Pos
from gridproof.scene import EVERYTHING, Scene, Window
from gridproof.strict_json import first_json

__all__ = ["GAME"]

_SOLVE = "gridproof.games.sokoban.solve"


def _course(name: str, summary: str, function: str) -> SolverSpec:
    return SolverSpec(
        name,
        summary,
        f"{_SOLVE}.course:{function}",
        objectives=("moves",),
        unfit=rules.too_large_for_sets(1024),
    )


class Sokoban(Game[SokobanLevel, State]):
    """Push every box onto a goal. There is no cursor: the arrow keys move the player."""

    id = "sokoban"
    title = "Sokoban"
    objectives = (rules.PUSHES, rules.MOVES, rules.PUSHES_MOVES, rules.MOVES_PUSHES)
    solvers = (
        SolverSpec(
            "optimal",
            "best-first search over pushes with matching bound, from both ends (native)",
            f"{_SOLVE}.optimal:optimal",
            unfit=rules.too_large_for_kernel,
        ),
        SolverSpec(
            "any",
            "some solution, fast: macro pushes in cells of features, after FESS (native)",
            f"{_SOLVE}.any:any_solution",
            unfit=rules.too_large_for_kernel,
        ),
        _course(
            "bidirectional",
            "breadth-first search from both ends (Liu's report, section 2.3, native)",
            "bidirectional",
        ),
        _course("astar", "A* with the cheapest assignment of boxes to goals (native)", "astar"),
        _course(
            "astar-sorted",
            "A* with distances of sorted boxes and goals, not proven (Liu's report, section 2.3)",
            "astar_sorted",
        ),
        _course("bfs", "breadth-first search (Liu's report, section 2.3, native)", "bfs"),
    )
    formats = ("text", "json", "course")
    root_bound = f"{_SOLVE}.assignment:root_bound"

    def recognises(self, text: str, source: str) -> bool:
        record = first_json(text)
        if record is not None:
            rows = record.get("rows")
            return isinstance(rows, list) and formats.recognises_rows(rows)
        return formats.recognises(text)

    def read(
        self, text: str, source: str = "<string>", options: Mapping[str, Any] | None = None
    ) -> Iterator[SokobanLevel | BoardFault]:
        return read_boards(
            self, text, source, options, formats.parse_block, formats.parse_json, blocks=blocks
        )

    def write(self, level: SokobanLevel, form: str | None = None) -> str:
        match form or self.formats[0]:
            case "text":
                return "\n".join(headers_of(self, level) + formats.write_rows(level)) + "\n"
            case "json":
                return formats.write_json(level, json_fields(self, level)) + "\n"
            case "course":
                return "\n".join(headers_of(self, level) + formats.write_course(level)) + "\n"
            case other:
                raise UnknownName("format of sokoban", other, self.formats)

    def validate(self, level: SokobanLevel) -> list[Fault]:
        return rules.validate(level)

    def initial(self, level: SokobanLevel) -> State:
        return rules.initial(level)

    def moves(self, level: SokobanLevel, state: State, objective: Objective) -> Iterator[str]:
        return rules.moves(level, state)

    def apply(
        self, level: SokobanLevel, state: State, move: str
    ) -> tuple[State, Mapping[str, int]]:
        outcome = rules.apply(level, state, move)
        if isinstance(outcome, str):
            raise self.illegal(level, state, move, outcome)
        return outcome

    def complete(self, level: SokobanLevel, state: State, objective: Objective) -> bool:
        return rules.complete(level, state)

    def outcome(self, level: SokobanLevel, state: State, objective: Objective) -> Outcome:
        if rules.complete(level, state):
            return Outcome.SOLVED
        return Outcome.LOST if rules.lost(level, state) else Outcome.IN_PLAY

    def key(self, level: SokobanLevel, state: State, objective: Objective) -> State:
        return rules.key(state)

    def turn(self, level: SokobanLevel) -> SokobanLevel:
        columns = [level.cells[x :: level.width][::-1] for x in range(level.width)]
        return replace(
            level,
            width=level.height,
            height=level.width,
            cells="".join(columns),
            boxes=_in_reading_order(box.turned(level.height) for box in level.boxes),
            players=_in_reading_order(cell.turned(level.height) for cell in level.players),
        )

    def mirror(self, level: SokobanLevel) -> SokobanLevel:
        rows = [level.cells[i : i + level.width] for i in range(0, len(level.cells), level.width)]
        return replace(
            level,
            cells="".join(row[::-1] for row in rows),
            boxes=_in_reading_order(box.mirrored(level.width) for box in level.boxes),
            players=_in_reading_order(cell.mirrored(level.width) for cell in level.players),
        )

    def read_solution(self, level: SokobanLevel, text: str) -> list[str]:
        return lurd.read(text)

    def write_solution(self, level: SokobanLevel, moves: Sequence[str]) -> str:
        return lurd.write(level, moves)

    def scene(
        self, level: SokobanLevel, state: State, cursor: Any = None, window: Window = EVERYTHING
    ) -> Scene:
        return scene(level, state, window)

    def interpret(self, level: SokobanLevel, state: State, cursor: Any, key: str) -> Any:
        direction = Direction.of_key(key)
        return None if direction is None else direction.name

    def actions(self, level: SokobanLevel) -> Sequence[str]:
        return list(Direction.__members__)


def _in_reading_order(cells: Iterator[Pos]) -> tuple[Pos, ...]:
    return tuple(sorted(cells, key=lambda cell: (cell.y, cell.x)))


GAME = Sokoban()
