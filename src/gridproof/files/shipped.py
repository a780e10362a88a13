"""The boards that are installed with the package, in collections: one file each."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable

from gridproof.arguments import check_text
from gridproof.errors import UnknownName
from gridproof.files.reading import read_boards
from gridproof.level import Level
from gridproof.registry import games

__all__ = ["Collection", "collection", "collections"]


@dataclass(frozen=True)
class Collection:
    """Some boards of one game.

    Attributes:
        id: "sokoban" for a game's own, "sokoban/microban1" for others.
        game: id of their game.
        file: the path of their file.
    """

    id: str
    game: str
    file: Traversable

    @functools.cached_property
    def levels(self) -> tuple[Level, ...]:
        """The boards, in order; read at the first use."""
        text = self.file.read_text(encoding="utf-8")
        return tuple(read_boards(text, self.file.name, game=self.game))


@functools.cache
def collections() -> Mapping[str, Collection]:
    """Return all collections by id, game by game, each game's own one first."""
    return {found.id: found for found in _found()}


def collection(name: str) -> Collection:
    """Return the collection of this id.

    Raises:
        UnknownName: there is none.
    """
    check_text(name, "the name of a collection of boards")
    known = collections()
    if name not in known:
        raise UnknownName("collection of boards", name, known)
    return known[name]


def _found() -> Iterator[Collection]:
    folder = files("gridproof") / "data" / "levels"
    for game in games():
        own = folder / f"{game}.txt"
        if own.is_file():
            yield Collection(game, game, own)
        others = folder / game
        if others.is_dir():
            for file in sorted(others.iterdir(), key=lambda file: file.name):
                # Licences lie beside the boards that they are of.
                if file.name.endswith(".txt") and not file.name.startswith("LICENSE"):
                    yield Collection(f"{game}/{file.name.removesuffix('.txt')}", game, file)
