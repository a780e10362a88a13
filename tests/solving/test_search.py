"""Plain search: limits, interruption, decisions, bounds; with a fake clock and counted polls."""

from __future__ import annotations

import random
import signal
import threading
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from gridproof.errors import BadBoard, InputError, InternalError, UnknownName
from gridproof.files.reading import read_boards
from gridproof.games._template.game import GAME as TEMPLATE
from gridproof.games._template.game import Template
from gridproof.games._template.level import StripLevel
from gridproof.games.merge.game import Merge
from gridproof.games.merge.level import MergeLevel
from gridproof.games.merge.rules import State
from gridproof.lazy import load
from gridproof.level import Objective, Outcome
from gridproof.limits import CancelToken, Ticker
from gridproof.registry import find_game
from gridproof.result import Answer, Limits, Progress, Status, StopReason
from gridproof.solving.search import search
from gridproof.solving.solve import PLAIN_SEARCH
from gridproof.solving.solve import solve as solve_with
from gridproof.solving.task import Task
from tests.clock import FakeClock
from tests.samples import generated, level_of, random_levels, sample_levels

#: Always by plain search, also where a game has something faster.
solve = partial(solve_with, solver="search")


class Graph(Template):
    """A game whose positions are the nodes of a small graph with two-metric costs."""

    objectives: tuple[Objective, ...] = (
        Objective("cost-length", ("cost", "length")),
        Objective("length-cost", ("length", "cost")),
        Objective("gain", ("cost",), "max"),
    )
    edges: Mapping[int, Mapping[str, tuple[int, int]]] = {
        0: {"1": (1, 5), "2": (2, 1), "3": (4, 7)},
        1: {"4": (4, 1)},
        2: {"4": (4, 3), "3": (3, 1)},
        3: {"5": (4, 1)},
    }

    def moves(self, level: StripLevel, state: int, objective: Objective) -> Iterator[str]:
        yield from self.edges.get(state, {})

    def apply(self, level: StripLevel, state: int, move: str) -> tuple[int, Mapping[str, int]]:
        after, cost = self.edges[state][move]
        return after, {"cost": cost, "length": 1}

    def complete(self, level: StripLevel, state: int, objective: Objective) -> bool:
        return state == 4


STRIP = level_of("template", {"rows": ["@...................."]})
GRAPH = Graph()


def test_lexicographic_costs() -> None:
    assert search(Task(GRAPH, STRIP, GRAPH.objectives[0], Ticker())).bound == (3, 3)
    assert search(Task(GRAPH, STRIP, GRAPH.objectives[1], Ticker())).bound == (1, 7)


def test_maximising_takes_the_longest_way_and_reopens() -> None:
    answer = search(Task(GRAPH, STRIP, GRAPH.objectives[2], Ticker()))
    assert answer.moves == ("3",)
    assert answer.bound == 7
    longer: dict[int, Any] = dict(Graph.edges)
    longer[0] = {"1": (1, 5), "2": (2, 6), "3": (4, 7)}
    longer[1] = {"2": (2, 9)}
    longer[2] = {"4": (4, 1)}
    graph = Graph()
    graph.edges = longer
    answer = search(Task(graph, STRIP, graph.objectives[2], Ticker()))
    assert answer.bound == 15
    assert answer.moves == ("1", "2", "4")
    # Positions 2 and 4 were expanded with 6 and 7 before they were reached with 14 and 15.
    assert answer.stats.reopened == 2


def test_the_node_limit_is_exact_and_reproducible() -> None:
    level = sample_levels("robots")[0]
    for nodes in (0, 1, 57):
        runs = [solve(level, limits=Limits(nodes=nodes)) for _ in range(2)]
        assert [r.stats.expanded for r in runs] == [nodes, nodes]
        assert runs[0].status is Status.UNKNOWN
        assert runs[0].stop_reason is StopReason.NODE_LIMIT
        assert runs[0].bound == runs[1].bound
    whole = solve(level)
    assert solve(level, limits=Limits(nodes=whole.stats.expanded)).status is Status.OPTIMAL


def test_bounds_of_stopped_searches_are_proven() -> None:
    rng = random.Random(1)
    for game in ("robots", "bombcover", "onebomb", "merge"):
        for level in random_levels(game, 6, seed=11):
            whole = solve(level)
            for _ in range(3):
                part = solve(level, limits=Limits(nodes=rng.randrange(8)))
                assert part.status is not Status.INFEASIBLE or part.status is whole.status
                if whole.cost is None or part.bound is None:
                    continue
                assert isinstance(whole.cost, int)
                assert isinstance(part.bound, int)
                if whole.sense == "min":
                    assert part.bound <= whole.cost
                else:
                    assert part.bound >= whole.cost


def test_the_time_limit_follows_the_clock() -> None:
    clock = FakeClock(1.0)
    ticker = Ticker(Limits(time=10), clock=clock)
    stops = [ticker.tick() for _ in range(12)]
    assert stops[:9] == [None] * 9
    assert stops[9] is StopReason.TIME_LIMIT


def test_progress_is_polled_every_50_ms_and_not_at_every_node() -> None:
    seen: list[Progress] = []
    ticker = Ticker(clock=FakeClock(0.001), progress=seen.append)
    for _ in range(1000):
        assert ticker.tick() is None
    assert 18 <= len(seen) <= 21
    assert seen[-1].nodes > seen[0].nodes


def test_a_cancelled_search_returns_what_it_knows() -> None:
    token = CancelToken()
    level = sample_levels("merge")[0]

    def stop_later(progress: Progress) -> None:
        if progress.nodes >= 20:
            token.cancel()

    result = solve(level, cancel=token, progress=stop_later, clock=FakeClock(0.01))
    assert result.stop_reason is StopReason.INTERRUPTED
    assert result.status is Status.FEASIBLE
    assert result.verified
    assert 20 <= result.stats.expanded <= 40
    assert isinstance(result.bound, int)


def test_ctrl_c_returns_what_is_known_and_restores_the_handler() -> None:
    level = sample_levels("merge")[0]
    before = signal.getsignal(signal.SIGINT)

    def press(progress: Progress) -> None:
        if progress.nodes >= 20:
            signal.raise_signal(signal.SIGINT)

    # The second press, at the next poll, would be a KeyboardInterrupt; the search stops before.
    result = solve(level, progress=press, clock=FakeClock(0.01))
    assert result.stop_reason is StopReason.INTERRUPTED
    assert signal.getsignal(signal.SIGINT) is before


def test_searching_in_another_thread_leaves_signals_alone() -> None:
    results: list[Any] = []
    thread = threading.Thread(target=lambda: results.append(solve(sample_levels("onebomb")[1])))
    thread.start()
    thread.join()
    assert results[0].cost == 4


def test_the_memory_limit_stops_with_a_bound() -> None:
    level = sample_levels("robots")[0]
    result = solve(level, limits=Limits(memory=50_000))
    assert (result.status, result.stop_reason) == (Status.UNKNOWN, StopReason.MEMORY_LIMIT)
    assert isinstance(result.bound, int)
    assert 0 < result.bound <= 6
    assert 50_000 < result.stats.peak_memory < 70_000


def test_max_cost_only_prunes() -> None:
    level = sample_levels("robots")[0]  # optimum 6
    assert solve(level, limits=Limits(max_cost=6)).status is Status.OPTIMAL
    short = solve(level, limits=Limits(max_cost=5))
    assert (short.status, short.stop_reason) == (Status.UNKNOWN, StopReason.COST_LIMIT)
    assert short.bound == 6
    impossible = sample_levels("robots")[4]
    assert solve(impossible, limits=Limits(max_cost=99)).status is Status.INFEASIBLE
    with pytest.raises(InputError, match="maximised"):
        solve(sample_levels("merge")[0], limits=Limits(max_cost=3))


@pytest.mark.parametrize("game", ["robots", "bombcover", "onebomb", "merge"])
def test_decisions_agree_with_the_optimum(game: str) -> None:
    for level in random_levels(game, 5, seed=21):
        whole = solve(level)
        for wanted in range(7):
            result = solve(level, decide=wanted)
            assert result.stop_reason in (StopReason.DECIDED, StopReason.COMPLETED)
            if whole.cost is None:
                answer = False
            else:
                assert isinstance(whole.cost, int)
                minimising = whole.sense == "min"
                answer = whole.cost <= wanted if minimising else whole.cost >= wanted
            if answer:
                assert isinstance(result.cost, int)
                assert result.cost <= wanted if whole.sense == "min" else result.cost >= wanted
            else:
                no = result.status is Status.INFEASIBLE
                if not no:
                    assert isinstance(result.bound, int)
                    no = result.bound > wanted if whole.sense == "min" else result.bound < wanted
                assert no
            assert result.stats.expanded <= whole.stats.expanded


def test_lexicographic_decisions_speak_of_the_first_metric_unless_given_as_lists() -> None:
    level = sample_levels("bombcover")[0]
    whole = solve(level, objective="explosions-steps")
    assert isinstance(whole.cost, tuple)
    explosions, steps = whole.cost
    yes = solve(level, objective="explosions-steps", decide=explosions)
    assert isinstance(yes.cost, tuple)
    assert yes.cost[0] <= explosions
    no = solve(level, objective="explosions-steps", decide=(explosions, steps - 1))
    assert no.bound is not None
    assert no.cost is None or isinstance(no.cost, tuple)
    assert no.cost is None or no.cost > (explosions, steps - 1)
    with pytest.raises(InputError, match="has 2 metrics"):
        solve(level, objective="explosions-steps", decide=(1, 2, 3))


@pytest.mark.parametrize("decide", [(), "3", True, 1.5, (1, None), [1]], ids=repr)
def test_only_whole_numbers_can_be_decided(decide: Any) -> None:
    with pytest.raises(InputError, match="must be a whole number, or one a metric"):
        solve_with(StripLevel(width=3, height=1, start=0), game=TEMPLATE, decide=decide)


def test_lost_positions_are_counted_as_dead_ends() -> None:
    level = sample_levels("onebomb")[2]
    result = solve(level)
    assert result.stats.dead_ends > 0
    start = TEMPLATE.initial(STRIP)
    assert TEMPLATE.outcome(STRIP, start, TEMPLATE.objective()) is Outcome.IN_PLAY


def test_unknown_names_suggest_near_ones() -> None:
    level = sample_levels("robots")[0]
    with pytest.raises(UnknownName, match="robots has no solver `serch`") as error:
        solve(level, solver="serch")
    assert error.value.hint == "did you mean `search`?"
    with pytest.raises(UnknownName, match="objective"):
        solve(level, objective="pushes")


def test_a_board_that_lacks_a_target_cannot_be_solved() -> None:
    board = {"width": 2, "height": 1, "walls": [], "robots": [[0, 0]]}
    with pytest.raises(BadBoard, match="no target"):
        solve(level_of("robots", board))


def test_a_solver_that_lies_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    level = sample_levels("onebomb")[1]
    honest = solve(level)

    def lie(task: Task[Any]) -> Answer:
        answer = search(task)
        assert answer.moves is not None
        return replace(answer, moves=answer.moves[:-1])

    def lies(name: str) -> Any:
        return lie if name == PLAIN_SEARCH.entry else load(name)

    monkeypatch.setattr("gridproof.solving.solve.load", lies)
    with pytest.raises(InternalError, match="the solution of solver `search` is wrong"):
        solve(level)

    def overclaim(task: Task[Any]) -> Answer:
        assert isinstance(honest.bound, int)
        return replace(search(task), bound=honest.bound + 1)

    def overclaims(name: str) -> Any:
        return overclaim if name == PLAIN_SEARCH.entry else load(name)

    monkeypatch.setattr("gridproof.solving.solve.load", overclaims)
    with pytest.raises(InternalError, match="never better than the bound"):
        solve(level)


def test_hints_come_from_the_position() -> None:
    from gridproof.playing.session import Session

    session = Session(sample_levels("onebomb")[1])
    for _ in range(5):
        hint = session.hint(Limits(nodes=10_000))
        assert hint is not None
        session.apply(hint)
    assert session.outcome is Outcome.SOLVED
    assert session.hint(Limits(nodes=10)) is None


def test_progress_never_falls_behind_the_root_bound() -> None:
    level = generated("bombcover", "random", width=16, height=16)
    seen: list[Progress] = []
    result = solve(level, limits=Limits(nodes=200), progress=seen.append, clock=FakeClock(0.01))
    assert isinstance(result.bound, int)
    assert result.bound > 5
    assert {known.bound for known in seen[1:]} == {result.bound}


def test_a_solution_to_begin_with_may_be_a_text() -> None:
    level = sample_levels("onebomb")[1]
    best = solve(level)
    assert best.solution is not None
    again = solve(level, incumbent=best.solution, limits=Limits(nodes=0))
    assert again.moves == best.moves
    with pytest.raises(InputError, match="the given solution is not valid"):
        solve(level, incumbent="?")


def test_what_a_solver_does_not_support_is_refused() -> None:
    level = sample_levels("onebomb")[1]
    for solver in ("optimal", None):  # None: not even plain search can
        with pytest.raises(InputError, match="`optimal` of onebomb cannot count all optimal"):
            solve_with(level, solver=solver, all_solutions=True)
    game = find_game("merge")
    (level,) = read_boards("aa1\n", game="merge")
    merged, _ = game.apply(level, game.initial(level), "0,0>1,0")
    assert game.level_at(level, game.initial(level)) is not None
    stuck = Merged()
    with pytest.raises(InputError, match="`optimal` of merge cannot start from this position"):
        solve_with(level, game=stuck, solver="optimal", start=merged)
    assert solve_with(level, game=stuck, start=merged).solver == "search"


class Merged(Merge):
    """No position is a level."""

    @staticmethod
    def level_at(level: MergeLevel, state: State) -> None:
        return None
