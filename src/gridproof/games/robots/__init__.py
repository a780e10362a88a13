"""robots: Robot Reboot and Ricochet Robots, fewest moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from gridproof.boards import Block, headers_of, json_fields, read_boards
from gridproof.errors import UnknownName
from gridproof.game import BoardFault, Fault, Game, Objective, SolverSpec
from gridproof.games.robots import formats, rules
from gridproof.games.robots.level import OPTIONS, RobotsLevel
from gridproof.games.robots.rules import State
from gridproof.games.robots.scene import scene
from gridproof.grid import Direction, Pos
from gridproof.scene import EVERYTHING, Edge, Scene, Window
from gridproof.strict_json import first_json

__all__ = ["GAME"]


def _solver(name: str, summary: str, function: str, all_solutions: bool = False) -> SolverSpec:
    entry = f"gridproof.games.robots.solve:{function}"
    return SolverSpec(name, summary, entry, all_solutions=all_solutions)


class Robots(Game[RobotsLevel, State]):
    """Slide robots until the target robot stops on the target. The cursor is a robot's number."""

    id = "robots"
    title = "Robots (Robot Reboot, Ricochet Robots)"
    aliases = ("ricochet", "robot-reboot")
    objectives = (rules.MOVES,)
    options = OPTIONS
    solvers = (
        _solver(
            "optimal", "partial-expansion A* with the wall-only bound (native)", "optimal", True
        ),
        _solver("iddfs", "iterative deepening with the wall-only bound (native)", "iddfs"),
        _solver("bfs-text", "Meersman's report, table 1: whole boards as text", "bfs_text"),
        _solver("bfs-sorted", "Meersman's report, table 2: robots' places only", "bfs_sorted"),
        _solver("bfs-precomputed", "Meersman's report, table 3: moves fixed", "bfs_precomputed"),
        _solver("bfs-early", "Meersman's report, conclusion: early goal test", "bfs_early"),
    )
    formats = ("text", "json", "game-id", "asp")
    single_board_formats = ("asp",)

    def recognises(self, text: str, source: str) -> bool:
        record = first_json(text)
        if record is not None:
            return "walls" in record and "robots" in record
        return formats.recognises(text)

    def read(
        self, text: str, source: str = "<string>", options: Mapping[str, Any] | None = None
    ) -> Iterator[RobotsLevel | BoardFault]:
        if not formats.is_asp(text):
            return read_boards(self, text, source, options, formats.parse_block, formats.parse_json)

        # Facts are one board a file, whatever blank lines and comments stand between them.
        def parse_facts(block: Block, values: Mapping[str, Any]) -> Iterator[RobotsLevel]:
            yield formats.parse_asp(text, values)

        return read_boards(self, "facts", source, options, parse_facts, formats.parse_json)

    def write(self, level: RobotsLevel, form: str | None = None) -> str:
        match form or self.formats[0]:
            case "text":
                robot_on_target = any(cell == level.target for _, cell in level.robots)
                drawn = () if robot_on_target else ("target",)
                lines = headers_of(self, level, drawn=drawn) + formats.write_unicode(level)
                return "\n".join(lines) + "\n"
            case "json":
                return formats.write_json(level, json_fields(self, level)) + "\n"
            case "game-id":
                return formats.write_game_id(level) + "\n"
            case "asp":
                return formats.write_asp(level) + "\n"
            case other:
                raise UnknownName("format of robots", other, self.formats)

    def validate(self, level: RobotsLevel) -> list[Fault]:
        return rules.validate(level)

    def missing(self, level: RobotsLevel) -> Fault | None:
        return Fault("the board has no target") if level.target is None else None

    def initial(self, level: RobotsLevel) -> State:
        return rules.initial(level)

    def moves(self, level: RobotsLevel, state: State, objective: Objective) -> Iterator[str]:
        return rules.moves(level, state)

    def apply(self, level: RobotsLevel, state: State, move: str) -> tuple[State, Mapping[str, int]]:
        outcome = rules.apply(level, state, move)
        if isinstance(outcome, str):
            raise self.illegal(level, state, move, outcome)
        return outcome

    def complete(self, level: RobotsLevel, state: State, objective: Objective) -> bool:
        return rules.complete(level, state)

    def key(self, level: RobotsLevel, state: State, objective: Objective) -> State:
        return rules.key(level, state)

    def turn(self, level: RobotsLevel) -> RobotsLevel:
        walls: set[Edge] = set()
        for x, y, side in level.walls:
            turned = Pos(x, y).turned(level.height)
            # East goes to south; south goes to west, which is the east side of the cell beyond.
            walls.add((*turned, "S") if side == "E" else (turned.x - 1, turned.y, "E"))
        return replace(
            level,
            width=level.height,
            height=level.width,
            walls=frozenset(walls),
            robots=tuple((n, cell.turned(level.height)) for n, cell in level.robots),
            target=None if level.target is None else level.target.turned(level.height),
        )

    def mirror(self, level: RobotsLevel) -> RobotsLevel:
        walls: set[Edge] = set()
        for x, y, side in level.walls:
            mirrored = Pos(x, y).mirrored(level.width)
            walls.add((mirrored.x - 1, y, "E") if side == "E" else (*mirrored, "S"))
        return replace(
            level,
            walls=frozenset(walls),
            robots=tuple((n, cell.mirrored(level.width)) for n, cell in level.robots),
            target=None if level.target is None else level.target.mirrored(level.width),
        )

    def read_solution(self, level: RobotsLevel, text: str) -> list[str]:
        return formats.read_solution(text)

    def write_solution(self, level: RobotsLevel, moves: Sequence[str]) -> str:
        return ",".join(moves)

    def scene(
        self, level: RobotsLevel, state: State, cursor: Any = None, window: Window = EVERYTHING
    ) -> Scene:
        return scene(level, state, cursor, window)

    def interpret(self, level: RobotsLevel, state: State, cursor: Any, key: str) -> Any:
        numbers = [number for number, _ in level.robots]
        active = numbers[0] if cursor is None else cursor
        if key == "tab":
            return numbers[(numbers.index(active) + 1) % len(numbers)]
        if key.isdigit() and int(key) in numbers:
            return int(key)
        direction = Direction.of_key(key)
        return None if direction is None else f"{active}{direction.name}"

    def actions(self, level: RobotsLevel) -> Sequence[str]:
        return [f"{number}{d.name}" for number, _ in level.robots for d in Direction]


GAME = Robots()
