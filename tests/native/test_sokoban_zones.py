"""Zone tables of Sokoban, against relaxed boards and true solutions, searched in plain Python."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence

import pytest

from gridproof._native import sokoban as solver
from gridproof._native import testing
from gridproof.files.reading import read_file
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.games.sokoban.solve.kernel import problem
from gridproof.limits import Ticker
from gridproof.result import Limits
from tests.games.sokoban.boards import LEVELS
from tests.oracles import sokoban_zones as oracle
from tests.oracles.sokoban_features import DIRECTIONS, Cell, flood, parts, step
from tests.soak import ROUNDS

pytestmark = pytest.mark.native

ROOM = 1 << 30


class Zoned:
    """A level with the tables of some zones, in cells."""

    def __init__(
        self, floor: Iterable[Cell], goals: Sequence[Cell], boxes: Sequence[Cell], player: Cell
    ) -> None:
        self.floor, self.goals = frozenset(floor), frozenset(goals)
        self.boxes, self.player = frozenset(boxes), player
        self.width = max(x for x, _ in self.floor) + 1
        height = max(y for _, y in self.floor) + 1
        cells = [(x, y) for y in range(height) for x in range(self.width)]
        text = "".join(" .#"[(c in self.goals) if c in self.floor else 2] for c in cells)
        self.native = testing.SokobanZones(
            self.width, height, text.encode(), self.numbers(boxes), self.number(player)
        )
        self.zones = 0

    def add(self, zone: Iterable[Cell], taken: Iterable[Cell] = ()) -> None:
        assert self.native.add(self.numbers(zone), self.numbers(taken), ROOM)
        self.zones += 1

    def number(self, cell: Cell) -> int:
        return cell[1] * self.width + cell[0]

    def numbers(self, cells: Iterable[Cell]) -> list[int]:
        return [self.number(cell) for cell in sorted(cells)]

    def push(self, box: Cell, direction: Cell) -> int | None:
        return self.native.push(self.number(box), DIRECTIONS.index(direction))

    def end(self, goal: Cell, player: Cell) -> int:
        return self.native.end(self.number(goal), self.number(player))

    def sum(self, boxes: frozenset[Cell], player: Cell) -> int | None:
        """The excess that the zones add up to; None if one of them is dead."""
        total = 0
        for zone in range(self.zones):
            value = self.native.value(zone, self.numbers(boxes), self.number(player))
            if value is None:
                return None
            total += value
        return total

    def chosen(self, boxes: frozenset[Cell], player: Cell) -> int | None:
        """The excess by the zones that the level has chosen."""
        excess = self.native.excess(self.numbers(boxes), self.number(player))
        return None if excess is None else excess[0]

    def base(self, boxes: frozenset[Cell], player: Cell) -> int | None:
        return self.native.base(self.numbers(boxes), self.number(player))


def drawn(rng: random.Random, most_boxes: int) -> Zoned:
    """A random level with a solution: its boxes are pulled off the goals."""
    while True:
        width, height = rng.randint(3, 7), rng.randint(2, 6)
        cells = [(x, y) for y in range(height) for x in range(width)]
        walls = rng.choice((0.1, 0.2, 0.3))
        open_cells = [cell for cell in cells if rng.random() >= walls]
        # Levels are connected.
        floor = max(parts(open_cells), key=len, default=frozenset())
        if len(floor) < 8:
            continue
        goals = rng.sample(sorted(floor), rng.randint(2, min(most_boxes, len(floor) // 3)))
        boxes, player = frozenset(goals), min(floor.difference(goals))
        for _ in range(60):
            pulls = [
                (box, to, beyond)
                for box in sorted(boxes)
                for direction in DIRECTIONS
                if (to := step(box, direction)) in flood(floor - boxes, player)
                and (beyond := step(to, direction)) in floor - boxes
            ]
            if not pulls:
                break
            box, to, player = rng.choice(pulls)
            boxes = boxes - {box} | {to}
        if boxes != frozenset(goals):
            return Zoned(floor, goals, sorted(boxes), player)


def grown(rng: random.Random, among: Iterable[Cell], size: int) -> frozenset[Cell]:
    """Some cells that are mostly in one piece."""
    left = sorted(among)
    zone = [left.pop(rng.randrange(len(left)))]
    while left and len(zone) < size:
        beside = [c for c in left if any(abs(c[0] - x) + abs(c[1] - y) == 1 for x, y in zone)]
        zone.append(rng.choice(beside if beside and rng.random() < 0.9 else left))
        left.remove(zone[-1])
    return frozenset(zone)


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> random.Random:
    return random.Random(request.node.name)


def charged(
    level: Zoned, taken: frozenset[Cell]
) -> tuple[oracle.Cost, Callable[[Cell, Cell], int]]:
    """Return the costs of pushes and ends, but for those that touch cells which are taken."""

    def push(box: Cell, direction: Cell) -> int | None:
        spent = level.push(box, direction)
        return 0 if spent is not None and taken & {box, step(box, direction)} else spent

    def end(goal: Cell, player: Cell) -> int:
        return 0 if goal in taken else level.end(goal, player)

    return push, end


def check_values(rng: random.Random, boards: int) -> None:
    seen = {"dead": 0, "dear": 0, "cut": 0}
    for _ in range(boards):
        level = drawn(rng, 4)
        zone = grown(rng, level.floor, rng.randint(1, 6))
        rest = level.floor - zone
        taken = grown(rng, rest, rng.randint(1, 4)) if rest and rng.random() < 0.5 else frozenset()
        if rng.random() < 0.2:  # zones need not be disjoint
            taken |= {min(zone)}
        level.add(zone, taken)
        expected = oracle.zone_values(
            level.floor, zone, level.goals, *charged(level, taken), len(level.boxes)
        )
        for (boxes, region), value in expected.items():
            numbers = level.numbers(boxes)
            for player in rng.sample(sorted(region), min(2, len(region))):
                assert level.native.value(0, numbers, level.number(player)) == value
            seen["dead"] += value is None
            seen["dear"] += bool(value)
            seen["cut"] += len(parts(level.floor - boxes)) > 1
    assert min(seen.values()) > boards // 4, seen


def check_falling_values(rng: random.Random, boards: int) -> None:
    """A zone in the making has no value below its final one, so one that does not help never will.

    That is the reason for which a zone may be given up before it is made.
    """
    seen = {"dead": 0, "fell": 0}
    for _ in range(boards):
        level = drawn(rng, 4)
        zone = grown(rng, level.floor, rng.randint(3, 6))
        numbers = level.numbers(zone)
        expected = oracle.zone_values(
            level.floor, zone, level.goals, *charged(level, frozenset()), len(level.boxes)
        )
        dearest = sorted(expected, key=lambda state: expected[state] or 0)[-3:]
        for boxes, region in [*dearest, rng.choice(list(expected))]:
            value = expected[boxes, region]
            position = level.numbers(boxes), level.number(min(region))
            values = level.native.falling_values(numbers, *position, 1000)
            assert values == sorted(values, reverse=True)
            assert values[-1] == (255 if value is None else value)
            assert level.native.falling_values(numbers, *position, 1) == values[:1]
            seen["dead"] += value is None
            seen["fell"] += values[0] > values[-1]
    assert min(seen.values()) > boards // 4, seen


def check_clearing(rng: random.Random, boards: int) -> None:
    """A zone without goals is cleared at the value of its state: no box needs to come in."""
    seen = {"dead": 0, "dear": 0, "free": 0}
    for _ in range(boards):
        level = drawn(rng, 4)
        if not (among := level.floor - level.goals):
            continue
        zone, inside = grown(rng, among, rng.randint(2, 7)), frozenset[Cell]()
        rest = level.floor - zone
        taken = grown(rng, rest, rng.randint(1, 4)) if rest and rng.random() < 0.5 else frozenset()
        expected = oracle.zone_values(
            level.floor, zone, level.goals, *charged(level, taken), len(level.boxes)
        )
        dearest = max((value for value in expected.values() if value is not None), default=0)
        for _ in range(rng.randrange(3)):  # tables inside, that tell what the rest costs at least
            if zone - inside:
                inner = grown(rng, zone - inside, rng.randint(1, 4))
                level.add(inner, taken | inside)
                inside |= inner
        for (boxes, region), value in expected.items():
            asked = level.numbers(boxes), level.number(rng.choice(sorted(region))), dearest
            assert level.native.clear(level.numbers(zone), level.numbers(taken), *asked) == value
            seen["dead"] += value is None
            seen["dear"] += bool(value)
            seen["free"] += value == 0 and len(boxes) > 1
    assert seen["dear"] > boards // 6, seen  # a board in four has such a state
    assert min(seen["dead"], seen["free"]) > boards // 4, seen


def check_conflicts(rng: random.Random, boards: int) -> None:
    """A bound by zones that grow never says too much."""
    seen = {"dead": 0, "raised": 0, "met": 0}
    for _ in range(boards):
        level = drawn(rng, 5)
        left = oracle.pushes_left(level.floor, level.goals, level.boxes, level.player, 800)
        for (boxes, region), (pushes, _) in left.items():
            base = level.base(boxes, min(region))
            if base is None:
                continue
            least = max(base, 0)
            least += ((pushes or 0) - least) % 2
            here = level.numbers(boxes), level.number(max(region))
            bound = level.native.conflicts(*here, least, rng.choice((20, 10_000)))
            seen["dead"] += bound is None
            if pushes is None:
                continue
            assert bound is not None
            assert least <= bound <= pushes
            seen["raised"] += bound > least
            seen["met"] += bound == pushes > least
    assert min(seen.values()) > boards // 20, seen


def test_conflicts_beside_tables_never_say_too_much() -> None:
    """At the starts of levels, small zones with tables say something beside those that grow."""
    raised = beside = 0
    for level in read_file(str(LEVELS / "microban1.txt"))[:100]:
        assert isinstance(level, SokobanLevel)
        asked = problem(level)
        found = solver.solve(
            **asked, without=["tables"], control=Ticker(Limits(nodes=3_000)).control()
        )
        if found["moves"] is None or found["stop"] != "COMPLETED":
            continue
        pushes = sum(map(str.isupper, found["moves"]))
        for squares in (5, 8, 12):
            zones = testing.SokobanZones(**asked)
            sizes = zones.choose(squares, 100_000)
            here = asked["boxes"], asked["player"]
            base, excess = zones.base(*here), zones.excess(*here)
            assert base is not None
            assert excess is not None
            least = base + (pushes - base) % 2
            bound = zones.conflicts(*here, least, 20_000)
            assert bound is not None
            assert bound <= pushes, (level, squares, sizes)
            raised += bound > least
            beside += bound - base > excess[0] + 1 > 1
    assert min(raised, beside) > 5, (raised, beside)


def check_admissible(rng: random.Random, boards: int) -> None:
    seen = {"solvable": 0, "dead": 0, "more": 0, "learnt": 0}
    for _ in range(boards):
        level = drawn(rng, 3)
        left = oracle.pushes_left(level.floor, level.goals, level.boxes, level.player, 500)
        if not left:
            continue
        zones: list[frozenset[Cell]] = []
        for _ in range(3):
            if among := level.floor.difference(*zones):
                zones.append(grown(rng, among, rng.randint(2, 6)))
                level.add(zones[-1], frozenset().union(*zones[:-1]))
        check_sums(level, left, level.sum, seen)

        sizes = level.native.choose(rng.randint(3, 8), rng.choice((0, 100_000)))
        assert sizes
        check_sums(level, left, level.chosen, seen)
        level.native.choose(rng.randint(5, 9), 0)  # larger ones besides
        check_sums(level, left, level.chosen, seen)
        # So low that whatever is learnt raises them.
        samples = [
            (level.numbers(boxes), level.number(min(region)), -1)
            for boxes, region in rng.sample(sorted(left, key=sorted_state), min(20, len(left)))
        ]
        if level.native.learn(rng.randint(3, 6), samples):
            seen["learnt"] += 1
            check_sums(level, left, level.chosen, seen)
        for (boxes, region), (_, others) in left.items():
            here = level.numbers(boxes), level.number(max(region))
            if level.native.excess(*here) is None:
                continue
            for box, direction, (after, _) in others:
                found = level.native.after(
                    *here, level.number(box), level.number(step(box, direction))
                )
                assert found == level.native.excess(level.numbers(after), level.number(box))
    assert min(seen.values()) > boards // 4, seen


def sorted_state(state: oracle.State) -> list[list[Cell]]:
    return [sorted(cells) for cells in state]


def check_sums(
    level: Zoned,
    left: dict[oracle.State, tuple[int | None, list[tuple[Cell, Cell, oracle.State]]]],
    excess_of: Callable[[frozenset[Cell], Cell], int | None],
    seen: dict[str, int],
) -> None:
    """The excess is one in all positions of a level."""
    sums: dict[oracle.State, int | None] = {}
    for state, (pushes, _) in left.items():
        boxes, region = state
        base, excess = level.base(boxes, min(region)), excess_of(boxes, max(region))
        sums[state] = None if base is None else excess
        if base is None or excess is None:
            assert pushes is None
            seen["dead"] += base is not None
            continue
        seen["more"] += excess > 0
        if pushes is not None:
            assert base + excess <= pushes
            seen["solvable"] += 1
    # It falls by no more than a push costs, so that no position is expanded twice.
    for state, (_, others) in left.items():
        for box, direction, other in others:
            cost, here, there = level.push(box, direction), sums[state], sums[other]
            if cost is not None and there is not None:
                assert here is not None
                assert here <= cost + there


def test_a_push_from_zone_to_zone_is_charged_once() -> None:
    floor = {(x, y) for x in range(6) for y in range(3)} - {(4, 2), (5, 2)}
    level = Zoned(floor, [(1, 0), (2, 0), (2, 1)], [(1, 1), (2, 1), (4, 1)], (1, 2))
    zones: list[set[Cell]] = [
        {(2, 0), (4, 0), (5, 0), (2, 1), (3, 1), (4, 1), (5, 1)},
        {(1, 0), (0, 1), (1, 1), (0, 2)},
        {(3, 0)},
        {(1, 2), (2, 2), (3, 2)},
    ]
    boxes, player = frozenset([(2, 0), (2, 1), (4, 1)]), (0, 0)
    left = oracle.pushes_left(level.floor, level.goals, boxes, player, 5000)
    pushes, _ = left[boxes, flood(level.floor - boxes, player)]
    for zone in zones:
        level.add(zone)
    base, excess = level.base(boxes, player), level.sum(boxes, player)
    assert (base, excess, pushes) == (3, 2, 4)  # by the zones as if each were alone, and in truth
    again = Zoned(level.floor, sorted(level.goals), sorted(level.boxes), level.player)
    for i, zone in enumerate(zones):
        again.add(zone, set().union(*zones[:i]))
    assert again.base(boxes, player) == base
    assert again.sum(boxes, player) == 1


#: The checks, and on how many boards each of them is made.
CHECKS = (
    (check_values, 50),
    (check_falling_values, 40),
    (check_clearing, 60),
    (check_conflicts, 60),
    (check_admissible, 20),
)


@pytest.mark.parametrize(("check", "boards"), CHECKS)
def test_zones(
    check: Callable[[random.Random, int], None], boards: int, rng: random.Random
) -> None:
    check(rng, boards)


@pytest.mark.soak
@pytest.mark.parametrize(("check", "boards"), CHECKS)
def test_zones_at_length(
    check: Callable[[random.Random, int], None], boards: int, rng: random.Random
) -> None:
    check(rng, ROUNDS * boards)  # at once, since a few boards may all be of one kind
