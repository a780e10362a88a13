"""The origin of a board as text: the ID of a level, ``game:generator,name=value,…#seed@gN``.

From its ID a level can be made again on any machine. The ID names only parameters that are not at
their defaults, and of the goal only the objective, and the conditions that the generator itself
uses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from gridproof.arguments import check_text
from gridproof.design.goal import GOAL_OPTIONS, Goal
from gridproof.design.reduced_boards import reduced
from gridproof.design.stable_random import StableRandom
from gridproof.errors import InputError, InternalError, UnknownName, shorten
from gridproof.game import AnyGame
from gridproof.lazy import load
from gridproof.level import Level, Objective
from gridproof.limits import Ticker
from gridproof.options import find_option, option_values
from gridproof.registry import find_game
from gridproof.specs import GeneratorSpec

__all__ = ["GeneratorConfig", "find_generator", "generators", "is_id", "make", "read_id"]

_ID = re.compile(
    r"(?P<game>[\w-]+):(?P<generator>[\w-]+)(?P<named>(,[^,#@]*)*)"
    r"#(?P<seed>[0-9]{1,18}\.[0-9]{1,18})@g(?P<version>[0-9]{1,9})",
    re.ASCII,
)


def generators(game: AnyGame) -> Mapping[str, GeneratorSpec]:
    """Return the generators of a game by name: the default one first, those by reductions last."""
    return {spec.id: spec for spec in (*game.generators, *reduced(game))}


def find_generator(game: AnyGame, name: str | None = None) -> GeneratorSpec:
    """Return the generator of that name, or the game's first one.

    Raises:
        UnknownName: there is none of this name.
        InputError: the game has none at all.
    """
    known = generators(game)
    if not known:
        raise InputError(f"{game.id} has no generator")
    if name is not None:
        check_text(name, "the name of a generator")
    if name is not None and name not in known:
        raise UnknownName("generator", name, known, game.id)
    return next(iter(known.values())) if name is None else known[name]


def make(
    game: AnyGame,
    spec: GeneratorSpec,
    rng: Random,
    parameters: Mapping[str, Any] | None = None,
    goal: Goal | None = None,
    ticker: Ticker | None = None,
) -> Level:
    """Return a board; equal states of ``rng`` make equal boards.

    Args:
        game: the game of the board.
        spec: one of its generators.
        rng: the source of randomness.
        parameters: some of the generator's parameters, by name; the others are at their defaults.
        goal: for a generator that aims; the board is not checked against it here.
        ticker: limits of a generator that aims.

    Raises:
        UnknownName: the generator has no parameter of this name.
        InputError: a parameter has no such value, or no board can have them all.
        Unmet: a generator that aims found no such board.
        Stopped: the ticker ended it.
        InternalError: the board has faults: a bug in the generator.
    """
    values = {**_values(spec, parameters), **spec.given}
    if spec.aims:
        values |= {"goal": goal or Goal(), "ticker": ticker or Ticker()}
    level: Level = load(spec.entry)(rng, **values)
    if faults := game.validate(level):
        raise InternalError(f"generator `{spec.id}` of {game.id}: {faults[0].message}")
    return level


@dataclass(frozen=True)
class GeneratorConfig:
    """A generator, its parameters and the goal: all of a level but its seed.

    Attributes:
        game: the game of the boards.
        spec: the generator.
        parameters: some of its parameters, by name, as values or text.
        goal: the conditions on the boards.
    """

    game: AnyGame
    spec: GeneratorSpec
    parameters: Mapping[str, Any] = field(default_factory=dict)
    goal: Goal = field(default_factory=Goal)

    def __post_init__(self) -> None:
        _values(self.spec, self.parameters)
        self.game.objective(self.goal.objective)

    @property
    def objective(self) -> Objective:
        """The objective of the goal."""
        return self.game.objective(self.goal.objective)

    def id(self, seed: str, *, complete: bool = False) -> str:
        """Return the ID of the level of this seed.

        Args:
            seed: of the level.
            complete: name also the conditions that the generator does not use.
        """
        if complete or self.spec.aims:
            return self._id(seed, self.goal.named())
        # The optimum in the level's header is that of the game's first objective, or is not there.
        other = self.objective.id != self.game.objective().id
        return self._id(seed, [("objective", self.objective.id)] if other else [])

    def _id(self, seed: str, goals: Iterable[tuple[str, str]]) -> str:
        values = _values(self.spec, self.parameters)
        named = [
            (option.name, option.show(value))
            for option in self.spec.parameters
            if (value := values[option.attribute]) != option.default
        ]
        said = "".join(f",{name}={value}" for name, value in (*named, *goals))
        return f"{self.game.id}:{self.spec.id}{said}#{seed}@g{self.spec.version}"

    def draw(self, seed: str, ticker: Ticker | None = None) -> Level:
        """Return the board of this seed with its ID as metadata, whether it meets the goal or not.

        The generator looks at the ticker while it draws numbers, also if it does not aim.

        Raises:
            InputError: no board can have these parameters.
            Unmet: the generator aims, and found no such board.
            Stopped: the ticker ended it.
        """
        name = self.id(seed)
        # A generator that does not aim makes the same board for every objective.
        drawn_from = name if self.spec.aims else self._id(seed, [])
        rng = StableRandom(drawn_from, None if ticker is None else ticker.check)
        board = make(self.game, self.spec, rng, self.parameters, goal=self.goal, ticker=ticker)
        return board.with_info(**{**board.info, "generator": name, "seed": seed})


def is_id(text: str) -> bool:
    """Return True if a text looks like an ID.

    No game, and hardly a file, has both signs in its name.
    """
    return ":" in text and "#" in text


def read_id(text: str) -> tuple[GeneratorConfig, str]:
    """Return the generator config and the seed that an ID names.

    Raises:
        InputError: it has another form, or is of another version of the generator.
        UnknownName: there is no such game, generator or parameter.
    """
    match = _ID.fullmatch(text)
    if match is None:
        raise InputError(
            f"not the ID of a level: {shorten(text)}",
            hint="an ID is written as `game:generator,name=value#1.0@g1`",
        )
    game = find_game(match["game"])
    spec = find_generator(game, match["generator"])
    if int(match["version"]) != spec.version:
        raise InputError(
            f"`{shorten(text)}` is of version {match['version']} of the generator `{spec.id}`; "
            f"here it has version {spec.version}",
            hint="the version of gridproof that made the level makes it again",
        )
    parameters: dict[str, str] = {}
    goals: dict[str, str] = {}
    for said in filter(None, match["named"].split(",")):
        name, _, value = said.partition("=")
        is_goal = find_option(GOAL_OPTIONS, name) is not None
        there = goals if is_goal and find_option(spec.parameters, name) is None else parameters
        if there.setdefault(name, value) != value:
            raise InputError(f"`{shorten(text)}` gives `{name}` twice")
    goal = Goal(**option_values("gridproof", GOAL_OPTIONS, goals, kind="wish"))
    return GeneratorConfig(game, spec, parameters, goal), match["seed"]


def _values(spec: GeneratorSpec, parameters: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the values of all its parameters, by attribute."""
    values = {option.attribute: option.default for option in spec.parameters}
    return values | option_values(
        f"generator `{spec.id}`", spec.parameters, parameters, kind="parameter"
    )
