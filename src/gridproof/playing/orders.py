"""New levels: what can be wished for, and how a worker draws what is.

An order is the ID of a level with all that was wished for, also where the generator does not go by
it. So one text, in an address or a file, makes the level again and others like it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

from gridproof.design.generate import Generation
from gridproof.design.goal import GOAL_OPTIONS, Goal, Unmet
from gridproof.design.level_id import GeneratorConfig, find_generator, read_id
from gridproof.design.level_id import generators as all_generators
from gridproof.design.symmetry import symmetry_class
from gridproof.errors import GridproofError, InputError
from gridproof.game import AnyGame
from gridproof.level import Level
from gridproof.limits import CancelToken, Stopped, Ticker
from gridproof.options import Option, option_values
from gridproof.result import Limits, Progress, Result, StopReason
from gridproof.solving.messages import counted
from gridproof.specs import GeneratorSpec

__all__ = ["SAME", "Drawing", "Drawn", "Order", "drawing", "generators", "order_like", "wishes"]

#: Seeds that are drawn: short enough to be told to somebody.
_FRESH: Final = 1_000_000
#: Boards in a row that are not as wished are no reason to end here: seconds are.
_ENDLESS: Final = 1 << 62
#: Said where a further level is no other one.
SAME: Final = "The next seed makes the same level again: other parameters make others."
_TOO_LONG: Final = "take a smaller board, or parameters that ask for less"


def generators(game: AnyGame) -> Sequence[GeneratorSpec]:
    """Those whose boards are made to be played, the game's own ones first."""
    return [spec for spec in all_generators(game).values() if not spec.tiny]


def wishes(game: AnyGame) -> Sequence[Option]:
    """What can be wished for besides a generator's parameters."""
    goals = tuple(objective.id for objective in game.objectives)
    found = []
    for option in GOAL_OPTIONS:
        if option.name == "objective":
            if len(goals) > 1:
                found.append(replace(option, choices=goals, default=goals[0]))
        elif game.baseline or not option.name.endswith("-gap"):
            found.append(option)
    return found


@dataclass(frozen=True)
class Drawing(Progress):
    """How the drawing of boards gets on.

    Attributes:
        drawn: boards so far.
        nearest: what came nearest to the wish, in words: "9 moves"; "" if nothing is known of that.
    """

    drawn: int = 0
    nearest: str = ""


def drawing(progress: Progress | None) -> str:
    """How it gets on, in one line."""
    if not isinstance(progress, Drawing):
        return "Drawing …"
    begun = f"{counted('boards', progress.drawn)} drawn" if progress.drawn else "the first board"
    parts = [begun, f"{progress.elapsed:.0f} s"]
    if progress.nearest:
        parts.insert(1, f"nearest: {progress.nearest}")
    return " · ".join(parts)


@dataclass(frozen=True)
class Drawn:
    """A level that was ordered.

    Attributes:
        order: the ID that draws it again, with all that was wished for.
        level: the level.
        objective: id of what its optimum was wished for.
        symmetry_class: shared by levels that are the same to a player.
        result: its proven optimum, if the order was for what is as wished.
    """

    order: str
    level: Level
    objective: str
    symmetry_class: str
    result: Result | None = None


@dataclass(frozen=True)
class Order:
    """Question to a worker: a level.

    Attributes:
        id: of the level, with all wishes.
        exactly: that very level, whatever it is like; else the first one of its run that is as
            wished.
        seconds: that this may take.
        cells: that the board may have; None: any number.
    """

    id: str
    exactly: bool = False
    seconds: float | None = None
    cells: int | None = None

    @classmethod
    def of(
        cls,
        game: AnyGame,
        generator: str | None = None,
        parameters: Mapping[str, str] | None = None,
        wished: Mapping[str, str] | None = None,
        seed: int | None = None,
    ) -> Self:
        """An order for what a form says; empty texts say nothing.

        Args:
            game: whose level.
            generator: one of its generators; None: the first one.
            parameters: of the generator, by name.
            wished: by the names of :data:`gridproof.design.goal.GOAL_OPTIONS`.
            seed: of the run; None: a fresh one.

        Raises:
            UnknownName: there is no such generator, parameter or wish.
            InputError: one of them has no such value, or no board can be like this.
        """
        goal = Goal(**option_values("gridproof", GOAL_OPTIONS, _said(wished), kind="wish"))
        if goal.objective == game.objective().id:  # so it is, without being said
            goal = replace(goal, objective=None)
        recipe = GeneratorConfig(game, find_generator(game, generator), _said(parameters), goal)
        Generation(recipe)  # refuses what no board of this game can be
        return cls(_named(recipe, secrets.randbelow(_FRESH) if seed is None else seed))

    def check(self) -> None:
        """Refuses what cannot be drawn at all.

        Raises:
            InputError: the ID is none, or is of something that is not here.
        """
        read_id(self.id)

    def next(self) -> Self:
        """An order for another level with the same wishes: of the next run."""
        recipe, seed = read_id(self.id)
        return replace(self, id=_named(recipe, _run(seed) + 1), exactly=False)

    def answer(self, cancel: CancelToken, progress: Callable[[Progress], None]) -> Drawn:
        """Draws it.

        Raises:
            InputError: there is no such board, or none was found; the message says how near it
                came.
        """
        recipe, seed = read_id(self.id)
        if self.exactly:
            drawn = self._same(recipe, seed, cancel)
        else:
            drawn = self._wished(recipe, seed, cancel, progress)
        width, height = drawn.level.width, drawn.level.height
        if self.cells is not None and width * height > self.cells:
            raise InputError(
                f"the board has {width} × {height} cells; here are up to {self.cells:,}",
                hint=_TOO_LONG,
            )
        return drawn

    def _same(self, recipe: GeneratorConfig, seed: str, cancel: CancelToken) -> Drawn:
        try:
            level = recipe.draw(seed, Ticker(Limits(time=self.seconds), cancel=cancel))
        except Unmet as unmet:
            raise InputError(
                f"no level has this ID: its board is {unmet.why}", hint="draw another one"
            ) from None
        except Stopped as stopped:
            raise _ended(stopped.reason, self.seconds) from None
        kin = symmetry_class(recipe.game, level)
        return Drawn(recipe.id(seed, complete=True), level, recipe.objective.id, kin)

    def _wished(
        self,
        recipe: GeneratorConfig,
        seed: str,
        cancel: CancelToken,
        progress: Callable[[Progress], None],
    ) -> Drawn:
        def tell(run: Generation) -> None:
            nearest = "" if run.nearest is None else run.nearest.said
            progress(Drawing(0, run.elapsed, drawn=run.drawn, nearest=nearest))

        run = Generation(
            recipe,
            seed=_run(seed),
            attempts=_ENDLESS,
            seconds=self.seconds,
            cancel=cancel,
            progress=tell,
        )
        made = next(iter(run), None)
        if made is None:
            raise _in_vain(run)
        number = made.level.info["seed"]
        name = recipe.id(number, complete=True)
        return Drawn(name, made.level, recipe.objective.id, made.symmetry_class, made.result)


def order_like(level: Level) -> Order | None:
    """An order for the level itself, if its metadata say how it was drawn; else None."""
    name = level.info.get("generator", "")
    try:
        recipe, seed = read_id(name)
    except GridproofError:  # by another version, or by something else
        return None
    return Order(recipe.id(seed, complete=True)) if recipe.game.id == level.game else None


def _said(texts: Mapping[str, str] | None) -> dict[str, str]:
    return {name: text for name, text in (texts or {}).items() if text}


def _run(seed: str) -> int:
    """The run that a board's seed is of."""
    return int(seed.partition(".")[0])


def _named(recipe: GeneratorConfig, run: int) -> str:
    """The ID of the first board of a run, with all wishes.

    Raises:
        InputError: the seed has too many digits.
    """
    name = recipe.id(f"{run}.0", complete=True)
    read_id(name)
    return name


def _in_vain(run: Generation) -> InputError:
    """Says what became of the boards that were drawn."""
    if run.ending == "memory":
        return InputError("there is not enough memory for such boards", hint=_TOO_LONG)
    if run.ending == "interrupted":
        return InputError("drawing was stopped")
    boards = counted("boards", run.drawn)
    missed = ", ".join(f"{number:,} {why}" for why, number in run.missed.most_common())
    said = f"no level as wished in {run.elapsed:.0f} s"
    said += f", of {boards} drawn" if run.drawn else ": the first board was not finished"
    if missed:
        said += f" ({missed})"
    if run.nearest is not None:
        said += f"; the nearest has {run.nearest.said}"
    return InputError(said, hint="wish for less, or change the parameters")


def _ended(reason: StopReason, seconds: float | None) -> InputError:
    if reason is StopReason.TIME_LIMIT:
        return InputError(f"drawing the board took longer than {seconds:g} s", hint=_TOO_LONG)
    if reason is StopReason.MEMORY_LIMIT:
        return InputError("there is not enough memory for this board", hint=_TOO_LONG)
    return InputError("drawing was stopped")
