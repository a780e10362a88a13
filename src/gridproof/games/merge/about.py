"""The rules for people, see :class:`gridproof.specs.About`."""

from __future__ import annotations

from typing import Final

from gridproof.specs import About

__all__ = ["ABOUT"]

ABOUT: Final = About(
    goals={
        "stones": "Merge heroes so that they break as many stones as you can",
        "merges": "Break all stones with as few merges as you can",
    },
    rules="""\
- A hero has a type, its letter, and begins at level 1: its dots count
  the levels. A stone has hit points, its number.
- A merge takes two heroes of one type and one level, wherever they stand: one vanishes, the
  other stays on its cell and rises by one level.
- The hero that stays strikes each stone in its attack cells once, whatever its level: the
  stone loses one hit point. A stone without hit points is gone.
- Attack cells are the four neighbours, if the board does not say other ones (`attack`).
- Only stones that are gone count; cracked ones do not. The play may end at any time: you are
  done when as many are gone as can be. A board may say how many are wanted (`target`), and
  how high a hero may rise (`max-level`).
""",
    board="""\
1a.a
.2..
""",
    moves=("3,0>1,0",),
    shown="The left hero stays: it breaks the stone 1, and the stone 2 loses one hit point.",
    notation="""\
A solution is a list of merges `x,y>x,y`: the hero that vanishes, and the one that stays.
""",
    history="""\
A. Saakyan made the game of merging heroes on a map, as phone games have it, the problem
MERGE-GAME. To decide whether a number of stones can be broken is NP-complete: gridproof
makes boards from planar graphs (`gridproof reduce`).
""",
    sources="""\
- A. Saakyan, Algorithmic complexity of a merge game on a 2D map, bachelor thesis, St
  Petersburg, 2023: the solvers `enumerate-4h`, `enumerate-2h`, `greedy-lines`, `dp` and
  `flow`.
""",
    reached={"stones": "can be broken"},
    pictured=("target", "max-level"),
)
