"""The colours of all that is drawn, light and dark: data for SVG, pages and plots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

__all__ = ["DARK", "LIGHT", "TINTS", "Theme", "properties", "tint"]

#: "auto" follows the reader's preference.
Theme = Literal["auto", "light", "dark"]

LIGHT: Final[Mapping[str, str]] = {
    "paper": "#fbfaf7",
    "floor": "#f1eee6",
    "line": "#dedacf",
    "wall": "#3c4048",
    "wall-top": "#5a606b",
    "ink": "#1d2026",
    "quiet": "#5c6068",
    "accent": "#0072B2",
    "on-accent": "#ffffff",
}
DARK: Final[Mapping[str, str]] = {
    "paper": "#16181d",
    "floor": "#20242c",
    "line": "#313742",
    "wall": "#8d939f",
    "wall-top": "#b3b8c2",
    "ink": "#e8e6e1",
    "quiet": "#a9adb5",
    "accent": "#56B4E9",
    "on-accent": "#16181d",
}
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


def tint(number: int) -> str:
    """The colour of the things of one kind; they repeat after eight."""
    return TINTS[number % len(TINTS)]


def properties(scope: str, theme: Theme = "auto") -> str:
    """CSS that gives elements of ``scope`` (a selector) the colours as custom properties."""

    def rule(selector: str, colours: Mapping[str, str]) -> str:
        return f"{selector}{{{';'.join(f'--{k}:{v}' for k, v in colours.items())}}}"

    if theme != "auto":
        return rule(scope, LIGHT if theme == "light" else DARK)
    dark = f"@media(prefers-color-scheme:dark){{{rule(scope, DARK)}}}"
    return rule(scope, LIGHT) + dark
