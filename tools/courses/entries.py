"""The entries of a course: boards drawn by hand, generated ones, and ones of other collections."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gridproof.design.generate import Made, remake
from gridproof.design.rate import Rating, rate
from gridproof.files.reading import read_boards
from gridproof.files.shipped import collection
from gridproof.level import Level
from gridproof.result import Limits, Status

__all__ = ["Entry", "taken"]

#: Seconds for the optimum of a level.
_SECONDS = 60


@dataclass(frozen=True)
class Entry:
    """A level of a course.

    Attributes:
        title: two to four words that do not give the solution away.
        recipe: the board as text, or the ID of a generated level.
        credit: headers that say where the board is from.
    """

    title: str
    recipe: str
    credit: Mapping[str, str] = field(default_factory=dict)

    def level(self, game: str) -> Level:
        """Return the board with its title and its origin."""
        info = {"title": self.title, **self.credit}
        if "\n" not in self.recipe:
            made = remake(self.recipe)
            assert isinstance(made, Made), f"{self.recipe}: {made}"
            return made.level.with_info(**info, generator=made.level.info["generator"])
        (level,) = read_boards(self.recipe.lstrip("\n"), self.title, game=game)
        return level.with_info(**info)

    def rated(self, game: str) -> Rating:
        """Return the rating of the board, with optimum and difficulty in its headers."""
        rating = rate(self.level(game), limits=Limits(time=_SECONDS))
        assert rating.result.status is Status.OPTIMAL, f"{self.title}: {rating.result.status}"
        found = {"optimum": str(rating.values["optimum"]), "difficulty": str(rating.difficulty)}
        return Rating(
            rating.level.with_info(**rating.level.info, **found),
            rating.result,
            rating.measures,
            rating.values,
            rating.at_least,
        )


def taken(title: str, name: str, number: int, source: str) -> Entry:
    """Return an entry with a board of another shipped collection, its author named.

    Args:
        title: of the entry.
        name: of the collection.
        number: of the board in it, from 1.
        source: the collection's name for people.
    """
    level = collection(name).levels[number - 1]
    from gridproof.registry import find_game

    credit = {"author": level.info["author"], "source": f"{source}, level {number}"}
    return Entry(title, find_game(level.game).write(level.with_info()), credit)
