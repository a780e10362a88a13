"""A browser for the tests of pages; they are skipped where there is none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser.app import serving
from tests.browser.visits import ONE_PROCESS, Profiles, Visits, chromium, launched

pytest.register_assert_rewrite("tests.browser.drawn")

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark the tests of this folder; pytest asks this file about no others."""
    item.add_marker("browser")


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One for the tests of this folder in this process, closed before any other test runs."""
    pytest.importorskip("playwright", reason="playwright is missing: pip install 'gridproof[test]'")
    if chromium() is None:
        pytest.skip("Chromium is missing: install it, or name it in the variable CHROMIUM")
    with launched(*ONE_PROCESS) as browser:
        yield browser


@pytest.fixture(scope="package")
def profiles(browser: Browser) -> Profiles:
    return Profiles(browser)


@pytest.fixture(scope="package")
def site() -> Iterator[str]:
    """The address of a server for all tests of this folder in this process."""
    with serving() as address:
        yield address


@pytest.fixture
def visit(profiles: Profiles) -> Iterator[Visits]:
    """Opens pages; the test fails if one of them gave reason to complain."""
    visits = Visits(profiles)
    yield visits
    visits.close()
    assert visits.complaints == []
