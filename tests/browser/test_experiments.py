"""The page of experiments, for everybody, on narrow and wide screens, light and dark."""

from __future__ import annotations

from typing import Any

import pytest

from gridproof.experiments.page import page as html
from tests.browser import checks
from tests.browser.visits import Visits
from tests.experiments.test_page import COUNTED, small


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("page") / "page.html"
    file.write_text(html([small(name) for name in COUNTED]), encoding="utf-8")
    return file.as_uri()


@pytest.mark.parametrize("width", [320, 1600])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_use_it(visit: Visits, address: str, width: int, scheme: Any) -> None:
    page = visit(address, width=width, scheme=scheme, offline=True)
    assert checks.nameless(page) == []
    assert checks.doubled_ids(page) == []
    assert checks.wide_parts(page) == []
    assert checks.faint_texts(page) == []
    assert all(stop.marked for stop in checks.focus_order(page))


def test_the_switch_wins_over_what_the_reader_prefers(visit: Visits, address: str) -> None:
    page = visit(address, scheme="dark", offline=True)

    def colours() -> tuple[str, str]:
        paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
        plot = page.evaluate("getComputedStyle(document.querySelector('svg.plot path')).fill")
        return paper, plot

    dark = colours()
    page.get_by_role("button", name="Light or dark").click()
    light = colours()
    assert light != dark
    assert len(set(light)) == len(set(dark)) == 1  # plots are drawn on the page's paper
    page.get_by_role("button", name="Light or dark").click()
    assert colours() == dark


def test_wide_tables_scroll_within_themselves(visit: Visits, address: str) -> None:
    page = visit(address, width=320, offline=True)
    regions = page.locator(".wide")
    assert regions.count() > 3
    wide = [
        regions.nth(n).evaluate("e => e.scrollWidth > e.clientWidth")
        for n in range(regions.count())
    ]
    assert any(wide)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
