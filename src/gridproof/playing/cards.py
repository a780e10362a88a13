"""Cards of levels: the facts that help to choose one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gridproof.game import AnyGame
from gridproof.level import Level
from gridproof.playing.messages import plain
from gridproof.registry import digest
from gridproof.result import Sense, Value, first

__all__ = ["MAX_DIFFICULTY", "Card"]

#: Marks of the hardest levels.
MAX_DIFFICULTY: Final = 5


@dataclass(frozen=True)
class Card:
    """The facts about a level, of its board and its headers.

    Attributes:
        title: of the level, if it has one.
        width: columns.
        height: rows.
        digest: of the board: solved levels are remembered by it.
        objective: id of the game's first objective.
        sense: of this objective.
        difficulty: one to five marks, as :attr:`gridproof.design.rate.Rating.difficulty`; None:
            the headers do not have it.
        optimum: of this objective, its first metric; None: the headers do not have it. It is
            shown to those alone who have solved the level.
    """

    title: str | None
    width: int
    height: int
    digest: str
    objective: str
    sense: Sense
    difficulty: int | None
    optimum: int | None

    @classmethod
    def of(cls, game: AnyGame, level: Level) -> Card:
        """Return the card of a level."""
        objective, difficulty = game.objective(), _number(level, "difficulty")
        return cls(
            level.title,
            level.width,
            level.height,
            digest(game, level),
            objective.id,
            objective.sense,
            difficulty if difficulty in range(1, MAX_DIFFICULTY + 1) else None,
            _number(level, "optimum"),
        )

    @property
    def size(self) -> str:
        """Columns and rows."""
        return f"{self.width} × {self.height}"

    @property
    def marks(self) -> str:
        """The difficulty as five circles, some of them filled; "" if it is not known."""
        if self.difficulty is None:
            return ""
        return "●" * self.difficulty + "○" * (MAX_DIFFICULTY - self.difficulty)

    def achieved(self, objective: str, best: Value) -> str:
        """Return a player's best solution in words, beside the optimum.

        Args:
            objective: id of the objective that was played for.
            best: the value of the solution.
        """
        if self.optimum is None or objective != self.objective:
            return f"best {plain(best)}"
        if first(best) == self.optimum:
            return f"{plain(best)}, the optimum"
        return f"best {plain(best)}, {self.optimum} {'is' if self.optimum == 1 else 'are'} possible"


def _number(level: Level, header: str) -> int | None:
    """Return the number in a header; None if there is none."""
    text = level.info.get(header, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None
