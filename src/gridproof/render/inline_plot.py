"""Plots as part of a page: an SVG inside of HTML, in the page's colours."""

from __future__ import annotations

import re
from typing import Final
from xml.etree import ElementTree

from gridproof.render.theme import LIGHT

__all__ = ["PLOT_CSS", "inline_plot"]

#: The needs of a page: the colours of a plot follow its theme, and what Matplotlib sets for all.
PLOT_CSS: Final = "svg.plot *{stroke-linejoin:round;stroke-linecap:butt}" + "".join(
    f'svg.plot [{part}="{LIGHT[name].lower()}"]{{{part}:var(--{name})}}'
    for name in ("paper", "line", "quiet", "ink")
    for part in ("fill", "stroke")
)
_FONT: Final = re.compile(r"(?:(\S+) )?([\d.]+px) (.+)")


def inline_plot(svg: str, name: str) -> str:
    """Return a plot as an element of a page.

    A page's policy refuses styles of elements, so they become attributes. Names of parts get the
    name of the plot before them, as a page may have several.

    Args:
        svg: as :func:`gridproof.render.plots.plot` writes it.
        name: of the plot, a word that no other one on the page has.
    """
    # Written by Matplotlib for us: nothing in it comes from elsewhere.
    root = ElementTree.fromstring(svg)
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag.rpartition("}")[2] in ("metadata", "style"):
                parent.remove(child)
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
        given = dict(element.attrib)
        element.attrib.clear()
        for attribute, value in given.items():
            local = attribute.rpartition("}")[2]
            if local == "style":
                element.attrib.update(_attributes(value))
            elif local == "id":
                element.set("id", f"{name}-{value}")
            else:
                linked = re.sub(r"(^|url\()#", rf"\1#{name}-", value)
                element.set(local, linked)
    for size in ("width", "height", "version"):
        root.attrib.pop(size, None)
    title = root.find("title")
    root.attrib |= {"class": "plot", "role": "img"}
    if title is not None:
        root.set("aria-label", str(title.text))
        root.remove(title)  # it would show wherever the pointer rests
    return ElementTree.tostring(root, encoding="unicode")


def _attributes(style: str) -> dict[str, str]:
    """Return a style as attributes; the short form of fonts has none of its own."""
    found: dict[str, str] = {}
    for declaration in style.split(";"):
        name, _, value = (part.strip() for part in declaration.partition(":"))
        font = _FONT.fullmatch(value) if name == "font" else None
        if font is not None:
            weight, size, family = font.groups()
            found |= {"font-size": size, "font-family": family}
            found |= {"font-weight": weight} if weight else {}
        elif name:
            found[name] = value
    return found
