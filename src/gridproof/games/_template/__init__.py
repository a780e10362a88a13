"""A game that does next to nothing: copy this folder to start a new one.

A piece `@` walks to the right end of a strip of cells. The folder's name starts with `_`, so the
registry leaves it out; the tests run every protocol test on it all the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from gridproof.boards import Block, block_rows, headers_of, json_rows, read_boards
from gridproof.errors import InvalidMove
from gridproof.game import BoardFault, Fault, Game, Level, Objective, Option, Origin
from gridproof.scene import EVERYTHING, Scene, Sprite, Window
from gridproof.strict_json import Field

__all__ = ["GAME"]

STEPS = Objective("steps", ("steps",), summary="fewest steps to the right end")


@dataclass(frozen=True, kw_only=True)
class StripLevel(Level):
    """What never changes in a play-through: would a user set it?"""

    game: ClassVar[str] = "template"
    start: int
    stride: int = 1


class Template(Game[StripLevel, int]):
    """The state is the piece's column: what Undo has to restore, and nothing else."""

    id = "template"
    title = "Template (a strip to walk along)"
    objectives: tuple[Objective, ...] = (STEPS,)
    options = (Option.count("stride", 1, "how many cells one step may cover at most"),)

    def recognises(self, text: str, source: str) -> bool:
        return set(text) <= set(".@\n") and "@" in text

    def read(
        self, text: str, source: str = "<string>", options: Mapping[str, Any] | None = None
    ) -> Iterator[StripLevel | BoardFault]:
        def level(rows: list[str], values: Mapping[str, Any], origin: Origin | None) -> StripLevel:
            start = "".join(rows).find("@")
            return StripLevel(
                width=len(rows[0]), height=len(rows), start=start, origin=origin, **values
            )

        def parse_block(block: Block, values: Mapping[str, Any]) -> Iterator[StripLevel]:
            yield level(block_rows(block, ".@"), values, Origin("", block.line))

        def parse_json(board: Field, values: Mapping[str, Any]) -> StripLevel:
            return level(json_rows(board, ".@"), values, None)

        return read_boards(self, text, source, options, parse_block, parse_json)

    def write(self, level: StripLevel, form: str | None = None) -> str:
        row = "".join("@" if x == level.start else "." for x in range(level.width))
        return "\n".join([*headers_of(self, level), row]) + "\n"

    def validate(self, level: StripLevel) -> list[Fault]:
        if level.height != 1:
            return [Fault("a strip has one row")]
        return [] if level.start >= 0 else [Fault("the strip has no piece `@`")]

    def initial(self, level: StripLevel) -> int:
        return level.start

    def moves(self, level: StripLevel, state: int, objective: Objective) -> Iterator[str]:
        for cells in range(1, level.stride + 1):
            if state + cells < level.width:
                yield f"{cells}"

    def apply(self, level: StripLevel, state: int, move: str) -> tuple[int, Mapping[str, int]]:
        if not move.isascii() or not move.isdigit() or move.startswith("0"):
            raise InvalidMove(move, "a move is a number of cells, from 1")
        if int(move) > level.stride:
            raise self.illegal(level, state, move, f"a step covers at most {level.stride} cells")
        if state + int(move) >= level.width:
            raise self.illegal(level, state, move, "the step leads beyond the end")
        return state + int(move), {"steps": 1}

    def complete(self, level: StripLevel, state: int, objective: Objective) -> bool:
        return state == level.width - 1

    def turn(self, level: StripLevel) -> StripLevel:
        return level  # a strip has no other way to lie

    def mirror(self, level: StripLevel) -> StripLevel:
        return replace(level)

    def scene(
        self, level: StripLevel, state: int, cursor: Any = None, window: Window = EVERYTHING
    ) -> Scene:
        piece = Sprite("piece", "player", state, 0, label="@")
        return Scene(level.width, 1, (piece,), window=window)

    def interpret(self, level: StripLevel, state: int, cursor: Any, key: str) -> Any:
        return "1" if key == "right" else None

    def actions(self, level: StripLevel) -> Sequence[str]:
        return [f"{cells}" for cells in range(1, level.stride + 1)]


GAME = Template()
