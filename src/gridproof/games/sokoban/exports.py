"""Sokoban as a planning problem."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from gridproof.export.pddl import cell_name, moves_of_plan, problem
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.games.sokoban.rules import MOVES, PUSHES
from gridproof.grid import Direction
from gridproof.level import Objective
from gridproof.specs import ExportSpec

__all__ = ["DOMAIN", "EXPORTS", "of_level", "read_plan"]

#: Boxes are facts about cells, not objects: they are all alike, and so are plans that swap them.
DOMAIN: Final = """\
(define (domain sokoban)
  (:requirements :strips :typing :action-costs)
  (:types cell direction)
  (:constants up down left right - direction)
  (:predicates
    (next ?from ?to - cell ?side - direction) ; no wall lies between them
    (player ?on - cell)
    (box ?on - cell)
    (clear ?cell - cell) ; no box is on it
  )
  (:functions
    (total-cost) - number
    (step-cost) - number
    (push-cost) - number
  )
  (:action step
    :parameters (?from ?to - cell ?side - direction)
    :precondition (and (player ?from) (next ?from ?to ?side) (clear ?to))
    :effect (and (not (player ?from)) (player ?to) (increase (total-cost) (step-cost)))
  )
  (:action push
    :parameters (?from ?at ?to - cell ?side - direction)
    :precondition (and
      (player ?from) (next ?from ?at ?side) (box ?at) (next ?at ?to ?side) (clear ?to)
    )
    :effect (and
      (not (player ?from)) (player ?at)
      (not (box ?at)) (clear ?at)
      (box ?to) (not (clear ?to))
      (increase (total-cost) (push-cost))
    )
  )
)
"""
_LETTERS: Final = {direction.word: direction.name for direction in Direction}

EXPORTS: Final = (
    ExportSpec(
        "pddl",
        "a planning problem with action costs: an optimal plan costs what the optimum is",
        f"{__name__}:of_level",
        ".pddl",
        "; ",
        objectives=(PUSHES.id, MOVES.id),
        beside={"domain.pddl": f"{__name__}:DOMAIN"},
        answer=f"{__name__}:read_plan",
    ),
)


def of_level(level: SokobanLevel, objective: Objective) -> str:
    """Return the problem of a board; a step costs nothing if only pushes count.

    It has only the cells that the player could reach: no box in play leaves them. In play there are
    as many boxes as goals, so all boxes are on goals if all goals have boxes.
    """
    cells = sorted(level.reach)
    return problem(
        "sokoban",
        {"cell": [_name(level, cell) for cell in cells]},
        {"step-cost": int(objective.id == MOVES.id), "push-cost": 1},
        _facts(level, cells),
        (f"box {_name(level, goal)}" for goal in sorted(level.goals)),
    )


def _facts(level: SokobanLevel, cells: Sequence[int]) -> Iterator[str]:
    yield f"player {cell_name(level.players[0])}"
    boxes = set(level.movable)
    for cell in cells:
        yield f"{'box' if cell in boxes else 'clear'} {_name(level, cell)}"
    for word, letter in _LETTERS.items():
        for cell in cells:
            if (beyond := level.beyond[letter][cell]) >= 0:
                yield f"next {_name(level, cell)} {_name(level, beyond)} {word}"


def _name(level: SokobanLevel, cell: int) -> str:
    return cell_name(level.cell(cell))


def read_plan(level: SokobanLevel, objective: Objective, plan: str) -> list[str]:
    """Return the moves of a plan.

    Raises:
        InputError: a line is no action of the domain.
    """

    def letter(arguments: Sequence[str]) -> str:
        return _LETTERS[arguments[-1]]

    return moves_of_plan(plan, {"step": letter, "push": letter})
