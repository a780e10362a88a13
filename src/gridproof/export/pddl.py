"""Planning problems in PDDL 2.1 with action costs, and the plans that planners write."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from gridproof.errors import InputError, shorten
from gridproof.grid import Pos

__all__ = ["cell_name", "moves_of_plan", "parse_cell", "problem"]

_CELL: Final = re.compile(r"x([0-9]{1,9})y([0-9]{1,9})", re.ASCII)
#: An action of a plan; some planners write when it begins before it, and how long it takes behind.
_ACTION: Final = re.compile(
    r"(?:[0-9.]+\s*:\s*)?\(\s*([^()\s][^()]*)\)(?:\s*\[[0-9.]+\])?", re.ASCII
)


def cell_name(cell: Pos) -> str:
    """Return the object that stands for a cell."""
    return f"x{cell.x}y{cell.y}"


def parse_cell(name: str) -> Pos:
    """Return the cell that an object stands for.

    Raises:
        ValueError: it stands for none.
    """
    match = _CELL.fullmatch(name)
    if match is None:
        raise ValueError(f"not a cell: {name}")
    return Pos(int(match[1]), int(match[2]))


def problem(
    domain: str,
    objects: Mapping[str, Sequence[str]],
    costs: Mapping[str, int],
    init: Iterable[str],
    goal: Iterable[str],
) -> str:
    """Return the file of a problem whose plans are to be cheap.

    Args:
        domain: its name; the domain has a function ``total-cost``.
        objects: by type.
        costs: values of the domain's other functions, which have no argument.
        init: the facts that hold at first, such as ``box x1y2``.
        goal: the facts that have to hold at the end.
    """
    lines = [f"(define (problem {domain}-board)", f"  (:domain {domain})", "  (:objects"]
    for kind, names in objects.items():
        if names:
            lines.append(f"    {' '.join(names)} - {kind}")
    lines += ["  )", "  (:init", "    (= (total-cost) 0)"]
    lines += [f"    (= ({name}) {value})" for name, value in costs.items()]
    lines += [f"    ({fact})" for fact in init]
    lines += ["  )", "  (:goal (and"]
    lines += [f"    ({fact})" for fact in goal]
    lines += ["  ))", "  (:metric minimize (total-cost))", ")"]
    return "\n".join(lines) + "\n"


def moves_of_plan(
    text: str, actions: Mapping[str, Callable[[Sequence[str]], str | None]]
) -> list[str]:
    """Return the moves of a plan, an action a line; what stands behind a semicolon is a comment.

    Args:
        text: the plan.
        actions: by name, from the arguments to the move; None where the action is part of another
            move. They may raise LookupError or ValueError.

    Raises:
        InputError: a line is no action of the domain.
    """
    moves = []
    for number, line in enumerate(text.split("\n"), 1):
        said = line.partition(";")[0].strip()
        if not said:
            continue
        match = _ACTION.fullmatch(said)
        name, *arguments = match[1].lower().split() if match else [""]
        try:
            move = actions[name](arguments)
        except (LookupError, ValueError):
            known = ", ".join(f"`{action}`" for action in actions)
            raise InputError(
                f"plan, line {number}: not an action of this domain: `{shorten(said)}`",
                hint=f"a line is an action in parentheses: {known}, with its arguments",
            ) from None
        if move is not None:
            moves.append(move)
    return moves
