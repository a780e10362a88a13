"""The parts of the board for pictures, and the formula as a switchboard."""

from __future__ import annotations

from collections.abc import Iterator

from gridproof.grid import Pos
from gridproof.reduction import Choice, Demand, Encoding, Part, Switchboard, Value, Way
from gridproof.reductions.sat_to_bombcover.gadgets import Gadgets
from gridproof.reductions.sat_to_bombcover.plan import Plan
from gridproof.reductions.sources.cnf import Formula
from gridproof.scene import Window

__all__ = ["parts", "switchboard"]

_TILES = {"plain": "TRUE", "negated": "FALSE", "absent": "ABSENT"}


def parts(encoding: Encoding) -> list[Part]:
    """Return loops, slots, tiles, shafts and crates of clauses, from below upwards."""
    formula: Formula = encoding.instance
    plan = Plan.of(formula, encoding.options["variant"])
    return [*_loops(formula, plan), *_slots(formula, plan)]


def _loops(formula: Formula, plan: Plan) -> Iterator[Part]:
    for variable, name in enumerate(formula.names):
        left, right = plan.left(variable), plan.right(variable)
        top, bottom = plan.top(variable), plan.bottom(variable)
        wide, below = right + 1 - left, top + plan.rows
        corners = (Pos(left, top), Pos(right, top), Pos(right, bottom), Pos(left, bottom))
        yield Part(
            f"loop of {name}",
            variable,
            (
                Window(left, bottom - 1, wide, 2),
                Window(left, top, wide, plan.rows),
                Window(left, below, 2, bottom - 1 - below),
                Window(right - 1, below, 2, bottom - 1 - below),
            ),
            (*corners, corners[0]),
            sign=name,
        )
        yield Part(
            f"falls together with the other lower corner exactly if {name} is true",
            areas=tuple(Window(*corner, 1, 1) for corner in plan.corners(variable)),
        )
        yield Part("way in", areas=(Window(plan.entrance, bottom + 1, 1, 1),))


def _slots(formula: Formula, plan: Plan) -> Iterator[Part]:
    innermost = plan.top(0) + plan.rows
    for number, clause in enumerate(formula.clauses):
        left, said = plan.slot_left(number), formula.clause(number)
        yield Part(
            f"slot of clause {number + 1}: {said}",
            areas=(Window(left, 1, plan.slot, innermost - 1),),
        )
        for variable, name in enumerate(formula.names):
            tile = plan.tiles.of(clause, variable)
            yield Part(
                f"{_TILES[tile.name]} tile of {name}",
                areas=(Window(left, plan.top(variable), plan.slot, plan.rows),),
            )
            if "e" in tile.rows[0]:
                yield Part(
                    f"extra crate of {name}: it shields the clause's crate",
                    areas=(Window(left + tile.rows[0].index("e"), plan.top(variable), 1, 1),),
                )
        shaft, crate = plan.shaft(number), plan.clause_crate(number)
        yield Part(f"shaft of clause {number + 1}", areas=(Window(shaft, 2, 1, innermost - 2),))
        yield Part(
            f"crate of clause {number + 1}", areas=(Window(*crate, 1, 1),), sign=str(number + 1)
        )


def switchboard(encoding: Encoding) -> Switchboard:
    """Return a switchboard: each variable is switched; each clause asks for one of its literals."""
    formula: Formula = encoding.instance
    gadgets = Gadgets.of(formula, encoding.map)
    choices = tuple(
        Choice(
            name, tuple(Value(said, loop.cells(said == "true")) for said in ("true", "false")), i
        )
        for i, (name, loop) in enumerate(zip(formula.names, gadgets.loops, strict=True))
    )
    demands = tuple(
        Demand(
            f"clause {number + 1}",
            tuple(Way(abs(literal) - 1, 0 if literal > 0 else 1) for literal in clause),
            (crate,),
            (Pos(crate.x, crate.y + 1),),  # below the crate the outermost loop is open
        )
        for number, (clause, crate) in enumerate(zip(formula.clauses, gadgets.clauses, strict=True))
    )
    return Switchboard("explosions", encoding.k, choices, demands)
