"""Amounts in words, for messages about boards, solutions and searches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gridproof.result import Certified, Sense, Value

__all__ = ["amounts", "certified", "claim", "counted", "meaning", "short", "span"]


def counted(metric: str, number: int) -> str:
    """Return an amount of a metric: ``1,034 pushes``, ``1 push``, ``length 9``."""
    if not metric.endswith("s"):
        return f"{metric} {number:,}"
    if number == 1:
        metric = metric.removesuffix("es" if metric.endswith(("shes", "ches", "xes")) else "s")
    return f"{number:,} {metric}"


def amounts(value: Value, metrics: Sequence[str]) -> list[str]:
    """Return a value in words, a text for each metric; a plain number is of the first one."""
    return list(map(counted, metrics, value if isinstance(value, tuple) else (value,)))


def short(number: int) -> str:
    """Return a large number in three digits: ``4.4 M``."""
    for letter, size in (("G", 10**9), ("M", 10**6), ("k", 10**3)):
        if number >= 0.9995 * size:  # less is not rounded up to it
            return f"{number / size:.3g} {letter}"
    return str(number)


def span(cost: Value | None, bound: Value | None, sense: Sense) -> str:
    """Return the range of an optimum: ``34`` if it is proven, else ``31 … 36`` or ``31 … ?``."""
    best, proven = _plain(cost), _plain(bound)
    if cost is not None and cost == bound:
        return best
    return f"{proven} … {best}" if sense == "min" else f"{best} … {proven}"


def claim(cost: Value | None, bound: Value | None, sense: Sense, metrics: Sequence[str]) -> str:
    """Return the claim of a proof: ``optimum 34 moves``, ``at least 31 moves, best 36``.

    Args:
        cost: of the best known solution; None: there is none.
        bound: the proven bound; None: there is no solution.
        sense: of the objective.
        metrics: its metrics.
    """
    if bound is None:
        return "no solution"
    amount = ", ".join(amounts(bound, metrics))
    if cost == bound:
        return f"optimum {amount}"
    side = "at least" if sense == "min" else "at most"
    return f"{side} {amount}" + ("" if cost is None else f", best {_plain(cost)}")


def certified(made: Certified, cost: Value | None, sense: Sense, metrics: Sequence[str]) -> str:
    """Return a certificate in words: ``optimum 6 moves; plain, 855 bytes, …``.

    Args:
        made: the certificate.
        cost: of the solution in it; None: there is none.
        sense: of the objective.
        metrics: its metrics.
    """
    counts = ", ".join(counted(name, number) for name, number in made.counts.items())
    return (
        f"{claim(cost, made.bound, sense, metrics)}; {made.kind}, {made.size:,} bytes, "
        f"made in {made.make_time:.3f} s, checked in {made.check_time:.3f} s"
        + (counts and f": {counts}")
    )


def meaning(stands_for: Mapping[str, Any], sense: Sense, metric: str) -> str:
    """Return a board's meaning: ``at most 12 explosions exactly if its formula is satisfiable``.

    Args:
        stands_for: of an accepted certificate, see :class:`gridproof.proof.claims.Claim`.
        sense: of the objective.
        metric: its metric.
    """
    side = "at most" if sense == "min" else "at least"
    graph = stands_for.get("graph")
    if graph is None:
        formula = stands_for["formula"]
        variables = counted("variables", formula["variables"])
        clauses = counted("clauses", len(formula["clauses"]))
        yes = f"its formula of {variables} and {clauses} is satisfiable"
    else:
        edges, cover = counted("edges", len(graph["edges"])), graph["cover"]
        yes = f"its graph of {edges} has a cover of {cover}"
    return f"{side} {counted(metric, stands_for['k'])} exactly if {yes}"


def _plain(value: Value | None) -> str:
    if value is None:
        return "?"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
