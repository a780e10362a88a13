"""The game object, which names the modules of its parts."""

from __future__ import annotations

from gridproof.game import Game
from gridproof.games.onebomb import (
    about,
    design,
    drafts,
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
from gridproof.games.onebomb.level import OnebombLevel
from gridproof.games.onebomb.rules import State
from gridproof.grid import Pos

__all__ = ["GAME"]

_PARTS = (
    about,
    design,
    drafts,
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


class Onebomb(Game[OnebombLevel, State, Pos], parts=_PARTS):
    """Set off a bomb, then walk from P to K. Before the walk the cursor is the next bomb's cell."""

    id = "onebomb"
    title = "One bomb (Polish Olympiad, Bomberman)"
    aliases = ("bomberman",)
    objectives = (rules.LENGTH,)
    kinds = ("goal", "rock", "brick", "rubble", "spent", "start", "player")
    baseline = "walk"
    measure = "gridproof.games.onebomb.design:measure"
    root_bound = "gridproof.games.onebomb.bounds:root_bound"
    cursor = staticmethod(play.aim)


GAME = Onebomb()
