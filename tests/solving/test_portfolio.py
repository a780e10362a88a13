"""Several solvers side by side: who takes part, who ends whom, and what a dead process costs."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import gridproof
from gridproof.cli import run
from gridproof.errors import InputError, InternalError
from gridproof.limits import POLL_INTERVAL, CancelToken, Ticker
from gridproof.processes import pool
from gridproof.processes.worker import Worker, WorkerDied
from gridproof.registry import find_game
from gridproof.result import Limits, Progress, Result, Status, StopReason, first
from gridproof.solving import portfolio
from gridproof.solving.requests import SolveRequest
from gridproof.solving.solve import solve
from gridproof.solving.task import task_for
from tests.cli.processes import Running
from tests.portfolios import no_solver_shares_threads  # noqa: F401
from tests.samples import large_levels, sample_levels

#: Seconds after which a test gives up.
GUARD = 60


@pytest.fixture(autouse=True)
def _none_is_left_over() -> Iterator[None]:
    pool.dismiss()
    yield
    pool.dismiss()


def endless() -> Any:
    """A sokoban board on which no solver ends soon."""
    return list(large_levels("sokoban").values())[-1]


# What the members of these tests answer is made from what plain search says of an easy board.

ROBOTS = find_game("robots")
LEVEL = sample_levels("robots")[0]


def member(solver: str) -> portfolio.Member:
    (spec,) = [spec for spec in ROBOTS.solvers if spec.id == solver]
    return portfolio.Member(spec, ROBOTS.objective(), solver)


@dataclass
class Script:
    """The course of a member: its progress on the way, and its answer at the end.

    Attributes:
        progress: what it has told.
        ends: what it answers by itself; None: it goes on until it is cancelled.
        cancelled: what it answers when it is.
        fails: what is raised instead.
    """

    progress: Progress | None = None
    ends: Mapping[str, Any] | None = None
    cancelled: Mapping[str, Any] = field(default_factory=dict)
    fails: Exception | None = None


class Stage:
    """Stands for worker processes: the members do what their scripts say."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **scripts: Script | list[Script]) -> None:
        self.scripts = {
            name: script if isinstance(script, list) else [script]
            for name, script in scripts.items()
        }
        self.asked: list[SolveRequest] = []
        self.truth = solve(LEVEL)
        monkeypatch.setattr("gridproof.processes.pool.Worker", lambda: StagedWorker(self))
        team = [member(name) for name in scripts]
        monkeypatch.setattr("gridproof.solving.portfolio.members", lambda _: team)

    def ask(self, question: SolveRequest) -> Actor:
        assert question.solver is not None
        self.asked.append(question)
        return Actor(self, question.solver, self.scripts[question.solver].pop(0))

    def result(self, solver: str, said: Mapping[str, Any]) -> Result:
        cost, truth = said.get("cost"), self.truth
        return Result(
            status=Status.FEASIBLE if cost is not None else Status.UNKNOWN,
            stop_reason=said.get("stop", StopReason.COMPLETED),
            game="robots",
            objective="moves",
            sense="min",
            solver=solver,
            digest=said.get("digest", truth.digest),
            moves=None if cost is None else solution(truth, cost),
            cost=cost,
            bound=said.get("bound"),
            proof="none" if said.get("bound") is None else "search",
        )


class StagedWorker:
    """Stands for one worker."""

    is_running = True

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._job: Actor | None = None

    @property
    def is_idle(self) -> bool:
        return self._job is None or self._job.future.done()

    def ask(self, request: SolveRequest) -> Actor:
        self._job = self._stage.ask(request)
        return self._job

    def close(self) -> None:
        pass


def solution(truth: Result, length: int) -> tuple[str, ...]:
    """One of this length: the shortest, and then other robots wander about."""
    assert truth.moves is not None
    moves, state = list(truth.moves), ROBOTS.initial(LEVEL)
    for move in moves:
        state, _ = ROBOTS.apply(LEVEL, state, move)
    while len(moves) < length:
        move = next(move for move in ROBOTS.legal(LEVEL, state) if move[0] != "0")
        state, _ = ROBOTS.apply(LEVEL, state, move)
        moves.append(move)
    return tuple(moves)


class Actor:
    """A member's job."""

    def __init__(self, stage: Stage, solver: str, script: Script) -> None:
        self.future: Future[Result] = Future()
        self.progress = script.progress
        self._stage, self._solver, self._script = stage, solver, script
        if script.fails is not None:
            self.future.set_exception(script.fails)
        elif script.ends is not None:
            self.future.set_result(stage.result(solver, script.ends))

    @property
    def done(self) -> bool:
        return self.future.done()

    def cancel(self) -> None:
        if not self.done:
            said = {"stop": StopReason.INTERRUPTED, **self._script.cancelled}
            self.future.set_result(self._stage.result(self._solver, said))

    def result(self) -> Result:
        return self.future.result(0)


def ended(result: Result) -> dict[str, str]:
    return {member["solver"]: member["ended"] for member in result.notes["members"]}


def test_what_one_has_found_and_another_proven_is_the_optimum(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Stage(
        monkeypatch,
        optimal=Script(ends={"bound": 8, "stop": StopReason.NODE_LIMIT}),
        iddfs=Script(ends={"cost": 8, "stop": StopReason.FIRST_SOLUTION}),
    )
    result = solve(LEVEL, jobs=2)
    assert (result.status, result.stop_reason) == (Status.OPTIMAL, StopReason.COMPLETED)
    assert (result.cost, result.bound, result.proof) == (8, 8, "search")
    assert (result.notes["found"], result.notes["proved"]) == ("iddfs", "optimal")
    assert ended(result) == {"optimal": "NODE_LIMIT", "iddfs": "FIRST_SOLUTION"}
    assert result.verified


def test_a_live_bound_that_meets_a_solution_calls_the_prover_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Stage(
        monkeypatch,
        optimal=Script(Progress(5, 0.1, bound=8), cancelled={"bound": 8}),
        iddfs=Script(ends={"cost": 8}),
    )
    result = solve(LEVEL, jobs=2)
    assert result.status is Status.OPTIMAL
    assert ended(result) == {"optimal": "INTERRUPTED", "iddfs": "COMPLETED"}


def test_a_live_bound_that_meets_a_live_solution_calls_both_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Stage(
        monkeypatch,
        optimal=Script(Progress(5, 0.1, bound=8, best=12), cancelled={"bound": 8}),
        iddfs=Script(Progress(5, 0.1, bound=3, best=8), cancelled={"cost": 8}),
    )
    result = solve(LEVEL, jobs=2)
    assert result.status is Status.OPTIMAL
    assert (result.notes["found"], result.notes["proved"]) == ("iddfs", "optimal")


def test_who_was_called_in_for_nothing_begins_anew_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It said that it had a solution, but could not hand out its moves."""
    stage = Stage(
        monkeypatch,
        optimal=[
            Script(Progress(5, 0.1, best=8), cancelled={"cost": 10}),
            Script(Progress(5, 0.1, best=8), ends={"cost": 8}),
        ],
        iddfs=Script(ends={"bound": 8, "stop": StopReason.NODE_LIMIT}),
    )
    result = solve(LEVEL, jobs=2)
    assert result.status is Status.OPTIMAL
    assert [question.solver for question in stage.asked] == ["optimal", "iddfs", "optimal"]
    incumbent = stage.asked[2].incumbent
    assert incumbent is not None
    assert len(incumbent) == 10, "it begins with the best solution so far"


def test_the_first_proof_ends_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    Stage(
        monkeypatch,
        optimal=Script(Progress(1000, 2.0, bound=4)),
        iddfs=Script(ends={"cost": 6, "bound": 6}),
    )
    result = solve(LEVEL, jobs=2)
    assert result.status is Status.OPTIMAL
    assert result.stats.expanded == 1000
    (dropped, _) = result.notes["members"]
    assert dropped == {
        "solver": "optimal",
        "ended": "NOT_NEEDED",
        "bound": 4,
        "expanded": 1000,
        "wall_time": 2.0,
    }


def test_a_process_that_is_done_goes_on_with_the_next_member(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stage = Stage(
        monkeypatch,
        iddfs=Script(ends={"cost": 8, "stop": StopReason.FIRST_SOLUTION}),
        optimal=Script(ends={"cost": 7, "bound": 5, "stop": StopReason.NODE_LIMIT}),
    )
    stage.scripts["bfs-text"] = [Script(ends={"bound": 6, "stop": StopReason.TIME_LIMIT})]
    team = [member(name) for name in ("iddfs", "optimal", "bfs-text")]
    monkeypatch.setattr("gridproof.solving.portfolio.members", lambda _: team)
    result = solve(LEVEL, jobs=2)
    assert [question.solver for question in stage.asked] == ["iddfs", "optimal", "bfs-text"]
    assert stage.asked[2].incumbent is None, "it cannot begin with one"
    assert (result.status, result.stop_reason) == (Status.FEASIBLE, StopReason.TIME_LIMIT)
    assert (result.cost, result.bound) == (7, 6)


def test_the_memory_is_shared_out(monkeypatch: pytest.MonkeyPatch) -> None:
    ends = Script(ends={"bound": 1, "stop": StopReason.MEMORY_LIMIT})
    stage = Stage(monkeypatch, optimal=ends, iddfs=ends)
    limits = Limits(time=1e6, nodes=77, memory=1000, max_cost=9)
    result = solve(LEVEL, jobs=5, limits=limits)
    assert result.stop_reason is StopReason.MEMORY_LIMIT
    for question in stage.asked:
        assert (question.limits.nodes, question.limits.memory) == (77, 500)
        assert question.limits.max_cost == 9
        assert question.limits.time is not None
        assert question.limits.time <= 1e6


def test_contradictions_are_bugs(monkeypatch: pytest.MonkeyPatch) -> None:
    Stage(monkeypatch, optimal=Script(ends={"bound": 9}), iddfs=Script(ends={"cost": 8}))
    with pytest.raises(InternalError, match=r"`optimal` claims the bound 9.*`iddfs` has"):
        solve(LEVEL, jobs=2)


def test_an_answer_for_another_board_is_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    Stage(monkeypatch, optimal=Script(ends={"bound": 5, "digest": "f" * 64}))
    with pytest.raises(InternalError, match="another board"):
        solve(LEVEL, jobs=2)


def test_a_member_that_dies_costs_only_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    Stage(
        monkeypatch,
        optimal=Script(fails=WorkerDied("the process ended (exit code -9)", code=-9)),
        iddfs=Script(ends={"cost": 6, "bound": 6}),
    )
    result = solve(LEVEL, jobs=2)
    assert result.status is Status.OPTIMAL
    (dead, _) = result.notes["members"]
    problem = "the process ended (exit code -9)"
    assert dead == {"solver": "optimal", "ended": "FAILED", "problem": problem}


def test_an_error_if_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    Stage(
        monkeypatch,
        optimal=Script(fails=WorkerDied("the first one died")),
        iddfs=Script(fails=InputError("there is not enough memory for this board")),
    )
    with pytest.raises(WorkerDied, match="the first one died"):
        solve(LEVEL, jobs=2)


def test_the_best_solution_if_nobody_has_proven_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """All have ended by themselves, and yet nothing is settled."""
    Stage(
        monkeypatch,
        optimal=Script(ends={"cost": 10, "bound": 3, "stop": StopReason.FIRST_SOLUTION}),
        iddfs=Script(ends={"cost": 8, "bound": 2}),
    )
    result = solve(LEVEL, jobs=2)
    assert (result.status, result.stop_reason) == (Status.FEASIBLE, StopReason.COMPLETED)
    assert (result.cost, result.bound) == (8, 3)


@pytest.fixture
def board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("b.txt").write_text(ROBOTS.write(LEVEL), encoding="utf-8")


SAYINGS = [
    ({"cost": 8}, {"bound": 8}, "OPTIMAL  8 moves  s  (found by iddfs, proven by optimal)", 0),
    ({"cost": 6, "bound": 6}, {}, "OPTIMAL  6 moves  s  (found and proven by iddfs)", 0),
    ({"cost": 9}, {"bound": 4}, "FEASIBLE  4 … 9 moves  s  (found by iddfs, bound by optimal)", 3),
    ({"cost": 9, "bound": 4}, {}, "FEASIBLE  4 … 9 moves  s  (by iddfs)", 3),
    ({"bound": 4}, {}, "UNKNOWN  4 … ? moves  s  (bound by iddfs)", 3),
]


@pytest.mark.usefixtures("board")
@pytest.mark.parametrize(("one", "other", "line", "code"), SAYINGS)
def test_the_command_line_says_who_did_what(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    one: dict[str, Any],
    other: dict[str, Any],
    line: str,
    code: int,
) -> None:
    Stage(monkeypatch, iddfs=Script(ends=one), optimal=Script(ends=other))
    assert run(["solve", "b.txt", "--jobs", "2"]) == code
    said = re.sub(r"[0-9.]+ s", "s", capsys.readouterr().out.splitlines()[0])
    assert said == f"{LEVEL.title}  {line}"


@pytest.mark.usefixtures("board")
@pytest.mark.parametrize("more", [[], ["--json"]])
def test_the_command_line_warns_of_failures(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], more: list[str]
) -> None:
    death = WorkerDied("the worker process ended before it had answered (exit code -9)")
    Stage(monkeypatch, iddfs=Script(fails=death), optimal=Script(ends={"cost": 6, "bound": 6}))
    assert run(["solve", "b.txt", "--jobs", "2", *more]) == 0
    assert capsys.readouterr().err == (
        f"warning: {LEVEL.title}: solver `iddfs` has failed: {death}\n"
    )
    pool.dismiss()
    Stage(monkeypatch, iddfs=Script(fails=death))
    assert run(["solve", "b.txt", "--jobs", "2", *more]) == 70
    assert "the worker process ended" in capsys.readouterr().err


@pytest.mark.usefixtures("board")
def test_the_command_line_refuses_once(capsys: pytest.CaptureFixture[str]) -> None:
    boards = "\n".join(ROBOTS.write(level) for level in sample_levels("robots")[:3])
    Path("b.txt").write_text(boards, encoding="utf-8")
    assert run(["solve", "b.txt", "--jobs", "2", "--solver", "iddfs"]) == 2
    assert capsys.readouterr().err.count("error:") == 1


# What follows is real.


def test_a_relaxation_bounds_the_first_metric() -> None:
    """Plain search, which alone is made for both metrics, has by far too few nodes."""
    level = next(level for level in sample_levels("bombcover") if level.title == "Nine by seven")
    limits = Limits(nodes=40)
    alone, together = (
        solve(level, objective="explosions-steps", limits=limits, jobs=jobs) for jobs in (1, 2)
    )
    assert alone.bound is not None
    assert first(alone.bound) < 5
    assert (together.status, together.stop_reason) == (Status.FEASIBLE, StopReason.NODE_LIMIT)
    assert isinstance(together.cost, tuple)
    assert (together.cost[0], together.bound) == (5, 5)
    who = "optimal for explosions"
    assert (together.notes["found"], together.notes["proved"]) == (who, who)


def test_the_live_value_of_a_relaxation_is_none_of_the_board() -> None:
    """It has one metric and would seem to be better than any that has two."""
    game = find_game("sokoban")
    asked = game.objective("pushes-moves")
    assert asked.relaxation is not None
    spec, ticker = game.solvers[0], Ticker(Limits())
    team = [
        portfolio.Member(spec, objective, objective.id)
        for objective in (asked, game.objective(asked.relaxation))
    ]
    task = task_for(spec, game, sample_levels("sokoban")[0], asked, ticker)
    worker = Worker()
    race = portfolio._PortfolioRun(task, team, [worker])
    for who, said in zip(
        team,
        (Progress(1, 0.1, bound=3, best=(4, 9)), Progress(1, 0.1, bound=4, best=4)),
        strict=True,
    ):
        job: Any = SimpleNamespace(progress=said)
        race._running.append(portfolio._RunningMember(who, worker, job))
    race._look()
    assert (ticker.best, ticker.bound) == ((4, 9), 4)


def test_one_job_is_as_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridproof.processes.pool.Worker", None)
    assert solve(LEVEL, jobs=1).solver == "optimal"


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ({"jobs": 0}, "whole number from 1: 0"),
        ({"jobs": True}, "whole number from 1: True"),
        ({"jobs": 2, "solver": "iddfs"}, "no solver can be named or set"),
        ({"jobs": 2, "solver_options": {"method": "states"}}, "no solver can be named or set"),
        ({"jobs": 2, "all_solutions": True}, "cannot count all optimal solutions together"),
    ],
)
def test_what_does_not_go_with_jobs(more: dict[str, Any], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        gridproof.solve(LEVEL, **more)


def test_an_incumbent_is_never_lost() -> None:
    longer = solution(solve(LEVEL), 9)
    result = solve(LEVEL, incumbent=longer, jobs=2, limits=Limits(nodes=0))
    assert (result.cost, result.stop_reason) == (9, StopReason.NODE_LIMIT)
    assert result.notes["found"] == "incumbent"
    assert solve(LEVEL, incumbent=longer, jobs=2).cost == 6


def test_a_position_to_start_from() -> None:
    best = solve(LEVEL)
    assert best.moves is not None
    state, _ = ROBOTS.apply(LEVEL, ROBOTS.initial(LEVEL), best.moves[0])
    assert solve(LEVEL, start=state, jobs=2).cost == 5
    # Where no level says the position, only those work that can start there.
    level = sample_levels("robots")[1]
    state, _ = ROBOTS.apply(level, ROBOTS.initial(level), "0D")
    assert ROBOTS.level_at(level, state) is None
    result = solve(level, start=state, jobs=2)
    assert result.cost == 4
    assert ended(result) == {"search": "COMPLETED"}


def test_processes_are_kept_from_board_to_board() -> None:
    for _ in range(3):
        solve(LEVEL, jobs=2)
    timers = pool._kept[os.getpid()]._timers
    (one, two) = timers
    pids = {worker._job.pid for worker in (one, two) if worker._job is not None}
    solve(sample_levels("sokoban")[0], jobs=2)
    assert set(timers) == {one, two}
    assert {worker._job.pid for worker in (one, two) if worker._job is not None} & pids
    solve(LEVEL, jobs=2)
    assert set(timers) == {one, two}


def test_a_forked_process_leaves_them_to_its_parent(monkeypatch: pytest.MonkeyPatch) -> None:
    solve(LEVEL, jobs=2)
    idle = list(pool._kept[os.getpid()]._timers)
    with monkeypatch.context() as patch:
        patch.setattr("os.getpid", lambda: -1)
        pool.dismiss()
    solve(LEVEL, jobs=2)
    assert set(pool._kept[os.getpid()]._timers) == set(idle)


def test_a_killed_process_costs_only_its_member(monkeypatch: pytest.MonkeyPatch) -> None:
    """A real one, while it works; the others are interrupted later, and say what they know."""
    token = CancelToken()
    races: list[Any] = []
    killed: list[str] = []
    whole = portfolio._PortfolioRun.answer

    def answer(race: Any) -> Any:
        races.append(race)
        return whole(race)

    monkeypatch.setattr(portfolio._PortfolioRun, "answer", answer)

    def progress(known: Progress) -> None:
        (race,) = races
        if not killed:
            turn = next((t for t in race._running if t.job.progress is not None), None)
            if turn is not None:
                os.kill(turn.job.pid, signal.SIGKILL)
                killed.append(turn.member.name)
        elif race._problems and any(t.job.progress is not None for t in race._running):
            token.cancel()

    result = solve(endless(), jobs=2, cancel=token, progress=progress)
    assert result.stop_reason is StopReason.INTERRUPTED
    (name,) = killed
    assert ended(result)[name] == "FAILED"
    assert set(ended(result).values()) == {"FAILED", "INTERRUPTED"}
    assert result.bound is not None or name == "optimal"


def gone(pid: int) -> bool:
    """Return True if a process has ended, waited for."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([handle], [], [], GUARD)[0])
    finally:
        os.close(handle)


def children(pid: int) -> list[int]:
    """The processes that a process has begun."""
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        found += [int(child) for child in (task / "children").read_text().split()]
    return found


def working(running: Running, count: int) -> list[int]:
    """The processes of a command line, once there are so many."""
    end = time.monotonic() + GUARD
    while len(found := children(running.process.pid)) < count:
        assert time.monotonic() < end
        assert running.process.poll() is None
        threading.Event().wait(0.01)
    return found


@pytest.fixture
def hard(tmp_path: Path) -> Path:
    (tmp_path / "b.txt").write_text(find_game("sokoban").write(endless()), encoding="utf-8")
    return tmp_path


linux = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")


@linux
@pytest.mark.parametrize("seconds", [0.0, 0.5, 2.0])
def test_ctrl_c_hands_out_what_is_known(hard: Path, seconds: float) -> None:
    running = Running(["solve", "b.txt", "--json", "--jobs", "2"], hard)
    pids = working(running, 2)
    threading.Event().wait(seconds)
    running.process.send_signal(signal.SIGINT)
    done = running.end()
    assert done.code == 130, done
    assert "Traceback" not in done.err
    record = json.loads(done.out)
    assert record["stop_reason"] == "INTERRUPTED"
    assert record["status"] in ("FEASIBLE", "UNKNOWN")
    assert all(map(gone, pids))


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="has no timers that send signals")
def test_a_slow_handler_does_not_end_the_wait() -> None:
    token = CancelToken()

    def handle(signum: int, frame: object) -> None:
        time.sleep(3 * POLL_INTERVAL)
        if len(came) == 4:
            token.cancel()
        came.append(signum)

    came: list[int] = []
    before = signal.signal(signal.SIGALRM, handle)
    signal.setitimer(signal.ITIMER_REAL, 0.5, 0.21)
    try:
        result = solve(endless(), jobs=2, limits=Limits(time=GUARD), cancel=token)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert result.stop_reason is StopReason.INTERRUPTED


@linux
def test_a_second_ctrl_c_ends_it_at_once(hard: Path) -> None:
    running = Running(["solve", "b.txt", "--jobs", "2"], hard)
    pids = working(running, 2)
    for _ in range(2):
        running.process.send_signal(signal.SIGINT)
        threading.Event().wait(0.02)
    done = running.end()
    assert done.code in (130, -signal.SIGINT), done
    assert "Traceback" not in done.err
    assert all(map(gone, pids))


@linux
def test_no_process_outlives_a_killed_command_line(hard: Path) -> None:
    running = Running(["solve", "b.txt", "--jobs", "2"], hard)
    pids = working(running, 2)
    threading.Event().wait(0.5)
    running.process.kill()
    running.end()
    assert all(map(gone, pids))
