"""The rules for people, see :class:`gridproof.specs.About`."""

from __future__ import annotations

from typing import Final

from gridproof.specs import About

__all__ = ["ABOUT"]

ABOUT: Final = About(
    goals={
        "squares": "Cover all points with as few squares as you can",
    },
    rules="""\
- The board has points with whole coordinates, and the side of a square.
- A move lays a square of that side anywhere, its corners on whole coordinates and its sides
  parallel to the axes.
- A square covers the points inside it and on its edges: with side 2, all of 3 × 3 places.
- Squares may overlap, and may reach beyond the points. They stay where they are.
- The board is solved when every point is covered.
""",
    board="""\
side: 2
0 0
1 2
3 1
4 3
""",
    moves=("0,0",),
    shown="A square of side 2 with its lower left corner at 0,0 covers two points.",
    notation="""\
A solution is a list of lower left corners `x,y`.
""",
    history="""\
Covering points with squares of one size is NP-complete (Fowler, Paterson and Tanimoto,
1981); gridproof makes boards from formulas and graphs (`gridproof reduce`).
""",
    sources="""\
- R. J. Fowler, M. S. Paterson, S. L. Tanimoto, Optimal packing and covering in the plane
  are NP-complete, Information Processing Letters 12(3), 1981.
""",
)
