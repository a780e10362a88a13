"""The game object, which names the modules of its parts."""

from __future__ import annotations

from gridproof.game import Game
from gridproof.games.sokoban import (
    about,
    design,
    drafts,
    exports,
    generators,
    level,
    play,
    recognise,
    rules,
    scene,
    solvers,
)
from gridproof.games.sokoban.formats import boards, forms, lurd
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.games.sokoban.rules import State
from gridproof.specs import PageRules

__all__ = ["GAME"]

_PARTS = (
    about,
    boards,
    design,
    drafts,
    exports,
    forms,
    generators,
    level,
    lurd,
    play,
    recognise,
    rules,
    scene,
    solvers,
)


class Sokoban(Game[SokobanLevel, State, None], parts=_PARTS):
    """Push every box onto a goal. There is no cursor: the arrow keys move the player."""

    id = "sokoban"
    title = "Sokoban"
    objectives = (rules.PUSHES, rules.MOVES, rules.PUSHES_MOVES, rules.MOVES_PUSHES)
    kinds = ("outside", "goal", "wall", "box", "stored", "player")
    page_rules = PageRules("gridproof.games.sokoban.page", "sokoban")
    measure = "gridproof.games.sokoban.design:measure"
    root_bound = "gridproof.games.sokoban.bounds:root_bound"


GAME = Sokoban()
