"""Cells of notebooks: pictures of boards and positions, results that play their solutions."""

from __future__ import annotations

import json
import pickle
import re
from dataclasses import replace
from html import unescape
from typing import Any
from xml.etree import ElementTree

import pytest
from IPython.core.formatters import DisplayFormatter

from gridproof.level import Level
from gridproof.playing.session import Session
from gridproof.registry import find_game, games
from gridproof.render.html import facts
from gridproof.result import Limits, Result, Status
from gridproof.solving.solve import solve
from tests.samples import generated, sample_levels

#: Notebooks with a hundred cells are usual; a picture may not weigh more than this.
PICTURE = 100_000


def shown(thing: object) -> dict[str, str]:
    """Return the forms of a cell's value that a notebook is given, by kind."""
    formatter: Any = DisplayFormatter()
    return dict(formatter.format(thing)[0])


def words(svg: str) -> str:
    """The description of a picture."""
    return str(ElementTree.fromstring(svg).findtext("{http://www.w3.org/2000/svg}desc"))


def record(html: str) -> dict[str, Any]:
    """Return the record that the player in a frame plays."""
    frame = r'<iframe class="gridproof" srcdoc="([^"]*)" [^<>]*></iframe>'
    found = re.fullmatch(rf"<style>[^<>]*</style>{frame}<script>.*?</script>", html, re.S)
    assert found is not None
    page = unescape(found[1])
    assert page.startswith("<!doctype html>")
    data = re.search(r'<script type="application/json" id="record">(.*?)</script>', page, re.S)
    assert data is not None
    read: dict[str, Any] = json.loads(data[1])
    return read


@pytest.mark.parametrize("game", games())
def test_levels_and_play_throughs_are_pictures(game: str) -> None:
    level = sample_levels(game)[0]
    session = Session(level)
    at_start = words(shown(level)["image/svg+xml"])
    assert at_start == str(session.game.picture(level, session.state))
    session.apply(next(session.game.legal(level, session.state)))
    svg = shown(session)["image/svg+xml"]
    assert words(svg) == str(session.picture)
    assert words(svg) != at_start
    assert shown(session.picture)["image/svg+xml"].count("<svg") == 1
    assert len(svg) < PICTURE


def test_a_session_shows_its_cursor() -> None:
    session = Session(sample_levels("robots")[0])
    before = shown(session)["image/svg+xml"]
    assert session.press("tab")
    assert shown(session)["image/svg+xml"] != before


@pytest.mark.parametrize("side", [300, 1500])
def test_large_boards_are_small_pictures(side: int) -> None:
    level = generated("onebomb", "random", width=side, height=side, bricks=0, rocks=1)
    assert len(shown(level)["image/svg+xml"]) < PICTURE
    assert len(shown(Session(level))["image/svg+xml"]) < PICTURE


@pytest.mark.native
@pytest.mark.parametrize("game", games())
def test_results_play_their_solution(game: str) -> None:
    level = sample_levels(game)[0]
    result = solve(level)
    html = shown(result)["text/html"]
    made = record(html)
    assert made["solution"] == result.solution
    assert made["facts"] == facts(find_game(game), result)
    assert made["title"] == level.title
    assert 'sandbox="allow-scripts' in html
    assert len(html) < PICTURE


def test_a_result_from_a_position_begins_there() -> None:
    level = sample_levels("onebomb")[0]
    session = Session(level)
    bomb, *walk = solve(level, solver="search").moves or ()
    session.apply(bomb)
    for move in walk[:2]:
        session.apply(move)
    result = solve(level, start=session.state, solver="search")
    assert result.start == session.state  # once the walk has begun, no level says the position
    made = record(shown(result)["text/html"])
    moved = [sprite for sprite in made["first"]["sprites"] if sprite[0] == "player"]
    assert [tuple(sprite[2:]) for sprite in moved] == [
        (sprite.x, sprite.y) for sprite in session.scene.sprites if sprite.id == "player"
    ]


def test_a_result_from_a_position_is_of_its_level() -> None:
    level = sample_levels("sokoban")[0]
    session = Session(level)
    first, *rest = solve(level, solver="search").moves or ()
    session.apply(first)
    result = solve(level, start=session.state, solver="search")
    assert result.start is None
    assert result.level == session.game.level_at(level, session.state)
    assert record(shown(result)["text/html"])["solution"].upper() == "".join(rest)


def unsolved() -> Result:
    """Return the result of no search at all."""
    return solve(sample_levels("sokoban")[0], solver="search", limits=Limits(nodes=0))


def test_without_a_solution_there_are_a_picture_and_the_facts() -> None:
    result = unsolved()
    assert result.status is Status.UNKNOWN
    html = shown(result)["text/html"]
    assert "<iframe" not in html
    assert facts(find_game(result.game), result) in html
    assert html.count("<svg") == 1


def test_a_board_too_large_to_play_is_a_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    result = solve(sample_levels("onebomb")[0], solver="search")
    monkeypatch.setattr("gridproof.render.notebook._MAX_CELLS", 10)
    html = shown(result)["text/html"]
    assert "<iframe" not in html
    assert "proven optimal" in html


def test_what_cannot_be_drawn_is_said_in_words() -> None:
    class Unknown(Level):
        game = "unknown"

    result = unsolved()
    for thing in (
        Unknown(width=1, height=1),
        replace(result, level=None),
        replace(result, game="unknown"),
    ):
        assert shown(thing).keys() == {"text/plain"}


def test_titles_are_escaped() -> None:
    level = sample_levels("sokoban")[0].with_info(title='"></iframe><script>alert(1)</script>')
    html = shown(solve(level, solver="search"))["text/html"]
    assert record(html)["title"] == level.title
    assert html.count("<script") == 1  # our own, behind the frame


def test_the_board_is_no_part_of_a_result_as_data() -> None:
    result = unsolved()
    assert result.level is not None
    assert not {"level", "start"} & result.to_json().keys()
    assert "level=" not in repr(result)
    assert replace(result, level=None) == result
    assert pickle.loads(pickle.dumps(result)).level == result.level


def test_pictures_fit_on_a_screen() -> None:
    level = generated("onebomb", "random", width=90, height=40)
    for thing in (level, Session(level), Session(level).picture):
        root = ElementTree.fromstring(shown(thing)["image/svg+xml"])
        assert (root.attrib["width"], root.attrib["height"]) == ("600", "269")
