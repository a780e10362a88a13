"""All that the static site does, for every game, without a network."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gridproof.files.shipped import collections
from gridproof.proof.checking import check
from gridproof.reduction import reductions
from gridproof.registry import games
from tests.samples import sample_levels
from tests.static_site.conftest import Offline
from tests.static_site.visit import Visit

pytestmark = pytest.mark.static_site

GAMES = list(games())


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_all_there(game: str, offline: Offline, tmp_path: Path) -> None:
    visit = offline()
    play(visit, game)
    visit.told("played")
    certify(visit, tmp_path / "made.gpc")
    visit.told("certified")
    draw(visit, game)
    visit.told("drawn and rated")
    generate(visit, game)
    visit.told("generated")


def play(visit: Visit, game: str) -> None:
    """Have a shipped board opened, solved, watched, played and hinted at."""
    inside = visit.inside
    first = next(shipped.id for shipped in collections().values() if shipped.game == game)
    visit.choose(game, f"{first}/1")
    visit.solved()
    inside.locator("#best").click()
    inside.locator("#film svg").first.wait_for()
    inside.locator("#take").click()
    inside.locator("#board svg").first.wait_for()
    inside.locator("#restart").click()
    inside.locator("#hint").click()
    inside.locator("#message", has_text="Next: ").or_(
        inside.locator("#message", has_text="From here")
    ).first.wait_for()


def certify(visit: Visit, path: Path) -> None:
    """Have the board in play certified; the checker accepts the file, and the page as well."""
    visit.inside.locator("#more").click()
    with visit.page.expect_download() as kept:
        visit.inside.locator("#certify").click()
    kept.value.save_as(path)
    assert check(path).accepted
    visit.inside.locator("#sheet form button").click()
    visit.inside.locator("#home").click()
    visit.inside.locator("#games button").first.wait_for()
    visit.drop(path)
    visit.inside.locator("#fault", has_text="✓ Accepted").wait_for()


def draw(visit: Visit, game: str) -> None:
    """Draw a board, which has a verdict; rate it."""
    inside = visit.inside
    inside.locator("#to-edit").click()
    inside.locator("#draft svg").first.wait_for()
    inside.locator("#game").select_option(game)
    inside.locator("#palette button").first.wait_for()
    inside.locator("#as-text summary").click()
    text = games()[game].write(sample_levels(game)[0], games()[game].canonical_format)
    inside.locator("#text").fill(text)
    inside.locator("#said", has_text="proven").wait_for()
    inside.locator("#ideas summary").click()
    inside.locator("#rate").click()
    inside.locator("#idea", has_text="rating from 0 to 100").wait_for()
    inside.locator("#home").click()


def generate(visit: Visit, game: str) -> None:
    """Have a new level made, which opens."""
    inside = visit.inside
    inside.locator(f"button[data-game={game}]").click()
    inside.locator("#new summary").click()
    inside.locator("#draw").click()
    inside.locator("body[data-mode=play] #board svg").first.wait_for()


def test_all_reductions_are_there(offline: Offline) -> None:
    """Boards of random instances, with a verdict of the source problem."""
    visit = offline()
    visit.inside.locator("#games button").first.wait_for()
    for name, reduction in reductions().items():
        size = max(reduction.source.sizes, key=len)
        wish = {"reduction": name, "options": {}, "random": {"size": size, "seed": 1}}
        made = json.loads(visit.ask("/api/reduce", wish))
        assert not any("not known" in str(part) for part in made["switches"].values()), name
        visit.told(name)
