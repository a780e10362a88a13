"""Boards for explosions that pierce crates: the same k under both rules.

With ``pierce`` an explosion takes the same crates whenever it goes off, so the optimum lies between
two set covers: with bombs on all cells, and with bombs on cells that are empty at the start.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from dataclasses import replace
from random import Random

import highspy
import pytest

from gridproof.games.bombcover import rules
from gridproof.games.bombcover.level import BombcoverLevel, bits
from gridproof.reduction import Encoding
from gridproof.reductions.reduce import audit, lift, lower, reduce
from gridproof.reductions.sources.cnf import Formula
from gridproof.reductions.sources.formula import SOURCE
from gridproof.reductions.sources.graph import CoverProblem, Graph, minimum_cover
from gridproof.solving.solve import solve
from gridproof.verifying import verify
from tests.reductions.formulas import assignments, small_formulas
from tests.reductions.graphs import atlas, random_graphs
from tests.reductions.graphs import fewest as fewest_vertices
from tests.soak import ROUNDS

THESIS = "(x | !y | z) & (!x | y | z)"


def encoded(formula: str | Formula, variant: str = "pierce") -> Encoding:
    return reduce("sat-to-bombcover", formula, {"variant": variant})


def board(encoding: Encoding, *, pierce: bool = True) -> BombcoverLevel:
    assert isinstance(encoding.level, BombcoverLevel)
    return replace(encoding.level, pierce=pierce)


def fewest(level: BombcoverLevel, cells: int) -> int:
    """The fewest of some cells (a bit set) that see all crates between them, up to walls."""
    seen = {rules.hits(level, level.crates, bit) for bit in bits(cells)}
    sets = [one for one in seen if one and not any(one != two and one & two == one for two in seen)]
    model = highspy.Highs()  # type: ignore[no-untyped-call]
    model.silent()
    chosen = [model.addBinary() for _ in sets]
    for crate in bits(level.crates):
        of = [column for column, one in zip(chosen, sets, strict=True) if one >> crate & 1]
        model.addConstr(sum(of[1:], of[0]) >= 1)
    model.minimize(sum(chosen[1:], chosen[0]))
    assert model.getModelStatus() == highspy.HighsModelStatus.kOptimal
    value: float = model.getInfo().objective_function_value
    return round(value)


def optimum(level: BombcoverLevel) -> int:
    """The fewest piercing explosions; all empty cells of these boards can be walked to."""
    least = fewest(level, level.open_cells)
    assert least == fewest(level, level.open_cells & ~level.crates)
    return least


def some(seed: int) -> Formula:
    generator = random.Random(seed)
    variables, clauses = generator.randint(1, 4), generator.randint(1, 5)

    def clause() -> tuple[int, ...]:
        size = generator.randint(1, min(3, variables))
        return tuple(
            generator.choice((1, -1)) * variable
            for variable in generator.sample(range(1, variables + 1), size)
        )

    return Formula(tuple("xyzu"[:variables]), tuple(clause() for _ in range(clauses)))


def agrees(formula: Formula) -> bool:
    """Checks that formula and board say the same, and returns what."""
    encoding = encoded(formula)
    assert board(encoding) == encoding.level
    assert audit(encoding).faults == []
    true = list(assignments(formula))
    assert (optimum(board(encoding)) <= encoding.k) == bool(true)
    generator = random.Random(str(formula))
    for witness in true[:2]:
        moves = lift(encoding, witness)
        generator.shuffle(moves)
        assert len(moves) == encoding.k
        assert lower(encoding, moves) == witness
        plain = replace(encoding, level=board(encoding, pierce=False))
        assert lower(plain, moves) == witness
    return bool(true)


def test_a_known_board() -> None:
    encoding = encoded("x & !x")
    level = board(encoding)
    assert encoding.k == 6
    assert [
        level.cells[at : at + level.width] for at in range(0, len(level.cells), level.width)
    ] == [
        "#####################################",
        "##########x##############x###########",
        "#....x####.####x.......x#.#x........#",
        "#..#....x#.#x....#####..#.#..#####..#",
        "#..####..#.#..########.x...x.#####..#",
        "#..####.x...x.########.......#####..#",
        "#..####.......###########.########..#",
        "#..###############################..#",
        "#...................................#",
        "#x.................................x#",
        "##################.##################",
        "#####################################",
    ]
    assert (level.width, level.height) == (15 * 2 + 6 + 1, 9 + 3)


def test_the_example_of_the_thesis() -> None:
    encoding = encoded(THESIS)
    assert encoding.k == encoded(THESIS, "sound").k == 19
    assert optimum(board(encoding)) == 19
    for witness in assignments(encoding.instance):
        assert lower(encoding, lift(encoding, witness)) == witness


@pytest.mark.parametrize(
    ("text", "k", "fewest"), [("x", 4, 4), ("!x", 3, 3), ("x & !x", 6, 7), ("x | !y", 7, 7)]
)
def test_the_optimum_is_the_same_under_both_rules(text: str, k: int, fewest: int) -> None:
    encoding = encoded(text)
    assert encoding.k == k
    for pierce in (False, True):
        level = board(encoding, pierce=pierce)
        assert audit(replace(encoding, level=level)).passed
        result = solve(level)
        assert (result.cost, result.bound) == (fewest, fewest)


def test_boards_and_formulas_agree() -> None:
    units = [
        Formula(("x",), tuple(clauses))
        for size in (1, 2, 3)
        for clauses in itertools.product(((1,), (-1,)), repeat=size)
    ]
    outcomes = Counter(map(agrees, [*units, *map(some, range(12))]))
    assert outcomes.keys() == {True, False}


@pytest.mark.soak
def test_many_boards_and_formulas_agree() -> None:
    outcomes = Counter(map(agrees, map(some, range(1000, 1000 + 10 * ROUNDS))))
    assert min(outcomes.values()) >= ROUNDS
    eight = itertools.product((1, -1), (2, -2), (3, -3))
    assert not agrees(Formula(("x", "y", "z"), tuple(eight)))


def test_large_boards_are_audited() -> None:
    assert audit(encoded(SOURCE.random("30,128", Random(1)))).passed


def test_flat_tiles_say_nothing_if_explosions_pierce() -> None:
    for size in (1, 2, 3):
        for clauses in itertools.product(((1,), (-1,)), repeat=size):
            level = board(encoded(Formula(("x",), clauses), "sound"))
            assert optimum(level) == 2 * size + 1
    encoding = encoded("x & !x", "sound")
    level = board(encoding)
    assert encoding.k == 6
    assert verify(level.game, level, solve(level).solution or ()).cost == 5
    faults = audit(replace(encoding, level=level)).faults
    assert faults
    assert all(fault.startswith("S1") for fault in faults)


def test_the_tile_of_the_thesis_is_refused_if_explosions_pierce() -> None:
    encoding = encoded("x | y", "thesis")
    assert audit(encoding).passed
    encoding = encoded("x & y", "thesis")
    faults = audit(replace(encoding, level=board(encoding))).faults
    assert any("extra crates" in fault for fault in faults)


def test_a_board_that_passes_with_a_cell_changed_is_right() -> None:
    """Walls and empty cells change places; what still passes says what the formula says."""
    refused = 0
    for seed, text in enumerate(("x & !x", "!x & x", "x & !y & y")):
        encoding, generator = encoded(text), random.Random(seed)
        level = board(encoding)
        inside = [
            y * level.width + x
            for y in range(1, level.height - 1)
            for x in range(1, level.width - 1)
            if level.cells[y * level.width + x] in "#."
        ]
        for at in generator.sample(inside, 40):
            other = "." if level.cells[at] == "#" else "#"
            cells = level.cells[:at] + other + level.cells[at + 1 :]
            changed = replace(encoding, level=replace(level, cells=cells))
            if audit(changed).passed:
                assert fewest(board(changed), board(changed).open_cells) > encoding.k
            else:
                refused += 1
    assert refused > 20


# Range r.


def check_graph(graph: Graph, radius: int) -> None:
    size = fewest_vertices(graph)
    options = {"radius": radius, "pierce": True}
    encoding = reduce("vc-to-bombcover", CoverProblem(graph, size), options)
    level = board(encoding)
    assert level == encoding.level
    assert audit(encoding).faults == []
    assert fewest(level, level.open_cells) == encoding.k
    moves = lift(encoding, minimum_cover(graph))
    assert len(lower(encoding, random.Random(radius).sample(moves, len(moves)))) <= size
    plain = replace(encoding, level=board(encoding, pierce=False))
    assert any(fault.startswith("B:") for fault in audit(plain).faults)


def test_graphs_for_every_range() -> None:
    for number, graph in enumerate(atlas()[::20]):
        check_graph(graph, number % 4 + 1)


@pytest.mark.soak
@pytest.mark.parametrize("radius", [1, 2, 3, 5])
def test_many_graphs_for_every_range(radius: int) -> None:
    for graph in (*atlas(), *random_graphs(ROUNDS, 16, f"pierce {radius}")):
        check_graph(graph, radius)


def check_formula(formula: Formula, radius: int) -> None:
    options = {"radius": radius, "pierce": True}
    encoding = reduce("sat-to-bombcover-range", formula, options)
    level = board(encoding)
    assert level == encoding.level
    assert audit(encoding).faults == []
    true = list(assignments(formula))
    assert (fewest(level, level.open_cells) <= encoding.k) == bool(true)
    for witness in true[:2]:
        assert lower(encoding, lift(encoding, witness)) == witness


def test_formulas_for_every_range() -> None:
    for number, formula in enumerate(itertools.islice(small_formulas(), 0, None, 30)):
        check_formula(formula, number % 3 + 1)


@pytest.mark.soak
@pytest.mark.parametrize("radius", [1, 2, 3])
def test_many_formulas_for_every_range(radius: int) -> None:
    for formula in small_formulas():
        check_formula(formula, radius)
