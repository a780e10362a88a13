"""Planar vertex cover, degree at most 3 → Bomb-r-cover, for every radius r.

Van de Vlasakker (*Bomb-cover*, Leiden 2019) conjectured that Bomb-r-cover is NP-complete for every
r. Here is a claimed proof that needs no crossing. A graph is drawn orthogonally, and each of its
edges becomes a chain of an odd number 2·l + 1 of crates. The crates stand for the edges of the
graph's subdivision (:mod:`gridproof.reductions.wirings.links`). The fewest explosions that clear
the board are as many as vertices of a smallest cover of the subdivision: τ + L, where L is the sum
of all l.

The proof rests on three conditions, which :meth:`audit` checks on the very board:

- (L) Two crates that are in one line at most 2r apart, or at most r columns and r rows apart, share
  an end. No explosion ever destroys both of any others, whatever stands between. So an explosion
  destroys only crates at one vertex of the subdivision, since that has no triangle; and as all
  crates have to go, the vertices of all explosions cover it.
- (H) An explosion at the bomb cell of a vertex destroys at the start all crates at the vertex, and
  so those that are left at any later time: the nearest crate of an arm stays the nearest one.
- (C) The player can walk to each bomb cell at the start, and so ever after. A crate's cell, once
  free, lies next to the one before it on the arm, so all crates are reachable, too.

All of it holds as well if explosions pierce crates: two crates on one arm are linked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from gridproof.errors import InputError
from gridproof.games.bombcover import rules
from gridproof.games.bombcover.level import BombcoverLevel, bits
from gridproof.grid import Pos
from gridproof.options import Option
from gridproof.reduction import Certificate, Encoding, Evidence, Part, Reduction, Switchboard
from gridproof.reductions import evidence
from gridproof.reductions.drawing.orthogonal import draw
from gridproof.reductions.sources import graph
from gridproof.reductions.sources.graph import Cover, CoverProblem
from gridproof.reductions.vc_to_bombcover import layout
from gridproof.reductions.vc_to_bombcover.audit import audit
from gridproof.reductions.vc_to_bombcover.wiring import read_wiring
from gridproof.reductions.wirings import covers
from gridproof.reductions.wirings.links import Node
from gridproof.scene import Window

__all__ = ["REDUCTION"]


class _VertexCoverToBombcover(Reduction[CoverProblem, Cover]):
    """Chains of crates along the edges of an orthogonal drawing."""

    id = "vc-to-bombcover"
    title = "planar vertex cover, degree at most 3 → Bomb-r-cover"
    summary = "the fewest explosions are the smallest cover's size and L, for every radius"
    source = graph.SOURCE
    game = "bombcover"
    options = (
        Option.whole("radius", 2, "length of an explosion's arms in cells", least=1),
        Option.flag("pierce", "explosions pass through crates"),
    )

    def encode(self, instance: CoverProblem, options: Mapping[str, Any]) -> Encoding:
        names, size = instance.graph.names, instance.size
        if not 0 <= size <= len(names):
            raise InputError(f"a cover of {size} is asked for, but there are {len(names)} vertices")
        level, table = layout.board(instance, draw(instance.graph), options["radius"])
        level = replace(level, pierce=options["pierce"])
        k = size + sum(len(edge["crates"]) // 2 for edge in table["edges"])
        level = level.with_info(title=covers.titled(instance), k=str(k))
        return Encoding(self.id, instance, dict(options), level, k, table)

    def lift(self, encoding: Encoding, witness: Cover) -> list[str]:
        wiring = read_wiring(encoding)
        nodes = wiring.subdivision.forward(witness)
        return [str(wiring.bombs[node]) for node in wiring.walk() if node in nodes]

    def lower(self, encoding: Encoding, moves: Sequence[str]) -> Cover:
        wiring, level = read_wiring(encoding), encoding.board(BombcoverLevel)
        subdivision = wiring.subdivision
        item = dict(zip(map(level.bit, wiring.crates), subdivision.items, strict=True))
        nodes: set[Node] = set()
        left = level.crates
        for move in moves:
            cell = move.partition(":")[2] or move  # `1:x,y` names the one player
            destroyed = rules.hits(level, left, level.bit(Pos.parse(cell, move)))
            left &= ~destroyed
            met = [item[bit] for bit in bits(destroyed) if bit in item]
            node = subdivision.common(met) if met else None
            if node is not None:
                nodes.add(node)
        return subdivision.backward(nodes)

    def audit(self, encoding: Encoding) -> Certificate:
        return audit(encoding, self.evidence)

    def evidence(self, encoding: Encoding) -> Evidence:
        wiring = read_wiring(encoding)
        return evidence.of_cover(
            encoding.instance,
            (
                ([wiring.bombs[node] for node in wiring.subdivision.path(edge)], wire.crates)
                for edge, wire in enumerate(wiring.table.wires)
            ),
        )

    def parts(self, encoding: Encoding) -> list[Part]:
        wiring, of = read_wiring(encoding), encoding.instance.graph
        found = []
        for edge, wire in enumerate(wiring.table.wires):
            name = f"edge {of.edge(edge)}"
            text = f"{name}: {len(wire.crates)} crates"
            found.append(Part(text, edge, line=wiring.line(edge)))
            if wire.longer is not None:
                text = f"{name}: here is a crate more, so that their number is odd"
                area = layout.unit_area(*wire.longer, encoding.options["radius"])
                found.append(Part(text, edge, (area,)))
        for name, cell in zip(of.names, wiring.table.vertices, strict=True):
            if cell is not None:
                found.append(Part(f"vertex {name}", areas=(Window(*cell, 1, 1),), sign=name))
        return found

    def switchboard(self, encoding: Encoding) -> Switchboard:
        wiring, radius = read_wiring(encoding), encoding.options["radius"]
        edges = range(len(wiring.table.wires))
        return covers.switchboard(
            encoding.instance,
            wiring.subdivision,
            [cell and layout.drawn(cell, radius) for cell in wiring.table.vertices],
            [[layout.drawn(cell, radius) for cell in wiring.line(edge)] for edge in edges],
            wiring.bombs.__getitem__,
            unit="explosions",
            budget=encoding.k,
        )


REDUCTION: Final = _VertexCoverToBombcover()
