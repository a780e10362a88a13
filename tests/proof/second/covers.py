"""Boards that stand for vertex covers, by the page `certificates-reductions.md`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from gridproof.games.merge.level import MergeLevel
from gridproof.level import Level
from tests.proof.second.core import Row, check_tree, number, refuse_unless
from tests.proof.second.reductions import (
    Cell,
    board_of,
    columns_of,
    instance,
    only_named_links,
    path,
    same_items,
)

Path = list[Cell]


def prove(level: Level, bound: Any, records: Iterator[Any], stands_for: Any) -> None:
    """Reads the paths, checks the conditions, and the tree."""
    bound = number(bound)
    k, graph = instance(stands_for, "graph", ("edges", "cover"))
    cover = number(graph["cover"])
    vertices: dict[Any, int] = {}
    edges = []
    for edge in graph["edges"]:
        refuse_unless(all(isinstance(name, str) for name in edge), "a name that is no text")
        u, v = (vertices.setdefault(name, len(vertices)) for name in edge)
        refuse_unless(u != v, "an edge joins a vertex to itself")
        edges.append((u, v))
    paths = [path(records) for _ in edges]
    refuse_unless(all(len(p) % 4 == 3 and len(p) > 3 for p in paths), "a path of another length")
    longer = sum((len(p) - 3) // 4 for p in paths)
    places: dict[Any, Cell] = {}  # of the vertices of G'
    sides: dict[Cell, list[Any]] = {}  # of each item, its ends in G'
    for number_of, ((u, v), cells) in enumerate(zip(edges, paths, strict=True)):
        inner = [(number_of, i) for i in range(2, len(cells) - 2, 2)]
        ends = [u, *inner, v]
        for end, place in zip(ends, cells[::2], strict=True):
            places.setdefault(end, place)
        for item, left, right in zip(cells[1::2], ends, ends[1:], strict=False):
            refuse_unless(item not in sides, "an item is named twice")
            sides[item] = [left, right]
    if isinstance(level, MergeLevel):
        most = merge(level, bound, k, cover, len(vertices), longer, places, sides)
    else:
        refuse_unless(k == cover + longer, "another k")
        board = board_of(level)
        same_items(sides, board)
        for item, ends in sides.items():
            for end in ends:
                refuse_unless(board.takes(places[end], [item]), "a move does not take its item")
        at: dict[Any, list[Cell]] = {}
        for item, ends in sides.items():
            for end in ends:
                at.setdefault(end, []).append(item)
        named = {frozenset(two) for items in at.values() for two in combinations(items, 2)}
        only_named_links(board, named)
        most = bound - longer - 1
    rows: list[Row] = [({u: 1, v: 1}, 1) for u, v in edges]
    ones = [1] * len(vertices)
    check_tree(records, ones, [0] * len(vertices), ones, rows, most, columns_of(len(vertices)))


def merge(
    level: MergeLevel,
    bound: int,
    k: int,
    cover: int,
    vertices: int,
    longer: int,
    places: dict[Any, Cell],
    sides: dict[Cell, list[Any]],
) -> int:
    """Checks the conditions; returns what the tree has to show to be too few."""
    refuse_unless(len({kind for _, kind in level.heroes}) <= 1, "heroes of two types")
    refuse_unless(all(points == 1 for _, points in level.stones), "a stone of two hit points")
    refuse_unless(level.max_level != 1, "no hero may merge")
    refuse_unless(len(set(places.values())) == len(places), "two vertices have one place")
    stones = {cell for cell, _ in level.stones}
    strikers: dict[Cell, set[Cell]] = {cell: set() for cell in stones}
    for (x, y), kind in level.heroes:
        for dx, dy in level.vector(kind):
            if (x + dx, y + dy) in stones:
                strikers[x + dx, y + dy].add((x, y))
    for item, ends in sides.items():
        refuse_unless(strikers[item] == {places[end] for end in ends}, "an item has other strikers")
    others = [cell for cell in stones if cell not in sides]
    for stone in others:
        (hero,) = strikers[stone]
        refuse_unless(hero not in places.values(), "another stone is struck from a place")
        struck = [other for other in others if hero in strikers[other]]
        refuse_unless(len(struck) == 1, "a hero strikes two other stones")
    left = len(level.heroes) // 2 - longer - len(others)
    refuse_unless(min(cover, vertices) == min(left, vertices), "another number of heroes")
    refuse_unless(k == len(stones), "k is not the number of stones")
    refuse_unless(bound >= k - 1, "the bound is below k - 1")
    return cover if bound == k - 1 else -1
