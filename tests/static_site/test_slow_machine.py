"""The site on a machine of a quarter of the speed, without a network."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.static_site.test_offline import certify, play
from tests.static_site.visit import Visit

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

pytestmark = pytest.mark.static_site

#: The slowdown of the pages; Chromium slows no workers, and so not the searches.
_SLOW = 4


@pytest.mark.parametrize("game", ["sokoban", "robots"])
def test_a_board_is_played_solved_and_certified(
    game: str, kept: tuple[BrowserContext, str], tmp_path: Path
) -> None:
    visit = Visit(*kept, slow=_SLOW)
    visit.inside.locator("img[data-collection]").first.wait_for()
    visit.told("first boards")
    play(visit, game)
    visit.told("solved and played")
    certify(visit, tmp_path / "made.gpc")
    visit.told("certified and checked")
    visit.page.close()
    assert visit.problems == []
