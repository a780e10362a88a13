"""The colours of the site: those of boards and pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from gridproof.render.theme import DARK, LIGHT, mixed

__all__ = ["stylesheet_variables"]

#: The names that the theme of the site gives to our colours.
_NAMES: Final = {
    "color-background-primary": "paper",
    "color-background-secondary": "floor",
    "color-background-hover": "line",
    "color-background-border": "line",
    "color-code-background": "floor",
    "color-foreground-primary": "ink",
    "color-foreground-secondary": "quiet",
    "color-foreground-muted": "quiet",
    "color-foreground-border": "quiet",
}
#: Names of the colour of links. They stand on the floor as well, where the accent is faint.
_LINKS: Final = ("color-brand-primary", "color-brand-content", "color-brand-visited")
_MORE_INK: Final = 0.15


def stylesheet_variables() -> dict[str, dict[str, str]]:
    """Return the options of the theme that set its colours, light and dark."""
    return {"light_css_variables": _named(LIGHT), "dark_css_variables": _named(DARK)}


def _named(colours: Mapping[str, str]) -> dict[str, str]:
    link = mixed(colours["accent"], colours["ink"], _MORE_INK)
    named = {name: colours[colour] for name, colour in _NAMES.items()}
    return named | dict.fromkeys(_LINKS, link)
