"""Sokoban: what leads from position to position, and which positions are of no use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gridproof.limits import Ticker
from gridproof.proof.claims import bits, need
from gridproof.proof.sokoban_board import PlayableBoard, shift
from gridproof.proof.sokoban_pairs import Pairs
from gridproof.proof.sokoban_prices import Distances, Lanes, Prices, longest
from gridproof.proof.sokoban_zones import Family

__all__ = ["Backward", "Forward", "Search", "Shifts"]

#: Steps, and the boxes that are moved by each.
Shifts = Sequence[tuple[int, int]]


class Search:
    """One direction: pushes from the start, or pulls from the solved positions.

    Attributes:
        board: the level.
        distances: of each target: the goals, or going backward the starts of the boxes.
        lanes: the bounds.
        longest: more than this no assignment costs.
        begins: the squares on which the player may be at first.
        movable: by step the squares from which a box alone on the board can be moved, to a place
            with some target.
        change: by step and square what that adds to a position's number.
        seen: by set of boxes, the squares on which the player was in some position found. Some of
            these were left out after all.
        positions: how many were found.
    """

    #: For a step of a box, in steps from its place: the square on which the player must
    #: be, the one that must be free, the one on which the player is then.
    stands: int
    clear: int
    ends: int

    def __init__(
        self, board: PlayableBoard, distances: Distances, vectors: Sequence[Prices], ticker: Ticker
    ) -> None:
        self.board, self.distances, self.ticker = board, distances, ticker
        self.lanes = lanes = Lanes(distances, vectors, ticker)
        self.longest = longest(distances)
        self.begins = board.floor if self.ends else board.player
        self.seen: dict[int, int] = {}
        self.positions = 0
        self._parts = {
            s: [(part, lanes.value.get((s, side))) for side, part in enumerate(parts)]
            for s, parts in board.sides.items()
        }
        self.change: dict[int, dict[int, int]] = {step: {} for step in board.steps}
        for s, step, before, after in board.pushes:
            old, new = lanes.value.get(before), lanes.value.get(after)
            if self.ends:  # a pull
                s, step, old, new = s + step, -step, new, old
            if old is not None and new is not None:
                self.change[step][s] = new - old
        self.movable = {step: sum(1 << s for s in by) for step, by in self.change.items()}

    def roots(self) -> Iterable[tuple[int, int]]:
        """Return the positions that the search begins with: boxes and the player's region."""
        raise NotImplementedError

    def number(self, boxes: int, region: int) -> int | None:
        """Return the sum of what the boxes' places are worth; None if one has no target."""
        total = 0
        for s in bits(boxes):
            value = next(value for part, value in self._parts[s] if part & region)
            if value is None:
                return None
            total += value
        return total

    def shifts(self, boxes: int, squares: int) -> Shifts:
        """Return all pushes or pulls, with the player on one of some squares."""
        free = self.board.floor & ~boxes
        return [
            (
                step,
                boxes & shift(squares, -self.stands * step) & shift(free, -self.clear * step) & can,
            )
            for step, can in self.movable.items()
        ]

    def useful(self, boxes: int, region: int) -> Shifts:
        """Return pushes or pulls that suffice: for the fewest pushes, no others need be tried."""
        return self.shifts(boxes, region)

    def hopeless(self, boxes: int, region: int, most: int | None) -> bool:
        """Return True if more than prices makes a position dead, or above ``most``."""
        return False

    def passed(self, boxes: int) -> None:
        """Note a position before it is expanded."""


class Backward(Search):
    """A search by pulls: the positions from which a number of pushes solves the level."""

    stands, clear, ends = 1, 2, 2

    def roots(self) -> Iterator[tuple[int, int]]:
        """Yield the solved positions."""
        left = self.board.floor & ~self.board.goals
        while left:
            region = self.board.flood(left & -left, left)
            left &= ~region
            yield self.board.goals, region


class Forward(Search):
    """Pushes.

    Attributes:
        tables: further bounds, of pairs and of zones.
    """

    stands, clear, ends = -1, 1, 0
    tables: Sequence[Pairs | Family] = ()

    def roots(self) -> Iterator[tuple[int, int]]:
        """Yield the start."""
        board = self.board
        yield board.boxes, board.flood(board.player, board.floor & ~board.boxes)

    def passed(self, boxes: int) -> None:
        """Check that it is not solved.

        Raises:
            Refused: it is.
        """
        need(boxes != self.board.goals, "there is a solution at less than the bound")

    def useful(self, boxes: int, region: int) -> Shifts:
        """Return those of the corral with the fewest, if there is one; otherwise all."""
        corrals = list(self._corrals(boxes, region))
        return min(corrals, key=_count) if corrals else self.shifts(boxes, region)

    def _corrals(self, boxes: int, region: int) -> Iterator[Shifts]:
        """Yield the pushes of each corral: of its fence, with no other box on the board.

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
                    (step, fence & shift(reached, step) & shift(clear, -step) & can)
                    for step, can in self.movable.items()
                ]
                more = 0
                for step, pushed in pushes:
                    more |= shift(pushed, step) & ~corral | shift(pushed, -step) & ~region
            rest &= ~corral
            if not more and (fence & ~board.goals or corral & board.goals):
                yield pushes

    def hopeless(self, boxes: int, region: int, most: int | None) -> bool:
        """Return True if boxes are frozen off goals, or a table excludes the position."""
        return self._frozen(boxes) & ~self.board.goals != 0 or any(
            table.excludes(boxes, region, most) for table in self.tables
        )

    def _frozen(self, boxes: int) -> int:
        """Return the most boxes that block each other: none of them can be the first to move.

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


def _count(pushes: Shifts) -> int:
    return sum(boxes.bit_count() for _, boxes in pushes)
