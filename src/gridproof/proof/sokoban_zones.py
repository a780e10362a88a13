"""Bounds from zones, for sokoban: plays on a part of the board, boxes outside it at hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from gridproof.limits import Ticker
from gridproof.proof.claims import bits, bounded, whole
from gridproof.proof.sokoban_board import PlayableBoard
from gridproof.proof.sokoban_prices import Distances, Prices, Worths

__all__ = ["MAX_STATES", "Family", "Zone", "families"]

#: More states of zones than this are too many for a check.
MAX_STATES = 4_000_000
#: Of a state in Python: an estimate.
_BYTES_A_STATE = 400


class Family:
    """For one vector of prices: zones without a common square, and what they add to a bound.

    A push costs what it lifts a place's worth by more than one push accounts for. Each zone is
    charged for the pushes that touch it, less those that touch an earlier one; so none counts
    twice.

    Attributes:
        prices: of the goals.
        zones: in the order in which they are charged.
        taken: their squares.
        pushes: what each costs, by square of the box and step.
    """

    def __init__(
        self, board: PlayableBoard, distances: Distances, prices: Prices, room: int, ticker: Ticker
    ) -> None:
        self._board, self._ticker = board, ticker
        self._room, self.prices = room, prices
        self._worths = Worths(board, distances, prices, ticker)
        places = self._worths.places
        self.pushes = {
            (s, step): 1 + places[after] - places[before]
            for s, step, before, after in board.pushes
            if after in places
        }
        self._ends = {
            g: [(part, -price - places[g, side]) for side, part in enumerate(board.sides[g])]
            for g, price in zip(bits(board.goals), prices, strict=True)
        }
        self.zones: list[Zone] = []
        self.taken = 0

    def numbers(self) -> list[int]:
        """Return for each square of the floor the number of its zone, from 1, or 0."""
        return [
            next((k for k, zone in enumerate(self.zones, 1) if zone.squares >> s & 1), 0)
            for s in bits(self._board.floor)
        ]

    def add(self, zone: Zone) -> None:
        """Add a zone that was made since the last one was added."""
        self.zones.append(zone)
        self.taken |= zone.squares
        self._room -= zone.states

    def zone(self, squares: int) -> Zone:
        """Return a zone beside those that are there.

        Raises:
            Refused: it would have too many states.
        """
        charged = {
            (s, step): 0 if (1 << s | 1 << s + step) & self.taken else cost
            for (s, step), cost in self.pushes.items()
            if (1 << s | 1 << s + step) & squares
        }
        return Zone(self._board, squares, charged, self._ends, self._room, self._ticker)

    @property
    def states(self) -> int:
        """The states of all zones."""
        return sum(zone.states for zone in self.zones)

    def bound(self, boxes: int, region: int) -> int | None:
        """Return the pushes that a position needs at least; None: it cannot be solved.

        Each box's place must have some target.
        """
        total = self._worths.constant
        for zone in self.zones:
            value = zone.value(boxes, region)
            if value is None:
                return None
            total += value
        for s in bits(boxes):
            total += self._worths.of(s, region)
        return total

    def excludes(self, boxes: int, region: int, most: int | None) -> bool:
        """Return True if a zone is dead, or the position needs more than ``most`` pushes.

        None: no limit.
        """
        bound = self.bound(boxes, region)
        return bound is None or (most is not None and bound > most)


class Zone:
    """The least cost of the rest of a play, for the boxes in a zone and the player's region.

    Boxes outside come in from wherever the player can push them, and are gone when they go out. A
    play ends when the boxes in the zone are on all of its goals.

    Attributes:
        squares: where boxes are looked at.
        states: how many were found.
    """

    def __init__(
        self,
        board: PlayableBoard,
        squares: int,
        pushes: dict[tuple[int, int], int],
        ends: dict[int, list[tuple[int, int]]],
        room: int,
        ticker: Ticker,
    ) -> None:
        self.squares = squares
        self._board = board
        #: By set of boxes: the parts of the floor without them, and the cost in each.
        self._parts: dict[int, list[int]] = {}
        self._costs: dict[int, list[int | None]] = {}
        self.states = 0
        most = board.boxes.bit_count()
        #: By square of the player after a push: the squares of the box before and after, that of
        #: the player before, and the cost.
        pulls: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
        for (s, step), cost in pushes.items():
            pulls[s].append((s + step, s - step, cost))
        goals = squares & board.goals
        waiting: dict[int, list[tuple[int, int]]] = defaultdict(list)

        def reach(boxes: int, part: int, cost: int) -> None:
            known = self._costs[boxes][part]
            if known is None or cost < known:
                if known is None:
                    self.states += 1
                    bounded(self.states <= room, f"there are more than {MAX_STATES:,} states")
                    ticker.allocate(_BYTES_A_STATE)
                self._costs[boxes][part] = cost
                waiting[cost].append((boxes, part))

        if goals.bit_count() <= most:
            for number, part in enumerate(self._parts_of(goals)):
                reach(
                    goals,
                    number,
                    sum(next(c for p, c in ends[g] if p & part) for g in bits(goals)),
                )
        around = sum(1 << s for s in pulls)
        while waiting:
            cost = min(waiting)
            for boxes, number in waiting[cost]:  # grows meanwhile
                if self._costs[boxes][number] != cost:
                    continue
                region = self._parts[boxes][number]
                full = boxes.bit_count() >= most
                for s in bits(region & around):
                    at = 1 << s
                    for to, stands, spent in pulls[s]:
                        target = 1 << to
                        if target & squares:
                            if not boxes & target:
                                continue
                            before = boxes ^ target
                            if at & squares:
                                before |= at
                        elif full:
                            continue
                        else:
                            before = boxes | at
                        player = 1 << stands
                        if before & player:
                            continue
                        ticker.check()
                        parts = self._parts_of(before)
                        stood = 0
                        while not parts[stood] & player:
                            stood += 1
                        reach(before, stood, cost + spent)
            del waiting[cost]

    def _parts_of(self, boxes: int) -> list[int]:
        parts = self._parts.get(boxes)
        if parts is None:
            board = self._board
            left = free = board.floor & ~boxes
            self._parts[boxes] = parts = []
            while left:
                parts.append(board.flood(left & -left, free))
                left &= ~parts[-1]
            self._costs[boxes] = [None] * len(parts)
        return parts

    def value(self, boxes: int, region: int) -> int | None:
        """Return the cost of the rest of a play with some boxes; None: there is none."""
        inside = boxes & self.squares
        costs = self._costs.get(inside)
        if costs is None:
            return None
        if len(costs) == 1:
            return costs[0]
        parts = self._parts[inside]
        return costs[next(k for k, part in enumerate(parts) if part & region)]


def families(
    board: PlayableBoard, distances: Distances, records: Iterable[Sequence[int]], ticker: Ticker
) -> list[Family]:
    """Return the families of some records: the prices of the goals, then :meth:`Family.numbers`.

    Raises:
        ValueError: a record has another length.
        Refused: there are too many states.
    """
    room, made = MAX_STATES, []
    goals, squares = board.goals.bit_count(), list(bits(board.floor))
    for record in records:
        zones: dict[int, int] = {}
        for s, zone in zip(squares, record[goals:], strict=True):
            number = whole(zone, 0, len(squares), "a zone's number")
            zones[number] = zones.get(number, 0) | 1 << s
        zones.pop(0, None)
        made.append(Family(board, distances, record[:goals], room, ticker))
        for _, zone in sorted(zones.items()):
            made[-1].add(made[-1].zone(zone))
        room -= made[-1].states
    return made
