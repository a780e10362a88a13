"""Plots in one style: the colours of all other pictures, lines named at their ends, a caption.

Matplotlib comes with the extra `plot` and is imported when something is drawn.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gridproof.errors import InputError, MissingPart, shorten
from gridproof.files.writing import write_file
from gridproof.render.theme import DARK, LIGHT, TINTS
from gridproof.visible import visible

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

__all__ = ["MARKERS", "check_installed", "check_path", "limit_line", "plain_plots", "plot"]

#: The kinds of files that are written, each with what keeps dates and versions out of it.
_FORMATS: Final[Mapping[str, Mapping[str, None]]] = {
    "svg": {"Date": None, "Creator": None},
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
    "png": {"Software": None},
}
#: Lines differ by more than their colour: what is on them, and after eight of them dashes.
MARKERS: Final = ("o", "s", "^", "D", "v", "P", "X", "p")
_DASHES: Final = ("-", "--", ":", "-.")
#: From one line's name to the next, in inches.
_PITCH: Final = 0.17
_LAYOUT: Final = Path(__file__).with_name("gridproof.mplstyle")
#: True while plots are drawn for papers, which have their own titles and captions.
_PLAIN: Final[ContextVar[bool]] = ContextVar("plain plots", default=False)


@contextmanager
def plain_plots(plain: bool = True) -> Iterator[None]:
    """Draw plots in the block for papers: no title, no notes below, no ground behind.

    A setting of the block, as those of Matplotlib are: functions that draw need no option for it.
    """
    token = _PLAIN.set(plain)
    try:
        yield
    finally:
        _PLAIN.reset(token)


def check_installed() -> None:
    """Check before any work that plots can be drawn at all.

    Raises:
        MissingPart: Matplotlib is not installed.
    """
    if find_spec("matplotlib") is None:
        raise MissingPart("plots need matplotlib", hint="pip install 'gridproof[plot]'")


def check_path(path: str) -> None:
    """Check before any work that a plot can be written to a file.

    Raises:
        MissingPart: Matplotlib is not installed.
        InputError: files of this kind are not written, or the folder does not exist.
    """
    check_installed()
    if _kind(path) not in _FORMATS:
        raise InputError(f"{path}: plots are written as {', '.join(_FORMATS)}")
    if not Path(path).parent.is_dir():
        raise InputError(
            f"{path}: there is no folder `{Path(path).parent}`",
            hint="make the folder first, or name another one",
        )


def _kind(path: str) -> str:
    """Return the kind of a file by its name, SVG without an ending."""
    return Path(path).suffix.removeprefix(".").lower() or "svg"


@contextmanager
def plot(path: str, *, title: str, caption: str, below: Path | None = None) -> Iterator[Axes]:
    """Give axes to draw on; at the end they are written to a file.

    Lines that have a label are named beside their ends, and logarithmic axes use whole numbers.
    Equal drawings make equal files. An SVG has other colours on dark pages. In a block of
    :func:`plain_plots` title, caption and ground are left out, and colours are the light ones.

    Args:
        path: a file that :func:`check_path` accepts.
        title: of the plot.
        caption: its ground, below the axes: the number of runs, and their limits.
        below: the folder below which no link is followed; None: the user named the file.

    Raises:
        InputError: the file cannot be written.
    """
    from matplotlib import style
    from matplotlib.figure import Figure

    with style.context([_LAYOUT, _colours()], after_reset=True):  # whatever the user has set
        figure = Figure()
        axes = figure.subplots()
        yield axes
        if not _PLAIN.get():
            _write_words(figure, title, caption)
        for axis in (axes.xaxis, axes.yaxis):
            if axis.get_scale() == "log":
                _say_whole_numbers(axis)
        _name_lines(figure, axes)
        write_file(Path(path), _drawn(figure, _kind(path), title), below=below)


def _write_words(figure: Figure, title: str, caption: str) -> None:
    """Write the title above the axes, and the caption below them."""
    figure.suptitle(textwrap.fill(visible(title), 74), x=0.01, ha="left")
    figure.supxlabel(
        textwrap.fill(visible(caption), 112),
        x=0.01,
        ha="left",
        size="small",
        color=LIGHT["quiet"],
    )


def limit_line(axes: Axes, limit: float, stopped: Mapping[float, int]) -> None:
    """Draw a line for runs that were stopped at a limit, with their numbers.

    Args:
        axes: the axes of the plot.
        limit: the value of y that these runs would be above.
        stopped: the number of runs, for each x that there is; without any there is no line.
    """
    if not any(stopped.values()):
        return
    places, name = list(stopped), f"limit: {limit:,}"
    axes.plot(places, [limit] * len(places), "--", color=LIGHT["quiet"], linewidth=1, label=name)
    for x, runs in stopped.items():
        if runs:
            axes.plot(x, limit, "^", color=LIGHT["paper"], markeredgewidth=1.4, zorder=3)
            axes.annotate(
                f"{runs:,}",
                (x, limit),
                xytext=(0, 7),
                textcoords="offset points",
                ha="center",
                size="small",
            )


def _colours() -> dict[str, Any]:
    """Return the settings that the layout leaves to the theme: colours, and styles of lines."""
    from cycler import cycler

    parts = {
        "paper": ("figure.facecolor", "axes.facecolor", "savefig.facecolor"),
        "quiet": ("axes.edgecolor",),
        "ink": ("text.color", "axes.labelcolor", "xtick.color", "ytick.color"),
        "line": ("grid.color",),
    }
    colours = {part: LIGHT[name] for name, all_parts in parts.items() for part in all_parts}
    if _PLAIN.get():
        colours |= dict.fromkeys(parts["paper"], "none")
    kinds = cycler(color=TINTS) + cycler(marker=MARKERS)
    return colours | {
        "axes.prop_cycle": cycler(linestyle=_DASHES) * kinds,
        "lines.markeredgecolor": LIGHT["ink"],  # colours alone are too pale on paper
    }


def _say_whole_numbers(axis: Axis) -> None:
    """Set ticks of a logarithmic axis: 1, 2, 5 over few decades, else powers of ten."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

    low, high = axis.get_view_interval()
    axis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0) if high < 200 * low else (1.0,)))
    axis.set_major_formatter(FuncFormatter(lambda v, _: f"{v:,.0f}" if v == round(v) else f"{v:g}"))
    axis.set_minor_locator(NullLocator())


def _name_lines(figure: Figure, axes: Axes) -> None:
    """Write the labels of lines on the right, in the order of the lines' ends.

    The figure becomes higher if there are too many for it.
    """
    from numpy import asarray

    ends = []
    for line in axes.get_lines():
        known = [(x, y) for x, y in asarray(line.get_xydata()) if math.isfinite(y)]
        if known and not str(line.get_label()).startswith("_"):
            ends.append((line, known[-1]))
    if not ends:
        return
    figure.draw_without_rendering()  # lays it out
    missing = len(ends) * _PITCH - axes.bbox.height / figure.dpi
    if missing > 0:
        width, height = figure.get_size_inches()
        figure.set_size_inches(width, height + missing)
        figure.draw_without_rendering()
    to_axes = axes.transData + axes.transAxes.inverted()
    ends.sort(key=lambda end: to_axes.transform(end[1])[1])
    wanted = [to_axes.transform(point)[1] for _, point in ends]
    heights = _spread(wanted, _PITCH * figure.dpi / axes.bbox.height)
    leader = {"arrowstyle": "-", "color": LIGHT["quiet"], "linewidth": 0.7}
    leader |= {"relpos": (0, 0.5), "shrinkA": 0, "shrinkB": 5}
    for (line, point), height in zip(ends, heights, strict=True):
        axes.annotate(
            shorten(str(line.get_label()), 28),
            point,
            xytext=(1.04, height),
            textcoords="axes fraction",
            va="center",
            arrowprops=leader,
        )


def _spread(wanted: Sequence[float], pitch: float) -> list[float]:
    """Return heights from 0 to 1 that are at least a pitch apart and nearest to the wanted ones.

    Least squares under an order: neighbours that are too near are moved together until none is.

    Args:
        wanted: heights, the lowest first.
        pitch: at most 1 / (number of heights - 1).
    """
    blocks: list[tuple[float, int]] = []  # sum and number of heights, each less those below it
    for number, height in enumerate(wanted):
        total, size = height - number * pitch, 1
        while blocks and blocks[-1][0] * size >= total * blocks[-1][1]:
            below, more = blocks.pop()
            total, size = total + below, size + more
        blocks.append((total, size))
    room = 1 - pitch * (len(wanted) - 1)
    bases = [min(max(total / size, 0), room) for total, size in blocks for _ in range(size)]
    return [base + number * pitch for number, base in enumerate(bases)]


def _drawn(figure: Figure, kind: str, title: str) -> str | bytes:
    """Return the figure as a file; an SVG has the dark theme's colours on dark pages."""
    metadata: dict[str, str | None] = {"Title": visible(title), **_FORMATS[kind]}
    drawn = BytesIO()
    figure.savefig(drawn, format=kind, metadata=metadata)
    if kind != "svg" or _PLAIN.get():
        return drawn.getvalue()
    dark = "".join(
        f'[style*="{part}: {LIGHT[name].lower()}"]{{{part}:{DARK[name]}!important}}'
        for name in ("paper", "line", "quiet", "ink")
        for part in ("fill", "stroke")
    )
    rules = f"@media(prefers-color-scheme:dark){{{dark}}}</style>"
    return drawn.getvalue().decode().replace("</style>", rules, 1)
