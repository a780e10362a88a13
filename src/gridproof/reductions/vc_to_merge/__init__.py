"""Vertex cover on planar graphs of degree at most 3 → MERGE-GAME-SIMPLE.

Theorem 2 of A. S. Saakyan's thesis (St Petersburg, 2023), on a grid of 6 cells a unit instead of 8.

*The board.* The graph is drawn on a grid; a unit of the grid becomes 6 cells. A hero stands on
each vertex that has an edge, and along each edge stones and heroes alternate. A path is 4·l + 2
steps long, so that 2·l heroes and 2·l + 1 stones stand between its ends: k units are 6·k steps,
which is 2 modulo 4 if k is odd; if k is even, one unit makes a detour of two cells, the bump: from
its third cell to its fifth it runs one cell beside. In a bump of width 1 its two sides would touch.
Elsewhere only cells that follow each other on a path touch: lines of the grid are 6 cells apart,
and a bump is 2 cells away from the lines that cross its unit's at grid points.

*The proof.* Each stone on an edge is struck by just the two heroes beside it on the path. So these
heroes and stones are the vertices and edges of the graph with each edge e replaced by a path of
2·l_e + 1 edges, and sets of heroes that strike all stones are its vertex covers; the smallest has
τ + L vertices, where L = Σ l_e and τ is that of the graph
(:mod:`gridproof.reductions.wirings.links`).
All stones have one hit point and all heroes one type. If a play breaks all stones, the heroes that
survived a merge strike them all; each of them survived a merge at level 1 first, and no hero is in
two of these merges: they are at most ⌊h / 2⌋ (Lemma 1). Conversely, as many others can merge into
any ⌊h / 2⌋ heroes. So all stones can be broken exactly if some ⌊h / 2⌋ heroes strike them all.

*The padding.* With n vertices that have an edge there are h = n + 2·L heroes. For a cover of at
most K ≤ n vertices (a larger K says the same as n) let q = 2·|K − ⌊n / 2⌋|. If K is larger, q idle
heroes are added, which strike nothing: then ⌊h / 2⌋ = L + ⌊n / 2⌋ + q / 2 = L + K. If it is
smaller, q pairs of a hero and a stone that nobody else strikes are added (the thesis calls them
devil pairs): their heroes must all strike, and ⌊h / 2⌋ = L + ⌊n / 2⌋ + q / 2 = L + K + q. As q is
even, this is right for odd n too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from gridproof.games.merge.level import MergeLevel
from gridproof.grid import Pos
from gridproof.reduction import Certificate, Encoding, Evidence, Part, Reduction, Switchboard
from gridproof.reductions import evidence
from gridproof.reductions.drawing.orthogonal import draw
from gridproof.reductions.sources import graph
from gridproof.reductions.sources.graph import Cover, CoverProblem
from gridproof.reductions.vc_to_merge.audit import audit
from gridproof.reductions.vc_to_merge.layout import lay_out
from gridproof.reductions.vc_to_merge.plan import Plan
from gridproof.reductions.wirings import covers
from gridproof.scene import Window

__all__ = ["REDUCTION"]


class VertexCoverToMerge(Reduction[CoverProblem, Cover]):
    """Vertices are heroes, edges are paths of stones and heroes, and half of the heroes strike."""

    id = "vc-to-merge"
    title = "planar vertex cover → MERGE-GAME-SIMPLE"
    summary = (
        "a planar graph of degree at most 3 has a vertex cover of K vertices exactly if all stones "
        "of its board can be broken"
    )
    published = "A. S. Saakyan, thesis, St Petersburg State University, 2023, Theorem 2"
    source = graph.SOURCE
    game = "merge"
    usual_size = "3"
    version = 2

    def encode(self, instance: CoverProblem, options: Mapping[str, Any]) -> Encoding:
        level, plan = lay_out(instance, draw(instance.graph))
        return Encoding(self.id, instance, {}, level, len(level.stones), plan.record())

    def lift(self, encoding: Encoding, witness: Cover) -> list[str]:
        plan = Plan.read(encoding)
        links, at = plan.links(encoding.instance.graph)
        degrees = encoding.instance.graph.degrees()
        needed = links.forward(frozenset(v for v in witness if degrees[v]))
        strikers = {at[node] for node in needed} | {*plan.pair_heroes()}
        # Along the paths, so that heroes often merge with one near by.
        order = dict.fromkeys([*at.values(), *plan.pair_heroes(), *plan.idle])
        stay = [cell for cell in order if cell in strikers]
        vanish = [cell for cell in order if cell not in strikers]
        return [f"{a}>{b}" for a, b in zip(vanish, stay, strict=False)]

    def lower(self, encoding: Encoding, moves: Sequence[str]) -> Cover:
        links, at = Plan.read(encoding).links(encoding.instance.graph)
        survived = {Pos.parse(move.partition(">")[2], move) for move in moves}
        return links.backward({node for node, cell in at.items() if cell in survived})

    def audit(self, encoding: Encoding) -> Certificate:
        return audit(encoding, self.evidence)

    def evidence(self, encoding: Encoding) -> Evidence:
        walks = map(Plan.read(encoding).cells, range(len(encoding.instance.graph.edges)))
        return evidence.of_cover(encoding.instance, ((walk[::2], walk[1::2]) for walk in walks))

    def parts(self, encoding: Encoding) -> Sequence[Part]:
        plan, edges = Plan.read(encoding), encoding.instance.graph
        _, at = plan.links(edges)
        found = []
        for edge in range(len(edges.edges)):
            half = plan.length(edge) // 4
            text = (
                f"path of edge {edges.edge(edge)}: {half} of its {2 * half} heroes must strike, "
                f"one more if neither end does"
            )
            found.append(Part(text, edge, _legs(plan.cells(edge))))
        for vertex, name in enumerate(edges.names):
            if vertex in at:
                area = Window(*at[vertex], 1, 1)
                found.append(Part(f"vertex {name}: chosen if it strikes", None, (area,), sign=name))
        idle = "padding: heroes that strike nothing, so that one more can strike for every two"
        pairs = "padding: each of these heroes must strike for the stone beside it"
        if plan.idle:
            found.append(Part(idle, None, _bands(plan.idle)))
        if plan.pairs:
            found.append(Part(pairs, None, _bands(cell for pair in plan.pairs for cell in pair)))
        return found

    def switchboard(self, encoding: Encoding) -> Switchboard:
        plan = Plan.read(encoding)
        links, at = plan.links(encoding.instance.graph)
        return covers.switchboard(
            encoding.instance,
            links,
            plan.drawing.at,
            plan.drawing.routes,
            at.__getitem__,
            unit="heroes that strike",
            budget=len(encoding.board(MergeLevel).heroes) // 2,
            always=tuple(plan.pair_heroes()),
        )


def _legs(walk: Sequence[Pos]) -> tuple[Window, ...]:
    """Return the cells between the ends of a path as rectangles, none of them twice."""
    legs: list[list[Pos]] = []
    for cell in walk[1:-1]:
        if not legs or (cell.x != legs[-1][0].x and cell.y != legs[-1][0].y):
            legs.append([])
        legs[-1].append(cell)
    return tuple(map(Window.around, legs))


def _bands(cells: Iterable[Pos]) -> tuple[Window, ...]:
    """Return a rectangle for each row of cells."""
    rows: dict[int, list[Pos]] = {}
    for cell in cells:
        rows.setdefault(cell.y, []).append(cell)
    return tuple(map(Window.around, rows.values()))


REDUCTION: Final = VertexCoverToMerge()
