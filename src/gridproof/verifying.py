"""Replay of a solution by the rules alone. Nothing here, or imported from here, is native."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gridproof.errors import IllegalMove, MoveError
from gridproof.game import Game, Level, Objective
from gridproof.result import Value

__all__ = ["Verdict", "verify"]


@dataclass(frozen=True)
class Verdict:
    """What the replay found.

    Attributes:
        valid: every move is legal and the play may stop at its end.
        costs: every metric of the moves that could be replayed.
        cost: the objective's value, if valid.
        fault: what is wrong, if not valid.
        move_number: the number (from 1) of the first move that cannot be made, or None.
        position: the position before that move, or at the end, as plain text.
    """

    valid: bool
    costs: Mapping[str, int]
    cost: Value | None = None
    fault: str | None = None
    move_number: int | None = None
    position: str | None = None


def verify(
    game: Game[Any, Any], level: Level, moves: Sequence[str], objective: Objective
) -> Verdict:
    """Replays ``moves`` from the start and says whether they solve the level, and at what cost."""
    state = game.initial(level)
    costs: Counter[str] = Counter(dict.fromkeys(objective.metrics, 0))
    for number, move in enumerate(moves, 1):
        try:
            state, gains = game.apply(level, state, move)
        except MoveError as error:
            position = error.position if isinstance(error, IllegalMove) else None
            fault = f"move {number} of {len(moves)}, `{move}`: {error.reason}"
            return Verdict(False, dict(costs), fault=fault, move_number=number, position=position)
        costs.update(gains)
    if not game.complete(level, state, objective):
        fault = f"after {len(moves)} moves the board is not solved"
        return Verdict(False, dict(costs), fault=fault, position=str(game.scene(level, state)))
    cost = tuple(costs[metric] for metric in objective.metrics)
    return Verdict(True, dict(costs), cost=cost if len(cost) > 1 else cost[0])
