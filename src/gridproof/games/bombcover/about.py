"""The rules for people, see :class:`gridproof.specs.About`."""

from __future__ import annotations

from typing import Final

from gridproof.specs import About

__all__ = ["ABOUT"]

ABOUT: Final = About(
    goals={
        "explosions": "Blow up all crates that can be reached, with as few bombs as you can",
        "explosions-steps": "Blow up all crates that can be reached, with as few bombs as you can, "
        "and then as few steps",
    },
    rules="""\
- The player walks over empty cells, up, down, left and right. Walking is free, unless steps
  count too.
- A bomb explodes at once, on the cell of the player, who is not hurt. Its blast runs up,
  down, left and right, over any number of empty cells.
- In each direction the blast stops at the first crate or wall. A crate that is hit is gone,
  and its cell is empty; a wall stays.
- The board is solved when no crate is left that could be reached over empty cells and
  crates. Crates that walls shut off do not count.
- A board may limit the blast (`radius`), let it run through crates (`pierce`) or let bombs be
  thrown over crates (`throw`). Several players share a board.
""",
    board="""\
#######
#x..x.#
#..@..#
#x.x..#
#######
""",
    moves=("3,1",),
    shown="The player walks up one cell; the bomb breaks a crate on its left, right and below.",
    units={"explosions": "bombs"},
    notation="""\
A solution is a list of cells `x,y`, column and row counted from 0 at the upper left: a bomb
explodes at each. `x,y>R` is thrown to the right from there, `2:x,y` is set by the second
player.
""",
    history="""\
The game is the crate-clearing of Bomberman, made a problem by R. van de Vlasakker. To
decide whether a number of bombs is enough is NP-complete: gridproof makes the boards of the
proof from formulas (`gridproof reduce`).
""",
    sources="""\
- R. van de Vlasakker, Bomb-cover, bachelor thesis, Leiden University, 2019.
""",
)
