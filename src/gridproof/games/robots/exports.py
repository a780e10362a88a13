"""Sliding robots as a planning problem."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from gridproof.export.pddl import cell_name, moves_of_plan, problem
from gridproof.games.robots.level import SIDES, RobotsLevel
from gridproof.grid import Direction, Pos
from gridproof.level import Objective
from gridproof.specs import ExportSpec

__all__ = ["DOMAIN", "EXPORTS", "of_level", "read_plan"]

#: One domain for all boards. A slide is a paid first step, steps that cost nothing, and a stop.
DOMAIN: Final = """\
(define (domain robots)
  (:requirements :strips :typing :action-costs)
  (:types robot cell direction axis)
  (:constants
    up down left right - direction
    horizontal vertical - axis
  )
  (:predicates
    (next ?from ?to - cell ?way - direction) ; no wall lies between them
    (barred ?cell - cell ?way - direction) ; a wall or the border does
    (along ?way - direction ?axis - axis)
    (seeker ?robot - robot) ; one that may have to reach the target
    (target ?cell - cell)
    (on ?robot - robot ?cell - cell)
    (free ?cell - cell) ; no robot is on it
    (still) ; all robots have stopped
    (sliding ?robot - robot ?way - direction)
    (moved ?robot - robot ?axis - axis) ; or it need not have moved on this axis
    (reached)
  )
  (:functions (total-cost) - number)
  (:action start
    :parameters (?robot - robot ?from ?to - cell ?way - direction ?axis - axis)
    :precondition (and
      (still) (on ?robot ?from) (next ?from ?to ?way) (free ?to) (along ?way ?axis)
    )
    :effect (and
      (not (still)) (sliding ?robot ?way) (moved ?robot ?axis)
      (not (on ?robot ?from)) (free ?from) (on ?robot ?to) (not (free ?to))
      (increase (total-cost) 1)
    )
  )
  (:action slide
    :parameters (?robot - robot ?from ?to - cell ?way - direction)
    :precondition (and (sliding ?robot ?way) (on ?robot ?from) (next ?from ?to ?way) (free ?to))
    :effect (and
      (not (on ?robot ?from)) (free ?from) (on ?robot ?to) (not (free ?to))
      (increase (total-cost) 0)
    )
  )
  (:action stop-at-wall
    :parameters (?robot - robot ?on - cell ?way - direction)
    :precondition (and (sliding ?robot ?way) (on ?robot ?on) (barred ?on ?way))
    :effect (and (not (sliding ?robot ?way)) (still) (increase (total-cost) 0))
  )
  (:action stop-at-robot
    :parameters (?robot ?other - robot ?on ?before - cell ?way - direction)
    :precondition (and
      (sliding ?robot ?way) (on ?robot ?on) (next ?on ?before ?way) (on ?other ?before)
    )
    :effect (and (not (sliding ?robot ?way)) (still) (increase (total-cost) 0))
  )
  (:action reach
    :parameters (?robot - robot ?on - cell)
    :precondition (and
      (still) (seeker ?robot) (on ?robot ?on) (target ?on)
      (moved ?robot horizontal) (moved ?robot vertical)
    )
    :effect (and (reached) (increase (total-cost) 0))
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
        beside={"domain.pddl": f"{__name__}:DOMAIN"},
        answer=f"{__name__}:read_plan",
    ),
)


def of_level(level: RobotsLevel, objective: Objective) -> str:
    """Return the problem of a board.

    A robot that slides can only go on or, before a wall or a robot, stop, and no other robot starts
    before it has stopped: plans are plays. Without ``ricochet`` all robots count as having moved on
    both axes.
    """
    return problem(
        "robots",
        {
            "robot": [_robot(number) for number, _ in level.robots],
            "cell": [cell_name(cell) for cell in _cells(level)],
        },
        {},
        _facts(level),
        ["reached"],
    )


def _cells(level: RobotsLevel) -> Iterator[Pos]:
    return (Pos(x, y) for y, x in product(range(level.height), range(level.width)))


def _facts(level: RobotsLevel) -> Iterator[str]:
    assert level.target is not None  # boards without one are not exported
    yield "still"
    yield f"target {cell_name(level.target)}"
    for number, cell in level.robots:
        yield f"on {_robot(number)} {cell_name(cell)}"
        if level.target_robot in ("any", number):
            yield f"seeker {_robot(number)}"
        if not level.ricochet:
            yield f"moved {_robot(number)} horizontal"
            yield f"moved {_robot(number)} vertical"
    taken = {cell for _, cell in level.robots}
    yield from (f"free {cell_name(cell)}" for cell in _cells(level) if cell not in taken)
    for way in Direction:
        yield f"along {way.word} {'horizontal' if way.dx else 'vertical'}"
        for cell in _cells(level):
            name = cell_name(cell)
            if level.closed[level.number_of(cell)] & SIDES[way]:
                yield f"barred {name} {way.word}"
            else:
                yield f"next {name} {cell_name(cell.step(way))} {way.word}"


def _robot(number: int) -> str:
    return f"robot{number}"


def read_plan(level: RobotsLevel, objective: Objective, plan: str) -> list[str]:
    """Return the moves of a plan: one a start.

    Raises:
        InputError: a line is no action of the domain.
    """

    def start(arguments: Sequence[str]) -> str:
        robot, _, _, way, _ = arguments
        return f"{numbers[robot]}{_LETTERS[way]}"

    def part(arguments: Sequence[str]) -> None:
        return None

    numbers = {_robot(number): number for number, _ in level.robots}
    parts = dict.fromkeys(("slide", "stop-at-wall", "stop-at-robot", "reach"), part)
    return moves_of_plan(plan, {"start": start, **parts})
