"""The rules for people, see :class:`gridproof.specs.About`."""

from __future__ import annotations

from typing import Final

from gridproof.specs import About

__all__ = ["ABOUT"]

ABOUT: Final = About(
    goals={
        "pushes": "Push every box onto a goal with as few pushes as you can",
        "moves": "Push every box onto a goal with as few moves as you can",
        "pushes-moves": "Push every box onto a goal with as few pushes as you can, and then as "
        "few moves",
        "moves-pushes": "Push every box onto a goal with as few moves as you can, and then as "
        "few pushes",
    },
    rules="""\
- The player walks over floor and goals, up, down, left and right, one square at a time.
- A step towards a box pushes it one square further, if there is no wall and no other box
  behind it.
- Boxes cannot be pulled, and only one box can be pushed at a time.
- The level is solved when every box is on a goal; any box may go to any goal.
- A push moves a box by one square. If pushes count, walking is free; if moves count,
  each step of the player is one, also a push.
- A box in a corner that is no goal can never leave it: then the level is lost. A box along a
  wall may be lost too: the warnings (x) tell you.
""",
    board="""\
######
#@ $.#
#    #
######
""",
    moves=("R", "R"),
    shown="The player steps right, and then pushes the box onto the goal.",
    notation="""\
A solution is a line of letters: `u d l r` for steps, `U D L R` for steps that push a box.
Readers take either case.
""",
    history="""\
Hiroyuki Imabayashi invented Sokoban ("warehouse keeper") in 1981; Thinking Rabbit published
it in 1982. To decide whether a level has a solution is PSPACE-complete (Culberson, 1997).
""",
    sources="""\
- J. Culberson, Sokoban is PSPACE-complete, technical report TR 97-02, University of
  Alberta, 1997.
- H.-S. Liu, homework report on Sokoban, Theory of Computer Games, National Taiwan
  University, 2018: the solvers `bfs`, `astar`, `astar-sorted` and `bidirectional`.
""",
)
