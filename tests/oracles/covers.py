"""Vertex cover: take a vertex, or leave it and take all its neighbours."""

from collections.abc import Sequence

Edge = tuple[int, int]


def fewest_vertices(edges: Sequence[Edge]) -> int:
    """Return the number of vertices of a smallest cover."""
    if not edges:
        return 0
    vertex = edges[0][0]
    beside = {v if u == vertex else u for u, v in edges if vertex in (u, v)}
    taken = fewest_vertices([edge for edge in edges if vertex not in edge])
    if len(beside) == 1:  # its one neighbour covers as much and more
        (vertex,) = beside
        return 1 + fewest_vertices([edge for edge in edges if vertex not in edge])
    left = fewest_vertices([edge for edge in edges if beside.isdisjoint(edge)])
    return min(1 + taken, len(beside) + left)
