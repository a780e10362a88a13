"""The static site in Chromium, from the first visit to one without a network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import gridproof
from gridproof.registry import games
from gridproof.solving.certify import certify
from tests.samples import sample_levels
from tests.static_site.site_server import offering
from tests.static_site.visit import Visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

pytestmark = pytest.mark.static_site

#: The events of a level that is drawn, as the app's answer has them.
_DRAW = """(game) => gridproof.send("/api/levels", {
  method: "POST",
  headers: { "content-type": "application/json", accept: "text/event-stream" },
  body: JSON.stringify({ game, seed: 1 }),
}).then((answer) => answer.text())"""
#: Has the page note the requests to Python.
_NOTE = """() => {
  const { send } = gridproof;
  globalThis.noted = [];
  gridproof.send = (address, ...rest) => (noted.push(address), send(address, ...rest));
}"""
_PASTED = "#######\n#.@ # #\n#$* $ #\n#   $ #\n# ..  #\n#  *  #\n#######\n"


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context() as context:
        yield context


def test_a_visit_with_and_without_a_network(context: BrowserContext, tmp_path: Path) -> None:
    (level,) = gridproof.read_boards(_PASTED, game="sokoban")
    certificate = tmp_path / "board.gpc"
    certify(sample_levels("robots")[0], certificate)
    with offering() as address:
        visit = Visit(context, address)
        visit.inside.locator("img[data-collection]").first.wait_for()
        visit.told("first boards")
        visit.choose("sokoban", "sokoban/3")
        visit.told("first board to play")
        assert "optimum is 2 pushes" in visit.solved()
        visit.told("first optimum")
        assert "#/play/sokoban/3" in visit.page.url
        _certify(visit, tmp_path)

        visit.inside.locator("button[data-game=own]").click()
        visit.inside.locator("#text").fill(_PASTED)
        visit.inside.locator("#open").click()
        visit.inside.locator("body[data-mode=play]").wait_for()
        cost = gridproof.solve(level).cost
        assert f"{cost} pushes" in visit.solved()
        visit.inside.locator("#home").click()

        visit.inside.locator("button[data-game=own]").click()
        visit.inside.locator("#file").set_input_files(certificate)
        visit.inside.locator("#fault", has_text="✓ Accepted").wait_for()
        _draw_levels(visit)
        _edit(visit)
        visit.page.wait_for_function("navigator.serviceWorker.controller !== null")
        visit.page.wait_for_function(
            "async () => { for (const name of await caches.keys()) {"
            " const kept = await caches.open(name);"
            " if (await kept.match(new URL('python/robots.wasm', location).href)) return true; }"
            " return false; }"
        )
    context.set_offline(True)
    visit.page.close()
    again = Visit(context, address)
    again.choose("robots", "robots/3")
    again.told("without a network: first board to play")
    assert "proven" in again.solved()
    again.told("without a network: first optimum")
    context.set_offline(False)
    again.page.close()
    assert visit.problems + again.problems == []


def _draw_levels(visit: Visit) -> None:
    """Have a long drawing stopped, and a level drawn and opened; and one of each other game."""
    for game in games():
        assert "event: drawn" in visit.page.evaluate(_DRAW, game), game
    visit.page.evaluate(_NOTE)
    visit.inside.locator("button[data-game=robots]").click()
    visit.inside.locator("#new summary").click()
    visit.inside.locator("#generator").select_option("hardest")
    visit.inside.locator("input[name=steps]").fill("9999")
    visit.inside.locator("#draw").click()
    visit.inside.locator("#drawing", has_text=" s").wait_for()
    visit.inside.locator("#stop").click()
    visit.inside.locator("#drawing", has_text="stopped").wait_for()
    visit.inside.locator("#generator").select_option("random")
    visit.inside.locator("#draw").click()
    visit.inside.locator("body[data-mode=play]").wait_for()
    drawn = [address for address in visit.page.evaluate("noted") if address == "/api/levels"]
    assert len(drawn) == 2, "the page of a level does not have it drawn again"
    visit.inside.locator("#home").click()
    visit.told("levels drawn")


def _certify(visit: Visit, folder: Path) -> None:
    """Have the board in play certified, and check the file that the browser keeps."""
    visit.inside.locator("#more").click()
    with visit.page.expect_download() as kept:
        visit.inside.locator("#certify").click()
    kept.value.save_as(folder / "made.gpc")
    assert gridproof.check(folder / "made.gpc").accepted
    visit.inside.locator("#sheet form button").click()
    visit.inside.locator("#home").click()


def _edit(visit: Visit) -> None:
    """Draw a board: each stroke has a verdict; rate it, and try changes."""
    visit.inside.locator("#to-edit").click()
    visit.inside.locator("#game").select_option("merge")
    visit.inside.locator("#as-text summary").click()
    level = sample_levels("merge")[0]
    visit.inside.locator("#text").fill(
        games()["merge"].write(level, games()["merge"].canonical_format)
    )
    visit.inside.locator("#said", has_text="proven").wait_for()
    visit.inside.locator("#ideas summary").click()
    visit.inside.locator("#rate").click()
    visit.inside.locator("#idea", has_text="rating from 0 to 100").wait_for()
    visit.told("edited and rated")


def test_courses_are_played_before_python_is_there(context: BrowserContext) -> None:
    with offering() as address:
        visit = Visit(context, address)
        for game in ("sokoban", "merge", "boxcover"):
            visit.inside.locator(f"button[data-game={game}]").click()
            link = visit.inside.locator("#to-course").get_attribute("href")
            page = context.new_page()
            page.goto(f"{link}")
            board = page.locator("[data-level='1']")
            board.wait_for()
            for said in ("From here", "Next: "):
                page.keyboard.press("h")
                page.locator(".message", has_text=said).wait_for()
            page.keyboard.press("h")
            page.locator(".playable[data-at='1']").wait_for()
            page.close()
        visit.page.close()
    assert visit.problems == []
