"""The plots of a report: how many runs are proven within a time, and two solvers on each board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gridproof.batch.findings import Finding, Known
from gridproof.batch.series import limits_text
from gridproof.render.plots import plot
from gridproof.render.theme import LIGHT, TINTS
from gridproof.solving.messages import counted

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["cactus", "scatter"]

Group = Sequence[Finding]
Pair = tuple[Finding, Finding]

#: Seconds that shorter times are drawn at: less says more of the clock than of the solver.
_LEAST: Final = 0.0001
#: More points than this are drawn as a picture, which a browser shows at once.
_MAX_POINTS: Final = 2000
#: Seconds from which on a limit is not drawn: it would leave no room for times.
_MONTH: Final = 31 * 86400.0
#: Lines that a plot has at most.
_LINES: Final = 20
#: A line that is no data.
_QUIET: Final[Mapping[str, Any]] = {
    "color": LIGHT["quiet"],
    "linewidth": 1,
    "marker": "",
    "zorder": 1.5,
}


def cactus(path: Path, groups: Mapping[str, Group], *, below: Path) -> None:
    """Draw how many runs are proven within how many seconds, a line a series.

    Of more than twenty series it draws those that prove most.

    Args:
        path: of the SVG.
        groups: the runs of each series, failed ones too, by its name.
        below: the folder from which on no link is followed.

    Raises:
        InputError: it cannot be written.
    """
    runs = [one for group in groups.values() for one in group]
    times_of = {name: _times(group) for name, group in groups.items()}
    drawn = sorted(times_of, key=lambda name: -len(times_of[name]))[:_LINES]
    lines = {name: times for name, times in times_of.items() if name in drawn}
    hidden = len(times_of) - len(lines)
    limits = _limits(runs)
    last = max([_LEAST * 10, *limits, *(t for times in lines.values() for t in times)])
    caption = (
        f"n = {counted('runs', len(runs))}; {_said_limits(runs)}. Proven is OPTIMAL or INFEASIBLE; "
        "beside a line's name: how many, of how many. The others were stopped, or failed. Times "
        f"under {_LEAST:g} s are drawn there."
        + (f" Not drawn, as they prove fewer: {hidden:,}." if hidden else "")
    )
    with plot(str(path), title="Runs proven within a time", caption=caption, below=below) as axes:
        for name, times in lines.items():
            axes.plot(
                [_LEAST, *times, last],
                [0, *range(1, len(times) + 1), len(times)],
                drawstyle="steps-post",
                markevery=(0.03, 0.15),
                label=f"{name} {len(times)}/{len(groups[name])}",
            )
        if len(set(limits)) == 1:
            axes.axvline(limits[0], **_QUIET, linestyle="--")
            above = ("data", "axes fraction")
            _say(axes, "limit", (limits[0], 1), (0, 2), xycoords=above, ha="center")
        axes.set(xlabel="seconds", ylabel="runs proven", xscale="log")
        axes.set(xlim=(_LEAST, last), ylim=(0, None))
        axes.locator_params(axis="y", integer=True)  # there is no half of a run


def scatter(path: Path, names: tuple[str, str], pairs: Sequence[Pair], *, below: Path) -> None:
    """Draw the seconds of two series on each board that both have run.

    Runs without a proof are on a line of their own, beyond all times.

    Args:
        path: of the SVG.
        names: of the two series.
        pairs: their runs of the same board.
        below: the folder from which on no link is followed.

    Raises:
        InputError: it cannot be written.
    """
    runs = [one for pair in pairs for one in pair]
    times = _times(runs)
    longest = max([_LEAST * 10, *_limits(runs), *times])
    limit, least = longest * 1.3, min(times, default=_LEAST) * 0.8
    both, neither = [], 0
    missed: tuple[list[float], list[float]] = [], []  # times of the other one
    for pair in pairs:
        x, y = (_time(one) for one in pair)
        if x is not None and y is not None:
            both.append((x, y))
        elif x is not None:
            missed[1].append(x)
        elif y is not None:
            missed[0].append(y)
        else:
            neither += 1
    one, other = names
    caption = (
        f"n = {counted('boards', len(pairs))}; {_said_limits(runs)}. Proven by both: "
        f"{len(both):,}; only by {one}: {len(missed[1]):,} (triangles above); only by {other}: "
        f"{len(missed[0]):,} (triangles on the right); by neither: {neither:,} (not drawn). "
        f"Below the diagonal {other} is faster. Times under {_LEAST:g} s are drawn there."
    )
    with plot(
        str(path), title=f"{one} and {other}, board by board", caption=caption, below=below
    ) as axes:
        axes.figure.set_size_inches(7.2, 6.8)  # type: ignore[union-attr]
        axes.plot([least, longest], [least, longest], **_QUIET)
        axes.plot([least, limit], [limit, limit], **_QUIET, linestyle="--")
        axes.plot([limit, limit], [least, limit], **_QUIET, linestyle="--")
        _say(axes, f"not proven by {other}", (least, limit), (4, 6))
        _say(axes, f"not proven by {one}", (limit, least), (6, 4), rotation=90)
        _points(axes, both, "o", TINTS[0])
        _points(axes, [(x, limit) for x in missed[1]], "^", TINTS[1])
        _points(axes, [(limit, y) for y in missed[0]], ">", TINTS[1])
        axes.set(xscale="log", yscale="log", aspect="equal")
        axes.set(xlabel=f"seconds, {one}", ylabel=f"seconds, {other}")
        axes.set(xlim=(least, limit * 1.5), ylim=(least, limit * 1.5))
        axes.grid(axis="x")


def _say(
    axes: Axes, text: str, place: tuple[float, float], shift: tuple[int, int], **options: Any
) -> None:
    """Draw small text beside a place, shifted by the given points."""
    axes.annotate(
        text, place, xytext=shift, textcoords="offset points", size="small", va="bottom", **options
    )


def _points(axes: Axes, points: Sequence[tuple[float, float]], marker: str, colour: str) -> None:
    if points:
        axes.plot(
            *zip(*points, strict=True),
            marker,
            color=colour,
            markersize=4.5,
            markeredgewidth=0.5,
            clip_on=False,
            rasterized=len(points) > _MAX_POINTS,
        )


def _time(one: Finding) -> float | None:
    """Return seconds of a proof; None without one."""
    if one.seconds is None or one.known is not Known.PROVEN:
        return None
    return max(one.seconds, _LEAST)


def _times(runs: Group) -> list[float]:
    return sorted(time for time in map(_time, runs) if time is not None)


def _limits(runs: Group) -> list[float]:
    """Return the limits of time that a plot of their times can show."""
    limits = (one.run.limits.time for one in runs)
    return [limit for limit in limits if limit is not None and limit <= _MONTH]


def _said_limits(runs: Group) -> str:
    """Return the limits of runs as text, the tightest first."""
    known = {one.run.limits for one in runs}
    if len(known) > 3:
        return f"{len(known)} different limits"
    texts = sorted(map(limits_text, known))
    return "no limits" if texts == ["no limits"] else f"limits: {' or '.join(texts)}"
