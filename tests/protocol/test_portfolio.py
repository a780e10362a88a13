"""Several solvers side by side, on every game: never wrong, whatever the limits."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gridproof.game import AnyGame
from gridproof.level import Objective
from gridproof.processes.pool import dismiss
from gridproof.result import Limits, Progress, Result, Status
from gridproof.solving.portfolio import members
from gridproof.solving.solve import PORTFOLIO, solve, solvers
from gridproof.solving.task import task_for
from tests.portfolios import no_solver_shares_threads  # noqa: F401
from tests.protocol.test_limits import (
    MEMORY,
    NODES,
    TIMES,
    Request,
    check,
    check_known,
    fit_levels,
    key,
    values_near,
)
from tests.samples import GAMES, random_levels
from tests.soak import ROUNDS, fresh_seed

CASES = [
    pytest.param(game, objective, id=f"{name}-{objective.id}")
    for name, game in GAMES.items()
    for objective in game.objectives
]
every_objective = pytest.mark.parametrize(("game", "objective"), CASES)


@pytest.fixture(scope="module", autouse=True)
def _the_template_is_a_game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Worker processes find the template as they find a game of another package."""
    folder: Path = tmp_path_factory.mktemp("site")
    info = folder / "template_game-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: template-game\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[gridproof.games]\ntemplate = gridproof.games._template.game:GAME\n"
    )
    dismiss()  # those that were started before know nothing of it
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        yield
    dismiss()


def sweep(
    game: AnyGame, objective: Objective, count: int, requests: int, seed: int
) -> Iterator[Result]:
    """Random boards with random requests, the first without any; all that they promise."""
    spec = solvers(game)["search"]
    for level, best in fit_levels(game, spec, objective, count, seed):
        rng = random.Random(f"portfolio {game.id} {seed}")
        near = values_near(best, objective)
        exact = False
        for number in range(requests + 1):

            def some(values: list[Any], share: float, rng: random.Random = rng) -> Any:
                return rng.choice(values) if rng.random() < share else None

            request = Request()
            if number:
                top = [abs(value if isinstance(value, int) else value[0]) for value in near]
                request = Request(
                    Limits(
                        memory=some(MEMORY, 0.4),
                        nodes=some(NODES, 0.4),
                        time=some(TIMES, 0.2),
                        max_cost=some(top, 0.4) if objective.sense == "min" else None,
                    ),
                    some(near, 0.4),
                )

            def progress(known: Progress, best: Any = best) -> None:
                check_known(known.bound, known.best, best, objective)

            try:
                result = solve(
                    level,
                    game=game,
                    objective=objective.id,
                    jobs=2,
                    limits=request.limits,
                    decide=request.decide,
                    progress=progress,
                )
                exact = exact or result.status in (Status.OPTIMAL, Status.INFEASIBLE)
                # Nodes are each member's; a short time may be over before any of them begins.
                unlimited = Request(
                    Limits(
                        request.limits.time,
                        None if request.limits.nodes is None else 1 << 60,
                        request.limits.memory,
                        request.limits.max_cost,
                    ),
                    request.decide,
                )
                check(result, unlimited, best, objective, exact)
            except Exception as error:
                error.add_note(
                    f"{game.write(level, game.canonical_format)}\n{request}, optimum {best}"
                )
                raise
            yield result


@every_objective
def test_never_wrong_under_any_limit(game: AnyGame, objective: Objective) -> None:
    results = list(sweep(game, objective, count=1, requests=12, seed=0))
    assert any(result.status is Status.OPTIMAL for result in results)
    for result in results:
        begun = [record["solver"] for record in result.notes["members"]]
        assert result.solver == PORTFOLIO.id
        for role, there in (("found", result.cost), ("proved", result.bound)):
            if there is not None:
                assert result.notes[role] in begun
        assert not any("problem" in record for record in result.notes["members"])


@pytest.mark.soak
@every_objective
def test_never_wrong_under_any_limit_for_long(game: AnyGame, objective: Objective) -> None:
    seed = fresh_seed()
    assert list(sweep(game, objective, count=ROUNDS, requests=50, seed=seed))


@every_objective
def test_who_takes_part(game: AnyGame, objective: Objective) -> None:
    for level in random_levels(game.id, 2):
        team = members(task_for(PORTFOLIO, game, level, objective))
        assert team
        assert all(member.spec.why_unsupported(level, member.objective) is None for member in team)
        assert len({member.name for member in team}) == len(team)
        alone = solve(level, game=game, objective=objective.id, limits=Limits(nodes=0)).solver
        assert team[0].name == alone, "the solver that is taken alone begins"
        if [spec for spec in game.solvers if spec.why_unsupported(level, objective) is None]:
            assert "search" not in [member.name for member in team]


@every_objective
def test_relaxations_ask_for_less_of_the_same(game: AnyGame, objective: Objective) -> None:
    if objective.relaxation is None:
        return
    relaxed = game.objective(objective.relaxation)
    metrics = len(relaxed.metrics)
    assert relaxed.metrics == objective.metrics[:metrics]
    assert metrics < len(objective.metrics)
    assert relaxed.sense == objective.sense
    rng = random.Random(f"relaxed {game.id}")
    for level in random_levels(game.id, 10):
        state = game.initial(level)
        for _ in range(10):
            assert game.complete(level, state, objective) == game.complete(level, state, relaxed)
            legal = list(itertools.islice(game.legal(level, state), 50))
            if not legal:
                break
            state, _ = game.apply(level, state, rng.choice(legal))
        one, other = (
            solve(level, game=game, objective=o.id, limits=Limits(nodes=3000))
            for o in (objective, relaxed)
        )
        if one.status is Status.OPTIMAL and other.status is Status.OPTIMAL:
            assert key(one.cost or 0, objective)[:metrics] == key(other.cost or 0, relaxed)
