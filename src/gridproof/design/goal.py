"""What is wanted of generated boards besides the generator's own parameters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from gridproof.errors import InputError
from gridproof.options import Option, whole_number

__all__ = ["GOAL_OPTIONS", "Goal", "Unmet"]


def _number(name: str, summary: str) -> Option:
    return Option(name, None, whole_number, str, summary, json_text=str)


#: The wishes as they are said in words: on a command line, in a form, in the ID of a level.
GOAL_OPTIONS: Final = (
    Option("objective", None, str, str, "what is optimised"),
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
        unique: whether there is one best play only, of those that
            :func:`gridproof.design.state_space.optimal_solutions` counts.
        min_gap: how much worse the game's simple player (:attr:`gridproof.game.Game.baseline`) is
            than the optimum, at least.
        max_gap: the same at most.
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
                raise InputError(f"no {what} is at least {least} and at most {most}")

    def named(self) -> Iterator[tuple[str, str]]:
        """The wishes that are made, as an ID of a level says them."""
        for option in GOAL_OPTIONS:
            value = getattr(self, option.attribute)
            if value != option.default:
                yield option.name, option.show(value)

    def misses_cost(self, cost: int) -> int:
        """How far a cost is from the wanted ones; negative if it is too small, 0 if it is one."""
        return self._miss("cost", cost)

    def misses_gap(self, gap: int) -> int:
        """The same of a gap."""
        return self._miss("gap", gap)

    @property
    def about_gap(self) -> bool:
        """Whether the gap matters."""
        return self._range("gap") != (None, None)

    def _range(self, what: str) -> tuple[int | None, int | None]:
        return getattr(self, f"min_{what}"), getattr(self, f"max_{what}")

    def _miss(self, what: str, value: int) -> int:
        least, most = self._range(what)
        if least is not None and value < least:
            return value - least
        return value - most if most is not None and value > most else 0


class Unmet(Exception):
    """A generator that aims found no board with this draw.

    Attributes:
        why: a few words, the same for all draws that fail alike: "too short".
        cost: the optimum of the board that came nearest to the wish, if one is known.
    """

    def __init__(self, why: str, cost: int | None = None) -> None:
        super().__init__(why, cost)
        self.why = why
        self.cost = cost
