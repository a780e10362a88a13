"""The choice of zones for certificates: squares on which boxes are in each other's way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from gridproof.limits import Ticker
from gridproof.proof.claims import bits
from gridproof.proof.sokoban import Position
from gridproof.proof.sokoban_board import PlayableBoard
from gridproof.proof.sokoban_prices import Distances, Prices
from gridproof.proof.sokoban_zones import Family, Zone

__all__ = ["choose"]

#: Zones of a family, and squares from which each of them is grown for trial.
_MAX_ZONES: Final = 6
_SEEDS: Final = 24
#: A small zone has this many squares less; this many of the best are made large.
_FEWER: Final = 4
_BEST: Final = 4
#: The cost of a push that there is not.
_NEVER: Final = 9

#: The boxes and the player's region of a position, and what is missing to exclude it.
_Open = tuple[int, int, int]


def choose(
    board: PlayableBoard,
    distances: Distances,
    prices: Prices,
    samples: Sequence[tuple[int, Position]],
    size: int,
    room: int,
    ticker: Ticker,
) -> Family:
    """Return zones of a size that exclude most of some positions, one zone beside the other.

    They are grown over the squares where boxes are most often; small ones are tried first.

    Args:
        board: the level.
        distances: of its goals.
        prices: of its goals.
        samples: the pushes left, and a position.
        size: the squares of a zone.
        room: the most states.
        ticker: the limits.
    """
    family = Family(board, distances, prices, room, ticker)
    often = Counter(s for _, (boxes, _, _) in samples for s in bits(boxes))
    seeds = [s for s, _ in often.most_common(_SEEDS)]
    open_ones = [
        (boxes, region, most + 1 - (family.bound(boxes, region) or 0))
        for most, (boxes, region, _) in samples
    ]
    while len(family.zones) < _MAX_ZONES:
        left = [s for s in seeds if not family.taken >> s & 1]
        tried = {}
        for s in left:
            zone = family.zone(_grown(board, family, s, size - _FEWER))
            tried[s] = _gain(
                [zone.value(boxes, region) for boxes, region, _ in open_ones], open_ones
            )
        best, most_gained = None, 0.0
        for s in sorted(left, key=lambda s: -tried[s])[:_BEST]:
            zone = family.zone(_grown(board, family, s, size))
            values = _values(zone, open_ones)
            if _gain(values, open_ones) > most_gained:
                best, most_gained = (zone, values), _gain(values, open_ones)
        if best is None:
            break
        zone, values = best
        family.add(zone)
        open_ones = [
            (boxes, region, missing - value)
            for (boxes, region, missing), value in zip(open_ones, values, strict=True)
            if value is not None and value < missing
        ]
    return family


def _values(zone: Zone, of: Sequence[_Open]) -> list[int | None]:
    return [zone.value(boxes, region) for boxes, region, _ in of]


def _gain(values: Sequence[int | None], of: Sequence[_Open]) -> float:
    """Return the share of what is missing that a zone adds, over all positions."""
    return sum(
        2 if value is None or value >= missing else value / missing
        for value, (_, _, missing) in zip(values, of, strict=True)
    )


def _grown(board: PlayableBoard, family: Family, seed: int, size: int) -> int:
    """Return squares around one: those first to which a push costs least.

    A box would leave the zone for nothing over a push that costs nothing.
    """
    zone = 1 << seed
    while zone.bit_count() < size:
        near = board.around(zone) & board.floor & ~zone & ~family.taken
        if not near:
            break
        zone |= 1 << min(bits(near), key=lambda t: _leaving(board, family, zone, t))
    return zone


def _leaving(board: PlayableBoard, family: Family, zone: int, to: int) -> tuple[int, int]:
    """Return the least cost of a push from a zone to a square beside it; then the most ways."""
    costs = [
        family.pushes.get((to - step, step), _NEVER)
        for step in board.steps
        if zone >> to - step & 1
    ]
    return min(costs, default=_NEVER), -len(costs)
