"""robots: every position that matters, made again; nothing stands in the file.

Kept together are all positions with the same helpers, the robots that need not reach the target:
the helpers' cells as the bits of one number, and the *places* of the target robot as those of
another. A place says where it stands and along which axes it still has to move (``ricochet``;
without it, there are none). ``docs/explanation/certificates-robots.md`` has the proofs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from gridproof.games.robots.level import RobotsLevel
from gridproof.limits import Ticker, paced
from gridproof.proof.claims import Claim, Counts, Records, bits, need
from gridproof.result import first

__all__ = ["check"]

_HORIZONTAL, _VERTICAL = 1, 2
#: Of what Python keeps beside the bits of numbers: for an entry of a table of positions, and for
#: what is remembered of a robot among others. Estimates.
_BYTES_AN_ENTRY, _BYTES_KNOWN = 130, 500


def check(claim: Claim[RobotsLevel], records: Records, ticker: Ticker) -> Counts:
    """Make all positions from which a better solution than the claimed one could still come.

    If any robot may reach the target, each is taken for the target robot in turn: a solution brings
    one of them there.

    Raises:
        Refused: there is a better solution.
        Stopped: by a limit or Ctrl-C.
    """
    level = claim.level
    board = _SlideBoard(level, ticker)
    numbers = [n for n, _ in level.robots] if level.target_robot == "any" else [level.target_robot]
    bound = None if claim.bound is None else first(claim.bound)
    return {"positions": sum(_exhaust(board, level, n, bound) for n in numbers)}


class _Slide(NamedTuple):
    """A move of a robot from some cell.

    Attributes:
        stop: the cell where it stops.
        way: the cells that it reaches, the last one included, with any axes left.
        step: from a cell to the next.
        axis: along which it moves.
    """

    stop: int
    way: int
    step: int
    axis: int


class _SlideBoard:
    """The walls, how robots slide between them, and how far the target is at least.

    The place of a target robot is ``axes * cells + cell``, where ``axes`` are those along which it
    has yet to move: sets of places have four layers with ``ricochet``, and one without.
    """

    def __init__(self, level: RobotsLevel, ticker: Ticker) -> None:
        width, height = level.width, level.height
        self.cells: Final = width * height
        #: The axes along which the target robot has to move before it may stop on the target.
        self.axes: Final = _HORIZONTAL | _VERTICAL if level.ricochet else 0
        #: Of a set of cells and one of places.
        self.bytes_a_pair: Final = self.cells * (2 + self.axes) // 7
        self.ticker: Final = ticker
        row, column = (1 << width) - 1, sum(1 << y * width for y in range(height))
        up, down, left, right = row, row << self.cells - width, column, column << width - 1
        for x, y, side in paced(level.walls, ticker):
            cell = 1 << y * width + x
            if side == "E":
                right, left = right | cell, left | cell << 1
            else:
                down, up = down | cell, up | cell << width
        every = (1 << self.cells) - 1
        #: By direction: the step to the next cell, the axis, and the cells that have a next one.
        self._directions: Final = (
            (-width, _VERTICAL, every & ~up),
            (width, _VERTICAL, every & ~down),
            (-1, _HORIZONTAL, every & ~left),
            (1, _HORIZONTAL, every & ~right),
        )
        places = self.cells * (1 + self.axes)
        ticker.allocate(72 * (places + 2 * self.cells))
        #: By cell what can be seen from it, once :meth:`look` has made it; 0: nothing, or not yet.
        self.sight: Final = [0] * self.cells
        self._slides: Final[list[dict[int, Sequence[_Slide]]]] = [{} for _ in range(self.cells)]
        self.goal: Final = 1 << level.target_cell
        self.distances: Final = self._distances(places)
        #: By place of the target robot and the helpers in sight what :meth:`target_moves` made.
        self.known: Final[list[dict[int, Sequence[int]]]] = [{} for _ in range(places)]

    def _rays(self, cells: int, step: int, has_next: int) -> int:
        """Return all cells beyond some cells in a direction, up to the walls."""
        found = 0
        while cells := _moved(cells & has_next, step):
            found |= cells
        return found

    def _distances(self, places: int) -> list[int]:
        """Return by place the moves to the target, if a robot may stop anywhere; -1: no way.

        A move along ``axis`` takes ``axis`` out of the axes that are left. So into places that have
        it left there is none, and into others there are moves from the cells in a line with the
        same axes left, and from these with ``axis`` as well.
        """
        cells = self.cells
        found = [-1] * places
        layer, moves, unseen = self.goal, 0, (1 << places) - 1
        while layer:
            unseen ^= layer
            for place in paced(bits(layer), self.ticker):
                found[place] = moves
            moves += 1
            reached = 0
            for left in range(1 + self.axes):
                here = layer >> left * cells & (1 << cells) - 1
                for step, axis, has_next in self._directions:
                    self.ticker.check()
                    if here and not left & axis:
                        rays = self._rays(here, step, has_next)
                        reached |= rays << left * cells | rays << (left | axis & self.axes) * cells
            layer = reached & unseen
        return found

    def look(self, cell: int) -> int:
        """Make :attr:`sight` of a cell: the reach of a move from it on an empty board."""
        seen = 0
        for step, _, has_next in self._directions:
            seen |= self._rays(1 << cell, step, has_next)
        self.ticker.allocate(self.bytes_a_pair)
        self.sight[cell] = seen
        return seen

    def slides(self, cell: int, others: int) -> Sequence[_Slide]:
        """Return the moves of a robot among others; a direction in which it is blocked is none."""
        met = (self.sight[cell] or self.look(cell)) & others
        found = self._slides[cell].get(met)
        if found is None:
            found = [slide for d in self._directions if (slide := self._slide(cell, met, *d)).way]
            self.ticker.allocate(_BYTES_KNOWN + 4 * self.bytes_a_pair)
            self._slides[cell][met] = found
        return found

    def _slide(self, cell: int, others: int, step: int, axis: int, has_next: int) -> _Slide:
        stop, way = cell, 0
        while has_next >> stop & 1 and not others >> stop + step & 1:
            stop += step
            way |= 1 << stop
        return _Slide(
            stop, sum(way << left * self.cells for left in range(1 + self.axes)), step, axis
        )

    def target_moves(self, place: int, helpers: int) -> Sequence[int]:
        """Return the target robot's places after a move: nearer, as near, farther away."""
        left, cell = divmod(place, self.cells)
        ends = [0, 0, 0]
        for stop, _, _, axis in self.slides(cell, helpers):
            end = (left & ~axis) * self.cells + stop
            ends[1 + self.distances[end] - self.distances[place]] |= 1 << end
        self.ticker.allocate(_BYTES_KNOWN + 2 * self.bytes_a_pair)
        self.known[place][helpers] = ends
        return ends


def _moved(cells: int, step: int) -> int:
    return cells << step if step > 0 else cells >> -step


def _exhaust(board: _SlideBoard, level: RobotsLevel, number: int, bound: int | None) -> int:
    """Make all positions that a solution by one robot in fewer than ``bound`` moves could have.

    A move changes the distance of the target robot's place by at most one. So f, the moves made
    plus that distance, never falls along a play, and at its end is its length. Positions are made
    in the order of f, each at the least f that it can have; the last list is that of bound - 1.

    Returns:
        The number of positions made.

    Raises:
        Refused: there is a better solution.
        Stopped: by a limit or Ctrl-C.
    """
    cells, sight, known, ticker = board.cells, board.sight, board.known, board.ticker
    look, slides, target_moves = board.look, board.slides, board.target_moves
    robots = {n: level.number_of(cell) for n, cell in level.robots}
    start = robots.pop(number) + board.axes * cells
    f = board.distances[start]
    if f < 0:
        return 0  # it has no way even on an empty board
    made = held = 0
    seen: dict[int, int] = {}
    arrived, later = {sum(1 << cell for cell in robots.values()): 1 << start}, dict[int, int]()
    while (arrived or later) and (bound is None or f < bound):
        rising: dict[int, int] = {}
        for helpers, places in arrived.items():
            before = seen.get(helpers, 0)
            todo = new = places & ~before
            level_moves = rises = 0
            while todo:  # moves that bring it nearer keep f: they belong to this list
                descents = 0
                for place in bits(todo):
                    ticker.check()
                    cell = place % cells
                    met = (sight[cell] or look(cell)) & helpers
                    ends = known[place].get(met) or target_moves(place, met)
                    descents |= ends[0]
                    level_moves |= ends[1]
                    rises |= ends[2]
                todo = descents & ~(before | new)
                new |= todo
            need(not new & board.goal, f"there is a solution of {f} moves")
            if not new:
                continue
            seen[helpers] = before | new
            made += new.bit_count()
            if f + 1 != bound:  # what follows counts
                if level_moves:
                    later[helpers] = later.get(helpers, 0) | level_moves
                if rises:
                    rising[helpers] = rising.get(helpers, 0) | rises
                for cell in bits(helpers):
                    rest = helpers ^ 1 << cell
                    for stop, way, step, _ in slides(cell, rest):
                        blocking = new & way
                        if free := new ^ blocking:
                            after = rest | 1 << stop
                            later[after] = later.get(after, 0) | free
                        for place in bits(blocking):  # the helper stops before the target robot
                            beside = place % cells - step
                            if beside != cell:
                                after = rest | 1 << beside
                                later[after] = later.get(after, 0) | 1 << place
            holds = len(seen) + len(arrived) + len(later) + len(rising)
            ticker.allocate((_BYTES_AN_ENTRY + board.bytes_a_pair) * (holds - held))
            held = holds
        arrived, later, f = later, rising, f + 1
    ticker.allocate(-(_BYTES_AN_ENTRY + board.bytes_a_pair) * held)
    return made
