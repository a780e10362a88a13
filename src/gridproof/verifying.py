"""Replay of a solution by the rules alone; no import from here leads to native code."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gridproof.arguments import check_moves, explained, kind_of
from gridproof.errors import IllegalMove, InputError, InvalidMove
from gridproof.game import AnyGame
from gridproof.level import Level, Objective
from gridproof.limits import Ticker, paced
from gridproof.registry import game_of
from gridproof.result import Value, first
from gridproof.scene import CORNER
from gridproof.visible import visible

__all__ = ["Verdict", "check_start", "disproof", "stated_optimum", "verify"]


#: Moves that are replayed between two looks at the clock.
_CHUNK: Final = 256
#: An optimum as headers say it: a whole number, and perhaps the name of what is counted.
_OPTIMUM: Final = re.compile(r"([+-]?\d{1,18})(?:\.0*)?(?:\s+(\w+))?")


@dataclass(frozen=True)
class Verdict:
    """The findings of a replay.

    Attributes:
        valid: every move is legal and the play may stop at its end.
        costs: every metric of the moves that could be replayed.
        cost: the objective's value, if valid.
        fault: the fault, if not valid.
        move_number: the number (from 1) of the first move that cannot be made, or None.
        position: the position before that move, or at the end, as plain text.
    """

    valid: bool
    costs: Mapping[str, int]
    cost: Value | None = None
    fault: str | None = None
    move_number: int | None = None
    position: str | None = None


def check_start(game: AnyGame, level: Level, start: Any) -> None:
    """Refuse a value that is no position of a game.

    Raises:
        InputError: it is none.
    """
    if not isinstance(start, type(game.initial(level))):
        raise InputError(
            f"a start is a position of {game.id}, such as `Session.state`, not {kind_of(start)}"
        )


@explained
def verify(
    game: AnyGame | str,
    level: Level,
    moves: Sequence[str] | str,
    objective: Objective | str | None = None,
    *,
    start: Any = None,
    ticker: Ticker | None = None,
) -> Verdict:
    """Replay ``moves``; return whether they solve the level, and at what cost.

    Args:
        game: the rules, or a game's id.
        level: a level without faults.
        moves: one by one, or as a text in the game's own notation.
        objective: what they are for, or its id; None is the game's first one.
        start: the state to start from instead of the initial one.
        ticker: looked at now and then; None: there is no limit.

    Raises:
        UnknownName: there is no such game or objective.
        InputError: what is given is no game, no level, or no moves.
        Stopped: by a limit or Ctrl-C of the ticker.
    """
    if isinstance(game, Level) or isinstance(moves, Level):
        raise InputError("`verify` takes the game, the level and the moves, in this order")
    game = game_of(level, game)
    if not isinstance(objective, Objective):
        objective = game.objective(objective)
    check_moves(moves, "a solution")
    try:
        moves = game.read_solution(level, moves) if isinstance(moves, str) else moves
    except InvalidMove as error:
        return Verdict(False, {}, fault=str(error))
    if start is not None:
        check_start(game, level, start)
    state = game.initial(level) if start is None else start
    costs: Counter[str] = Counter(dict.fromkeys(objective.metrics, 0))
    chunks = range(0, len(moves), _CHUNK)
    for first_move in chunks if ticker is None else paced(chunks, ticker, pace=1):
        chunk = moves[first_move : first_move + _CHUNK]
        state, gains, made, refusal = game.replay(level, state, chunk)
        costs.update(gains)
        if refusal is not None:
            illegal = isinstance(refusal, IllegalMove)
            position = str(game.picture(level, state, None, CORNER)) if illegal else None
            number = first_move + made + 1
            fault = visible(f"move {number} of {len(moves)}, `{chunk[made]}`: {refusal.reason}")
            return Verdict(False, dict(costs), fault=fault, move_number=number, position=position)
    if not game.complete(level, state, objective):
        fault = f"after {len(moves)} move{'s' * (len(moves) != 1)} the board is not solved"
        position = str(game.picture(level, state, None, CORNER))
        return Verdict(False, dict(costs), fault=fault, position=position)
    cost = tuple(costs[metric] for metric in objective.metrics)
    return Verdict(True, dict(costs), cost=cost if len(cost) > 1 else cost[0])


def disproof(
    game: AnyGame,
    said: str | None,
    objective: str,
    cost: Value | None,
    bound: Value | None,
    infeasible: bool = False,
) -> str | None:
    """Return the contradiction between a board's stated optimum and a finding; None if none.

    Args:
        game: of the board.
        said: the stated optimum of the game's first objective, a whole number, perhaps with the
            name of the metric behind it; anything else is ignored. " and " parts several.
        objective: id of the objective of ``cost`` and ``bound``.
        cost: of a solution, or None.
        bound: the proven bound, or None.
        infeasible: True if it is proven that there is no solution.
    """
    goal = game.objective()
    if objective != goal.id or said is None:
        return None
    sign = 1 if goal.sense == "min" else -1
    for optimum in _optima(said, goal):
        if cost is not None and sign * first(cost) < sign * optimum:
            return f"there is a solution of {first(cost)}"
        if bound is not None and sign * first(bound) > sign * optimum:
            return f"there is a bound of {first(bound)}"
        if infeasible:
            return "it has no solution"
    return None


def stated_optimum(game: AnyGame, level: Level, objective: Objective) -> int | None:
    """Return the optimum of an objective's first metric that a board's header states, or None.

    The header speaks of the game's first objective; others may begin with the same metric.
    """
    goal = game.objective()
    if (objective.sense, objective.metrics[0]) != (goal.sense, goal.metrics[0]):
        return None
    return next(_optima(level.info.get("optimum", ""), goal), None)


def _optima(said: str, goal: Objective) -> Iterator[int]:
    """Yield the numbers of a stated optimum that are of the first metric."""
    for number in map(_OPTIMUM.fullmatch, said.strip().split(" and ")):
        if number is not None and number[2] in (None, goal.metrics[0]):
            yield int(number[1])
