"""The plan of a batch: boards, each with the solvers and limits of its runs."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache, cached_property
from os.path import isfile
from typing import Any

from gridproof import __version__
from gridproof.design.level_id import GeneratorConfig
from gridproof.errors import GridproofError, InputError
from gridproof.files.archives import on_disk
from gridproof.files.reading import detect_game, read_text, scan
from gridproof.game import AnyGame
from gridproof.level import BoardFault, Level, Objective
from gridproof.limits import CancelToken, Stopped, Ticker
from gridproof.processes.supervise import ResourceLimits
from gridproof.registry import digest, find_game
from gridproof.result import Limits
from gridproof.solving.requests import SolveRequest
from gridproof.solving.solve import find_solver, fitting_solver

__all__ = ["Drawn", "FromFile", "Place", "Plan", "Planned", "Run", "Setup", "set_name"]

#: Extra time of a run before its process is killed, for reading the board, replaying
#: the solution, and what a library takes to notice that its time is over. Seconds, and a share.
_OVERTIME, _SHARE = 10.0, 0.1
#: Seconds, nodes, bytes and costs from which on a limit is none.
_ENDLESS = 1 << 63


@dataclass(frozen=True)
class Run:
    """One board, one solver, its limits. Equal runs have equal keys, on every machine.

    Attributes:
        game: id.
        digest: of the board with its options.
        objective: id.
        solver: id.
        options: of the solver, by name, as text; only those that are not at their defaults.
        limits: where it has to stop.
        version: of gridproof.
        certify: True if what it proves is to be certified.
    """

    game: str
    digest: str
    objective: str
    solver: str
    options: Mapping[str, str] = field(default_factory=dict, hash=False)
    limits: Limits = field(default_factory=Limits)
    version: str = __version__
    certify: bool = False

    def __post_init__(self) -> None:
        # Infinity, and what tables of 64 bits cannot hold, is no limit; 5 and 5.0 are the same.
        given = ((name, value) for name, value in asdict(self.limits).items() if value is not None)
        kept = {name: value for name, value in given if value < _ENDLESS}
        if "time" in kept:
            kept["time"] = float(kept["time"])
        object.__setattr__(self, "limits", Limits(**kept))

    @cached_property
    def key(self) -> str:
        """SHA-256 of all of it; a run without a certificate is called as before there were any."""
        said = {name: value for name, value in asdict(self).items() if name != "certify" or value}
        text = json.dumps(said, sort_keys=True, ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def resource_limits(self) -> ResourceLimits:
        """The limits of its process; beyond them it is killed."""
        time, memory = self.limits.time, self.limits.memory
        if time is None:
            return ResourceLimits(None, memory)
        turns = 3 if self.certify else 1  # to make, and to check, it may take as long as to solve
        return ResourceLimits(time * turns * (1 + _SHARE) + _OVERTIME, memory)

    def solving(self, board: str) -> SolveRequest:
        """Return the request to a solver, given the board's text."""
        return SolveRequest(
            self.game, board, self.objective, self.solver, dict(self.options), self.limits
        )


@dataclass(frozen=True)
class Place:
    """The position of a board in a set.

    Attributes:
        set: name of the set of boards.
        number: of the board in the set, from 1.
        title: of the board, or the level ID that it is generated from, or None.
        optimum: of its game's first objective, as the board itself states, or None.
    """

    set: str
    number: int
    title: str | None = None
    optimum: str | None = None


@dataclass(frozen=True)
class Planned:
    """A run, and the board that it is of."""

    place: Place
    board: str
    rules: int
    run: Run


@dataclass(frozen=True)
class Setup:
    """The objective, solver and limits of runs.

    Attributes:
        objective: id; None is each game's first one.
        solver: id; None is the first one that is made for the board.
        options: of the solver, by name.
        limits: of each run.
        games: ids of the games that it is for; empty: all.
        certify: True to certify each proven answer.
    """

    objective: str | None = None
    solver: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    limits: Limits = field(default_factory=Limits)
    games: tuple[str, ...] = ()
    certify: bool = False


def set_name(file: str, options: Mapping[str, Any]) -> str:
    """Return the default name of the set of a file's boards; other options make another set."""
    return " ".join([file, *(f"{name}={value}" for name, value in options.items())])


@dataclass(frozen=True)
class FromFile:
    """The boards of a file.

    Attributes:
        name: of the set.
        path: of the file.
        game: id, or None to tell it from the file.
        options: of the game; they win over what the file says.
    """

    name: str
    path: str
    game: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def told_game(self) -> AnyGame | None:
        """Return the game if it is known without reading a board; None otherwise.

        A source that can be read only once, such as a pipe, is not opened.
        """
        try:
            if self.game is not None:
                return find_game(self.game)
            readable = isfile(on_disk(self.path))
            return detect_game(read_text(self.path), self.path) if readable else None
        except InputError:  # it is reported when the boards are read
            return None

    def levels(self, ticker: Ticker) -> Iterator[tuple[int, AnyGame, Level | BoardFault]]:
        """Yield number, game and board, one after another.

        Raises:
            InputError: the file cannot be read, or its game not be told.
            Stopped: the ticker ended it.
        """
        game, items = scan(read_text(self.path), self.path, game=self.game, options=self.options)
        for number, item in enumerate(items, 1):
            ticker.check()
            yield number, game, item


@dataclass(frozen=True)
class Drawn:
    """Boards of a generator, seeds ``seed.0`` to ``seed.(count - 1)``, whatever their optimum.

    Attributes:
        name: of the set.
        recipe: how they are made.
        count: how many.
        seed: of the run.
    """

    name: str
    recipe: GeneratorConfig
    count: int
    seed: int = 0

    def told_game(self) -> AnyGame:
        """Return the game of all its boards."""
        return self.recipe.game

    def levels(self, ticker: Ticker) -> Iterator[tuple[int, AnyGame, Level | BoardFault]]:
        """Yield number, game and board, one after another.

        Raises:
            GridproofError: the generator gives up.
            Stopped: the ticker ended it.
        """
        for number in range(self.count):
            ticker.check()  # small boards take too few numbers for it to be looked at
            yield number + 1, self.recipe.game, self.recipe.draw(f"{self.seed}.{number}", ticker)


@dataclass
class Plan:
    """Boards × setups.

    Attributes:
        sources: of the boards.
        setups: of each board's runs.
        unfit: count of boards left out by reason, counted while the runs are read.
        idle: places and digests of boards that have no run at all, found while the runs are read.
    """

    sources: Sequence[FromFile | Drawn]
    setups: Sequence[Setup] = (Setup(),)
    unfit: Counter[str] = field(default_factory=Counter)
    idle: list[tuple[Place, str]] = field(default_factory=list)

    def runs(
        self,
        refuse: Callable[[GridproofError | BoardFault], None],
        cancel: CancelToken | None = None,
    ) -> Iterator[Planned]:
        """Yield all runs, in the order of the boards, until it is cancelled.

        A setup that no game of these boards has a solver for is refused before a board is read.

        Args:
            refuse: called with bad boards and files, and with the reason if a setup fits no board.
            cancel: set from elsewhere to stop.
        """
        ticker = Ticker(cancel=cancel)
        useless: dict[int, InputError | None] = dict.fromkeys(range(len(self.setups)))
        told = cache(lambda number: self.sources[number].told_game())
        for number, setup in enumerate(self.setups):
            games = map(told, range(len(self.sources)))
            if (problem := _hopeless(setup, games)) is not None:
                del useless[number]
                refuse(InputError(f"no board fits: {problem}", hint=problem.hint))
        for source in self.sources:
            try:
                for number, game, level in source.levels(ticker):
                    if isinstance(level, BoardFault):
                        refuse(level)
                    else:
                        info = level.info
                        title = level.title or info.get("generator")
                        place = Place(source.name, number, title, info.get("optimum"))
                        yield from self._of(place, game, level, useless)
            except Stopped:
                return
            except GridproofError as problem:
                refuse(problem)
        for reason in useless.values():
            if reason is not None:
                refuse(InputError(f"no board fits: {reason}", hint=reason.hint))

    def _of(
        self, place: Place, game: AnyGame, level: Level, useless: dict[int, InputError | None]
    ) -> Iterator[Planned]:
        """Yield the runs of a board; remove the setups that fit it from ``useless``."""
        text = game.write(level.with_info(), game.canonical_format)
        name = digest(game, level)
        idle = True
        for number, setup in enumerate(self.setups):
            if setup.games and game.id not in setup.games:
                continue
            try:
                run = _run(game, level, name, setup)
            except InputError as problem:
                self.unfit[f"{place.set}: {problem}"] += 1
                if number in useless:
                    useless[number] = problem
                continue
            idle = False
            useless.pop(number, None)
            yield Planned(place, text, game.rules_version, run)
        if idle:
            self.idle.append((place, name))


def _hopeless(setup: Setup, games: Iterable[AnyGame | None]) -> InputError | None:
    """Return why no board can fit a setup, as far as games tell; None if one may.

    Args:
        setup: how boards are to be solved.
        games: of all boards; None stands for any game.
    """
    reason = None
    if (setup.objective, setup.solver, setup.limits.max_cost) == (None, None, None):
        return None
    for game in games:
        if game is None:
            return None
        if setup.games and game.id not in setup.games:
            continue
        try:
            _check_game(game, setup)
        except InputError as problem:
            reason = problem
        else:
            return None
    return reason


def _check_game(game: AnyGame, setup: Setup) -> Objective:
    """Return the objective of a setup, if it can be one for boards of a game.

    Raises:
        InputError: the game has no such objective, solver or option, or they do not go together.
    """
    goal = game.objective(setup.objective)
    if setup.limits.max_cost is not None and goal.sense == "max":
        raise InputError(
            f"objective `{goal.id}` is maximised: `max_cost` has no meaning",
            hint="leave out `max_cost`",
        )
    spec = find_solver(game, setup.solver)
    if spec is not None:
        if spec.objectives and goal.id not in spec.objectives:
            raise InputError(
                f"solver `{spec.id}`: it is not made for objective `{goal.id}`",
                hint=f"it solves: {', '.join(spec.objectives)}",
            )
        spec.settings(setup.options)
    return goal


def _run(game: AnyGame, level: Level, name: str, setup: Setup) -> Run:
    """Return the run of a board.

    Raises:
        InputError: the solver, the objective or an option are not for this board.
    """
    goal = _check_game(game, setup)
    if (missing := game.missing(level)) is not None:
        raise InputError(f"{missing.message}: there is nothing to solve")
    spec = fitting_solver(game, level, setup.solver, goal)
    values = spec.settings(setup.options)
    options = {
        option.name: option.show(values[option.attribute])
        for option in spec.options
        if values[option.attribute] != option.default
    }
    return Run(game.id, name, goal.id, spec.id, options, setup.limits, certify=setup.certify)
