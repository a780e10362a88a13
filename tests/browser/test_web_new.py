"""New levels in the web app: wished for, drawn, shared by their address, and more of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from gridproof.limits import CancelToken
from gridproof.playing.orders import Order
from gridproof.registry import find_game
from tests.browser import checks
from tests.browser.visits import Visits

if TYPE_CHECKING:
    from playwright.sync_api import Page


def asked(visit: Visits, site: str, game: str, **options: Any) -> Page:
    """The first page with the form of a game open."""
    page = visit(site, **options)
    page.locator(f"[data-game={game}]").click()
    page.locator("#new summary").click()
    return page


def check(page: Page) -> None:
    found = {
        name: getattr(checks, name)(page)
        for name in ("nameless", "doubled_ids", "wide_parts", "faint_texts")
    }
    assert not any(found.values()), found


def wished(page: Page, **texts: str) -> None:
    for name, text in texts.items():
        page.locator(f"#option-{name.replace('_', '-')}").fill(text)


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (320, "dark")])
def test_a_level_is_wished_for_and_another_one_like_it(
    visit: Visits, site: str, width: int, scheme: str
) -> None:
    page = asked(visit, site, "sokoban", width=width, height=800, scheme=scheme)
    check(page)
    wished(page, min_cost="4", seed="7")
    page.get_by_role("button", name="Draw a level").click()
    page.locator("body[data-mode=play]").wait_for()
    assert re.search(r"/play\?new=sokoban:[\w,=-]+,min-cost=4%237\.\d+@g\d+$", page.url)
    page.locator("#counter", has_text="(optimal)").wait_for()
    first = page.url
    check(page)
    page.get_by_role("button", name="Another").click()
    page.wait_for_url("**/play?new=*%238.*")
    page.locator("#title", has_text="Sokoban 8.").wait_for()
    page.keyboard.press("g")
    page.wait_for_url("**/play?new=*%239.*")
    for number in (8, 7):
        page.go_back()
        page.locator("#title", has_text=f"Sokoban {number}.").wait_for()
    assert page.url == first


def test_an_address_draws_the_same_level_for_somebody_else(visit: Visits, site: str) -> None:
    order = Order.of(find_game("robots"), goals={"min-cost": "3"}, seed=7)
    drawn = order.answer(CancelToken(), lambda progress: None)
    address = f"{site}/play?new={drawn.order.replace('#', '%23')}"
    boards = []
    for _ in range(2):
        page = visit(address)
        page.locator("body[data-mode=play]").wait_for()
        boards.append(page.locator("#board svg.board").inner_html())
        assert page.url == address
    assert boards[0] == boards[1]
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(f"{address}#*")
    again = visit(page.url)
    again.locator("body[data-mode=play]").wait_for()
    assert again.locator("body").get_attribute("data-at") == page.locator("body").get_attribute(
        "data-at"
    )
    assert again.get_by_role("button", name="Another").is_visible()


def test_drawing_is_counted_and_stopped_with_the_keyboard(visit: Visits, site: str) -> None:
    page = asked(visit, site, "sokoban")
    wished(page, min_cost="900")
    page.keyboard.press("Enter")
    page.locator("#drawing", has_text=re.compile(r"boards? drawn · nearest: \d+ push")).wait_for()
    page.keyboard.press("Escape")
    page.locator("#drawing", has_text="Drawing was stopped.").wait_for()
    wished(page, min_cost="", seed="7")
    page.keyboard.press("Enter")
    page.locator("body[data-mode=play]").wait_for()
    page.go_back()  # what was wished for is still there
    page.locator("#new summary").wait_for()
    assert page.locator("#option-min-cost").input_value() == ""


def test_the_form_is_reached_with_the_keyboard(visit: Visits, site: str) -> None:
    page = visit(site)
    page.locator("[data-game=boxcover]").click()
    page.locator("#new summary").focus()
    page.keyboard.press("Enter")
    stops = checks.focus_order(page)
    assert all(stop.marked for stop in stops), stops
    fields = page.locator("#wishes").locator("input, select, button:visible").count()
    assert "Draw a level" in [stop.name for stop in stops[:fields]]


def test_what_cannot_be_is_said_with_the_next_step(visit: Visits, site: str) -> None:
    visit.expect("status of 400")
    page = asked(visit, site, "robots")
    wished(page, min_cost="9", max_cost="3")
    page.get_by_role("button", name="Draw a level").click()
    page.get_by_role("alert").get_by_text("No cost is at least 9 and at most 3.").wait_for()
    check(page)
    wished(page, min_cost="", seed="twelve")
    page.keyboard.press("Enter")
    page.get_by_text("The seed must be a whole number of up to 15 digits.").wait_for()
    page.goto(f"{site}/play?new=robots:standard%231.0@g999")
    page.locator("body[data-mode=failed]").wait_for()
    page.get_by_text("version 999").wait_for()
    page.get_by_role("link", name="Choose a board").wait_for()


def test_a_board_that_every_seed_makes_is_told(visit: Visits, site: str) -> None:
    order = Order.of(find_game("onebomb"), "open", seed=1)
    page = visit(f"{site}/play?new={order.id.replace('#', '%23')}")
    page.get_by_role("button", name="Another").click()
    page.get_by_text("The next seed makes the same level again").wait_for()


def test_a_shipped_board_has_no_other_like_it(visit: Visits, site: str) -> None:
    page = visit(f"{site}/play/robots/1")
    page.locator("body[data-mode=play]").wait_for()
    assert page.get_by_role("button", name="Another").is_hidden()
    page.keyboard.press("g")
    page.get_by_text("No generator made this level").wait_for()
