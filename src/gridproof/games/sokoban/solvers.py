"""The solvers: known by name here, imported when they are used; and what each is made for."""

from __future__ import annotations

from typing import Final

from gridproof.game import DeadEnd
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.games.sokoban.rules import State
from gridproof.lazy import load
from gridproof.level import Objective
from gridproof.options import Option
from gridproof.specs import CertificateSpec, SolverSpec

__all__ = ["CERTIFICATES", "IMPROVER", "IMPROVE_NODES", "MAX_MORE_NODES", "SOLVERS", "dead_end"]

_SOLVE: Final = "gridproof.games.sokoban.solve"
#: The most squares of a level where boxes may be, and the most boxes, that have tables.
_MAX_TABLE_SQUARES: Final = 256
_MAX_TABLE_BOXES: Final = 64
_FREEZE: Final = Option.flag(
    "freeze", "drop positions with boxes off goals that block each other for good", default=True
)


def _too_large_for_sets(level: SokobanLevel) -> str | None:
    """Return why the course's solvers are not for a board; None if they are."""
    too_large = len(level.reach) > 1024
    return "the player can get to more than 1024 squares" if too_large else None


def _too_large_for_any(level: SokobanLevel) -> str | None:
    """Return why the native search for some solution is not for a board; None if it is."""
    if len(level.reach) > 4096:
        return "the player can get to more than 4,096 squares"
    return "there are more than 1,024 boxes" if len(level.movable) > 1024 else None


def _too_large_for_kernel(level: SokobanLevel) -> str | None:
    """Return why the native searches for the best are not for a board; None if they are."""
    if (why := _too_large_for_any(level)) is not None:
        return why
    too_large = len(level.reach - level.dead) > 1024
    return "boxes can be on more than 1,024 squares" if too_large else None


def _bounded_by_tables(level: SokobanLevel, objective: Objective) -> bool:
    """Return True if the search makes tables, which threads share."""
    return (
        objective.id == "pushes"
        and len(level.reach - level.dead) <= _MAX_TABLE_SQUARES
        and len(level.movable) <= _MAX_TABLE_BOXES
    )


def _course(
    name: str, summary: str, function: str, *more: Option, in_portfolio: bool = False
) -> SolverSpec:
    """Return a solver of the course, with the report's prunings."""
    return SolverSpec(
        name,
        summary,
        f"{_SOLVE}.course:{function}",
        objectives=("moves",),
        options=(
            Option.flag("dead-squares", "drop positions with a box on a dead square", default=True),
            _FREEZE,
            *more,
        ),
        unsupported=_too_large_for_sets,
        in_portfolio=in_portfolio,
    )


def dead_end(level: SokobanLevel, state: State, objective: Objective) -> DeadEnd | None:
    """Return the reason that no solution can follow, if the native search sees it at once."""
    if _too_large_for_kernel(level):
        return None
    found: DeadEnd | None = load(f"{_SOLVE}.dead_end:dead_end")(level, state)
    return found


#: The nodes in which `any` makes a solution better, and the most of those that its search took
#: which are added: a search by pulls may take millions, and most of what can be gained is by then.
IMPROVE_NODES: Final = 100_000
MAX_MORE_NODES: Final = 400_000

SOLVERS: Final = (
    SolverSpec(
        "optimal",
        "best-first search over pushes with matching bound, from both ends (native)",
        f"{_SOLVE}.optimal:optimal",
        supports=frozenset({"incumbent"}),
        threaded=_bounded_by_tables,
        options=(
            Option.flag("matching", "a goal of its own for each box in the bound", default=True),
            _FREEZE,
            Option.flag(
                "corrals", "for pushes: open closed-off floor first", default=True, expert=True
            ),
            Option.flag(
                "patterns",
                "learn which boxes are dead without the others",
                default=True,
                expert=True,
            ),
            Option.flag("backward", "for pushes: search from the ends too", default=True),
            Option.flag(
                "symmetries", "of mirror images search only one", default=True, expert=True
            ),
            Option.flag(
                "upper-bound",
                "after a while: find and improve a solution, stop at it",
                default=True,
                expert=True,
            ),
            Option.flag("tables", "for pushes, after a while: bounds by tables", default=True),
            Option.count("tables-after", 3000, "after how many positions", expert=True),
            Option.flag("groups", "tables of two to four boxes", default=True, expert=True),
            Option.flag(
                "quadruples", "tables of four boxes, where there is time", default=True, expert=True
            ),
            Option.flag("zones", "tables of all boxes in a few squares", default=True, expert=True),
            Option.flag(
                "learnt-zones", "zones where the search is stuck", default=True, expert=True
            ),
            Option.flag(
                "conflicts", "zones along the start's conflicts", default=True, expert=True
            ),
            Option.count("zone-squares", 19, "how many these are, at most 24", expert=True),
            Option.flag(
                "turns", "with tables: several orders take turns", default=True, expert=True
            ),
            Option.flag(
                "within",
                "with tables: look for any solution within the bound",
                default=True,
                expert=True,
            ),
        ),
        unsupported=_too_large_for_kernel,
    ),
    SolverSpec(
        "any",
        "some solution, fast: macro pushes in cells of features, after FESS (native)",
        f"{_SOLVE}.any:any_solution",
        options=(
            Option.flag(
                "improve",
                f"make it better for up to {IMPROVE_NODES + MAX_MORE_NODES:,} nodes, on boards "
                "with at most 1,024 squares for boxes",
                default=True,
            ),
        ),
        unsupported=_too_large_for_any,
    ),
    _course(
        "bidirectional",
        "breadth-first search from both ends (Liu's report, section 2.3, native)",
        "bidirectional",
        Option.count("ratio", 32, "how many times as deep as from the ends it searches"),
        in_portfolio=True,
    ),
    _course(
        "astar",
        "A* with the cheapest assignment of boxes to goals (native)",
        "astar",
        in_portfolio=True,
    ),
    _course(
        "astar-sorted",
        "A* with distances of sorted boxes and goals, not proven (Liu's report, section 2.3)",
        "astar_sorted",
    ),
    _course("bfs", "breadth-first search (Liu's report, section 2.3, native)", "bfs"),
)

IMPROVER: Final = SolverSpec(
    "improve",
    "windows of a solution searched again, whole or near its line (native)",
    f"{_SOLVE}.improve:improve",
    supports=frozenset({"incumbent"}),
    unsupported=_too_large_for_kernel,
)

CERTIFICATES: Final = (
    CertificateSpec(
        "moves",
        "all positions up to so many moves, from both ends, less those that prices in the file "
        "exclude",
        check="gridproof.proof.sokoban:check_moves",
        make=f"{_SOLVE}.certificate:make_moves",
        objectives=("moves",),
        unsupported=_too_large_for_kernel,
    ),
    CertificateSpec(
        "pushes",
        "all positions up to so many pushes, from both ends, less those that prices in the file "
        "exclude",
        check="gridproof.proof.sokoban:check",
        make=f"{_SOLVE}.certificate:make",
        objectives=("pushes", "moves"),
        unsupported=_too_large_for_kernel,
    ),
)
