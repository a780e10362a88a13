"""Times of the static site in Chromium: ``python -m tests.static_site.measure``.

It measures the site that ``make web`` has built: for a first visit, a second one and one without a
network, the seconds until boards are shown, until one is open, until Python answers, and until the
first proven optimum; and the CPU seconds of Chromium up to then, which say more on a machine with
other work.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.browser.visits import launched
from tests.static_site.site_server import offering

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

_BOARD: Final = 'a[data-board="sokoban/3"]'
#: A request that Python alone can answer.
_ASK: Final = """() => gridproof.send("/api/plays", {
  method: "POST",
  headers: { "content-type": "application/json", accept: "application/json" },
  body: JSON.stringify({ text: "#####\\n#@$.#\\n#####", game: "sokoban" }),
}).then((answer) => answer.text())"""
#: Milliseconds in which the rest of the site is kept, after the first visit.
_KEEPING: Final = 8000


class CpuTime:
    """The CPU time of all processes that this one has started, as Linux tells it."""

    def __init__(self) -> None:
        self._ticks: dict[int, int] = {}

    def seconds(self) -> float:
        """Return it, that of processes that have ended included."""
        parents, ticks = {}, {}
        for path in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = path.read_text(encoding="utf-8").rpartition(")")[2].split()
            except OSError:  # it has ended
                continue
            number = int(path.parent.name)
            parents[number], ticks[number] = int(fields[1]), int(fields[11]) + int(fields[12])
        for number, spent in ticks.items():
            parent = number
            while parent in parents and parent != os.getpid():
                parent = parents[parent]
            if parent == os.getpid() != number:
                self._ticks[number] = spent
        return sum(self._ticks.values()) / os.sysconf("SC_CLK_TCK")


def visit(context: BrowserContext, address: str, slow: float) -> list[tuple[float, float]]:
    """Return seconds, and CPU seconds, at each milestone of a visit."""
    page = context.new_page()
    page.set_default_timeout(180_000)
    if slow > 1:
        session = context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": slow})
    cpu = CpuTime()
    began, spent = time.perf_counter(), cpu.seconds()
    found: list[tuple[float, float]] = []

    def reached() -> None:
        found.append((time.perf_counter() - began, cpu.seconds() - spent))

    page.goto(address)
    inside = page.frame_locator("iframe")
    inside.locator("button[data-game=sokoban]").click()
    inside.locator(_BOARD).wait_for()
    reached()
    inside.locator(_BOARD).click()
    inside.locator("body[data-mode=play] #board svg").first.wait_for()
    reached()
    page.evaluate(_ASK)
    reached()
    inside.locator("#best").click()
    inside.locator("#message", has_text="proven").wait_for()
    reached()
    page.wait_for_timeout(_KEEPING)
    page.close()
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slow", type=float, default=1.0, help="times slower than this machine")
    slow = parser.parse_args().slow
    print(f"{'visit':10}{'boards':>16}{'one open':>16}{'Python':>16}{'optimum':>16}   s (CPU s)")
    with offering() as address, launched() as browser, browser.new_context() as context:
        for name in ("first", "second", "offline"):
            context.set_offline(name == "offline")
            times = visit(context, address, slow)
            cells = (f"{seconds:.2f} ({cpu:.2f})" for seconds, cpu in times)
            print(f"{name:10}" + "".join(f"{cell:>16}" for cell in cells), flush=True)


if __name__ == "__main__":
    main()
