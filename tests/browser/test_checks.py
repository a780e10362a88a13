"""The checks themselves: a bad page is told from a good one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser import checks
from tests.browser.visits import Profiles, Visits

_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<body style="background: #fff; color: #222; font: 16px sans-serif">{}</body></html>"""
_GOOD = """<h1>Boards</h1><p>Some text</p><button id="a">Play</button>
<label>Steps <input type="range" id="b"></label>
<svg role="img" aria-label="a board" viewBox="0 0 10 10" width="200">
<rect width="10" height="10" fill="#0072b2"/>
<text x="1" y="8" font-size="8" fill="#fff">A</text></svg>"""


@pytest.fixture
def page_of(tmp_path: Path) -> Callable[[str], str]:
    """The address of a page with a body."""

    def make(body: str) -> str:
        file = tmp_path / "page.html"
        file.write_text(_PAGE.format(body), encoding="utf-8")
        return file.as_uri()

    return make


def test_a_good_page_passes(visit: Visits, page_of: Callable[[str], str]) -> None:
    page = visit(page_of(_GOOD), width=320, offline=True)
    for check in (checks.nameless, checks.doubled_ids, checks.wide_parts, checks.faint_texts):
        assert check(page) == []
    assert checks.focus_order(page) == [("Play", True), ("Steps", True)]


def test_names(visit: Visits, page_of: Callable[[str], str]) -> None:
    page = visit(page_of('<button></button><input type="range"><svg role="img"></svg>'))
    assert [found.split()[0] for found in checks.nameless(page)] == ["button", "slider", "image"]


def test_ids(visit: Visits, page_of: Callable[[str], str]) -> None:
    page = visit(page_of('<p id="a">x</p><p id="b">x</p><p id="b">x</p><p id="a">y</p>'))
    assert checks.doubled_ids(page) == ["a"]


def test_width(visit: Visits, page_of: Callable[[str], str]) -> None:
    page = visit(page_of('<p class="wide" style="width: 400px">x</p>'), width=320)
    assert 'class="wide"' in checks.wide_parts(page)[0]


def test_contrast(visit: Visits, page_of: Callable[[str], str]) -> None:
    page = visit(
        page_of(
            """<p style="color: #888">faint</p>
            <p style="color: #222; opacity: .4">see-through</p>
            <p style="color: #888; font-size: 40px">large</p>
            <p style="background: #333">on dark</p>
            <p style="color: #888"><span hidden>not seen</span></p>
            <button disabled style="color: #ccc">cannot be pressed</button>
            <svg viewBox="0 0 40 10" width="800"><rect width="20" height="10" fill="#0072b2"/>
            <text x="1" y="5" font-size=".6" fill="#56b4e9">on blue</text>
            <text x="22" y="5" font-size=".6" fill="#222">on white</text>
            <defs><g id="a"><text font-size=".6" fill="#888">used</text></g></defs>
            <use href="#a" x="22" y="8"/></svg>"""
        )
    )
    found = [said.split("'")[1] for said in checks.faint_texts(page)]
    assert found == ["faint", "see-through", "on dark", "on blue", "used"]


def test_focus(visit: Visits, page_of: Callable[[str], str]) -> None:
    style = "<style>:focus { outline: none } b:focus { outline: 2px solid }</style>"
    page = visit(page_of(f'{style}<button>one</button><b tabindex="0">two</b>'))
    assert checks.focus_order(page) == [("one", False), ("two", True)]


def test_complaints(profiles: Profiles, page_of: Callable[[str], str]) -> None:
    visits = Visits(profiles)
    visits.expect("not this one")
    page = visits(
        page_of(
            """<script>console.error('oh'); console.error('not this one')</script>
            <script>console.warn('oh')</script>
            <script>throw new Error('oh')</script>
            <script>alert('oh')</script>
            <img alt="" src="http://example.org/a.png"><link rel="stylesheet" href="other.css">
            <img alt="" src="data:,"><script>
            new WebSocket('ws://127.0.0.1:1/').onerror = () => { window.refused = true; };
            </script>"""
        )
    )
    page.wait_for_function("window.refused")
    visits.close()
    for complaint in (
        "console error: oh",
        "console warning: oh",
        "uncaught: oh",
        "dialog: oh",
        "asks for http://example.org/a.png",
        "asks for file:",
        "asks for ws://127.0.0.1:1/",
    ):
        assert [said for said in visits.complaints if said.startswith(complaint)], complaint
    assert "not this one" not in "".join(visits.complaints)
