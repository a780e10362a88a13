"""A browser that keeps the static site, and has no network any more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser.visits import launched
from tests.static_site.site_server import BUILT, offering
from tests.static_site.visit import Visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

#: Opens the site.
Offline = Callable[[], Visit]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not (BUILT / "index.html").exists():
        pytest.fail("there is no site: `make web` builds it")
    with launched() as browser:
        yield browser


@pytest.fixture(scope="session")
def kept(browser: Browser) -> Iterator[tuple[BrowserContext, str]]:
    """A profile after a first visit, and the address of the site, at which nobody answers now."""
    with browser.new_context(has_touch=True) as context:
        with offering() as address:
            visit = Visit(context, address)
            visit.keep()
            visit.page.close()
        context.set_offline(True)
        yield context, address


@pytest.fixture
def offline(kept: tuple[BrowserContext, str]) -> Iterator[Offline]:
    """The site without a network; it must not fail in silence."""
    visits: list[Visit] = []

    def open_site() -> Visit:
        visits.append(Visit(*kept))
        return visits[-1]

    yield open_site
    for visit in visits:
        visit.page.close()
        assert visit.problems == []
