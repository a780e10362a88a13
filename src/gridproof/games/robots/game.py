"""The game object, which names the modules of its parts."""

from __future__ import annotations

from gridproof.game import Game
from gridproof.games.robots import (
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
from gridproof.games.robots.formats import boards, forms
from gridproof.games.robots.level import RobotsLevel
from gridproof.games.robots.rules import State
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
    play,
    recognise,
    rules,
    scene,
    solvers,
)


class Robots(Game[RobotsLevel, State, int], parts=_PARTS):
    """Slide robots until the target robot stops on the target. The cursor is a robot's number."""

    id = "robots"
    title = "Robots (Robot Reboot, Ricochet Robots)"
    aliases = ("ricochet", "robot-reboot")
    objectives = (rules.MOVES,)
    kinds = ("target", "robot", "helper")
    page_rules = PageRules("gridproof.games.robots.page", "robots")
    measure = "gridproof.games.robots.design:measure"
    cursor = staticmethod(play.active)


GAME = Robots()
