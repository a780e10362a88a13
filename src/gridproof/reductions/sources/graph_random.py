"""Random planar graphs of degree at most 3, of many kinds."""

from __future__ import annotations

from random import Random
from typing import Final

from gridproof.errors import InputError
from gridproof.options import whole_number

__all__ = ["MAX_VERTICES", "graph"]

#: Vertices of a random graph at most.
MAX_VERTICES: Final = 1000

_Edge = tuple[int, int]


def graph(parameters: str, rng: Random) -> tuple[int, tuple[_Edge, ...]]:
    """Draw a planar graph of degree at most 3 with at least one edge.

    Without a number of edges it is cubic as far as possible, a tree, sparse, or made of parts,
    some of which may be isolated vertices.

    Args:
        parameters: "VERTICES" or "VERTICES,EDGES".
        rng: equal states of it make equal graphs.

    Returns:
        The number of vertices and the edges, smaller vertex first, sorted.

    Raises:
        InputError: there is none of this size.
    """
    words = parameters.split(",")
    what = "the size of a random graph"
    try:
        if len(words) > 2:
            raise ValueError("must be VERTICES or VERTICES,EDGES")
        vertices = whole_number(words[0].strip(), 2, MAX_VERTICES)
        wanted = None
        if len(words) == 2:
            what = f"the edges of a random graph of {vertices} vertices"
            wanted = whole_number(words[1].strip(), 1, most_edges(vertices))
    except ValueError as error:
        raise InputError(f"{what} {error}: {parameters!r}") from None
    if wanted is None:
        kind = rng.choice(("cubic", "tree", "sparse", "parts"))
        edges = _of_kind(kind, vertices, rng)
    else:
        edges = rng.sample(_dense(vertices, rng), wanted)
    names = list(range(vertices))
    rng.shuffle(names)
    pairs = ((names[u], names[v]) for u, v in edges)
    return vertices, tuple(sorted((min(pair), max(pair)) for pair in pairs))


def most_edges(vertices: int) -> int:
    """Return the maximum count of edges of a planar graph of degree at most 3."""
    return vertices * (vertices - 1) // 2 if vertices < 4 else vertices * 3 // 2


def _of_kind(kind: str, vertices: int, rng: Random) -> list[_Edge]:
    if kind == "tree":
        return _tree(vertices, rng)
    if kind == "parts" and vertices >= 4:
        return _parts(vertices, rng)
    edges = _dense(vertices, rng)
    if kind == "cubic":
        return edges
    return rng.sample(edges, rng.randint(max(1, len(edges) // 3), len(edges)))


def _parts(vertices: int, rng: Random) -> list[_Edge]:
    """Return graphs side by side; parts of one vertex are isolated."""
    edges: list[_Edge] = []
    start = 0
    while start < vertices:
        left = vertices - start
        size = 1 if start and rng.random() < 0.3 else rng.randint(2, max(2, vertices // 2))
        size = min(size, left)
        if size > 1:
            part = _of_kind(rng.choice(("cubic", "tree", "sparse")), size, rng)
            edges += [(start + u, start + v) for u, v in part]
        start += size
    return edges


def _tree(vertices: int, rng: Random) -> list[_Edge]:
    """Grow a tree at any vertex with room, or rather near its tips."""
    eager = rng.random()  # how often it grows at a young vertex: long branches
    degrees = [0]
    edges = []
    for vertex in range(1, vertices):
        room = [other for other, degree in enumerate(degrees) if degree < 3]
        parent = rng.choice(room[-3:] if rng.random() < eager else room)
        degrees[parent] += 1
        degrees.append(1)
        edges.append((parent, vertex))
    return edges


def _dense(vertices: int, rng: Random) -> list[_Edge]:
    """Build a connected graph with as many edges as there can be.

    An even number of vertices: from the complete graph on four, edges are subdivided in pairs that
    bound a face, and joined across it. An odd one: an edge of such a graph is subdivided.
    """
    if vertices < 4:
        return [(u, v) for v in range(vertices) for u in range(v)]
    faces = [[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]]  # all in one sense
    for new in range(4, vertices - 1, 2):
        face = rng.choice(faces)
        first, second = sorted(rng.sample(range(len(face)), 2))
        for at, vertex in ((second, new + 1), (first, new)):  # the later place first: it stays
            u, v = face[at], face[(at + 1) % len(face)]
            face.insert(at + 1, vertex)
            other = next(f for f in faces if f is not face and _follows(f, v, u))
            other.insert(other.index(v) + 1, vertex)
        # Now the new vertices are at first + 1 and second + 2.
        faces.append([*face[first + 1 : second + 3]])
        face[first + 2 : second + 2] = []
    edges = sorted({(min(p), max(p)) for f in faces for p in zip(f, f[1:] + f[:1], strict=True)})
    if vertices % 2:
        u, v = edges.pop(rng.randrange(len(edges)))
        edges += [(u, vertices - 1), (v, vertices - 1)]
    return edges


def _follows(face: list[int], u: int, v: int) -> bool:
    """Return True if ``v`` comes right after ``u`` on a face."""
    return u in face and face[(face.index(u) + 1) % len(face)] == v
