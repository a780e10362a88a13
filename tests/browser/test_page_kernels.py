"""Pages that solve: boards that have too many positions for a table, opened offline."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gridproof.files.shipped import collection
from gridproof.game import AnyGame
from gridproof.registry import games
from gridproof.render.playable import playable_page
from gridproof.solving.solve import solve
from tests.browser import checks
from tests.browser.visits import Visits

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.wasm

RULED = [game for game in games().values() if game.page_rules and game.page_rules.kernel]


def opened(visit: Visits, folder: Path, game: AnyGame) -> tuple[Page, int]:
    """A page of a level that has no table, and the cost of its best solution."""
    for level in collection(game.id).levels[5:]:
        page = playable_page([level])
        if 'id="kernels"' in page.html:
            (folder / "page.html").write_text(page.html, encoding="utf-8")
            opened = visit((folder / "page.html").as_uri(), offline=True)
            opened.wait_for_selector("svg.board")
            cost = solve(level).cost
            assert isinstance(cost, int)
            return opened, cost
    raise AssertionError("no level needs the kernel, or it is missing: call `make wasm`")


@pytest.mark.parametrize("game", RULED, ids=lambda game: game.id)
def test_hints_of_a_kernel_lead_to_the_proven_optimum(
    visit: Visits, tmp_path: Path, game: AnyGame
) -> None:
    page, cost = opened(visit, tmp_path, game)
    page.keyboard.press("h")
    page.wait_for_function(
        "() => document.querySelector('.message').textContent.startsWith('From here: ')"
    )
    assert f"From here: {cost} " in page.locator(".message").inner_text()
    for _ in range(2 * 500):
        if page.locator(".playable").get_attribute("data-outcome") == "solved":
            break
        page.keyboard.press("h")
    said = page.locator(".message").inner_text()
    assert said.startswith(f"✓ The solver's way: {cost} ")
    assert said.endswith("best possible")
    assert checks.wide_parts(page) == []
    assert checks.faint_texts(page) == []
