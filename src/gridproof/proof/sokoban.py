"""Sokoban: positions layer by layer from both ends, less those that prices exclude.

``docs/explanation/certificates-sokoban.md`` proves each rule. The records are::

    [depth, forward vectors, backward vectors, pair vectors, families]      how many of each
    [price, price, …]                               a vector a record, in this order
    [price, price, …, zone, zone, …]                a family a record

A forward or pair vector has a price for each goal, a backward one for each start of a box; goals
and boxes count in reading order. A family has a price for each goal, and for each square of the
floor the number of its zone, or 0. Files of version 0.1 have no count of families.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import cast

from gridproof.games.sokoban.level import SokobanLevel
from gridproof.limits import Ticker
from gridproof.proof.claims import Claim, Counts, Records, bits, bounded, need
from gridproof.proof.sokoban_board import PlayableBoard
from gridproof.proof.sokoban_pairs import Pairs
from gridproof.proof.sokoban_search import Backward, Forward, Search
from gridproof.proof.sokoban_zones import families

__all__ = [
    "Layers",
    "Position",
    "by_moves",
    "by_pushes",
    "check",
    "check_moves",
    "most_pushes",
]

#: More positions than this, in one direction, are too many for a check.
MAX_POSITIONS = 4_000_000
#: More vectors than this, of one sort, are too many.
MAX_VECTORS = 1000
#: The counts in the first record of a file of version 0.1.
_COUNTS_BEFORE_ZONES = 3
#: Of a position in Python: an estimate.
_BYTES_A_POSITION = 300

#: The boxes, the squares on which the player may be, and the sum of what the boxes' places are
#: worth.
Position = tuple[int, int, int]
#: From a search and the most pushes or moves to layers of positions.
Layers = Callable[[Search, int | None], Iterator[list[Position]]]


def check(claim: Claim[SokobanLevel], records: Records, ticker: Ticker) -> Counts:
    """Prove that fewer pushes than claimed do not solve the level, or that nothing does.

    Each push is a move too, so this bounds the moves as well.

    Raises:
        Refused: there is such a solution, or it is not proven that there is none.
        Stopped: by a limit or Ctrl-C.
    """
    board = PlayableBoard(claim.level, ticker)
    bound = cast("int | None", claim.bound)  # of anything else nothing can be subtracted
    most = None if bound is None else most_pushes(board, bound)
    return _check(board, by_pushes, most, records, ticker)


def check_moves(claim: Claim[SokobanLevel], records: Records, ticker: Ticker) -> Counts:
    """Prove that fewer moves than claimed do not solve the level, or that nothing does.

    Raises:
        Refused: as of :func:`check`.
        Stopped: by a limit or Ctrl-C.
    """
    bound = cast("int | None", claim.bound)
    most = None if bound is None else bound - 1
    return _check(PlayableBoard(claim.level, ticker), by_moves, most, records, ticker)


def most_pushes(board: PlayableBoard, bound: int) -> int:
    """Return the most pushes below a bound that a solution can have.

    Each push brings a box to a square of the other colour: the number of pushes is odd just if the
    numbers of boxes and of goals on black squares differ by an odd number.
    """
    on_black = [(squares & board.black).bit_count() for squares in (board.boxes, board.goals)]
    return bound - 1 - (sum(on_black) + bound - 1) % 2


def _check(
    board: PlayableBoard, layers: Layers, most: int | None, records: Records, ticker: Ticker
) -> Counts:
    """Refuse the level if at most ``most`` pushes or moves, or (None) any number, solve it."""
    depth, *counts = records.take()
    if len(counts) == _COUNTS_BEFORE_ZONES:
        counts.append(0)
    bounded(max(counts) <= MAX_VECTORS, f"there are more than {MAX_VECTORS} vectors")
    prices, back, pairs, zones = ([records.take() for _ in range(count)] for count in counts)
    if most is not None and most < 0:
        return {"positions": 0}
    to_goals = board.to_goals(ticker)
    forward = Forward(board, to_goals, prices, ticker)
    forward.tables = [
        *(Pairs(board, to_goals, vector, ticker) for vector in pairs),
        *families(board, to_goals, zones, ticker),
    ]
    if most is None:
        for _ in layers(forward, None):
            pass
        return {"positions": forward.positions}
    depth = min(max(depth, 0), most)
    last = next(islice(layers(forward, most), depth, None), [])
    if not last:
        return {"positions": forward.positions}
    backward = Backward(board, board.from_starts(ticker), back, ticker)
    next(islice(layers(backward, most), most - depth, None), [])
    met = any(backward.seen.get(boxes, 0) & squares for boxes, squares, _ in last)
    need(not met, "the two searches meet")
    return {"positions": forward.positions + backward.positions}


def by_pushes(search: Search, most: int | None) -> Iterator[list[Position]]:
    """Yield the positions after 0, 1, 2, … pushes or pulls, until there are none.

    Left out is what an earlier layer has, and what more than ``most`` pushes would need in all.
    None: left out is only what cannot be solved at all.

    Raises:
        Refused: a solved position is among them, going forward; or they are too many.
    """
    board, ticker, seen, tops = search.board, search.ticker, search.seen, search.lanes.tops
    layer = _roots(search, most, board.floor)
    while layer:
        yield layer
        most = None if most is None else most - 1
        test = _test(search, most)
        following = []
        for boxes, region, number in layer:
            ticker.check()
            search.passed(boxes)
            for step, moved in search.useful(boxes, region):
                change = search.change[step]
                for s in bits(moved):
                    number_now = number + change[s]
                    if number_now + test & tops:
                        continue
                    now = boxes ^ (1 << s | 1 << s + step)
                    before, player = seen.get(now, 0), s + search.ends * step
                    if before >> player & 1:
                        continue
                    ticker.check()
                    region_now = board.flood(1 << player, board.floor & ~now)
                    seen[now] = before | region_now
                    _count(search)
                    if not search.hopeless(now, region_now, most):
                        following.append((now, region_now, number_now))
        layer = following


def by_moves(search: Search, most: int | None) -> Iterator[list[Position]]:
    """Yield the positions after 0, 1, 2, … moves, steps and pushes; otherwise as :func:`by_pushes`.

    The player's square counts, not only his region. Squares that have the boxes and the number in
    common go on together.
    """
    board, ticker, seen, tops = search.board, search.ticker, search.seen, search.lanes.tops
    layer = _roots(search, most, search.begins)
    while layer:
        yield layer
        most = None if most is None else most - 1
        test = _test(search, most)
        following: dict[tuple[int, int], int] = {}
        for boxes, squares, number in layer:
            ticker.check()
            search.passed(boxes)
            if not number + test & tops:
                walked = board.around(squares) & board.floor & ~boxes & ~seen[boxes]
                if walked:
                    seen[boxes] |= walked
                    following[boxes, number] = following.get((boxes, number), 0) | walked
            for step, moved in search.shifts(boxes, squares):
                change = search.change[step]
                for s in bits(moved):
                    number_now = number + change[s]
                    if number_now + test & tops:
                        continue
                    now = boxes ^ (1 << s | 1 << s + step)
                    before, player = seen.get(now, 0), 1 << s + search.ends * step
                    if before & player:
                        continue
                    ticker.check()
                    seen[now] = before | player
                    _count(search)
                    if not search.hopeless(now, player, most):
                        following[now, number_now] = following.get((now, number_now), 0) | player
        layer = [(boxes, squares, number) for (boxes, number), squares in following.items()]


def _roots(search: Search, most: int | None, begins: int) -> list[Position]:
    """Return the first layer, with the player on any of some squares."""
    test = _test(search, most)
    layer = []
    for boxes, region in search.roots():
        number = search.number(boxes, region)
        if number is None or number + test & search.lanes.tops:
            continue
        squares = region & begins
        search.seen[boxes] = search.seen.get(boxes, 0) | squares
        _count(search)
        if not search.hopeless(boxes, region, most):
            layer.append((boxes, squares, number))
    return layer


def _count(search: Search) -> None:
    """Count a position.

    Raises:
        Refused: there are too many.
    """
    search.positions += 1
    search.ticker.allocate(_BYTES_A_POSITION)
    bounded(search.positions <= MAX_POSITIONS, f"there are more than {MAX_POSITIONS:,} positions")


def _test(search: Search, most: int | None) -> int:
    """Return the test that excludes positions above ``most`` pushes, or (None) unassignable."""
    return search.lanes.test(search.longest if most is None else most)
