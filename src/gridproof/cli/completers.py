"""Names from the registry that shells complete; it is loaded when they ask."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

__all__ = ["game_names", "listed_names", "objective_names"]


def game_names(_: Any) -> list[str]:
    """Return the ids of the games."""
    from gridproof.registry import games

    return list(games())


def objective_names(_: Any) -> list[str]:
    """Return the ids of the objectives of all games."""
    from gridproof.registry import games

    found: Iterable[str] = (goal.id for game in games().values() for goal in game.objectives)
    return list(dict.fromkeys(found))


def listed_names(context: Any) -> list[str]:
    """Return the ids of the games and the reductions."""
    from gridproof.reduction import reductions

    return [*game_names(context), *reductions()]
