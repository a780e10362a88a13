from __future__ import annotations

import itertools
import random
from dataclasses import replace
from random import Random

import pytest

from gridproof.errors import InputError
from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.grid import Pos
from gridproof.reduction import Encoding, find_reduction
from gridproof.reductions.reduce import (
    audit,
    lift,
    load_encoding,
    lower,
    overlay,
    reduce,
    save_encoding,
)
from gridproof.reductions.sources.cnf import Formula
from gridproof.reductions.sources.formula import SOURCE
from gridproof.registry import find_game
from gridproof.solving.solve import solve
from gridproof.verifying import verify
from tests.reductions.formulas import (
    ALL_CLAUSES,
    THESIS,
    assignments,
    every_formula,
    random_formula,
    small_formulas,
)
from tests.soak import ROUNDS

ID = "sat-to-boxcover"
REDUCTION = find_reduction(ID)


def board(encoding: Encoding) -> BoxcoverLevel:
    assert isinstance(encoding.level, BoxcoverLevel)
    return encoding.level


def optimum(level: BoxcoverLevel) -> tuple[int, str]:
    """By the game's solver, which knows nothing of reductions."""
    result = solve(level, solver="optimal")
    assert result.solution is not None
    assert isinstance(result.cost, int)
    assert result.cost == result.bound
    return result.cost, result.solution


def check(formula: Formula, side: int) -> None:
    """The board's optimum is k, or one more, as brute force says; maps go both ways."""
    encoding = reduce(ID, formula, {"side": side})
    certificate = audit(encoding)
    assert certificate.passed, certificate.faults
    true = list(assignments(formula))
    cost, solution = optimum(board(encoding))
    assert cost >= encoding.k
    assert (cost == encoding.k) == bool(true)
    if true:
        assert lower(encoding, solution) in true
    for witness in true[:4]:
        moves = lift(encoding, witness)
        random.Random(1).shuffle(moves)
        assert lower(encoding, moves) == witness


def test_the_example_of_the_thesis() -> None:
    encoding = reduce(ID, THESIS)
    assert (encoding.level.width, encoding.level.height) == (24, 21)
    assert encoding.k == 77
    for side in (1, 4):
        check(THESIS, side)


def test_all_small_formulas() -> None:
    for number, formula in enumerate(small_formulas()):
        if number % 7 == 0:
            check(formula, number % 5 + 1)


@pytest.mark.soak
def test_all_small_formulas_thoroughly() -> None:
    for formula in small_formulas():
        for side in (1, 4):
            check(formula, side)
    for side in range(1, 20):
        check(ALL_CLAUSES, side)


@pytest.mark.soak
def test_every_formula() -> None:
    for formula in every_formula():
        check(formula, 1)


def test_random_formulas() -> None:
    rng = random.Random(5)
    for _ in range(12):
        check(random_formula(rng, 4, 5), rng.randint(1, 9))


@pytest.mark.soak
def test_many_random_formulas() -> None:
    rng = random.Random(6)
    for _ in range(30 * ROUNDS):
        check(random_formula(rng, 5, 9), rng.randint(1, 12))


def test_all_clauses_on_three_variables_need_one_square_more() -> None:
    encoding = reduce(ID, ALL_CLAUSES)
    assert optimum(board(encoding))[0] == encoding.k + 1


def test_certificates_of_many_formulas() -> None:
    rng = random.Random(7)
    for _ in range(60):
        formula = random_formula(rng, 8, 10)
        encoding = reduce(ID, formula, {"side": rng.choice((1, 2, 3, 4, 5, 8, 1000))})
        assert load_encoding(save_encoding(encoding)) == encoding
        certificate = audit(encoding)
        assert certificate.passed, certificate.faults
        width = sum(map(len, formula.clauses)) * 4 + 2
        step = encoding.options["side"] // 2 + 1
        assert board(encoding).width <= step * width
        assert board(encoding).height <= step * (6 * len(formula.names) + 3)


def test_a_large_formula_is_certified() -> None:
    encoding = reduce(ID, SOURCE.random("20,85", Random(3)), {"side": 4})
    assert audit(encoding).passed


def mutated(rng: random.Random, encoding: Encoding) -> Encoding:
    """One point is moved, missing or new."""
    level = board(encoding)
    points = list(level.points)
    kind = rng.randrange(3)
    if kind < 2:
        x, y = points.pop(rng.randrange(len(points)))
        if kind:
            far = level.side + 1
            points.append(Pos(x + rng.randint(-far, far), y + rng.randint(-far, far)))
    else:
        x, y = rng.choice(points)
        points.append(Pos(x + rng.randint(-5, 5), y + rng.randint(-5, 5)))
    return replace(encoding, level=replace(level, points=tuple(points)))


def renamed(rng: random.Random, encoding: Encoding) -> Encoding:
    """One point is moved, on the board and in the map."""
    level = board(encoding)
    point = rng.choice(level.points)
    x, y = point.x + rng.randint(-2, 2), point.y + rng.randint(-2, 2)
    points = tuple(Pos(x, y) if each == point else each for each in level.points)

    def moved(value: object) -> object:
        if isinstance(value, list):
            return [x, y] if value == [*point] else [moved(each) for each in value]
        return value

    tips = encoding.map["tips"]
    table = {name: moved(value) for name, value in encoding.map.items()} | {"tips": tips}
    return replace(encoding, level=replace(level, points=points), map=table)


def changed(encoding: Encoding, rng: random.Random) -> Encoding:
    return rng.choice((mutated, renamed))(rng, encoding)


def some_board(rng: random.Random) -> Encoding:
    return reduce(ID, random_formula(rng, 3, 3), {"side": rng.randint(1, 6)})


def check_truth(encoding: Encoding) -> None:
    """Check that the statements of an audit are true."""
    cost, _ = optimum(board(encoding))
    assert (cost <= encoding.k) == any(True for _ in assignments(encoding.instance))


def test_each_condition_refuses_something() -> None:
    encoding = reduce(ID, Formula(("x", "y"), ((1, 2), (-1, 2), (1,))))
    level, table = board(encoding), encoding.map

    def failing(changed: Encoding) -> set[str]:
        return {each.id for each in audit(changed).conditions if each.faults}

    assert failing(encoding) == set()
    wider = replace(encoding, level=replace(level, side=2))
    assert failing(wider) == {"board"}
    assert failing(replace(wider, options={"side": 2})) == {"links"}
    outside = replace(level, points=(*level.points, Pos(10**30, 0)))
    assert failing(replace(encoding, level=outside)) == {"board"}
    assert failing(replace(encoding, k=encoding.k + 1)) == {"budget"}
    assert failing(replace(encoding, level=replace(level, points=level.points[1:]))) == {"items"}
    instance = Formula(("x", "y"), ((1, 2), (1, 2), (1,)))
    assert failing(replace(encoding, instance=instance)) == {"links"}
    crossing = next(
        at for at, cell in enumerate(table["loops"][0]) if cell in table["branches"][0][1]
    )
    tips = [[crossing, *table["tips"][0][1:]], *table["tips"][1:]]
    assert failing(replace(encoding, map={**table, "tips": tips})) == {"links", "tips"}
    odd = [[tip + 1 for tip in clause] for clause in table["tips"]]
    assert failing(replace(encoding, map={**table, "tips": odd})) == {"pieces"}
    shifted = [loop[2:] + loop[:2] for loop in table["loops"]]
    assert "links" in failing(replace(encoding, map={**table, "loops": shifted}))
    turned = [loop[1:] + loop[:1] for loop in table["loops"]]
    assert "items" in failing(replace(encoding, map={**table, "loops": turned}))
    crowd = tuple(Pos(x, y) for x in range(10) for y in range(10))
    crowded = {**table, "stars": [[*cell] for cell in crowd[:3]]}
    assert failing(replace(encoding, level=replace(level, points=crowd), map=crowded)) == {"items"}


@pytest.mark.parametrize(
    "change",
    [
        {"loops": []},
        {"stars": [[0, 0]]},
        {"stars": [[0, 0], [1]]},
        {"tips": [[0, 0, 0], [0, 0, -2]]},
        {"tips": [[0, 0, 0], [0, 0]]},
        {"branches": [[[], [], []], [[], [], []]]},
        {"branches": None},
        {"loops": [[[0, 0.5]], [], []]},
    ],
)
def test_malformed_maps_are_input_errors(change: dict[str, object]) -> None:
    encoding = reduce(ID, THESIS)
    with pytest.raises(InputError, match="map"):
        audit(replace(encoding, map={**encoding.map, **change}))


def test_boards_that_would_be_too_large() -> None:
    with pytest.raises(InputError, match="up to 500,000 are made"):
        reduce(ID, SOURCE.random("300,4000", Random(1)))
    with pytest.raises(InputError, match="coordinates go up to"):
        reduce(ID, THESIS, {"side": 10**9})
    with pytest.raises(InputError, match="side"):
        reduce(ID, THESIS, {"side": 0})
    side = 2 * (10**9 // 23) - 1  # as the hint says
    assert audit(reduce(ID, THESIS, {"side": side})).passed
    with pytest.raises(InputError, match="coordinates go up to"):
        reduce(ID, THESIS, {"side": side + 1})


@pytest.mark.parametrize(
    "formula",
    [
        THESIS,
        Formula(("x", "y"), ((-1,),)),
        Formula(("x", "y"), tuple(itertools.product((1, -1), (2, -2)))),
    ],
)
def test_the_switchboard_asks_for_a_solution(formula: Formula) -> None:
    encoding = reduce(ID, formula)
    level = board(encoding)
    shown = REDUCTION.switchboard(encoding)
    assert shown.budget == encoding.k
    for values in itertools.product((True, False), repeat=len(formula.names)):
        chosen = [0 if value else 1 for value in values]
        cells = list(shown.always)
        for choice, value in zip(shown.choices, chosen, strict=True):
            cells += choice.values[value].cells
        for joint in shown.joints:
            if all(chosen[choice] == value for choice, value in joint.values):
                cells += joint.cells
        unmet = 0
        for demand in shown.demands:
            ways = [way for way in demand.ways if chosen[way.choice] == way.value]
            unmet += not ways
            cells += ways[0].cells if ways else demand.unmet
        assert len(cells) == len(set(cells)) == encoding.k + unmet
        assert unmet == len(formula.unmet(values))
        moves = [f"{x},{level.height - 1 - y}" for x, y in cells]
        assert verify("boxcover", level, moves).valid


def test_parts_lie_on_points() -> None:
    encoding = reduce(ID, THESIS)
    game = find_game("boxcover")
    picture = game.picture(encoding.level, game.initial(encoding.level))
    points = {(sprite.x, sprite.y) for sprite in picture.sprites}
    shown = overlay(encoding, picture)
    assert [stroke.text for stroke in shown.strokes][:3] == [f"loop of {n}" for n in "xyz"]
    for stroke in shown.strokes:
        assert {*stroke.cells} <= points
        assert (stroke.cells[0] == stroke.cells[-1]) == stroke.text.startswith("loop")
    signed = {mark.sign: (mark.x, mark.y) for mark in shown.marks if mark.sign}
    assert {*signed} == {"1", "2"}
    assert {*signed.values()} <= points
    assert "clause 2: ¬x ∨ y ∨ z" in {mark.text for mark in shown.marks}
