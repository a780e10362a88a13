"""bombcover: clear all reachable crates of a Bomberman board with the fewest explosions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gridproof.errors import UnknownName
from gridproof.files.boards import headers_of, json_fields, read_boards
from gridproof.game import Game
from gridproof.games.bombcover import (
    design,
    formats,
    generators,
    level,
    play,
    rules,
    scene,
    solvers,
)
from gridproof.games.bombcover.level import BombcoverLevel
from gridproof.games.bombcover.play import Walker
from gridproof.games.bombcover.rules import State
from gridproof.level import BoardFault

__all__ = ["GAME"]


class Bombcover(Game[BombcoverLevel, State, Walker]):
    """Bomb every reachable crate. Walking moves only the cursor; a move walks and bombs."""

    id = "bombcover"
    title = "Bomb-cover (Bomberman)"
    aliases = ("bomb-cover",)
    objectives = (rules.EXPLOSIONS, rules.EXPLOSIONS_STEPS)
    options = level.OPTIONS
    certificates = solvers.CERTIFICATES  # before the class has `solvers` of its own
    solvers = solvers.SOLVERS
    generators = generators.GENERATORS
    baseline = "greedy"
    measures = design.MEASURES
    measure = "gridproof.games.bombcover.design:measure"
    root_bound = "gridproof.games.bombcover.bounds:root_bound"

    recognises = staticmethod(formats.recognises)  # before the class has `formats` of its own
    forms = formats.FORMS
    formats = ("text", "compact", "json")
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
    frames = staticmethod(scene.frames)
    scene = staticmethod(scene.scene)  # after what else comes of the module
    kinds = ("wall", "crate", "player")
    keys = play.KEYS
    cursor = staticmethod(play.at_home)
    interpret = staticmethod(play.interpret)
    point = staticmethod(play.point)

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
                raise UnknownName("format", other, self.formats, self.id)


GAME = Bombcover()
