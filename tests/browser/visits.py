"""Visits of pages in Chromium that write down what must not happen there.

No name is resolved but this machine's: a page that asks for something elsewhere gets nothing, and
the visit says so. Waiting is done by Playwright's conditions, never by the clock.
"""

from __future__ import annotations

import os
import re
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Dialog, Page, Request

__all__ = ["ONE_PROCESS", "Profiles", "Visits", "chromium", "launched"]

#: What Chromium does by itself, switched off.
_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
)
#: The pages of a profile share one process: starting one costs more than most tests of a page.
ONE_PROCESS = ("--disable-site-isolation-trials", "--renderer-process-limit=1")
#: The size of a window, the colours and the motion that a reader prefers.
_Look = tuple[int, int, Literal["light", "dark"], Literal["no-preference", "reduce"]]
#: Milliseconds that anything may take before a visit gives up.
_PATIENCE = 20_000


def chromium() -> str | None:
    """The program: the variable CHROMIUM, or one on the path; None if there is none.

    The shell is Chromium without windows around its pages, which cost a third of all its work.
    """
    named = os.environ.get("CHROMIUM")
    return named or shutil.which("chromium-headless-shell") or shutil.which("chromium")


@contextmanager
def launched(*arguments: str) -> Iterator[Browser]:
    """A headless Chromium with an empty profile of its own.

    While it runs, this thread has an event loop: ``asyncio.run`` fails.
    """
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=[*_ARGUMENTS, *arguments]
        )
        try:
            yield browser
        finally:
            browser.close()


class Profiles:
    """Browser profiles, each lent to one visit at a time and emptied before the next.

    A new one costs Chromium more than most tests of a page. An empty page stays open in each, so
    that its process stays as well (see ``ONE_PROCESS``).
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: defaultdict[str, list[BrowserContext]] = defaultdict(list)
        self._kinds: dict[BrowserContext, str] = {}

    def lend(self, **options: Any) -> BrowserContext:
        """Return an empty profile with these options of a Playwright context."""
        kind = repr(sorted(options.items()))
        if self._free[kind]:
            return self._free[kind].pop()
        context = self._browser.new_context(**options)
        context.set_default_timeout(_PATIENCE)
        context.new_page()
        self._kinds[context] = kind
        return context

    def take_back(self, context: BrowserContext) -> None:
        """Empty a profile and close its pages."""
        context.set_offline(False)
        context.clear_cookies()
        context.clear_permissions()
        for page in context.pages[1:]:
            address = urlsplit(page.url)
            client = context.new_cdp_session(page)
            client.send("Network.clearBrowserCache")
            origin = f"{address.scheme}://{address.netloc}"
            client.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
            page.close()
        self._free[self._kinds[context]].append(context)


class Visits:
    """Opens pages and collects complaints about them.

    Attributes:
        complaints: errors and warnings of the console, uncaught errors, dialogs, crashes, and
            requests to anywhere but the page's own server (a file: to anything else at all).
    """

    def __init__(self, profiles: Profiles) -> None:
        self.complaints: list[str] = []
        self._profiles = profiles
        self._expected: list[str] = []
        self._looks: dict[BrowserContext, _Look] = {}
        self._lent: list[tuple[BrowserContext, Callable[[], None]]] = []

    def __call__(
        self,
        address: str,
        *,
        width: int = 1280,
        height: int = 800,
        scheme: Literal["light", "dark"] = "light",
        motion: bool = False,
        touch: bool = False,
        offline: bool = False,
        **options: Any,
    ) -> Page:
        """A page in an empty browser profile of its own.

        Args:
            address: what is opened.
            width: of the window, in CSS pixels.
            height: of the window.
            scheme: the colours that the reader prefers.
            motion: False: the reader prefers reduced motion.
            touch: a finger and no mouse.
            offline: without any network.
            options: others of a Playwright context.
        """
        context = self._profiles.lend(has_touch=touch, is_mobile=touch, **options)
        context.set_offline(offline)
        self._listen(context, address)
        self._looks[context] = width, height, scheme, "no-preference" if motion else "reduce"
        page = self._page(context)
        page.goto(address)
        return page

    def tab(self, page: Page, address: str) -> Page:
        """Another tab in the profile of a page."""
        other = self._page(page.context)
        other.goto(address)
        return other

    def _page(self, context: BrowserContext) -> Page:
        page = context.new_page()
        width, height, scheme, motion = self._looks[context]
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme, reduced_motion=motion)
        return page

    def expect(self, pattern: str) -> None:
        """Complaints that this regular expression is found in are none."""
        self._expected.append(pattern)

    def close(self) -> None:
        """Closes all pages."""
        for context, deafen in self._lent:
            deafen()
            self._profiles.take_back(context)

    def _listen(self, context: BrowserContext, address: str) -> None:
        home = urlsplit(address)

        def request(request: Request) -> None:
            asked = urlsplit(request.url)
            if asked.scheme in ("data", "blob"):
                return
            same = (asked.scheme, asked.netloc) == (home.scheme, home.netloc)
            if not same or (home.scheme == "file" and asked.path != home.path):
                self._complain(f"asks for {request.url}")

        def dialog(dialog: Dialog) -> None:
            self._complain(f"dialog: {dialog.message}")
            dialog.dismiss()

        def console(said: ConsoleMessage) -> None:
            if said.type in ("error", "warning"):
                self._complain(f"console {said.type}: {said.text} ({said.location['url']})")

        def listen(page: Page) -> None:
            page.on("pageerror", lambda error: self._complain(f"uncaught: {error}"))
            page.on("crash", lambda _: self._complain("the page crashed"))
            page.on("websocket", lambda socket: self._complain(f"asks for {socket.url}"))
            page.on("dialog", dialog)
            page.on("console", console)

        def deafen() -> None:
            context.remove_listener("request", request)
            context.remove_listener("page", listen)

        context.on("request", request)
        context.on("page", listen)
        self._lent.append((context, deafen))

    def _complain(self, what: str) -> None:
        if not any(re.search(pattern, what) for pattern in self._expected):
            self.complaints.append(what)
