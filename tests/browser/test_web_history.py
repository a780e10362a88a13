"""Going back and forth faster than boards are opened: answers that come late do not count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from gridproof.limits import CancelToken
from gridproof.playing.orders import Order
from gridproof.registry import find_game
from tests.browser.app import serving
from tests.browser.visits import Visits

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with serving() as address:
        yield address


#: Has the page's requests for boards wait until `release(number)`, in the order of their making.
HOLD = """
() => {
  const send = window.fetch;
  const gates = [];
  window.held = () => gates.length;
  window.fetch = async (address, options) => {
    if (!/\\/api\\/(levels|plays)$/.test(address)) return send(address, options);
    const gate = Promise.withResolvers();
    const done = Promise.withResolvers();
    gates.push({ open: gate.resolve, done: done.promise });
    await gate.promise;
    try {
      const answer = await send(address, options);
      const text = await answer.text();
      return new Response(text, { status: answer.status, headers: answer.headers });
    } finally {
      setTimeout(done.resolve, 20); // by then the page has taken it
    }
  };
  window.release = (number) => {
    gates[number].open();
    return gates[number].done;
  };
  sessionStorage.clear(); // no board is handed over
}
"""


def step(page: Page, way: str) -> None:
    """Goes back or forth, and waits until the page asks for that board."""
    held = page.evaluate("held()")
    page.evaluate(f"history.{way}()")
    page.wait_for_function("held => window.held() > held", arg=held)


def release(page: Page, number: int) -> str | None:
    """Has an answer come; returns the page's mode after it."""
    page.evaluate("number => release(number)", number)
    return page.locator("body").get_attribute("data-mode")


def test_a_drawing_that_was_ended_does_not_count(visit: Visits, site: str) -> None:
    order = Order.of(find_game("robots"), goals={"min-cost": "3"}, seed=7)
    drawn = order.answer(CancelToken(), lambda progress: None)
    page = visit(f"{site}/play?new={drawn.order.replace('#', '%23')}")
    page.locator("#title", has_text=" 7.").wait_for()
    page.locator("#board svg.board").wait_for()
    page.keyboard.press("g")
    page.locator("#title", has_text=" 8.").wait_for()
    page.evaluate(HOLD)
    for way in ("back", "forward", "back"):
        step(page, way)
    assert release(page, 0) == "opening"  # was ended, for the same address
    assert release(page, 1) == "opening"
    assert release(page, 2) == "play"
    assert " 7." in page.locator("#title").inner_text()
    assert page.locator("#board svg.board").count() == 1


@pytest.mark.parametrize("refused", [False, True], ids=["answer", "refusal"])
def test_a_late_answer_for_a_board_that_was_left_does_not_count(
    visit: Visits, site: str, refused: bool
) -> None:
    page = visit(f"{site}/play/robots/1")
    page.locator("body[data-mode=play]").wait_for()
    for number in (2, 3):
        page.keyboard.press("n")
        page.wait_for_url(f"**/play/robots/{number}")
        page.locator("#place", has_text=f"{number} / ").wait_for()
    page.evaluate(HOLD)
    step(page, "back")
    step(page, "back")
    if refused:
        visit.expect("status of 400")
        no = {"error": "no such board", "hint": ""}
        page.route("**/api/plays", lambda route: route.fulfill(status=400, json=no))
    else:
        release(page, 1)
    assert release(page, 0) == "play"
    if refused:
        page.unroute("**/api/plays")
        release(page, 1)
    assert page.locator("#place").inner_text().startswith("1 / ")
    assert page.url.endswith("/play/robots/1")
