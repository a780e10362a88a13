"""The page of a reduction: cells explain themselves, and the instance is switched by hand."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from gridproof.reduction import Encoding, find_reduction, reductions
from gridproof.reductions.reduce import reduce
from gridproof.render.reduced import page as html
from tests.browser import checks
from tests.browser.visits import Visits

if TYPE_CHECKING:
    from playwright.sync_api import Page

EXAMPLE = "x | !y | z\n!x | y | z\n"
CONTRADICTION = "x\n!x\n"
SQUARE = "cover: {}\n1 2\n2 3\n3 4\n1 4\n"

Address = Callable[[Encoding], str]


def formula(text: str) -> Encoding:
    return reduce("sat-to-bombcover", text)


def square(size: int) -> Encoding:
    return reduce("vc-to-bombcover", SQUARE.format(size))


def large() -> Encoding:
    """A board of more than 40,000 cells."""
    source = find_reduction("sat-to-bombcover").source
    return reduce("sat-to-bombcover", source.random("15,30", Random(1)))


@pytest.fixture
def address(tmp_path: Path) -> Address:
    """Return the address of the page of a board."""

    def make(encoding: Encoding) -> str:
        file = tmp_path / "page.html"
        file.write_text(html(encoding), encoding="utf-8")
        return file.as_uri()

    return make


def tally(page: Page) -> str:
    return page.locator(".tally").inner_text()


def states(page: Page) -> list[str]:
    """Signs and states of all demands."""
    return [
        " ".join(item.locator(part).inner_text() for part in (".sign", ".state"))
        for item in page.locator(".demands li").all()
    ]


def middle(page: Page, x: int, y: int) -> tuple[float, float]:
    """Return the place of the middle of a cell on the page."""
    at: list[float] = page.evaluate(
        """([x, y]) => {
          const board = document.querySelector('svg.board');
          const point = new DOMPoint(x + 0.5, y + 0.5).matrixTransform(board.getScreenCTM());
          return [point.x, point.y];
        }""",
        [x, y],
    )
    return at[0], at[1]


def test_switches_show_what_is_asked_for_and_what_is_left(visit: Visits, address: Address) -> None:
    encoding = formula(CONTRADICTION)
    page = visit(address(encoding), offline=True)
    switch = page.get_by_role("switch", name="x")
    expect(switch).to_be_checked()
    assert tally(page) == "7 of 6 explosions: one too many"
    assert states(page) == ["✓ met by x", "✗ left"]
    board = find_reduction(encoding.reduction).switchboard(encoding)
    ring = page.locator(".asked .ring:not(.below)")
    (crate,) = board.demands[1].cells
    assert ring.count() == 1
    assert ring.get_attribute("cx") == str(crate.x + 0.5)
    marked = page.locator(".asked .disc").evaluate_all(
        "all => all.map(each => each.getAttribute('d'))"
    )
    assert sum(path.count("M") for path in marked) == 7
    for x, y in board.choices[0].values[0].cells:
        assert f"M{x + 0.5} {y + 0.5}h0" in "".join(marked)
    switch.click()
    expect(switch).not_to_be_checked()
    assert states(page) == ["✗ left", "✓ met by ¬x"]
    assert page.locator(".rest").inner_text() == "clause 1 is left: x is false."
    literal = page.locator(".demands li").nth(0).locator(".literal")
    assert literal.inner_text() == "x\n (false)" or "false" in literal.inner_text()


def test_all_assignments_of_a_false_formula_fail(visit: Visits, address: Address) -> None:
    page = visit(address(formula(CONTRADICTION)), offline=True)
    verdict = "None of the 2 assignments meets all clauses: the board needs more than 6 explosions."
    assert page.locator(".verdict").inner_text() == verdict
    rows = page.locator(".all tbody tr")
    assert [row.split("\t") for row in rows.all_inner_texts()] == [
        ["true", "✗ clause 2"],
        ["false", "✗ clause 1"],
    ]
    page.get_by_role("button", name="¬x: ✗ clause 1").click()
    expect(page.get_by_role("switch", name="x")).not_to_be_checked()
    assert page.get_by_role("button", name="Show a solution").count() == 0
    assert page.get_by_role("button", name="Watch this").count() == 0


def test_clauses_are_ticked_off_as_their_crates_fall(visit: Visits, address: Address) -> None:
    encoding = formula(EXAMPLE)
    page = visit(address(encoding), offline=True)
    assert all(state.startswith("✓ met by") for state in states(page))
    moves = 19
    counts = []
    for step in range(1, moves + 1):
        page.keyboard.press("ArrowRight")
        page.locator("p.line", has_text=f"Move {step} of {moves}").wait_for()
        found = states(page)
        assert set(found) <= {"… still stands", "✓ gone"}
        counts.append(found.count("✓ gone"))
    assert counts == sorted(counts)
    assert counts[0] < 2 == counts[-1]
    page.keyboard.press("Home")
    assert all(state.startswith("✓ met by") for state in states(page))


def test_what_is_watched_is_what_is_switched(visit: Visits, address: Address) -> None:
    page = visit(address(formula(EXAMPLE)), offline=True)
    watch = page.get_by_role("button", name="Watch this")
    switch = page.get_by_role("switch", name="z")
    before = switch.get_attribute("aria-checked")
    page.keyboard.press("End")
    switch.click()
    expect(page.locator("p.line")).to_contain_text("Start of")  # that is not what was played
    expect(watch).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("ArrowRight")  # the board's solution has its own values
    expect(switch).to_have_attribute("aria-checked", str(before))
    expect(watch).to_have_attribute("aria-disabled", "false")
    switch.click()
    page.get_by_role("button", name="Show a solution").click()
    watch.click()
    for _ in range(3):
        page.keyboard.press("+")  # it plays by itself to its end, as fast as can be
    page.locator("p.line", has_text="Move 19 of 19").wait_for()


def test_a_graph_is_switched_by_mouse_and_keyboard(visit: Visits, address: Address) -> None:
    encoding = square(2)
    page = visit(address(encoding), offline=True)
    vertices = page.get_by_role("switch")
    assert vertices.count() == 4
    assert tally(page).startswith(f"{encoding.k} of {encoding.k} ")
    chosen = [each.get_attribute("aria-checked") for each in vertices.all()]
    assert chosen.count("true") == 2
    for number, state in enumerate(chosen):
        if state == "true":
            vertices.nth(number).focus()
            page.keyboard.press("Space" if number % 2 else "Enter")
    assert page.locator(".edge.left").count() == 4
    assert page.locator("p.line").inner_text().startswith("Start of")  # the space did not play
    assert "left: neither vertex 1 nor vertex 2 is chosen" in page.locator(".rest").inner_text()
    vertices.nth(0).click()
    vertices.nth(2).click()
    assert page.locator(".edge.met").count() == 4
    assert tally(page) == f"{encoding.k} of {encoding.k} explosions"


def test_a_cell_says_what_it_stands_for(visit: Visits, address: Address) -> None:
    encoding = formula(EXAMPLE)
    page = visit(address(encoding), offline=True)
    about = page.locator("p.about")
    expect(about).to_contain_text("Point at a cell")
    crate = find_reduction(encoding.reduction).switchboard(encoding).demands[1].cells[0]
    page.mouse.move(*middle(page, *crate))
    place = f"row {crate.y + 1}, column {crate.x + 1}: crate"
    expect(about).to_contain_text(place)
    expect(about).to_contain_text("clause 2")
    assert "row" not in "".join(page.get_by_role("status").all_inner_texts())  # hovering is silent
    page.keyboard.press("End")
    expect(about).to_contain_text(place.replace("crate", "floor"))
    page.mouse.move(2, 2)
    expect(about).to_contain_text("Point at a cell")
    page.get_by_role("gridcell").nth(encoding.level.width + 1).focus()
    expect(about).to_contain_text("row 2, column 2: ")


def test_a_cell_is_explained_where_it_is_tapped(visit: Visits, address: Address) -> None:
    encoding = formula(EXAMPLE)
    page = visit(address(encoding), width=360, touch=True, offline=True)
    crate = find_reduction(encoding.reduction).switchboard(encoding).demands[0].cells[0]
    page.touchscreen.tap(*middle(page, *crate))
    expect(page.locator("p.about")).to_contain_text(
        f"row {crate.y + 1}, column {crate.x + 1}: crate"
    )
    assert page.locator("p.line").inner_text().startswith("Start of")  # it is not played


def test_cells_of_large_boards_are_explained(visit: Visits, address: Address) -> None:
    encoding = large()
    page = visit(address(encoding), offline=True)
    assert page.get_by_role("gridcell").count() == 0
    crate = find_reduction(encoding.reduction).switchboard(encoding).demands[3].cells[0]
    about = page.locator("p.about")
    page.mouse.move(*middle(page, *crate))
    expect(about).to_contain_text(f"row {crate.y + 1}, column {crate.x + 1}: crate")
    expect(about).to_contain_text("clause 4")
    page.mouse.move(2, 2)
    page.get_by_role("application").focus()
    for key in ("ArrowRight", "Shift+ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    expect(about).to_contain_text("row 2, column 11: ")
    said = page.get_by_role("status").filter(has_text="row 2, column 11")
    expect(said).to_be_attached()
    assert page.locator("p.line").inner_text().startswith("Start of")
    page.keyboard.press("End")
    page.mouse.move(*middle(page, *crate))
    expect(about).to_contain_text(f"row {crate.y + 1}, column {crate.x + 1}: floor")
    assert all(state.startswith("✓ gone") for state in states(page))


@pytest.mark.parametrize("name", reductions())
@pytest.mark.parametrize(("scheme", "width"), [("light", 320), ("dark", 1280)])
def test_everybody_can_use_it(
    visit: Visits, address: Address, name: str, scheme: Any, width: int
) -> None:
    source = find_reduction(name).source
    page = visit(address(reduce(name, source.example)), width=width, scheme=scheme, offline=True)
    assert checks.nameless(page) == []
    assert checks.doubled_ids(page) == []
    assert checks.wide_parts(page) == []
    assert checks.faint_texts(page) == []
    beside = page.locator("aside").bounding_box()
    board = page.locator("main").bounding_box()
    assert beside is not None
    assert board is not None
    assert width > 1000 or beside["y"] > board["y"]


@pytest.mark.parametrize("width", [360, 1280])
def test_long_names_fit(visit: Visits, address: Address, width: int) -> None:
    name = "n" * 300
    page = visit(address(formula(f"{name} | y\n!y | {name}\n")), width=width, offline=True)
    assert checks.wide_parts(page) == []
    page = visit(address(reduce("vc-to-bombcover", f"cover: 1\n{name} Leiden\n")), width=width)
    assert checks.wide_parts(page) == []
    vertex = page.get_by_role("switch", name="vertex Leiden")
    assert vertex.locator("text").text_content() == "Lei…"


@pytest.mark.parametrize("encoding", [formula(CONTRADICTION), square(1)], ids=["formula", "graph"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_use_what_is_false(
    visit: Visits, address: Address, encoding: Encoding, scheme: Any
) -> None:
    page = visit(address(encoding), width=360, scheme=scheme, offline=True)
    assert checks.nameless(page) == []
    assert checks.wide_parts(page) == []
    assert checks.faint_texts(page) == []


def test_the_keyboard_reaches_everything(visit: Visits, address: Address) -> None:
    for encoding, names in (
        (formula(EXAMPLE), ["x", "y", "z"]),
        (square(2), [f"vertex {i}" for i in (1, 2, 3, 4)]),
    ):
        page = visit(address(encoding), offline=True)
        stops = checks.focus_order(page)
        assert all(stop.marked for stop in stops), stops
        found = [re.split(r" (?:true|false)|, ", stop.name)[0] for stop in stops]
        assert [name for name in found if name in names] == names
        assert {"Show a solution", "Watch this", "Play"} <= set(found)


def test_it_is_beside_the_board_where_there_is_room(visit: Visits, address: Address) -> None:
    page = visit(address(square(2)), offline=True)
    beside = page.locator("aside").bounding_box()
    board = page.locator("main").bounding_box()
    assert beside is not None
    assert board is not None
    assert beside["x"] >= board["x"] + board["width"]


def test_without_scripts_the_board_is_explained(visit: Visits, address: Address) -> None:
    page = visit(address(formula(EXAMPLE)), offline=True, java_script_enabled=False)
    assert page.locator("svg").is_visible()
    text = page.inner_text("body")
    assert "clause 2: ¬x ∨ y ∨ z" in text
    assert "19 explosions" in text
