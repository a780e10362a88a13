"""The map of an encoding, read strictly."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from gridproof.errors import InputError
from gridproof.grid import Pos
from gridproof.level import Fault
from gridproof.reduction import Encoding
from gridproof.reductions.sources.graph import CoverProblem
from gridproof.reductions.wirings.links import Node, Subdivision
from gridproof.strict_json import Field

__all__ = [
    "Table",
    "Wire",
    "Wiring",
    "misfits",
    "read_table",
    "read_wiring",
    "wiring_of",
]


@dataclass(frozen=True)
class Wire:
    """The cells of an edge.

    Attributes:
        crates: in order from its smaller vertex.
        bombs: the cells between them from which two are destroyed.
        longer: the ends of the unit that has a crate more, if one has.
    """

    crates: tuple[Pos, ...]
    bombs: tuple[Pos, ...]
    longer: tuple[Pos, Pos] | None


@dataclass(frozen=True)
class Table:
    """A map as it stands there, whether it fits its instance or not.

    Attributes:
        vertices: the cell of each vertex from which the crates at it are destroyed.
        wires: of each edge.
    """

    vertices: tuple[Pos | None, ...]
    wires: tuple[Wire, ...]


def read_table(encoding: Encoding) -> Table:
    """Read the map of an encoding.

    Raises:
        InputError: it is not one of this reduction.
    """
    field = Field(dict(encoding.map), "map")
    vertices = tuple(
        None if entry.value is None else entry.cell() for entry in field["vertices"].entries()
    )
    wires = []
    for entry in field["edges"].entries():
        crates, bombs = (tuple(entry[name].cells()) for name in ("crates", "bombs"))
        longer = entry.get("longer")
        ends = None
        if longer is not None:
            start, end = longer.entries(2)
            ends = (start.cell(), end.cell())
        wires.append(Wire(crates, bombs, ends))
    return Table(vertices, tuple(wires))


def misfits(problem: CoverProblem, table: Table) -> list[Fault]:
    """Return why a map is not one of a subdivision of this graph; empty if it is."""
    graph = problem.graph
    if len(table.vertices) != len(graph.names) or len(table.wires) != len(graph.edges):
        return [
            Fault(
                f"the graph has {len(graph.names)} vertices and {len(graph.edges)} edges, the map"
                f" {len(table.vertices)} and {len(table.wires)}"
            )
        ]
    faults = []
    for number, wire in enumerate(table.wires):
        name = f"edge {graph.edge(number)}"
        crates = len(wire.crates)
        where = next(iter(wire.crates), None)
        if crates < 3 or crates % 2 == 0:
            message = f"{name} has {crates} crates; there must be an odd number, 3 or more"
            faults.append(Fault(message, where))
        elif len(wire.bombs) != crates - 1:
            message = f"{name} has {len(wire.bombs)} bomb cells between its {crates} crates"
            faults.append(Fault(message, where))
    if faults:
        return faults
    for vertex, (cell, degree) in enumerate(zip(table.vertices, graph.degrees(), strict=True)):
        name = f"vertex {graph.names[vertex]}"
        if degree and cell is None:
            faults.append(Fault(f"{name} has no bomb cell"))
        if cell and not degree:
            faults.append(Fault(f"{name} has no edge, but a bomb cell", cell))
    return faults


@dataclass(frozen=True)
class Wiring:
    """A map that fits its instance.

    Attributes:
        subdivision: each of its edges is a crate, each of its vertices has a bomb cell.
        table: the map.
    """

    subdivision: Subdivision
    table: Table

    @cached_property
    def crates(self) -> tuple[Pos, ...]:
        """The cells of the subdivision's edges, in the order of its items."""
        return tuple(itertools.chain.from_iterable(wire.crates for wire in self.table.wires))

    @cached_property
    def bombs(self) -> Mapping[Node, Pos]:
        """The bomb cell of each vertex of the subdivision that has an edge."""
        found: dict[Node, Pos] = {}
        for vertex, cell in enumerate(self.table.vertices):
            if cell is not None:
                found[vertex] = cell
        for edge, wire in enumerate(self.table.wires):
            found |= {(edge, i): cell for i, cell in enumerate(wire.bombs, 1)}
        return found

    def line(self, edge: int) -> tuple[Pos, ...]:
        """Return the cells at which the line along an edge begins, turns and ends."""
        wire = self.table.wires[edge]
        bombs = [self.bombs[node] for node in self.subdivision.path(edge)]
        cells = [cell for pair in zip(bombs, wire.crates, strict=False) for cell in pair]
        cells.append(bombs[-1])
        turns = [
            here
            for before, here, after in zip(cells, cells[1:], cells[2:], strict=False)
            if not (before.x == here.x == after.x or before.y == here.y == after.y)
        ]
        return (cells[0], *turns, cells[-1])

    def walk(self) -> Iterator[Node]:
        """Yield the vertices of the subdivision with an edge, mostly neighbour by neighbour."""
        seen: set[Node] = set()
        for start in self.subdivision.at:
            stack = [start]
            while stack:
                node = stack.pop()
                if node in seen:
                    continue
                seen.add(node)
                yield node
                for item in self.subdivision.at[node]:
                    stack += (end for end in self.subdivision.ends[item] if end not in seen)


def read_wiring(encoding: Encoding) -> Wiring:
    """Read the map of an encoding, which has to fit its instance.

    Raises:
        InputError: it does not, or it is not one of this reduction.
    """
    table = read_table(encoding)
    for fault in misfits(encoding.instance, table):
        raise InputError(f"the map does not fit the graph: {fault.message}")
    return wiring_of(encoding.instance, table)


def wiring_of(problem: CoverProblem, table: Table) -> Wiring:
    """Return the wiring of a map without :func:`misfits`."""
    halves = tuple(len(wire.crates) // 2 for wire in table.wires)
    return Wiring(Subdivision(problem.graph, halves), table)
