"""Makes certificates: looks for the prices with which the checker's own searches stay small."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from operator import sub
from random import Random
from typing import Final, NamedTuple, cast

from gridproof.games.sokoban.bounds import assignment
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.games.sokoban.solve.zone_choice import choose
from gridproof.limits import Stopped, Ticker
from gridproof.proof.claims import Claim, Refused, bits
from gridproof.proof.making import MadeProof, Unproven
from gridproof.proof.sokoban import Layers, Position, by_moves, by_pushes, most_pushes
from gridproof.proof.sokoban_board import PlayableBoard
from gridproof.proof.sokoban_pairs import Pairs
from gridproof.proof.sokoban_prices import MAX_PRICE, Distances, Prices, longest
from gridproof.proof.sokoban_search import Backward, Forward, Search
from gridproof.proof.sokoban_zones import MAX_STATES, Family
from gridproof.result import StopReason

__all__ = ["make", "make_moves"]

#: Positions of a first trial, and how many times as many a next one may have.
_FIRST_TRIAL: Final = 500
_MORE: Final = 6
#: Positions of each direction of a trial whose exact bounds are looked at.
_SAMPLES: Final = 120
#: The most vectors that a trial adds to a direction, and that a direction has in the end.
_MAX_NEW: Final = 12
_MAX_VECTORS: Final = 60
#: The share of the samples that could be left out which is not worth another trial.
_FEW: Final = 0.1
#: Positions of a trial from which on zones are looked for, and the squares of the first ones.
_ZONE_TRIAL: Final = 3_000
_ZONE_SQUARES: Final = 10
#: How many more squares they have whenever a trial is larger, and the most.
_MORE_SQUARES: Final = 2
_MAX_SQUARES: Final = 18
#: Positions that choose zones, and the share of the samples that makes them worth a table.
_ZONE_SAMPLES: Final = 60
_ENOUGH: Final = 0.05
_MAX_FAMILIES: Final = 20
#: Positions of a trial of the whole claim; beyond, weaker bounds are proven first.
_DIRECT: Final = 30_000


def make(claim: Claim[SokobanLevel], ticker: Ticker) -> MadeProof:
    """Return prices that prove a bound on the pushes, or that there is no solution.

    If time runs out, or too many positions are needed, the bound is that of the start.

    Raises:
        Unproven: it bounds pushes alone; or too many positions are needed for anything.
        Stopped: by a limit or Ctrl-C, before anything is known.
    """
    bound = cast("int | None", claim.bound)
    if bound is not None and claim.objective.id != "pushes":
        raise Unproven("it bounds pushes alone")
    board = PlayableBoard(claim.level, ticker)
    most = None if bound is None else most_pushes(board, bound)
    return _make(board, bound, by_pushes, most, ticker)


def make_moves(claim: Claim[SokobanLevel], ticker: Ticker) -> MadeProof:
    """Return prices that prove a bound on the moves; otherwise as :func:`make`."""
    bound = cast("int | None", claim.bound)
    most = None if bound is None else bound - 1
    return _make(PlayableBoard(claim.level, ticker), bound, by_moves, most, ticker)


def _make(
    board: PlayableBoard, bound: int | None, layers: Layers, most: int | None, ticker: Ticker
) -> MadeProof:
    if most is not None and most < 0:
        return MadeProof(bound, [[0, 0, 0, 0, 0]])
    maker = _Maker(board, layers, most, ticker)
    try:
        return MadeProof(bound, maker.records())
    except (Refused, Stopped) as problem:
        interrupted = isinstance(problem, Stopped) and problem.reason is StopReason.INTERRUPTED
        if interrupted or bound is None or not 0 < maker.root < bound:
            if isinstance(problem, Refused):  # by the number of positions
                raise Unproven(str(problem)) from None
            raise
    return maker.proven


class _Side:
    """One direction: exact bounds of its positions, and the prices found so far."""

    def __init__(
        self, board: PlayableBoard, distances: Distances, far: int, ticker: Ticker
    ) -> None:
        self._board, self._far, self._ticker = board, far, ticker
        self.distances = distances
        self.vectors: list[Prices] = []

    def exact(self, boxes: int, region: int) -> tuple[int, Prices, list[list[int]]]:
        """Return a cheapest assignment's cost (from ``far`` on: none), its prices, all costs."""
        rows = []
        for s in bits(boxes):
            parts = self._board.sides[s]
            place = s, next(side for side, part in enumerate(parts) if part & region)
            rows.append([table.get(place, self._far) for table in self.distances])
        cost, found = assignment(rows, self._ticker)
        prices = [max(-MAX_PRICE, min(int(price), MAX_PRICE)) for price in found]  # any will do
        return int(cost), prices, rows

    def learn(self, samples: Sequence[tuple[int, Position]]) -> float:
        """Add prices that exclude some of the positions: each with the pushes that are left.

        Returns:
            The share of them that can be left out, 0 if there are vectors enough.
        """
        found = 0
        new: list[Prices] = []
        for most, (boxes, region, _) in samples:
            cost, prices, rows = self.exact(boxes, region)
            if cost <= most:
                continue
            found += 1
            known = any(sum(v) + sum(min(map(sub, row, v)) for row in rows) > most for v in new)
            if not known and len(new) < min(_MAX_NEW, _MAX_VECTORS - len(self.vectors)):
                new.append(prices)
        self.vectors += new
        return found / len(samples) if new else 0


class _Trial(NamedTuple):
    """The checker's two searches with the prices known, until they have met or are too large.

    Attributes:
        searches: forward, and backward if there is a bound.
        layers: of each search; the first has its roots.
        complete: True if there are layers enough for a proof.
    """

    searches: Sequence[Search]
    layers: Sequence[Sequence[Sequence[Position]]]
    complete: bool

    @property
    def positions(self) -> int:
        """The number of positions made."""
        return sum(search.positions for search in self.searches)

    @property
    def steps(self) -> int:
        """Pushes and pulls from the roots to the last layers."""
        return sum(len(layers) - 1 for layers in self.layers)


class _Maker:
    """Tries prices out.

    Attributes:
        root: the bound of the start.
        proven: the best proof so far; at first that of the start.
    """

    def __init__(
        self, board: PlayableBoard, layers: Layers, most: int | None, ticker: Ticker
    ) -> None:
        self._board, self._layers, self._most, self._ticker = board, layers, most, ticker
        self._random = Random(0)
        to_goals, from_starts = board.to_goals(ticker), board.from_starts(ticker)
        far = max(longest(to_goals), longest(from_starts), most or 0) + 1
        self._forward = _Side(board, to_goals, far, ticker)
        self._backward = _Side(board, from_starts, far, ticker)
        (start,) = Forward(board, to_goals, [], ticker).roots()
        self.root, prices, _ = self._forward.exact(*start)
        self._forward.vectors.append(prices)
        self._pairs: list[Prices] = []
        self._families: list[Family] = []
        self.proven = MadeProof(self.root, [[0, 1, 0, 0, 0], prices])

    def records(self) -> list[Sequence[int]]:
        """Return the records of a proof.

        If it takes many positions weaker bounds are proven on the way, with a step of two pushes
        (one move) each. So the tables for the last step are there, or what was proven is kept.

        Raises:
            Refused: it takes too many positions.
            Stopped: by a limit or Ctrl-C.
        """
        goal = self._most
        trial = self._searched(_DIRECT if goal is not None else None)
        if not trial.complete:
            assert goal is not None
            step = 2 if self._layers is by_pushes else 1
            for most in range(goal - (goal - self.root) // step * step, goal + 1, step):
                self._most = most
                trial = self._searched(None)
                self.proven = MadeProof(most + step, self._records(trial))
        return self._records(trial)

    def _records(self, trial: _Trial) -> list[Sequence[int]]:
        depth = len(trial.layers[0]) - 1
        back = self._backward.vectors if len(trial.searches) > 1 else []
        vectors = [list(self._forward.vectors), list(back), list(self._pairs)]
        families = [[*family.prices, *family.numbers()] for family in self._families]
        return [[depth, *map(len, vectors), len(families)], *chain(*vectors), *families]

    def _searched(self, limit: int | None) -> _Trial:
        """Return a trial that is complete, or has more positions than a limit."""
        cap, size = _FIRST_TRIAL, _ZONE_SQUARES
        trial = self._trial(cap)
        if not trial.complete and self._most is not None and not self._pairs:
            self._pairs = [self._forward.vectors[0]]
            with_pairs = self._trial(cap)
            if with_pairs.complete or with_pairs.steps > trial.steps:
                trial = with_pairs
            else:
                self._pairs = []
        while True:
            better = self._learn(trial)
            if trial.complete and better <= _FEW:
                return trial
            if better <= _FEW and not (cap >= _ZONE_TRIAL and self._zoned(trial, size)):
                if limit is not None and cap >= limit:
                    return trial
                if cap >= _ZONE_TRIAL:
                    size = min(size + _MORE_SQUARES, _MAX_SQUARES)
                cap *= _MORE
            trial = self._trial(cap)

    def _zoned(self, trial: _Trial, size: int) -> bool:
        """Add a family of zones that excludes some of the later positions, if there is one."""
        if self._most is None or len(self._families) == _MAX_FAMILIES:
            return False
        numbered = self._numbered(self._forward, trial.layers[0])
        later = numbered[len(numbered) // 2 :]
        room = MAX_STATES - sum(family.states for family in self._families)
        drawn, others = (
            self._random.sample(later, min(len(later), many)) for many in (_ZONE_SAMPLES, _SAMPLES)
        )
        family = choose(
            self._board,
            self._forward.distances,
            self._forward.vectors[0],
            drawn,
            size,
            room,
            self._ticker,
        )
        found = sum(family.excludes(boxes, region, most) for most, (boxes, region, _) in others)
        if found <= _ENOUGH * len(others):
            return False
        self._families.append(family)
        return True

    def _trial(self, cap: int) -> _Trial:
        """Return the searches, until they have met or made more positions than ``cap``."""
        board, most, ticker = self._board, self._most, self._ticker
        used = ticker.bytes
        forward = Forward(board, self._forward.distances, self._forward.vectors, ticker)
        forward.tables = [
            *(Pairs(board, self._forward.distances, prices, ticker) for prices in self._pairs),
            *self._families,
        ]
        searches: list[Search] = [forward]
        if most is not None:
            back = self._backward
            searches.append(Backward(board, back.distances, back.vectors, ticker))
        going = [self._layers(search, most) for search in searches]
        layers = [[next(found, [])] for found in going]
        while True:
            trial = _Trial(searches, layers, not all(found[-1] for found in layers))
            if trial.complete or trial.steps == most:
                trial = trial._replace(complete=True)
                break
            if trial.positions > cap:
                break
            smaller = min(range(len(layers)), key=lambda k: len(layers[k][-1]))
            layers[smaller].append(next(going[smaller], []))
        ticker.allocate(used - ticker.bytes)
        return trial

    def _learn(self, trial: _Trial) -> float:
        """Return the larger share of samples, of both directions, that new prices exclude."""
        sides = (self._forward, self._backward)
        found = []
        for side, layers in zip(sides, trial.layers, strict=False):
            numbered = self._numbered(side, layers)
            samples = self._random.sample(numbered, min(len(numbered), _SAMPLES))
            found.append(side.learn(samples))
        return max(found)

    def _numbered(
        self, side: _Side, layers: Sequence[Sequence[Position]]
    ) -> list[tuple[int, Position]]:
        """Return the positions of all layers, each with the pushes that are left."""
        most = self._most
        return [
            (most - number if most is not None else longest(side.distances), position)
            for number, layer in enumerate(layers)
            for position in layer
        ]
