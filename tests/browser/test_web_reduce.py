"""The page of the web app on which a formula or a graph becomes a board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from gridproof.reduction import AnyReduction, reductions
from tests.browser import checks
from tests.browser.visits import Visits

if TYPE_CHECKING:
    from playwright.sync_api import Page

each_reduction = pytest.mark.parametrize("reduction", reductions().values(), ids=reductions())


def asked(visit: Visits, site: str, reduction: str, **options: Any) -> Page:
    """The page with a reduction chosen, its example filled in."""
    page = visit(f"{site}/reduce", **options)
    page.locator(f"#reduction option[value={reduction}]").wait_for(state="attached")
    page.locator("#reduction").select_option(reduction)
    page.locator(f"#made[data-reduction={reduction}] svg.board").wait_for()  # the example's
    page.locator("#make:enabled").wait_for()
    return page


def make(page: Page) -> None:
    """Have the board of the text made."""
    page.get_by_role("button", name="Make the board").click()
    page.locator("#make:enabled").wait_for()
    page.locator("#made svg.board").wait_for()


def check(page: Page) -> None:
    found = {
        name: getattr(checks, name)(page)
        for name in ("nameless", "doubled_ids", "wide_parts", "faint_texts")
    }
    assert not any(found.values()), found


@each_reduction
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_an_example_becomes_a_board(
    visit: Visits, site: str, reduction: AnyReduction, width: int, scheme: str
) -> None:
    page = asked(visit, site, reduction.id, width=width, height=800, scheme=scheme)
    check(page)
    assert "`" not in page.locator("body").inner_text()
    make(page)
    page.get_by_text("audit passed").wait_for()
    check(page)


def test_an_address_holds_the_formula(visit: Visits, site: str) -> None:
    page = asked(visit, site, "sat-to-bombcover")
    page.locator("#text").fill("x or y\nnot x\n")
    make(page)
    page.wait_for_url("**/reduce#*")
    again = visit(page.url)
    again.locator("#made svg.board").wait_for()
    assert again.locator("#text").input_value() == "x or y\nnot x\n"


def test_a_formula_is_switched_by_hand(visit: Visits, site: str) -> None:
    page = asked(visit, site, "sat-to-bombcover")
    page.locator("#text").fill("x\n!x\n")
    page.locator("#text").press("Tab")
    page.get_by_role("button", name="Make the board").click()
    switches = page.locator("#switches")
    switches.get_by_text("clause 2 is left: ¬x is false.").wait_for()
    switches.get_by_role("switch", name="x").click()
    switches.get_by_text("clause 1 is left: x is false.").wait_for()
    switches.get_by_text("7 of 6 explosions").wait_for()
    switches.get_by_text("None of the 2 assignments").wait_for()


def test_a_fault_is_shown_where_it_is(visit: Visits, site: str) -> None:
    visit.expect("status of 400")
    page = asked(visit, site, "sat-to-bombcover")
    page.locator("#text").fill("x | y\nx | | y\n")
    page.get_by_role("button", name="Make the board").click()
    page.locator("#fault .error").wait_for()
    start = page.evaluate("document.getElementById('text').selectionStart")
    assert start > len("x | y\n")
    assert page.locator("#made").is_hidden()


def test_one_by_chance_is_played(visit: Visits, site: str) -> None:
    page = asked(visit, site, "vc-to-bombcover")
    page.locator("#size").fill("4")
    page.get_by_role("button", name="Draw").click()
    page.locator("#made svg.board").wait_for()
    assert page.locator("#text").input_value().startswith("cover: ")
    page.get_by_role("button", name="Play this board").click()
    page.locator("body[data-mode=play]").wait_for()


def test_a_page_is_kept(visit: Visits, site: str) -> None:
    page = asked(visit, site, "sat-to-bombcover")
    make(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Page", exact=True).click()
    assert download.value.suggested_filename == "sat-to-bombcover.html"
    assert "<!doctype html>" in download.value.path().read_text(encoding="utf-8")


def test_an_option_of_few_values_is_chosen_from_a_list(visit: Visits, site: str) -> None:
    page = asked(visit, site, "sat-to-bombcover")
    page.get_by_label("variant").select_option("thesis")
    page.locator("#text").fill("x | y\nz\n")  # two variables that the second clause does not name
    make(page)
    assert page.locator("#remarks li").count() > 0
