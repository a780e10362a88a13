"""The look of each kind of thing: SVG markup on a cell of one unit, from (0, 0) to (1, 1).

A shape is drawn in ``fill``, ``stroke`` and ``color`` that it inherits where :data:`RULES` give its
kind colours of the theme, and in colours of its own that stand on light and dark ground elsewhere.
So it can be kept once and used by reference, in any theme.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from gridproof.render.theme import TINTS, ink, tint
from gridproof.scene import Sprite
from gridproof.visible import html_text, visible

__all__ = ["LABEL", "RULES", "WRITTEN", "facets", "number", "shape", "tint_class"]

_RED: Final = "#d93025"
#: The theme's colours, by class: those of the parts of a board, of kinds, and of tints.
RULES: Final[Mapping[str, str]] = {
    "paper": "fill:var(--paper)",
    "outside": "fill:var(--paper)",
    "floor": "fill:var(--floor)",
    "grid": "fill:none;stroke:var(--line)",
    "wall": "fill:var(--block);stroke:var(--block)",
    "wall-top": "fill:var(--block-top);stroke:var(--block-top)",
    "rock": "fill:var(--rock);stroke:var(--rock)",
    "edge": "fill:none;stroke:var(--wall)",
    "rubble": "fill:var(--floor);stroke:var(--quiet)",
    "goal": "fill:var(--accent);stroke:var(--accent)",
    "start": "fill:var(--accent);stroke:var(--ink);color:var(--on-accent)",
    "finish": f"fill:{TINTS[3]};stroke:var(--ink);color:{ink(TINTS[3])}",
    "target": "stroke:var(--ink)",
    "path": "fill:var(--accent)",
    "stored": "fill:var(--accent);stroke:var(--ink);color:var(--on-accent)",
    "point": "fill:var(--paper);stroke:var(--ink)",
    "covered": "fill:var(--ink);stroke:var(--ink)",
    "spent": "fill:var(--scorch);stroke:var(--quiet);color:var(--ink)",
    "bomb": "fill:#23262d;stroke:var(--ink)",
    "crossed": f"fill:none;stroke:{_RED};color:#fff",
    "cursor": "fill:none;stroke:var(--accent);color:var(--paper)",
    "unknown": "fill:var(--paper);stroke:var(--quiet);color:var(--ink)",
    "text": "fill:var(--ink)",
    "quiet": "fill:var(--quiet)",
    "sign": "fill:var(--ink);stroke:var(--paper)",
    **{
        f"tint-{number}": f"fill:{tint};stroke:var(--edge-{number});color:{ink(tint)}"
        for number, tint in enumerate(TINTS)
    },
}

_WOOD: Final = "#dba965"
_WOOD_EDGE: Final = "#6f4a1e"
_CRATE: Final = "#c98f4e"
_CRATE_LIGHT: Final = "#e3b878"
_BRICK: Final = "#c4664a"
_BRICK_EDGE: Final = "#71301f"
_STONE: Final = "#aeb2b9"
_STONE_EDGE: Final = "#4d525b"
_SKIN, _SKIN_EDGE = "#f2c832", "#6b5400"


def number(value: float) -> str:
    """Return a length as paths write it: short, with three decimals at most."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


#: The attributes of most texts, and the same as rules of a style.
WRITTEN: Final = ' font-weight="700" text-anchor="middle" fill="currentColor" stroke="none"'

LABEL: Final = "font-weight:700;text-anchor:middle;fill:currentColor;stroke:none"


def _written(text: str, x: float, y: float, size: float, colour: str = "currentColor") -> str:
    """Return a short text about a point, smaller the longer it is; "": in the fill of the thing."""
    if len(text := visible(text)) > 5:
        text = text[:4] + "…"
    size *= (1, 1, 0.8, 0.62, 0.5, 0.42)[len(text)]
    fill = f' fill="{colour}"' if colour else ""
    return (
        f'<text x="{number(x)}" y="{number(y + size * 0.36)}" font-size="{number(size)}" '
        f'font-weight="700" text-anchor="middle"{fill} stroke="none">{html_text(text)}</text>'
    )


def _circle(x: float, y: float, r: float, more: str = "") -> str:
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}"{more}/>'


def _rect(x: float, y: float, width: float, height: float, r: float, more: str = "") -> str:
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" '
        f'height="{number(height)}" rx="{number(r)}"{more}/>'
    )


def _path(d: str, more: str = "") -> str:
    return f'<path d="{d}"{more}/>'


def _paint(fill: str, stroke: str, width: float = 0.05) -> str:
    return f' fill="{fill}" stroke="{stroke}" stroke-width="{number(width)}"'


def _points(points: Iterable[tuple[float, float]]) -> str:
    """Return the path of a polygon."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "z"


def _star(x: float, y: float, outer: float, inner: float, tips: int) -> str:
    """Return the path of a star with a tip that points up."""
    return _points(
        (x + r * math.sin(angle), y - r * math.cos(angle))
        for i in range(2 * tips)
        for angle, r in [(math.pi * i / tips, inner if i % 2 else outer)]
    )


def _block(sprite: Sprite) -> str:
    return _rect(0.02, 0.02, 0.96, 0.96, 0.1, ' stroke="none"')


def _ground(sprite: Sprite) -> str:
    return _path("M0 0h1v1h-1z")


def _mark(sprite: Sprite) -> str:
    return _path("M0 0h1v1h-1z", ' fill-opacity=".25" stroke-width=".05"')


def _box(sprite: Sprite) -> str:
    nails = "M.24 .3h0M.76 .3h0M.24 .7h0M.76 .7h0"
    return (
        _rect(0.1, 0.1, 0.8, 0.8, 0.12, _paint(_WOOD, _WOOD_EDGE, 0.06))
        + _path("M.2 .175h.6", ' stroke="#fff" stroke-opacity=".5" stroke-width=".05"')
        + _path("M.1 .5h.8", f' stroke="{_WOOD_EDGE}" stroke-width=".05"')
        + _path(nails, f' stroke="{_WOOD_EDGE}" stroke-width=".09" stroke-linecap="round"')
    )


def _stored(sprite: Sprite) -> str:
    return _rect(0.1, 0.1, 0.8, 0.8, 0.12, ' stroke-width=".06"') + _path(
        "M.29 .53l.15 .16l.28-.36",
        ' fill="none" stroke="currentColor" stroke-width=".11" stroke-linecap="round" '
        'stroke-linejoin="round"',
    )


def _crate(sprite: Sprite) -> str:
    brace = "M.16 .16l.68 .68M.84 .16l-.68 .68"
    return (
        _rect(0.06, 0.06, 0.88, 0.88, 0.08, _paint(_CRATE, _WOOD_EDGE))
        + _path(brace, f' stroke="{_WOOD_EDGE}" stroke-width=".2"')
        + _path(brace, f' stroke="{_CRATE_LIGHT}" stroke-width=".12"')
        + _rect(0.145, 0.145, 0.71, 0.71, 0.01, _paint("none", _WOOD_EDGE, 0.17))
        + _rect(0.145, 0.145, 0.71, 0.71, 0.01, _paint("none", _CRATE_LIGHT, 0.11))
    )


def _brick(sprite: Sprite) -> str:
    faces = "M.03 .04h.44v.43h-.44zM.53 .04h.44v.43h-.44zM0 .53h.22v.43h-.22zM.28 .53h.44v.43h-.44z"
    return _path("M0 0h1v1h-1z", f' fill="{_BRICK_EDGE}"') + _path(
        f"{faces}M.78 .53h.22v.43h-.22z", f' fill="{_BRICK}"'
    )


def _rock(sprite: Sprite) -> str:
    return f'{_block(sprite)}<g stroke="none">{facets()}</g>'


def facets() -> str:
    """Return light and shade on a cell of rock."""
    return (
        _path("M.08 .14L.36 .06L.6 .3L.3 .52z", ' fill="#fff" fill-opacity=".22"')
        + _path("M.6 .3L.94 .2L.9 .56L.62 .6z", ' fill="#fff" fill-opacity=".1"')
        + _path("M.3 .52L.62 .6L.5 .94L.12 .86z", ' fill="#000" fill-opacity=".14"')
        + _path("M.62 .6L.9 .56L.88 .9L.5 .94z", ' fill="#000" fill-opacity=".3"')
    )


def _rubble(sprite: Sprite) -> str:
    return _path("M-.01 -.01h1.02v1.02h-1.02z", ' stroke="none"') + _path(
        "M.1 .4L.4 .1M.1 .75L.75 .1M.25 .9L.9 .25M.6 .9L.9 .6",
        ' stroke-width=".05" stroke-linecap="round" stroke-opacity=".7"',
    )


def _goal(sprite: Sprite) -> str:
    if sprite.sign:
        return _flag(sprite)
    return _rect(
        0.07, 0.07, 0.86, 0.86, 0.12, ' fill-opacity=".1" stroke-opacity=".45" stroke-width=".035"'
    ) + _circle(0.5, 0.5, 0.17, ' fill="none" stroke-width=".1"')


def _flag(sprite: Sprite) -> str:
    """Return a flag whose pole stands at the side, visible behind a thing on the cell."""
    return (
        _path("M.1 .09V.94", ' stroke-width=".09" stroke-linecap="round"')
        + _path("M.1 .07H.86L.72 .33L.86 .59H.1z", ' stroke-width=".05" stroke-linejoin="round"')
        + _written(sprite.sign, 0.41, 0.33, 0.48)
    )


def _target(sprite: Sprite) -> str:
    if sprite.tint < 0:
        return _all_colours(0.4) + _all_colours(0.22)
    colour = tint(sprite.tint)
    return (
        _circle(0.5, 0.5, 0.4, ' fill="none" stroke-width=".16"')
        + _circle(0.5, 0.5, 0.4, f' fill="none" stroke="{colour}" stroke-width=".1"')
        + _circle(0.5, 0.5, 0.23, ' stroke-width=".03"')
        + _written(sprite.sign, 0.5, 0.5, 0.34)
    )


def _all_colours(r: float) -> str:
    """Return a ring whose quarters are of different tints."""
    ends = [(0.5, 0.5 - r), (0.5 + r, 0.5), (0.5, 0.5 + r), (0.5 - r, 0.5)]
    radius = number(r)
    quarters = "".join(
        _path(
            f"M{number(x)} {number(y)}A{radius} {radius} 0 0 1 {number(to_x)} {number(to_y)}",
            f' stroke="{colour}"',
        )
        for (x, y), (to_x, to_y), colour in zip(ends, ends[1:] + ends[:1], TINTS, strict=False)
    )
    return _circle(0.5, 0.5, r, ' fill="none" stroke-width=".14"') + (
        f'<g fill="none" stroke-width=".1">{quarters}</g>'
    )


def _robot(sprite: Sprite) -> str:
    return (
        _path(
            "M.12 .94Q.12 .74 .32 .66H.68Q.88 .74 .88 .94z",
            ' stroke-width=".05" stroke-linejoin="round"',
        )
        + _circle(0.5, 0.4, 0.34, ' stroke-width=".05"')
        + _gleam("M.26 .34A.26 .26 0 0 1 .42 .16", 0.6)
        + _written(sprite.sign, 0.5, 0.41, 0.46)
    )


def _gleam(d: str, opacity: float) -> str:
    return _path(
        d,
        f' fill="none" stroke="#fff" stroke-opacity="{number(opacity)}" stroke-width=".05" '
        'stroke-linecap="round"',
    )


def _player(sprite: Sprite) -> str:
    raised = 0.06 if sprite.sign else 0
    y = number(0.46 - raised)
    face = "" if sprite.sign else _paint(_SKIN, _SKIN_EDGE)
    eyes = _path(
        f"M.38 {y}v.05M.62 {y}v.05", ' stroke="#fff" stroke-width=".2" stroke-linecap="round"'
    )
    y = number(0.49 - raised)
    eyes += _path(
        f"M.38 {y}h0M.62 {y}h0", ' stroke="#0b0c0f" stroke-width=".1" stroke-linecap="round"'
    )
    sign = _written(sprite.sign, 0.5, 0.71, 0.28) if sprite.sign else ""
    return _circle(0.5, 0.5, 0.38, face or ' stroke-width=".05"') + (
        f'<g class="eyes">{eyes}</g>{sign}'
    )


def _bomb(sprite: Sprite) -> str:
    return (
        _path(
            "M.62 .3Q.7 .14 .84 .2",
            f' fill="none" stroke="{_WOOD}" stroke-width=".07" stroke-linecap="round"',
        )
        + _path(_star(0.84, 0.19, 0.14, 0.06, 6), _paint(TINTS[6], TINTS[3], 0.025))
        + _rect(0.5, 0.24, 0.2, 0.16, 0.03, ' transform="rotate(28 .6 .32)" stroke-width=".04"')
        + _circle(0.46, 0.58, 0.33, ' stroke-width=".04"')
        + _gleam("M.24 .53A.24 .24 0 0 1 .39 .36", 0.75)
    )


def _flame(sprite: Sprite, colour: str, width: float) -> str:
    side = (1 - width) / 2
    wide, high = sprite.width - 2 * side, sprite.height - 2 * side
    return _rect(side, side, wide, high, width / 2, f' fill="{colour}"')


def _blast(sprite: Sprite) -> tuple[str, str]:
    return _flame(sprite, TINTS[3], 0.72), _flame(sprite, "#fbdc6a", 0.36)


def _spent(sprite: Sprite) -> str:
    burst = _star(0.5, 0.5, 0.41, 0.32, 10)
    return _path(burst, ' stroke-width=".035" stroke-linejoin="round"') + _written(
        sprite.sign, 0.5, 0.5, 0.46
    )


#: The first cracks of a stone.
_CRACKS: Final = ("M.12 .36L.26 .42L.3 .56", "M.86 .36L.74 .3L.72 .16", "M.5 .94L.56 .8L.68 .76")


def _stone(sprite: Sprite) -> str:
    hexagon = _points(
        (0.5 + 0.44 * math.sin(angle), 0.5 - 0.44 * math.cos(angle))
        for angle in (math.pi * i / 3 for i in range(6))
    )
    pen = ' fill="none" stroke-linejoin="round" stroke-linecap="round" stroke-width=".05"'
    cracks = "".join(_CRACKS[: math.ceil(sprite.wear * len(_CRACKS))])
    return (
        _path(hexagon, _paint(_STONE, _STONE_EDGE) + ' stroke-linejoin="round"')
        + _path("M.2 .34L.5 .165L.8 .34", f'{pen} stroke="#fff" stroke-opacity=".7"')
        + (_path(cracks, f'{pen} stroke="{_STONE_EDGE}"') if cracks else "")
        + _written(sprite.sign, 0.5, 0.52, 0.46, ink(_STONE))
    )


#: Heroes above this level show it as a number.
_MAX_PIPS: Final = 8


def _hero(sprite: Sprite) -> str:
    disc = _circle(0.5, 0.5, 0.32, ' stroke-width=".05"')
    letter = _written(sprite.sign, 0.5, 0.49, 0.44)
    if sprite.level > _MAX_PIPS:
        badge = _rect(0.5, 0.62, 0.48, 0.34, 0.17, ' fill="currentColor" stroke-width=".04"')
        return disc + letter + badge + _written(str(sprite.level), 0.74, 0.79, 0.28, "")
    pips = "".join(
        f"M{number(0.5 + 0.43 * math.sin(angle))} {number(0.5 - 0.43 * math.cos(angle))}h0"
        for angle in (math.pi * i / 4 for i in range(sprite.level))
    )
    dots = _path(pips, ' stroke-width=".12" stroke-linecap="round"') if pips else ""
    return disc + letter + dots


def _point(sprite: Sprite) -> str:
    return _circle(0.5, 0.5, 0.2, ' stroke-width=".09"')


def _square(sprite: Sprite) -> tuple[str, str]:
    w, h = sprite.width, sprite.height
    x, y = (side // 2 if side > 1 else 0.5 for side in (w, h))
    r = 0.45 if min(w, h) > 2 else 0.3
    area = _rect(0.16, 0.16, w - 0.32, h - 0.32, 0.16, ' fill-opacity=".25" stroke-width=".07"')
    disc = _circle(x, y, r, ' stroke-width=".05"')
    return area, disc + _written(sprite.sign, x, y, r * 1.3)


def _cursor(sprite: Sprite) -> str:
    dashes = ' stroke-dasharray=".2 .1"' if sprite.label == "><" else ""
    return _rect(0.04, 0.04, 0.92, 0.92, 0.16, ' stroke="currentColor" stroke-width=".16"') + (
        _rect(0.04, 0.04, 0.92, 0.92, 0.16, f' stroke-width=".08"{dashes}')
    )


def _crossed(sprite: Sprite) -> str:
    cross = '<path d="M.2,.2L.8,.8M.8,.2L.2,.8" fill="none" stroke-linecap="round"'
    return f'{cross} stroke="currentColor" stroke-width=".26"/>{cross} stroke-width=".14"/>'


def _dot(sprite: Sprite) -> str:
    return _circle(0.5, 0.5, 0.12)


def _unknown(sprite: Sprite) -> str:
    sign = sprite.sign or sprite.label or sprite.kind[:2]
    x, y = sprite.width / 2, sprite.height / 2
    return _rect(0.1, 0.1, 2 * x - 0.2, 2 * y - 0.2, 0.2, ' stroke-width=".06"') + _written(
        sign, x, y, 0.44
    )


_SHAPES: Final[Mapping[str, Callable[[Sprite], str | tuple[str, str]]]] = {
    "blast": _blast,
    "bomb": _bomb,
    "box": _box,
    "brick": _brick,
    "covered": _point,
    "crate": _crate,
    "crossed": _crossed,
    "cursor": _cursor,
    "floor": _ground,
    "goal": _goal,
    "helper": _robot,
    "hero": _hero,
    "mark": _mark,
    "outside": _ground,
    "path": _dot,
    "player": _player,
    "point": _point,
    "robot": _robot,
    "rock": _rock,
    "rubble": _rubble,
    "spent": _spent,
    "square": _square,
    "start": _flag,
    "stone": _stone,
    "stored": _stored,
    "target": _target,
    "wall": _block,
}
#: Kinds whose things are told apart by their tint.
_TINTED: Final = ("helper", "hero", "mark", "player", "robot", "square", "target")


def shape(sprite: Sprite) -> tuple[str, tuple[str, ...]]:
    """Return the class that colours a thing ("" for none), and its markup.

    A second part lies over the first parts of all things of the kind.
    """
    kind = sprite.kind
    drawn = _SHAPES.get(kind, _unknown)(sprite)
    parts = drawn if isinstance(drawn, tuple) else (drawn,)
    if kind not in _SHAPES:
        return "unknown", parts
    if kind in _TINTED and sprite.tint >= 0:
        return tint_class(sprite.tint), parts
    if kind == "goal" and sprite.sign:
        return "finish", parts
    return kind if kind in RULES else "", parts


def tint_class(number: int) -> str:
    """Return the class of things in a tint."""
    return f"tint-{number % len(TINTS)}"
