"""Runs that differ in nothing but the board: what tables and plots compare."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from gridproof.batch.plan import Run
from gridproof.result import Limits

__all__ = ["Series", "names", "series"]


class Series(NamedTuple):
    """The settings that all runs of a series have in common.

    Attributes:
        game: id.
        objective: id.
        solver: id.
        options: of the solver, as ``name=value``, sorted.
        limits: of each run.
        version: of gridproof; "" if versions are compared.
    """

    game: str
    objective: str
    solver: str
    options: tuple[str, ...]
    limits: Limits
    version: str


def series(run: Run, *, version: bool = True) -> Series:
    """Return the series of a run; without ``version`` it spans all versions."""
    options = tuple(f"{name}={run.options[name]}" for name in sorted(run.options))
    return Series(
        run.game, run.objective, run.solver, options, run.limits, run.version if version else ""
    )


def names(known: Iterable[Series]) -> Mapping[Series, str]:
    """Return names that tell series apart, with nothing that is the same for all of them."""
    every = list(dict.fromkeys(known))
    games = {one.game for one in every}
    goals = {(one.game, one.objective) for one in every}
    limits = {one.limits for one in every}
    versions = {one.version for one in every}

    def name(one: Series) -> str:
        parts = [one.game] if len(games) > 1 else []
        parts.append(one.solver)
        if len(goals) > len(games):
            parts.append(one.objective)
        parts += one.options
        if len(limits) > 1:
            parts.append(limits_text(one.limits))
        if len(versions) > 1:
            parts.append(one.version)
        return " ".join(parts)

    return {one: name(one) for one in every}


def limits_text(limits: Limits) -> str:
    """Return limits in a few words: ``10 s, 1000 nodes``; "no limits" without any."""
    parts = {
        "time": f"{limits.time or 0:g} s",
        "nodes": f"{limits.nodes} nodes",
        "memory": f"{(limits.memory or 0) / (1 << 20):g} MiB",
        "max_cost": f"cost at most {limits.max_cost}",
    }
    given = [text for name, text in parts.items() if getattr(limits, name) is not None]
    return ", ".join(given) or "no limits"
