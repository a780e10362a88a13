"""The conditions of the proof, checked on a board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gridproof.game import Fault
from gridproof.games.boxcover import rules
from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.games.boxcover.scene import Raster
from gridproof.grid import Pos
from gridproof.reduction import Certificate, Condition, Encoding
from gridproof.reductions.graph import MAX_DEGREE, CoverProblem
from gridproof.reductions.links import Item, Subdivision
from gridproof.reductions.orthogonal import check_drawing
from gridproof.reductions.vc_to_boxcover.plan import Plan, board

__all__ = ["audit"]

#: Faults of a kind that are told.
_MOST: Final = 20

_Numbers = NDArray[np.int64]


def audit(encoding: Encoding) -> Certificate:
    """Whether board, map and ``k`` meet the conditions.

    Raises:
        InputError: the map is none.
    """
    problem: CoverProblem = encoding.instance
    level, plan = board(encoding), Plan.read(encoding)
    links, at = plan.links(problem.graph)
    drawing = _condition(
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
    """How a fault names a point: by its coordinates, and the cell of the picture that shows it."""

    def __init__(self, level: BoxcoverLevel) -> None:
        self._raster = Raster(level)

    def fault(self, message: str, point: Pos) -> Fault:
        return Fault(f"point {point}: {message}", self._raster.cell(point))


def _condition(name: str, text: str, faults: Iterable[Fault], checked: int) -> Condition:
    return Condition(name, text, tuple(faults)[:_MOST], checked)


def _name(links: Subdivision, item: Item) -> str:
    edge, i = item
    return f"point {i + 1} of edge {links.graph.edge(edge)}"


def _side(level: BoxcoverLevel, side: Any) -> Condition:
    faults = list(rules.validate(level))
    if level.side != side:
        faults.append(Fault(f"squares have side {level.side}, where the option says {side}"))
    return _condition(
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
    return _condition(
        "points",
        "Each edge has a path of 2·l + 1 points, l ≥ 1, all points are different, and there is no "
        "other on the board.",
        faults,
        len(found | named.keys()),
    )


def _links(side: int, links: Subdivision, at: dict[Item, Pos], where: _Where) -> Condition:
    """Points fit one square exactly if the edges that they stand for share an end."""
    items = links.items
    number = {item: i for i, item in enumerate(items)}
    points = np.array([at[item] for item in items], dtype=np.int64)
    wanted = _codes(
        (
            pair
            for star in links.at.values()
            for pair in combinations(sorted(number[item] for item in star), 2)
        ),
        len(items),
    )
    crowds, found = _near(points, side)
    faults = []
    for crowd in crowds[:_MOST]:
        few = "no vertex has so many edges"
        faults.append(where.fault(f"{len(crowd)} points fit one square; {few}", Pos(*crowd[0])))
    for codes, message in (
        (np.setdiff1d(found, wanted), "fit one square, but their edges share no end"),
        (np.setdiff1d(wanted, found), "fit no square, but their edges share an end"),
    ):
        for code in codes[:_MOST].tolist():
            one, other = (items[i] for i in divmod(code, len(items)))
            pair = f"{_name(links, one)} and {_name(links, other)} at {at[other]}"
            faults.append(where.fault(f"{pair} {message}", at[one]))
    return _condition(
        "L",
        "Two points fit one square exactly if the edges of the subdivided graph that they stand "
        "for share an end.",
        faults,
        len(np.union1d(found, wanted)),
    )


def _codes(pairs: Iterable[tuple[int, int]], count: int) -> _Numbers:
    """Pairs of numbers below ``count`` as one number each, sorted, each once."""
    return np.unique(np.fromiter((i * count + j for i, j in pairs), dtype=np.int64))


def _near(points: _Numbers, side: int) -> tuple[list[list[list[int]]], _Numbers]:
    """The pairs of points that fit one square, as codes; and crowds that do so and are too large.

    The plane is cut into squares of side + 1 lattice points each way: what is in one of these fits
    a square, and what fits a square is in one of these or in two that touch. Only so many points of
    a crowd are paired with others that this stays linear.
    """
    count = len(points)
    tiles = (points - points.min(axis=0)) // (side + 1)
    stride = int(tiles[:, 1].max()) + 3
    keys = tiles[:, 0] * stride + tiles[:, 1]
    order = np.argsort(keys, kind="stable")
    known, starts, sizes = np.unique(keys[order], return_index=True, return_counts=True)
    crowds = [
        points[order[starts[i] : starts[i] + sizes[i]]].tolist()
        for i in np.flatnonzero(sizes > MAX_DEGREE)[:_MOST]
    ]
    codes = []
    for dx, dy in ((0, 0), (0, 1), (1, -1), (1, 0), (1, 1)):
        sought = keys + dx * stride + dy
        tile = np.minimum(np.searchsorted(known, sought), len(known) - 1)
        there = known[tile] == sought
        for rank in range(MAX_DEGREE):
            one = np.flatnonzero(there & (sizes[tile] > rank))
            other = order[starts[tile[one]] + rank]
            fit = (np.abs(points[one] - points[other]) <= side).all(axis=1) & (one != other)
            low, high = np.minimum(one, other)[fit], np.maximum(one, other)[fit]
            codes.append(low * count + high)
    return crowds, np.unique(np.concatenate(codes))


def _stars(side: int, links: Subdivision, at: dict[Item, Pos], where: _Where) -> Condition:
    """The points of each vertex fit one square."""
    faults = []
    for node, star in links.at.items():
        points = [at[item] for item in star]
        if any(_extent(c) > side for c in zip(*points, strict=True)):
            message = f"it fits no square with the others of {links.name(node)}"
            faults.append(where.fault(message, points[0]))
    return _condition(
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
    return _condition(
        "k",
        "k = K + L, where K is how many vertices may be chosen and L the sum of all l.",
        faults,
        1,
    )
