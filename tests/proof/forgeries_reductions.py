"""Forged certificates of reductions: boards that do not stand for what is claimed, or are better.

:mod:`tests.proof.test_reductions` solves each board to see that the claim is false.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from gridproof.games.bombcover.level import BombcoverLevel
from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.games.merge.level import MergeLevel
from gridproof.grid import Pos
from gridproof.proof.claims import Claim
from gridproof.reductions.evidence import path
from gridproof.registry import find_game
from tests.proof.forging import Forgery
from tests.proof.reduced import Claimed, claimed

__all__ = ["FORGERIES"]

Cell = tuple[int, int]
#: A tree that proves that there is no cover of -1 vertices.
NOTHING = [1, []]


def points(side: int, *cells: Cell) -> BoxcoverLevel:
    """A board of boxcover."""
    return BoxcoverLevel(points=tuple(Pos(*cell) for cell in cells), side=side)


def board(*rows: str, **options: Any) -> BombcoverLevel:
    """A board of bombcover."""
    text = "\n".join(rows)
    (level,) = find_game("bombcover").read(text, "<test>")
    assert isinstance(level, BombcoverLevel)
    return replace(level, **options)


def at(level: BombcoverLevel, changes: dict[Cell, str]) -> BombcoverLevel:
    """The board with other things on some cells."""
    cells = list(level.cells)
    for (x, y), kind in changes.items():
        cells[y * level.width + x] = kind
    return replace(level, cells="".join(cells))


def records(*paths: Sequence[Cell]) -> list[Any]:
    """Paths as they stand in files."""
    return [record for cells in paths for record in path([Pos(*cell) for cell in cells])]


def chain(*items: Cell) -> list[Cell]:
    """The path of an edge on a board of boxcover: squares and points in turn."""
    between = [(min(a, c), min(b, d)) for (a, b), (c, d) in itertools.pairwise(items)]
    places = [items[0], *between, items[-1]]
    return [cell for pair in zip(places, items, strict=False) for cell in pair] + [places[-1]]


def cover(level: Any, edges: Sequence[Any], size: int, k: int, bound: int, *rest: Any) -> Claimed:
    """A certificate of a board that stands for a graph."""
    said = {"k": k, "graph": {"edges": edges, "cover": size}}
    return Claimed("covers", level, said, rest, bound)


def covers() -> Iterator[Forgery]:
    """Of vertex covers, on boards of boxcover and bombcover."""
    line = points(2, (0, 0), (2, 0), (4, 0))
    one = ["1", "2"], chain((0, 0), (2, 0), (4, 0))
    edge = cover(line, [one[0]], 1, 2, 2, *records(one[1]), [1, [0, 1]])
    assert edge.refusal() is None
    yield edge.forged(
        "a cover of none",
        "k is not the size of the cover",
        stands_for={"k": 2, "graph": {"edges": [one[0]], "cover": 0}},
    )
    yield edge.forged(
        "a formula besides",
        "it claims to stand for something else besides",
        stands_for={**edge.stands_for, "formula": {"variables": 1, "clauses": [[1], [-1]]}},
    )
    yield edge.forged(
        "arrows in place of edges",
        "it claims to stand for something else besides",
        stands_for={"k": 2, "graph": {**edge.stands_for["graph"], "directed": True}},
    )
    fork = claimed("vc-to-boxcover", "cover: 1\na b\nb c\n", side=2)
    yield fork.forged(
        "two names that Python takes for one",
        "the name of a vertex is no text",
        stands_for={
            "k": fork.stands_for["k"],
            "graph": {"edges": [["a", 1], [True, "c"]], "cover": 1},
        },
    )
    loop = (0, 0), (2, 0), (1, 1)
    yield cover(points(2, *loop), [["1", "1"]], 0, 1, 1, *records(chain(*loop)), NOTHING).forged(
        "an edge from a vertex to itself", "an edge joins a vertex to itself"
    )
    triangle = [["1", "2"], ["2", "3"], ["3", "1"]]
    at_all = [[(0, 0), cell, (0, 0)] for cell in loop]
    yield cover(points(2, *loop), triangle, 1, 1, 1, *records(*at_all), [1, [0, 1]]).forged(
        "a triangle of single points", "a path has not 3, 5, 7 or so on items"
    )
    yield edge.forged(
        "a point that no path has",
        "the paths do not have each item of the board once",
        level=points(2, (0, 0), (2, 0), (4, 0), (50, 0)),
    )
    wide = (0, 0), (5, 0), (10, 0)
    yield edge.forged(
        "points that no square has together",
        "a move does not take what is beside it",
        level=points(2, *wide),
        records=[*records(chain(*wide)), [1, [0, 1]]],
    )
    close = (0, 0), (1, 0), (2, 0)
    yield cover(points(2, *close), [one[0]], 0, 1, 1, *records(chain(*close)), NOTHING).forged(
        "a square with a whole path", "one move could take two items that share no end"
    )
    yield from bombs()


def bombs() -> Iterator[Forgery]:
    """Of vertex covers, on boards of bombcover."""
    text = "cover: 1\n1 2\n"
    two = claimed("vc-to-bombcover", text, radius=2)
    level = two.level
    assert two.refusal() is None
    away = "a move does not take what is beside it"
    x, y = level.players[0]
    shut = at(level, {(x + 1, y): "#", (x, y + 1): "#"})
    no = {"k": two.stands_for["k"] - 1, "graph": {**two.stands_for["graph"], "cover": 0}}
    yield two.forged("a player who is shut in", away, level=shut, stands_for=no)
    yield two.forged("a shorter radius", away, level=replace(level, radius=1))
    longer = claimed("vc-to-bombcover", text, radius=1)
    no = {"k": longer.stands_for["k"] - 1, "graph": {**longer.stands_for["graph"], "cover": 0}}
    yield longer.forged(
        "a longer radius",
        "one move could take two items that share no end",
        level=replace(longer.level, radius=3, pierce=True),
        stands_for=no,
        bound=longer.bound - 1,
        records=[*longer.records[:-1], NOTHING],
    )


def merge(
    name: str, check: str, rows: str, edges: Sequence[Any], size: int, *paths: Sequence[Cell]
) -> Forgery:
    """A board of merge that does not stand for a graph."""
    things = {
        Pos(x, y): kind for y, row in enumerate(rows.split("/")) for x, kind in enumerate(row)
    }
    stones = tuple((cell, 1) for cell, kind in things.items() if kind == "1")
    level = MergeLevel(
        width=rows.index("/") if "/" in rows else len(rows),
        height=rows.count("/") + 1,
        heroes=tuple((cell, 1) for cell, kind in things.items() if kind == "a"),
        stones=stones,
    )
    k = len(stones)
    return cover(level, edges, size, k, k, *records(*paths), NOTHING).forged(name, check)


def merges() -> Iterator[Forgery]:
    """Of vertex covers, on boards of merge."""
    one = claimed("vc-to-merge", "cover: 1\n1 2\n")
    none = claimed("vc-to-merge", "cover: 0\n1 2\n")
    assert one.refusal() is None
    assert none.refusal() is None
    level = one.level

    def sized(of: Claimed, size: int) -> dict[str, Any]:
        return {"k": of.stands_for["k"], "graph": {**of.stands_for["graph"], "cover": size}}

    yield one.forged(
        "a smaller cover", "half of the heroes are what a cover", stands_for=sized(one, 0)
    )
    yield none.forged(
        "fewer stones", "k is not the number of stones", stands_for={**none.stands_for, "k": 1}
    )
    yield none.forged("a bound too low", "the bound is below all stones but one", bound=1)
    (hero, kind), *heroes = level.heroes
    yield one.forged(
        "a hero of another type",
        "heroes are of more than one type",
        level=replace(level, heroes=((hero, kind + 1), *heroes)),
    )
    (stone, _), *stones = level.stones
    yield one.forged(
        "a stone that does not break",
        "a stone takes more than one stroke",
        level=replace(level, stones=((stone, 9), *stones)),
    )
    yield one.forged("no merges", "no two heroes may merge", level=replace(level, max_level=1))
    yield merge(
        "two vertices on one hero",
        "two vertices have the same hero",
        "a1a1a1a1a1a1a",
        [["1", "2"], ["3", "4"]],
        1,
        [(x, 0) for x in range(7)],
        [(x, 0) for x in range(6, 13)],
    )
    along = [(x, 0) for x in range(7)]
    yield merge(
        "a stone out of the way",
        "a stone that is on no path is not struck by one hero",
        "a1a1a1a..a.a..1",
        [["1", "2"]],
        1,
        along,
    )
    yield merge(
        "a stone beside an end",
        "a stone that is on no path is struck by a hero that is needed",
        "a1a1a1a/1......",
        [["1", "2"]],
        0,
        along,
    )
    third = claimed("vc-to-merge", "cover: 1\n1 2\n2 3\n3 1\n")
    everywhere = tuple((x, y) for x in range(-9, 10) for y in range(-9, 10) if (x, y) != (0, 0))
    yield third.forged(
        "heroes that strike all round",
        "a stone is not struck by the two heroes beside it",
        level=replace(third.level, attack=((0, everywhere),)),
    )


def wired(
    name: str,
    check: str,
    clauses: Sequence[Sequence[int]],
    k: int,
    cells: Sequence[Cell],
    *rest: Any,
) -> Forgery:
    """A board of boxcover, for squares of side 2, that does not stand for a formula."""
    said = {"k": k, "formula": {"variables": 1, "clauses": clauses}}
    return Claimed("wires", points(2, *cells), said, rest, k).forged(name, check)


def wires() -> Iterator[Forgery]:
    """Of formulas as wires."""
    one = claimed("sat-to-boxcover", "x\n", side=2)
    no = claimed("sat-to-boxcover", "x\n!x\n", side=2)
    assert one.refusal() is None
    assert no.refusal() is None
    yield one.forged(
        "a point that no wire has",
        "the file does not name each item of the board once",
        level=points(2, *one.level.points, (99, 99)),
    )
    k = no.stands_for["k"]
    yield no.forged(
        "one square more",
        "k is not the number of even items",
        stands_for={**no.stands_for, "k": k + 1},
        bound=k,
        records=no.records[:-1],
    )
    yield no.forged(
        "larger squares",
        "items are linked that should not be",
        level=replace(no.level, side=9),
        bound=k,
        records=no.records[:-1],
    )
    yield no.forged("two squares more than k", "the bound is larger than k + 1", bound=k + 2)
    yield Claimed(
        "wires",
        board("@#x"),
        {"k": 0, "formula": {"variables": 0, "clauses": [[]]}},
        [[2, 0], [1, [0, 1]]],
        1,
    ).forged("a star behind a wall, of an empty clause", "a clause has no literal")
    # A loop of four, to which branches come from the left.
    loop = (0, 0), (1, 2), (3, 0), (1, -1)
    first, more = ((-1, 2), (-2, 4)), ((0, 2), (-2, 4))
    other, star, end = ((-1, -2), (-3, -2)), (-2, 3), (-5, -2)
    yield wired(
        "two branches that end in one point",
        "one move could take what stands for both values of a variable",
        [[1, 1], [-1]],
        4,
        [*loop, *first, *more, *other, star, end],
        *records(loop),
        [*star, 0, 0],
        *records(first, more),
        [*end, 0],
        *records(other),
    )
    left = ((-1, 2), (-3, 2))
    yield wired(
        "a branch that ends nowhere",
        "a loop or branch has an odd number of items",
        [[1]],
        3,
        [*loop, *left, (-20, 0)],
        *records(loop),
        [-20, 0, 0],
        *records([*left, (-5, 2)]),
    )
    yield wired(
        "a star far away",
        "no move has an even item and what goes with it",
        [[1]],
        3,
        [*loop, *left, (-20, 0)],
        *records(loop),
        [-20, 0, 0],
        *records(left),
    )
    crates = claimed("sat-to-bombcover-range", "x\n!x\n", radius=2)
    moved = replace(crates.level, players=(Pos(1, 1),))
    yield crates.forged(
        "a player who is shut in",
        "no move has an even item and what goes with it",
        level=at(moved, {(2, 1): "#", (1, 2): "#"}),
        bound=0,
        records=crates.records[:-1],
    )


def loops() -> Iterator[Forgery]:
    """Of formulas as loops."""
    one = claimed("sat-to-bombcover", "x\n")
    twice = claimed("sat-to-bombcover", "x\nx\n")
    no = claimed("sat-to-bombcover", "x\n!x\n")
    both = claimed("sat-to-bombcover", "x\n!y\n")
    for each in (one, twice, no, both):
        assert each.refusal() is None

    def said(of: Claimed, *clauses: list[int], variables: int = 1) -> dict[str, Any]:
        formula = {"variables": variables, "clauses": [*clauses]}
        return {"k": of.stands_for["k"], "formula": formula}

    yield one.forged(
        "a short radius", "explosions have a radius", level=replace(one.level, radius=1)
    )
    ((*_, x, y), *_) = twice.records[1:]
    yield twice.forged(
        "a clause without a crate",
        "the file does not name each crate once",
        level=at(twice.level, {(x, y): "."}),
        stands_for=said(twice, [1], []),
    )
    yield twice.forged(
        "a crate too few",
        "there is not a crate for each clause",
        level=at(twice.level, {(x, y): "."}),
        stands_for=said(twice, [1], []),
        records=[*twice.records[:1], twice.records[1][:2]],
    )
    k = no.stands_for["k"]
    no_tree = no.records[:2]
    yield no.forged(
        "one explosion more",
        "k is not half the number of the crates",
        stands_for={**no.stands_for, "k": k + 1},
        bound=k,
        records=no_tree,
    )
    yield one.forged(
        "a clause of nothing",
        "a clause's crate may fall though no literal",
        stands_for=said(one, []),
    )
    slots, false, true = twice.records[0]
    corner, first, second, last = slots
    yield twice.forged(
        "odd slots",
        "a corner has not one crate, or a slot has an odd number",
        stands_for=said(twice, [1], [-1]),
        records=[[[corner, first + second[:2], second[2:], last], true, true], twice.records[1]],
    )
    yield one.forged(
        "a crate among walls",
        "a crate cannot be reached",
        level=at(one.level, {(0, 0): "x"}),
        stands_for=said(one, [1], []),
        records=[one.records[0], [*one.records[1], 0, 0]],
    )
    slots, false, true = no.records[0]
    yield no.forged(
        "twice as many bombs",
        "a loop has not half as many bombs as crates",
        stands_for=said(no, [1], [1, -1]),
        bound=k,
        records=[[slots, false, true + false], no.records[1]],
    )
    yield no.forged(
        "a literal that has nothing",
        "the bombs of a literal do not have its clause's crate",
        stands_for=said(no, [1], [1, -1]),
        bound=k,
        records=no_tree,
    )
    yield from tiny()
    (x_slots, *_, x_true), (y_slots, y_false, _) = both.records[:2]
    of_x, of_y = [*map(list, x_slots)], [*map(list, y_slots)]
    ways = x_true + y_false
    yield both.forged(
        "two loops for one variable",
        "two crates may go together that are not of one loop",
        stands_for=said(both, [1], [-1]),
        records=[
            [
                [of_x[0], of_x[1], of_y[2], of_y[1], of_x[2], of_x[3] + of_y[0], of_y[3]],
                ways,
                ways,
            ],
            both.records[2],
        ],
    )


def tiny() -> Iterator[Forgery]:
    """Loops on small boards, most without a clause."""

    def tiny_board(name: str, check: str, level: BombcoverLevel, k: int, *rest: Any) -> Forgery:
        formula = {"variables": len(rest) - 1, "clauses": []}
        return Claimed("loops", level, {"k": k, "formula": formula}, rest, k).forged(name, check)

    yield tiny_board(
        "a bomb behind a crate",
        "the player cannot walk to a bomb",
        board("######", "#@x.x#", "######"),
        1,
        [[[2, 1], [4, 1]], [3, 1], [3, 1]],
        [],
    )
    yield tiny_board(
        "crates that no bomb has",
        "a loop is not cleared by its bombs",
        board("#####", "#x#x#", "#.@.#", "#####"),
        1,
        [[[1, 1], [3, 1]], [2, 2], [2, 2]],
        [],
    )
    yield tiny_board(
        "four crates at once",
        "an explosion may take more than two crates of loops",
        board("#####", "##x##", "#x@x#", "##x##", "#####"),
        2,
        [[[1, 2], [3, 2]], [2, 2], [2, 2]],
        [[[2, 1], [2, 3]], [2, 2], [2, 2]],
        [],
    )
    level = board("#########", "#x..@..x#", "#.......#", "#x......#", "#########")
    formula = {"variables": 1, "clauses": [[2]]}
    yield Claimed(
        "loops",
        level,
        {"k": 1, "formula": formula},
        [[[[1, 1], [], [7, 1]], [4, 1], [4, 1]], [1, 3]],
        1,
    ).forged("a variable without a loop", "a literal is of no variable")


def others() -> Iterator[Forgery]:
    """Of other kinds of proof, that know nothing of instances."""
    level = points(2, (0, 0))
    said = {"k": 1, "formula": {"variables": 1, "clauses": [[1], [-1]]}}
    yield Forgery(
        "a point that stands for a formula",
        "plain",
        Claim(find_game("boxcover"), level, find_game("boxcover").objective(), 1, stands_for=said),
        [],
        "this kind of proof says nothing of instances of other problems",
    )


FORGERIES: list[Forgery] = [*covers(), *merges(), *wires(), *loops(), *others()]
