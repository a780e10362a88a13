"""Runs: the same boards whatever happens around them, each solved; and what is missed is said."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from gridproof.design import generate as generating
from gridproof.design.generate import Generation, Made, Missed, generate, remake
from gridproof.design.goal import Goal, Unmet
from gridproof.design.level_id import GeneratorConfig, find_generator, generators, make, read_id
from gridproof.errors import InputError, UnknownName
from gridproof.game import AnyGame
from gridproof.limits import CancelToken, Stopped, Ticker
from gridproof.options import Option
from gridproof.processes import pool
from gridproof.processes.worker import Worker
from gridproof.registry import find_game, games
from gridproof.result import Status
from gridproof.specs import GeneratorSpec
from gridproof.verifying import verify
from tests.clock import FakeClock
from tests.first_levels import brief_config
from tests.games.merge.test_solvers import oracle_board
from tests.oracles import bombcover, boxcover, merge, onebomb, robots, sokoban
from tests.samples import small_generators

each_game = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
ROBOTS, SOKOBAN = find_game("robots"), find_game("sokoban")


def small_config(game: AnyGame) -> GeneratorConfig:
    """A generator that misses goals, with parameters for boards that are solved at once."""
    spec = next(spec for spec in small_generators(game) if not spec.aims)
    return GeneratorConfig(game, spec, spec.small)


def small(game: AnyGame, **asked: Any) -> Generation:
    """A run of boards that plain search solves at once."""
    config = small_config(game)
    return generate(game, config.spec.id, **{"parameters": config.parameters, **asked})


def seen(run: Iterable[Made]) -> list[tuple[Any, ...]]:
    """All that a run says of its boards."""
    return [
        (
            made.id,
            find_game(made.result.game).write(made.level),
            made.result.moves,
            made.symmetry_class,
        )
        for made in run
    ]


def counts(run: Generation) -> tuple[Any, ...]:
    return run.ending, run.drawn, dict(run.missed), run.nearest


# Generators for tests: robots stand in a row of ``width`` cells


def row(rng: Random, *, width: int) -> Any:
    """One robot, its target at one end: solved in one move, or with nothing to do."""
    spec = find_generator(ROBOTS, "random")
    return make(ROBOTS, spec, rng, {"width": width, "height": 2, "walls": 0, "robots": 1})


def failing(rng: Random, *, width: int) -> Any:
    """Such a row, but not on every third draw."""
    if rng.randrange(3) == 0:
        raise InputError("no board can be like this")
    return row(rng, width=width)


def aiming(rng: Random, *, width: int, goal: Goal, ticker: Ticker) -> Any:
    """Gives up on some draws, nearer or farther from the wish."""
    ticker.check()
    drawn = rng.randrange(4)
    if drawn == 0:
        raise Unmet("nothing at all")
    if drawn == 1:
        raise Unmet("too short", rng.randrange(goal.min_cost or 1))
    return row(rng, width=width)


def spec_of(entry: Callable[..., Any], *, aims: bool = False) -> GeneratorSpec:
    width = Option.count("width", 9, "columns")
    return GeneratorSpec("test", "for tests", f"{__name__}:{entry.__name__}", (width,), aims=aims)


# The same boards


@each_game
def test_processes_and_their_number_change_nothing(game: AnyGame) -> None:
    wishes = {"count": 6, "seed": 5, "attempts": 40}
    alone = small(game, **wishes)
    expected = seen(alone)
    together = small(game, jobs=3 if game.id == "robots" else 2, **wishes)
    assert seen(together) == expected
    assert counts(together) == counts(alone)


def test_giving_up_does_not_depend_on_the_processes() -> None:
    wishes = {"count": 5, "seed": 2, "attempts": 90, "min_cost": 11}
    alone, together = (small(ROBOTS, jobs=jobs, **wishes) for jobs in (1, 2))
    assert seen(alone) == seen(together)
    assert counts(alone) == counts(together)
    assert alone.ending == "given up"


def test_another_seed_makes_other_boards() -> None:
    assert not set(seen(small(ROBOTS, count=4, seed=1))) & set(
        seen(small(ROBOTS, count=4, seed=11))
    )


@each_game
def test_levels_are_made_again_from_their_ids(game: AnyGame) -> None:
    for made in small(game, count=3, seed=4):
        again = remake(made.id)
        assert isinstance(again, Made)
        assert (again.level, again.result.moves) == (made.level, made.result.moves)
        assert again.level.info == made.level.info


def texts(made: Made) -> dict[str, str]:
    """The files that a level makes, in each format that can express it."""
    game = find_game(made.result.game)
    found = {}
    for form in game.formats:
        with suppress(InputError):
            found[form] = game.write(made.level, form)
    assert found
    return found


@each_game
def test_an_id_makes_the_same_bytes_for_every_objective(game: AnyGame) -> None:
    for objective in game.objectives:
        found = 0
        for spec in small_generators(game):
            for made in generate(game, spec.id, spec.small, objective=objective.id, count=2):
                again = remake(made.id)
                assert isinstance(again, Made), (made.id, again.why)
                assert texts(again) == texts(made)
                assert (again.id, again.result.objective) == (made.id, objective.id)
                found += 1
        assert found


@each_game
def test_the_id_of_every_generator_names_its_objective(game: AnyGame) -> None:
    """Of those by reductions too; that and the board decide what a file has."""
    for spec in generators(game).values():
        for objective in game.objectives:
            config = replace(brief_config(game, spec), goal=Goal(objective=objective.id))
            named, seed = read_id(config.id("0.0"))
            assert (named.objective, named.id(seed)) == (config.objective, config.id("0.0"))
            if not spec.aims:
                board, again = config.draw(seed), named.draw(seed)
                assert game.write(again) == game.write(board)
                assert again.info["generator"] == board.info["generator"] == config.id("0.0")


def test_the_board_of_a_seed_is_the_same_for_every_objective() -> None:
    for name in ("pushes", "moves", None):
        made = next(small(SOKOBAN, objective=name))
        assert ("objective=moves" in made.id) == (name == "moves")
        assert made.level.with_info() == next(small(SOKOBAN)).level.with_info()


# A run that is stopped has the first boards of one that is not


def test_a_board_with_nothing_to_do_is_made_again_too() -> None:
    made = next(generate("bombcover", "random", {"empty": 1}, max_cost=0, min_cost=0))
    again = remake(made.id)
    assert isinstance(again, Made)
    assert (again.level, again.cost) == (made.level, 0)


def test_a_cancelled_run_has_the_first_boards() -> None:
    for jobs, number in ((1, 0), (1, 4), (2, 4)):
        token = CancelToken()
        run = small(ROBOTS, count=10**4, attempts=10**4, jobs=jobs, cancel=token)
        if number == 0:
            token.cancel()
        found = seen(itertools.islice(run, number))
        token.cancel()
        found += seen(run)  # what a process has drawn by then
        assert run.ending == "interrupted"
        assert len(found) == len(run.made) >= number
        assert not found or found == seen(small(ROBOTS, count=len(found), attempts=10**4))


def test_cancelling_ends_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    token = CancelToken()

    def drawn(config: GeneratorConfig, seed: str, ticker: Ticker) -> Made | Missed:
        token.cancel()
        return real(config, seed, ticker)

    real = generating._drawn
    monkeypatch.setattr(generating, "_drawn", drawn)
    run = generate(ROBOTS, "random", {"width": 255, "height": 255, "robots": 10}, cancel=token)
    assert list(run) == []
    assert (run.ending, run.drawn) == ("interrupted", 0)


def test_what_ends_the_making_of_one_level_is_said() -> None:
    token = CancelToken()
    token.cancel()
    for limits in ({"time": 0}, {"cancel": token}):
        with pytest.raises(Stopped):
            remake("robots:hardest#0.0@g1", **limits)


def test_a_run_out_of_time_has_the_first_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = seen(small(ROBOTS, count=30))
    lengths = set()
    for limit in range(5, 200, 20):
        monkeypatch.setattr("gridproof.design.generate.time.monotonic", FakeClock(1.0))
        run = small(ROBOTS, count=30, time=limit)
        found = seen(run)
        assert run.ending in ("time", "delivered")
        assert found == whole[: len(found)]
        lengths.add(len(found))
    assert len(lengths) > 2


@pytest.mark.parametrize("jobs", [1, 2])
def test_without_time_there_is_nothing(jobs: int) -> None:
    run = small(ROBOTS, time=0.0, jobs=jobs)
    assert list(run) == []
    assert counts(run) == ("time", 0, {}, None)


def test_a_run_goes_on_where_it_was_left() -> None:
    whole = small(ROBOTS, count=6)
    expected = seen(whole)
    for jobs in (1, 2):
        run = small(ROBOTS, count=6, jobs=jobs)
        first = seen(itertools.islice(run, 2))
        assert run.ending == "running"
        assert first + seen(run) == expected
        assert seen(run.made) == expected
        assert counts(run) == counts(whole)


def test_the_last_board_ends_a_run() -> None:
    run = small(ROBOTS)
    made = next(run)
    assert run.ending == "delivered"
    assert run.made == [made]
    assert list(run) == []


def test_a_killed_process_ends_a_run_with_its_first_boards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    workers: list[Worker] = []

    class Recorded(Worker):
        def __init__(self) -> None:
            super().__init__()
            workers.append(self)

    pool.dismiss()
    monkeypatch.setattr(pool, "Worker", Recorded)
    run = small(ROBOTS, count=10**6, attempts=10**6, jobs=2)
    for number, _ in enumerate(run):
        process = workers[1]._process
        if number >= 3 and process is not None:  # one that was idle is started anew: again then
            process.kill()
    assert run.ending == "memory"
    assert len(run.made) >= 4
    assert seen(run.made) == seen(small(ROBOTS, count=len(run.made), attempts=10**6))
    assert all(worker._process is None for worker in workers)


def test_an_undrawable_board_ends_a_run() -> None:
    # Whether there is one may hang on the seed.
    config = GeneratorConfig(ROBOTS, spec_of(failing))
    run = Generation(config, count=50)
    with pytest.raises(InputError, match="no board can be like this"):
        list(run)
    wishes = {"width": 3, "height": 3, "boxes": 3}  # some such rooms are too small
    found = []
    for jobs in (1, 2):
        boxes = generate("sokoban", "random", wishes, count=10, jobs=jobs)
        with pytest.raises(InputError, match="no board of"):
            list(boxes)
        found.append((boxes.drawn, [made.id for made in boxes.made]))
    assert found[0] == found[1]


# What is handed out


def optimum(game: AnyGame, level: Any) -> int:
    """By plain search."""
    board = json.loads(game.write(level, "json"))
    match game.id:
        case "robots":
            if board["target_robot"] == "any":
                board["target_robot"] = None
            found = robots.fewest_moves(board, ricochet=level.ricochet)
        case "bombcover":
            rules = {"radius": level.radius, "pierce": level.pierce, "throw": level.throw}
            found = bombcover.fewest_explosions(board["rows"], **rules)
        case "onebomb":
            variant = {"radius": level.radius, "bombs": level.bombs, "blast": level.blast}
            found = onebomb.shortest(board["rows"], **variant)
        case "merge":
            found = merge.most_stones(oracle_board(level), level.max_level)
        case "sokoban":
            best = sokoban.best(board["rows"], game.objective().metrics)
            found = None if best is None else best[0]
        case _:
            found = boxcover.fewest_squares(board)
    assert found is not None
    return found


@each_game
def test_every_board_has_the_optimum_that_it_states(game: AnyGame) -> None:
    run = small(game, count=25, seed=8, attempts=200)
    for made in run:
        assert made.cost == optimum(game, made.level)
        assert made.result.status is Status.OPTIMAL
        assert made.result.verified
        assert made.result.moves is not None
        assert verify(game, made.level, list(made.result.moves), game.objective()).valid
        assert made.cost > 0
        (again,) = game.read(game.write(made.level), "again")
        assert again == made.level
        assert again.info["optimum"] == str(made.cost)
        assert again.info["generator"] == made.id
        assert again.info["seed"] == made.id.partition("#")[2].partition("@")[0]
    assert run.made
    assert len({made.symmetry_class for made in run.made}) == len(run.made)


def test_wishes_hold_of_every_board() -> None:
    for goal in (Goal(min_cost=3), Goal(max_cost=2), Goal(min_cost=2, max_cost=2)):
        run = small(ROBOTS, count=4, min_cost=goal.min_cost, max_cost=goal.max_cost)
        found = list(run)
        assert all(goal.misses_cost(optimum(ROBOTS, made.level)) == 0 for made in found)
        assert run.ending == "delivered"
        assert run.drawn == 4 + run.missed.total()


def test_more_is_wanted_where_more_is_better() -> None:
    run = small(find_game("merge"), count=3, min_cost=3, max_cost=4)
    assert all(3 <= made.cost <= 4 for made in run)
    for wishes, why in (({"min_cost": 50}, "too small"), ({"max_cost": 0}, "too large")):
        run = small(find_game("merge"), attempts=20, **wishes)
        list(run)
        assert run.missed[f"{why} an optimum"] > 5


# What is not as wished


def test_an_unmet_goal_says_how_near_it_came() -> None:
    run = small(ROBOTS, attempts=60, min_cost=1000)
    assert list(run) == []
    assert run.ending == "given up"
    assert run.drawn == run.missed.total() == 60
    assert set(run.missed) <= {"too easy", "without a solution"}
    assert run.nearest is not None
    costs = []
    for number in range(60):
        drawn = remake(small_config(ROBOTS).id(f"0.{number}"))
        if isinstance(drawn, Made):
            costs.append(drawn.cost)
    assert run.nearest.distance == max(costs) - 1000
    assert run.nearest.said.startswith(f"{max(costs):,} move")
    nearest = remake(run.nearest.id)
    assert isinstance(nearest, Made)
    assert nearest.cost == max(costs)


def test_too_hard_a_board_is_known_by_a_bound() -> None:
    run = small(ROBOTS, attempts=60, max_cost=1, seed=3)
    list(run)
    assert run.missed["too hard"]
    assert run.nearest is not None
    assert (run.nearest.distance, run.nearest.said) == (1, "at least 2 moves")


def test_attempts_are_counted_from_the_last_board_that_was_kept() -> None:
    run = small(ROBOTS, count=5, attempts=3, min_cost=4, seed=6)
    kept = {int(made.id.partition(".")[2].partition("@")[0]) for made in run}
    in_vain = 0
    for number in range(run.drawn):
        in_vain = 0 if number in kept else in_vain + 1
        assert in_vain < 3 or number == run.drawn - 1
    assert in_vain == 3 or run.ending == "delivered"


def test_the_same_board_is_not_handed_out_twice() -> None:
    # In a corridor of three cells there are few boards.
    config = GeneratorConfig(ROBOTS, spec_of(row), {"width": 2})
    run = Generation(config, count=100, attempts=50)
    kin = [made.symmetry_class for made in run]
    assert run.ending == "given up"
    assert run.missed["the same as another one"] > 50 > len(kin) == len(set(kin)) > 0


def test_a_generator_that_aims_says_what_it_missed() -> None:
    config = GeneratorConfig(ROBOTS, spec_of(aiming, aims=True), goal=Goal(min_cost=5))
    run = Generation(config, count=1, attempts=200)
    assert list(run) == []
    assert {"nothing at all", "too short"} <= set(run.missed)
    assert run.nearest is not None
    assert run.nearest.distance == -1
    assert (run.nearest.why, run.nearest.said) == ("too short", "4 moves")
    assert run.nearest.id.startswith("robots:test,min-cost=5#0.")


# Wrong wishes


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"count": 0}, "number from 1, not 0"),
        ({"attempts": 0}, "number from 1, not 0"),
        ({"jobs": 0}, "number from 1, not 0"),
        ({"jobs": 10**9}, "at most 256 processes"),
        ({"seed": -1}, "a seed is a whole number from 0"),
        ({"seed": 10**18}, "18 digits at most"),
        ({"min_cost": -1}, "option `min-cost` must be a whole number"),
        ({"min_cost": 10**30}, "cannot have so large a value"),
        ({"min_cost": 3, "max_cost": 2}, "no cost is at least 3 and at most 2"),
        ({"min_gap": 3, "max_gap": 2}, "no gap is at least 3 and at most 2"),
        ({"objective": "speed"}, "robots has no objective `speed`"),
        ({"parameters": {"speed": 3}}, "generator `backward` has no parameter `speed`"),
    ],
)
def test_wrong_wishes_are_refused_before_anything_is_drawn(
    asked: Mapping[str, Any], said: str
) -> None:
    with pytest.raises(InputError, match=said):
        small(ROBOTS, **asked)


def test_unknown_names_are_refused() -> None:
    with pytest.raises(UnknownName, match="no wish `colour`"):
        small(ROBOTS, colour="red")
    with pytest.raises(UnknownName, match="no game `robot`"):
        generate("robot")
    with pytest.raises(UnknownName, match="robots has no generator `rndom`"):
        generate("robots", "rndom")


def test_progress_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generating, "POLL_INTERVAL", 0.0)
    told: list[int] = []
    run = small(ROBOTS, count=3, progress=lambda run: told.append(run.drawn))
    list(run)
    assert told == sorted(told)
    assert told[-1] <= run.drawn
