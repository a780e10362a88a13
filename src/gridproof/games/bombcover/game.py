"""The game object, which names the modules of its parts."""

from __future__ import annotations

from gridproof.game import Game
from gridproof.games.bombcover import (
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
from gridproof.games.bombcover.level import BombcoverLevel
from gridproof.games.bombcover.play import Walker
from gridproof.games.bombcover.rules import State

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


class Bombcover(Game[BombcoverLevel, State, Walker], parts=_PARTS):
    """Bomb every reachable crate. Walking moves only the cursor; a move walks and bombs."""

    id = "bombcover"
    title = "Bomb-cover (Bomberman)"
    aliases = ("bomb-cover",)
    objectives = (rules.EXPLOSIONS, rules.EXPLOSIONS_STEPS)
    kinds = ("wall", "crate", "player")
    baseline = "greedy"
    measure = "gridproof.games.bombcover.design:measure"
    root_bound = "gridproof.games.bombcover.bounds:root_bound"
    cursor = staticmethod(play.at_home)


GAME = Bombcover()
