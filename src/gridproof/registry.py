"""The registry of games.

The built-in ones are the folders of ``gridproof.games``, which are called as their games; other
packages name theirs in the entry-point group ``gridproof.games``. A built-in game is imported when
it is used: ``game.py`` of its folder holds the game as ``GAME``, and ``recognise.py`` the function
``recognises``, which tells a file from those of other games without importing the game.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import pkgutil
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gridproof import __version__
from gridproof.arguments import check_text, explained, kind_of
from gridproof.errors import InputError, UnknownName
from gridproof.game import AnyGame
from gridproof.lazy import entry_points
from gridproof.level import Level
from gridproof.scene import CORNER

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint
__all__ = [
    "LEVEL_FROM",
    "digest",
    "find_game",
    "found_game",
    "game_of",
    "games",
    "installed",
    "kernels",
    "plain_drawing",
    "recognisers",
]

#: The package of the built-in games, and the entry-point group of the others.
_GAMES: Final = "gridproof.games"


def digest(game: AnyGame, level: Level) -> str:
    """Return the SHA-256 of game, rules version, options and board, without metadata."""
    # Boards never change, and many are solved again and again: they keep it.
    kept: dict[tuple[str, int], str] = vars(level).setdefault("_digests", {})
    rules = game.id, game.rules_version
    if rules not in kept:
        board = game.write(level.with_info(), game.canonical_format)
        text = f"{game.id}\n{game.rules_version}\n{board}"
        kept[rules] = hashlib.sha256(text.encode()).hexdigest()
    return kept[rules]


def _from_package(point: EntryPoint) -> AnyGame:
    """Return the game that another package names.

    Raises:
        InputError: it cannot be imported.
    """
    try:
        game: AnyGame = point.load()
    except Exception as error:  # whatever its code raises
        why = f"{type(error).__name__}: {error}"
        raise InputError(
            f"the game `{point.name}` ({point.value}) cannot be loaded: {why}",
            hint="mend or uninstall the package that it comes from",
        ) from error
    return game


class _Games(Mapping[str, AnyGame]):
    """All games by id: the built-in ones, imported at first use, then those of other packages."""

    def __init__(self) -> None:
        package = importlib.import_module(_GAMES)
        modules = pkgutil.iter_modules(package.__path__)
        self._built_in = sorted(m.name for m in modules if not m.name.startswith("_"))
        self._loaded: dict[str, AnyGame] = {}
        self._by_name: dict[str, AnyGame] = {}
        others = [_from_package(point) for point in entry_points(_GAMES)]
        for name in self._built_in:
            if any(name in (game.id, *game.aliases) for game in others):
                self[name]  # for its title in the message
        for game in others:
            self._add(game)
        self._ids = (*self._built_in, *(game.id for game in others))

    def _add(self, game: AnyGame) -> None:
        """Add a game that was imported.

        Raises:
            InputError: another one has its id or one of its aliases.
        """
        for name in (game.id, *game.aliases):
            if (other := self._by_name.setdefault(name, game)) is not game:
                raise InputError(
                    f"two games are called `{name}`: {other.title} and {game.title}",
                    hint="uninstall the package of one of them",
                )
        self._loaded[game.id] = game

    def __getitem__(self, name: str) -> AnyGame:
        if name not in self._loaded:
            if name not in self._built_in:
                raise KeyError(name)
            self._add(importlib.import_module(f"{_GAMES}.{name}.game").GAME)
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids)

    def __len__(self) -> int:
        return len(self._ids)

    def __repr__(self) -> str:
        return f"<games: {', '.join(self._ids)}>"

    def recognisers(self) -> Iterator[tuple[str, Callable[[str, str], bool]]]:
        """Yield the id of each game, and its function `recognises`."""
        for name in self._ids:
            if name in self._built_in:
                yield name, importlib.import_module(f"{_GAMES}.{name}.recognise").recognises
            else:
                yield name, self[name].recognises


@explained
@functools.cache
def games() -> Mapping[str, AnyGame]:
    """Return all games by id: the built-in ones, then those of other packages.

    A built-in game is imported when it is taken out.

    Raises:
        InputError: two games have the same id or alias, or one cannot be loaded.
    """
    return _Games()


def recognisers() -> Iterator[tuple[str, Callable[[str, str], bool]]]:
    """Yield the id of each game, and its :meth:`gridproof.game.Game.recognises`.

    No built-in game is imported for it.
    """
    known = games()
    assert isinstance(known, _Games)
    return known.recognisers()


@explained
def find_game(name: str) -> AnyGame:
    """Return the game of that id or alias.

    Raises:
        UnknownName: there is none.
    """
    check_text(name, "the name of a game")
    if name in (known := games()):
        return known[name]
    by_name = {n: game for game in known.values() for n in (game.id, *game.aliases)}
    if name not in by_name:
        raise UnknownName("game", name, by_name)
    return by_name[name]


#: The next step if a text, or a file, was given for a level.
LEVEL_FROM = "`read_boards` makes levels of a text, `read_file` of a file"


def game_of(level: Level, game: AnyGame | str | None = None) -> AnyGame:
    """Return the given game (itself or its id), or else the game of the level.

    Raises:
        UnknownName: there is none of this id.
        InputError: what is given is no level, or no game.
    """
    if not isinstance(level, Level):
        raise InputError(f"a level is wanted, not {kind_of(level)}; {_level_in(level)}")
    return found_game(level.game if game is None else game)


def plain_drawing(level: Level) -> str:
    """Return a board as plain text, of a large one the upper left part.

    A level with faults, or of no known game, has no picture: it is named instead.
    """
    try:
        game = find_game(level.game)
    except InputError:
        return repr(level)
    if game.validate(level):
        return repr(level)
    return str(game.picture(level, game.initial(level), None, CORNER))


def _level_in(value: object) -> str:
    """Return the way to a level from another value, for messages."""
    if isinstance(getattr(value, "level", None), Level):
        return "its `.level` is one"
    if isinstance(value, (list, tuple)) and value and isinstance(value[0], Level):
        return "take one of it, such as `levels[0]`"
    return LEVEL_FROM


def found_game(game: AnyGame | str) -> AnyGame:
    """Return the given game, by itself or by its id.

    Raises:
        UnknownName: there is none of this id.
        InputError: it is neither.
    """
    if isinstance(game, Level):
        raise InputError(f"a game is wanted, not {kind_of(game)}, whose `.game` is its name")
    if isinstance(game, str) or not hasattr(game, "rules_version"):
        return find_game(game)  # type: ignore[arg-type]
    return game


def kernels() -> dict[str, str]:
    """Return "ok" or the error of each kernel that solvers call; it has a stub."""
    native = importlib.import_module("gridproof._native")
    states = {}
    stubs = (stub for folder in native.__path__ for stub in Path(folder).glob("*.pyi"))
    for name in sorted({stub.stem for stub in stubs}):
        if name == "testing":  # is only where tests run, and no result depends on it
            continue
        try:
            importlib.import_module(f"{native.__name__}.{name}")
            states[name] = "ok"
        except ImportError as error:
            states[name] = str(error)
    return states


def installed() -> dict[str, str]:
    """Return the versions that results depend on, by name; equal ones give equal results."""
    from importlib.metadata import version  # slow to import

    major, minor, *_ = sys.version_info
    return {
        "gridproof": __version__,
        "Python": f"{major}.{minor}",
        "highspy": version("highspy"),
        **{f"rules of {name}": str(game.rules_version) for name, game in games().items()},
        **{f"kernel {name}": state for name, state in kernels().items()},
    }
