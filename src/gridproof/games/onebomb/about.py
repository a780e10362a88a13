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
- The walk leads from the start P, where the player stands, to the goal K over empty cells,
  up, down, left and right.
- Before the first step one bomb may be set off, on any cell but rock, also one that cannot
  be reached. It counts no step.
- Its blast runs up, down, left and right through all bricks, which become rubble, until
  rock or the border stops it. Rubble and the mark of the bomb can be walked on.
- The board is solved when the walk ends at K. A board may have no solution.
- A board may limit the blast (`radius`), allow several bombs (`bombs`), or end the blast at
  the first brick (`blast: classic`).
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
    units={"length": "steps"},
    notation="""\
Moves are `bomb x,y`, column and row counted from 0 at the upper left, and `U D L R`. A
solution in the form of the Olympiad's task has the bomb's row and column counted from 1,
and a walk in Polish letters: `G D L P` for up, down, left and right.
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
