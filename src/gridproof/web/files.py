"""The files of the pages, from inside the package: a fixed list, read once."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from gridproof.render.html import asset
from gridproof.render.joining import joined
from gridproof.render.svg import style

__all__ = ["ASSETS", "PAGES", "File", "file"]


def _static(name: str) -> str:
    """Return a file of this package."""
    return (files("gridproof.web") / "static" / name).read_text(encoding="utf-8")


#: Pages by the name of their file.
PAGES: Final = ("choose.html", "play.html", "edit.html", "reduce.html", "missing.html")
#: The modules of the page on which a board is played.
_PLAY: Final = (
    "address", "best", "board", "certifying", "drawing", "hints", "keys", "main", "moves",
    "opening", "search", "sheet", "watching",
)  # fmt: skip
#: The modules of the page on which a board is drawn.
_EDIT: Final = (
    "board", "curate", "ideas", "keys", "main", "options", "set", "share", "state", "strokes",
    "text", "tools", "verdict",
)  # fmt: skip
#: The files that pages ask for, by name.
ASSETS: Final[Mapping[str, Callable[[], str]]] = {
    name: partial(_static, name)
    for name in (
        "app.css", "theme.js", "app.js", "solved.js", "choose.js", "reduce.css", "reduce.js",
        "certificate.js", "icon.svg", "packing.js", "place.js", "reading.js",
        *(f"play/{module}.js" for module in _PLAY),
        "edit.css",
        *(f"edit/{module}.js" for module in _EDIT),
    )
} | {
    "player.css": partial(asset, "player.css"),
    "player.js": partial(joined, "player"),
    "cells.css": partial(asset, "cells.css"),
    "rules.css": partial(asset, "rules.css"),
    "switchboard.css": partial(asset, "switchboard.css"),
    "switchboard.js": partial(joined, "player", "guide", "switchboard"),
    "theme.css": partial(style, ":root"),
}  # fmt: skip
_TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}


@dataclass(frozen=True)
class File:
    """A file to be sent, and the tag by which browsers know that they have it already."""

    data: bytes
    type: str
    tag: str

    @classmethod
    def of(cls, text: str, kind: str) -> File:
        """Make a file of a text of some kind: the ending of its name."""
        data = text.encode()
        return cls(data, _TYPES[kind], f'"{hashlib.sha256(data).hexdigest()[:32]}"')

    def answer(self, request: Request) -> Response:
        """Send the file, or that it has not changed."""
        headers = {"etag": self.tag, "cache-control": "no-cache"}
        if request.headers.get("if-none-match") == self.tag:
            return Response(status_code=304, headers=headers)
        return Response(self.data, media_type=self.type, headers=headers)


@functools.cache
def file(name: str) -> File:
    """Return the page or asset of this name, which is one of the lists."""
    text = _static(name) if name in PAGES else ASSETS[name]()
    return File.of(text, name.rpartition(".")[2])
