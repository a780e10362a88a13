"""The rules for people, see :class:`gridproof.specs.About`."""

from __future__ import annotations

from typing import Final

from gridproof.specs import About

__all__ = ["ABOUT"]

ABOUT: Final = About(
    goals={
        "length": "Walk from P to K in as few steps as you can; a bomb may clear the way before",
    },
    rules="""\
- The walk leads from the start P to the goal K over empty cells, up, down, left and right.
- Before the first step one bomb may be set off, on any cell but rock, also one that cannot
  be reached. It counts no step.
- Its blast runs up, down, left and right through all bricks, which are gone, until rock or
  the border stops it. P and K stay.
- The board is solved when the walk ends at K. A board may have no solution.
- Options change the bombs: `radius` limits the blast, `bombs` allows several, `blast:
  classic` ends it at the first brick.
""",
    board="""\
4 5
P.#..
.##.#
.X#.#
..#.K
""",
    moves=("bomb 2,2", "R"),
    shown="A bomb on a brick clears five bricks; on its left rock stops it. Then comes a step.",
    notation="""\
A solution is the bomb, as row and column counted from 1, and the walk in the letters of the
task: `G D L P` for up, down, left and right. Moves are `bomb x,y` and `U D L R`.
""",
    history="""\
"Bomberman" was a task of the 29th Polish Olympiad in Informatics, stage II. The default
solver takes time in proportion to the number of cells.
""",
    sources="""\
- Editorial of "Bomberman", 29th Polish Olympiad in Informatics, stage II, 2022: the solvers
  `bfs-only`, `n4`, `n3` and `layered`.
""",
)
