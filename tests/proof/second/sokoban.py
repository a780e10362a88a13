"""The board of sokoban and bounds on it, by the page `certificates-sokoban.md`."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, count
from typing import Any

from gridproof.games.sokoban.level import SokobanLevel
from tests.proof.second.core import number, numbers, refuse_unless

LARGEST_PRICE = 1 << 20
MAX_VECTORS = 1_000
MAX_WAITING = 1_000_000
MAX_STATES = 4_000_000
MAX_POSITIONS = 4_000_000

Cell = tuple[int, int]
Place = tuple[Cell, int]
Boxes = frozenset[Cell]
STEPS = ((0, -1), (0, 1), (-1, 0), (1, 0))


def plus(cell: Cell, step: Cell, times: int = 1) -> Cell:
    return cell[0] + times * step[0], cell[1] + times * step[1]


def reading(cell: Cell) -> Cell:
    return cell[1], cell[0]


class Board:
    """Floor, places, distances."""

    def __init__(self, level: SokobanLevel) -> None:
        self.player: Cell = level.players[0]
        kinds = {
            (i % level.width, i // level.width): kind
            for i, kind in enumerate(level.cells)
            if kind != "#"
        }
        self.floor = frozenset(kinds)
        self.floor = self.walk(self.player, ())
        self.boxes: list[Cell] = sorted(self.floor.intersection(level.boxes), key=reading)
        self.goals = sorted((c for c in self.floor if kinds[c] == "."), key=reading)
        refuse_unless(len(self.boxes) == len(self.goals), "as many boxes as goals")
        refuse_unless(len(self.floor) <= 4096, "the board is too large")
        self._sides = {s: self.parts((s,)) for s in self.floor}
        pushes: dict[Place, set[Place]] = {}
        pulls: dict[Place, set[Place]] = {}
        for s in self.floor:
            for d in STEPS:
                t, p = plus(s, d), plus(s, d, -1)
                if t in self.floor and p in self.floor:
                    before, after = self.place(s, p), self.place(t, s)
                    pushes.setdefault(before, set()).add(after)
                    pulls.setdefault(after, set()).add(before)
        places = [(s, side) for s in self.floor for side in set(self._sides[s].values())]
        self.to_goal = [
            distances([place for place in places if place[0] == goal], pulls) for goal in self.goals
        ]
        self.from_box = [distances([self.place(b, self.player)], pushes) for b in self.boxes]
        self.live = {place for found in self.to_goal for place in found}
        refuse_unless(len({s for s, _ in self.live}) <= 1024, "the board is too large")
        self.places = places

    def walk(self, start: Cell, boxes: Collection[Cell]) -> frozenset[Cell]:
        """Return the cells that the player can walk to."""
        found, todo = {start}, [start]
        while todo:
            cell = todo.pop()
            for step in STEPS:
                there = plus(cell, step)
                if there in self.floor and there not in boxes and there not in found:
                    found.add(there)
                    todo.append(there)
        return frozenset(found)

    def parts(self, boxes: Collection[Cell]) -> dict[Cell, int]:
        """The connected part of each free square, by number."""
        found: dict[Cell, int] = {}
        numbered = count()
        for cell in sorted(self.floor):
            if cell not in boxes and cell not in found:
                found |= dict.fromkeys(self.walk(cell, boxes), next(numbered))
        return found

    def place(self, box: Cell, player: Cell) -> Place:
        """The place of a box, the player somewhere on his side of it."""
        return box, self._sides[box][player]

    def solved(self, boxes: Boxes) -> bool:
        return boxes.issuperset(self.goals)

    def frozen(self, boxes: Boxes) -> bool:
        """Return True if a box off goal can never be pushed again."""
        stuck = set(boxes)
        changed = True
        while changed:
            changed = False
            for s in list(stuck):
                for axis in ((1, 0), (0, 1)):
                    around = [plus(s, axis), plus(s, axis, -1)]
                    if self.loose(s, axis) and stuck.isdisjoint(around):
                        stuck.discard(s)
                        changed = True
        return not stuck.issubset(self.goals)

    def loose(self, s: Cell, axis: Cell) -> bool:
        """Return True if a lone box on s could be pushed along an axis to a live place."""
        a, b = plus(s, axis), plus(s, axis, -1)
        return (
            a in self.floor
            and b in self.floor
            and (self.place(a, s) in self.live or self.place(b, s) in self.live)
        )


def distances(starts: Iterable[Place], steps: Mapping[Place, Iterable[Place]]) -> dict[Place, int]:
    """Breadth first."""
    found = dict.fromkeys(starts, 0)
    queue = deque(found)
    while queue:
        place = queue.popleft()
        for after in steps.get(place, ()):
            if after not in found:
                found[after] = found[place] + 1
                queue.append(after)
    return found


class Prices:
    """The bound by one vector of prices."""

    def __init__(
        self, board: Board, distances: Sequence[Mapping[Place, int]], vector: Sequence[int]
    ) -> None:
        self.board, self.sum = board, sum(vector)
        self.w = {
            place: min(
                far[place] - v for far, v in zip(distances, vector, strict=True) if place in far
            )
            for place in board.places
            if any(place in far for far in distances)
        }

    def bound(self, boxes: Boxes, player: Cell) -> int | None:
        """Pushes that are needed at least; None: nothing will do."""
        places = [self.board.place(box, player) for box in boxes]
        if not all(place in self.w for place in places):
            return None
        return self.sum + sum(self.w[place] for place in places)


class Pairs:
    """The bound by pairs of boxes, with a vector of prices of goals."""

    def __init__(self, board: Board, vector: Sequence[int]) -> None:
        self.board = board
        self.prices = Prices(board, board.to_goal, vector)
        self.part_of: dict[Boxes, dict[Cell, int]] = {}
        self.least: dict[tuple[Boxes, int], int] = {}
        price = dict(zip(board.goals, vector, strict=True))
        queue = []
        places = count()
        for g, h in combinations(board.goals, 2):
            pair = frozenset((g, h))
            for part in set(self.parts(pair).values()):
                queue.append((-price[g] - price[h], next(places), pair, part))
        heapq.heapify(queue)
        while queue:
            refuse_unless(len(queue) <= MAX_WAITING, "too many pairs wait")
            cost, _, pair, part = heapq.heappop(queue)
            if (pair, part) in self.least:
                continue
            self.least[pair, part] = cost
            for s in pair:
                (other,) = pair - {s}
                for d in STEPS:
                    before, player = plus(s, d, -1), plus(s, d, -2)
                    if self.parts(pair).get(before) != part or player not in board.floor:
                        continue
                    if player != other:
                        pulled = frozenset((before, other))
                        found = pulled, self.parts(pulled)[player]
                        if found not in self.least:
                            heapq.heappush(queue, (cost + 1, next(places), *found))

    def parts(self, pair: Boxes) -> dict[Cell, int]:
        if pair not in self.part_of:
            self.part_of[pair] = self.board.parts(pair)
        return self.part_of[pair]

    def bound(self, boxes: Boxes, player: Cell) -> int | None:
        """Pushes that are needed at least; None: nothing will do."""
        base = self.prices.bound(boxes, player)
        if base is None:
            return None
        gains = []
        for a, b in combinations(sorted(boxes), 2):
            pair = frozenset((a, b))
            state = pair, self.parts(pair)[player]
            if state not in self.least:
                return None
            alone = sum(self.prices.w[self.board.place(box, player)] for box in pair)
            if self.least[state] > alone:
                gains.append((self.least[state] - alone, pair))
        gains.sort(key=lambda entry: -entry[0])
        taken: set[Cell] = set()
        for gain, pair in gains:
            if taken.isdisjoint(pair):
                taken |= pair
                base += gain
        return base


class Zone:
    """The relaxed board of a zone: the least cost of a play to its end, from each state."""

    def __init__(
        self,
        board: Board,
        zone: frozenset[Cell],
        cost: Mapping[tuple[Cell, Cell], int],
        end: Mapping[Place, int],
        room: int,
    ) -> None:
        self.board, self.zone = board, zone
        self.part_of: dict[Boxes, dict[Cell, int]] = {}
        self.least: dict[tuple[Boxes, int], int] = {}
        places = count()
        queue = []
        wanted = zone.intersection(board.goals)
        for part in set(self.parts(wanted).values()):
            player = next(c for c, its in self.parts(wanted).items() if its == part)
            spent = sum(end[board.place(goal, player)] for goal in wanted)
            queue.append((spent, next(places), wanted, part))
        heapq.heapify(queue)
        while queue:
            spent, _, boxes, part = heapq.heappop(queue)
            if (boxes, part) in self.least:
                continue
            self.least[boxes, part] = spent
            refuse_unless(len(self.least) <= room, "too many states of zones")
            region = [c for c, its in self.parts(boxes).items() if its == part]
            for s in region:  # where the player is after a push, and the box was
                for d in STEPS:
                    t, p = plus(s, d), plus(s, d, -1)
                    before = boxes - {t} | ({s} & zone)
                    changes = (t in boxes) if t in zone else (s in zone)
                    if not changes or (s, t) not in cost:
                        continue
                    if p not in before and len(before) <= len(board.boxes):
                        found = before, self.parts(before)[p]
                        if found not in self.least:
                            heapq.heappush(queue, (spent + cost[s, t], next(places), *found))

    def parts(self, boxes: Boxes) -> dict[Cell, int]:
        if boxes not in self.part_of:
            self.part_of[boxes] = self.board.parts(boxes)
        return self.part_of[boxes]

    def value(self, boxes: Boxes, player: Cell) -> int | None:
        inside = boxes & self.zone
        return self.least.get((inside, self.parts(inside)[player]))


class Family:
    """The bound by zones without a common square, with prices of goals.

    Attributes:
        states: of all zones.
    """

    def __init__(self, board: Board, record: Any, room: int) -> None:
        refuse_unless(isinstance(record, list), "a family is a list")
        goals, floor = len(board.goals), sorted(board.floor, key=reading)
        vector = numbers(record[:goals], -LARGEST_PRICE, LARGEST_PRICE)
        of_square = numbers(record[goals:], 0, len(floor))
        refuse_unless(len(vector) == goals and len(of_square) == len(floor), "a family's length")
        self.prices = Prices(board, board.to_goal, vector)
        price, w = dict(zip(board.goals, vector, strict=True)), self.prices.w
        end = {(g, k): -price[g] - w[g, k] for g, k in board.places if g in price}
        self.zones: list[Zone] = []
        self.states = 0
        taken: set[Cell] = set()
        for number_of in sorted(set(of_square) - {0}):
            zone = frozenset(
                c for c, found in zip(floor, of_square, strict=True) if found == number_of
            )
            cost = {}
            for s in floor:
                for d in STEPS:
                    t, p = plus(s, d), plus(s, d, -1)
                    if t not in board.floor or p not in board.floor or not zone & {s, t}:
                        continue
                    if board.place(t, s) in w:
                        lifted = 1 + w[board.place(t, s)] - w[board.place(s, p)]
                        cost[s, t] = 0 if taken & {s, t} else lifted
            self.zones.append(Zone(board, zone, cost, end, room - self.states))
            self.states += len(self.zones[-1].least)
            taken |= zone

    def bound(self, boxes: Boxes, player: Cell) -> int | None:
        """Pushes that are needed at least; None: nothing will do."""
        total = self.prices.bound(boxes, player)
        for zone in self.zones:
            value = zone.value(boxes, player)
            if value is None or total is None:
                return None
            total += value
        return total


class Vectors:
    """The records: where the searches meet, and their prices, made when they are looked at."""

    def __init__(self, board: Board, records: Iterator[Any]) -> None:
        self.board = board
        self._depth, *counts = next(records)
        n, m, k, f = (*numbers(counts), *([0] if len(counts) == 3 else []))
        refuse_unless(max(n, m, k, f) <= MAX_VECTORS, "too many vectors")
        self._forward = [next(records) for _ in range(n)]
        self._backward = [next(records) for _ in range(m)]
        self._pairs = [next(records) for _ in range(k)]
        self._families = [next(records) for _ in range(f)]

    def depth(self, most: int) -> int:
        """The depth at which the searches meet; of no meaning if no solution is claimed."""
        return min(max(number(self._depth), 0), most)

    def vector(self, record: Any) -> list[int]:
        found = numbers(record, -LARGEST_PRICE, LARGEST_PRICE)
        refuse_unless(len(found) == len(self.board.goals), "not one price for each target")
        return found

    def forward(self) -> list[Prices]:
        return [Prices(self.board, self.board.to_goal, self.vector(v)) for v in self._forward]

    def backward(self) -> list[Prices]:
        return [Prices(self.board, self.board.from_box, self.vector(v)) for v in self._backward]

    def tables(self) -> list[Pairs | Family]:
        """Those of pairs and of zones."""
        found: list[Pairs | Family] = [Pairs(self.board, self.vector(v)) for v in self._pairs]
        room = MAX_STATES
        for record in self._families:
            family = Family(self.board, record, room)
            room -= family.states
            found.append(family)
        return found


class Bounds:
    """The excluded positions.

    Args:
        tables: bounds of pairs and zones.
        only_dead: whether these exclude by dead pairs and zones alone.
    """

    def __init__(
        self,
        board: Board,
        distances: Sequence[Mapping[Place, int]],
        prices: Sequence[Prices],
        tables: Sequence[Pairs | Family] = (),
        only_dead: bool = False,
    ) -> None:
        self.board, self.vectors, self.tables = board, prices, tables
        self.only_dead = only_dead
        self.reached = {place for found in distances for place in found}

    def excluded(self, boxes: Boxes, player: Cell, left: int) -> bool:
        """By prices."""
        if any(self.board.place(box, player) not in self.reached for box in boxes):
            return True
        return any(above(vector.bound(boxes, player), left) for vector in self.vectors)

    def by_tables(self, boxes: Boxes, player: Cell, left: int) -> bool:
        """By pairs or zones, the dead ones too."""
        bounds = (table.bound(boxes, player) for table in self.tables)
        if self.only_dead:
            return any(bound is None for bound in bounds)
        return any(above(bound, left) for bound in bounds)


def above(bound: int | None, left: int) -> bool:
    return bound is None or bound > left


def most_left(board: Board) -> int:
    """Return the number that bounds of solvable positions do not exceed."""
    longest = max((far for found in board.to_goal for far in found.values()), default=0)
    return longest * len(board.boxes)


def parity(board: Board) -> int:
    """Of the number of pushes of every solution."""
    dark = [sum((x + y) % 2 for x, y in cells) for cells in (board.boxes, board.goals)]
    return (dark[0] - dark[1]) % 2


def bound_of(bound: Any) -> int | None:
    return None if bound is None else number(bound)
