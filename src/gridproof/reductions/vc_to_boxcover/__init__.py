"""Vertex cover on planar graphs of degree at most 3 → Box-cover, for squares of any side T ≥ 1.

That Box-cover is NP-complete is known (Fowler, Paterson and Tanimoto 1981). The layout is our own.

*The proof.* Let G' be the graph with each edge e replaced by a path of 2·l_e + 1 edges, l_e ≥ 1,
and L = Σ l_e. Let the board have a point for each edge of G' such that
  (L) two points fit one square exactly if their edges share an end,
  (H) the points at each vertex of G' fit one square.
Then τ(G) + L squares are needed, where τ is the size of a smallest vertex cover. *Enough:* take a
cover of G' of that size (:mod:`gridproof.reductions.wirings.links`) and lay a square on the points
at each of its vertices. *Needed:* the points in one square are edges that share ends two by two. G'
has no triangle, so they share one end, all of them: these ends are a cover of G', and one of G
follows.

*Squares of side T ≥ 2.* Let a = ⌊T / 2⌋; a unit of the drawing is 4·T + 2·a long and has points at
a, a + T, …, a + 4·T. An edge of k units must have an odd number of points: if k is even, one of its
units has six points, at a, a + T, a + 2·T − 1, a + 2·T + 1, a + 3·T, a + 4·T. (L) holds: on one
line, the steps from point to point are T, T − 1, 2 and, across a grid point, 2·a: none is above T.
Any two steps in a row are more than T, since 2·a + T > T, 2 + (T − 1) > T and T + (T − 1) > T.
Round a grid point the first points of all rays, at a, fit one square (H); no other two of different
rays do, since the second points are at a + T. Units that share a grid point follow each other on a
path or meet at a vertex, and units that share none are more than T apart: parallel ones on two
lines by 4·T + 2·a at least, and of others a whole unit lies between one and the other's line.

*Squares of side 1* cover two by two lattice points: two points fit one exactly if a chess king
steps from one to the other. A unit is 9 long; a path has all lattice points of its route but the
corners. If their number were even, one unit has five points (3, 1), (4, 0), (4, −1), (5, −2),
(6, −1), counted along the unit and beside it, for its four points at 3, 4, 5 and 6: the bump. The
middle of a vertex belongs to one of two edges in line; at a vertex of two edges that are not in
line it is left out. With three edges, to (0, −1), (1, 0) and (−1, 0) say, it belongs to one of the
two that are in line, and that one goes on diagonally: (0, 0), (−1, 1), (−2, 0), (−3, 0); the others
begin with (1, 0) and (0, −1), so that the three first points lie two by two (H). (L) holds: the
points of a unit, with or without a bump, follow each other like a king's steps, and no others of
them are neighbours. Round a grid point, at up to 2 from it, the cases are: straight on, a corner,
and one, two or three edges; in each, neighbours are just the points that share an end. A point
at 3 or more along a ray is no neighbour of one of another ray: opposite ones are 3 apart. To a
perpendicular ray's points at up to 2 it is 2 apart, since they are at most 1 beside that ray; and
of two points (i, j), (j', i') with i, i' ≥ 3 that were neighbours, one would be 2 beside its ray,
say j' = 2, and i = 3; but then i' is 4 or 5 and j at most 1. Units that share no grid point are
9 − 2 − 2 apart at least.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.games.boxcover.scene import Raster
from gridproof.grid import Pos
from gridproof.options import Option
from gridproof.reduction import Certificate, Encoding, Evidence, Part, Reduction, Switchboard
from gridproof.reductions import evidence
from gridproof.reductions.drawing.orthogonal import draw
from gridproof.reductions.sources import graph
from gridproof.reductions.sources.graph import Cover, CoverProblem
from gridproof.reductions.vc_to_boxcover.audit import audit
from gridproof.reductions.vc_to_boxcover.layout import lay_out
from gridproof.reductions.vc_to_boxcover.plan import Plan, square
from gridproof.reductions.wirings import covers
from gridproof.reductions.wirings.links import Node
from gridproof.scene import Window

__all__ = ["REDUCTION"]


class VertexCoverToBoxcover(Reduction[CoverProblem, Cover]):
    """Edges are chains of points, a vertex is a square on the first points of its edges."""

    id = "vc-to-boxcover"
    title = "planar vertex cover → Box-cover"
    summary = (
        "a planar graph of degree at most 3 has a vertex cover of K vertices exactly if K + L "
        "squares cover the points of its board"
    )
    source = graph.SOURCE
    game = "boxcover"
    options = (Option.count("side", 2, "the side of a square"),)

    def encode(self, instance: CoverProblem, options: Mapping[str, Any]) -> Encoding:
        level, plan = lay_out(instance, draw(instance.graph), options["side"])
        k = instance.size + sum(plan.halves)
        return Encoding(self.id, instance, dict(options), level, k, plan.record())

    def lift(self, encoding: Encoding, witness: Cover) -> list[str]:
        links, at = Plan.read(encoding).links(encoding.instance.graph)
        nodes = links.forward(witness)
        return [str(square(links, at, node)) for node in links.at if node in nodes]

    def lower(self, encoding: Encoding, moves: Sequence[str]) -> Cover:
        level = encoding.board(BoxcoverLevel)
        links, at = Plan.read(encoding).links(encoding.instance.graph)
        item_at = {point: item for item, point in at.items()}
        nodes = set()
        for move in moves:
            x, y = Pos.parse(move)
            inside = level.between(x, x + level.side, y, y + level.side)
            items = [item_at[point] for i in inside if (point := level.points[i]) in item_at]
            node = links.common(items) if items else None
            if node is not None:
                nodes.add(node)
        return links.backward(nodes)

    def audit(self, encoding: Encoding) -> Certificate:
        return audit(encoding, self.evidence)

    def evidence(self, encoding: Encoding) -> Evidence:
        plan = Plan.read(encoding)
        links, at = plan.links(encoding.instance.graph)
        return evidence.of_cover(
            encoding.instance,
            (
                ([square(links, at, node) for node in links.path(edge)], points)
                for edge, points in enumerate(plan.points)
            ),
        )

    def parts(self, encoding: Encoding) -> Sequence[Part]:
        plan, edges = Plan.read(encoding), encoding.instance.graph
        links, at = plan.links(edges)
        raster = Raster(encoding.board(BoxcoverLevel))
        found = []
        for edge, (points, half) in enumerate(zip(plan.points, plan.halves, strict=True)):
            text = (
                f"path of edge {edges.edge(edge)}: {len(points)} points, which take {half} squares "
                f"besides that of an end, {half + 1} if neither end is chosen"
            )
            found.append(Part(text, edge, line=tuple(dict.fromkeys(map(raster.cell, points)))))
        for vertex, name in enumerate(edges.names):
            star = [raster.cell(at[item]) for item in links.at.get(vertex, ())]
            if star:
                text = f"vertex {name}: chosen if a square covers all of its points, {len(star)}"
                found.append(Part(text, None, (Window.around(star),), sign=name))
        return found

    def switchboard(self, encoding: Encoding) -> Switchboard:
        plan = Plan.read(encoding)
        links, at = plan.links(encoding.instance.graph)
        raster = Raster(encoding.board(BoxcoverLevel))

        def cell(node: Node) -> Pos:
            return raster.cell(square(links, at, node))

        return covers.switchboard(
            encoding.instance,
            links,
            plan.drawing.at,
            plan.drawing.routes,
            cell,
            unit="squares",
            budget=encoding.k,
        )


REDUCTION: Final = VertexCoverToBoxcover()
