"""One search that threads share: the answers of one thread, and equal counts for any number."""

from __future__ import annotations

from typing import Any

import pytest

from gridproof.limits import CancelToken
from gridproof.result import Limits, Progress, Result, Status, StopReason, first
from gridproof.solving.solve import fitting_solver, solve
from gridproof.specs import SolverSpec
from tests.samples import GAMES, large_levels, sample_levels

THREADS = (1, 2, 3, 5)
CASES = [
    pytest.param(game, objective, id=f"{name}-{objective.id}")
    for name, game in GAMES.items()
    for objective in game.objectives
    if any(spec.threaded for spec in game.solvers)
]


def threaded(game: Any, objective: Any, levels: list[Any]) -> list[tuple[SolverSpec, Any]]:
    """The levels whose default solver's search can be shared, each with that solver."""
    pairs = [(fitting_solver(game, level, None, objective), level) for level in levels]
    return [(spec, level) for spec, level in pairs if spec.shares_threads(level, objective)]


def told(result: Result) -> dict[str, Any]:
    """All that has to be equal, however many threads there are."""
    counts = {
        name: getattr(result.stats, name)
        for name in ("expanded", "generated", "evaluated", "peak_memory")
    }
    return counts | {
        "status": result.status,
        "stop": result.stop_reason,
        "cost": result.cost,
        "bound": result.bound,
        "solution": result.solution,
    }


@pytest.mark.parametrize(("game", "objective"), CASES)
def test_threads_tell_what_one_does(game: Any, objective: Any) -> None:
    for _, level in threaded(game, objective, sample_levels(game.id)):
        alone, *shared = (
            solve(level, game=game, objective=objective.id, jobs=count) for count in THREADS
        )
        for result in shared:
            assert told(result) == told(shared[0])
            assert result.solver == alone.solver
            assert (result.status, result.cost, result.bound) == (
                alone.status,
                alone.cost,
                alone.bound,
            )


@pytest.mark.parametrize(("game", "objective"), CASES)
def test_limits_hold_in_threads(game: Any, objective: Any) -> None:
    """A bound is one, a solution is no better than the optimum, and counts are the same."""
    for _, level in threaded(game, objective, sample_levels(game.id))[:3]:
        best = solve(level, game=game, objective=objective.id)
        assert isinstance(best.cost, int)
        requests = [
            *(Limits(nodes=nodes) for nodes in (0, 1, 7, 100, 5000)),
            *(Limits(memory=memory) for memory in (10_000, 1 << 20, 1 << 25, 1 << 26)),
            *(Limits(max_cost=cost) for cost in (0, best.cost - 1, best.cost)),
            *(Limits(time=seconds) for seconds in (0.0, 1e-4)),
        ]
        for limits in requests:
            two, five = (
                solve(level, game=game, objective=objective.id, jobs=jobs, limits=limits)
                for jobs in (2, 5)
            )
            for result in (two, five):
                assert result.status is not Status.INFEASIBLE
                assert result.bound is None or first(result.bound) <= best.cost
                assert result.cost is None or best.cost <= first(result.cost)
                if limits.nodes is not None:
                    assert result.stats.expanded <= limits.nodes
            if limits.time is None:
                assert told(two) == told(five)


@pytest.mark.parametrize(("game", "objective"), CASES)
def test_a_shared_search_is_cancelled(game: Any, objective: Any) -> None:
    """From another thread, and by its own progress, in the middle of the work."""
    for _, level in threaded(game, objective, list(large_levels(game.id).values()))[:1]:
        token = CancelToken()

        def look(progress: Progress, token: CancelToken = token) -> None:
            if progress.nodes > 0:
                token.cancel()

        result = solve(
            level,
            game=game,
            objective=objective.id,
            jobs=3,
            cancel=token,
            progress=look,
            limits=Limits(time=60),
        )
        if result.stop_reason is StopReason.INTERRUPTED:
            assert result.status in (Status.UNKNOWN, Status.FEASIBLE)
