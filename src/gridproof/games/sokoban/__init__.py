"""sokoban: push every box onto a goal."""

from __future__ import annotations

from gridproof.game import Game
from gridproof.games.sokoban import (
    about,
    design,
    drafts,
    exports,
    formats,
    generators,
    level,
    play,
    rules,
    scene,
    solvers,
)
from gridproof.games.sokoban.formats import forms, lurd
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.games.sokoban.rules import State

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
    lurd,
    play,
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
    measure = "gridproof.games.sokoban.design:measure"
    root_bound = "gridproof.games.sokoban.bounds:root_bound"


GAME = Sokoban()
