"""Lists of numbers that may begin with counts: edge lists, METIS, Matrix Market.

A line `5 4` above edges may be an edge or the numbers of vertices and edges. Each reading is tried;
the counts are believed where they are right, and a file with two readings is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

__all__ = ["Counted", "Line", "counted_edges", "metis", "suspicious"]

#: Digits of a number at most.
_DIGITS: Final = 9


@dataclass(frozen=True)
class Line:
    """A line without its comment: its number (from 1) and what stands in it."""

    number: int
    words: tuple[str, ...]

    def numbers(self) -> tuple[int, ...] | None:
        """Return the whole numbers that the line consists of; None if it has other words."""
        if all(w.isascii() and w.isdigit() and len(w) <= _DIGITS for w in self.words):
            return tuple(map(int, self.words))
        return None


@dataclass(frozen=True)
class Counted:
    """A graph whose counts are right.

    Attributes:
        first: the name of its first vertex, a number; the others follow.
        vertices: how many there are.
        edges: pairs of numbers of vertices (from 0), the smaller one first, and their lines.
        note: how the counts were read.
    """

    first: int
    vertices: int
    edges: tuple[tuple[tuple[int, int], int], ...]
    note: str

    @property
    def named(self) -> frozenset[tuple[int, int]]:
        """The edges by the names of their ends."""
        return frozenset((u + self.first, v + self.first) for (u, v), _ in self.edges)


def counted_edges(lines: Sequence[Line]) -> Counted | None:
    """Return the graph of an edge list below its counts; None if they are not its counts."""
    if not lines or (counts := lines[0].numbers()) is None or len(counts) != 2:
        return None
    vertices, edges = counts
    if len(lines) - 1 != edges or not edges:
        return None
    found: dict[tuple[int, int], int] = {}
    pairs = list(_pairs(lines[1:]))
    if len(pairs) != edges:
        return None
    first = 0 if any(0 in pair for pair, _ in pairs) else 1
    for (u, v), line in pairs:
        edge = (min(u, v) - first, max(u, v) - first)
        if edge[0] == edge[1] or edge[1] >= vertices or edge in found:
            return None
        found[edge] = line
    said = " ".join(lines[0].words)
    note = f"the first line, `{said}`, is read as {vertices} vertices and {edges} edges"
    return Counted(first, vertices, tuple(found.items()), note)


def _pairs(lines: Sequence[Line]) -> Iterator[tuple[tuple[int, int], int]]:
    for line in lines:
        match line.numbers():
            case (u, v):
                yield (u, v), line.number
            case _:
                return


def metis(lines: Sequence[Line]) -> Counted | None:
    """Return the graph of METIS's form; None if the lines are no such graph.

    Line `n m`, or `n m fmt ncon`, and for each vertex a line of its neighbours, which may be empty.
    The digits of `fmt` say that a vertex has a size and `ncon` weights before its neighbours, and
    that each neighbour has a weight behind it.
    """
    if not lines or (counts := lines[0].numbers()) is None or not 2 <= len(counts) <= 4:
        return None
    vertices, edges = counts[:2]
    form = lines[0].words[2].zfill(3) if len(counts) > 2 else "000"
    if len(form) != 3 or set(form) - {"0", "1"} or not edges:
        return None
    weights = (counts[3] if len(counts) > 3 else 1) if form[1] == "1" else 0
    skipped, step = weights + (form[0] == "1"), 1 + (form[2] == "1")
    rows = list(lines[1:])
    while len(rows) > vertices and not rows[-1].words:
        rows.pop()
    if len(rows) > vertices:
        return None
    seen: dict[tuple[int, int], int] = {}
    for vertex, row in enumerate(rows):
        said = row.numbers()
        if said is None or (len(said) - skipped) % step or len(said) < skipped:
            return None
        for neighbour in said[skipped::step]:
            if not 1 <= neighbour <= vertices or neighbour - 1 == vertex:
                return None
            if (vertex, neighbour - 1) in seen:
                return None
            seen[vertex, neighbour - 1] = row.number
    both = len(seen) == 2 * edges and all((v, u) in seen for u, v in seen)
    if not both:
        return None
    found = tuple(((u, v), line) for (u, v), line in seen.items() if u < v)
    note = f"the file is read as METIS's form: {vertices} vertices and {edges} edges"
    if weights or form != "000":
        note += "; weights are not read"
    return Counted(1, vertices, found, note)


def suspicious(lines: Sequence[Line]) -> tuple[int, int, int] | None:
    """Return vertices and edges that a first line counts wrongly, and the edges that follow.

    None if it does not look like counts: its numbers are not larger than all that follow.
    """
    counts = lines[0].numbers() if lines else None
    if counts is None or len(counts) != 2 or len(lines) < 2:
        return None
    pairs = list(_pairs(lines[1:]))
    largest = max((max(pair) for pair, _ in pairs), default=0)
    if len(pairs) < len(lines) - 1 or counts[0] < largest or counts[1] <= largest:
        return None
    if 2 * counts[1] > counts[0] * (counts[0] - 1):  # no graph has so many edges
        return None
    return counts[0], counts[1], len(pairs)
