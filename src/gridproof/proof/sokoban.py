"""Sokoban: all positions up to so many pushes, from both ends, less those that prices exclude.

``docs/explanation/certificates-sokoban.md`` proves each rule. The records are::

    [depth, forward vectors, backward vectors, pair vectors]      how many there are of each
    [price, price, …]                                             a vector a record, in this order

A forward or pair vector has a price for each goal, a backward one for each start of a box; goals
and boxes count in reading order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import cast

from gridproof.games.sokoban.level import SokobanLevel
from gridproof.proof.claims import Claim, Counts, Records, bits, bounded, need
from gridproof.proof.sokoban_board import Board, shift
from gridproof.proof.sokoban_pairs import Pairs
from gridproof.proof.sokoban_prices import Distances, Lanes, Prices
from gridproof.ticker import Ticker

__all__ = ["MOST_POSITIONS", "Backward", "Forward", "Search", "check", "longest", "most_pushes"]

#: More positions than this, in one direction, are too many for a check.
MOST_POSITIONS = 4_000_000
#: Of a position in Python: an estimate.
_BYTES_A_POSITION = 300
#: The boxes, the player's region, and the sum of what the boxes' places are worth.
Position = tuple[int, int, int]


def check(claim: Claim[SokobanLevel], records: Records, ticker: Ticker) -> Counts:
    """Proves that fewer pushes than claimed do not solve the level, or that nothing does.

    Each push is a move too, so this bounds the moves of every objective as well.

    Raises:
        Refused: there is such a solution, or it is not proven that there is none.
        Stopped: by a limit or Ctrl-C.
    """
    depth, *counts = records.take()
    prices, back, pairs = ([records.take() for _ in range(count)] for count in counts)
    board = Board(claim.level, ticker)
    bound = cast("int | None", claim.bound)  # of anything else nothing can be subtracted
    most = None if bound is None else most_pushes(board, bound)
    if most is not None and most < 0:
        return {"positions": 0}
    to_goals = board.to_goals(ticker)
    forward = Forward(board, to_goals, prices, ticker)
    forward.pairs = [Pairs(board, to_goals, vector, ticker) for vector in pairs]
    if most is None:
        for _ in forward.layers(None):
            pass
        return {"positions": forward.positions}
    depth = min(max(depth, 0), most)
    last = _layer(forward, most, depth)
    made = forward.positions
    if last:
        backward = Backward(board, board.from_starts(ticker), back, ticker)
        _layer(backward, most, most - depth)
        met = any(backward.seen.get(boxes, 0) & region for boxes, region, _ in last)
        need(not met, "the two searches meet")
        made += backward.positions
    return {"positions": made}


def most_pushes(board: Board, bound: int) -> int:
    """The most pushes below a bound that a solution can have.

    Each push brings a box to a square of the other colour: the number of pushes is odd just if the
    numbers of boxes and of goals on black squares differ by an odd number.
    """
    on_black = [(squares & board.black).bit_count() for squares in (board.boxes, board.goals)]
    return bound - 1 - (sum(on_black) + bound - 1) % 2


def _layer(search: Search, most: int, depth: int) -> list[Position]:
    """The positions after ``depth`` pushes or pulls."""
    return next(islice(search.layers(most), depth, None), [])


class Search:
    """Positions by the number of pushes from the start, or of pulls from the solved positions.

    Attributes:
        seen: by set of boxes, the squares on which the player was in some position found. Some of
            these were left out after all.
        positions: how many were found.
    """

    #: Where a box is moved by a step, counted in steps from it: the square on which the player must
    #: be, the one that must be free, the one on which the player is then.
    stands: int
    clear: int
    ends: int

    def __init__(
        self, board: Board, distances: Distances, vectors: Sequence[Prices], ticker: Ticker
    ) -> None:
        self.board, self.distances, self.ticker = board, distances, ticker
        self.lanes = lanes = Lanes(distances, vectors, ticker)
        self.seen: dict[int, int] = {}
        self.positions = 0
        self._parts = {
            s: [(part, lanes.value.get((s, side))) for side, part in enumerate(parts)]
            for s, parts in board.sides.items()
        }
        #: By step and square: what a box adds to a position's number if it is moved from there. It
        #: is not if it comes to a place without any target.
        self._change: dict[int, dict[int, int]] = {step: {} for step in board.steps}
        for s, step, before, after in board.pushes:
            old, new = lanes.value.get(before), lanes.value.get(after)
            if self.ends:  # a pull
                s, step, old, new = s + step, -step, new, old
            if old is not None and new is not None:
                self._change[step][s] = new - old
        self.movable = {step: sum(1 << s for s in by) for step, by in self._change.items()}

    def roots(self) -> Iterable[tuple[int, int]]:
        """Boxes and the player's region of each position that the search begins with."""
        raise NotImplementedError

    def moves(self, boxes: int, region: int) -> Iterable[tuple[int, int]]:
        """The pushes or pulls that have to be tried: a step, and the boxes that make it."""
        free = self.board.floor & ~boxes
        for step in self.board.steps:
            reached = shift(region, -self.stands * step) & shift(free, -self.clear * step)
            yield step, boxes & reached & self.movable[step]

    def hopeless(self, boxes: int, region: int, most: int | None) -> bool:
        """Whether a new position is excluded by more than prices."""
        return False

    def layers(self, most: int | None) -> Iterator[list[Position]]:
        """The positions after 0, 1, 2, … pushes or pulls, until there are none.

        Left out is what an earlier layer has, and what more than ``most`` pushes would need in all.
        None: left out is only what cannot be solved at all. No assignment costs more than the
        longest way of each box: what is above that has none.

        Raises:
            Refused: a solved position is among them, going forward; or they are too many.
        """
        board, ticker, seen, tops = self.board, self.ticker, self.seen, self.lanes.tops
        test = self.lanes.test(longest(self.distances) if most is None else most)
        layer = []
        for boxes, region in self.roots():
            number = self._number(boxes, region)
            if number is None or number + test & tops or self.hopeless(boxes, region, most):
                continue
            seen[boxes] = seen.get(boxes, 0) | region
            self.positions += 1
            layer.append((boxes, region, number))
        while layer:
            yield layer
            if most is not None:
                most -= 1
                test = self.lanes.test(most)
            following = []
            for boxes, region, number in layer:
                ticker.check()
                for step, moved in self.moves(boxes, region):
                    change = self._change[step]
                    for s in bits(moved):
                        number_now = number + change[s]
                        if number_now + test & tops:
                            continue
                        now = boxes ^ (1 << s | 1 << s + step)
                        before, player = seen.get(now, 0), s + self.ends * step
                        if before >> player & 1:
                            continue
                        ticker.check()
                        ticker.allocate(_BYTES_A_POSITION)
                        region_now = board.flood(1 << player, board.floor & ~now)
                        seen[now] = before | region_now
                        self.positions += 1
                        bounded(
                            self.positions <= MOST_POSITIONS,
                            f"there are more than {MOST_POSITIONS:,} positions",
                        )
                        if not self.hopeless(now, region_now, most):
                            following.append((now, region_now, number_now))
            layer = following

    def _number(self, boxes: int, region: int) -> int | None:
        """The sum of the boxes' numbers; None if one is in a place without any target."""
        total = 0
        for s in bits(boxes):
            value = next(value for part, value in self._parts[s] if part & region)
            if value is None:
                return None
            total += value
        return total


def longest(distances: Distances) -> int:
    """More than this no assignment costs."""
    return len(distances) * max((max(table.values()) for table in distances), default=0)


class Backward(Search):
    """Pulls: the positions from which so many pushes solve the level."""

    stands, clear, ends = 1, 2, 2

    def roots(self) -> Iterable[tuple[int, int]]:
        """The solved positions."""
        left = self.board.floor & ~self.board.goals
        while left:
            region = self.board.flood(left & -left, left)
            left &= ~region
            yield self.board.goals, region


class Forward(Search):
    """Pushes.

    Attributes:
        pairs: further bounds.
    """

    stands, clear, ends = -1, 1, 0
    pairs: Sequence[Pairs] = ()

    def roots(self) -> Iterable[tuple[int, int]]:
        """The start."""
        board = self.board
        yield board.boxes, board.flood(board.player, board.floor & ~board.boxes)

    def moves(self, boxes: int, region: int) -> Iterable[tuple[int, int]]:
        """Those of a corral that has to be opened, if there is one; otherwise all.

        Raises:
            Refused: the position is solved.
        """
        need(boxes != self.board.goals, "there is a solution at less than the bound")
        return min(self._corrals(boxes, region), key=_count, default=None) or super().moves(
            boxes, region
        )

    def _corrals(self, boxes: int, region: int) -> Iterator[list[tuple[int, int]]]:
        """The pushes of each corral: of its fence with no other box on the board.

        A corral is some of the floor that boxes close, its fence the boxes next to it. It has to be
        opened if one of the fence is off goal, or a goal is in it. It counts if all those pushes go
        into it and can be made now; where one does not, but goes into other closed floor or comes
        from there, the corral grows by that.
        """
        board = self.board
        closed = rest = board.floor & ~boxes & ~region
        while rest:
            self.ticker.check()
            corral, more = 0, rest & -rest
            while more and not more & ~closed:
                corral |= board.flood(more, closed)
                fence = board.around(corral) & boxes
                clear = board.floor & ~fence
                reached = board.flood(region, clear)
                pushes = [
                    (step, fence & shift(reached, step) & shift(clear, -step) & movable)
                    for step, movable in self.movable.items()
                ]
                more = 0
                for step, pushed in pushes:
                    more |= shift(pushed, step) & ~corral | shift(pushed, -step) & ~region
            rest &= ~corral
            if not more and (fence & ~board.goals or corral & board.goals):
                yield pushes

    def hopeless(self, boxes: int, region: int, most: int | None) -> bool:
        """Whether boxes are frozen off goals, or a pair cannot be solved, or not by ``most``."""
        return self._frozen(boxes) & ~self.board.goals != 0 or any(
            table.excludes(boxes, region, most) for table in self.pairs
        )

    def _frozen(self, boxes: int) -> int:
        """The most boxes that block each other: none of them can be the first to move.

        A box is blocked along an axis if the box next to it is among them, or if neither of its two
        pushes there is possible alone on the board and to a place from which a goal can be reached.
        """
        before, found = 0, boxes
        while found != before:
            before = found
            for step in self.board.steps[1::2]:
                loose = self.movable[step] | self.movable[-step]
                found &= ~loose | shift(found, step) | shift(found, -step)
        return found


def _count(pushes: list[tuple[int, int]]) -> int:
    return sum(boxes.bit_count() for _, boxes in pushes)
