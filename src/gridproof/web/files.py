"""The files of the pages, from inside the package: a fixed list, read once."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from gridproof.render.svg import style

__all__ = ["ASSETS", "PAGES", "File", "file"]

#: Pages by the name of their file.
PAGES: Final = ("choose.html", "play.html", "reduce.html")
#: What pages ask for, by name: the package and the file, or None for what is made here.
ASSETS: Final[Mapping[str, tuple[str, str] | None]] = {
    "app.css": ("gridproof.web", "static/app.css"),
    "theme.js": ("gridproof.web", "static/theme.js"),
    "app.js": ("gridproof.web", "static/app.js"),
    "choose.js": ("gridproof.web", "static/choose.js"),
    "play.js": ("gridproof.web", "static/play.js"),
    "reduce.css": ("gridproof.web", "static/reduce.css"),
    "reduce.js": ("gridproof.web", "static/reduce.js"),
    "icon.svg": ("gridproof.web", "static/icon.svg"),
    "player.css": ("gridproof.render", "player/player.css"),
    "player.js": ("gridproof.render", "player/player.js"),
    "cells.css": ("gridproof.render", "player/cells.css"),
    "cells.js": ("gridproof.render", "player/cells.js"),
    "switchboard.css": ("gridproof.render", "player/switchboard.css"),
    "switchboard.js": ("gridproof.render", "player/switchboard.js"),
    "theme.css": None,
}
_TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}


@dataclass(frozen=True)
class File:
    """What is sent, and how browsers know that they have it already."""

    data: bytes
    type: str
    tag: str

    @classmethod
    def of(cls, text: str, kind: str) -> File:
        """A text of a kind: the ending of its name."""
        data = text.encode()
        return cls(data, _TYPES[kind], f'"{hashlib.sha256(data).hexdigest()[:32]}"')

    def answer(self, request: Request) -> Response:
        """The file, or that it has not changed."""
        headers = {"etag": self.tag, "cache-control": "no-cache"}
        if request.headers.get("if-none-match") == self.tag:
            return Response(status_code=304, headers=headers)
        return Response(self.data, media_type=self.type, headers=headers)


@functools.cache
def file(name: str) -> File:
    """The page or asset of this name, which is one of the list."""
    if name == "theme.css":
        return File.of(style(":root"), "css")
    package, path = ASSETS.get(name) or ("gridproof.web", f"static/{name}")
    return File.of((files(package) / path).read_text(encoding="utf-8"), name.rpartition(".")[2])
