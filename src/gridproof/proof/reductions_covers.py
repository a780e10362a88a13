"""Vertex cover as a board of bombcover, boxcover or merge.

Let G be a graph, and G' what it becomes when each edge is replaced by a path of an odd number
2·l + 1 of edges, l at least 1. L is the sum of all l. A smallest vertex cover of G' has L more
vertices than one of G: a path of which one end is chosen takes l inner vertices besides, and one of
which none is takes l + 1, as many as if an end had been added to the cover of G.

The board's items stand for the edges of G'. ``docs/explanation/certificates-reductions.md`` has the
theorems and their proofs.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

from gridproof.games.merge.level import MergeLevel
from gridproof.limits import Ticker, paced
from gridproof.proof.claims import Claim, Counts, Records, need
from gridproof.proof.reductions import (
    Board,
    Cell,
    all_named,
    board_of,
    instance_of,
    linked_pairs,
    path_of,
)
from gridproof.proof.tree import Program, Row, check_tree

__all__ = ["check"]


class Item(NamedTuple):
    """An edge of G': where its item is, and its two ends."""

    cell: Cell
    ends: tuple[int, int]


class Paths(NamedTuple):
    """G' as the file tells it.

    Attributes:
        items: its edges.
        places: by vertex of G' where the move (or hero) is that takes the items at it.
        extra: L.
    """

    items: Sequence[Item]
    places: Mapping[int, Cell]
    extra: int


def check(claim: Claim[Any], records: Records, ticker: Ticker) -> Counts:
    """Whether the board can be done as well as ``k`` exactly if the graph has a cover so small.

    After a path for each edge follows a tree: covers have more than so many vertices.

    Raises:
        Refused: a condition of the theorem does not hold, or the bound is not proven.
        Stopped: by a limit or Ctrl-C.
    """
    level, k, bound = claim.level, claim.stands_for["k"], cast(int, claim.bound)
    graph = instance_of(claim.stands_for, "graph")
    edges, size = graph["edges"], graph["cover"]
    vertices: dict[Any, int] = {}
    for u, v in paced(edges, ticker):
        need(type(u) is type(v) is str, "the name of a vertex is no text")  # 1 and true are equal
        vertices.setdefault(u, len(vertices))
        vertices.setdefault(v, len(vertices))
    pairs = [(vertices[u], vertices[v]) for u, v in paced(edges, ticker)]
    paths = _paths(pairs, len(vertices), records, ticker)
    if level.game == MergeLevel.game:
        budget = _struck(level, paths, ticker)
        # A cover of all vertices is one: of larger sizes all say the same.
        need(
            min(size, len(vertices)) == min(budget, len(vertices)),
            f"half of the heroes are what a cover of {budget} vertices takes",
        )
        stones = len(level.stones)
        need(k == stones, f"k is not the number of stones, {stones}")
        need(bound >= stones - 1, "the bound is below all stones but one")
        least = size + 1 if bound < stones else 0
    else:
        _linked(board_of(level, ticker), paths, ticker)
        need(k == size + paths.extra, f"k is not the size of the cover and {paths.extra}")
        least = bound - paths.extra
    rows = [Row(pair, 1) for pair in pairs]
    columns = len(vertices)
    program = Program([1] * columns, least - 1, [0] * columns, [1] * columns)
    nodes = check_tree(records, rows, program, ticker, list)
    return {"items": len(paths.items), "nodes": nodes}


def _paths(
    pairs: Sequence[tuple[int, int]], vertices: int, records: Records, ticker: Ticker
) -> Paths:
    """The paths of the edges: a place, an item, a place, …, a place."""
    places: dict[int, Cell] = {}
    items: list[Item] = []
    extra = 0
    for u, v in pairs:
        ticker.check()
        need(u != v, "an edge joins a vertex to itself")  # G' must have no triangle
        path = path_of(records, ticker)
        need(len(path) % 4 == 3 and len(path) > 3, "a path has not 3, 5, 7 or so on items")
        inner = range(vertices + len(items), vertices + len(items) + len(path) // 2 - 1)
        nodes = (u, *inner, v)
        # A vertex is where the first path that has it says; other paths have to fit.
        for node, place in zip(nodes, path[::2], strict=True):
            places.setdefault(node, place)
        items += map(Item, path[1::2], itertools.pairwise(nodes))
        extra += len(path) // 4
    return Paths(items, places, extra)


def _linked(board: Board, paths: Paths, ticker: Ticker) -> None:
    """Moves take stars of G', and nothing else: so they are the vertices of a cover of it.

    No move has two items that share no end. As G' has no triangle, all that a move has is at one
    vertex, and the vertices of moves that take all items are a cover. Conversely the moves at the
    vertices of a cover take all, in any order.
    """
    items = [item.cell for item in paths.items]
    named = all_named(items, board.items, ticker)
    need(named, "the paths do not have each item of the board once")
    for item in paths.items:
        ticker.check()
        for end in item.ends:
            need(
                board.takes(paths.places[end], item.cell), "a move does not take what is beside it"
            )
    for i, j in linked_pairs(board, items, ticker):
        shared = set(paths.items[i].ends) & set(paths.items[j].ends)
        need(shared != set(), "one move could take two items that share no end")


def _struck(level: MergeLevel, paths: Paths, ticker: Ticker) -> int:
    """How many vertices of G may be chosen if all stones are to break.

    A hero strikes whenever it survives a merge. All heroes are of one type and begin at level 1,
    and the first merge that a hero survives is with another at level 1, which vanishes: so at most
    half of the heroes ever strike, and any half of them can. If each stone breaks at one stroke,
    all can be broken exactly if some half of the heroes has one beside each stone. On the paths
    these are a cover of G'; each stone besides has a hero of its own that strikes nothing else.
    """
    heroes: dict[Cell, int] = dict(level.heroes)
    need(len(set(heroes.values())) == 1, "heroes are of more than one type")
    need(all(hp == 1 for _, hp in level.stones), "a stone takes more than one stroke")
    need(level.max_level != 1, "no two heroes may merge")
    strikers: dict[Cell, set[Cell]] = {cell: set() for cell, _ in level.stones}
    for x, y in heroes:
        for dx, dy in level.vector(heroes[x, y]):
            ticker.check()
            if (x + dx, y + dy) in strikers:
                strikers[x + dx, y + dy].add((x, y))
    own = set(paths.places.values())
    need(len(own) == len(paths.places), "two vertices have the same hero")
    for item in paths.items:
        ticker.check()
        beside = {paths.places[end] for end in item.ends}
        # Taken out, so that no stone is named twice.
        need(strikers.pop(item.cell) == beside, "a stone is not struck by the two heroes beside it")
    for alone in strikers.values():
        ticker.check()
        need(len(alone) == 1, "a stone that is on no path is not struck by one hero")
        need(own.isdisjoint(alone), "a stone that is on no path is struck by a hero that is needed")
        own |= alone
    return len(heroes) // 2 - paths.extra - len(strikers)
