"""sokoban: push every box onto a goal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gridproof.boards import headers_of, json_fields, read_boards
from gridproof.errors import UnknownName
from gridproof.game import BoardFault, Game
from gridproof.games.sokoban import (
    designing,
    formats,
    generate,
    level,
    lurd,
    pddl,
    play,
    rules,
    scene,
    solvers,
)
from gridproof.games.sokoban.collection import blocks
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.games.sokoban.rules import State

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
    generators = generate.GENERATORS
    exports = pddl.EXPORTS
    measures = designing.MEASURES
    measure = "gridproof.games.sokoban.designing:measure"
    root_bound = "gridproof.games.sokoban.bounds:root_bound"

    recognises = staticmethod(formats.recognises)  # before the class has `formats` of its own
    formats = ("text", "json", "course")
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
    essence = staticmethod(designing.essence)
    easements = staticmethod(designing.easements)
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
                raise UnknownName("format", other, self.formats, self.id)


GAME = Sokoban()
