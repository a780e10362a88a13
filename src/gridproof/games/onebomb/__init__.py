"""onebomb: the shortest path when one bomb may be set off first.

After "Bomberman", 29th Polish Olympiad in Informatics, stage II.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gridproof.errors import UnknownName
from gridproof.files.boards import headers_of, json_fields, read_boards
from gridproof.game import Game
from gridproof.games.onebomb import design, formats, generators, play, rules, scene, solvers
from gridproof.games.onebomb.level import OPTIONS, OnebombLevel, mirrored, turned
from gridproof.games.onebomb.rules import State
from gridproof.grid import Pos
from gridproof.level import BoardFault

__all__ = ["GAME"]


class Onebomb(Game[OnebombLevel, State, Pos]):
    """Set off a bomb, then walk from P to K. Before the walk the cursor is the next bomb's cell."""

    id = "onebomb"
    title = "One bomb (Polish Olympiad, Bomberman)"
    aliases = ("bomberman",)
    objectives = (rules.LENGTH,)
    options = OPTIONS
    certificates = solvers.CERTIFICATES
    solvers = solvers.SOLVERS
    generators = generators.GENERATORS
    baseline = "walk"
    measures = design.MEASURES
    measure = "gridproof.games.onebomb.design:measure"
    root_bound = "gridproof.games.onebomb.bounds:root_bound"

    recognises = staticmethod(formats.recognises)
    forms = formats.FORMS
    read_solution = staticmethod(formats.read_solution)
    write_solution = staticmethod(formats.write_solution)
    formats = ("text", "json")  # below it the module of this name is not seen

    validate = staticmethod(rules.validate)
    initial = staticmethod(rules.initial)
    moves = staticmethod(rules.moves)
    apply = staticmethod(rules.apply)
    legal = staticmethod(rules.legal)
    complete = staticmethod(rules.complete)
    outcome = staticmethod(rules.outcome)
    key = staticmethod(rules.key)
    level_at = staticmethod(rules.level_at)
    actions = staticmethod(rules.actions)
    turn = staticmethod(turned)
    mirror = staticmethod(mirrored)
    relaxed_variants = staticmethod(design.relaxed_variants)
    backdrop = staticmethod(scene.backdrop)
    frames = staticmethod(scene.frames)
    scene = staticmethod(scene.scene)  # after what else comes of the module
    unseen = staticmethod(rules.unseen)
    kinds = ("goal", "rock", "brick", "rubble", "spent", "start", "player")
    keys = play.KEYS
    cursor = staticmethod(play.aim)
    interpret = staticmethod(play.interpret)
    point = staticmethod(play.point)

    def read(
        self, text: str, source: str = "<string>", options: Mapping[str, Any] | None = None
    ) -> Iterator[OnebombLevel | BoardFault]:
        return read_boards(self, text, source, options, formats.parse_block, formats.parse_json)

    def write(self, level: OnebombLevel, form: str | None = None) -> str:
        match form or self.formats[0]:
            case "text":
                lines = [*headers_of(self, level), formats.write_size(level)]
                return "\n".join(lines + formats.write_rows(level)) + "\n"
            case "json":
                return formats.write_json(level, json_fields(self, level)) + "\n"
            case other:
                raise UnknownName("format", other, self.formats, self.id)


GAME = Onebomb()
