"""Graphs as text: edge lists, DIMACS graphs and graph6."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NoReturn

from gridproof.errors import InputError, shorten
from gridproof.options import whole_number

__all__ = ["MAX_VERTICES", "GraphText", "read", "tokens", "write"]

#: Vertices of a graph at most; boards have room for fewer.
MAX_VERTICES: Final = 5000

_TOKEN = re.compile(r"[^\s,]+")
_HEADER = re.compile(r"\s*cover\s*:\s*(\S*)\s*$", re.IGNORECASE)
_PROBLEM = re.compile(r"\s*p\s+(edge|edges|col)\s+\d")
_GRAPH6: Final = ">>graph6<<"


@dataclass(frozen=True)
class GraphText:
    """What a text says.

    Attributes:
        names: of the vertices, in order.
        edges: pairs of vertex numbers (from 0), the smaller one first, sorted.
        cover: the size of covers that it asks for, if it does.
        cover_line: the line that says so.
    """

    names: tuple[str, ...]
    edges: tuple[tuple[int, int], ...]
    cover: int | None
    cover_line: int


def tokens(text: str) -> list[str]:
    """The names in a text: what stands between spaces and commas."""
    return _TOKEN.findall(text)


def write(names: Sequence[str], edges: Sequence[tuple[int, int]]) -> str:
    """A graph as an edge list that :func:`read` reads back, vertices in the same order."""
    lines: list[str] = []
    told = 0  # so many names stand in the lines so far: a name's first place is its number
    for u, v in edges:
        # Names that the order asks for before this edge's own; `v` is the larger end.
        lines += names[told : u if v == u + 1 else v]
        told = max(told, v + 1)
        lines.append(f"{names[u]} {names[v]}")
    return "\n".join([*lines, *names[told:]]) + "\n"


@dataclass
class _Reader:
    """Collects vertices and edges, and says where something is wrong."""

    source: str
    numbers: dict[str, int] = field(default_factory=dict)
    edges: dict[tuple[int, int], int] = field(default_factory=dict)  # edge → its line
    line: int = 1

    def fault(self, message: str, column: int | None = None, hint: str | None = None) -> NoReturn:
        place = f"{self.source}:{self.line}" + (f":{column}" if column else "")
        raise InputError(f"{place}: {message}", hint=hint)

    def vertex(self, name: str, column: int) -> int:
        if _HEADER.match(name):
            self.fault(f"`{shorten(name)}` is no name of a vertex", column)
        if name not in self.numbers and len(self.numbers) == MAX_VERTICES:
            self.fault(f"there are more than {MAX_VERTICES} vertices", column)
        return self.numbers.setdefault(name, len(self.numbers))

    def edge(self, u: int, v: int, text: str, column: int, *, again: bool = False) -> None:
        if u == v:
            self.fault(f"edge {shorten(text)} joins a vertex with itself", column)
        edge = (min(u, v), max(u, v))
        if edge in self.edges and not again:
            self.fault(f"edge {shorten(text)} is there since line {self.edges[edge]}", column)
        self.edges.setdefault(edge, self.line)


def read(text: str, source: str = "<string>") -> GraphText:
    """The graph of a text in any of the formats.

    A line ``cover: 3`` says how many vertices a cover may have. In an edge list a line has the
    names of two vertices, or of one that may have no edge; ``#`` begins a comment.

    Raises:
        InputError: with ``source:line:column``.
    """
    reader = _Reader(source)
    cover, cover_line = None, 0
    lines: list[tuple[int, str]] = []
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        header = _HEADER.match(line)
        if header is None:
            lines.append((number, line))
            continue
        reader.line = number
        if cover_line:
            reader.fault("`cover` is said twice", 1)
        try:
            cover, cover_line = whole_number(header[1]), number
        except ValueError as error:
            reader.fault(f"`cover` {error}", header.start(1) + 1)
    told = [(number, line) for number, line in lines if line.split("#")[0].strip()]
    if any(_PROBLEM.match(line) for _, line in lines):
        _dimacs(reader, lines)
    elif told and (told[0][1].startswith(_GRAPH6) or (len(told) == 1 and _single(told[0][1]))):
        _graph6(reader, lines)
    else:
        _edge_list(reader, lines)
    if not reader.edges:
        raise InputError(f"{source}: there is no edge", hint="a line such as `1 2` is an edge")
    return GraphText(tuple(reader.numbers), tuple(sorted(reader.edges)), cover, cover_line)


def _single(line: str) -> bool:
    return len(tokens(line)) == 1


def _edge_list(reader: _Reader, lines: Sequence[tuple[int, str]]) -> None:
    for reader.line, line in lines:
        said = list(_TOKEN.finditer(line.split("#")[0]))
        ends = [reader.vertex(token[0], token.start() + 1) for token in said[:2]]
        if len(said) > 2:
            reader.fault(
                "an edge has two ends",
                said[2].start() + 1,
                hint="edge lists have two names a line; weights are not read",
            )
        if len(said) == 2:
            reader.edge(ends[0], ends[1], f"{said[0][0]}–{said[1][0]}", said[0].start() + 1)


def _dimacs(reader: _Reader, lines: Sequence[tuple[int, str]]) -> None:
    vertices = edges = said = 0
    for reader.line, line in lines:
        parts = [(token[0], token.start() + 1) for token in _TOKEN.finditer(line)]
        if not parts or parts[0][0] == "c":
            continue
        kind, column = parts[0]
        if kind == "p":
            if vertices:
                reader.fault("there is a second line `p`", column)
            if len(parts) != 4:
                reader.fault("this line must be `p edge VERTICES EDGES`", column)
            vertices = _number(reader, *parts[2], 1, MAX_VERTICES)
            edges = _number(reader, *parts[3], 0)
            for vertex in range(vertices):
                reader.vertex(str(vertex + 1), column)
        elif kind == "e":
            if not vertices:
                reader.fault("a line `p edge VERTICES EDGES` must come first", column)
            if len(parts) != 3:
                reader.fault("an edge is written `e 1 2`", column)
            u, v = (_number(reader, *part, 1, vertices) for part in parts[1:])
            # Files in the wild name each edge once, or in both directions.
            reader.edge(u - 1, v - 1, f"{u}–{v}", parts[1][1], again=True)
            said += 1
        else:
            reader.fault(f"lines begin with `c`, `p` or `e`, not `{shorten(kind)}`", column)
    if edges not in (said, len(reader.edges)):
        raise InputError(f"{reader.source}: {edges} edges are announced, but there are {said}")


def _number(reader: _Reader, text: str, column: int, least: int, most: int | None = None) -> int:
    try:
        return whole_number(text, least) if most is None else whole_number(text, least, most)
    except ValueError as error:
        reader.fault(f"`{shorten(text)}` {error}", column)


def _graph6(reader: _Reader, lines: Sequence[tuple[int, str]]) -> None:
    """The format of McKay's programs: 6 bits a character, the upper triangle column by column."""
    said = [(number, line) for number, line in lines if line.strip()]
    reader.line, line = said[0]
    if len(said) > 1:
        reader.line = said[1][0]
        reader.fault("graph6 has one graph a line; give one line", 1)
    start = len(line) - len(line.lstrip())
    if line.startswith(_GRAPH6, start):
        start += len(_GRAPH6)
    data = line[start:].rstrip()
    for offset, character in enumerate(data):
        if not "?" <= character <= "~":
            reader.fault(
                f"`{character}` is no character of graph6",
                start + offset + 1,
                hint="edge lists have two names a line",
            )
    values = [ord(character) - ord("?") for character in data]
    head = 4 if values[:1] == [63] else 1
    if values[:2] == [63, 63] or len(values) < head:
        reader.fault(f"graph6 of a graph of up to {MAX_VERTICES} vertices is needed", start + 1)
    vertices = 0
    for value in values[1:4] if head == 4 else values[:1]:
        vertices = vertices << 6 | value
    if vertices > MAX_VERTICES:
        reader.fault(f"there are more than {MAX_VERTICES} vertices", start + 1)
    pairs = vertices * (vertices - 1) // 2
    if len(values) - head != -(-pairs // 6):
        needed = -(-pairs // 6)
        reader.fault(
            f"a graph of {vertices} vertices takes {needed} more characters of graph6, not"
            f" {len(values) - head}",
            start + head + 1,
            hint="edge lists have two names a line",
        )
    for vertex in range(vertices):
        reader.vertex(str(vertex + 1), start + 1)
    bits = (value >> shift & 1 for value in values[head:] for shift in range(5, -1, -1))
    for (u, v), bit in zip(_triangle(vertices), bits, strict=False):  # the rest is padding
        if bit:
            reader.edge(u, v, f"{u + 1}–{v + 1}", start + 1)


def _triangle(vertices: int) -> Iterator[tuple[int, int]]:
    return ((u, v) for v in range(vertices) for u in range(v))
