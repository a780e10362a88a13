"""Pictures of pages that are light or dark, as the reader chooses.

Pages have them in HTML, `<picture>` with a `<source>` for dark screens, which hosts of repositories
show as they should. The switch of the site can choose otherwise than the system, so there they
are two pictures, of which its style shows one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Final

from docutils import nodes
from sphinx.application import Sphinx

__all__ = ["choose_by_theme"]

_PICTURE: Final = re.compile(r"<(img|source)\s([^>]*)>")
_ATTRIBUTE: Final = re.compile(r'([\w-]+)="([^"]*)"')


def choose_by_theme(app: Sphinx, document: nodes.document) -> None:
    """Replace the HTML of pictures, before the pictures of a page are collected.

    Those that notebooks have made hold all of themselves, and stay.
    """
    for raw in list(document.findall(nodes.raw)):
        text = raw.astext()
        if re.search(r"<(picture|img)\b", text) and 'src="data:' not in text:
            raw.replace_self(nodes.paragraph("", "", *_pictures(text)))


def _pictures(html: str) -> Iterator[nodes.image]:
    """Yield the pictures of a piece of HTML; a source goes before the picture that it is of."""
    dark: str | None = None
    for tag, text in _PICTURE.findall(html):
        found = {name: unescape(value) for name, value in _ATTRIBUTE.findall(text)}
        if tag == "source":
            dark = found["srcset"]
            continue
        words = {"alt": " ".join(found["alt"].split()), "width": f"{found['width']}px"}
        if dark is None:
            yield nodes.image("", uri=found["src"], **words)
        else:
            yield nodes.image("", uri=found["src"], classes=["only-light"], **words)
            yield nodes.image("", uri=dark, classes=["only-dark"], **words)
        dark = None
