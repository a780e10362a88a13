"""boxcover: cover points in the plane with as few squares of one size as possible."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gridproof.errors import UnknownName
from gridproof.files.boards import headers_of, json_fields, read_boards
from gridproof.game import Game
from gridproof.games.boxcover import (
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
from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.games.boxcover.rules import State
from gridproof.grid import Pos
from gridproof.level import BoardFault

__all__ = ["GAME"]


class Boxcover(Game[BoxcoverLevel, State, Pos]):
    """Lay squares on the points. The cursor is the lower-left corner of the next square."""

    id = "boxcover"
    title = "Box-cover (points and squares)"
    aliases = ("box-cover",)
    objectives = (rules.SQUARES,)
    options = level.OPTIONS
    certificates = solvers.CERTIFICATES  # before the class has `solvers` of its own
    solvers = solvers.SOLVERS
    generators = generators.GENERATORS
    exports = exports.EXPORTS
    baseline = "greedy"
    measures = design.MEASURES
    measure = "gridproof.games.boxcover.design:measure"
    root_bound = "gridproof.games.boxcover.bounds:root_bound"

    recognises = staticmethod(formats.recognises)  # before the class has `formats` of its own
    forms = formats.FORMS
    formats = ("text", "csv", "json")
    validate = staticmethod(rules.validate)
    initial = staticmethod(rules.initial)
    moves = staticmethod(rules.moves)
    apply = staticmethod(rules.apply)
    legal = staticmethod(rules.legal)
    complete = staticmethod(rules.complete)
    key = staticmethod(rules.key)
    actions = staticmethod(rules.actions)
    level_at = staticmethod(rules.level_at)
    turn = staticmethod(level.turned)
    mirror = staticmethod(level.mirrored)
    normalized = staticmethod(design.normalized)
    relaxed_variants = staticmethod(design.relaxed_variants)
    backdrop = staticmethod(scene.backdrop)
    unseen = staticmethod(scene.unseen)
    scene = staticmethod(scene.scene)  # after what else comes of the module
    kinds = ("square", "covered", "point")
    keys = play.KEYS
    cursor = staticmethod(play.corner)
    interpret = staticmethod(play.interpret)
    point = staticmethod(play.point)

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
                raise UnknownName("format", other, self.formats, self.id)


GAME = Boxcover()
