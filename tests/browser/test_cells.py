"""Cells of notebooks: many in one page, each by itself."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import FrameLocator, Page, expect

from gridproof.registry import games
from gridproof.result import Result
from gridproof.solving.solve import solve
from tests.browser.visits import Visits
from tests.samples import sample_levels

pytestmark = pytest.mark.native


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
