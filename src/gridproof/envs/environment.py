"""One environment for all games that list their actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import isfinite
from operator import index
from os import PathLike
from typing import Any, ClassVar, Final, Literal, SupportsIndex

import gymnasium
import numpy as np
from numpy.typing import NDArray

from gridproof.envs.observing import Array, Observer
from gridproof.envs.presets import check, chosen, generated
from gridproof.errors import IllegalMove, InputError, UnknownName
from gridproof.files.shipped import collections
from gridproof.game import AnyGame
from gridproof.lazy import load
from gridproof.level import Level, Objective, Outcome
from gridproof.registry import found_game
from gridproof.result import Limits, Result, Status
from gridproof.scene import Scene
from gridproof.solving.solve import solve

__all__ = ["PuzzleEnv"]

#: The default limits for the optimum of a level.
_EFFORT: Final = Limits(time=10.0)


@dataclass(frozen=True)
class _LevelPlanes:
    """The part of a level that stays the same in all episodes.

    Attributes:
        moves: by action; None where the level does not list it.
        ground: the planes without what can change.
    """

    level: Level
    moves: Sequence[str | None]
    backdrop: Scene
    ground: Array


class PuzzleEnv(gymnasium.Env[Array, np.int64]):
    """A game of grid puzzles whose best return is known: a solver can prove it.

    ## Action Space

    `Discrete(n)`: the moves that any of the environment's levels could allow, in the order of
    `env.unwrapped.actions`. An action means the same move on all levels. `info["action_mask"]`, and
    the method `action_mask()`, say which are legal: an `int8` array with 1 for legal ones, as
    `action_space.sample(mask)` takes it.

    An action that is not legal changes nothing and costs nothing. It is counted in
    `info["illegal"]`, and as a step of the episode's time limit.

    ## Observation Space

    `Box` of `int32`, by plane, row and column. `env.unwrapped.planes` names the planes:

    - a plane for each kind of thing: `wall`, `player`, …. Things of a kind that differ, such as
      robots, have a plane each: `robot 0`, `robot 1`. In their cells is 1, or a hero's level, or
      the hit points that are left of a stone; the rest is 0.
    - `outside`: cells that are no part of the board. All observations have the size of the largest
      level; smaller ones lie at the upper left.
    - `wall to the east` and `wall to the south`, where there are thin walls between cells.
    - `option …`, the same number everywhere: an option of the game in which the levels differ;
      0 stands for no limit and for no.
    - `number …`, the same number everywhere: what else the future depends on.

    Positions with different futures have different observations.

    ## Rewards

    The objective has one metric, such as `moves`. If it is to be small the reward of a step is
    minus what the metric gains by it. If it is to be large (the stones of merge) the reward is
    plus that. The step that solves the level brings `bonus` besides.

    So the return of a solved episode is `bonus` minus the cost of the solution, or plus that if it
    is to be large. The best one is `bonus` minus the optimum. With the default of 0 it is cheaper
    to lose, or to do nothing, than to solve: for learning choose a bonus above all optima.

    ## Starting State

    The start of a level. Each reset draws one of `env.unwrapped.levels`, all equally likely;
    `reset(seed=…)` begins the sequence of draws anew, and it is the same on every machine.
    `reset(options={"level": …})` takes a certain one: its number, or any level that fits the
    spaces. Levels that are solved or lost before the first move are left out. Generated levels have
    solutions; others are not checked.
    `info["level"]` is the ID of a generated level, else its title or its number from 1.

    ## Episode End

    Terminated: the level is solved (`info["is_success"]`), or certainly lost, by the rules of the
    game or because no move is left. If as much as possible is wanted, a play that may stop anywhere
    is solved when no move is left. A level that sets a target is solved when that is reached: more
    may be possible, and its best return may be less than that of its optimum.
    No position is called lost as long as it may be solved.

    Truncated: after `max_episode_steps` steps, an argument of `gymnasium.make`; 1000 by
    default.

    `info["cost"]` is the cost of the episode so far, in the objective's metric. Steps after the end
    change nothing.

    ## Arguments

    Args:
        game: the game, or its id.
        levels: a shipped collection (`"sokoban/microban1"`), a file of boards, the ID of a
            generated level, a level, or several. None takes the game's own collection, or the first
            generator of a game that has none.
        generator: makes the levels instead; all have solutions.
        parameters: some of its parameters, by name.
        count: levels that it makes, at once: the spaces are theirs.
        seed: of the generator; equal seeds make equal levels.
        wishes: fields of :class:`gridproof.design.goal.Goal`: `min_cost`, `max_cost`, `unique`, ….
        objective: id of an objective of one metric; None is the game's first one.
        bonus: the reward for solving.
        action_mask: True if `info` holds the mask, which takes time; the method is always there.
        optimal: True if `info` of a reset tells the optimum: `optimal_cost` (NaN if it is not
            proven), `optimal_bound` (NaN if none is) and `optimal_status`. Levels are solved when
            they are first drawn, each within these limits; True is ten seconds.
        render_mode: `"ansi"` for text, `"rgb_array"` for pixels, or None.

    Raises:
        UnknownName: there is no such game, generator, parameter, condition or objective.
        InputError: the levels cannot be had, do not list their actions, or the objective has
            several metrics.

    ## Version History

    - v0: first release.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 4,
    }

    def __init__(
        self,
        game: AnyGame | str,
        levels: str | PathLike[str] | Level | Sequence[str | PathLike[str] | Level] | None = None,
        *,
        generator: str | None = None,
        parameters: Mapping[str, Any] | None = None,
        count: int = 10,
        seed: int = 0,
        wishes: Mapping[str, Any] | None = None,
        objective: str | None = None,
        bonus: float = 0.0,
        action_mask: bool = True,
        optimal: bool | Limits = False,
        render_mode: Literal["ansi", "rgb_array"] | None = None,
    ) -> None:
        self.game: AnyGame = found_game(game)
        self.objective = _of_one_metric(self.game, objective)
        made = generator is not None or parameters is not None or wishes is not None
        if levels is not None and made:
            raise InputError("levels are given, or made by a generator, not both")
        if levels is None and not made and self.game.id in collections():
            levels = self.game.id
        if levels is None:
            wished = {"objective": self.objective.id, **(wishes or {})}
            found = generated(self.game, generator, parameters, count, seed, wished)
        else:
            found = chosen(self.game, levels)
        for level in found:
            check(self.game, level)
        self.levels: tuple[Level, ...] = tuple(filter(self._is_open, found))
        if not self.levels:
            raise InputError("every level is over before the first move")
        listed = chain.from_iterable(self.game.actions(level) or () for level in self.levels)
        self.actions: tuple[str, ...] = tuple(dict.fromkeys(listed))
        self._numbers = {move: number for number, move in enumerate(self.actions)}
        self._observer = Observer(self.game, self.levels)
        self.planes = self._observer.planes
        self.observation_space = self._observer.space
        self.action_space = gymnasium.spaces.Discrete(len(self.actions))
        self.render_mode = render_mode
        if not isfinite(bonus):
            raise InputError(f"the bonus must be a finite number: {bonus}")
        self.bonus = bonus
        self._shows_mask = action_mask
        self._limits = optimal if isinstance(optimal, Limits) else _EFFORT if optimal else None
        (self._metric,) = self.objective.metrics
        self._sign = -1.0 if self.objective.sense == "min" else 1.0
        self._boards: dict[int, _LevelPlanes] = {}  # by the number of their level
        self._results: dict[int, Result] = {}
        # Of the episode, set by `reset`:
        self._board: _LevelPlanes
        self._state: Any
        self._observed: Array
        self._mask: NDArray[np.int8] | None
        self._end: Outcome

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begin an episode.

        Args:
            seed: begins the sequence of draws anew.
            options: ``level`` is the level to be played, by its number or itself.

        Raises:
            UnknownName: there is no such option.
            InputError: there is no such level, or it does not fit the spaces.
        """
        super().reset(seed=seed)
        asked = dict(options or {})
        wanted = asked.pop("level", None)
        for name in asked:
            raise UnknownName("option", name, ["level"], "`reset`")
        if wanted is None:
            # NumPy promises these bits for ever, and not what it makes of them.
            wanted = int(self.np_random.bit_generator.random_raw()) % len(self.levels)
        if isinstance(wanted, Level):
            self._board, name = self._set_up(wanted), wanted.title or ""
        else:
            wanted = index(wanted)  # of whichever kind of whole number
            if not 0 <= wanted < len(self.levels):
                last = len(self.levels) - 1
                raise InputError(f"levels are numbered from 0 to {last}, not {wanted}")
            if wanted not in self._boards:
                self._boards[wanted] = self._set_up(self.levels[wanted])
            self._board, name = self._boards[wanted], str(wanted + 1)
        level = self._board.level
        self._cost = self._illegal = 0
        self._go(self.game.initial(level))
        info = {"level": level.info.get("generator") or level.title or name}
        return self._observed.copy(), info | self._info() | self._optimum(wanted)

    def step(self, action: SupportsIndex) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Make a move, or none if the action is not legal.

        Raises:
            InputError: there is no such action.
        """
        number, reward = index(action), 0.0
        if not 0 <= number < len(self.actions):
            raise InputError(f"actions go from 0 to {len(self.actions) - 1}, not {number}")
        if self._end is Outcome.IN_PLAY:
            board, move = self._board, self._board.moves[number]
            try:
                if move is None:
                    raise IllegalMove(self.actions[number], "this level does not list it")
                state, gains = self.game.apply(board.level, self._state, move)
            except IllegalMove:
                self._illegal += 1
            else:
                gain = gains.get(self._metric, 0)
                self._cost += gain
                reward = self._sign * gain
                self._go(state)
                reward += self.bonus * self._is_solved
        ended = self._end is not Outcome.IN_PLAY
        return self._observed.copy(), reward, ended, False, self._info()

    @property
    def _is_solved(self) -> bool:
        return self._end is Outcome.SOLVED

    def action_mask(self) -> NDArray[np.int8]:
        """Return the mask of actions: 1 if legal now, else 0.

        After the end of an episode none is legal.
        """
        if self._mask is None:
            mask = np.zeros(len(self.actions), np.int8)
            if self._end is Outcome.IN_PLAY:
                legal = self.game.legal(self._board.level, self._state)
                mask[[self._numbers[move] for move in legal]] = 1
            self._mask = mask
        return self._mask.copy()

    def render(self) -> Any:
        """Return the position as text (`ansi`), or as pixels by row, column and RGB (`rgb_array`).

        Pixels are `uint8`. All pictures of an environment have the same size.

        Raises:
            MissingPart: there is no font, and the picture has letters.
        """
        if self.render_mode is None:
            return None
        picture = self.game.scene(self._board.level, self._state).over(self._board.backdrop)
        if self.render_mode == "ansi":
            return str(picture)
        return load("gridproof.envs.pixels:pixels")(picture, *self._observer.size)

    def _set_up(self, level: Level) -> _LevelPlanes:
        """Return the data of a level that stay the same while it is played.

        Raises:
            InputError: it does not fit the spaces.
        """
        check(self.game, level)
        if not self._is_open(level):
            raise InputError("the level is over before the first move")
        listed = set(self.game.actions(level) or ())
        if not self._numbers.keys() >= listed:
            raise InputError("the level lists moves that are no actions of the environment")
        return _LevelPlanes(
            level,
            [move if move in listed else None for move in self.actions],
            self.game.backdrop(level),
            self._observer.ground(level),
        )

    def _go(self, state: Any) -> None:
        """Take up a new position."""
        self._state, self._mask = state, None
        level = self._board.level
        self._end = self._standing(level, state)
        self._observed = self._observer.observe(self._board.ground, level, state)

    def _standing(self, level: Level, state: Any) -> Outcome:
        """Return the standing of a position; without a move left it is solved or lost."""
        outcome = self.game.outcome(level, state, self.objective)
        if outcome is Outcome.IN_PLAY and next(iter(self.game.legal(level, state)), None) is None:
            solved = self.game.complete(level, state, self.objective)
            return Outcome.SOLVED if solved else Outcome.LOST
        return outcome

    def _is_open(self, level: Level) -> bool:
        """Return True if there is anything to be done on a level."""
        return self._standing(level, self.game.initial(level)) is Outcome.IN_PLAY

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {
            "cost": self._cost,
            "illegal": self._illegal,
            "is_success": self._is_solved,
        }
        if self._shows_mask:
            info["action_mask"] = self.action_mask()
        return info

    def _optimum(self, number: int | Level) -> dict[str, Any]:
        """Return the proven facts about the level's optimum, if they are requested."""
        if self._limits is None:
            return {}
        result = self._results.get(number) if isinstance(number, int) else None
        if result is None:
            result = solve(
                self._board.level,
                game=self.game,
                objective=self.objective.id,
                limits=self._limits,
            )
            if isinstance(number, int):
                self._results[number] = result
        proven = result.status is Status.OPTIMAL
        return {
            "optimal_cost": _number(result.cost if proven else None),
            "optimal_bound": _number(result.bound),
            "optimal_status": str(result.status),
        }


def _of_one_metric(game: AnyGame, name: str | None) -> Objective:
    """Return the objective of that name.

    Raises:
        UnknownName: there is none.
        InputError: it has several metrics, and a reward is one number.
    """
    objective = game.objective(name)
    if len(objective.metrics) > 1:
        fitting = ", ".join(o.id for o in game.objectives if len(o.metrics) == 1)
        raise InputError(
            f"a reward is one number, and objective `{objective.id}` has {len(objective.metrics)}",
            hint=f"objectives of one metric: {fitting}",
        )
    return objective


def _number(value: Any) -> float:
    return float("nan") if value is None else float(value)
