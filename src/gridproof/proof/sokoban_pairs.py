"""Bounds from pairs of boxes, for sokoban."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import combinations

from gridproof.limits import Ticker
from gridproof.proof.claims import bits, bounded
from gridproof.proof.sokoban_board import PlayableBoard
from gridproof.proof.sokoban_prices import Distances, Prices, Worths

__all__ = ["Pairs"]

#: More states of two boxes than this are too many for a check.
MAX_STATES = 1_000_000
#: Of a state in Python: an estimate.
_BYTES_A_STATE = 300

#: Two squares, the lower one first.
Pair = tuple[int, int]


class Pairs:
    """For one vector of prices: what pairs of boxes are worth, and how much that gains.

    With two boxes alone on the board and the player in a part of the floor, the worth of the pair
    is the least number of pushes, less the prices of two goals, that brings the boxes to these. Its
    gain is what that is above the worth of both places. Without a way to goals the pair is dead,
    and so is each position that has it.
    """

    def __init__(
        self, board: PlayableBoard, distances: Distances, prices: Prices, ticker: Ticker
    ) -> None:
        self._worths = worths = Worths(board, distances, prices, ticker)
        #: By square those above it that are dead or a gain together with it, in some part.
        self._partners: dict[int, int] = {}
        #: By pair each part of the floor with the gain there; None: it is dead.
        self._gains: dict[Pair, list[tuple[int, int | None]]] = {}
        found = _worth_of_pairs(board, prices, ticker)
        squares = sum(1 << s for s in {s for s, _ in worths.places})
        for a in bits(squares):
            partners = 0
            for b in bits(squares & -(2 << a)):
                ticker.check()
                row = [
                    (
                        part,
                        None if value is None else value - worths.of(a, part) - worths.of(b, part),
                    )
                    for part, value in found.get((a, b), [(board.floor, None)])
                ]
                if any(gain != 0 for _, gain in row):
                    self._gains[a, b] = row
                    partners |= 1 << b
            self._partners[a] = partners

    def excludes(self, boxes: int, region: int, most: int | None) -> bool:
        """Return True if a pair is dead, or the position needs more than ``most`` pushes.

        None: no limit. Gains of disjoint pairs add up: the largest are taken first.
        """
        gains: list[tuple[int, int]] = []
        total = self._worths.constant
        for a in bits(boxes):
            total += self._worths.of(a, region)
            for b in bits(boxes & self._partners[a]):
                gain = next(gain for part, gain in self._gains[a, b] if part & region)
                if gain is None:
                    return True
                if gain > 0:
                    gains.append((gain, 1 << a | 1 << b))
        if most is None:
            return False
        for gain, both in sorted(gains, reverse=True):
            if boxes & both == both:
                boxes ^= both
                total += gain
        return total > most


def _worth_of_pairs(
    board: PlayableBoard, prices: Prices, ticker: Ticker
) -> dict[Pair, list[tuple[int, int | None]]]:
    """Return by pair of squares, for each part of the floor, the pair's worth; None: it is dead.

    Dijkstra's algorithm along pulls, from the pairs of goals.
    """
    parts: dict[Pair, list[int]] = {}
    found: dict[tuple[Pair, int], int] = {}
    heap: list[tuple[int, Pair, int]] = []
    #: By square what undoes a push to it: where the box comes from, and the player then.
    pulls: dict[int, list[tuple[int, int]]] = {}
    for s, step, _, _ in board.pushes:
        pulls.setdefault(s + step, []).append((s, s - step))

    def parts_of(pair: Pair) -> list[int]:
        if pair not in parts:
            a, b = pair
            left = free = board.floor & ~(1 << a | 1 << b)
            parts[pair] = []
            while left:
                parts[pair].append(board.flood(left & -left, free))
                left &= ~parts[pair][-1]
        return parts[pair]

    def reach(pair: Pair, part: int, cost: int) -> None:
        if (pair, part) not in found or cost < found[pair, part]:
            found[pair, part] = cost
            heappush(heap, (cost, pair, part))
            bounded(len(heap) <= MAX_STATES, f"there are more than {MAX_STATES:,} states of pairs")
            ticker.allocate(_BYTES_A_STATE)

    priced = zip(bits(board.goals), prices, strict=True)
    for (g, price), (h, other) in combinations(priced, 2):
        for part in range(len(parts_of((g, h)))):
            reach((g, h), part, -price - other)
    while heap:
        cost, pair, part = heappop(heap)
        if cost > found[pair, part]:
            continue
        region = parts[pair][part]
        for box, other in (pair, pair[::-1]):
            for to, player in pulls.get(box, ()):
                ticker.check()
                if region >> to & 1 and player != other:
                    new = (min(to, other), max(to, other))
                    stands = next(k for k, p in enumerate(parts_of(new)) if p >> player & 1)
                    reach(new, stands, cost + 1)
    return {
        pair: [(p, found.get((pair, k))) for k, p in enumerate(found_parts)]
        for pair, found_parts in parts.items()
    }
