"""The report of a batch: sorted, filtered, read without scripts, and its pages played."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gridproof.batch.plan import FromFile, Plan, Setup
from gridproof.batch.reporting import write_report
from gridproof.batch.running import run
from gridproof.batch.store import Store
from gridproof.design.level_id import GeneratorConfig, find_generator
from gridproof.processes.supervise import Failure
from gridproof.registry import find_game
from tests.batch.stores import Entry, keep
from tests.browser import checks
from tests.browser.visits import Visits
from tests.samples import sample_levels

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytest.importorskip("matplotlib", reason="pip install 'gridproof[plot]'")

RUNS = 450  # more than are shown at once


@pytest.fixture
def visit(visit: Visits) -> Visits:
    """Visits that may ask for what lies in the folders of the report, and for nothing else."""
    visit.expect(r"asks for file:.*/(plots/[a-z0-9-]+\.svg|assets/player\.(js|css))$")
    visit.expect(r"asks for file:.*/(index|runs/[\w-]+)\.html$")  # where links lead
    return visit


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A report of runs, most of them made up, some of them wrong."""
    tmp_path = tmp_path_factory.mktemp("report")
    bombcover = find_game("bombcover")
    config = GeneratorConfig(
        bombcover, find_generator(bombcover, "random"), {"width": 7, "height": 6}
    )
    entries = [
        Entry(
            number,
            game="bombcover",
            level=config.draw(str(number)),
            solver=f"solver-{number % 2}",
            set=f"set {number % 3}",
            title=f"board {number}",
            cost=number,
            seconds=0.001 * (number * 7 % RUNS + 1),
            failure=Failure("crash", "it died", "last words\n" * 50) if number == 5 else None,
            optimum="3" if number == 7 else None,
        )
        for number in range(RUNS)
    ]
    store = keep(tmp_path / "results.db", *entries)
    with Store.reading(store) as kept:
        return write_report(kept, tmp_path / "out", title="A batch").page.as_uri()


def column(page: Page, number: int) -> list[str]:
    return page.locator(f"#runs tbody td:nth-child({number})").all_inner_texts()


def test_runs_are_sorted_and_filtered(visit: Visits, address: str) -> None:
    page = visit(address, offline=True)
    rows, count = page.locator("#runs tbody tr"), page.locator("#count")
    assert (rows.count(), count.inner_text()) == (200, f"{RUNS} runs")
    page.get_by_role("button", name="Show more").click()
    assert rows.count() == 400
    seconds = page.locator("#runs").get_by_role("button", name="seconds")
    for order, sign in (("ascending", 1), ("descending", -1)):
        seconds.click()
        head = page.locator("#runs th[aria-sort]")
        assert (head.count(), head.get_attribute("aria-sort")) == (1, order)
        times = [float(text) for text in column(page, 5)]
        assert times == sorted(times, key=lambda time: sign * time)
        assert len(times) == 200
    page.get_by_role("searchbox", name="Board").fill("BOARD 12")
    assert count.inner_text() == f"11 of {RUNS} runs"
    assert len(rows.all()) == 11
    page.get_by_role("combobox", name="Set").select_option("set 0")
    assert set(column(page, 9)) == {"set 0"}
    page.get_by_role("combobox", name="Status").select_option("failed: crash")
    assert (rows.count(), count.inner_text()) == (0, f"0 of {RUNS} runs")
    assert page.get_by_role("button", name="Show more").is_hidden()


def test_the_words_of_a_summary_are_sorted_too(visit: Visits, address: str) -> None:
    page = visit(address, offline=True)
    page.locator("#summary").get_by_role("button", name="set", exact=True).click()
    page.locator("#summary").get_by_role("button", name="set", exact=True).click()
    sets = page.locator("#summary tbody td:nth-child(1)").all_inner_texts()
    assert sets == sorted(sets, reverse=True)


@pytest.mark.parametrize("width", [320, 800, 1600])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_read_by_everybody(visit: Visits, address: str, width: int, scheme: str) -> None:
    page = visit(address, width=width, scheme=scheme, offline=True)  # type: ignore[arg-type]
    page.get_by_role("searchbox", name="Board").fill("board 12")  # not all at once
    for check in (checks.wide_parts, checks.nameless, checks.doubled_ids, checks.faint_texts):
        assert check(page) == []


def test_without_scripts_all_is_there(visit: Visits, address: str) -> None:
    page = visit(address, java_script_enabled=False, offline=True)
    assert page.locator("#runs tbody tr:visible").count() == RUNS
    assert page.locator("#filters").is_hidden()
    assert page.get_by_role("heading", level=2).first.inner_text().startswith("⚠")


def test_a_page_plays_its_solution(visit: Visits, tmp_path: Path) -> None:
    level, game = sample_levels("bombcover")[0], find_game("bombcover")
    board, path = tmp_path / "board.txt", str(tmp_path / "results.db")
    board.write_text(game.write(level), encoding="utf-8")
    with Store.writing(path) as store:
        run(Plan([FromFile("board", str(board))], [Setup()]), store)
        report = write_report(store, tmp_path / "out", title="One").page
    page = visit(report.as_uri(), offline=True)
    page.locator("#runs tbody a").click()
    page.get_by_role("button", name="To the end").click()
    page.locator("p.line", has_text="Move ").wait_for()
    assert "proven optimal" in page.locator("main").inner_text()
    page.get_by_role("link", name="All boards").click()
    page.get_by_role("heading", name="One").wait_for()
