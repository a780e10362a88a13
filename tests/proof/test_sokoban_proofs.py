"""Proofs of sokoban by layers of positions: their bounds against literal plays, then the whole."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from gridproof.files.reading import read_file
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.games.sokoban.rules import State, apply, complete, initial, moves
from gridproof.games.sokoban.solve import certificate as certificate_maker
from gridproof.games.sokoban.solve.certificate import make, make_moves
from gridproof.games.sokoban.solve.zone_choice import choose
from gridproof.limits import Stopped, Ticker
from gridproof.proof.checking import prove
from gridproof.proof.claims import Claim, Records, Refused
from gridproof.proof.making import Unproven
from gridproof.proof.sokoban import by_pushes
from gridproof.proof.sokoban_board import PlayableBoard
from gridproof.proof.sokoban_pairs import Pairs
from gridproof.proof.sokoban_search import Backward, Forward
from gridproof.proof.sokoban_zones import Family, families
from gridproof.registry import find_game
from gridproof.result import Limits, Status
from gridproof.solving.solve import solve
from tests.games.sokoban.boards import TRAPS
from tests.proof.forging import mutated, refusal
from tests.samples import random_levels, sample_levels
from tests.soak import ROUNDS

GAME = find_game("sokoban")
PUSHES = GAME.objective("pushes")
DATA = Path(__file__).parent.parent / "data" / "sokoban"
MAKERS = {"pushes": make, "moves": make_moves}


def level(*rows: str) -> SokobanLevel:
    (found,) = GAME.read("\n".join(rows) + "\n", "test")
    assert isinstance(found, SokobanLevel)
    assert not GAME.validate(found)
    return found


def tiny(rng: Random) -> SokobanLevel:
    """A board of few squares, whose rows and columns differ in number, with up to three boxes."""
    while True:
        width, height, boxes = rng.randint(2, 5), rng.randint(1, 5), rng.randint(1, 3)
        cells = rng.choices(" #", (4, 1), k=width * height)
        free = [n for n, kind in enumerate(cells) if kind == " "]
        rng.shuffle(free)
        if len(free) < 2 * boxes + 1:
            continue
        for n, kind in zip(free, "@" + "$" * boxes + "." * boxes, strict=False):
            cells[n] = kind
        if boxes > 1 and rng.random() < 0.3:  # a box on a goal
            cells[free[1]], cells[free[-1]] = "*", " "
            cells[free[boxes + 1]] = " "
        rows = ["".join(cells[y * width : (y + 1) * width]) for y in range(height)]
        edge = "#" * (width + 2)
        (found,) = GAME.read("\n".join([edge, *(f"#{row}#" for row in rows), edge]) + "\n", "test")
        if isinstance(found, SokobanLevel) and not GAME.validate(found):
            return found


def left(of: SokobanLevel, metric: str) -> Mapping[State, int | None]:
    """For each state that the rules lead to, the fewest that solve it; None: nothing does."""
    start = GAME.key(of, initial(of), PUSHES)
    before: dict[State, list[tuple[State, int]]] = {start: []}
    waiting = [start]
    for state in waiting:
        for move in moves(of, state, PUSHES):
            after, gains = apply(of, state, move)
            after = GAME.key(of, after, PUSHES)
            if after not in before:
                before[after] = []
                waiting.append(after)
            before[after].append((state, gains[metric]))
    found: dict[State, int | None] = dict.fromkeys(before)
    queue = deque((state, 0) for state in before if complete(of, state, PUSHES))
    while queue:
        state, value = queue.popleft()
        if found[state] is not None:
            continue
        found[state] = value
        for other, gain in before[state]:
            (queue.append if gain else queue.appendleft)((other, value + gain))
    return found


def fewest(of: SokobanLevel, metric: str) -> int | None:
    return left(of, metric)[GAME.key(of, initial(of), PUSHES)]


def advice(of: SokobanLevel, rng: Random) -> list[Any]:
    """Records of a true form: a random depth, random prices."""
    counts = [rng.randint(0, 3), rng.randint(0, 3), rng.choice((0, 0, 1, 2))]
    size = rng.choice((1, 5, 1 << 20))
    prices = [[rng.randint(-size, size) for _ in of.movable] for _ in range(sum(counts))]
    families = [family(of, rng, size) for _ in range(rng.choice((0, 0, 1, 2)))]
    return [[rng.randint(-3, 12), *counts, len(families)], *prices, *families]


def family(of: SokobanLevel, rng: Random, size: int) -> list[int]:
    """A record of random prices and zones."""
    squares = PlayableBoard(of, Ticker()).floor.bit_count()
    zones = rng.choice((1, 2, 3))
    return [
        *(rng.randint(-size, size) for _ in of.movable),
        *(max(0, rng.randint(-zones - 2, zones)) for _ in range(squares)),
    ]


def certificate(of: SokobanLevel, bound: int | None, kind: str = "pushes") -> list[Any]:
    made = MAKERS[kind](Claim(GAME, of, GAME.objective(kind), bound), Ticker())
    assert made.bound == bound
    return list(made.records)


def accepted(
    of: SokobanLevel, bound: int | None, records: Sequence[Any], kind: str = "pushes"
) -> bool:
    return refusal(kind, Claim(GAME, of, GAME.objective(kind), bound), records) is None


def false_claims(optimum: int | None) -> tuple[int | None, ...]:
    """Claims about a board; a board that nothing solves has only true ones."""
    return () if optimum is None else (optimum + 1, optimum + 2, optimum + 5, None)


def in_bits(board: PlayableBoard, of: SokobanLevel, state: State) -> tuple[int, int]:
    """The boxes of a state and the player's region, as the checker has them."""
    row = of.width + 1
    squares = [row + 1 + n // of.width * row + n % of.width for n in (state.player, *state.boxes)]
    boxes = sum(1 << s for s in squares[1:])
    return boxes, board.flood(1 << squares[0], board.floor & ~boxes)


#: More pushes than any tiny board needs.
MANY = 1000


def test_bounds_and_deadlocks_hold_for_literal_plays() -> None:
    rng = Random("bounds")
    for _ in range(60):
        one = tiny(rng)
        board, ticker = PlayableBoard(one, Ticker()), Ticker()
        vectors = [[rng.randint(-9, 9) for _ in one.movable] for _ in range(4)]
        search = Forward(board, board.to_goals(ticker), vectors, ticker)
        records = [family(one, rng, 9) for _ in range(2)]
        tables: list[Pairs | Family] = [
            *(Pairs(board, search.distances, vector, ticker) for vector in vectors[:2]),
            *families(board, search.distances, records, ticker),
        ]
        known = left(one, "pushes")
        for state, pushes in known.items():
            boxes, region = in_bits(board, one, state)
            number = search.number(boxes, region)
            if pushes is None:
                continue
            assert number is not None
            for most in (pushes, pushes + 1, search.longest):
                assert not number + search.lanes.test(most) & search.lanes.tops
            assert not search.hopeless(boxes, region, None)
            for table in tables:
                assert not table.excludes(boxes, region, pushes)
                assert not table.excludes(boxes, region, None)
            if not pushes:
                continue
            # Of the pushes that are left to be tried one leads on.
            after = [
                _after(board, boxes, s, step)
                for step, moved in search.useful(boxes, region)
                for s in range(moved.bit_length())
                if moved >> s & 1
            ]
            at = {in_bits(board, one, other): n for other, n in known.items()}
            assert pushes - 1 in [at[place] for place in after]


def _after(board: PlayableBoard, boxes: int, s: int, step: int) -> tuple[int, int]:
    new = boxes ^ (1 << s | 1 << s + step)
    return new, board.flood(1 << s, board.floor & ~new)


def test_pulls_find_all_that_pushes_solve() -> None:
    rng = Random("pulls")
    for _ in range(60):
        one = tiny(rng)
        board, ticker = PlayableBoard(one, Ticker()), Ticker()
        vectors = [[rng.randint(-9, 9) for _ in one.movable] for _ in range(2)]
        known = left(one, "pushes")
        whole = known[GAME.key(one, initial(one), PUSHES)]
        if whole is None:
            continue
        search = Backward(board, board.from_starts(ticker), vectors, ticker)
        found = {
            (boxes, region): number
            for number, layer in enumerate(by_pushes(search, whole))
            for boxes, region, _ in layer
        }
        reached = _pushes_made(one)
        for state, pushes in known.items():
            if pushes is not None and reached[state] + pushes == whole:
                assert found[in_bits(board, one, state)] == pushes


def _pushes_made(of: SokobanLevel) -> Mapping[State, int]:
    """For each state the fewest pushes that lead to it."""
    start = GAME.key(of, initial(of), PUSHES)
    queue, found = deque([(start, 0)]), dict[State, int]()
    while queue:
        state, pushes = queue.popleft()
        if state in found:
            continue
        found[state] = pushes
        for move in moves(of, state, PUSHES):
            after, gains = apply(of, state, move)
            push = gains["pushes"]
            key = GAME.key(of, after, PUSHES)
            (queue.append if push else queue.appendleft)((key, pushes + push))
    return found


def try_advice(kind: str, rng: Random, boards: int) -> None:
    """True claims are accepted and false ones refused, whatever prices and depth are given."""
    for _ in range(boards):
        one = tiny(rng)
        optimum = fewest(one, kind)
        for _ in range(3):
            records = advice(one, rng)
            for bound in false_claims(optimum):
                assert not accepted(one, bound, records, kind), (GAME.write(one), bound, records)
            for bound in (0, 3, None) if optimum is None else (optimum, max(0, optimum - 1)):
                assert accepted(one, bound, records, kind), (GAME.write(one), bound, records)


@pytest.mark.parametrize("kind", MAKERS)
def test_no_advice_proves_a_false_claim(kind: str) -> None:
    try_advice(kind, Random("advice"), 150)


@pytest.mark.soak
@pytest.mark.parametrize("kind", MAKERS)
def test_no_advice_proves_a_false_claim_of_thousands(kind: str) -> None:
    for number in range(ROUNDS):
        try_advice(kind, Random(f"advice {number}"), 1000)


def try_makers(kind: str, rng: Random, boards: int, mutants: int) -> None:
    """The optimum is proven; records of that proof, or mutated ones, prove no more."""
    others: list[Any] = [[0, 0, 0, 0, 0]]
    for _ in range(boards):
        one = tiny(rng)
        optimum = fewest(one, kind)
        records = certificate(one, optimum, kind)
        assert accepted(one, optimum, records, kind), GAME.write(one)
        for bound in false_claims(optimum):
            assert not accepted(one, bound, records, kind)
            assert not accepted(one, bound, others, kind)
            for _ in range(mutants):
                mutant = mutated(records, rng, rng.randint(1, 3))
                assert not accepted(one, bound, mutant, kind), (GAME.write(one), bound, mutant)
        others = records


@pytest.mark.parametrize("kind", MAKERS)
def test_made_and_mutated(kind: str) -> None:
    try_makers(kind, Random("made"), 60, 3)


@pytest.mark.soak
@pytest.mark.parametrize("kind", MAKERS)
def test_made_and_mutated_by_the_thousand(kind: str) -> None:
    for number in range(ROUNDS):
        try_makers(kind, Random(f"made {number}"), 100, 20)


def test_gains_of_pairs_say_nothing_of_boards_without_a_solution() -> None:
    """Pairs may need more than all boxes at most, each alone; this board has a solution."""
    one = level("######", "#    #", "#  $ #", "# .  #", "##.# #", "##$ ##", "# @  #", "######")
    assert fewest(one, "pushes") is not None
    for prices in ([0, 0], [3, 0], [0, 3], [-5, 5]):
        assert not accepted(one, None, [[0, 1, 0, 1, 0], prices, prices])
    # As they would if they were taken for bounds there.
    board, ticker = PlayableBoard(one, Ticker()), Ticker()
    search = Forward(board, board.to_goals(ticker), [], ticker)
    pair = Pairs(board, search.distances, [0, 0], ticker)
    (start,) = search.roots()
    assert pair.excludes(*start, search.longest)
    assert not pair.excludes(*start, None)


MORE_TRAPS: Mapping[str, tuple[int | None, list[str]]] = {
    **TRAPS,
    "pairs with a box in common": (3, ["#####", "# . #", "# $ #", "#@$ #", "#.* #", "#####"]),
    "a corral with a push out of it": (
        4,
        ["#####", "#  ##", "# $ #", "#@ .#", "# *$#", "# . #", "#####"],
    ),
}


@pytest.mark.parametrize("name", MORE_TRAPS)
def test_boards_on_which_naive_rules_are_wrong(name: str) -> None:
    optimum, rows = MORE_TRAPS[name]
    one = level(*rows)
    prices = [0] * len(one.movable)
    for depth in range(10):
        for pairs in ([], [prices]):
            records = [[depth, 0, 0, len(pairs), 0], *pairs]
            assert accepted(one, optimum, records)
            for bound in false_claims(optimum):
                assert not accepted(one, bound, records), (depth, bound)


def zoned(of: SokobanLevel, prices: Sequence[int], rows: str) -> tuple[Family, tuple[int, int]]:
    """A family whose zones are told by rows of numbers, and the start."""
    board, ticker = PlayableBoard(of, Ticker()), Ticker()
    distances = board.to_goals(ticker)
    record = [*prices, *map(int, rows.replace(" ", ""))]
    (made,) = families(board, distances, [record], ticker)
    (start,) = Forward(board, distances, [], ticker).roots()
    assert record == [*made.prices, *made.numbers()]
    return made, start


def test_a_push_from_zone_to_zone_is_charged_once() -> None:
    one = level("########", "#@.*   #", "#  * $ #", "#    ###", "########")
    assert fewest(one, "pushes") == 4
    both, start = zoned(one, [0, 0, 0], "021011 221111 2000")
    first, _ = zoned(one, [0, 0, 0], "001011 001111 0000")
    second, _ = zoned(one, [0, 0, 0], "010000 110000 1000")
    assert both.bound(*start) == 4
    # Each zone in full, on top of the two pushes that the prices ask for, would be above the truth.
    bounds = (first.bound(*start), second.bound(*start))
    assert bounds == (4, 3)
    assert not accepted(one, 5, [[4, 0, 0, 0, 1], [*both.prices, *both.numbers()]])


#: The optimum, the board, prices of its goals, and rows of zones.
ZONED: Mapping[str, tuple[int, list[str], list[int], str]] = {
    "a push into an earlier zone is charged there": (
        2,
        ["#####", "## @#", "# $*#", "#  .#", "#   #", "#   #", "#####"],
        [0, 0],
        "31 322 011 211 111",
    ),
    "a state is reached again at a lower cost": (
        1,
        ["#####", "#.* #", "#$  #", "#  @#", "#####"],
        [0, 0],
        "201 120 110",
    ),
    "the player ends on the far side of a goal": (1, ["######", "# .$@#", "######"], [0], "1111"),
    "a goal's worth depends on the player's side": (
        4,
        ["#####", "#@# #", "# #.#", "# $.#", "# $ #", "#   #", "#####"],
        [1, 6],
        "21 11 111 111 112",
    ),
}


@pytest.mark.parametrize("name", ZONED)
def test_zones_on_which_naive_costs_are_too_high(name: str) -> None:
    optimum, rows, prices, zones = ZONED[name]
    one = level(*rows)
    made, start = zoned(one, prices, zones)
    assert fewest(one, "pushes") == optimum
    assert not made.excludes(*start, optimum)
    records = [[optimum, 0, 0, 0, 1], [*made.prices, *made.numbers()]]
    for bound in false_claims(optimum):
        assert not accepted(one, bound, records)


def test_zones_prove_more_than_prices_and_pairs() -> None:
    """Four boxes are in each other's way: they take 13 pushes, and alone 9."""
    one = level(
        *("########", "##  #  #", "#     @#", "# $.. ##", "# $$#.##", "##.$   #", "########")
    )
    board, ticker = PlayableBoard(one, Ticker()), Ticker()
    search = Forward(board, board.to_goals(ticker), [], ticker)
    (start,) = search.roots()
    weak = make(Claim(GAME, one, PUSHES, 9), Ticker())
    prices = list(weak.records)[1]
    pairs = Pairs(board, search.distances, prices, ticker)
    chosen = choose(board, search.distances, prices, [(9, (*start, 0))], 10, 4000, ticker)
    assert not pairs.excludes(*start, 9)
    assert chosen.bound(*start) == 11
    record = [*chosen.prices, *chosen.numbers()]
    assert accepted(one, 11, [[0, 0, 0, 0, 1], record])
    assert not accepted(one, 15, [[14, 1, 0, 0, 1], prices, record])


def test_every_push_is_a_move() -> None:
    for one in random_levels("sokoban", 2):
        bound = fewest(one, "pushes")
        records = certificate(one, bound)
        for objective in ("moves", "pushes-moves"):
            claim = Claim(GAME, one, GAME.objective(objective), bound)
            assert refusal("pushes", claim, records) is None
        if bound is not None:
            with pytest.raises(Unproven, match="pushes alone"):
                make(Claim(GAME, one, GAME.objective("moves"), bound), Ticker())
            more = Claim(GAME, one, GAME.objective("pushes-moves"), bound + 1)
            assert refusal("pushes", more, records) is not None


def test_malformed_records_are_refused() -> None:
    one = level("#######", "#@$  .#", "#######")
    whole: list[Any] = [[1, 1, 1, 1, 1], [0], [0], [0], [0, 1, 2, 0, 1, 5]]
    assert accepted(one, 3, whole)
    for number, wrong in (
        (1, []),
        (1, [0, 0]),
        (3, []),
        (1, [1 << 21]),
        (1, [True]),
        (1, ["0"]),
        (1, 0),
        (4, []),
        (4, 0),
        (4, [0, 1, 2, 0, 1]),
        (4, [0, 1, 2, 0, 1, 5, 0]),
        (4, [0, 1, 2, 0, 1, 6]),
        (4, [0, 1, 2, 0, 1, -1]),
        (4, [0, 1, 2, 0, 1, True]),
        (4, [True, 1, 2, 0, 1, 5]),
        (4, {"0": 0}),
        (4, "011011"),
        (0, [1, 1, 1, 1]),
        (0, [1, 1, 1, 1, 2]),
        (0, [None, 1, 1, 1, 1]),
        (0, []),
    ):
        assert not accepted(one, 3, [*whole[:number], wrong, *whole[number + 1 :]]), wrong
    assert not accepted(one, 3, whole[:-1])
    assert not accepted(one, 3, [*whole, [0]])


def solved(levels: Iterable[Any], objective: str) -> Iterator[tuple[SokobanLevel, int]]:
    """Those of some levels that are soon solved, and what they cost."""
    for one in levels:
        result = solve(one, objective=objective, limits=Limits(nodes=20_000))
        if result.status is Status.OPTIMAL:
            yield one, cast(int, result.cost)


@pytest.mark.parametrize("kind", MAKERS)
def test_sample_levels_are_proven(kind: str) -> None:
    for one, bound in solved(sample_levels("sokoban"), kind):
        records = certificate(one, bound, kind)
        assert accepted(one, bound, records, kind), one.title
        assert not accepted(one, bound + 1, records, kind), one.title


@pytest.mark.soak
@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("file", sorted(DATA.glob("*.txt")), ids=lambda path: path.stem)
def test_level_sets_are_proven(file: Path, kind: str) -> None:
    levels = read_file(str(file), game="sokoban")[: 5 * ROUNDS]
    for one, bound in solved(levels, kind):
        assert accepted(one, bound, certificate(one, bound, kind), kind), one.title


def test_limits_stop_maker_and_check_without_a_wrong_answer() -> None:
    one, bound = next(
        (one, bound)
        for one, bound in solved(sample_levels("sokoban"), "pushes")
        if len(one.movable) > 2
    )
    records = certificate(one, bound)
    stopped = 0
    for claimed in (bound, bound + 1):
        claim = Claim(GAME, one, PUSHES, claimed)
        for steps in range(0, 400, 7):
            try:
                prove("pushes", claim, Records(iter(records)), _counted(steps))
            except Stopped:
                stopped += 1
            except Refused:
                assert claimed > bound
            else:
                assert claimed == bound
            try:
                made = make(claim, _counted(steps))
            except Stopped:
                stopped += 1
            else:
                accepts = accepted(one, cast(int, made.bound), list(made.records))
                assert accepts == (cast(int, made.bound) <= bound)
    assert stopped > 20
    with pytest.raises(Stopped, match="MEMORY"):
        prove(
            "pushes",
            Claim(GAME, one, PUSHES, bound),
            Records(iter(records)),
            Ticker(Limits(memory=1000)),
        )


def test_what_was_proven_on_the_way_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The start takes 8 pushes, by prices, and 16 in truth."""
    for limit in ("_FIRST_TRIAL", "_ZONE_TRIAL", "_DIRECT"):
        monkeypatch.setattr(certificate_maker, limit, 2)
    one = level(
        *("########", "#.#   ##", "# #   ##", "# $@$  #", "# .$$. #", "#  # .##", "########")
    )
    bounds = set()
    for steps in (10_000, 30_000, 35_000, 40_000, 10_000_000):
        try:
            made = make(Claim(GAME, one, PUSHES, 16), _counted(steps))
        except Stopped:
            continue
        assert accepted(one, cast(int, made.bound), list(made.records))
        bounds.add(made.bound)
    assert {8, 16} < bounds <= {8, 10, 12, 14, 16}


def _counted(steps: int) -> Ticker:
    """A ticker whose clock goes on by a second each time that it is read, with so many seconds."""
    clock = count()
    return Ticker(Limits(time=steps), clock=lambda: next(clock))
