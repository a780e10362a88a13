"""The web app in a process of its own, and hands that play it."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from gridproof.grid import Pos
from gridproof.level import Level
from gridproof.playing.session import Session
from tests.browser.visits import Visits

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["begun", "opened", "pasted", "press", "serving", "tap"]

#: What browsers call the keys of games.
_NAMES = {"up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight"} | {
    name: name.capitalize() for name in ("enter", "space", "tab")
}
#: Seconds in which the server has to have ended.
_GRACE = 20


@contextmanager
def serving() -> Iterator[str]:
    """The address of `gridproof serve`, which has to end when it is told to."""
    command = [sys.executable, "-m", "gridproof", "serve", "--port", "0"]
    server = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    )
    with server:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        assert address.startswith("http://127.0.0.1:"), server.communicate()
        try:
            yield address.rstrip("/")
        finally:
            server.send_signal(signal.SIGINT)
            server.communicate(timeout=_GRACE)


def begun(level: Level, *moves: str) -> Session:
    """A play-through as the app has it: what the first key moves is marked."""
    session = Session(level)
    session.cursor = session.in_hand
    for move in moves:
        session.apply(move)
    return session


def opened(visit: Visits, site: str, path: str, **options: Any) -> Page:
    """The page of a board, ready to be played; options are those of visits."""
    page = visit(site + path, **options)
    page.locator("body[data-mode=play]").wait_for()
    return page


def pasted(visit: Visits, site: str, text: str) -> Page:
    """Paste a text as boards of one's own; return the answer."""
    page = visit(site)
    page.get_by_role("button", name="Your own").click()
    page.get_by_label("Boards as text").fill(text)
    page.get_by_role("button", name="Play", exact=True).click()
    return page


def press(page: Page, key: str) -> None:
    """Presses a key that a game knows by this name."""
    page.keyboard.press(_NAMES.get(key, key))


def tap(page: Page, cell: Pos) -> None:
    """Taps on the middle of a cell."""
    x, y = page.evaluate(
        """([x, y]) => {
          const toScreen = document.querySelector('#board svg.board').getScreenCTM();
          const middle = new DOMPoint(x + 0.5, y + 0.5).matrixTransform(toScreen);
          return [middle.x, middle.y];
        }""",
        list(cell),
    )
    page.touchscreen.tap(x, y)
