"""The rules for people, see :class:`gridproof.specs.About`."""

from __future__ import annotations

from typing import Final

from gridproof.specs import About

__all__ = ["ABOUT"]

ABOUT: Final = About(
    goals={
        "moves": "Bring the target's robot onto the target in as few moves as you can",
    },
    rules="""\
- A move takes one robot, any of them, up, down, left or right. While you play, a frame marks
  the one that your keys move.
- The robot slides until a wall or another robot stops it; it cannot stop before, and it has
  to move.
- Robots stay where they have stopped, so they can stop each other. The moves of all robots
  count.
- The target is for robot 0, unless the board names another one, or any (`target-robot`).
- The board is solved when the target's robot stops on the target. Sliding over it is not
  enough.
- A board may ask, as the board game does, that this robot turns on its way: it must have
  moved both across and up or down (`ricochet`).
""",
    board="""\
┏━━━┳━━━┓
┃■  ┃   ┃
┃      ━┫
┃    ▣  ┃
┃  ━┓   ┃
┃  ◎┃   ┃
┃       ┃
┃ ┃     ┃
┗━┻━━━━━┛
""",
    moves=("0D", "0L", "0U"),
    shown="Robot 0 slides down to the border, left to the wall, and up onto the target.",
    notation="""\
A solution is a list such as `0R,1U,0D`: the number of a robot and the direction of its
slide.
""",
    history="""\
Alex Randolph designed the board game Ricochet Robots (Rasende Roboter, 1999). Robot Reboot
is its form in a course on Prolog in Ghent, without the rule on turning.
""",
    sources="""\
- W. Meersman, Robot Reboot in SWI-Prolog, project report, Ghent University: the solvers
  `bfs-text`, `bfs-sorted`, `bfs-precomputed` and `bfs-early`.
""",
    pictured=("target",),
)
