"""Orders for new levels: their goals, and the drawing by a worker.

An order is the ID of a level with its whole goal, also the conditions that the generator does not
use. So one text, in an address or a file, makes the level again and others like it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

from gridproof.design.generate import Generation
from gridproof.design.goal import GOAL_OPTIONS, Goal, Unmet
from gridproof.design.level_id import GeneratorConfig, find_generator, read_id
from gridproof.design.symmetry import symmetry_class
from gridproof.errors import GridproofError, InputError
from gridproof.game import AnyGame
from gridproof.level import Level
from gridproof.limits import CancelToken, Stopped, Ticker
from gridproof.options import Option, option_values
from gridproof.result import Limits, Progress, Result, StopReason
from gridproof.solving.messages import counted

__all__ = ["SAME", "Drawing", "Drawn", "Order", "drawing", "goals", "order_like"]

#: Seeds that are drawn: short enough to be told to somebody.
_FRESH: Final = 1_000_000
#: Misses in a row are no reason to end here: seconds are.
_ENDLESS: Final = 1 << 62
#: Said where a further level is no other one.
SAME: Final = "The next seed makes the same level again: other parameters make others."
_TOO_LONG: Final = "take a smaller board, or parameters that ask for less"


def goals(game: AnyGame) -> Sequence[Option]:
    """Return the conditions besides a generator's parameters."""
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
    """The progress of the drawing of boards.

    Attributes:
        drawn: boards so far.
        nearest: the miss nearest to the goal, in words: "9 moves"; "" if none is known.
    """

    drawn: int = 0
    nearest: str = ""


def drawing(progress: Progress | None) -> str:
    """Return the progress of a drawing, in one line."""
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
        order: the ID that draws it again, with its whole goal.
        level: the level.
        objective: id of the goal's objective.
        symmetry_class: a digest that levels equal to a player share.
        result: its proven optimum, if the order had a goal.
    """

    order: str
    level: Level
    objective: str
    symmetry_class: str
    result: Result | None = None


@dataclass(frozen=True)
class Order:
    """A request to a worker for a level.

    Attributes:
        id: of the level, with its whole goal.
        exactly: that very level, whatever it is like; else the first one of its run that meets the
            goal.
        seconds: its limit of time.
        cells: the largest number of cells of the board; None: any number.
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
        goals: Mapping[str, str] | None = None,
        seed: int | None = None,
    ) -> Self:
        """Return an order for the fields of a form; empty texts stand for defaults.

        Args:
            game: the game of the level.
            generator: one of its generators; None: the first one.
            parameters: of the generator, by name.
            goals: by the names of :data:`gridproof.design.goal.GOAL_OPTIONS`.
            seed: of the run; None: a fresh one.

        Raises:
            UnknownName: there is no such generator, parameter or condition.
            InputError: one of them has no such value, or no board can have them all.
        """
        goal = Goal(**option_values("gridproof", GOAL_OPTIONS, _said(goals), kind="wish"))
        if goal.objective == game.objective().id:  # so it is, without being said
            goal = replace(goal, objective=None)
        config = GeneratorConfig(game, find_generator(game, generator), _said(parameters), goal)
        Generation(config)  # refuses what no board of this game can be
        return cls(_named(config, secrets.randbelow(_FRESH) if seed is None else seed))

    def check(self) -> None:
        """Refuse an order that cannot be drawn at all.

        Raises:
            InputError: the ID is none, or is of something that is not here.
        """
        read_id(self.id)

    def next(self) -> Self:
        """Return an order for another level with the same goal: of the next run."""
        config, seed = read_id(self.id)
        return replace(self, id=_named(config, _run(seed) + 1), exactly=False)

    def answer(self, cancel: CancelToken, progress: Callable[[Progress], None]) -> Drawn:
        """Draw it.

        Raises:
            InputError: there is no such board, or none was found; the message says how near it
                came.
        """
        config, seed = read_id(self.id)
        if self.exactly:
            drawn = self._same(config, seed, cancel)
        else:
            drawn = self._for_goal(config, seed, cancel, progress)
        width, height = drawn.level.width, drawn.level.height
        if self.cells is not None and width * height > self.cells:
            raise InputError(
                f"the board has {width} × {height} cells; here are up to {self.cells:,}",
                hint=_TOO_LONG,
            )
        return drawn

    def _same(self, config: GeneratorConfig, seed: str, cancel: CancelToken) -> Drawn:
        try:
            level = config.draw(seed, Ticker(Limits(time=self.seconds), cancel=cancel))
        except Unmet as unmet:
            raise InputError(
                f"no level has this ID: its board is {unmet.why}", hint="draw another one"
            ) from None
        except Stopped as stopped:
            raise _ended(stopped.reason, self.seconds) from None
        kin = symmetry_class(config.game, level)
        return Drawn(config.id(seed, complete=True), level, config.objective.id, kin)

    def _for_goal(
        self,
        config: GeneratorConfig,
        seed: str,
        cancel: CancelToken,
        progress: Callable[[Progress], None],
    ) -> Drawn:
        def tell(run: Generation) -> None:
            nearest = "" if run.nearest is None else run.nearest.said
            progress(Drawing(0, run.elapsed, drawn=run.drawn, nearest=nearest))

        run = Generation(
            config,
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
        name = config.id(number, complete=True)
        return Drawn(name, made.level, config.objective.id, made.symmetry_class, made.result)


def order_like(level: Level) -> Order | None:
    """Return an order for the level itself, if its metadata hold its origin; else None."""
    name = level.info.get("generator", "")
    try:
        config, seed = read_id(name)
    except GridproofError:  # by another version, or by something else
        return None
    return Order(config.id(seed, complete=True)) if config.game.id == level.game else None


def _said(texts: Mapping[str, str] | None) -> dict[str, str]:
    return {name: text for name, text in (texts or {}).items() if text}


def _run(seed: str) -> int:
    """Return the run that a board's seed is of."""
    return int(seed.partition(".")[0])


def _named(config: GeneratorConfig, run: int) -> str:
    """Return the ID of the first board of a run, with the whole goal.

    Raises:
        InputError: the seed has too many digits.
    """
    name = config.id(f"{run}.0", complete=True)
    read_id(name)
    return name


def _in_vain(run: Generation) -> InputError:
    """Return the message about boards that were drawn in vain."""
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
