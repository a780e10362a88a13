"""Amounts in words, for messages about boards, solutions and searches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gridproof.result import Certified, Result, Sense, Value, first

__all__ = [
    "achieved",
    "amounts",
    "certified",
    "claim",
    "counted",
    "limit",
    "meaning",
    "short",
    "span",
    "tally",
]


def counted(metric: str, number: int) -> str:
    """Return an amount of a metric: ``1,034 pushes``, ``1 push``, ``length 9``."""
    if number == 1 and metric.endswith("s"):
        one = metric.removesuffix("es" if metric.endswith(("shes", "ches", "xes")) else "s")
        return f"1 {one}"
    return _measured(metric, f"{number:,}")


def amounts(value: Value, metrics: Sequence[str]) -> list[str]:
    """Return a value in words, a text for each metric; a plain number is of the first one."""
    return list(map(counted, metrics, value if isinstance(value, tuple) else (value,)))


def tally(costs: Mapping[str, int], metrics: Sequence[str]) -> str:
    """Return every metric of a solution in words, those of the objective first."""
    first_ones = dict.fromkeys((*metrics, *costs))
    return ", ".join(counted(metric, costs[metric]) for metric in first_ones if metric in costs)


def achieved(result: Result, metrics: Sequence[str]) -> str:
    """Return a result's value in words: ``12 pushes, 60 moves``, ``31 … 36 pushes, 80 moves``.

    A bound speaks of the metrics that it has a number for; the others are of the solution.

    Args:
        result: a result that has or may have a solution.
        metrics: of its objective.
    """
    cost, bound, sense = result.cost, result.bound, result.sense
    if cost is not None and bound in (cost, first(cost)):
        return tally(result.costs, metrics)
    if isinstance(bound, tuple):
        best = "?" if cost is None else ", ".join(amounts(cost, metrics))
        proven = ", ".join(amounts(bound, metrics))
        return f"{proven} … {best}" if sense == "min" else f"{best} … {proven}"
    metric = metrics[0]
    among = span(None if cost is None else first(cost), bound, sense, ",")
    others = {other: cost for other, cost in result.costs.items() if other != metric}
    return ", ".join(filter(None, [_measured(metric, among), tally(others, metrics)]))


def limit(value: Value, sense: Sense, metrics: Sequence[str]) -> str:
    """Return a limit on an objective in words: ``at most 3 pushes``."""
    side = "at most" if sense == "min" else "at least"
    return f"{side} {', '.join(amounts(value, metrics))}"


def short(number: int) -> str:
    """Return a large number in three digits: ``4.4 M``."""
    for letter, size in (("G", 10**9), ("M", 10**6), ("k", 10**3)):
        if number >= 0.9995 * size:  # less is not rounded up to it
            return f"{number / size:.3g} {letter}"
    return str(number)


def span(cost: Value | None, bound: Value | None, sense: Sense, separator: str = "") -> str:
    """Return the range of an optimum: ``34`` if it is proven, else ``31 … 36`` or ``31 … ?``.

    Args:
        cost: of the best known solution, or None.
        bound: the proven bound, or None.
        sense: of the objective.
        separator: of thousands.
    """
    best, proven = _plain(cost, separator), _plain(bound, separator)
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
    graph = stands_for.get("graph")
    if graph is None:
        formula = stands_for["formula"]
        variables = counted("variables", formula["variables"])
        clauses = counted("clauses", len(formula["clauses"]))
        yes = f"its formula of {variables} and {clauses} is satisfiable"
    else:
        edges, cover = counted("edges", len(graph["edges"])), graph["cover"]
        yes = f"its graph of {edges} has a cover of {cover}"
    return f"{limit(stands_for['k'], sense, [metric])} exactly if {yes}"


def _measured(metric: str, amount: str) -> str:
    """Return an amount with its unit, which follows the amount if it is a plural."""
    return f"{amount} {metric}" if metric.endswith("s") else f"{metric} {amount}"


def _plain(value: Value | None, separator: str = "") -> str:
    if value is None:
        return "?"
    numbers = value if isinstance(value, tuple) else (value,)
    return ",".join(f"{number:{separator}}" for number in numbers)
