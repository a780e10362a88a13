"""The pages of the app as files beside each other, and the answers that are the same for all."""

from __future__ import annotations

import asyncio
import json
import posixpath
import re
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath
from typing import Final

from gridproof.files.shipped import collection, collections
from gridproof.registry import games
from gridproof.render.playable import playable_page
from gridproof.web.app import Site
from gridproof.web.browser.requests import Exchange
from gridproof.web.files import ASSETS, PAGES, file
from gridproof.web.guard import CONTENT_POLICY

__all__ = ["write_answers", "write_courses", "write_pages"]

STATIC: Final = Path(__file__).parent / "static"
#: A link to a page or a file, in a page.
_LINK: Final = re.compile(r'(href|src)="/([^"]*)"')
#: A module of a page, and a file that a module imports.
_MODULE: Final = re.compile(r'<script type="module" src="([^"]+)"')
_IMPORT: Final = re.compile(r'^(?:import|export|\}).* from "(\.[^"]+)";$', re.MULTILINE)
_THEMES: Final = ("auto", "light", "dark")
#: The play-through of a board that was opened without Python: it is opened anew at the first move.
_NOBODY: Final = "nobody"
_ANSWERS: Final = ("boards", "generators", "palettes", "reductions")


def write_pages(folder: Path) -> None:
    """Write the pages with their scripts, and what stands around them."""
    for name in PAGES:
        page = _LINK.sub(_relative, file(name).data.decode())
        head = "\n    ".join((_policy(), *_preloads(page), "<title>"))
        write(folder / name, page.replace("<title>", head, 1).encode())
    for name in ASSETS:
        write(folder / "static" / name, file(name).data)
    for path in (path for path in STATIC.rglob("*") if path.is_file()):
        write(folder / path.relative_to(STATIC), path.read_bytes())
    (folder / "place.js").replace(folder / "static" / "place.js")


def write_answers(folder: Path, themes: Sequence[str] = _THEMES) -> None:
    """Write the answers that are the same for all, and the pictures of shipped boards.

    Args:
        folder: of the site.
        themes: of the pictures.
    """
    asyncio.run(_write_answers(folder, themes))


def write_courses(folder: Path) -> None:
    """Write a page for each course, on which it is played before Python is there, and name them."""
    written = []
    for game in games().values():
        page = playable_page(collection(game.id).levels, title=f"{game.title}: the course")
        if any(page.playable):
            write(folder / "courses" / f"{game.id}.html", page.html.encode())
            written.append(game.id)
    script = folder / "static" / "place.js"
    text = script.read_text(encoding="utf-8")
    script.write_text(text.replace('["{courses}"]', json.dumps(written)), encoding="utf-8")


async def _write_answers(folder: Path, themes: Sequence[str]) -> None:
    site = Site()
    try:
        for address, name in _fixed(themes):
            write(folder / name, await _answer(site, address))
        for shipped in collections().values():
            for number in range(1, len(shipped.levels) + 1):
                wish = json.dumps({"collection": shipped.id, "number": number}).encode()
                opened = json.loads(await _answer(site, "/api/plays", wish))
                opened["play"] = _NOBODY
                data = json.dumps(opened, ensure_ascii=False, separators=(",", ":")).encode()
                write(folder / "opened" / shipped.id / f"{number}.json", data)
    finally:
        await site.services.queue.close()


async def _answer(site: Site, address: str, body: bytes = b"") -> bytes:
    """Return the app's answer to a request, which it must be able to answer."""
    parts: list[bytes] = []
    statuses: list[int] = []
    exchange = Exchange(lambda status, _: statuses.append(status), parts.append)
    headers = {"content-type": "application/json"} if body else {}
    await exchange.run(site.app, "POST" if body else "GET", address, headers, body)
    if statuses not in ([200], [201]):
        raise SystemExit(f"the app answers {address} with {statuses}")
    return b"".join(parts)


def _fixed(themes: Sequence[str]) -> Iterable[tuple[str, str]]:
    """Yield the addresses whose answers are files, and the names of these."""
    for name in _ANSWERS:
        yield f"/api/{name}", f"api/{name}.json"
    for game in games().values():
        for objective in game.objectives:
            address = f"/api/rules/{game.id}/{objective.id}"
            yield address, f"{address[1:]}.html"
    for shipped in collections().values():
        for number in range(1, len(shipped.levels) + 1):
            for theme in themes:
                picture = f"{shipped.id}/{number}.svg"
                yield f"/pictures/{picture}?theme={theme}", f"pictures/{theme}/{picture}"


def _relative(link: re.Match[str]) -> str:
    """Return a link to a page or a file as one that is relative to the site's folder."""
    kind, address = link.groups()
    page = address or "choose"
    return f'{kind}="{address if address.startswith("static/") else f"{page}.html"}"'


def _preloads(page: str) -> Iterable[str]:
    """Yield links by which a browser fetches all modules of a page at once, not one by one."""
    todo = [PurePosixPath(name) for name in _MODULE.findall(page)]
    found = dict.fromkeys(todo)
    for module in todo:  # grows
        text = file(module.relative_to("static").as_posix()).data.decode()
        for name in _IMPORT.findall(text):
            imported = PurePosixPath(posixpath.normpath(module.parent / name))
            if imported not in found:
                found[imported] = None
                todo.append(imported)
    return (f'<link rel="modulepreload" href="{module}">' for module in found)


def _policy() -> str:
    """Return the policy that the server sends, as far as a page can have it."""
    rules = CONTENT_POLICY.replace("; frame-ancestors 'none'", "")
    return f'<meta http-equiv="Content-Security-Policy" content="{rules}">'


def write(path: Path, data: bytes) -> None:
    """Write a file, and its folder if need be."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
