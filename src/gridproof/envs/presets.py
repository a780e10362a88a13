"""The environments that are registered, and the sources of their levels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any, Final

from gridproof.arguments import kind_of
from gridproof.design.generate import Made, generate, remake
from gridproof.design.level_id import is_id
from gridproof.errors import BadBoard, InputError
from gridproof.files.reading import read_file
from gridproof.files.shipped import collection, collections
from gridproof.game import MAX_ACTIONS, AnyGame
from gridproof.level import Level
from gridproof.registry import games

__all__ = ["Preset", "chosen", "generated", "presets"]

#: The default number of steps after which an episode is cut off: far more than the best plays of
#: shipped boards take.
_MAX_STEPS: Final = 1000


@dataclass(frozen=True)
class Preset:
    """An environment that is registered.

    Attributes:
        id: its name for Gymnasium.
        game: id of its game.
        levels: the collection of boards; None: the game's own, or if there is none, boards of its
            first generator.
        max_episode_steps: the step at which episodes are cut off.
    """

    id: str
    game: str
    levels: str | None
    max_episode_steps: int = _MAX_STEPS

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments that make the environment."""
        return {"game": self.game} | ({"levels": self.levels} if self.levels else {})


def presets() -> Sequence[Preset]:
    """Return one for each collection of boards that all list their actions, game by game."""
    found = []
    for game in games().values():
        own = [each for each in collections().values() if each.game == game.id]
        for each in own:
            if any(game.actions(level) is None for level in each.levels):
                continue
            name = "-".join([game.id.capitalize(), *each.id.split("/")[1:]])
            levels = None if each.id == game.id else each.id
            found.append(Preset(f"gridproof/{name}-v0", game.id, levels))
        if not own and game.generators:
            found.append(Preset(f"gridproof/{game.id.capitalize()}-v0", game.id, None))
    return found


def chosen(
    game: AnyGame,
    levels: str | PathLike[str] | Level | Sequence[str | PathLike[str] | Level],
) -> tuple[Level, ...]:
    """Return the levels that a caller names.

    Args:
        game: the game of the levels.
        levels: a shipped collection (``"sokoban/microban1"``), the ID of a generated level, the
            name or path of a file, a level, or several of these.

    Raises:
        InputError: there are none, they cannot be read, or one is of another game.
    """
    if isinstance(levels, Level):
        return (levels,)
    if isinstance(levels, PathLike):
        found = tuple(read_file(levels, game=game.id))
    elif isinstance(levels, (list, tuple)):
        found = tuple(
            level
            for one in levels
            for level in ([one] if isinstance(one, Level) else chosen(game, one))
        )
    elif not isinstance(levels, str):
        raise InputError(
            f"levels are a name, a path, a level or a list of these, not {kind_of(levels)}"
        )
    elif levels in collections():
        found = collection(levels).levels
    elif is_id(levels):
        made = remake(levels)
        if not isinstance(made, Made):
            raise InputError(f"`{made.id}` is no level: it is {made.why}")
        found = (made.level,)
    else:
        found = tuple(read_file(levels, game=game.id))
    if not found:
        raise InputError("an environment needs at least one level")
    return found


def generated(
    game: AnyGame,
    generator: str | None,
    parameters: Mapping[str, Any] | None,
    count: int,
    seed: int,
    goals: Mapping[str, Any],
) -> tuple[Level, ...]:
    """Return levels of a generator, each with a solution.

    Raises:
        InputError: there is no such generator, or it did not find as many levels.
    """
    run = generate(game, generator, parameters, count=count, seed=seed, **goals)
    found = tuple(made.level for made in run)
    if len(found) < count:
        raise InputError(
            f"{len(found)} of {count} levels were found that are as wished",
            hint="wish for less, or for fewer levels",
        )
    return found


def check(game: AnyGame, level: Level) -> None:
    """Refuse a level that cannot be played for reward.

    Raises:
        InputError: it is of another game, or does not list its actions.
        BadBoard: there is nothing to solve on it.
    """
    if level.game != game.id:
        raise InputError(f"a level of {level.game} is none of {game.id}")
    if (missing := game.missing(level)) is not None:
        raise BadBoard(f"{missing.message}: there is nothing to solve")
    if game.actions(level) is None:
        raise InputError(f"the level has more than {MAX_ACTIONS} actions")
