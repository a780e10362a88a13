"""The colours of all that is drawn, light and dark: data for SVG, pages and plots."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal

__all__ = [
    "DARK",
    "LIGHT",
    "TINTS",
    "Theme",
    "contrast",
    "ink",
    "luminance",
    "mixed",
    "properties",
    "resolved",
    "tint",
]

#: "auto" follows the reader's preference.
Theme = Literal["auto", "light", "dark"]

#: Okabe and Ito's colours, told apart with the common kinds of colour blindness.
TINTS: Final = (
    "#0072B2",  # blue
    "#E69F00",  # orange
    "#009E73",  # green
    "#D55E00",  # vermilion
    "#CC79A7",  # purple
    "#56B4E9",  # sky
    "#F0E442",  # yellow
    "#999999",  # grey
)
#: The two colours of text: the one with more contrast is used.
_INKS: Final = ("#ffffff", "#0b0c0f")


def mixed(colour: str, other: str, part: float) -> str:
    """Return a colour with a part of another one, from 0 to 1."""
    pairs = zip(_parts(colour), _parts(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)


def luminance(colour: str) -> float:
    """Return the relative luminance of ``#rrggbb``, from 0 to 1, as WCAG defines it."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (part / 255 for part in _parts(colour))
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def ink(colour: str) -> str:
    """Return the colour of text on a colour."""
    return max(_INKS, key=lambda ink: contrast(ink, colour))


def tint(number: int) -> str:
    """Return the colour of the things of one kind; they repeat after eight."""
    return TINTS[number % len(TINTS)]


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _edges(other: str) -> dict[str, str]:
    """Return the outlines of things in each tint, which hold them off the floor."""
    return {f"edge-{number}": mixed(tint, other, 0.5) for number, tint in enumerate(TINTS)}


LIGHT: Final[Mapping[str, str]] = {
    "paper": "#fbfaf7",
    "floor": "#f1eee6",
    "line": "#dfdace",
    "wall": "#3c4048",
    "block": "#3c4048",
    "block-top": "#6b717d",
    "rock": "#545963",
    "scorch": "#cccac6",
    "ink": "#1d2026",
    "quiet": "#5c6068",
    "accent": "#0072B2",
    "on-accent": "#ffffff",
    **_edges("#000000"),
}
DARK: Final[Mapping[str, str]] = {
    "paper": "#16181d",
    "floor": "#20242c",
    "line": "#333945",
    "wall": "#8d939f",
    "block": "#6b7280",
    "block-top": "#a2a9b6",
    "rock": "#767d8a",
    "scorch": "#42464e",
    "ink": "#e8e6e1",
    "quiet": "#a9adb5",
    "accent": "#56B4E9",
    "on-accent": "#16181d",
    **_edges("#ffffff"),
}


def properties(scope: str, theme: Theme = "auto") -> str:
    """Return CSS that gives elements of ``scope`` (a selector) the colours as properties.

    With "auto" the element's own attribute ``data-theme`` ("light" or "dark") overrides the
    reader's preference.
    """
    light, dark = (";".join(f"--{k}:{v}" for k, v in colours.items()) for colours in (LIGHT, DARK))
    if theme != "auto":
        return f"{scope}{{{light if theme == 'light' else dark}}}"
    return (
        f"{scope}{{{light}}}"
        f"@media(prefers-color-scheme:dark){{{scope}:not([data-theme=light]){{{dark}}}}}"
        f"{scope}[data-theme=dark]{{{dark}}}"
    )


def resolved(css: str, colours: Mapping[str, str]) -> str:
    """Return CSS with the colours in place of the custom properties, for readers without them."""
    return re.sub(r"var\(--([\w-]+)\)", lambda match: colours[match[1]], css)
