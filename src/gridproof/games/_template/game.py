"""The game object, which names the modules of its parts."""

from __future__ import annotations

from gridproof.game import Game
from gridproof.games._template import (
    about,
    design,
    drafts,
    exports,
    formats,
    forms,
    generators,
    level,
    play,
    recognise,
    rules,
    scene,
    solvers,
)
from gridproof.games._template.level import StripLevel
from gridproof.level import Objective

__all__ = ["GAME"]

_PARTS = (
    about,
    design,
    drafts,
    exports,
    formats,
    forms,
    generators,
    level,
    play,
    recognise,
    rules,
    scene,
    solvers,
)


class Template(Game[StripLevel, int, None], parts=_PARTS):
    """Walk to the right end. The state is the piece's column; there is no cursor."""

    id = "template"
    title = "Template (a strip to walk along)"
    objectives: tuple[Objective, ...] = (rules.STEPS,)
    kinds = ("player",)
    measure = "gridproof.games._template.design:measure"
    root_bound = "gridproof.games._template.bounds:root_bound"


GAME = Template()
