"""The entries of a course: boards drawn by hand, generated ones, and ones of other collections."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gridproof.design.generate import Made, remake
from gridproof.files.reading import read_boards
from gridproof.files.shipped import collection
from gridproof.level import Level
from gridproof.registry import find_game

__all__ = ["Entry", "taken"]


@dataclass(frozen=True)
class Entry:
    """A level of a course.

    Attributes:
        title: two to four words that do not give the solution away.
        idea: what is new in it; no player is told.
        recipe: the board as text, or the ID of a generated level.
        credit: headers that say where the board is from.
    """

    title: str
    idea: str
    recipe: str
    credit: Mapping[str, str] = field(default_factory=dict)

    @property
    def generated(self) -> bool:
        """True if a generator makes the board."""
        return "\n" not in self.recipe

    def level(self, game: str) -> Level:
        """Return the board with its title and its origin."""
        info = {"title": self.title, **self.credit}
        if self.generated:
            made = remake(self.recipe)
            assert isinstance(made, Made), f"{self.recipe}: {made}"
            return made.level.with_info(**info, generator=made.level.info["generator"])
        (level,) = read_boards(self.recipe.lstrip("\n"), self.title, game=game)
        return level.with_info(**info)


def taken(title: str, idea: str, name: str, number: int, source: str) -> Entry:
    """Return an entry with a board of another shipped collection, its author named.

    Args:
        title: of the entry.
        idea: of the entry.
        name: of the collection.
        number: of the board in it, from 1.
        source: the collection's name for people.
    """
    level = collection(name).levels[number - 1]
    credit = {"author": level.info["author"], "source": f"{source}, level {number}"}
    return Entry(title, idea, find_game(level.game).write(level.with_info()), credit)
