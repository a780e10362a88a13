"""3-SAT → Bomb-cover: both directions against solvers that know nothing of formulas."""

from __future__ import annotations

import functools
import itertools
import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gridproof.errors import InputError
from gridproof.files.reading import read_boards
from gridproof.games.bombcover import rules
from gridproof.games.bombcover.game import GAME
from gridproof.games.bombcover.level import BombcoverLevel
from gridproof.grid import Direction, Pos
from gridproof.reduction import Encoding, find_reduction
from gridproof.reductions.reduce import audit, lift, load_encoding, lower, reduce, save_encoding
from gridproof.reductions.sat_to_bombcover.gadgets import Gadgets
from gridproof.reductions.sat_to_bombcover.hole import clear_in_spite
from gridproof.reductions.sat_to_bombcover.plan import Plan
from gridproof.reductions.sources.cnf import Formula
from gridproof.reductions.sources.formula import SOURCE
from gridproof.reductions.sources.libraries import networkx
from gridproof.registry import find_game
from gridproof.solving.solve import solve
from gridproof.verifying import verify
from tests.reductions.formulas import assignments, formulas, literals
from tests.soak import ROUNDS

NAME = "sat-to-bombcover"
DATA = Path(__file__).parents[1] / "data" / "reductions"
THESIS = "(x | !y | z) & (!x | y | z)"
ALL_EIGHT = "\n".join(
    " | ".join(c) for c in itertools.product(("x", "!x"), ("y", "!y"), ("z", "!z"))
)


def encoded(formula: str | Formula, **options: str) -> Encoding:
    return reduce(NAME, formula, options)


def board(encoding: Encoding) -> BombcoverLevel:
    assert isinstance(encoding.level, BombcoverLevel)
    return encoding.level


def some(seed: int, variables: int, clauses: int) -> Formula:
    """A formula at random with clauses of one to three literals, often of few variables."""
    generator = random.Random(seed)
    variables, clauses = generator.randint(1, variables), generator.randint(1, clauses)
    of_few = literals(min(generator.randint(1, 3), variables))
    pool = generator.choice((of_few, literals(variables)))
    return Formula(
        tuple("xyzuv"[:variables]), tuple(generator.choice(pool) for _ in range(clauses))
    )


def cleared_within(level: BombcoverLevel, k: int) -> bool:
    """Return True if a board can be cleared in k explosions, by the game's own solvers."""
    if level.throw or level.pierce:
        return search_says(level, k)
    bound = solve(level, solver="static-bound", decide=k).bound
    assert isinstance(bound, int)
    return bound <= k and search_says(level, k)


def search_says(level: BombcoverLevel, k: int) -> bool:
    result = solve(level, decide=k)
    assert result.bound is not None
    if isinstance(result.cost, int) and result.cost <= k:
        return True
    assert isinstance(result.bound, int)
    assert result.bound > k, "the solver decides it"
    return False


def agrees(formula: Formula, **options: str) -> bool:
    """Checks that formula and board say the same, and returns what."""
    encoding = encoded(formula, **options)
    assert audit(encoding).faults == []
    true = list(assignments(formula))
    if not true:
        result = solve(encoding.level, solver="static-bound", decide=encoding.k)
        assert isinstance(result.bound, int)
        if result.bound <= encoding.k:  # the relaxation does not decide it
            assert not search_says(board(encoding), encoding.k)
        return False
    witness = random.Random(str(formula)).choice(true)
    moves = lift(encoding, witness)  # replayed by the rules, and at most k
    assert len(moves) == encoding.k
    assert lower(encoding, moves) == witness
    return True


def every(found: Iterable[Formula], nth: int) -> list[Formula]:
    return list(itertools.islice(found, 0, None, nth))


# Known values.


def test_the_example_of_the_thesis() -> None:
    encoding = encoded(THESIS)
    assert encoding.k == 19
    assert audit(encoding).faults == []
    for witness in assignments(encoding.instance):
        moves = lift(encoding, witness)
        assert verify(GAME, encoding.level, moves).cost == 19
        assert lower(encoding, moves) == witness
    result = solve(encoding.level, solver="static-bound")
    assert result.bound == 19


@pytest.mark.parametrize(
    ("text", "k", "optimum"),
    [
        ("x", 4, 4),
        ("!x", 3, 3),
        ("x & !x", 6, 7),
        ("x & !x & x", 9, 10),
        ("x | !y", 7, 7),
        ("x | y", 8, 8),
        ("x & !y", 11, 11),
        ("x & y", 12, 12),
        ("x & x & !x & !x", 11, 12),  # two clauses are false, and one more explosion will do
    ],
)
def test_known_optima(text: str, k: int, optimum: int) -> None:
    encoding = encoded(text)
    assert encoding.k == k
    assert audit(encoding).passed
    result = solve(encoding.level)
    assert (result.cost, result.bound) == (optimum, optimum)


def test_known_boards() -> None:
    assert GAME.write(board(encoded("x | !y"))).splitlines()[2:] == [
        "############################",
        "#############x##############",
        "#.......x.......#..x.......#",
        "#.....#.....x.x......#.....#",
        "#..##########.###########..#",
        "#..#....x.x.....#x.x....#..#",
        "#..#..#.....x.x......#..#..#",
        "#..#..################..#..#",
        "#..#....................#..#",
        "#..#x..................x#..#",
        "#..##########.###########..#",
        "#..........................#",
        "#x........................x#",
        "#############@##############",
        "############################",
    ]


def test_all_eight_clauses() -> None:
    encoding = encoded(ALL_EIGHT)
    assert encoding.k == 63
    assert audit(encoding).passed
    assert SOURCE.solve(encoding.instance) is None
    gadgets = Gadgets.of(encoding.instance, encoding.map)
    moves = [*map(str, gadgets.clearing((True, False, True)))]
    left = after(encoding, moves).crates
    (crate,) = (crate for crate in gadgets.clauses if left >> board(encoding).bit(crate) & 1)
    verdict = verify(GAME, encoding.level, [*moves, f"{crate.x},{crate.y + 1}"])
    assert verdict.cost == 64


@pytest.mark.soak
def test_all_eight_clauses_take_an_explosion_more() -> None:
    result = solve(encoded(ALL_EIGHT).level, solver="static-bound", decide=63)
    assert result.bound == 64


def test_large_boards() -> None:
    encoding = encoded(SOURCE.random("50,213", Random(1)))
    assert (encoding.level.width, encoding.level.height) == (3496, 303)
    assert audit(encoding).passed
    with pytest.raises(InputError, match=r"4108 × 15 cells; bombcover has boards of at most 4096"):
        encoded(Formula(("x", "y"), ((1, 2),) * 273))


def test_sizes() -> None:
    for variables, clauses in ((1, 1), (2, 5), (7, 3)):
        formula = SOURCE.random(f"{variables},{clauses}", Random(1))
        for variant, slot in (("sound", 15), ("thesis", 16)):
            encoding = encoded(formula, variant=variant)
            assert encoding.level.width == slot * clauses + 6 * variables + 1
            assert encoding.level.height == 6 * variables + 3


# Formulas and boards agree.


def test_boards_of_small_formulas() -> None:
    found = [
        *every(formulas(1, 1), 1),
        *every(formulas(1, 2), 1),
        *every(formulas(1, 3), 3),
        *every(formulas(2, 1), 2),
        *every(formulas(2, 2), 9),
        *every(formulas(2, 3), 41),
        *every(formulas(3, 1), 7),
        *every(formulas(3, 2), 101),
    ]
    assert Counter(map(agrees, found)).keys() == {True, False}


@pytest.mark.soak
@pytest.mark.parametrize(
    ("variables", "clauses"), [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2)]
)
def test_boards_of_all_small_formulas(variables: int, clauses: int) -> None:
    outcomes = Counter(map(agrees, formulas(variables, clauses)))
    assert outcomes[True] + outcomes[False] == len(literals(variables)) ** clauses
    assert outcomes[True]


def test_boards_of_random_formulas() -> None:
    outcomes = Counter(agrees(some(seed, 5, 6)) for seed in range(12))
    assert outcomes.keys() == {True, False}


@pytest.mark.soak
def test_boards_of_many_random_formulas() -> None:
    outcomes = Counter(agrees(some(seed, 5, 8)) for seed in range(1000, 1000 + 10 * ROUNDS))
    assert min(outcomes[True], outcomes[False]) >= ROUNDS


def after(encoding: Encoding, moves: Iterable[str]) -> rules.State:
    state = rules.initial(board(encoding))
    for move in moves:
        state, _ = rules.apply(board(encoding), state, move)
    return state


def test_bombs_of_an_assignment_leave_false_clauses() -> None:
    for seed in range(14):
        formula = some(seed, 4, 5)
        encoding = encoded(formula)
        gadgets = Gadgets.of(formula, encoding.map)
        generator = random.Random(seed)
        values = tuple(generator.random() < 0.5 for _ in formula.names)
        moves = list(map(str, gadgets.clearing(values)))
        assert len(moves) == encoding.k
        generator.shuffle(moves)
        left = {gadgets.clauses[number] for number in formula.unmet(values)}
        assert after(encoding, moves).crates == rules.cells_of(board(encoding), sorted(left))
        if not left:
            assert lower(encoding, moves) == values


def test_solutions_of_solvers_are_mapped_back() -> None:
    mapped = 0
    for formula in (*formulas(1, 2), *every(formulas(2, 2), 5)):
        encoding = encoded(formula)
        result = solve(encoding.level, decide=encoding.k)
        assert result.solution is not None
        if result.cost == encoding.k:
            assert formula.unmet(lower(encoding, result.solution)) == []
            mapped += 1
    assert mapped > 5


# The audit's own findings, worked out again.


def rays(level: BombcoverLevel, cell: Pos) -> Iterator[set[Pos]]:
    for direction in Direction:
        seen = set()
        at = cell.step(direction)
        while level.at(at) != "#":
            if level.at(at) == "x":
                seen.add(at)
            at = at.step(direction)
        yield seen


def pair_graph(level: BombcoverLevel, crates: set[Pos]) -> Any:
    graph = networkx().Graph()
    graph.add_nodes_from(crates)
    for bit in range(level.height * level.stride):
        cell = level.cell(bit)
        if level.at(cell) != "#":
            for one, other in itertools.combinations(rays(level, cell), 2):
                graph.add_edges_from(itertools.product(one & crates, other & crates))
    return graph


def paired(graph: Any, without: Iterable[Pos] = ()) -> bool:
    """Return True if the crates of a loop can all be paired."""
    rest = graph.copy()
    rest.remove_nodes_from(without)
    return 2 * len(networkx().max_weight_matching(rest, maxcardinality=True)) == len(rest)


@pytest.mark.parametrize("text", ["x", "!x", "x & !x & y", "x | !y & z & !x | !z", THESIS])
def test_matchings_say_what_the_audit_says(text: str) -> None:
    """S4 by matchings of whole loops: the pair below the shaft goes with one value alone."""
    encoding = encoded(text)
    formula: Formula = encoding.instance
    plan = Plan.of(formula, "sound")
    for variable, loop in enumerate(Gadgets.of(formula, encoding.map).loops):
        graph = pair_graph(board(encoding), set(loop.crates()))
        assert paired(graph)
        apart = graph.copy()
        apart.remove_edge(*loop.corners)
        for clause, named in enumerate(formula.clauses):
            sign = (variable + 1 in named) - (-variable - 1 in named)
            below = Pos(plan.shaft(clause), plan.top(variable) + 1)
            seen = [ray & set(loop.crates()) for ray in rays(board(encoding), below)]
            pair = set().union(*seen)
            if not sign:
                assert sum(map(bool, seen)) <= 1
                continue
            assert len(pair) == 2
            assert paired(graph, (*pair, *loop.corners)) == (sign > 0)  # true: the corners together
            assert paired(apart, pair) == (sign < 0)


@pytest.mark.parametrize("variant", ["sound", "thesis"])
def test_all_rows_of_three_tiles_pass(variant: str) -> None:
    """By S2 nothing reaches further than a neighbour: these are all boards, slot by slot."""
    for clauses in (1, 2, 3):
        for row in itertools.product(((1,), (-1,), (2,), (1, 2), (-1, 2)), repeat=clauses):
            encoding = encoded(Formula(("x", "y"), row), variant=variant)
            assert audit(encoding).faults == []


# What is not sound is refused.


def without(encoding: Encoding, walls: Iterable[Pos]) -> Encoding:
    level = board(encoding)
    cells = bytearray(level.cells.encode())
    for x, y in walls:
        assert cells[y * level.width + x] == ord("#")
        cells[y * level.width + x] = ord(".")
    return replace(encoding, level=replace(level, cells=cells.decode()))


def test_walls_of_the_tiles_are_needed() -> None:
    """Without the walls above, or those below, false formulas pass: the audit says where."""
    encoding = encoded("x & !x")
    plan = Plan.of(encoding.instance, "sound")
    upper = [Pos(plan.slot_left(clause) + 10, plan.top(0)) for clause in (0, 1)]
    lower_walls = [Pos(plan.slot_left(clause), plan.top(0) + 1) for clause in (0, 1, 2)]
    for walls, optimum in ((upper, 6), (lower_walls, 6), (upper + lower_walls, 5)):
        broken = without(encoding, walls)
        assert solve(broken.level).cost == optimum <= encoding.k
        certificate = audit(broken)
        assert not certificate.passed
        cells = [fault.cell for c in certificate.conditions for fault in c.faults if fault.cell]
        assert any(cell.y in (plan.top(0), plan.top(0) + 1) for cell in cells)
        assert "row 3" in certificate.faults[0] or "row 4" in certificate.faults[0]


def changed(encoding: Encoding, generator: random.Random) -> Encoding:
    """An encoding with one thing changed."""
    level = board(encoding)
    kind = generator.choice(("cell",) * 6 + ("player", "option", "k", "map", "map", "literal"))
    cell = Pos(generator.randrange(level.width), generator.randrange(level.height))
    if kind == "cell":
        if generator.random() < 0.7:  # not in the midst of walls
            cell = level.cell(generator.choice(list(_interesting(level))))
        cells = bytearray(level.cells.encode())
        at = cell.y * level.width + cell.x
        cells[at] = generator.choice([each for each in b"#.x" if each != cells[at]])
        return replace(encoding, level=replace(level, cells=cells.decode()))
    if kind == "player":
        return replace(encoding, level=replace(level, players=(cell,)))
    if kind == "option":
        option: dict[str, Any] = generator.choice(
            [{"radius": 3}, {"radius": 100}, {"pierce": True}, {"throw": True}]
        )
        return replace(encoding, level=replace(level, **option))
    if kind == "k":
        return replace(encoding, k=encoding.k + generator.choice((-2, -1, 1, 2)))
    if kind == "literal":
        clauses = [list(clause) for clause in encoding.instance.clauses]
        clause = generator.choice(clauses)
        clause[generator.randrange(len(clause))] *= -1
        return replace(
            encoding, instance=replace(encoding.instance, clauses=tuple(map(tuple, clauses)))
        )
    record = json.loads(json.dumps(encoding.map))
    cells_of = [
        (part, key)
        for loop in record["loops"]
        for holder in (loop, *loop["slots"])
        for part in (v for v in holder.values() if v and isinstance(v[0], list))
        for key in range(len(part))
    ] + [(record["clauses"], key) for key in range(len(record["clauses"]))]
    (one, i), (other, j) = generator.sample(cells_of, 2)
    match generator.choice(("swap", "move", "drop", "twice")):
        case "swap":
            one[i], other[j] = other[j], one[i]
        case "move":
            one[i][generator.randrange(2)] += generator.choice((-1, 1))
        case "drop":
            del one[i]
        case "twice":
            one.append(other[j])
    return replace(encoding, map=record)


def _interesting(level: BombcoverLevel) -> Iterator[int]:
    """Cells that are open, and the walls beside them (bit numbers)."""
    for bit in range(level.height * level.stride):
        cell = level.cell(bit)
        if cell.within(level.width, level.height) and (
            level.at(cell) != "#" or any(level.at(cell.step(d)) != "#" for d in Direction)
        ):
            yield bit


@functools.cache
def bases() -> list[Encoding]:
    return [
        encoded(text)
        for text in ("x", "!x", "x & !x", "!x & x & !x", "x | !y", "x & y & !x", "x | y & !x | !y")
    ] + [encoded(text, variant="thesis") for text in ("x & !x", "x & y", "x & y & !x")]


def some_board(rng: random.Random) -> Encoding:
    return rng.choice(bases())


def check_truth(encoding: Encoding) -> None:
    """Check that a board that passes says the same as the formula."""
    true = SOURCE.solve(encoding.instance) is not None
    assert cleared_within(board(encoding), encoding.k) == true, save_encoding(encoding)
    if true:
        witness = next(assignments(encoding.instance))
        assert encoding.instance.unmet(lower(encoding, lift(encoding, witness))) == []


def test_maps_of_another_form_are_refused() -> None:
    encoding = encoded("x & !x")
    record = encoding.map
    for wrong in (
        {},
        {"loops": [], "clauses": record["clauses"]},
        {"loops": record["loops"] * 2, "clauses": record["clauses"]},
        {"loops": record["loops"], "clauses": [[1, 2]]},
        {"loops": record["loops"], "clauses": [[1, 2], [1, 2.5]]},
        {"loops": [{**record["loops"][0], "corners": [[1, 2]]}], "clauses": record["clauses"]},
        {"loops": [{**record["loops"][0], "slots": []}], "clauses": record["clauses"]},
    ):
        with pytest.raises(InputError, match="map"):
            audit(replace(encoding, map=wrong))
    (merge,) = read_boards("a", game="merge")[:1]
    with pytest.raises(InputError, match="must be one of bombcover"):
        audit(replace(encoding, level=merge))


# The thesis's tile.


def left_out(formula: Formula) -> list[int]:
    return [len(formula.names) - len(clause) for clause in formula.clauses]


def hole() -> Encoding:
    formula: Formula = SOURCE.read(ALL_EIGHT)
    return encoded(Formula((*formula.names, "u", "v"), formula.clauses), variant="thesis")


def test_the_hole_in_the_tile_of_the_thesis() -> None:
    """A false formula of 3-SAT whose board is cleared within k; anyone can replay the files."""
    encoding = hole()
    assert encoding.k == 97
    assert (encoding.level.width, encoding.level.height) == (159, 33)
    assert SOURCE.solve(encoding.instance) is None
    moves = clear_in_spite(encoding)
    assert moves is not None
    assert verify(GAME, encoding.level, moves).cost == 97
    level = board(encoding)
    state, sizes = rules.initial(level), Counter[int]()
    for move in moves:
        play = rules.played(level, state, move)
        sizes[play.destroyed.bit_count()] += 1
        state = play.after
    assert sizes[4] == 8  # in each slot an explosion takes two extra crates and a pair
    with pytest.raises(InputError, match="no witness follows from it: clause 8"):
        lower(encoding, moves)
    certificate = audit(encoding)
    faults = [fault for condition in certificate.conditions for fault in condition.faults]
    assert [condition.id for condition in certificate.conditions if condition.faults] == ["H1"]
    assert len(faults) == 8
    assert faults[0].message.startswith("clause 1 leaves out u and v")
    assert faults[0].cell == Pos(22, 5)
    (warning,) = find_reduction(NAME).warnings(encoding)
    assert "8 of 8 clauses leave out two variables or more" in warning
    (level_of_file,) = read_boards((DATA / "thesis-hole.txt").read_text(), "f", game="bombcover")
    assert level_of_file == level
    solution = (DATA / "thesis-hole.solution").read_text()
    assert GAME.read_solution(level_of_file, solution) == moves
    sound = encoded(encoding.instance)
    assert audit(sound).passed
    assert not find_reduction(NAME).warnings(sound)
    assert clear_in_spite(sound) is None


def test_the_hole_in_small() -> None:
    formula = Formula(("x", "y", "z"), ((1,), (-1,)))
    encoding = encoded(formula, variant="thesis")
    assert encoding.k == 16
    assert solve(encoding.level).cost == 16
    assert clear_in_spite(encoded(Formula(("x", "y"), ((1,), (-1,))), variant="thesis")) is None
    assert (
        clear_in_spite(encoded(replace(formula, clauses=((1,), (-1, 2))), variant="thesis")) is None
    )
    sound = encoded(formula)
    assert audit(sound).passed
    assert solve(sound.level, solver="static-bound").bound == sound.k + 1


def thesis_agrees(formula: Formula) -> bool | None:
    """As :func:`agrees` where each clause leaves out one variable at most; None: it is refused."""
    if max(left_out(formula)) <= 1:
        encoding = encoded(formula, variant="thesis")
        assert not find_reduction(NAME).warnings(encoding)
        return agrees(formula, variant="thesis")
    encoding = encoded(formula, variant="thesis")
    certificate = audit(encoding)
    assert [c.id for c in certificate.conditions if c.faults] == ["H1"]
    open_clauses = {n + 1 for n, number in enumerate(left_out(formula)) if number > 1}
    assert len(certificate.faults) == len(open_clauses)
    moves = clear_in_spite(encoding)
    if len(open_clauses) == len(formula.clauses):
        assert moves is not None
        assert verify(GAME, encoding.level, moves).cost == encoding.k
    for witness in itertools.islice(assignments(formula), 1):  # this direction holds all the same
        assert lower(encoding, lift(encoding, witness)) == witness
    return None


def test_thesis_tiles_are_sound_with_one_variable_left_out() -> None:
    found = [*every(formulas(2, 1), 3), *every(formulas(2, 2), 7), *every(formulas(3, 2), 83)]
    found.append(SOURCE.read("x | y & x | !y & !x | y & !x | !y"))
    found.append(Formula(("x", "y", "z"), ((1, 2), (1, -2), (-1, 2), (-1, -2))))
    assert Counter(map(thesis_agrees, found)).keys() == {True, False, None}


@pytest.mark.soak
def test_the_tile_of_the_thesis_on_many_formulas() -> None:
    found = [*formulas(2, 1), *formulas(2, 2), *formulas(2, 3), *every(formulas(3, 2), 3)]
    found += [some(seed, 4, 6) for seed in range(5 * ROUNDS)]
    outcomes = Counter(map(thesis_agrees, found))
    assert min(outcomes[True], outcomes[False], outcomes[None]) > 10


# Encodings as they are kept.


def test_what_is_kept_is_audited_and_mapped_like_the_encoding_itself() -> None:
    for variant in ("sound", "thesis"):
        encoding = load_encoding(save_encoding(encoded("x & !y", variant=variant)))
        assert audit(encoding).passed
        assert lower(encoding, lift(encoding, "x !y")) == (True, False)
        assert find_game(encoding.level.game) is GAME
