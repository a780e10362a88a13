"""Any game and objective: all plays, made by the rules. Nothing stands in the file."""

from __future__ import annotations

import heapq
import sys
from typing import Any

from gridproof.limits import Ticker
from gridproof.proof.claims import Claim, Counts, Records, bounded, need

__all__ = ["check"]

#: Of a position in Python, besides long parts of its key: an estimate.
_BYTES_A_POSITION = 700
#: The bytes from which a part of a key is long; with its members it takes some times as many.
_LONG, _WITH_MEMBERS = 256, 4
#: More positions than this are too many for a check.
MAX_POSITIONS = 2_000_000


def check(claim: Claim[Any], records: Records, ticker: Ticker) -> Counts:
    """Make every position that can be reached at less than the claimed cost, cheapest first.

    Maximising, it makes every position that can be reached, again whenever it gains more. No move
    makes a value smaller (:meth:`gridproof.game.Game.apply`), and of equal keys the better one will
    do (:meth:`gridproof.game.Game.key`).

    Raises:
        Refused: there is a better solution, or there are too many positions.
        Stopped: by a limit or Ctrl-C.
    """
    game, level, objective, bound = claim.game, claim.level, claim.objective, claim.bound
    metrics, sign = objective.metrics, 1 if objective.sense == "min" else -1
    limit = None if bound is None else (bound if isinstance(bound, tuple) else (bound,))
    start = game.initial(level)
    zero = (0,) * len(metrics)
    reached = {game.key(level, start, objective): zero}
    counted: set[int] = set()
    waiting = [(zero, 0, start)]  # signed, so that the best comes first
    made = 1
    while waiting:
        signed, _, state = heapq.heappop(waiting)
        value = _signed(signed, sign)
        ticker.check()
        if value != reached[game.key(level, state, objective)]:
            continue
        if limit is None or _signed(value[: len(limit)], sign) < _signed(limit, sign):
            need(not game.complete(level, state, objective), f"there is a solution of {value}")
        elif sign > 0:
            break  # no position that waits costs less
        for move in game.moves(level, state, objective):
            ticker.check()
            after, gains = game.apply(level, state, move)
            total = tuple(v + gains.get(m, 0) for v, m in zip(value, metrics, strict=True))
            key = game.key(level, after, objective)
            known = reached.get(key)
            if known is None or (total < known if sign > 0 else total > known):
                reached[key] = total
                made += 1
                bounded(made <= MAX_POSITIONS, f"there are more than {MAX_POSITIONS:,} positions")
                ticker.allocate(_BYTES_A_POSITION + (_bytes(key, counted) if known is None else 0))
                heapq.heappush(waiting, (_signed(total, sign), made, after))
    return {"positions": made}


def _bytes(key: Any, counted: set[int]) -> int:
    """Return the bytes of the long parts of a key, each object once: positions share them."""
    size = 0
    for part in key if isinstance(key, tuple) else (key,):
        if sys.getsizeof(part) >= _LONG and id(part) not in counted:
            counted.add(id(part))  # it is kept with the key, so that nothing else has its id
            size += _WITH_MEMBERS * sys.getsizeof(part)
    return size


def _signed(value: tuple[int, ...], sign: int) -> tuple[int, ...]:
    """Return the values as a key: less is better."""
    return tuple(sign * v for v in value)
