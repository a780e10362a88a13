"""bombcover: clear all reachable crates of a Bomberman board with the fewest explosions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from gridproof.boards import headers_of, json_fields, read_boards
from gridproof.errors import UnknownName
from gridproof.game import BoardFault, Fault, Game, Objective, SolverSpec
from gridproof.games.bombcover import formats, rules
from gridproof.games.bombcover.level import OPTIONS, WALL, BombcoverLevel
from gridproof.games.bombcover.rules import Bomb, State
from gridproof.games.bombcover.scene import Walker, frames, scene
from gridproof.grid import Direction, Pos
from gridproof.scene import EVERYTHING, Scene, Window
from gridproof.strict_json import first_json

__all__ = ["GAME"]

_SOLVE = "gridproof.games.bombcover.solve"


class Bombcover(Game[BombcoverLevel, State]):
    """Bomb every reachable crate. Walking moves only the cursor; a move walks and bombs."""

    id = "bombcover"
    title = "Bomb-cover (Bomberman)"
    aliases = ("bomb-cover",)
    objectives = (rules.EXPLOSIONS, rules.EXPLOSIONS_STEPS)
    options = OPTIONS
    root_bound = f"{_SOLVE}.kernel:root_bound"
    solvers = (
        SolverSpec(
            "optimal",
            "layers of crate sets, bounded by weights from linear programs",
            f"{_SOLVE}.optimal:optimal",
            objectives=("explosions",),
            unfit=rules.too_large_for_sets(4096),
        ),
        SolverSpec(
            "greedy",
            "bombs the nearest cell that destroys the most (van de Vlasakker, section 5.5)",
            f"{_SOLVE}.greedy:greedy",
            objectives=("explosions",),
            unfit=rules.throws_or_pierces,
        ),
        SolverSpec(
            "bruteforce-greedy",
            "depth-first search by decreasing power (van de Vlasakker, section 5.6)",
            f"{_SOLVE}.kernel:bruteforce_greedy",
            objectives=("explosions",),
            unfit=rules.too_large_for_sets(1024),
        ),
        SolverSpec(
            "bruteforce-random",
            "the same in random order",
            f"{_SOLVE}.kernel:bruteforce_random",
            objectives=("explosions",),
            unfit=rules.too_large_for_sets(1024),
        ),
        SolverSpec(
            "static-bound",
            "a bound without a solution: the static relaxation as an integer program",
            f"{_SOLVE}.static_bound:static_bound",
            objectives=("explosions",),
            unfit=rules.too_large_for_sets(4096),
        ),
    )
    formats = ("text", "compact", "json")

    def recognises(self, text: str, source: str) -> bool:
        record = first_json(text)
        if record is not None:
            rows = record.get("rows")
            return isinstance(rows, list) and formats.recognises("\n".join(map(str, rows)))
        return formats.recognises(text)

    def read(
        self, text: str, source: str = "<string>", options: Mapping[str, Any] | None = None
    ) -> Iterator[BombcoverLevel | BoardFault]:
        return read_boards(
            self,
            text,
            source,
            options,
            formats.parse_block,
            formats.parse_json,
            board_headers=formats.COMPACT,
        )

    def write(self, level: BombcoverLevel, form: str | None = None) -> str:
        match form or self.formats[0]:
            case "text":
                return "\n".join(headers_of(self, level) + formats.write_rows(level)) + "\n"
            case "compact":
                return "\n".join(headers_of(self, level) + formats.write_compact(level)) + "\n"
            case "json":
                return formats.write_json(level, json_fields(self, level)) + "\n"
            case other:
                raise UnknownName("format of bombcover", other, self.formats)

    def validate(self, level: BombcoverLevel) -> list[Fault]:
        return rules.validate(level)

    def initial(self, level: BombcoverLevel) -> State:
        return State(level.crates, level.players)

    def moves(self, level: BombcoverLevel, state: State, objective: Objective) -> Iterator[str]:
        return rules.moves(level, state, objective)

    def apply(
        self, level: BombcoverLevel, state: State, move: str
    ) -> tuple[State, Mapping[str, int]]:
        outcome = rules.apply(level, state, move)
        if isinstance(outcome, str):
            raise self.illegal(level, state, move, outcome)
        return outcome

    def complete(self, level: BombcoverLevel, state: State, objective: Objective) -> bool:
        return rules.complete(level, state)

    def key(self, level: BombcoverLevel, state: State, objective: Objective) -> State | int:
        return rules.key(level, state, objective)

    def turn(self, level: BombcoverLevel) -> BombcoverLevel:
        columns = [level.cells[x :: level.width][::-1] for x in range(level.width)]
        players = (cell.turned(level.height) for cell in level.players)
        return replace(
            level,
            width=level.height,
            height=level.width,
            cells="".join(columns),
            players=tuple(sorted(players, key=_reading_order)),
        )

    def mirror(self, level: BombcoverLevel) -> BombcoverLevel:
        rows = [level.cells[i : i + level.width] for i in range(0, len(level.cells), level.width)]
        players = (cell.mirrored(level.width) for cell in level.players)
        return replace(
            level,
            cells="".join(row[::-1] for row in rows),
            players=tuple(sorted(players, key=_reading_order)),
        )

    def scene(
        self, level: BombcoverLevel, state: State, cursor: Any = None, window: Window = EVERYTHING
    ) -> Scene:
        return scene(level, state, cursor, window)

    def frames(self, level: BombcoverLevel, state: State, move: str) -> Iterator[Scene]:
        return frames(level, state, move, self.apply(level, state, move)[0])

    def interpret(self, level: BombcoverLevel, state: State, cursor: Any, key: str) -> Any:
        walker = cursor if isinstance(cursor, Walker) else Walker(0, state.players[0])
        reachable = rules.directly_reachable(level, state, walker.player)
        if not reachable >> level.bit(walker.cell) & 1:  # after an undo the crates are back
            walker = Walker(walker.player, state.players[walker.player])
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

    def actions(self, level: BombcoverLevel) -> Sequence[str]:
        throws: list[Direction | None] = [None, *(Direction if level.throw else ())]
        return [
            str(Bomb(player, Pos(i % level.width, i // level.width), thrown))
            for player in range(len(level.players))
            for i, char in enumerate(level.cells)
            if char != WALL
            for thrown in throws
        ]


def _reading_order(cell: Pos) -> tuple[int, int]:
    return cell.y, cell.x


GAME = Bombcover()
