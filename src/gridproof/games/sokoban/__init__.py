"""sokoban: push every box onto a goal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gridproof.errors import UnknownName
from gridproof.files.boards import json_fields, read_boards
from gridproof.game import Game
from gridproof.games.sokoban import (
    design,
    exports,
    formats,
    generators,
    level,
    play,
    rules,
    scene,
    solvers,
)
from gridproof.games.sokoban.formats import lurd
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.games.sokoban.rules import State
from gridproof.level import BoardFault

__all__ = ["GAME"]


class Sokoban(Game[SokobanLevel, State, None]):
    """Push every box onto a goal. There is no cursor: the arrow keys move the player."""

    id = "sokoban"
    title = "Sokoban"
    objectives = (rules.PUSHES, rules.MOVES, rules.PUSHES_MOVES, rules.MOVES_PUSHES)
    certificates = solvers.CERTIFICATES
    improver = solvers.IMPROVER
    dead_end = staticmethod(solvers.dead_end)  # before the class has `solvers` of its own
    solvers = solvers.SOLVERS
    generators = generators.GENERATORS
    exports = exports.EXPORTS
    measures = design.MEASURES
    measure = "gridproof.games.sokoban.design:measure"
    root_bound = "gridproof.games.sokoban.bounds:root_bound"

    recognises = staticmethod(formats.recognises)  # before the class has `formats` of its own
    forms = formats.FORMS
    saved_solutions = staticmethod(formats.saved_solutions)
    formats = ("text", "json", "course", "xsb", "sok", "slc")
    whole_file_formats = ("slc",)
    validate = staticmethod(rules.validate)
    initial = staticmethod(rules.initial)
    moves = staticmethod(rules.moves)
    apply = staticmethod(rules.apply)
    legal = staticmethod(rules.legal)
    complete = staticmethod(rules.complete)
    outcome = staticmethod(rules.outcome)
    key = staticmethod(rules.key)
    actions = staticmethod(rules.actions)
    level_at = staticmethod(rules.level_at)
    turn = staticmethod(level.turned)
    mirror = staticmethod(level.mirrored)
    normalized = staticmethod(design.normalized)
    relaxed_variants = staticmethod(design.relaxed_variants)
    read_solution = staticmethod(lurd.read)
    write_solution = staticmethod(lurd.write)
    backdrop = staticmethod(scene.backdrop)
    scene = staticmethod(scene.scene)
    kinds = ("outside", "goal", "wall", "box", "stored", "player")
    keys = play.KEYS
    interpret = staticmethod(play.interpret)
    point = staticmethod(play.point)

    def read(
        self, text: str, source: str = "<string>", options: Mapping[str, Any] | None = None
    ) -> Iterator[SokobanLevel | BoardFault]:
        return read_boards(
            self,
            text,
            source,
            options,
            formats.parse_block,
            formats.parse_json,
            blocks=formats.board_blocks,
        )

    def write(self, level: SokobanLevel, form: str | None = None) -> str:
        return self.write_all([level], form)

    def write_all(
        self,
        levels: Sequence[SokobanLevel],
        form: str | None = None,
        solutions: Sequence[Sequence[str]] = (),
    ) -> str:
        match form or self.formats[0]:
            case "text" | "xsb":
                texts = ["\n".join(formats.write_text(self, level)) + "\n" for level in levels]
            case "json":
                texts = [formats.write_json(one, json_fields(self, one)) + "\n" for one in levels]
                return "".join(texts)
            case "course":
                texts = ["\n".join(formats.write_course(self, level)) + "\n" for level in levels]
            case "sok":
                known = solutions or [()] * len(levels)
                texts = [
                    formats.write_sok(self, level, moves)
                    for level, moves in zip(levels, known, strict=True)
                ]
            case "slc":
                return formats.write_xml(levels)
            case other:
                raise UnknownName("format", other, self.formats, self.id)
        return "\n".join(texts)


GAME = Sokoban()
