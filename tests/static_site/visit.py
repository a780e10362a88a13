"""A visit of the static site."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.static_site.site_server import BUILT

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Frame, FrameLocator, Page

__all__ = ["Visit"]

#: Milliseconds that Python may take to load, on a machine with much else to do.
_PATIENCE = 60_000
#: Sends a request of a page, and returns its answer.
_ASK = """([address, body, accept]) => gridproof.send(address, {
  method: "POST",
  headers: { "content-type": "application/json", accept },
  body,
}).then((answer) => answer.text())"""

#: Returns how many files the browser keeps.
_KEPT = """async () => {
  let count = 0;
  for (const name of await caches.keys()) count += (await (await caches.open(name)).keys()).length;
  return count;
}"""


class Visit:
    """A visit of the site.

    Attributes:
        page: the page around all pages.
        inside: the page in its frame.
        problems: all that went wrong without being seen.
    """

    def __init__(self, context: BrowserContext, address: str, slow: float = 1) -> None:
        self.page: Page = context.new_page()
        self.page.set_default_timeout(_PATIENCE)
        if slow != 1:
            session = context.new_cdp_session(self.page)
            session.send("Emulation.setCPUThrottlingRate", {"rate": slow})
        self.problems: list[str] = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("request", self._asked)
        self._address = address
        self.began = time.perf_counter()
        self.page.goto(address)
        self.inside: FrameLocator = self.page.frame_locator("iframe")

    def _asked(self, request: object) -> None:
        url = str(getattr(request, "url", ""))
        if not url.startswith((self._address, "data:", "blob:")):
            self.problems.append(f"it asks {url}")

    def told(self, what: str) -> None:
        """Print the seconds since the visit began."""
        print(f"{what}: {time.perf_counter() - self.began:.2f} s")

    def choose(self, game: str, board: str) -> None:
        """Choose a shipped board."""
        self.inside.locator(f"button[data-game={game}]").click()
        self.inside.locator(f'a[data-board="{board}"]').click()
        self.inside.locator("body[data-mode=play]").wait_for()

    def solved(self) -> str:
        """Return the message of a search to the proven optimum."""
        self.inside.locator("#best").click()
        message = self.inside.locator("#message", has_text="proven")
        message.wait_for()
        return message.inner_text()

    @property
    def frame(self) -> Frame:
        """The frame of the page in it."""
        return self.page.frames[1]

    def keep(self) -> None:
        """Wait until the browser keeps all files of the site."""
        count = sum(path.is_file() for path in BUILT.rglob("*"))
        while self._kept() < count:
            self.page.wait_for_timeout(100)

    def _kept(self) -> int:
        from playwright.sync_api import Error

        try:
            return int(self.page.evaluate(_KEPT))
        except Error as error:
            if "navigation" not in str(error):  # the page loads once more, by itself
                raise
            return 0

    def ask(self, address: str, body: Any, accept: str = "application/json") -> str:
        """Return the answer to a request, as the pages send it."""
        answer: str = self.page.evaluate(_ASK, [address, json.dumps(body), accept])
        return answer

    def drop(self, file: Path) -> None:
        """Drag a file from the desktop over the page, and drop it there."""
        session = self.page.context.new_cdp_session(self.page)
        data = {"items": [], "files": [str(file)], "dragOperationsMask": 1}
        for step in ("dragEnter", "dragOver", "drop"):
            event = {"type": step, "x": 100, "y": 200, "data": data}
            session.send("Input.dispatchDragEvent", event)
        session.detach()
