"""Remarks on cells: bands, each with a hatch, heat and lines below things; signs over them."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from gridproof.grid import Pos
from gridproof.render.outlines import merged
from gridproof.render.shapes import number, tint_class
from gridproof.render.theme import tint
from gridproof.scene import Mark, Scene, Stroke
from gridproof.visible import html_text

__all__ = ["bands", "signs", "told"]

#: The hatch of the cells of a band, by its tint.
_HATCHES: Final = (
    "m0 .5l.5-.5m-.5 1l1-1m-.5 1l.5-.5",
    "m.5 0l.5 .5m-1-.5l1 1m-1-.5l.5 .5",
    "m0 .25h1m-1 .5h1",
    "m.25 0v1m.5-1v1",
    "m.25 .25h0m.5 0h0m-.5 .5h0m.5 0h0",
    "m0 0l1 1m-1 0l1-1",
    "m0 .5h1m-.5-.5v1",
    "m.15 .25h.2m.3 0h.2m-.7 .5h.2m.3 0h.2",
)
#: Bands of more cells in all are hatched by patterns.
_MAX_HATCHED: Final = 128
#: The dashes of lines, by their tint, in widths of the line; "" is unbroken.
_DASHES: Final = ("", "3 1.5", "1 1.5", "5 1.5 1 1.5", "6 2", "2 2", "8 1.5 1 1.5 1 1.5", "1 2.5")
#: The colour of heat, and its opacity for the least and the most.
_HEAT: Final = tint(3)
_FAINTEST, _STRONGEST = 0.1, 0.85
#: Side of the largest letters, in cells, and the share of its room that a sign takes.
_LARGEST, _SHARE = 2, 0.5
#: The same of those in a corner of a cell.
_SMALL: Final = 0.42
#: Their distance from the walls of their cell.
_INSET: Final = 0.05


def bands(scene: Scene, define: Callable[[str, str], None], scale: float = 1) -> str:
    """Return the tints and lines of a scene; things are drawn over them.

    Args:
        scene: the scene.
        define: called with the id and the markup of each definition.
        scale: the factor of the width of lines, for boards whose cells are seen tiny.
    """
    groups: defaultdict[tuple[int, str], list[Mark]] = defaultdict(list)
    amounts: defaultdict[float, list[Mark]] = defaultdict(list)
    for mark in scene.marks:
        if mark.tint is not None:
            groups[mark.tint, mark.text].append(mark)
        if mark.heat is not None:
            amounts[mark.heat].append(mark)
    count = sum(mark.width * mark.height for marks in groups.values() for mark in marks)
    many = count > _MAX_HATCHED
    drawn = [_band(*key, marks, define, scale, many) for key, marks in groups.items()]
    heats = (_heat(amount, amounts[amount]) for amount in sorted(amounts))
    return "".join([*heats, *drawn, *(_line(stroke, scale) for stroke in scene.strokes)])


def told(scene: Scene) -> Iterator[Mark]:
    """Yield all remarks on cells, those of lines too, as rectangles."""
    yield from scene.marks
    for stroke in scene.strokes:
        for a, b in pairwise(stroke.cells) if stroke.text else ():
            if a.x == b.x or a.y == b.y:
                width, height = abs(a.x - b.x) + 1, abs(a.y - b.y) + 1
                x, y = min(a.x, b.x), min(a.y, b.y)
                yield Mark(x, y, None, stroke.text, width=width, height=height)
                continue
            count = math.gcd(b.x - a.x, b.y - a.y)
            for i in range(count + 1):
                x, y = a.x + (b.x - a.x) * i // count, a.y + (b.y - a.y) * i // count
                yield Mark(x, y, None, stroke.text)


def _band(
    group: int,
    text: str,
    marks: Sequence[Mark],
    define: Callable[[str, str], None],
    scale: float,
    many: bool,
) -> str:
    """Return cells with one remark; the hatch of many cells is a pattern."""
    path = merged([(mark.x, mark.y, mark.width, mark.height) for mark in marks])
    hatch = _HATCHES[group % len(_HATCHES)]
    width = ".12" if "h0" in hatch else ".035"  # dots, or lines
    pen = f'stroke-opacity=".5" stroke-width="{width}" stroke-linecap="round"'
    if many:
        side = max(round(2 * scale), 1) if scale > 1 else 1
        key = f"gp-hatch-{group % len(_HATCHES)}-{side}"
        define(
            key,
            f'<pattern id="{key}" width="1" height="1" patternUnits="userSpaceOnUse" '
            f'patternTransform="scale({side})">'
            f'<g class="{tint_class(group)}"><path d="M0 0{hatch}" {pen}/></g></pattern>',
        )
        hatched = f'<path d="{path}" fill="url(#{key})" stroke="none"/>'
    else:
        cells = {
            (x, y): None
            for mark in marks
            for y in range(mark.y, mark.y + mark.height)
            for x in range(mark.x, mark.x + mark.width)
        }
        hatched = f'<path d="{"".join(f"M{x} {y}{hatch}" for x, y in cells)}" {pen}/>'
    title = f"<title>{html_text(text)}</title>" if text else ""
    return (
        f'<g class="{tint_class(group)}">{title}'
        f'<path d="{path}" fill-opacity=".22" stroke-width="{number(0.05 * min(scale, 2))}"/>'
        f"{hatched}</g>"
    )


def _heat(amount: float, marks: Sequence[Mark]) -> str:
    """Return cells with the same heat."""
    path = merged([(mark.x, mark.y, mark.width, mark.height) for mark in marks])
    opacity = number(_FAINTEST + (_STRONGEST - _FAINTEST) * amount)
    return f'<path d="{path}" fill="{_HEAT}" fill-opacity="{opacity}"/>'


def _line(stroke: Stroke, scale: float) -> str:
    """Return a line in its tint, within a wider one in the colour of the tint's edge."""
    corners = _corners(stroke.cells)
    if len(corners) < 2:
        return ""
    first, *others = corners
    closed = first == others[-1]
    path = f"M{first.x}.5 {first.y}.5" + "".join(
        f"h{b.x - a.x}" if a.y == b.y else f"v{b.y - a.y}" if a.x == b.x else f"L{b.x}.5 {b.y}.5"
        for a, b in pairwise(corners[:-1] if closed else corners)
    )
    path += "z" if closed else ""
    wide, narrow = 0.2 * scale, 0.12 * scale
    dashes = _DASHES[stroke.tint % len(_DASHES)]
    pattern = " ".join(number(float(part) * narrow) for part in dashes.split())
    broken = f' stroke-dasharray="{pattern}"' if pattern else ""
    title = f"<title>{html_text(stroke.text)}</title>" if stroke.text else ""
    return (
        f'<g class="{tint_class(stroke.tint)}">{title}'
        '<g class="stroke" fill="none" stroke-linejoin="round">'
        f'<path d="{path}" stroke-width="{number(wide)}"/>'
        f'<path d="{path}" stroke="{tint(stroke.tint)}" stroke-width="{number(narrow)}"{broken}/>'
        "</g></g>"
    )


def _corners(cells: Sequence[Pos]) -> list[Pos]:
    """Return the cells of a line at which it turns, and its ends."""
    corners: list[Pos] = []
    for cell in cells:
        if corners and corners[-1] == cell:
            continue
        if len(corners) > 1:
            (ax, ay), (bx, by) = corners[-2], corners[-1]
            ahead = (bx - ax) * (cell.x - bx) + (by - ay) * (cell.y - by)
            if ahead > 0 and (bx - ax) * (cell.y - by) == (by - ay) * (cell.x - bx):
                corners.pop()
        corners.append(cell)
    return corners


def signs(marks: Iterable[Mark]) -> str:
    """Return the texts written in rectangles, with a rim that holds them off things below."""
    texts = []
    for mark in marks:
        if not mark.sign:
            continue
        size = min(_SHARE * mark.height, mark.width / len(mark.sign))
        if mark.heat is None:  # it is of use without its sign
            size = min(size, _LARGEST)
        x, y = mark.x + mark.width / 2, mark.y + mark.height / 2
        if mark.width == mark.height == 1:
            size = min(size, _SMALL)
            x, y = mark.x + 0.3 * size * len(mark.sign) + _INSET, mark.y + size / 2 + _INSET
        y += 0.36 * size
        small = ' class="small"' if size < 1 else ""  # for pages, where cells may be tiny
        texts.append(
            f'<text{small} x="{number(x)}" y="{number(y)}" font-size="{number(size)}" '
            f'stroke-width="{number(size / 5)}">{html_text(mark.sign)}</text>'
        )
    if not texts:
        return ""
    return (
        '<g class="sign" font-weight="700" text-anchor="middle" stroke-linejoin="round" '
        f'paint-order="stroke">{"".join(texts)}</g>'
    )
