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
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

from gridproof.games.merge.level import MergeLevel
from gridproof.limits import Ticker, paced
from gridproof.proof.claims import Claim, Counts, Records, need
from gridproof.proof.reductions.boards import (
    Board,
    board_of,
    check_named,
    instance_of,
    linked_pairs,
    path_of,
    surplus,
)
from gridproof.proof.reductions.conditions import Cell, Conditions
from gridproof.proof.tree import Program, Row, check_tree

__all__ = ["check", "conditions"]


class Item(NamedTuple):
    """An edge of G': where its item is, its two ends, and which one it is of which edge of G."""

    cell: Cell
    ends: tuple[int, int]
    edge: int
    number: int


class Paths(NamedTuple):
    """G' as the file tells it.

    Attributes:
        pairs: the edges of G, by the numbers of their vertices.
        names: of the vertices of G.
        items: its edges.
        places: by vertex of G' where the move (or hero) is that takes the items at it.
        extra: L.
    """

    pairs: Sequence[tuple[int, int]]
    names: Sequence[str]
    items: Sequence[Item]
    places: Mapping[int, Cell]
    extra: int

    def edge(self, number: int) -> str:
        """Return an edge of G as text for people."""
        return "edge {}–{}".format(*(self.names[end] for end in self.pairs[number]))

    def item(self, number: int, kind: str) -> str:
        """Return an item as text for people."""
        return f"{kind} {self.items[number].number} of {self.edge(self.items[number].edge)}"

    def end(self, item: Item, end: int) -> str:
        """Return an end of an item as text for people."""
        if end < len(self.names):
            return f"vertex {self.names[end]}"
        inner = item.number - (end == item.ends[0])
        return f"vertex {inner} within {self.edge(item.edge)}"


def check(claim: Claim[Any], records: Records, ticker: Ticker) -> Counts:
    """Check that the board has a solution as good as ``k`` exactly if the graph has such a cover.

    After a path for each edge follows a tree, which bounds the size of covers from below.

    Raises:
        Refused: a condition of the theorem does not hold, or the bound is not proven.
        Stopped: by a limit or Ctrl-C.
    """
    level, bound = claim.level, cast(int, claim.bound)
    paths, _ = conditions(level, claim.stands_for, records, Conditions(), ticker)
    if level.game == MergeLevel.game:
        stones = len(level.stones)
        need(bound >= stones - 1, "the bound is below all stones but one")
        least = claim.stands_for["graph"]["cover"] + 1 if bound < stones else 0
    else:
        least = bound - paths.extra
    rows = [Row(pair, 1) for pair in paths.pairs]
    columns = len(paths.names)
    program = Program([1] * columns, least - 1, [0] * columns, [1] * columns)
    nodes = check_tree(records, rows, program, ticker, list)
    return {"items": len(paths.items), "nodes": nodes}


def conditions(
    level: Any, stands_for: Any, records: Records, found: Conditions, ticker: Ticker
) -> tuple[Paths, int]:
    """Check that a board stands for a graph; returns its paths, and the size of covers it has.

    Raises:
        Refused: a condition of the theorem does not hold.
        Stopped: by a limit or Ctrl-C.
    """
    k, graph = stands_for["k"], instance_of(stands_for, "graph")
    edges, size = graph["edges"], graph["cover"]
    vertices: dict[Any, int] = {}
    for u, v in paced(edges, ticker):
        need(type(u) is type(v) is str, "the name of a vertex is no text")  # 1 and true are equal
        vertices.setdefault(u, len(vertices))
        vertices.setdefault(v, len(vertices))
    pairs = [(vertices[u], vertices[v]) for u, v in paced(edges, ticker)]
    paths = _paths(pairs, list(vertices), records, found, ticker)
    found.looked("k", 1)
    if level.game != MergeLevel.game:
        budget = size
        found.need(
            "k",
            k == size + paths.extra,
            f"k is not the size of the cover and {paths.extra}",
            f"k is {k}, where it must be {size} + {paths.extra}",
        )
        _linked(board_of(level, ticker), paths, found, ticker)
    else:
        budget, others = _struck(level, paths, found, ticker)
        heroes, stones = len(level.heroes), len(level.stones)
        chosen = min(size, len(vertices))
        # A cover of all vertices is one: of larger sizes all say the same.
        found.need(
            "padding",
            chosen == min(budget, len(vertices)),
            f"half of the heroes are what a cover of {budget} vertices takes",
            f"{heroes // 2} of {heroes} heroes can strike; a cover of {chosen} vertices takes "
            f"{paths.extra} + {chosen} + {others}",
        )
        found.looked("padding", 1)
        found.need(
            "k",
            k == stones,
            f"k is not the number of stones, {stones}",
            f"k is {k}, where the board has {stones} stones",
        )
    return paths, budget


def _paths(
    pairs: Sequence[tuple[int, int]],
    names: Sequence[str],
    records: Records,
    found: Conditions,
    ticker: Ticker,
) -> Paths:
    """Read the paths of the edges: a place, an item, a place, …, a place."""
    places: dict[int, Cell] = {}
    items: list[Item] = []
    paths = Paths(pairs, names, items, places, 0)
    extra = 0
    for edge, (u, v) in enumerate(pairs):
        ticker.check()
        need(u != v, "an edge joins a vertex to itself")  # G' must have no triangle
        path = path_of(records, ticker)
        if len(path) % 4 != 3 or len(path) == 3:
            found.broken(
                "paths",
                "a path has not 3, 5, 7 or so on items",
                f"the path of {paths.edge(edge)} has a length of {len(path) - 1}, which is not 6,"
                " 10, 14 and so on",
                path[0] if path else None,
            )
        inner = range(len(names) + len(items), len(names) + len(items) + len(path) // 2 - 1)
        nodes = (u, *inner, v)
        # A vertex is where the first path that has it says; other paths have to fit.
        for node, place in zip(nodes, path[::2], strict=False):
            places.setdefault(node, place)
        for number, (cell, ends) in enumerate(
            zip(path[1::2], itertools.pairwise(nodes), strict=False), 1
        ):
            items.append(Item(cell, ends, edge, number))
        extra += len(path) // 4
    found.looked("paths", len(pairs))
    found.settle("paths")
    return paths._replace(extra=extra)


def _linked(board: Board, paths: Paths, found: Conditions, ticker: Ticker) -> None:
    """Check that moves take stars of G', and nothing else: so they are vertices of a cover.

    No move has two items that share no end. As G' has no triangle, all that a move has is at one
    vertex, and the vertices of moves that take all items are a cover. Conversely the moves at the
    vertices of a cover take all, in any order.
    """
    items = [item.cell for item in paths.items]

    def name(number: int) -> str:
        return paths.item(number, found.item)

    once = "the paths do not have each item of the board once"
    check_named(items, name, board.items, found, "items", once, ticker)
    at: dict[int, list[int]] = {}
    for number, item in enumerate(paths.items):
        ticker.check()
        for end in item.ends:
            at.setdefault(end, []).append(number)
            why = board.misses(paths.places[end], item.cell)
            if why is not None:
                found.broken(
                    "stars",
                    "a move does not take what is beside it",
                    f"a move at {paths.end(item, end)} does not take the {found.item} in"
                    f" {found.place(item.cell)}: {why}",
                    paths.places[end],
                )
    for end, (first, *_) in at.items():
        if not board.starts(paths.places[end]):
            found.broken(
                "walks",
                "a move does not take what is beside it",
                f"the player cannot walk to the cell of {paths.end(paths.items[first], end)}",
                paths.places[end],
            )
    wanted = {(b, a) for near in at.values() for a, b in itertools.combinations(near, 2)}
    found.looked("stars", len(at))
    found.looked("walks", len(at))
    found.looked("links", len(wanted))
    missed = "share an end, but are no links"  # then a move misses one of both, too
    more = wanted if found.thorough else ()
    for i, j in itertools.chain(surplus(linked_pairs(board, items, ticker), wanted), more):
        if found.enough("links"):
            break
        found.broken(
            "links",
            "one move could take two items that share no end",
            f"{name(j)} and {name(i)} ({found.place(items[i])})"
            f" {'are linked, but share no end' if (i, j) not in wanted else missed}",
            items[j],
        )


def _struck(level: MergeLevel, paths: Paths, found: Conditions, ticker: Ticker) -> tuple[int, int]:
    """Return how many vertices of G may be chosen if all stones break, and the stones on no path.

    A hero strikes whenever it survives a merge. All heroes are of one type and begin at level 1,
    and the first merge that a hero survives is with another at level 1, which vanishes: so at most
    half of the heroes ever strike, and any half of them can. If each stone breaks at one stroke,
    all can be broken exactly if some half of the heroes has one beside each stone. On the paths
    these are a cover of G'; each stone besides has a hero of its own that strikes nothing else.
    """
    heroes: dict[Cell, int] = dict(level.heroes)
    for common, _ in Counter(heroes.values()).most_common(1):
        for cell, kind in heroes.items():
            if kind != common:
                told = f"a hero has type {kind}, most have type {common}"
                found.broken("rules", "heroes are of more than one type", told, cell)
    for cell, hp in level.stones:
        told = f"a stone has {hp} hit points, not 1"
        found.need("rules", hp == 1, "a stone takes more than one stroke", told, cell)
    found.need("rules", level.max_level != 1, "no two heroes may merge")
    found.looked("rules", len(heroes) + len(level.stones))
    strikers: dict[Cell, set[Cell]] = {cell: set() for cell, _ in level.stones}
    for x, y in heroes:
        for dx, dy in level.vector(heroes[x, y]):
            ticker.check()
            if (x + dx, y + dy) in strikers:
                strikers[x + dx, y + dy].add((x, y))
    own = set(paths.places.values())
    found.need("items", len(own) == len(paths.places), "two vertices have the same hero")
    found.looked("strikes", len(strikers))
    # Taken out, so that no stone is named twice.
    stones = [
        (
            item.cell,
            "a stone is not struck by the two heroes beside it",
            strikers.pop(item.cell, set()),
            {paths.places[end] for end in item.ends},
        )
        for item in paced(paths.items, ticker)
    ]
    for stone, struck in strikers.items():
        ticker.check()
        alone = "a stone that is on no path is not struck by one hero"
        found.need("strikes", len(struck) == 1, alone, cell=stone)
        needed = "a stone that is on no path is struck by a hero that is needed"
        stones.append((stone, needed, struck, struck - own))
        own |= struck
    for stone, reason, struck, wanted in stones:
        ticker.check()
        for cell in sorted(struck ^ wanted, key=lambda cell: (cell[1], cell[0])):
            found.broken(
                "strikes",
                reason,
                f"the stone is {'' if cell in struck else 'not '}struck from {found.place(cell)}"
                f"{', where it must not be' if cell in struck else ''}",
                stone,
            )
    return len(heroes) // 2 - paths.extra - len(strikers), len(strikers)
