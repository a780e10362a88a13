"""Kernels in Chromium answer as compiled ones do, node for node."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

import pytest
from tools.node_kernels import served

from gridproof._native.webassembly import Poll
from gridproof.registry import games
from gridproof.solving.solve import solve, solvers
from tests.protocol.test_limits import runs_kernels
from tests.samples import sample_levels
from tests.static_site.site_server import BUILT, offering
from tests.wasm.test_same_answers import LIMITS, counts

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.static_site

_START = """() => {
  const worker = new Worker("tests/kernel_worker.mjs", { type: "module" });
  globalThis.kernels = (asked) => new Promise((done, failed) => {
    worker.onmessage = ({ data }) => done(data);
    worker.onerror = ({ message }) => failed(new Error(message));
    worker.postMessage(asked);
  });
}"""


class ChromiumHost:
    """Kernels in a web worker of a page; nothing can be asked of Python while they work."""

    def __init__(self, page: Page) -> None:
        self._page = page
        page.evaluate(_START)

    def names(self) -> Sequence[str]:
        """Return the names of the site's kernels."""
        return list(json.loads((BUILT / "python" / "parts.json").read_text("utf-8"))["kernels"])

    def message(self, kernel: str, request: bytes, poll: Poll | None) -> bytes:
        """Return the reply of a kernel to a request."""
        reply = self._page.evaluate("(asked) => kernels(asked)", [kernel, list(request)])
        if isinstance(reply, str):
            raise RuntimeError(reply)
        return bytes(reply)


@pytest.fixture(scope="module")
def host(browser: Browser) -> Iterator[ChromiumHost]:
    with offering() as address, browser.new_context(service_workers="block") as context:
        page = context.new_page()
        page.goto(f"{address}offline.js")  # a page of its server that runs nothing
        gc.disable()  # objects of kernels ask the page as they end, which other threads cannot
        try:
            yield ChromiumHost(page)
            gc.collect()
        finally:
            gc.enable()


@pytest.mark.parametrize("name", games())
def test_answers_and_counts_are_equal(name: str, host: ChromiumHost) -> None:
    """By the first solver that runs kernels, on a few boards."""
    game = games()[name]
    spec = next(filter(runs_kernels, solvers(game).values()))
    for level in islice(sample_levels(name), 3):
        if spec.why_unsupported(level, game.objective()) is None:
            native = solve(level, game=game, solver=spec.id, limits=LIMITS)
            with served(host):
                found = solve(level, game=game, solver=spec.id, limits=LIMITS)
            assert counts(found) == counts(native), level
