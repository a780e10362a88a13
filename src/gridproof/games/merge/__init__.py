"""merge: MERGE-GAME, merge equal heroes so that they break the most stones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gridproof.errors import UnknownName
from gridproof.files.boards import headers_of, json_fields, read_boards
from gridproof.game import Game
from gridproof.games.merge import (
    design,
    exports,
    formats,
    generators,
    level,
    play,
    restrictions,
    rules,
    scene,
    solvers,
)
from gridproof.games.merge.level import MergeLevel
from gridproof.games.merge.play import Chosen
from gridproof.games.merge.rules import State
from gridproof.level import BoardFault

__all__ = ["GAME"]


class Merge(Game[MergeLevel, State, Chosen]):
    """Merge two heroes of one type and level; the one that stays strikes the stones round it."""

    id = "merge"
    title = "Merge (MERGE-GAME)"
    aliases = ("merge-game",)
    objectives = (rules.STONES, rules.MERGES)
    options = level.OPTIONS
    certificates = solvers.CERTIFICATES
    solvers = solvers.SOLVERS
    generators = generators.GENERATORS
    exports = exports.EXPORTS
    baseline = "greedy"
    measures = design.MEASURES
    measure = "gridproof.games.merge.solve.measures:measure"
    root_bound = "gridproof.games.merge.bounds:root_bound"
    canonical_format = "json"

    recognises = staticmethod(formats.recognises)  # before the class has `formats` of its own
    forms = formats.FORMS
    formats = ("text", "json")
    validate = staticmethod(rules.validate)
    facts = staticmethod(restrictions.names)
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
    frames = staticmethod(scene.frames)
    scene = staticmethod(scene.scene)
    kinds = ("stone", "hero")
    keys = play.KEYS
    cursor = staticmethod(play.settled)
    interpret = staticmethod(play.interpret)
    point = staticmethod(play.point)

    def read(
        self, text: str, source: str = "<string>", options: Mapping[str, Any] | None = None
    ) -> Iterator[MergeLevel | BoardFault]:
        return read_boards(
            self,
            text,
            source,
            options,
            formats.parse_block,
            formats.parse_json,
            board_headers=formats.HEADERS,
        )

    def write(self, level: MergeLevel, form: str | None = None) -> str:
        match form or self.formats[0]:
            case "text":
                lines = headers_of(self, level, drawn=("attack",)) + formats.write_headers(level)
                return "\n".join(lines + formats.write_rows(level)) + "\n"
            case "json":
                return formats.write_json(level, json_fields(self, level)) + "\n"
            case other:
                raise UnknownName("format", other, self.formats, self.id)


GAME = Merge()
