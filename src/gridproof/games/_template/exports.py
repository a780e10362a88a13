"""The strip as a planning problem, for other programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gridproof.export.pddl import cell_name, moves_of_plan, parse_cell, problem
from gridproof.games._template.level import StripLevel
from gridproof.grid import Pos
from gridproof.level import Objective
from gridproof.specs import ExportSpec

__all__ = ["DOMAIN", "EXPORTS", "of_level", "read_plan"]

DOMAIN: Final = """\
(define (domain strip)
  (:requirements :strips :typing :action-costs)
  (:types cell)
  (:predicates (within-reach ?from ?to - cell) (piece ?on - cell))
  (:functions (total-cost) - number)
  (:action step
    :parameters (?from ?to - cell)
    :precondition (and (piece ?from) (within-reach ?from ?to))
    :effect (and (not (piece ?from)) (piece ?to) (increase (total-cost) 1))
  )
)
"""

EXPORTS: Final = (
    ExportSpec(
        "pddl",
        "a planning problem with action costs: an optimal plan costs what the optimum is",
        f"{__name__}:of_level",
        ".pddl",
        "; ",
        beside={"domain.pddl": f"{__name__}:DOMAIN"},
        answer=f"{__name__}:read_plan",
    ),
)


def of_level(level: StripLevel, objective: Objective) -> str:
    """Return the problem of a strip."""
    names = [cell_name(Pos(x, 0)) for x in range(level.width)]
    steps = (
        f"within-reach {name} {further}"
        for x, name in enumerate(names)
        for further in names[x + 1 : x + 1 + level.stride]
    )
    init = [f"piece {names[level.start]}", *steps]
    return problem("strip", {"cell": names}, {}, init, [f"piece {names[-1]}"])


def read_plan(level: StripLevel, objective: Objective, plan: str) -> list[str]:
    """Return the moves of a plan.

    Raises:
        InputError: a line is no action of the domain.
    """

    def step(arguments: Sequence[str]) -> str:
        before, after = map(parse_cell, arguments)
        return f"{after.x - before.x}"

    return moves_of_plan(plan, {"step": step})
