"""Cards of boards: each line of text is one line, and the whole text is there for everybody."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from gridproof.registry import games
from gridproof.render.index import Entry, index
from tests.browser import checks
from tests.browser.app import serving
from tests.browser.visits import Visits

if TYPE_CHECKING:
    from playwright.sync_api import Page

TITLES = ("Short", "A title that is longer than any card is wide, by far", "Nowhere" * 9, "<&\"'>")
#: The texts of lines that are higher than a line, or lack their whole text.
WRAPPED = """lines => lines
  .filter(line => line.clientHeight > 1.6 * parseFloat(getComputedStyle(line).fontSize) ||
    line.title !== line.textContent)
  .map(line => line.textContent)"""


def wrapped(page: Page, lines: str) -> list[str]:
    found: list[str] = page.locator(lines).evaluate_all(WRAPPED)
    return found


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with serving() as address:
        yield address


@pytest.mark.parametrize("width", [320, 390, 1600])
def test_cards_of_an_index_page_do_not_wrap(visit: Visits, width: int) -> None:
    entries = [
        Entry(title, "Sokoban", "a.html", "a.svg", "OPTIMAL", f"{title}: 12 pushes, proven optimal")
        for title in TITLES
    ]
    page = visit("about:blank", width=width)
    page.set_content(index(entries, "A set"))
    assert page.locator("#boards strong").all_inner_texts() == list(TITLES)
    assert wrapped(page, "#boards strong, #boards span") == []
    assert checks.wide_parts(page) == []


@pytest.mark.parametrize("width", [320, 1600])
def test_cards_of_the_app_do_not_wrap(visit: Visits, site: str, width: int) -> None:
    page = visit(site, width=width)
    for name in games():
        page.locator(f"[data-game={name}]").click()
        page.locator(f'.cards [data-board="{name}/1"]').wait_for()
        assert wrapped(page, ".cards .name, .cards .done") == []
    assert checks.wide_parts(page) == []
