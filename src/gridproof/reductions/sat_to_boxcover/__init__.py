"""3-SAT → Box-cover, for squares of every side, with loops, branches and crossings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from gridproof.errors import InputError
from gridproof.games.boxcover import rules
from gridproof.games.boxcover.level import MAX_COORDINATE, BoxcoverLevel
from gridproof.games.boxcover.scene import Raster
from gridproof.grid import Pos
from gridproof.level import Fault
from gridproof.options import Option
from gridproof.reductions.auditing import Promise
from gridproof.reductions.sources.cnf import Assignment, Formula
from gridproof.reductions.wirings.audit import PROMISES
from gridproof.reductions.wirings.board import LoopReduction
from gridproof.reductions.wirings.wiring import Wiring, items_of

__all__ = ["REDUCTION"]


class _SatToBoxcover(LoopReduction[BoxcoverLevel]):
    """The points lie s apart, with T/2 < s <= T for squares of side T."""

    id = "sat-to-boxcover"
    title = "3-SAT → Box-cover"
    summary = "a formula is satisfiable exactly if k squares of side T cover the points, any T ≥ 1"
    published = (
        "that there is such a reduction: Fowler, Paterson, Tanimoto 1981; this one is a claimed"
        " proof with machine-checked instances"
    )
    game = "boxcover"
    usual_size = "3,2"
    version = 2
    kind = BoxcoverLevel
    options = (Option.whole("side", 1, "the side of the squares", least=1, most=MAX_COORDINATE),)
    unit = "squares"
    item = "point"
    promises = (
        Promise("board", "squares have the side that was asked for"),
        # Squares that share links two by two are served at once, from anywhere.
        *(
            replace(each, names=("blasts", "floor")) if each.id == "links" else each
            for each in PROMISES
        ),
    )

    def board(self, wiring: Wiring, options: Mapping[str, Any]) -> tuple[Wiring, BoxcoverLevel]:
        side: int = options["side"]
        items = list(items_of(wiring))
        step = side // 2 + 1
        left, bottom = min(x for x, _ in items), min(y for _, y in items)
        extent = max(max(x - left, y - bottom) for x, y in items)
        if step * extent > MAX_COORDINATE:
            raise InputError(
                f"with side {side} the board would be {step * extent:,} wide; coordinates go up to "
                f"{MAX_COORDINATE:,}",
                hint=f"a side up to {2 * (MAX_COORDINATE // extent) - 1} will do",
            )
        placed = wiring.placed(lambda cell: Pos(step * (cell.x - left), step * (cell.y - bottom)))
        return placed, BoxcoverLevel(points=tuple(items_of(placed)), side=side)

    def moves(
        self,
        level: BoxcoverLevel,
        formula: Formula,
        wiring: Wiring,
        asked: Sequence[Sequence[Pos]],
    ) -> list[tuple[int, Pos]]:
        """Return squares whose lower left is that of the group."""
        return [(0, Pos(min(x for x, _ in group), min(y for _, y in group))) for group in asked]

    def seen(self, level: BoxcoverLevel, cell: Pos) -> Pos:
        return Raster(level).cell(cell)

    def assigned(self, level: BoxcoverLevel, wiring: Wiring, moves: Sequence[Pos]) -> Assignment:
        heights: defaultdict[int, list[int]] = defaultdict(list)  # of lower left corners, by column
        for x, y in moves:
            heights[x].append(y)

        def together(one: Pos, other: Pos) -> bool:
            (left, right), (low, high) = sorted((one.x, other.x)), sorted((one.y, other.y))
            return any(
                high - level.side <= y <= low
                for x in range(right - level.side, left + 1)
                for y in heights.get(x, ())
            )

        return tuple(together(loop[0], loop[1]) for loop in wiring.loops)

    def option_faults(self, level: BoxcoverLevel, options: Mapping[str, Any]) -> list[Fault]:
        wrong = rules.validate(level)
        if level.side != options["side"]:
            wrong.append(Fault(f"the board's side is {level.side}, not {options['side']}"))
        return wrong

    def told(self, message: str, cell: Pos) -> Fault:
        return Fault(f"point {cell}: {message}")


REDUCTION: Final = _SatToBoxcover()
