"""3-SAT → Bomb-r-cover for every radius r, with loops, branches and crossings.

The theorem of :mod:`gridproof.reductions.wirings.wiring` bounds all plays from below, in whatever
order and whatever stands in the way. It is left to show that the groups of a true assignment can be
bombed.

Each group has a floor cell from which a blast at the start would take all of it. The nearest crate
on an arm stays the nearest until it is destroyed, so a bomb there takes what is left of the group
at any time. Floor stays floor, and the cell of a destroyed crate lies beside it: beside the last
cell before it on the arm. If the floor is connected (as it is for r >= 2), each bomb can be walked
to at any time. And each crate lies beside the floor, so that no play ends before all are gone.

If it is not (r = 1, as lines of crates shut regions in), call an even item that is no crossing and
at no tip a *door* between two regions if each of its two groups has such a cell in both regions.
Whichever of them an assignment asks for, a bomb in one region joins the other to it. So if doors
join all regions, the groups can be bombed region by region, each from where it is fewest doors
away from the player. No play ends while a region is out of reach: then some door has one side
within reach, and its item still stands (else the other side would be in reach too).

All of it holds as well if blasts pierce crates: two crates on one arm are linked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from gridproof.games.bombcover import rules
from gridproof.games.bombcover.level import WALL, BombcoverLevel
from gridproof.grid import Direction, Pos
from gridproof.level import Fault
from gridproof.options import Option
from gridproof.reductions.auditing import Promise
from gridproof.reductions.sources.cnf import Assignment, Formula
from gridproof.reductions.wirings.audit import PROMISES
from gridproof.reductions.wirings.board import LoopReduction
from gridproof.reductions.wirings.wiring import Wiring, items_of, visits

__all__ = ["REDUCTION"]


class _SatToBombcoverRange(LoopReduction[BombcoverLevel]):
    """Crates at the corners of squares that stand on a corner, ⌊r/2⌋ + 1 cells from the middle."""

    id = "sat-to-bombcover-range"
    title = "3-SAT → Bomb-r-cover"
    summary = "a formula is satisfiable exactly if k bombs of radius r clear the board, any r ≥ 1"
    game = "bombcover"
    usual_size = "2,2"
    version = 2
    kind = BombcoverLevel
    options = (
        Option.whole("radius", 2, "how far a blast reaches", least=1),
        Option.flag("pierce", "blasts pass through crates"),
    )
    unit = "explosions"
    item = "crate"
    promises = (
        Promise(
            "board",
            "the radius, and whether blasts pierce, are as asked for; one player; no throwing",
        ),
        *PROMISES,
        Promise("blasts", "a blast from some floor cell, at the start, would take each group"),
        Promise(
            "floor",
            "the floor is connected, or its regions are joined by items bombed from either side",
        ),
    )

    def board(self, wiring: Wiring, options: Mapping[str, Any]) -> tuple[Wiring, BombcoverLevel]:
        from gridproof.reductions.sat_to_bombcover_range.crates import lay

        place, level = lay(items_of(wiring), options["radius"])
        return wiring.placed(place), replace(level, pierce=options["pierce"])

    def moves(
        self,
        level: BombcoverLevel,
        formula: Formula,
        wiring: Wiring,
        asked: Sequence[Sequence[Pos]],
    ) -> list[tuple[int, Pos]]:
        """Return bombs on floor from which the group is in sight, the fewest doors away."""
        from gridproof.reductions.sat_to_bombcover_range.bombsites import Sites

        return Sites(level, visits(formula, wiring)).bombs(asked)

    def assigned(self, level: BombcoverLevel, wiring: Wiring, moves: Sequence[Pos]) -> Assignment:
        from gridproof.reductions.sat_to_bombcover_range.crates import crates_of

        crates = set(crates_of(level))
        bomb_of: dict[Pos, int] = {}  # the number of the bomb that destroyed a crate
        for number, cell in enumerate(moves):
            for direction in Direction:
                for steps in range(1, (level.radius or 0) + 1):
                    there = cell.step(direction, steps)
                    if there in crates:
                        bomb_of[there] = number
                    if (there in crates and not level.pierce) or level.at(there) == WALL:
                        break
            crates -= bomb_of.keys()
        return tuple(bomb_of.get(loop[0]) == bomb_of.get(loop[1]) for loop in wiring.loops)

    def option_faults(self, level: BombcoverLevel, options: Mapping[str, Any]) -> list[Fault]:
        wrong = rules.validate(level)
        if level.radius is None or level.radius != options["radius"]:
            wrong.append(Fault(f"the radius is {level.radius}, not {options['radius']}"))
        if level.pierce != options["pierce"]:
            wrong.append(
                Fault(f"blasts {'' if level.pierce else 'do not '}pierce, unlike asked for")
            )
        if level.throw:
            wrong.append(Fault("bombs are thrown"))
        if len(level.players) != 1:
            wrong.append(Fault(f"there are {len(level.players)} players"))
        return wrong

    def told(self, message: str, cell: Pos) -> Fault:
        return Fault(f"crate {cell}: {message}", cell)

    def order_faults(self, level: BombcoverLevel, formula: Formula, wiring: Wiring) -> list[Fault]:
        from gridproof.reductions.sat_to_bombcover_range.bombsites import Sites

        return Sites(level, visits(formula, wiring)).floor_faults()


REDUCTION: Final = _SatToBombcoverRange()
