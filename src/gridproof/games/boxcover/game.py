"""The game object, which names the modules of its parts."""

from __future__ import annotations

from gridproof.game import Game
from gridproof.games.boxcover import (
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
from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.games.boxcover.rules import State
from gridproof.grid import Pos
from gridproof.specs import PageRules

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


class Boxcover(Game[BoxcoverLevel, State, Pos], parts=_PARTS):
    """Lay squares on the points. The cursor is the lower-left corner of the next square."""

    id = "boxcover"
    title = "Box-cover (points and squares)"
    endless = True
    aliases = ("box-cover",)
    objectives = (rules.SQUARES,)
    kinds = ("square", "covered", "point")
    baseline = "greedy"
    measure = "gridproof.games.boxcover.design:measure"
    root_bound = "gridproof.games.boxcover.bounds:root_bound"
    page_rules = PageRules("gridproof.games.boxcover.page")
    cursor = staticmethod(play.corner)


GAME = Boxcover()
