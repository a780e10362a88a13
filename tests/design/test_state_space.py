"""Measures of a board's positions, beside the definitions taken literally."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from operator import gt
from typing import Any

import pytest

from gridproof.design import state_space as exploring
from gridproof.design.state_space import choices, optimal_solutions, survey
from gridproof.game import AnyGame
from gridproof.level import Level, Objective, Outcome
from gridproof.limits import CancelToken, Stopped, Ticker
from gridproof.result import Limits, Result, Status, StopReason
from gridproof.solving.solve import solve
from tests.samples import GAMES, level_of, random_levels

OBJECTIVES = [(game.id, goal.id) for game in GAMES.values() for goal in game.objectives]
#: Best plays of a board that the oracle lists.
MAX = 2000

Path = tuple[frozenset[Any], ...]


class Oracle:
    """Positions as sets of keys, by the definition, and all plays one by one."""

    def __init__(self, game: AnyGame, level: Level, objective: Objective, result: Result) -> None:
        self.game, self.level, self.objective = game, level, objective
        cost = result.cost
        self.optimum = cost if isinstance(cost, tuple) or cost is None else (cost,)
        self.zero = (0,) * len(objective.metrics)
        self.states: dict[Any, Any] = {}
        self.onward: dict[Any, list[tuple[Any, tuple[int, ...]]]] = {}
        todo = [game.initial(level)]
        while todo:
            state = todo.pop()
            key = game.key(level, state, objective)
            if key in self.states:
                continue
            self.states[key], self.onward[key] = state, []
            if self.ends(key):
                continue
            for move in game.moves(level, state, objective):
                child, gains = game.apply(level, state, move)
                gain = tuple(gains.get(metric, 0) for metric in objective.metrics)
                self.onward[key].append((game.key(level, child, objective), gain))
                todo.append(child)
        self.start = game.key(level, game.initial(level), objective)
        self.free = {key: self.reached(key, free=True) for key in self.states}

    def ends(self, key: Any) -> bool:
        outcome = self.game.outcome(self.level, self.states[key], self.objective)
        if self.objective.sense == "max":
            return outcome is Outcome.LOST
        return outcome is not Outcome.IN_PLAY

    def reached(self, key: Any, *, free: bool = False) -> set[Any]:
        found, todo = {key}, [key]
        while todo:
            for child, gain in self.onward[todo.pop()]:
                if child not in found and not (free and any(gain)):
                    found.add(child)
                    todo.append(child)
        return found

    def position(self, key: Any) -> frozenset[Any]:
        return frozenset(other for other in self.free[key] if key in self.free[other])

    def is_best_end(self, key: Any, value: tuple[int, ...]) -> bool:
        complete = self.game.complete(self.level, self.states[key], self.objective)
        return complete and value == self.optimum

    def plays(self) -> set[Path] | None:
        """All best plays; None if they are too many."""
        known: dict[tuple[frozenset[Any], tuple[int, ...]], set[Path] | None] = {}

        def after(here: frozenset[Any], value: tuple[int, ...]) -> set[Path] | None:
            if (here, value) in known:
                return known[here, value]
            found: set[Path] | None = set()
            if any(self.is_best_end(key, value) for key in here):
                found = {(here,)}
            else:
                for child, gain in {edge for key in here for edge in self.onward[key]} - {
                    (key, self.zero) for key in here
                }:
                    total = tuple(map(sum, zip(value, gain, strict=True)))
                    if self.optimum is None or any(map(gt, total, self.optimum)):
                        continue
                    ends = after(self.position(child), total)
                    if ends is None or found is None or len(found) > MAX:
                        found = None
                        break
                    found |= {(here, *end) for end in ends}
            known[here, value] = found
            return found

        return after(self.position(self.start), self.zero)

    def within(self) -> set[frozenset[Any]]:
        """The positions that cost no more than the optimum, by Bellman and Ford."""
        if self.optimum is None:
            return {self.position(key) for key in self.states}
        if self.objective.sense == "max":  # what stones are left says how many have fallen
            found, todo = {self.start: self.zero}, [self.start]
            while todo:
                key = todo.pop()
                if self.is_best_end(key, found[key]):
                    continue
                for child, gain in self.onward[key]:
                    if child not in found:
                        found[child] = tuple(map(sum, zip(found[key], gain, strict=True)))
                        todo.append(child)
            return {self.position(key) for key in found}
        least = {self.start: self.zero}
        changed = True
        while changed:
            changed = False
            for key, value in list(least.items()):
                for child, gain in self.onward[key]:
                    total = tuple(map(sum, zip(value, gain, strict=True)))
                    if child not in least or total < least[child]:
                        least[child], changed = total, True
        return {self.position(key) for key, value in least.items() if value <= self.optimum}

    def next_to(self, position: frozenset[Any]) -> set[Any]:
        return {child for key in position for child, _ in self.onward[key]} - position


def boards(game: str, objective: str, count: int) -> Iterator[tuple[Level, Result, Oracle]]:
    for level in random_levels(game, count, seed=17):
        result = solve(level, game=GAMES[game], objective=objective, solver="search")
        goal = GAMES[game].objective(objective)
        oracle = Oracle(GAMES[game], level, goal, result)
        if len(oracle.states) <= 500:
            yield level, result, oracle


@pytest.mark.parametrize(("game", "objective"), OBJECTIVES)
def test_all_that_is_said_is_what_its_definition_says(game: str, objective: str) -> None:
    compared = 0
    for level, result, oracle in boards(game, objective, 4):
        plays = oracle.plays()
        if plays is None:
            continue
        compared += 1
        seen = survey(GAMES[game], level, result, Ticker(), states=10_000)
        assert not seen.at_least
        within = oracle.within()
        assert seen.solutions == len(plays)
        assert seen.states == len(within)
        going = [position for position in within if not all(map(oracle.ends, position))]
        numbers = [len(oracle.next_to(position)) for position in going]
        if oracle.objective.sense == "min":
            assert seen.branching == (sum(numbers) / len(numbers) if numbers else None)
            alive = {
                key
                for key in oracle.states
                if any(
                    oracle.game.complete(level, oracle.states[end], oracle.objective)
                    for end in oracle.reached(key)
                )
            }
            dead = sum(not position <= alive for position in within)
            assert seen.dead_ends == dead / len(within)
        if result.status is Status.INFEASIBLE:
            assert (seen.solutions, seen.dead_ends, seen.forced) == (0, 1.0, None)
            continue
        onward: dict[frozenset[Any], set[frozenset[Any]]] = {}
        for play in plays:
            for here, there in pairwise(play):
                onward.setdefault(here, set()).add(there)
        forced = sum(len(after) == 1 for after in onward.values())
        assert seen.forced == (forced / len(onward) if onward else None)
        counted = optimal_solutions(GAMES[game], level, result, Ticker(), cap=10**6)
        assert counted == len(plays)
        assert optimal_solutions(GAMES[game], level, result, Ticker(), cap=1) == 1
    assert compared


@pytest.mark.parametrize(("game", "objective"), OBJECTIVES)
def test_next_positions_of_a_position(game: str, objective: str) -> None:
    for level, _, oracle in boards(game, objective, 1):
        for state in list(oracle.states.values())[:30]:
            key = oracle.game.key(level, state, oracle.objective)
            if oracle.ends(key):
                continue
            number, own = choices(
                oracle.game, level, oracle.objective, state, Ticker(), states=10_000
            )
            assert own == oracle.position(key)
            assert number == len(oracle.next_to(own))


def test_a_solver_that_counts_counts_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["robots"]
    for level in random_levels("robots", 8, seed=18):
        result = solve(level)
        if result.status is not Status.OPTIMAL:
            continue
        counted = optimal_solutions(game, level, result, Ticker(), cap=10**9)
        monkeypatch.setattr(exploring, "_counts", lambda *_: False)
        assert optimal_solutions(game, level, result, Ticker(), cap=10**9) == counted
        monkeypatch.undo()


SOKOBAN = level_of(
    "sokoban", {"rows": ["########", "#  .   #", "# $@$  #", "#   .  #", "#      #", "########"]}
)


def test_what_too_many_positions_leave_open_is_never_too_much() -> None:
    game = GAMES["sokoban"]
    result = solve(SOKOBAN)
    whole = survey(game, SOKOBAN, result, Ticker(), states=100_000)
    assert not whole.at_least
    open_ones = 0
    for states in (1, 2, 5, 10, 30, 100, 300, 1000, 3000):
        seen = survey(game, SOKOBAN, result, Ticker(), states=states)
        assert 1 <= seen.states <= whole.states
        assert seen.states == whole.states or "states" in seen.at_least
        assert seen.solutions is not None
        assert whole.solutions is not None
        assert 1 <= seen.solutions <= whole.solutions
        assert seen.solutions == whole.solutions or "solutions" in seen.at_least
        for name in ("branching", "forced", "dead_ends"):
            value = getattr(seen, name)
            if name in seen.at_least:
                assert value <= getattr(whole, name)
            else:
                assert value in (None, getattr(whole, name))
        open_ones += bool(seen.at_least)
    assert open_ones


def test_of_an_unproven_board_only_bounds_are_said() -> None:
    game = GAMES["sokoban"]
    unknown = solve(SOKOBAN, limits=Limits(nodes=0))
    assert unknown.status is Status.UNKNOWN
    seen = survey(game, SOKOBAN, unknown, Ticker(), states=100_000)
    whole = survey(game, SOKOBAN, solve(SOKOBAN), Ticker(), states=100_000)
    assert "states" in seen.at_least
    assert 1 <= seen.states <= whole.states
    assert (seen.solutions, seen.branching, seen.forced, seen.dead_ends) == (None,) * 4
    found = replace(solve(SOKOBAN), status=Status.FEASIBLE, bound=1)
    seen = survey(game, SOKOBAN, found, Ticker(), states=100_000)
    assert seen.solutions == 1
    assert {"states", "solutions"} == seen.at_least
    with pytest.raises(ValueError, match="proven"):
        optimal_solutions(game, SOKOBAN, found, Ticker(), cap=2)


def test_of_an_unproven_maximum_only_bounds_are_said() -> None:
    game = GAMES["merge"]
    for level in random_levels("merge", 6, seed=19):
        result = solve(level)
        assert isinstance(result.cost, int)
        whole = survey(game, level, result, Ticker(), states=100_000)
        for cost in range(result.cost + 1):
            found = replace(result, status=Status.FEASIBLE, cost=cost, bound=result.cost + 1)
            seen = survey(game, level, found, Ticker(), states=100_000)
            assert 1 <= seen.states <= whole.states
            assert {"states", "solutions"} == seen.at_least


def test_it_stops_when_told_to() -> None:
    game, result = GAMES["sokoban"], solve(SOKOBAN)
    token = CancelToken()
    token.cancel()
    for ask in (
        lambda ticker: survey(game, SOKOBAN, result, ticker, states=10_000),
        lambda ticker: optimal_solutions(game, SOKOBAN, result, ticker, cap=2),
    ):
        with pytest.raises(Stopped) as stopped:
            ask(Ticker(cancel=token))
        assert stopped.value.reason is StopReason.INTERRUPTED
