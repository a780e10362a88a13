"""Graphs as text: edge lists, DIMACS and PACE, METIS, Matrix Market, graph6 and sparse6."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NoReturn

from gridproof.errors import InputError, shorten
from gridproof.options import whole_number
from gridproof.reductions.sources.graph_counts import (
    MAX_VERTICES,
    Counted,
    Line,
    counted_edges,
    metis,
    suspicious,
)
from gridproof.reductions.sources.libraries import networkx

__all__ = ["MAX_VERTICES", "GraphText", "read", "tokens", "write"]

_TOKEN = re.compile(r"[^\s,]+")
_HEADER = re.compile(r"\s*cover\s*:\s*(\S*)\s*$", re.IGNORECASE)
_PROBLEM = re.compile(r"\s*p\s+[a-z][a-z-]*\s+\d+(\s+\d+)?\s*$|\s*p\s+(edge|edges|col|td|tw)\b")
_COMMENT = re.compile(r"[#].*|^\s*(?:%|//).*")
_GRAPH6: Final = ">>graph6<<"
_SPARSE6: Final = ">>sparse6<<"
_MATRIX: Final = "%%matrixmarket"
#: Forms that are told by their first word, and not read.
_FOREIGN: Final = (
    (re.compile(r"\s*<"), "XML, as GraphML is"),
    (re.compile(r"\s*[{\[]"), "JSON"),
    (re.compile(r"\s*(strict\s+)?(di)?graph\b[^\n{]*\{"), "DOT"),
    (re.compile(r"(\s*(Creator|Version)[^\n]*\n)*\s*graph\s*\["), "GML"),
    (re.compile(r"\s*(&|>>digraph6<<)"), "digraph6, of graphs with directions"),
    (re.compile(r"\s*s\s+td\s"), "a tree decomposition"),
)
_READ: Final = (
    "graphs are read as edge lists (`1 2` a line), DIMACS, PACE, METIS, Matrix Market, graph6 and"
    " sparse6"
)


@dataclass(frozen=True)
class GraphText:
    """The contents of a text.

    Attributes:
        names: of the vertices, in order.
        edges: pairs of vertex numbers (from 0), the smaller one first, sorted.
        cover: the size of covers that it asks for, if it does.
        cover_line: the line that says so.
        notes: on the reading of the text, if it is not plain.
    """

    names: tuple[str, ...]
    edges: tuple[tuple[int, int], ...]
    cover: int | None
    cover_line: int
    notes: tuple[str, ...] = ()


def tokens(text: str) -> list[str]:
    """Return the names in a text, which spaces and commas separate."""
    return _TOKEN.findall(text)


def write(names: Sequence[str], edges: Sequence[tuple[int, int]]) -> str:
    """Write a graph as an edge list that :func:`read` reads back, vertices in the same order."""
    text = "\n".join(_written(names, edges, 0)) + "\n"
    rows = [Line(number, tuple(line.split())) for number, line in enumerate(text.split("\n")[:-1])]
    if _titles(rows) or counted_edges(rows) or metis(rows) or suspicious(rows):
        text = "\n".join(_written(names, edges, 1)) + "\n"
    return text


def _written(names: Sequence[str], edges: Sequence[tuple[int, int]], alone: int) -> Sequence[str]:
    """Return the lines of an edge list; the first `alone` names stand on lines of their own."""
    lines = list(names[:alone])
    told = alone  # names that stand in the lines so far: a name's first place is its number
    for u, v in edges:
        # Names that the order asks for before this edge's own; `v` is the larger end.
        lines += names[told : u if v == u + 1 else v]
        told = max(told, v + 1)
        lines.append(f"{names[u]} {names[v]}")
    return [*lines, *names[told:]]


def _titles(rows: Sequence[Line]) -> bool:
    """Return True if the first line names the columns of edges whose ends are all numbers."""
    return (
        len(rows) > 1
        and len(rows[0].words) == 2
        and not any(word.isdigit() for word in rows[0].words)
        and all(row.numbers() is not None for row in rows[1:])
    )


@dataclass
class _Reader:
    """Collects vertices and edges, and says where something is wrong."""

    source: str
    numbers: dict[str, int] = field(default_factory=dict)
    edges: dict[tuple[int, int], int] = field(default_factory=dict)  # edge → its line
    line: int = 1
    notes: list[str] = field(default_factory=list)

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

    def counted(self, graph: Counted) -> None:
        """Take a graph whose counts are right."""
        if len(graph.names) > MAX_VERTICES:
            self.fault(f"there are more than {MAX_VERTICES} vertices", 1)
        for name in graph.names:
            self.vertex(name, 1)
        for (u, v), self.line in graph.edges:
            self.edge(u, v, f"{graph.names[u]}–{graph.names[v]}", 1)
        self.notes.append(graph.note)


def read(text: str, source: str = "<string>") -> GraphText:
    """Read the graph of a text in any of the formats.

    A line ``cover: 3`` says how many vertices a cover may have. In an edge list a line has the
    names of two vertices, or of one that may have no edge; ``#`` begins a comment, and so does
    ``%`` at the beginning of a line.

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
    body = "\n".join(line for _, line in lines)
    foreign = next((what for form, what in _FOREIGN if form.match(body)), None)
    told = [(number, line) for number, line in lines if _COMMENT.sub("", line).strip()]
    if foreign is not None:
        raise InputError(f"{source}: this is {foreign}", hint=_READ)
    if body.lstrip().lower().startswith(_MATRIX):
        _matrix(reader, lines)
    elif any(_PROBLEM.match(line) for _, line in lines):
        _dimacs(reader, lines)
    elif told and told[0][1].lstrip().startswith((":", _SPARSE6)):
        _sparse6(reader, told)
    elif told and (told[0][1].startswith(_GRAPH6) or (len(told) == 1 and _single(told[0][1]))):
        _graph6(reader, lines)
    else:
        _edge_list(reader, lines)
    if not reader.edges:
        raise InputError(f"{source}: there is no edge", hint="a line such as `1 2` is an edge")
    names, edges, notes = tuple(reader.numbers), tuple(sorted(reader.edges)), tuple(reader.notes)
    return GraphText(names, edges, cover, cover_line, notes)


def _single(line: str) -> bool:
    return len(tokens(line)) == 1


def _edge_list(reader: _Reader, lines: Sequence[tuple[int, str]]) -> None:
    whole = [Line(n, tuple(tokens(_COMMENT.sub("", text)))) for n, text in lines]
    rows = [line for line in whole if line.words]
    if (found := _counted(reader, lines, whole, rows)) is not None:
        reader.counted(found)
        return
    if wrong := suspicious(rows):
        reader.line = rows[0].number
        reader.fault(
            f"`{' '.join(rows[0].words)}` may be an edge, or {wrong}",
            1,
            hint="mend the counts, or move the edge further down",
        )
    if _titles(rows):
        titles = shorten(" ".join(rows[0].words))
        reader.notes.append(f"the first line, `{titles}`, is read as the names of columns")
        lines = [(number, text) for number, text in lines if number != rows[0].number]
    for reader.line, line in lines:
        said = list(_TOKEN.finditer(_COMMENT.sub("", line)))
        ends = [reader.vertex(token[0], token.start() + 1) for token in said[:2]]
        if len(said) > 2:
            reader.fault(
                "an edge has two ends",
                said[2].start() + 1,
                hint="edge lists have two names a line; weights are not read",
            )
        if len(said) == 2:
            reader.edge(ends[0], ends[1], f"{said[0][0]}–{said[1][0]}", said[0].start() + 1)


def _counted(
    reader: _Reader,
    lines: Sequence[tuple[int, str]],
    whole: Sequence[Line],
    rows: Sequence[Line],
) -> Counted | None:
    """Return the graph that the first line counts rightly; None if it counts nothing.

    Raises:
        InputError: its counts are right in two readings.
    """
    listed = counted_edges(rows)
    if not rows:
        return None
    # In METIS's form an empty line is a vertex without edges, and a comment is no line.
    bare = [
        line
        for line, (_, text) in zip(whole, lines, strict=True)
        if line.number >= rows[0].number and (line.words or not text.strip())
    ]
    adjacent = metis(bare) or metis(rows)
    if listed is None or adjacent is None or len(listed.names) > MAX_VERTICES:
        return listed or adjacent
    if listed.named != adjacent.named or len(listed.names) != len(adjacent.names):
        reader.line = rows[0].number
        reader.fault(
            "this may be an edge list below its counts, or METIS's lists of neighbours: these are"
            " two graphs",
            1,
            hint="write the edges in DIMACS: `p edge VERTICES EDGES`, and `e 1 2` a line",
        )
    return listed


def _matrix(reader: _Reader, lines: Sequence[tuple[int, str]]) -> None:
    """Read the coordinates of Matrix Market: the entries of a square matrix are the edges."""
    sizes: tuple[int, ...] | None = None
    entries = 0
    for reader.line, line in lines:
        words = [(word[0], word.start() + 1) for word in _TOKEN.finditer(line)]
        if line.lower().lstrip().startswith(_MATRIX):
            kinds = [word.lower() for word, _ in words[1:]]
            if kinds[:2] != ["matrix", "coordinate"]:
                reader.fault("the matrix must be given by `matrix coordinate`", 1)
            if "pattern" not in kinds:
                reader.notes.append("the values of the matrix are not read: each entry is an edge")
        elif not words or line.lstrip().startswith("%"):
            continue
        elif sizes is None:
            if len(words) != 3:
                reader.fault("this line must be `ROWS COLUMNS ENTRIES`", 1)
            sizes = tuple(_number(reader, *word, 0) for word in words)
            if sizes[0] != sizes[1]:
                reader.fault("the matrix of a graph has as many rows as columns", words[1][1])
            if sizes[0] > MAX_VERTICES:
                reader.fault(f"there are more than {MAX_VERTICES} vertices", words[0][1])
            for vertex in range(sizes[0]):
                reader.vertex(str(vertex + 1), 1)
        else:
            if len(words) < 2:
                reader.fault("an entry is `ROW COLUMN`, and a value if it has one", words[0][1])
            u, v = (_number(reader, *word, 1, sizes[0]) for word in words[:2])
            reader.edge(u - 1, v - 1, f"{u}–{v}", words[0][1], again=True)
            entries += 1
    if sizes is None:
        raise InputError(f"{reader.source}: the line `ROWS COLUMNS ENTRIES` is missing")
    if sizes[2] != entries:
        said = f"{sizes[2]} entries are announced, but there are {entries}"
        raise InputError(f"{reader.source}: {said}")


def _sparse6(reader: _Reader, told: Sequence[tuple[int, str]]) -> None:
    """Read the format of McKay's programs for graphs with few edges, by NetworkX."""
    reader.line, line = told[0]
    if len(told) > 1:
        reader.line = told[1][0]
        reader.fault("sparse6 has one graph a line; give one line", 1)
    data = line.strip().removeprefix(_SPARSE6)
    if not data.startswith(":") or any(not "?" <= character <= "~" for character in data[1:]):
        reader.fault("this is no sparse6: `:` and characters from `?` to `~`", 1)
    vertices = 0  # one character, or `~` and three
    for character in data[2:5] if data.startswith(":~") else data[1:2]:
        vertices = vertices << 6 | ord(character) - ord("?")
    if data.startswith(":~~") or vertices > MAX_VERTICES or len(data) > 40 * MAX_VERTICES:
        reader.fault(f"sparse6 of a graph of up to {MAX_VERTICES} vertices is needed", 1)
    nx = networkx()

    try:
        graph = nx.from_sparse6_bytes(data.encode())
    except (nx.NetworkXException, ValueError, IndexError):
        reader.fault("this is no sparse6 of a graph", 1)
    for vertex in range(len(graph)):
        reader.vertex(str(vertex + 1), 1)
    for u, v, *_ in graph.edges:
        reader.edge(u, v, f"{u + 1}–{v + 1}", 1)


def _dimacs(reader: _Reader, lines: Sequence[tuple[int, str]]) -> None:
    vertices = edges = said = 0
    for reader.line, line in lines:
        parts = [(token[0], token.start() + 1) for token in _TOKEN.finditer(line)]
        if not parts or parts[0][0] == "c" or parts[0][0][0] in "%#":
            continue
        kind, column = parts[0]
        if kind == "p":
            if vertices:
                reader.fault("there is a second line `p`", column)
            if len(parts) != 4:
                named = parts[1][0] if len(parts) > 1 else "edge"
                reader.fault(f"this line must be `p {shorten(named)} VERTICES EDGES`", column)
            vertices = _number(reader, *parts[2], 1, MAX_VERTICES)
            edges = _number(reader, *parts[3], 0)
            for vertex in range(vertices):
                reader.vertex(str(vertex + 1), column)
        elif kind == "e" or kind.isdigit():  # PACE's files have no `e`
            ends = parts[kind == "e" :]
            if not vertices:
                reader.fault("a line `p edge VERTICES EDGES` must come first", column)
            if len(ends) != 2:
                written = "e 1 2" if kind == "e" else "1 2"
                reader.fault(f"an edge is written `{written}`", column)
            u, v = (_number(reader, *part, 1, vertices) for part in ends)
            # Files in the wild name each edge once, or in both directions.
            reader.edge(u - 1, v - 1, f"{u}–{v}", ends[0][1], again=True)
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
    """Read the format of McKay's programs: 6 bits a character, the upper triangle by columns."""
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
