"""Figures as rows hold them, and as tables show them: medians, ratios, published figures.

A column of a row is a plain value, a table of counts by name, or one of two forms: a *spread*
(``median least most``) or a *ratio* of means over replicates (``ratio interval least most``). Both
may have ``published``, which gets a column of its own; there None is an empty cell.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from typing import Any, Final

__all__ = ["Row", "columns", "mean_ratio", "shown", "spread"]

Row = Mapping[str, Any]
#: Student's t by the number of replicates; of more of them :func:`_t95` has a series.
_T95: Final = (math.nan, math.nan, 12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26)


def spread(values: Sequence[float], **published: float | None) -> dict[str, float | None]:
    """Return the median of some values, the least and the most.

    A value that is only known to be large, as of a run that a limit stopped, is given as infinity:
    the median is right as long as fewer than half of the values are; else it is None.

    Args:
        values: in any order; none at all have no median either.
        published: ``published`` if the figure stands beside a published one.
    """
    found = sorted(values)
    known = {
        "median": statistics.median(found) if found else math.inf,
        "least": found[0] if found else math.inf,
        "most": found[-1] if found else math.inf,
    }
    return {name: v if math.isfinite(v) else None for name, v in known.items()} | published


def mean_ratio(ratios: Sequence[float], published: float | None) -> dict[str, float | None]:
    """Return the mean of a ratio over replicates, and its confidence interval.

    ``interval`` is half of the 95 % confidence interval of the mean; None for a single replicate.
    """
    interval = None
    if len(ratios) > 1:
        interval = _t95(len(ratios)) * statistics.stdev(ratios) / math.sqrt(len(ratios))
    return {
        "ratio": statistics.fmean(ratios),
        "interval": interval,
        "least": min(ratios),
        "most": max(ratios),
        "published": published,
    }


def _t95(replicates: int) -> float:
    """Return half the width of a 95 % interval of a mean, in standard errors (Student's t)."""
    if replicates < len(_T95):
        return _T95[replicates]
    z, freedom = 1.96, replicates - 1  # first terms of the series in 1 / freedom
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


def columns(row: Row) -> dict[str, str]:
    """Return the columns of a row, as text."""
    cells: dict[str, str] = {}
    for name, value in row.items():
        if not isinstance(value, Mapping):
            cells[name] = shown(value)
        elif "ratio" in value:
            said = f"{value['ratio']:.3f}"
            if value["interval"] is not None:
                least, most = value["least"], value["most"]
                said += f" ± {value['interval']:.3f} ({least:.3f}…{most:.3f})"
            cells[f"{name}, ratio"] = said
        elif "median" in value:
            cells[name] = shown(value["median"])
            least, most = shown(value["least"]), shown(value["most"])
            if not cells[name] == least == most:
                cells[name] += f" ({least}…{most})"
        else:
            cells |= {part: shown(number) for part, number in value.items()}
        if isinstance(value, Mapping) and "published" in value:
            published = value["published"]
            cells[f"{name}, published"] = "" if published is None else f"{published:,.6g}"
    return cells


def shown(value: Any) -> str:
    """Return a figure with three digits at least, counts with all; "-" if there is none."""
    if value is None:
        return "-"
    if not isinstance(value, float):
        return value if isinstance(value, str) else f"{value:,}"
    if value == 0:
        return "0"
    digits = max(0, 2 - math.floor(math.log10(abs(value))))
    return f"{value:,.{digits}f}"
