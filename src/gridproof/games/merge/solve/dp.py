"""Theorem 8 of the thesis, corrected: a dynamic program along lines, for any hit points."""

from __future__ import annotations

from collections.abc import Iterator

from gridproof.games.merge.level import MergeLevel
from gridproof.games.merge.rules import STONES
from gridproof.games.merge.solve.damages import fewest_merges, merges_for
from gridproof.games.merge.solve.greedy import greedy_play
from gridproof.games.merge.solve.lines import LINE_BYTES, Striker, strikers_by_line
from gridproof.limits import Stopped, paced
from gridproof.result import Answer, Stats
from gridproof.solving.incumbent import IncumbentAndBound
from gridproof.solving.task import Task

__all__ = ["dp"]

#: The counts of heroes that deal at least 1, 2, …, and the open stones' damage, capped at their hp.
State = tuple[tuple[int, ...], tuple[int, ...]]
#: For each state after a hero: stones destroyed, the state before the hero, and its damage.
Layer = dict[State, tuple[int, State, int]]
#: Rough bytes of a state in its layer.
_STATE_BYTES = 400


def dp(task: Task[MergeLevel]) -> Answer:
    """Deal damages hero by hero along the lines, keeping the best value of each state.

    A state is the number of heroes with damage of at least 1, 2, … (damages can be dealt if these
    counts allow it, by any heroes) and the damage of the stones that later heroes still strike;
    stones before them are closed. All the rest depends on that alone. The thesis keeps the damage
    of the last hero and of three cells instead, for vectors of three cells.
    """
    level, ticker, known = task.level, task.ticker, IncumbentAndBound(task)
    try:
        if task.options["greedy"] and (play := greedy_play(task)) is not None:
            known.find(*play)
        if (ended := known.ended) is not None:
            return known.answer(ended)
        ticker.allocate(LINE_BYTES * (len(level.heroes) + len(level.stones)))
        stones, strikers = strikers_by_line(level, ticker)
        hp = [level.stones[s][1] for s in stones]
        layers = _layers(task, strikers, hp, known.stats)
        best = _best(task, layers, strikers, hp) if layers else None
    except Stopped as stopped:
        return known.answer(stopped.reason)
    if best is None:
        return known.infeasible()
    known.find(*best)
    known.prove(best[1])
    return known.answer()


def _layers(
    task: Task[MergeLevel], strikers: list[Striker], hp: list[int], stats: Stats
) -> list[Layer] | None:
    """Return the states after 0, 1, 2, … heroes.

    None if some stone that has to fall is struck by none.
    """
    level, ticker = task.level, task.ticker
    clear_all = task.objective.id != STONES.id
    kinds = list(level.types)
    tokens = level.tokens(kinds[0]) if kinds else ()
    start: State = ((0,) * len(tokens), ())
    layers: list[Layer] = [{start: (0, start, 0)}]
    for number, striker in enumerate(strikers):
        before = strikers[number - 1] if number else None
        first_open = before.first if before else 0
        next_new = before.last + 1 if before else 0
        if clear_all and striker.first > next_new:
            return None
        layer: Layer = {}
        counted_bytes = 0
        spans = hp[striker.first : striker.last + 1]
        for state, (value, _, _) in layers[-1].items():
            # The product of the state before.
            ticker.allocate(_STATE_BYTES * len(layer) - counted_bytes)
            counted_bytes = _STATE_BYTES * len(layer)
            if (stop := ticker.tick()) is not None:
                raise Stopped(stop)
            stats.expanded += 1
            counts, taken = state
            # Stones before this hero close; those that no hero before struck open.
            closing = max(striker.first - first_open, 0)
            fallen = _fallen(taken[:closing], hp[first_open : first_open + closing])
            if clear_all and fallen < len(taken[:closing]):
                stats.dead_ends += 1
                continue
            opened = range(max(next_new, striker.first), striker.last + 1)
            taken = taken[closing:] + (0,) * len(opened)
            for damage, counted in _dealt(counts, tokens, max(spans)):
                struck = tuple(min(t + damage, h) for t, h in zip(taken, spans, strict=True))
                child = (counted, struck)
                stats.generated += 1
                if child not in layer or layer[child][0] < value + fallen:
                    layer[child] = (value + fallen, state, damage)
        ticker.allocate(_STATE_BYTES * len(layer) - counted_bytes)
        layers.append(layer)
    return layers


def _fallen(taken: tuple[int, ...], hp: list[int]) -> int:
    return sum(t >= h for t, h in zip(taken, hp, strict=False))


def _dealt(
    counts: tuple[int, ...], tokens: tuple[int, ...], most: int
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the damages that one more hero can deal, each with the counts after it."""
    yield 0, counts
    for k in range(min(most, len(tokens))):
        if counts[k] == tokens[k]:
            return
        counts = (*counts[:k], counts[k] + 1, *counts[k + 1 :])
        yield k + 1, counts


def _best(
    task: Task[MergeLevel], layers: list[Layer], strikers: list[Striker], hp: list[int]
) -> tuple[tuple[str, ...], int] | None:
    """Return the play behind the best state of the last layer, and its value."""
    first, beyond = (strikers[-1].first, strikers[-1].last + 1) if strikers else (0, 0)
    ends: list[tuple[int, State]] = []
    for state, (value, _, _) in paced(layers[-1].items(), task.ticker):
        counts, taken = state
        fallen = _fallen(taken, hp[first:beyond])
        if task.objective.id == STONES.id:
            ends.append((value + fallen, state))
        elif fallen == len(taken) and beyond == len(hp):
            ends.append((-fewest_merges(counts), state))
    if not ends:
        return None
    best, state = max(ends)
    damages = [0] * len(task.level.heroes)
    for layer, striker in zip(layers[:0:-1], reversed(strikers), strict=True):
        _, state, damages[striker.hero] = layer[state]
    return merges_for(task.level, damages), abs(best)
