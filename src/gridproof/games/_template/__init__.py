"""A game that does next to nothing: a piece `@` walks to the right end of a strip of cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gridproof.files.boards import headers_of, read_boards
from gridproof.game import Game
from gridproof.games._template import (
    design,
    exports,
    formats,
    generators,
    play,
    rules,
    scene,
    solvers,
)
from gridproof.games._template.level import OPTIONS, StripLevel, mirrored, turned
from gridproof.level import BoardFault, Objective

__all__ = ["GAME"]


class Template(Game[StripLevel, int, None]):
    """Walk to the right end. The state is the piece's column; there is no cursor."""

    id = "template"
    title = "Template (a strip to walk along)"
    objectives: tuple[Objective, ...] = (rules.STEPS,)
    options = OPTIONS
    solvers = solvers.SOLVERS
    generators = generators.GENERATORS
    exports = exports.EXPORTS
    measures = design.MEASURES
    measure = "gridproof.games._template.design:measure"
    root_bound = "gridproof.games._template.bounds:root_bound"

    recognises = staticmethod(formats.recognises)
    forms = formats.FORMS
    validate = staticmethod(rules.validate)
    initial = staticmethod(rules.initial)
    moves = staticmethod(rules.moves)
    apply = staticmethod(rules.apply)
    complete = staticmethod(rules.complete)
    actions = staticmethod(rules.actions)
    level_at = staticmethod(rules.level_at)
    turn = staticmethod(turned)
    mirror = staticmethod(mirrored)
    normalized = staticmethod(design.normalized)
    relaxed_variants = staticmethod(design.relaxed_variants)
    scene = staticmethod(scene.scene)
    kinds = ("player",)
    keys = play.KEYS
    interpret = staticmethod(play.interpret)
    point = staticmethod(play.point)

    def read(
        self, text: str, source: str = "<string>", options: Mapping[str, Any] | None = None
    ) -> Iterator[StripLevel | BoardFault]:
        return read_boards(self, text, source, options, formats.parse_block, formats.parse_json)

    def write(self, level: StripLevel, form: str | None = None) -> str:
        return "\n".join([*headers_of(self, level), *formats.write_rows(level)]) + "\n"


GAME = Template()
