"""Cells of notebooks: many in one page, each by itself."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import FrameLocator, Page, expect

from gridproof.level import Level
from gridproof.playing.session import Session
from gridproof.registry import games
from gridproof.result import Result
from gridproof.scene import Scene
from gridproof.solving.solve import solve
from tests.browser.visits import Visits
from tests.samples import sample_levels


def notebook(file: Path, results: Sequence[Result]) -> str:
    """The address of a page that shows results as a notebook does."""
    cells = "".join(f"<div>{result._repr_html_()}</div>" for result in results)
    page = f'<!doctype html><meta charset="utf-8"><title>Notebook</title><body>{cells}'
    file.write_text(page, encoding="utf-8")
    return file.as_uri()


def cell(page: Page, number: int) -> FrameLocator:
    """A cell, scrolled to: before that it need not be loaded."""
    page.locator("iframe").nth(number).scroll_into_view_if_needed()
    return page.frame_locator("iframe").nth(number)


def says(cell: FrameLocator, text: str) -> None:
    """Waits until the line below a board says this."""
    expect(cell.get_by_role("status")).to_contain_text(text)


def test_cells_do_not_disturb_each_other(visit: Visits, tmp_path: Path) -> None:
    results = [solve(sample_levels(game)[0]) for game in games()]
    page = visit(notebook(tmp_path / "notebook.html", results), offline=True)
    for number in range(len(results)):
        says(cell(page, number), "Start of")
    cell(page, 1).get_by_role("button", name="Forward").click()
    page.keyboard.press("ArrowRight")
    says(cell(page, 1), "Move 2 of")
    for number in (0, 2):
        says(cell(page, number), "Start of")


def test_many_cells(visit: Visits, tmp_path: Path) -> None:
    result = solve(sample_levels("sokoban")[0])
    page = visit(notebook(tmp_path / "notebook.html", [result] * 30), offline=True)
    last = cell(page, 29)
    last.get_by_role("button", name="To the end").click()
    says(last, f"Move {len(result.moves or ())} of")


@pytest.mark.parametrize("width", [500, 1000])
def test_a_cell_has_room_for_its_board(visit: Visits, tmp_path: Path, width: int) -> None:
    results = [solve(sample_levels(game)[-1]) for game in ("boxcover", "robots")]
    page = visit(notebook(tmp_path / "notebook.html", results), width=width, offline=True)
    for number in range(len(results)):
        inner = cell(page, number).locator("html")
        expect(inner.locator("svg.board")).to_be_visible()
        for side in ("Width", "Height"):
            hidden = inner.evaluate(f"page => page.scroll{side} - page.client{side}")
            assert hidden <= 0, (side, hidden)


#: How notebooks say that they are light or dark: JupyterLab, VS Code, Colab.
THEMES = {
    "light": ['body data-jp-theme-light="true"', 'body class="vscode-light"'],
    "dark": ['body data-jp-theme-light="false"', 'body class="vscode-dark"'],
}


@pytest.mark.parametrize("theme", THEMES)
def test_pictures_have_the_colours_of_their_notebook(
    visit: Visits, tmp_path: Path, theme: Literal["light", "dark"]
) -> None:
    """Levels, scenes and play-throughs of each game, where the system prefers the other colours."""
    things: list[Level | Session | Scene] = []
    for game in games().values():
        level = sample_levels(game.id)[0]
        session = Session(level)
        things += [level, session, session.picture]
    pictures = "".join(str(thing._repr_html_()) for thing in things)
    other: Literal["light", "dark"] = "dark" if theme == "light" else "light"
    for number, body in enumerate(THEMES[theme]):
        file = tmp_path / f"{number}.html"
        head = '<!doctype html><meta charset="utf-8"><title>Notebook</title>'
        file.write_text(f"{head}<{body}>{pictures}", encoding="utf-8")
        page = visit(file.as_uri(), scheme=other, offline=True)
        images = page.locator("img.gridproof")
        assert images.count() == len(things)
        for image in images.all():
            assert image.get_attribute("alt")
            assert image.evaluate("img => img.decode().then(() => img.naturalWidth)") > 0
            assert image.evaluate("img => getComputedStyle(img).colorScheme") == theme
        shown = page.locator("img").first.screenshot()
        expected = visit(file.as_uri(), scheme=theme, offline=True).locator("img").first
        assert expected.screenshot() == shown


def test_players_follow_the_colours_of_their_notebook(visit: Visits, tmp_path: Path) -> None:
    """Also when the notebook's theme changes; without a theme they follow the system."""
    address = notebook(tmp_path / "notebook.html", [solve(sample_levels("robots")[0])])
    page = visit(address, scheme="light", offline=True)
    inside = cell(page, 0)
    says(inside, "Start of")
    body = inside.locator("body")
    light, dark = ("rgb(251, 250, 247)", "rgb(22, 24, 29)")
    expect(body).to_have_css("background-color", light)
    for name, theme in (("false", dark), ("true", light), ("false", dark)):
        page.evaluate("name => document.body.setAttribute('data-jp-theme-light', name)", name)
        expect(body).to_have_css("background-color", theme)
    inside.get_by_label("Colours").select_option("light")
    expect(body).to_have_css("background-color", light)
    page.evaluate("document.body.removeAttribute('data-jp-theme-light')")
    inside.get_by_label("Colours").select_option("auto")
    expect(body).to_have_css("background-color", light)


@pytest.mark.parametrize("theme", THEMES)
def test_players_begin_in_the_colours_of_their_notebook(
    visit: Visits, tmp_path: Path, theme: Literal["light", "dark"]
) -> None:
    other: Literal["light", "dark"] = "dark" if theme == "light" else "light"
    paper = {"light": "rgb(251, 250, 247)", "dark": "rgb(22, 24, 29)"}[theme]
    address = notebook(tmp_path / "notebook.html", [solve(sample_levels("robots")[0])])
    file = tmp_path / "notebook.html"
    text = file.read_text(encoding="utf-8")
    for body in THEMES[theme]:
        file.write_text(text.replace("<body>", f"<{body}>"), encoding="utf-8")
        page = visit(address, scheme=other, offline=True)
        expect(cell(page, 0).locator("body")).to_have_css("background-color", paper)
