"""The hole in the thesis's tile, as moves: a formula that is false passes for true.

In the thesis's tile an extra crate stands in the shaft, above the bomb that the tile's crates are
cleared with if the variable is false. It falls with them, so that this bomb does not take the
clause's crate. But the shaft runs both ways. If a clause leaves out two variables, the bomb of
the outer one takes the extra crate of the inner one as well, by its arm down; the bomb of the inner
one then finds the shaft open and takes the clause's crate.
"""

from __future__ import annotations

from gridproof.reduction import Encoding
from gridproof.reductions.sat_to_bombcover.gadgets import Gadgets
from gridproof.reductions.sources.cnf import Formula

__all__ = ["absent", "clear_in_spite", "warnings"]


def absent(formula: Formula, clause: int) -> list[int]:
    """Return the variables (from 0) that a clause does not name."""
    named = set(map(abs, formula.clauses[clause]))
    return [number for number in range(len(formula.names)) if number + 1 not in named]


def _open(encoding: Encoding) -> list[int]:
    """Return the clauses with a crate that bombs of variables outside the clause can take."""
    if encoding.options["variant"] != "thesis":
        return []
    formula: Formula = encoding.instance
    return [n for n in range(len(formula.clauses)) if len(absent(formula, n)) > 1]


def warnings(encoding: Encoding) -> list[str]:
    """Return the warnings for a user of a board with the thesis's tile."""
    unsound = _open(encoding)
    if not unsound:
        return []
    named = ", ".join(str(n + 1) for n in unsound[:5]) + (", …" if len(unsound) > 5 else "")
    return [
        f"the thesis's tile is unsound here: {len(unsound)} of {len(encoding.instance.clauses)}"
        f" clauses leave out two variables or more ({named}), and explosions of these variables'"
        " loops can take their crates: the board may be cleared within k though the formula is"
        " false; variant=sound is not so"
    ]


def clear_in_spite(encoding: Encoding) -> list[str] | None:
    """Return moves that clear a board of the thesis's tiles within k, even for a false formula.

    All variables that some clause does not name are false, and loops are cleared from the outside
    in: each arm down a shaft opens it for the next loop.

    Returns:
        The moves; None if some clause does not leave out two variables: its crate is safe.
    """
    formula: Formula = encoding.instance
    clauses = range(len(formula.clauses))
    if len(_open(encoding)) < len(clauses):
        return None
    free = {variable for clause in clauses for variable in absent(formula, clause)}
    values = [variable not in free for variable in range(len(formula.names))]
    return list(map(str, Gadgets.of(formula, encoding.map).clearing(values)))
