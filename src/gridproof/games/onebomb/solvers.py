"""Solvers and kinds of proof: known by name here, imported when they are used."""

from __future__ import annotations

from typing import Final

from gridproof.games.onebomb.level import BRICK, OnebombLevel
from gridproof.options import Option
from gridproof.specs import CertificateSpec, SolverSpec

__all__ = ["CERTIFICATES", "SOLVERS"]

_SOLVE: Final = "gridproof.games.onebomb.solve"


def _not_one_piercing_bomb(level: OnebombLevel) -> str | None:
    """Return the reason a solver for one piercing bomb is not for this board; None if it is."""
    if level.bombs > 1 or level.blast != "pierce":
        return "it is made for one bomb whose arms pierce"
    return None


def _not_one_piercing_bomb_without_radius(level: OnebombLevel) -> str | None:
    """Return the same for a solver that knows no radius."""
    if level.radius is not None:
        return "it is made for arms without a radius"
    return _not_one_piercing_bomb(level)


def _several_classic_bombs(level: OnebombLevel) -> str | None:
    """Return the reason the distance certificate is not for this board; None if it is."""
    if level.bombs > 1 and level.blast != "pierce":
        return "it is made for one bomb, or for bombs whose arms pierce"
    return None


def _has_bricks(level: OnebombLevel) -> str | None:
    """Return the reason a solver without bombs is not for this board; None if it is."""
    return "it is made for boards without bricks" if BRICK in level.cells else None


SOLVERS: Final = (
    SolverSpec(
        "optimal",
        "two breadth-first searches and sweeps along rows and columns",
        f"{_SOLVE}.kernel:optimal",
        supports=frozenset({"start", "incumbent"}),
        unsupported=_not_one_piercing_bomb,
        node_budget=1 << 27,  # a few nodes a cell: no board takes more
    ),
    SolverSpec(
        "layered",
        "0-1 breadth-first search over cells and fragments of the walk (olympiad, editorial)",
        f"{_SOLVE}.kernel:layered",
        supports=frozenset({"start", "incumbent"}),
        unsupported=_not_one_piercing_bomb_without_radius,
    ),
    SolverSpec(
        "n3",
        "two breadth-first searches, then along the arms of each bomb (olympiad, subtask 3)",
        f"{_SOLVE}.subtasks:n3",
        supports=frozenset({"incumbent"}),
        unsupported=_not_one_piercing_bomb,
        in_portfolio=False,
    ),
    SolverSpec(
        "n4",
        "a breadth-first search after each bomb or sequence of bombs (olympiad, subtask 2)",
        f"{_SOLVE}.subtasks:n4",
        supports=frozenset({"start", "incumbent"}),
        options=(
            Option.flag(
                "one-order", "try piercing bombs in one order only", default=True, expert=True
            ),
            Option.flag(
                "once", "search a board once, whatever bombs left it", default=True, expert=True
            ),
        ),
    ),
    SolverSpec(
        "bfs-only",
        "one breadth-first search, for boards without bricks (olympiad, subtask 1)",
        f"{_SOLVE}.subtasks:bfs_only",
        supports=frozenset({"start", "incumbent"}),
        unsupported=_has_bricks,
    ),
    SolverSpec(
        "walk",
        "the shortest walk that needs no brick cleared: not proven, for comparison",
        f"{_SOLVE}.subtasks:walk",
        in_portfolio=False,
    ),
)

CERTIFICATES: Final = (
    CertificateSpec(
        "distances",
        "distances from both ends, and what each bomb joins; the file holds the claim alone",
        check="gridproof.proof.onebomb:check",
        make="gridproof.proof.making:claim_alone",
        unsupported=_several_classic_bombs,
    ),
)
