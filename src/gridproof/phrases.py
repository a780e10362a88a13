"""Amounts in words, for whoever tells of a board, a solution or a search."""

from __future__ import annotations

from collections.abc import Sequence

from gridproof.result import Sense, Value

__all__ = ["amounts", "counted", "short", "span"]


def counted(metric: str, number: int) -> str:
    """So many of a metric: ``1,034 pushes``, ``1 push``, ``length 9``."""
    if not metric.endswith("s"):
        return f"{metric} {number:,}"
    if number == 1:
        metric = metric.removesuffix("es" if metric.endswith(("shes", "ches", "xes")) else "s")
    return f"{number:,} {metric}"


def amounts(value: Value, metrics: Sequence[str]) -> list[str]:
    """A value with what it counts, each metric for itself; a plain number is of the first one."""
    return list(map(counted, metrics, value if isinstance(value, tuple) else (value,)))


def short(number: int) -> str:
    """A large number in three digits: ``4.4 M``."""
    for letter, size in (("G", 10**9), ("M", 10**6), ("k", 10**3)):
        if number >= 0.9995 * size:  # less is not rounded up to it
            return f"{number / size:.3g} {letter}"
    return str(number)


def span(cost: Value | None, bound: Value | None, sense: Sense) -> str:
    """What is known of an optimum: ``34`` if it is proven, else ``31 … 36`` or ``31 … ?``."""
    best, proven = _plain(cost), _plain(bound)
    if cost is not None and cost == bound:
        return best
    return f"{proven} … {best}" if sense == "min" else f"{best} … {proven}"


def _plain(value: Value | None) -> str:
    if value is None:
        return "?"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
