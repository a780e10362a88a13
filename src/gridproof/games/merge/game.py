"""The game object, which names the modules of its parts."""

from __future__ import annotations

from gridproof.game import Game
from gridproof.games.merge import (
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
    restrictions,
    rules,
    scene,
    solvers,
)
from gridproof.games.merge.level import MergeLevel
from gridproof.games.merge.play import Chosen
from gridproof.games.merge.rules import State

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
    restrictions,
    rules,
    scene,
    solvers,
)


class Merge(Game[MergeLevel, State, Chosen], parts=_PARTS):
    """Merge two heroes of one type and level; the one that stays strikes the stones round it."""

    id = "merge"
    title = "Merge (MERGE-GAME)"
    aliases = ("merge-game",)
    objectives = (rules.STONES, rules.MERGES)
    kinds = ("stone", "hero")
    baseline = "greedy"
    canonical_format = "json"
    measure = "gridproof.games.merge.solve.measures:measure"
    root_bound = "gridproof.games.merge.bounds:root_bound"
    cursor = staticmethod(play.settled)


GAME = Merge()
