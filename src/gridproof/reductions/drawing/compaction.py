"""Drawings on a grid made smaller: columns and rows pushed together, lines straightened.

Points that vertical segments join form a bar. Each row runs through some bars, from left to right;
as long as that order stays in all rows, nothing comes to lie on or beyond something else. So bars
can be moved to other columns, each at least one right of those to its left in one of its rows. Two
bars that a horizontal segment joins may also come into one column if one of them begins in the
row where the other ends: then the segment vanishes. Columns and rows alike.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from gridproof.grid import Pos

__all__ = ["Lines", "compacted"]

#: Lines through points, from corner to corner.
Lines = tuple[tuple[Pos, ...], ...]


@dataclass
class _Bar:
    """Points in one column that lie one below the other without a gap.

    Attributes:
        column: of the points.
        first: its upper row.
        last: its lower row.
        left: bars to its left, each with the minimum distance in columns.
        right: bars to its right, each with the minimum distance in columns.
        joined: the bars that horizontal segments join it to, a time for each segment.
    """

    column: int
    first: int
    last: int
    left: dict[int, int] = field(default_factory=dict)
    right: dict[int, int] = field(default_factory=dict)
    joined: list[int] = field(default_factory=list)


def compacted(lines: Lines) -> Lines:
    """Push columns and rows together, then move them so that lines get shorter."""
    best = _both(_pushed, lines)
    while True:
        better = _both(_shortened, best)
        better = _both(_pushed, better)
        better = _both(_shortened, better)
        if _size(better) >= _size(best):
            return best
        best = better


def _size(lines: Lines) -> tuple[int, int]:
    """Return the sizes to minimise: the sum of all lengths, and the space."""
    length = sum(
        abs(a.x - b.x) + abs(a.y - b.y) for line in lines for a, b in itertools.pairwise(line)
    )
    points = [point for line in lines for point in line]
    return length, max(p.x for p in points) + max(p.y for p in points)


def _both(change: Callable[[Lines], Lines], lines: Lines) -> Lines:
    """Change columns, then rows, until nothing changes more."""
    while True:
        changed = _flipped(change(_flipped(change(lines))))
        if changed == lines:
            return lines
        lines = changed


def _flipped(lines: Lines) -> Lines:
    return tuple(tuple(Pos(y, x) for x, y in line) for line in lines)


def _pushed(lines: Lines) -> Lines:
    """Push all bars as far left as they go."""
    bars = _bars(lines)
    columns: list[int] = []
    for bar in bars:
        columns.append(max((columns[i] + gap for i, gap in bar.left.items()), default=0))
    return _moved(lines, bars, columns)


def _shortened(lines: Lines) -> Lines:
    """Move bars one by one to where the segments at them are shortest in all."""
    bars = _bars(lines)
    columns = [bar.column for bar in bars]
    last = max(columns)
    moved = True
    while moved:
        moved = False
        for number, bar in enumerate(bars):
            low = max((columns[i] + gap for i, gap in bar.left.items()), default=0)
            high = min((columns[i] - gap for i, gap in bar.right.items()), default=last)
            ends = sorted(columns[i] for i in bar.joined)
            if ends:
                # Every column between the two medians is as good.
                middle = ends[(len(ends) - 1) // 2], ends[len(ends) // 2]
                here = min(max(columns[number], middle[0]), middle[1])
                here = min(max(here, low), high)
                moved |= here != columns[number]
                columns[number] = here
    return _moved(lines, bars, columns)


def _moved(lines: Lines, bars: Sequence[_Bar], columns: Sequence[int]) -> Lines:
    """Move each bar to another column; drop the points that are no corners any more."""
    first = min(columns)
    new = {
        (bar.column, row): column - first
        for bar, column in zip(bars, columns, strict=True)
        for row in range(bar.first, bar.last + 1)
    }
    found = []
    for line in lines:
        points = [Pos(new[x, y], y) for x, y in line]
        corners = [points[0]]
        for here, after in itertools.pairwise(points[1:]):
            before = corners[-1]
            if not (before.x == here.x == after.x or before.y == here.y == after.y):
                corners.append(here)
        found.append((*corners, points[-1]))
    return tuple(found)


def _bars(lines: Lines) -> list[_Bar]:
    """Find the bars from left to right, with the bars that they keep away from or are joined to."""
    spans: dict[int, list[tuple[int, int]]] = {}
    segments = [pair for line in lines for pair in itertools.pairwise(line)]
    for a, b in segments:
        for start, end in ((a, a), (b, b), (a, b)):  # of a horizontal one both ends
            if start.x == end.x:
                rows = min(start.y, end.y), max(start.y, end.y)
                spans.setdefault(start.x, []).append(rows)
    bars: list[_Bar] = []
    for column, found in sorted(spans.items()):
        for first, last in sorted(found):
            if bars and bars[-1].column == column and first <= bars[-1].last:
                bars[-1].last = max(bars[-1].last, last)
            else:
                bars.append(_Bar(column, first, last))
    number = {
        (bar.column, row): i for i, bar in enumerate(bars) for row in range(bar.first, bar.last + 1)
    }
    before: dict[int, int] = {}  # the last bar so far in each row
    for i, bar in enumerate(bars):
        for row in range(bar.first, bar.last + 1):
            if row in before:
                bar.left[before[row]] = bars[before[row]].right[i] = 1
            before[row] = i
    for line in lines:
        for a, b in itertools.pairwise(line):
            if a.y == b.y:
                i, j = sorted((number[a.x, a.y], number[b.x, b.y]))
                bars[i].joined.append(j)
                bars[j].joined.append(i)
                meet = bars[i].last == a.y == bars[j].first or bars[i].first == a.y == bars[j].last
                if meet and len(line) > 2:
                    bars[i].right[j] = bars[j].left[i] = 0
    return bars
