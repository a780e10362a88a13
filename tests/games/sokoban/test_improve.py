"""Solutions of sokoban made better: never worse, and at the optimum where a window holds all."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from gridproof.errors import InputError
from gridproof.files.reading import read_file
from gridproof.games.sokoban.game import GAME
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.games.sokoban.solve import any as any_module
from gridproof.level import Outcome
from gridproof.result import Limits, Result, Status, StopReason
from gridproof.solving.solve import solve
from gridproof.verifying import verify
from tests.oracles import sokoban as oracle
from tests.samples import level_of, record
from tests.soak import ROUNDS, fresh_seed

pytestmark = pytest.mark.native

LEVELS = Path(__file__).parents[3] / "src" / "gridproof" / "data" / "levels" / "sokoban"
OBJECTIVES = ("pushes", "moves", "pushes-moves", "moves-pushes")
MOVES = GAME.objective("moves")
#: Where `any` finds a solution that is far from the best.
LONG = (36, 93, 105, 123, 142)


def microban(number: int) -> SokobanLevel:
    found = read_file(str(LEVELS / "microban1.txt"))[number - 1]
    assert isinstance(found, SokobanLevel)
    return found


def first_found(level: SokobanLevel) -> str | None:
    """Return the solution that `any` finds, as it finds it."""
    result = solve(level, solver="any", solver_options={"improve": False})
    return None if result.moves is None else "".join(result.moves)


def roundabout(level: SokobanLevel, rng: random.Random) -> str | None:
    """A solution that begins with moves by chance; None if these lead into a deadlock."""
    state, moves = GAME.initial(level), ""
    for _ in range(rng.randint(0, 40)):
        legal = list(GAME.moves(level, state, MOVES))
        if not legal or GAME.outcome(level, state, MOVES) is Outcome.SOLVED:
            break
        move = rng.choice(legal)
        state, _ = GAME.apply(level, state, move)
        moves += move
    position = GAME.level_at(level, state)
    assert isinstance(position, SokobanLevel)
    rest = first_found(position)
    return None if rest is None else moves + rest


def value(level: SokobanLevel, moves: str, objective: str) -> tuple[int, ...]:
    cost = verify(GAME, level, moves, GAME.objective(objective)).cost
    assert cost is not None
    return cost if isinstance(cost, tuple) else (cost,)


def improved(level: SokobanLevel, moves: str, objective: str, **limits: int) -> Result:
    """The result of improving, which is no worse and has been replayed."""
    result = solve(
        level, objective=objective, incumbent=moves, improve=True, limits=Limits(**limits)
    )
    assert result.verified
    assert worth(result) <= value(level, moves, objective), GAME.write(level)
    return result


def worth(result: Result) -> tuple[int, ...]:
    assert result.cost is not None
    return result.cost if isinstance(result.cost, tuple) else (result.cost,)


def compare(rng: random.Random) -> None:
    board = record("sokoban", rng)
    level = level_of("sokoban", board)
    assert isinstance(level, SokobanLevel)
    moves = roundabout(level, rng)
    if moves is None:
        return
    for objective in OBJECTIVES:
        metrics = GAME.objective(objective).metrics
        best = oracle.best(board["rows"], metrics)
        result = improved(level, moves, objective)
        assert worth(result) == best, (objective, moves, board)
        assert result.stop_reason is StopReason.COMPLETED


def test_one_window_holds_the_whole_of_a_small_board() -> None:
    rng = random.Random("improve")
    for _ in range(100):
        compare(rng)


@pytest.mark.soak
def test_one_window_holds_the_whole_of_thousands_of_small_boards() -> None:
    rng = random.Random(fresh_seed())
    for _ in range(100 * ROUNDS):
        compare(rng)


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("number", LONG)
def test_long_solutions_get_better_window_by_window(number: int, objective: str) -> None:
    level = microban(number)
    moves = first_found(level)
    assert moves is not None
    few = improved(level, moves, objective, nodes=300)
    more = improved(level, moves, objective, nodes=6_000)
    again = improved(level, moves, objective, nodes=6_000)
    assert worth(more) <= worth(few)
    assert worth(more) < value(level, moves, objective)
    assert (more.moves, more.stats.expanded) == (again.moves, again.stats.expanded)


def test_every_limit_however_small() -> None:
    level = microban(36)
    moves = first_found(level)
    assert moves is not None
    for objective in OBJECTIVES:
        for nodes in (*range(30), 100, 1000):
            result = improved(level, moves, objective, nodes=nodes)
            assert result.stop_reason is StopReason.NODE_LIMIT
            assert result.stats.expanded == nodes
        for memory in (0, 1, 1_000, 10_000, 30_000, 100_000, 200_000):
            result = improved(level, moves, objective, memory=memory, nodes=1000)
            assert result.stop_reason in (StopReason.MEMORY_LIMIT, StopReason.NODE_LIMIT)
            assert result.stats.peak_memory <= max(memory, 500)  # what came before it took so much
        assert improved(level, moves, objective, time=0).stop_reason is StopReason.TIME_LIMIT


def test_a_solution_that_meets_the_bound_is_optimal() -> None:
    level = level_of("sokoban", {"rows": ["#######", "#@ $ .#", "#     #", "#######"]})
    assert isinstance(level, SokobanLevel)
    result = improved(level, "DURDLURRR", "pushes")
    assert (result.status, result.cost) == (Status.OPTIMAL, 2)


def test_steps_that_lead_nowhere_are_left_out() -> None:
    level = level_of("sokoban", {"rows": ["#######", "#@ $ .#", "#     #", "#######"]})
    assert isinstance(level, SokobanLevel)
    for objective in OBJECTIVES:
        result = improved(level, "DURDLURRR", objective)
        assert result.solution == "rRR"


def test_it_stops_at_what_is_good_enough() -> None:
    level = microban(36)
    moves = first_found(level)
    assert moves is not None
    best = improved(level, moves, "pushes", nodes=6_000)
    (pushes,) = worth(best)
    for wanted in (pushes, pushes + 2):
        result = solve(level, incumbent=moves, improve=True, decide=wanted)
        assert result.stop_reason is StopReason.DECIDED
        assert worth(result) <= (wanted,)
        assert result.stats.expanded <= best.stats.expanded


def test_only_one_that_is_cheap_enough_is_handed_out() -> None:
    level = microban(36)
    moves = first_found(level)
    assert moves is not None
    best = improved(level, moves, "pushes", nodes=6_000)
    (pushes,) = worth(best)
    cheap, none = (
        solve(
            level,
            incumbent=moves,
            improve=True,
            limits=Limits(nodes=6_000, max_cost=pushes - less),
        )
        for less in (0, 1)
    )
    assert cheap.cost == best.cost
    assert none.moves is None


def test_any_improves_what_it_finds() -> None:
    level = microban(36)
    plain = solve(level, solver="any", solver_options={"improve": False})
    better = solve(level, solver="any")
    assert worth(better) < worth(plain)
    assert better.stop_reason is plain.stop_reason is StopReason.FIRST_SOLUTION
    cut = solve(level, solver="any", limits=Limits(nodes=plain.stats.expanded + 10))
    assert cut.stats.expanded == plain.stats.expanded + 10
    assert cut.stop_reason is StopReason.FIRST_SOLUTION


def test_any_improves_briefly_however_long_it_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    level = microban(36)
    plain = solve(level, solver="any", solver_options={"improve": False})
    assert plain.stats.expanded > 20
    monkeypatch.setattr(any_module, "IMPROVE_NODES", 10)
    monkeypatch.setattr(any_module, "MAX_MORE_NODES", 20)
    brief = solve(level, solver="any")
    assert brief.stats.expanded == plain.stats.expanded + 30
    monkeypatch.setattr(any_module, "MAX_MORE_NODES", 10**9)
    longer = solve(level, solver="any")
    assert longer.stats.expanded == 2 * plain.stats.expanded + 10


def test_what_cannot_be_asked() -> None:
    level = microban(1)
    with pytest.raises(InputError, match="no solution to make better"):
        solve(level, improve=True)
    with pytest.raises(InputError, match="no solvers can be named"):
        solve(level, improve=True, incumbent="U", solver="any")
    with pytest.raises(InputError, match="no solvers can be named"):
        solve(level, improve=True, incumbent="U", jobs=2)
    with pytest.raises(InputError, match="is not valid"):
        solve(level, improve=True, incumbent="U")
    other = level_of("merge", record("merge", random.Random(1)))
    with pytest.raises(InputError, match="merge has nothing that makes a solution better"):
        solve(other, improve=True, incumbent="x")


@pytest.mark.parametrize(
    ("number", "objective"), [(98, "pushes"), (97, "moves"), (83, "moves-pushes")]
)
def test_the_upper_bound_does_not_change_the_optimum(number: int, objective: str) -> None:
    level, less = microban(number), {"patterns": False, "tables": False}  # else they end before
    best = solve(level, objective=objective, solver_options=less | {"upper-bound": False})
    with_it = solve(level, objective=objective, solver_options=less)
    assert best.stats.expanded > 20_000, "else it is not asked for"
    assert (with_it.status, with_it.cost) == (Status.OPTIMAL, best.cost)
    cut, again = (
        solve(level, objective=objective, solver_options=less, limits=Limits(nodes=20_200))
        for _ in range(2)
    )
    assert (cut.moves, cut.stats.expanded) == (again.moves, again.stats.expanded)
    assert cut.stop_reason is not StopReason.NODE_LIMIT or cut.stats.expanded == 20_200
