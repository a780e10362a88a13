"""Pictures of boards as Chromium draws them: names, and letters that can be read on everything."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest

from gridproof.game import AnyGame
from gridproof.playing.session import Session
from gridproof.registry import games
from gridproof.render.svg import svg
from gridproof.solving.solve import solve
from tests.browser import checks
from tests.browser.visits import Visits
from tests.samples import sample_levels

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Boards</title>
<style>body {{ background: {paper} }} svg {{ height: 400px; margin: 10px }}</style>{body}"""
PAPER = {"light": "#fbfaf7", "dark": "#16181d"}


def positions(game: AnyGame) -> list[Session]:
    """Starts and ends of the first levels."""
    sessions = []
    for level in sample_levels(game.id)[:2]:
        sessions += [Session(level, game=game), Session(level, game=game)]
        for move in solve(level, game=game).moves or ():
            sessions[-1].apply(move)
    return sessions


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pictures_can_be_read(
    visit: Visits, tmp_path: Path, scheme: Literal["light", "dark"]
) -> None:
    body = "".join(svg(s.picture) for game in games().values() for s in positions(game))
    file = tmp_path / "boards.html"
    file.write_text(PAGE.format(paper=PAPER[scheme], body=body), encoding="utf-8")
    page = visit(file.as_uri(), scheme=scheme, offline=True)
    assert checks.nameless(page) == []
    assert checks.faint_texts(page) == []
