"""``generate``: draw boards from seeds and keep those that meet a goal.

A run of seed ``S`` draws the boards of the seeds ``S.0``, ``S.1``, … one after another. A board is
kept or not by the board alone and those kept before it, never by a clock or the number of
processes: a run that is stopped has the first boards of a run that is not.
"""

from __future__ import annotations

import atexit
import functools
import time
from collections import Counter
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, replace
from itertools import count as counting
from typing import Any, Final, Literal, Self

from gridproof.arguments import check_function, check_table, explained, shown_value, whole_number
from gridproof.arguments import seconds as seconds_of
from gridproof.design.goal import GOAL_OPTIONS, Goal, Unmet
from gridproof.design.level_id import GeneratorConfig, find_generator, read_id
from gridproof.design.state_space import optimal_solutions
from gridproof.design.symmetry import symmetry_class
from gridproof.errors import InputError
from gridproof.game import AnyGame
from gridproof.level import Level, Objective
from gridproof.limits import (
    POLL_INTERVAL,
    CancelToken,
    Stopped,
    Ticker,
    default_memory,
    signals_cancel,
    token_of,
)
from gridproof.options import find_option, option_values
from gridproof.processes.dispatch import run_tasks
from gridproof.processes.supervise import Failure, ResourceLimits
from gridproof.processes.worker import WorkerDied
from gridproof.registry import found_game
from gridproof.result import Limits, Progress, Result, Sense, Status, StopReason, first
from gridproof.solving.messages import counted
from gridproof.solving.solve import fitting_solver, solve

__all__ = ["Generation", "Made", "Missed", "generate", "remake"]

#: Misses in a row before a run is given up: of generators that draw at random, and of those that
#: aim, which try many boards for one.
_PATIENCE: Final = 1000
_AIMING_PATIENCE: Final = 50
#: Processes of a run: more than any machine has use for, and still started within its limits.
_MAX_JOBS: Final = 256

Ending = Literal["running", "delivered", "given up", "time", "memory", "interrupted"]


@dataclass(frozen=True)
class Made:
    """A board that meets the goal.

    Attributes:
        id: the ID from which it can be made again.
        level: with seed, generator (its ID) and optimum as metadata.
        result: its optimum, proven, and a solution that was replayed.
        gap: the excess of the simple player's cost; None if the goal has no gap.
        symmetry_class: a digest that boards equal to a player share.
    """

    id: str
    level: Level
    result: Result
    gap: int | None
    symmetry_class: str

    @property
    def cost(self) -> int:
        """The optimum; of an objective of several metrics the first one."""
        assert self.result.cost is not None
        return first(self.result.cost)


@dataclass(frozen=True)
class Missed:
    """A board that does not meet the goal.

    Attributes:
        id: the ID from which it can be made again, unless the generator aims and found none.
        why: a few words, the same for all that fail alike: "too easy".
        said: its value, next to the goal: "9 moves".
        distance: its distance from the goal; None if it has none.
    """

    id: str
    why: str
    said: str = ""
    distance: int | None = None


#: The reasons for an optimum below and above the goal.
_WORDS: Final[Mapping[Sense, tuple[str, str]]] = {
    "min": ("too easy", "too hard"),
    "max": ("too small an optimum", "too large an optimum"),
}
#: The ending of a run that something stops.
ENDINGS: Final[Mapping[StopReason, Ending]] = {
    StopReason.TIME_LIMIT: "time",
    StopReason.MEMORY_LIMIT: "memory",
    StopReason.INTERRUPTED: "interrupted",
}


class Generation:
    """A run: an iterator over the boards, in the order of their seeds, as they are found.

    Args:
        config: the generator, its parameters and the goal.
        count: boards wanted.
        seed: of the run.
        attempts: misses in a row before it gives up; None: 1000, or 50 if
            the generator aims.
        seconds: for the whole run.
        jobs: processes; the boards are the same with any number.
        cancel: set from elsewhere to stop.
        progress: called with this run about every 50 ms.

    Attributes:
        progress: as above; may be changed.
        made: the boards so far.
        drawn: the number of draws for them.
        missed: the number of misses, by reason.
        nearest: the miss nearest to the goal, of those that have a distance.
        ending: the reason it ended.
    """

    def __init__(
        self,
        config: GeneratorConfig,
        *,
        count: int = 1,
        seed: int = 0,
        attempts: int | None = None,
        seconds: float | None = None,
        jobs: int = 1,
        cancel: CancelToken | None = None,
        progress: Callable[[Generation], None] | None = None,
    ) -> None:
        if attempts is None:
            attempts = _AIMING_PATIENCE if config.spec.aims else _PATIENCE
        count = whole_number(count, "a count of boards", 1)
        attempts = whole_number(attempts, "a count of attempts", 1)
        jobs = whole_number(jobs, "a count of jobs", 1)
        seed = whole_number(seed, "a seed")
        seconds = seconds_of(seconds, "the time of a run")
        check_function(progress, "`progress`")
        if jobs > _MAX_JOBS:
            raise InputError(f"at most {_MAX_JOBS} processes draw boards, not {shown_value(jobs)}")
        if seed >= 10**18:  # what the ID of a level can say
            raise InputError("a seed is a whole number from 0, of 18 digits at most")
        _check(config)
        self.config, self.count, self.seed, self.attempts = config, count, seed, attempts
        self.made: list[Made] = []
        self.drawn = 0
        self.missed: Counter[str] = Counter()
        self.nearest: Missed | None = None
        self.ending: Ending = "running"
        self._jobs = jobs
        self._token = token_of(cancel)
        self.progress = progress
        self._told = 0.0
        self._started = time.monotonic()
        self._deadline = None if seconds is None else self._started + seconds
        self._symmetry_classes: set[str] = set()
        self._in_vain = 0
        self._found = self._run()

    @property
    def elapsed(self) -> float:
        """Seconds since it was begun."""
        return time.monotonic() - self._started

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Made:
        with signals_cancel(self._token):  # and only while it works: Ctrl-C is the caller's else
            return next(self._found)

    def close(self) -> None:
        """End the run and its processes; a run that has ended by itself needs no call."""
        self._found.close()

    def _run(self) -> Generator[Made, None, None]:
        drawing = self._alone() if self._jobs == 1 else self._in_processes()
        try:
            for drawn in drawing:
                kept = self._take(drawn)
                self._tell()
                if len(self.made) == self.count:
                    self.ending = "delivered"
                elif self._in_vain == self.attempts:
                    self.ending = "given up"
                if kept is not None:
                    yield kept
                if self.ending != "running":
                    return
        except Stopped as stopped:
            self.ending = ENDINGS[stopped.reason]
        finally:
            drawing.close()

    def _take(self, drawn: Made | Missed) -> Made | None:
        """Count a board; return it, if it is kept."""
        self.drawn += 1
        if isinstance(drawn, Made) and drawn.symmetry_class in self._symmetry_classes:
            drawn = Missed(drawn.id, "the same as another one")
        if isinstance(drawn, Made):
            self.made.append(drawn)
            self._symmetry_classes.add(drawn.symmetry_class)
            self._in_vain = 0
            return drawn
        self._in_vain += 1
        self.missed[drawn.why] += 1
        if drawn.distance is not None and (
            self.nearest is None or abs(drawn.distance) < abs(self.nearest.distance or 0)
        ):
            self.nearest = drawn
        return None

    def _tell(self) -> None:
        now = time.monotonic()
        if self.progress is not None and now - self._told >= POLL_INTERVAL:
            self._told = now
            self.progress(self)

    def _left(self) -> float | None:
        """Return the seconds that are left."""
        if self._token.cancelled:
            raise Stopped(StopReason.INTERRUPTED)
        if self._deadline is None:
            return None
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise Stopped(StopReason.TIME_LIMIT)
        return left

    def _alone(self) -> Generator[Made | Missed, None, None]:
        for number in counting():
            ticker = Ticker(
                Limits(time=self._left()),
                cancel=self._token,
                progress=lambda progress: self._tell(),
            )
            yield _drawn(self.config, f"{self.seed}.{number}", ticker)

    def _in_processes(self) -> Generator[Made | Missed, None, None]:
        """Have workers draw the boards of the next seeds; yield them in order."""
        name = self.config.id(f"{self.seed}.0")
        limits = ResourceLimits(memory=2 * default_memory())  # each may take all that one may

        def left() -> float | None:
            deadline = self._deadline
            return None if deadline is None else max(0.0, deadline - time.monotonic())

        draws = (
            (number, _Draw(name, self.config.goal, f"{self.seed}.{number}", left()), limits)
            for number in counting()
        )
        ends = run_tasks(draws, jobs=self._jobs, cancel=self._token, ordered=True, retry=False)
        atexit.register(self.close)  # later it would wait for threads that are gone
        try:
            self._left()
            for answers in ends:
                self._left()
                self._tell()
                for _, drawn in answers:
                    if isinstance(drawn, Failure):
                        raise drawn.error or Stopped(StopReason.MEMORY_LIMIT)
                    if isinstance(drawn, Made | Missed):
                        yield drawn
                    else:
                        raise drawn
            self._left()
        except WorkerDied:
            raise Stopped(StopReason.MEMORY_LIMIT) from None
        finally:
            atexit.unregister(self.close)
            ends.close()


@dataclass(frozen=True)
class _Draw:
    """A request for the board of a seed.

    Attributes:
        name: an ID of the run, which says what is drawn.
        goal: the conditions on the board.
        seed: of the board.
        seconds: that the run had left; None is no limit.
    """

    name: str
    goal: Goal
    seed: str
    seconds: float | None

    def answer(
        self, cancel: CancelToken, progress: Callable[[Progress], None]
    ) -> Made | Missed | Stopped | InputError:
        ticker = Ticker(Limits(time=self.seconds), cancel=cancel)
        try:
            return _drawn(_config(self.name, self.goal), self.seed, ticker)
        except (Stopped, InputError) as end:
            return end


@functools.lru_cache(maxsize=1)
def _config(name: str, goal: Goal) -> GeneratorConfig:
    """Return the generator with its parameters and goal: one object for all boards of a run."""
    return replace(read_id(name)[0], goal=goal)


@explained
def generate(
    game: AnyGame | str,
    generator: str | None = None,
    parameters: Mapping[str, Any] | None = None,
    *,
    count: int = 1,
    seed: int = 0,
    attempts: int | None = None,
    time: float | None = None,
    jobs: int = 1,
    cancel: CancelToken | None = None,
    progress: Callable[[Generation], None] | None = None,
    **goals: Any,
) -> Generation:
    """Return an iterator over boards of a generator that meet a goal.

    Args:
        game: the game, or its id.
        generator: one of its generators; None is the first one.
        parameters: some of the generator's parameters, by name.
        count: boards wanted.
        seed: equal seeds make equal boards.
        attempts: misses in a row before it gives up; None: 1000, or 50 if
            the generator aims.
        time: seconds for the whole run.
        jobs: processes; the boards are the same with any number.
        cancel: set from elsewhere to stop.
        progress: called with the run about every 50 ms.
        goals: fields of :class:`gridproof.design.goal.Goal`: ``min_cost``, ``unique``, …; None is
            no condition.

    Raises:
        UnknownName: no such game, generator, parameter or condition.
        InputError: a number is too small, or no board can meet the goal.
    """
    found = found_game(game)
    check_table(parameters, "parameters of a generator")
    if isinstance(generator, Mapping):
        raise InputError("the name of a generator is a text; `parameters={…}` gives its parameters")
    spec = find_generator(found, generator)
    for name in goals:
        if (given := find_option(spec.parameters, name)) and not find_option(GOAL_OPTIONS, name):
            raise InputError(
                f"`{name}` is a parameter of {found.id}'s generator `{spec.id}`; "
                f'give `parameters={{"{given.name}": …}}`'
            )
    said = {name: value for name, value in goals.items() if value is not None}
    goal = Goal(**option_values("gridproof", GOAL_OPTIONS, said, kind="wish"))
    return Generation(
        GeneratorConfig(found, spec, parameters or {}, goal),
        count=count,
        seed=seed,
        attempts=attempts,
        seconds=time,
        jobs=jobs,
        cancel=cancel,
        progress=progress,
    )


def remake(
    name: str, *, time: float | None = None, cancel: CancelToken | None = None
) -> Made | Missed:
    """Return the level of an ID again, or the reason that a generator that aims found none.

    Args:
        name: the ID.
        time: seconds.
        cancel: set from elsewhere to stop.

    Raises:
        InputError: it is no ID of a level, or of another version of the generator, or no board can
            meet its goal.
        UnknownName: there is no such game, generator or parameter.
        Stopped: time or memory ran out, or the caller cancelled it.
    """
    config, seed = read_id(name)
    _check(config)
    if not config.spec.aims and config.goal.min_cost is None:
        # The ID does not hold the goal: it may have been a board with nothing to do.
        config = replace(config, goal=replace(config.goal, min_cost=0))
    token = token_of(cancel)
    with signals_cancel(token):
        return _drawn(config, seed, Ticker(Limits(time=time), cancel=token))


def _check(config: GeneratorConfig) -> None:
    """Refuse a goal that no board of the game can meet.

    Raises:
        InputError: there is one.
    """
    if config.goal.about_gap and not config.game.baseline:
        raise InputError(
            f"{config.game.id} has no simple player to compare the optimum with",
            hint="leave out `min_gap` and `max_gap`",
        )


def _drawn(config: GeneratorConfig, seed: str, ticker: Ticker) -> Made | Missed:
    """Return the board of a seed, judged.

    Raises:
        Stopped: something ended it that differs from machine to machine.
    """
    try:
        level = config.draw(seed, ticker)
        return _judged(config, level, ticker)
    except Unmet as unmet:
        cost, said = unmet.cost, ""
        if cost is not None:
            said = counted(config.objective.metrics[0], cost)
        distance = None if cost is None else config.goal.misses_cost(cost)
        return Missed(config.id(seed), unmet.why, said, distance)


def _judged(config: GeneratorConfig, level: Level, ticker: Ticker) -> Made | Missed:
    """Return the board with its optimum, if it meets the goal.

    Raises:
        Stopped: time or memory ran out, or the caller cancelled it.
    """
    game, goal, name = config.game, config.goal, level.info["generator"]
    objective = config.objective
    minimised = objective.sense == "min"
    result = _solved(game, level, objective, ticker, goal.max_cost if minimised else None)
    if result.status is Status.INFEASIBLE:
        return Missed(name, "without a solution")
    if result.stop_reason is StopReason.COST_LIMIT:
        assert result.bound is not None
        least = first(result.bound)
        said = f"at least {counted(objective.metrics[0], least)}"
        return Missed(name, _WORDS["min"][1], said, goal.misses_cost(least))
    if result.status is not Status.OPTIMAL or result.cost is None:
        return Missed(name, "not proven within the effort")
    cost = first(result.cost)
    if distance := goal.misses_cost(cost):
        few, many = _WORDS[objective.sense]
        said = counted(objective.metrics[0], cost)
        return Missed(name, few if distance < 0 else many, said, distance)
    if cost == 0 and goal.min_cost is None:
        return Missed(name, "with nothing to do")
    gap: int | None = None
    if goal.about_gap:
        played = _solved(game, level, objective, ticker, None, game.baseline)
        if played.cost is None:
            return Missed(name, "beyond the simple player")
        gap = abs(first(played.cost) - cost)
        if distance := goal.misses_gap(gap):
            why = "too little of a gap" if distance < 0 else "too large a gap"
            return Missed(name, why, f"a gap of {gap}", distance)
    if goal.unique:
        found = optimal_solutions(game, level, result, ticker, cap=2)
        if found is None:
            return Missed(name, "with solutions that cannot be counted")
        if found > 1:
            return Missed(name, "with several solutions")
    info = dict(level.info)
    if objective is game.objective():
        info["optimum"] = str(cost)
    return Made(name, level.with_info(**info), result, gap, symmetry_class(game, level))


def _solved(
    game: AnyGame,
    level: Level,
    objective: Objective,
    ticker: Ticker,
    max_cost: int | None,
    solver: str | None = None,
) -> Result:
    """Return the board solved within the effort, or stopped there.

    Raises:
        Stopped: time or memory ran out, or the caller cancelled it.
    """
    spec = fitting_solver(game, level, solver, objective)
    result = solve(
        level,
        game=game,
        objective=objective.id,
        solver=solver,
        limits=Limits(
            time=ticker.seconds_left,
            nodes=spec.node_budget if spec.exact_nodes else None,
            max_cost=max_cost,
        ),
        cancel=ticker.cancel,
        progress=ticker.progress,
    )
    if result.stop_reason in ENDINGS:
        raise Stopped(result.stop_reason)
    return result
