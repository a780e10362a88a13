"""The conditions of the proof, checked on a board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gridproof.games.boxcover import rules
from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.games.boxcover.scene import Raster
from gridproof.grid import Pos
from gridproof.level import Fault
from gridproof.reduction import Certificate, Condition, Encoding
from gridproof.reductions.graph import CoverProblem
from gridproof.reductions.links import Item, Subdivision, link_faults
from gridproof.reductions.orthogonal import check_drawing
from gridproof.reductions.vc_to_boxcover.plan import Plan

__all__ = ["audit"]


def audit(encoding: Encoding) -> Certificate:
    """Whether board, map and ``k`` meet the conditions.

    Raises:
        InputError: the map is none.
    """
    problem: CoverProblem = encoding.instance
    level, plan = encoding.board(BoxcoverLevel), Plan.read(encoding)
    links, at = plan.links(problem.graph)
    drawing = Condition.of(
        "drawing",
        "The drawing that pictures show is one of the graph.",
        check_drawing(problem.graph, plan.drawing),
        len(problem.graph.names) + len(problem.graph.edges),
    )
    conditions = [_side(level, encoding.options.get("side"))]
    if level.points:  # else there is nothing that faults could be shown on
        where = _Where(level)
        conditions += [
            _points(level, links, at, where),
            _links(level.side, links, at, where),
            _stars(level.side, links, at, where),
        ]
    return Certificate((*conditions, _budget(problem, encoding.k, links), drawing))


class _Where:
    """How a fault names a point: its coordinates, and the cell of the picture if it shows it."""

    def __init__(self, level: BoxcoverLevel) -> None:
        self._raster = Raster(level)

    def fault(self, message: str, point: Pos) -> Fault:
        cell = self._raster.cell(point)
        shown = cell.within(self._raster.width, self._raster.height)
        return Fault(f"point {point}: {message}", cell if shown else None)


def _name(links: Subdivision, item: Item) -> str:
    edge, i = item
    return f"point {i + 1} of edge {links.graph.edge(edge)}"


def _side(level: BoxcoverLevel, side: Any) -> Condition:
    faults = list(rules.validate(level))
    if level.side != side:
        faults.append(Fault(f"squares have side {level.side}, where the option says {side}"))
    return Condition.of(
        "side", "Squares have the side that was asked for, 1 or more.", faults, len(level.points)
    )


def _points(
    level: BoxcoverLevel, links: Subdivision, at: dict[Item, Pos], where: _Where
) -> Condition:
    """The board has the points of the map and no other."""
    faults = []
    named: dict[Pos, Item] = {}
    for item, point in at.items():
        if point in named:
            message = f"{_name(links, item)} is where {_name(links, named[point])} is"
            faults.append(where.fault(message, point))
        named[point] = item
    found = set(level.points)
    for point, item in named.items():
        if point not in found:
            faults.append(where.fault(f"{_name(links, item)} is not on the board", point))
    faults += [where.fault("the map does not name it", p) for p in level.points if p not in named]
    return Condition.of(
        "points",
        "Each edge has a path of 2·l + 1 points, l ≥ 1, all points are different, and there is no "
        "other on the board.",
        faults,
        len(found | named.keys()),
    )


def _links(side: int, links: Subdivision, at: dict[Item, Pos], where: _Where) -> Condition:
    """Points fit one square exactly if the edges that they stand for share an end."""
    faults, checked = link_faults(
        links,
        list(at.values()),
        side,
        lambda across, up: np.ones(len(across), dtype=np.bool_),
        lambda point: f"point {point}",
    )
    return Condition.of(
        "L",
        "Two points are linked, that is, they fit one square, exactly if the edges of the "
        "subdivided graph that they stand for share an end.",
        [where.fault(fault.message, fault.cell) for fault in faults if fault.cell],
        checked,
    )


def _stars(side: int, links: Subdivision, at: dict[Item, Pos], where: _Where) -> Condition:
    """The points of each vertex fit one square."""
    faults = []
    for node, star in links.at.items():
        points = [at[item] for item in star]
        if any(_extent(c) > side for c in zip(*points, strict=True)):
            message = f"it fits no square with the others of {links.name(node)}"
            faults.append(where.fault(message, points[0]))
    return Condition.of(
        "H",
        "For each vertex of the subdivided graph, the points of its edges fit one square.",
        faults,
        len(links.at),
    )


def _extent(coordinates: Sequence[int]) -> int:
    return max(coordinates) - min(coordinates)


def _budget(problem: CoverProblem, k: int, links: Subdivision) -> Condition:
    faults = []
    if k != problem.size + links.extra:
        faults.append(Fault(f"k is {k}, where it must be {problem.size} + {links.extra}"))
    return Condition.of(
        "k",
        "k = K + L, where K is how many vertices may be chosen and L the sum of all l.",
        faults,
        1,
    )
