"""The conditions of the proof on a board, and what was asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from gridproof.games.boxcover import rules
from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.games.boxcover.scene import Raster
from gridproof.grid import Pos
from gridproof.level import Fault
from gridproof.reduction import Certificate, Encoding, Evidence
from gridproof.reductions.auditing import Audit, Promise
from gridproof.reductions.drawing.orthogonal import check_drawing
from gridproof.reductions.sources.graph import CoverProblem
from gridproof.reductions.vc_to_boxcover.plan import Plan

__all__ = ["audit"]

#: Points in a square of the side's length. In layouts they are a handful.
_MAX_NEAR: Final = 64

_PROMISES: Final = (
    Promise("side", "Squares have the side that was asked for, 1 or more."),
    Promise(
        "points",
        "Each edge has a path of 2·l + 1 points, l ≥ 1, all points are different, and there is no "
        "other on the board.",
        ("paths", "items"),
    ),
    Promise(
        "L",
        "Two points are linked, that is, they fit one square, exactly if the edges of the "
        "subdivided graph that they stand for share an end.",
        ("links",),
    ),
    Promise(
        "H",
        "For each vertex of the subdivided graph, the points of its edges fit one square.",
        ("stars", "walks"),
    ),
    Promise("k", "k = K + L, where K is how many vertices may be chosen and L the sum of all l."),
    Promise("drawing", "The drawing that pictures show is one of the graph."),
)


def audit(encoding: Encoding, evidence: Callable[[Encoding], Evidence]) -> Certificate:
    """Check whether board, map and ``k`` meet the conditions.

    Raises:
        InputError: the map is none.
    """
    problem: CoverProblem = encoding.instance
    level, plan = encoding.board(BoxcoverLevel), Plan.read(encoding)
    raster = Raster(level) if level.points else None

    def tell(message: str, point: Pos) -> Fault:
        cell = None
        if raster is not None and raster.cell(point).within(raster.width, raster.height):
            cell = raster.cell(point)
        return Fault(f"point {point}: {message}", cell)

    found = Audit(_PROMISES, "point", tell=tell, place=lambda point: f"point {point}")
    faults = list(rules.validate(level))
    side = encoding.options.get("side")
    if level.side != side:
        faults.append(Fault(f"squares have side {level.side}, where the option says {side}"))
    found.add("side", faults, len(level.points))
    if level.points and level.side > 0:
        crowds = list(_crowds(plan, level.side))
        for message, point in crowds:
            found.broken("L", message, cell=point)
        if not crowds:
            found.check(encoding, evidence(encoding))
    size = len(problem.graph.names) + len(problem.graph.edges)
    found.add("drawing", check_drawing(problem.graph, plan.drawing), size)
    return found.certificate()


def _crowds(plan: Plan, side: int) -> Iterator[tuple[str, Pos]]:
    """Yield squares with more points than can be looked at pair by pair."""
    first: dict[Pos, Pos] = {}
    counts: Counter[Pos] = Counter()
    for point in (point for path in plan.points for point in path):
        square = Pos(point.x // side, point.y // side)
        first.setdefault(square, point)
        counts[square] += 1
    for square, count in counts.items():
        if count > _MAX_NEAR:
            message = (
                f"more than {_MAX_NEAR} items lie within {side} columns and rows of each other"
            )
            yield message, first[square]
