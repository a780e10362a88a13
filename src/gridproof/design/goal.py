"""Conditions on generated boards besides the generator's own parameters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from gridproof.errors import InputError
from gridproof.options import Option, whole_number

__all__ = ["GOAL_OPTIONS", "Goal", "Unmet"]


def _number(name: str, summary: str) -> Option:
    return Option(name, None, whole_number, str, summary, json_text=str)


#: The conditions as options: on a command line, in a form, in the ID of a level.
GOAL_OPTIONS: Final = (
    Option("objective", None, str, str, "the objective that is optimised"),
    _number("min-cost", "the optimum is at least this"),
    _number("max-cost", "the optimum is at most this"),
    Option.flag("unique", "one best play only"),
    _number("min-gap", "the simple player is worse by at least this"),
    _number("max-gap", "the simple player is worse by at most this"),
)


@dataclass(frozen=True)
class Goal:
    """Conditions on a board, by the names in :data:`GOAL_OPTIONS`; None and False set none.

    Attributes:
        objective: id of the objective that costs and gaps are of; None is the game's first one.
        min_cost: least optimum.
        max_cost: largest optimum.
        unique: True if there is one best play only, of those that
            :func:`gridproof.design.state_space.optimal_solutions` counts.
        min_gap: least excess of the game's simple player (:attr:`gridproof.game.Game.baseline`).
        max_gap: its largest excess.
    """

    objective: str | None = None
    min_cost: int | None = None
    max_cost: int | None = None
    unique: bool = False
    min_gap: int | None = None
    max_gap: int | None = None

    def __post_init__(self) -> None:
        for what in ("cost", "gap"):
            least, most = self._range(what)
            if least is not None and most is not None and least > most:
                raise InputError(
                    f"no {what} is at least {least} and at most {most}",
                    hint="exchange the two limits",
                )

    def named(self) -> Iterator[tuple[str, str]]:
        """Yield the conditions that are set, as an ID of a level names them."""
        for option in GOAL_OPTIONS:
            value = getattr(self, option.attribute)
            if value != option.default:
                yield option.name, option.show(value)

    def misses_cost(self, cost: int) -> int:
        """Return the distance of a cost from the range; negative if too small, 0 if inside."""
        return self._miss("cost", cost)

    def misses_gap(self, gap: int) -> int:
        """Return the distance of a gap from its range, in the same way."""
        return self._miss("gap", gap)

    @property
    def about_gap(self) -> bool:
        """True if the gap matters."""
        return self._range("gap") != (None, None)

    def _range(self, what: str) -> tuple[int | None, int | None]:
        return getattr(self, f"min_{what}"), getattr(self, f"max_{what}")

    def _miss(self, what: str, value: int) -> int:
        least, most = self._range(what)
        if least is not None and value < least:
            return value - least
        return value - most if most is not None and value > most else 0


class Unmet(Exception):
    """The failure of a generator that aims: it found no board with this draw.

    Attributes:
        why: a few words, the same for all draws that fail alike: "too short".
        cost: the optimum of the board nearest to the goal, if one is known.
    """

    def __init__(self, why: str, cost: int | None = None) -> None:
        super().__init__(why, cost)
        self.why = why
        self.cost = cost
