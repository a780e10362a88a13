from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from gridproof.errors import InputError
from gridproof.games.bombcover.level import BombcoverLevel
from gridproof.grid import Pos
from gridproof.reduction import Encoding, find_reduction
from gridproof.reductions.reduce import audit, lift, load_encoding, lower, reduce, save_encoding
from gridproof.reductions.sat_to_bombcover_range.crates import lay
from gridproof.reductions.sources.cnf import Formula
from gridproof.reductions.sources.formula import SOURCE
from gridproof.reductions.wirings.wiring import Wiring, items_of, visits
from gridproof.solving.solve import solve
from gridproof.verifying import verify
from tests.reductions.crossings import QUINCUNX, STRAIGHT, Crossing, crossing_board
from tests.reductions.formulas import (
    ALL_CLAUSES,
    THESIS,
    assignments,
    every_formula,
    random_formula,
    small_formulas,
)
from tests.reductions.relaxation import least_explosions, static_explosions
from tests.soak import ROUNDS

ID = "sat-to-bombcover-range"
REDUCTION = find_reduction(ID)


def board(encoding: Encoding) -> BombcoverLevel:
    assert isinstance(encoding.level, BombcoverLevel)
    return encoding.level


def check(formula: Formula, radius: int) -> None:
    """Brute force and a bound that knows nothing of the proof agree; maps go both ways."""
    encoding = reduce(ID, formula, {"radius": radius})
    certificate = audit(encoding)
    assert certificate.passed, certificate.faults
    level = board(encoding)
    true = list(assignments(formula))
    bound = least_explosions(level)
    assert (bound <= encoding.k) == bool(true)
    if not true:
        return
    assert bound == encoding.k
    rng = random.Random(encoding.k)
    for witness in true[:3]:
        moves = lift(encoding, witness)  # replayed, and not more than k
        if radius > 1:
            rng.shuffle(moves)
        assert lower(encoding, moves) == witness
    if radius > 1:  # the floor is connected, and any order will do
        found = [f"{x},{y}" for x, y in static_explosions(level)]
        rng.shuffle(found)
        assert lower(encoding, found) in true


def test_the_example_of_the_thesis() -> None:
    encoding = reduce(ID, THESIS)
    assert (encoding.level.width, encoding.level.height) == (67, 85)
    assert encoding.k == 77
    for radius in (1, 2, 4):
        check(THESIS, radius)


def test_all_clauses_on_three_variables_need_one_explosion_more() -> None:
    encoding = reduce(ID, ALL_CLAUSES)
    assert least_explosions(board(encoding)) == encoding.k + 1


def test_small_formulas() -> None:
    for number, formula in enumerate(small_formulas()):
        if number % 11 == 0:
            check(formula, number % 5 + 1)


@pytest.mark.soak
def test_all_small_formulas() -> None:
    for formula in small_formulas():
        for radius in (1, 2):
            check(formula, radius)
    for radius in range(1, 9):
        check(ALL_CLAUSES, radius)


def test_random_formulas() -> None:
    rng = random.Random(5)
    for _ in range(6):
        check(random_formula(rng, 3, 4), rng.randint(1, 6))


@pytest.mark.soak
def test_every_formula() -> None:
    for radius, formula in zip(itertools.cycle((1, 2, 3)), every_formula(), strict=False):
        check(formula, radius)


@pytest.mark.soak
def test_many_random_formulas() -> None:
    rng = random.Random(6)
    for _ in range(10 * ROUNDS):
        check(random_formula(rng, 5, 7), rng.randint(1, 9))


def test_certificates_of_many_formulas() -> None:
    rng = random.Random(7)
    for _ in range(40):
        formula = random_formula(rng, 8, 10)
        encoding = reduce(ID, formula, {"radius": rng.randint(1, 9)})
        assert load_encoding(save_encoding(encoding)) == encoding
        certificate = audit(encoding)
        assert certificate.passed, certificate.faults
        level = board(encoding)
        apart = encoding.options["radius"] // 2 + 1
        side = 4 * sum(map(len, formula.clauses)) + 6 * len(formula.names) + 8
        assert max(level.width, level.height) <= apart * side + 4


def test_a_large_formula_is_certified() -> None:
    assert audit(reduce(ID, SOURCE.random("20,85", Random(3)))).passed


@pytest.mark.parametrize(
    ("formula", "least"),
    [(Formula(("x",), ((1,),)), True), (Formula(("x",), ((1,), (-1,))), False)],
)
@pytest.mark.parametrize("radius", [1, 2])
def test_the_rules_themselves_agree(formula: Formula, least: bool, radius: int) -> None:
    """By a solver of the real game, where arms are blocked and have to be walked to."""
    encoding = reduce(ID, formula, {"radius": radius})
    result = solve(encoding.level, decide=encoding.k)
    assert result.cost is None or isinstance(result.cost, int)
    assert (result.cost is not None and result.cost <= encoding.k) == least
    if not least:
        assert result.bound is not None
        assert isinstance(result.bound, int)
        assert result.bound > encoding.k


def test_regions_shut_in_by_crates_are_opened_one_after_the_other() -> None:
    encoding = reduce(ID, ALL_CLAUSES, {"radius": 1})
    (floor,) = (each for each in audit(encoding).conditions if each.id == "floor")
    assert floor.checked == 24
    assert not floor.faults
    (floor,) = (each for each in audit(reduce(ID, ALL_CLAUSES)).conditions if each.id == "floor")
    assert floor.checked == 1


# Crossings.


def outsides(crossing: Crossing) -> Iterator[tuple[set[Pos], set[Pos]]]:
    """Each choice of ends that go with crates outside: those of one wire and of the other."""
    for chosen in itertools.product((False, True), repeat=4):
        ends = (crossing.across[0], crossing.across[-1], crossing.along[0], crossing.along[-1])
        out = {end for end, taken in zip(ends, chosen, strict=True) if taken}
        yield out & {*crossing.across}, out & {*crossing.along}


def played(crossing: Crossing, radius: int, outside: set[Pos]) -> int:
    """By plain search on the rules."""
    result = solve(crossing_board(crossing, radius, outside), solver="search")
    assert isinstance(result.cost, int)
    assert result.cost == result.bound
    return result.cost


RADII = [2, *(pytest.param(radius, marks=pytest.mark.soak) for radius in (1, 3, 4))]


@pytest.mark.parametrize("radius", RADII)
def test_the_quincunx_keeps_both_parities(radius: int) -> None:
    for across, along in outsides(QUINCUNX):
        left = 5 - len(across) - len(along)
        both = len(across) == 2 or len(along) == 2
        assert played(QUINCUNX, radius, across | along) == left + both


@pytest.mark.parametrize("radius", RADII)
def test_the_crossing_of_the_thesis_keeps_none(radius: int) -> None:
    costs = {
        (len(across), len(along)): played(STRAIGHT, radius, across | along)
        for across, along in outsides(STRAIGHT)
    }
    assert costs[1, 1] == costs[2, 0] == costs[0, 2] == 4


def test_the_quincunx_takes_any_pair_with_one_bomb() -> None:
    middle = QUINCUNX.across[2]
    sides = QUINCUNX.across[1], QUINCUNX.across[3], QUINCUNX.along[1], QUINCUNX.along[3]
    for radius in range(1, 7):
        for present in itertools.product((False, True), repeat=4):
            there = [side for side, taken in zip(sides, present, strict=True) if taken]
            level = lay([middle, *there], radius)[1]
            result = solve(level, solver="search")
            whole = present[:2] == (True, True) or present[2:] == (True, True)
            assert result.cost == 1 + whole


def diamonds() -> tuple[Formula, Wiring]:
    """Two loops of rows and columns of crates, which cross as in the thesis, and a branch."""

    def diamond(left: int) -> tuple[Pos, ...]:
        sides = (
            [Pos(left + i, i) for i in range(4)],
            [Pos(left + 4 + i, 4 - i) for i in range(4)],
            [Pos(left + 8 - i, -i) for i in range(4)],
            [Pos(left + 4 - i, i - 4) for i in range(4)],
        )
        return tuple(itertools.chain(*sides))

    branch = (Pos(0, 1), Pos(-1, 2))
    wiring = Wiring((diamond(0), diamond(4)), ((branch,),), ((0,),), (Pos(-2, 3),))
    return Formula(("x", "y"), ((1,),)), wiring


def test_the_audit_refuses_the_crossing_of_the_thesis() -> None:
    formula, plan = diamonds()
    for radius in (1, 2, 3):
        place, level = lay(items_of(plan), radius)
        wiring = plan.placed(place)
        k = len(visits(formula, wiring))
        options = {"radius": radius, "pierce": False}
        encoding = Encoding(ID, formula, options, level, k, wiring.written())
        conditions = audit(encoding).conditions
        (links,) = (each for each in conditions if each.faults and each.id == "links")
        assert {each.id for each in conditions if each.faults} <= {"links", "blasts"}
        assert len(links.faults) == 8, "four pairs at each of two crossings"
        assert all("is not linked" in fault.message for fault in links.faults)


# Changed boards.


def mutated(rng: random.Random, encoding: Encoding) -> Encoding:
    """A cell near a crate is another one."""
    level = board(encoding)
    cells = list(level.cells)
    crates = [at for at, kind in enumerate(cells) if kind == "x"]
    at = rng.choice(crates) + rng.choice((0, 0, 1, -1, level.width, -level.width, level.width + 1))
    at += rng.choice((0, 0, 1, -2, 2 * level.width))
    at = min(max(at, 0), len(cells) - 1)
    cells[at] = rng.choice([kind for kind in "#.x" if kind != cells[at]])
    if level.players[0].y * level.width + level.players[0].x == at:
        return encoding
    return replace(encoding, level=replace(level, cells="".join(cells)))


def renamed(rng: random.Random, encoding: Encoding) -> Encoding:
    """A crate is moved, on the board and in the map."""
    level = board(encoding)
    cells = list(level.cells)
    at = rng.choice([place for place, kind in enumerate(cells) if kind == "x"])
    to = at + rng.randint(-2, 2) + level.width * rng.randint(-2, 2)
    if cells[to] != "." or Pos(to % level.width, to // level.width) in level.players:
        return encoding
    cells[at], cells[to] = ".", "x"
    old, new = ([place % level.width, place // level.width] for place in (at, to))

    def moved(value: object) -> object:
        if isinstance(value, list):
            return new if value == old else [moved(each) for each in value]
        return value

    table = {name: moved(value) for name, value in encoding.map.items()}
    table["tips"] = encoding.map["tips"]
    return replace(encoding, level=replace(level, cells="".join(cells)), map=table)


def changed(encoding: Encoding, rng: random.Random) -> Encoding:
    return rng.choice((mutated, renamed))(rng, encoding)


def some_board(rng: random.Random) -> Encoding:
    return reduce(ID, random_formula(rng, 3, 2), {"radius": rng.randint(1, 4)})


def check_truth(encoding: Encoding) -> None:
    """Check that the statements of an audit are true."""
    true = list(assignments(encoding.instance))
    assert (least_explosions(board(encoding)) <= encoding.k) == bool(true)
    for witness in true[:2]:
        assert lower(encoding, lift(encoding, witness)) == witness


def test_each_condition_refuses_something() -> None:
    encoding = reduce(ID, Formula(("x", "y"), ((1, 2), (-1, 2), (1,))))
    level, table = board(encoding), encoding.map

    def failing(changed: Encoding) -> set[str]:
        return {each.id for each in audit(changed).conditions if each.faults}

    def with_cells(*changes: tuple[int, int, str]) -> Encoding:
        cells = list(level.cells)
        for x, y, kind in changes:
            cells[y * level.width + x] = kind
        return replace(encoding, level=replace(level, cells="".join(cells)))

    assert failing(encoding) == set()
    for change in ({"radius": None}, {"pierce": True}, {"throw": True}):
        assert failing(replace(encoding, level=replace(level, **change))) == {"board"}
    assert failing(replace(encoding, level=replace(level, radius=3))) == {"board"}
    farther = replace(
        encoding, level=replace(level, radius=4), options={**encoding.options, "radius": 4}
    )
    assert failing(farther) == {"links"}
    for player in (Pos(0, 0), Pos(-1, 5)):
        assert failing(replace(encoding, level=replace(level, players=(player,)))) == {"board"}
    two = replace(level, players=(*level.players, Pos(2, 1)))
    assert failing(replace(encoding, level=two)) == {"board"}
    assert failing(replace(encoding, k=encoding.k - 1)) == {"budget"}
    x, y = table["stars"][0]
    assert failing(with_cells((x, y, "."))) == {"items"}
    assert failing(with_cells((x, y, "#"))) == {"items"}
    assert failing(with_cells((2, 2, "x"))) == {"items"}
    ring = [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)]
    assert failing(with_cells(*((*cell, "#") for cell in ring))) == {"blasts"}
    pocket = ((2, 3, "#"), (3, 2, "#"), (1, 2, "#"), (2, 1, "#"))
    assert failing(with_cells(*pocket)) == {"floor"}
    instance = Formula(("x", "y"), ((1, 2), (1, 2), (1,)))
    assert "links" in failing(replace(encoding, instance=instance))


def test_solutions_of_boards_whose_map_names_other_cells_are_input_errors() -> None:
    encoding = reduce(ID, Formula(("x",), ((1,),)))
    moves = lift(encoding, (True,))
    loop = encoding.map["loops"][0]
    table = {**encoding.map, "loops": [[loop[0], [1, 1], *loop[2:]]]}
    with pytest.raises(InputError, match="no witness follows"):
        lower(replace(encoding, map=table), moves)


def test_an_item_at_many_even_positions_is_refused_at_once() -> None:
    encoding = reduce(ID, Formula(("x",), ((1,),)))
    changed = replace(encoding, map={**encoding.map, "loops": [encoding.map["loops"][0] * 40]})
    assert not audit(changed).passed
    with pytest.raises(InputError, match="at 40 even positions, 2 at most"):
        REDUCTION.switchboard(changed)


def test_boards_that_would_be_too_large() -> None:
    with pytest.raises(InputError, match="4096"):
        reduce(ID, SOURCE.random("20,170", Random(1)), {"radius": 4})
    with pytest.raises(InputError, match="up to 500,000 are made"):
        reduce(ID, SOURCE.random("300,4000", Random(1)))
    with pytest.raises(InputError, match="radius"):
        reduce(ID, THESIS, {"radius": 0})


@pytest.mark.parametrize("radius", [1, 2])
@pytest.mark.parametrize("formula", [THESIS, Formula(("x", "y"), ((-1,),))])
def test_the_switchboard_asks_for_a_solution(formula: Formula, radius: int) -> None:
    encoding = reduce(ID, formula, {"radius": radius})
    shown = REDUCTION.switchboard(encoding)
    for values in itertools.product((True, False), repeat=len(formula.names)):
        chosen = [0 if value else 1 for value in values]
        cells = list(shown.always)
        for choice, value in zip(shown.choices, chosen, strict=True):
            cells += choice.values[value].cells
        for joint in shown.joints:
            if all(chosen[choice] == value for choice, value in joint.values):
                cells += joint.cells
        unmet = formula.unmet(values)
        for number in unmet:
            cells += shown.demands[number].unmet
        assert len(cells) == len(set(cells)) == encoding.k + len(unmet)
        if radius > 1:
            assert verify("bombcover", encoding.level, [f"{x},{y}" for x, y in cells]).valid
        elif not unmet:
            assert {f"{x},{y}" for x, y in cells} == {*lift(encoding, values)}
