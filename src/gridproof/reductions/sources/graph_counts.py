"""Lists of numbers that may begin with counts: edge lists, METIS, Matrix Market.

A line `5 4` above edges may be an edge or the numbers of vertices and edges. Each reading is tried;
the counts are believed where they are right, and a file with two readings is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

__all__ = ["MAX_VERTICES", "Counted", "Line", "counted_edges", "metis", "suspicious"]

#: Vertices of a graph at most; boards have room for fewer.
MAX_VERTICES: Final = 5000
#: Lines that METIS's lists of neighbours may lack, or have too many, and still look like them.
_NEAR: Final = 1

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
        names: of its vertices; if there are too many, of one more than there may be.
        edges: pairs of numbers of vertices (from 0), the smaller one first, and their lines.
        note: how the counts were read.
    """

    names: tuple[str, ...]
    edges: tuple[tuple[tuple[int, int], int], ...]
    note: str

    @property
    def named(self) -> frozenset[tuple[str, str]]:
        """The edges by the names of their ends."""
        return frozenset((self.names[u], self.names[v]) for (u, v), _ in self.edges)


def counted_edges(lines: Sequence[Line]) -> Counted | None:
    """Return the graph of an edge list below its counts; None if they are not its counts."""
    if not lines or (counts := lines[0].numbers()) is None or len(counts) != 2:
        return None
    vertices, edges = counts
    if len(lines) - 1 != edges or not edges:
        return None
    said = " ".join(lines[0].words)
    note = f"the first line, `{said}`, is read as {vertices} vertices and {edges} edges"
    found: dict[tuple[int, int], int] = {}
    pairs = list(_pairs(lines[1:]))
    if not pairs and (named := _of_names(lines[1:], vertices)) is not None:
        return Counted(*named, note)
    if len(pairs) != edges:
        return None
    first = 0 if any(0 in pair for pair, _ in pairs) else 1
    for (u, v), line in pairs:
        edge = (min(u, v) - first, max(u, v) - first)
        if edge[0] == edge[1] or edge[1] >= vertices or edge in found:
            return None
        found[edge] = line
    return Counted(_numbers(first, vertices), tuple(found.items()), note)


def _numbers(first: int, count: int) -> tuple[str, ...]:
    return tuple(map(str, range(first, first + min(count, MAX_VERTICES + 1))))


def _of_names(
    lines: Sequence[Line], vertices: int
) -> tuple[tuple[str, ...], tuple[tuple[tuple[int, int], int], ...]] | None:
    """Return the vertices and edges of lines of two names each that are no numbers.

    None if a line is something else, or there are not as many vertices, or an edge is there twice.
    """
    numbers: dict[str, int] = {}
    found: dict[tuple[int, int], int] = {}
    for line in lines:
        if not _is_named(line):
            return None
        u, v = (numbers.setdefault(word, len(numbers)) for word in line.words)
        edge = min(u, v), max(u, v)
        if u == v or edge in found:
            return None
        found[edge] = line.number
    return (tuple(numbers), tuple(found.items())) if len(numbers) == vertices else None


def _is_named(line: Line) -> bool:
    """Return True if a line has two names that are no numbers."""
    return len(line.words) == 2 and not any(word.isdigit() for word in line.words)


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
    return Counted(_numbers(1, vertices), found, note)


def suspicious(lines: Sequence[Line]) -> str | None:
    """Return what a first line may count and what follows does not bear out; None if nothing.

    In a list of numbered edges its numbers are larger than all that follow; else the lines that
    follow are no edges of its kind: they have names, or nearly METIS's lists of neighbours.
    """
    counts = lines[0].numbers() if lines else None
    if counts is None or len(counts) != 2 or len(lines) < 2:
        return None
    vertices, edges = counts
    if not 0 < 2 * edges <= vertices * (vertices - 1):  # no graph has such counts
        return None
    said = f"count {vertices} vertices and {edges} edges"
    rows = lines[1:]
    if all(map(_is_named, rows)):
        follow = len({word for row in rows for word in row.words})
        return f"{said}, of which {follow} and {len(rows)} follow"
    numbers = [row.numbers() for row in rows]
    entries = [number for row in numbers for number in row or ()]
    if not entries or None in numbers:
        return None
    if all(len(row or ()) == 2 for row in numbers):
        if vertices < max(entries) or edges <= max(entries):
            return None
        return f"{said}, of which {len(rows)} follow"
    if abs(len(rows) - vertices) > _NEAR and len(entries) != 2 * edges:
        return None
    return f"{said} of METIS's lists of neighbours, and these are not right"
