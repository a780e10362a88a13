"""The tools of the page on which boards are drawn: strokes, parts, the whole board, the set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.test_edit import paste, take
from tests.browser.visits import Visits

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

#: Waits until a piece of the draft stands on some cells, and nowhere else.
_STANDS = """async ([piece, wanted]) => {
  const { board } = await import("/static/edit/state.js");
  const began = performance.now();
  for (;;) {
    const numbers = board()?.draft.pieces[piece] || [];
    const found = [];
    for (let i = 0; i < numbers.length; i += 2) found.push(`${numbers[i]},${numbers[i + 1]}`);
    const is = found.sort().join(" ");
    if (is === wanted || performance.now() - began > 5000) return is;
    await new Promise(requestAnimationFrame);
  }
}"""


def check_standing(page: Page, piece: str, cells: set[tuple[int, int]]) -> None:
    """The cells of a piece come to be these."""
    wanted = " ".join(sorted(f"{x},{y}" for x, y in cells))
    assert page.evaluate(_STANDS, [piece, wanted]) == wanted


def drag(page: Page, start: tuple[int, int], *cells: tuple[int, int]) -> None:
    """Draw with the mouse from cell to cell."""
    places = page.locator("#draft").evaluate(
        "(board, cells) => cells.map(([x, y]) => { const svg = board.querySelector('svg');"
        " const p = new DOMPoint(x + .5, y + .5).matrixTransform(svg.getScreenCTM());"
        " return [p.x, p.y]; })",
        [start, *cells],
    )
    page.mouse.move(*places[0])
    page.mouse.down()
    for place in places[1:]:
        page.mouse.move(*place)
    page.mouse.up()


def press(page: Page, name: str) -> None:
    """Press a button, or choose a tool."""
    page.locator(f"aside button:text-is('{name}')").click()


def box(left: int, top: int, right: int, bottom: int) -> set[tuple[int, int]]:
    """The cells of a rectangle, both corners within."""
    return {(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)}


def test_strokes_lines_rectangles_and_fills(visit: Visits, site: str) -> None:
    page = visit(f"{site}/edit?game=sokoban")
    page.locator("#draft svg").wait_for()
    take(page, "box", "$")
    drag(page, (1, 1), (3, 1), (3, 2))  # by hand
    drawn = {(1, 1), (2, 1), (3, 1), (3, 2)}
    check_standing(page, "box", drawn)
    take(page, "wall", "#")
    press(page, "Line")
    drag(page, (0, 7), (3, 4))
    line = {(0, 7), (1, 6), (2, 5), (3, 4)}
    check_standing(page, "wall", line)
    press(page, "Rectangle")
    drag(page, (5, 4), (7, 7))
    ring = box(5, 4, 7, 7) - box(6, 5, 6, 6)
    check_standing(page, "wall", line | ring)
    press(page, "Fill")
    drag(page, (6, 5))
    check_standing(page, "wall", line | box(5, 4, 7, 7))
    press(page, "Erase")
    drag(page, (5, 4), (5, 7))
    check_standing(page, "wall", line | box(6, 4, 7, 7))
    for _ in range(4):
        press(page, "Undo")
    check_standing(page, "wall", set())
    check_standing(page, "box", drawn)
    for _ in range(4):
        press(page, "Redo")
    check_standing(page, "wall", line | box(6, 4, 7, 7))


def test_parts_are_moved_and_boards_turned_mirrored_and_resized(visit: Visits, site: str) -> None:
    page = visit(f"{site}/edit?game=sokoban")
    page.locator("#draft svg").wait_for()
    take(page, "box", "$")
    drag(page, (1, 1), (2, 1))
    check_standing(page, "box", {(1, 1), (2, 1)})
    press(page, "Move a part")
    drag(page, (0, 0), (3, 3))  # selects
    drag(page, (1, 1), (4, 2))
    check_standing(page, "box", {(4, 2), (5, 2)})
    press(page, "Mirror")
    check_standing(page, "box", {(2, 2), (3, 2)})
    press(page, "Turn")
    check_standing(page, "box", {(5, 2), (5, 3)})
    for side in ("left", "above"):
        page.get_by_role("button", name=f"add a line {side}", exact=True).click()
    check_standing(page, "box", {(6, 3), (6, 4)})
    page.get_by_role("button", name="take a line right", exact=True).click()
    page.locator("#sides", has_text="8 × 9").wait_for()
    check_standing(page, "box", {(6, 3), (6, 4)})


def test_undo_has_no_end(visit: Visits, site: str) -> None:
    page = visit(f"{site}/edit?game=sokoban")
    page.locator("#draft svg").wait_for()
    page.locator("#draft").focus()
    for _ in range(60):  # puts a wall, takes it away
        page.keyboard.press("Space")
    page.keyboard.press("$")
    page.keyboard.press("Space")
    check_standing(page, "box", {(0, 0)})
    for _ in range(61):
        page.keyboard.press("u")
    check_standing(page, "box", set())
    page.locator("#undo:disabled").wait_for()


def first_held(page: Page) -> list[Route]:
    """Hold the first request for a draft from now on: the list gets it."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route) if not held else route.continue_()

    page.route("**/api/drafts", hold)
    return held


def test_hands_may_be_faster_than_the_server(visit: Visits, site: str) -> None:
    """Clicks and keys mean the board that stands when their turn comes, not the one in sight."""
    page = visit(f"{site}/edit?game=sokoban")
    page.locator("#draft svg").wait_for()
    waiting = first_held(page)
    less = page.get_by_role("button", name="take a line right", exact=True)
    with page.expect_request("**/api/drafts"):
        less.click()
    less.click()
    page.locator("#draft").focus()
    for key in ("$", "Space", "Space", "Space"):
        page.keyboard.press(key)
    waiting[0].continue_()
    page.locator("#sides", has_text="6 × 8").wait_for()
    check_standing(page, "box", {(0, 0)})
    for _ in range(4):
        page.keyboard.press("u")
    check_standing(page, "box", set())
    page.locator("#sides", has_text="7 × 8").wait_for()


def test_a_game_is_chosen_while_the_first_board_is_on_its_way(visit: Visits, site: str) -> None:
    page = visit(site)
    waiting = first_held(page)
    with page.expect_request("**/api/drafts"):
        page.goto(f"{site}/edit?game=sokoban")
    page.locator("#game").select_option("merge")
    waiting[0].continue_()
    page.locator("#draft svg").wait_for()
    assert (
        page.evaluate("import('/static/edit/state.js').then(({ board }) => board().draft.game)")
        == "merge"
    )


def test_tabs_are_ordered_by_dragging(visit: Visits, site: str) -> None:
    page = visit(f"{site}/edit?game=sokoban")
    rows = ["#####\n#@$.#\n#####\n", "######\n#@$ .#\n######\n", "#######\n#@$  .#\n#######\n"]
    paste(page, "\n".join(rows))
    tabs = page.get_by_role("tab")
    page.locator("#sides", has_text="6 × 3").wait_for()  # the first of those that were added
    tabs.nth(0).click()
    page.locator("#sides", has_text="5 × 3").wait_for()
    tabs.nth(0).filter(has_text="·").wait_for()  # a rated board's tab is wider: it moves the others
    tabs.nth(0).drag_to(tabs.nth(2))
    page.locator("[role=tab]").nth(2).and_(page.locator("[aria-selected=true]")).wait_for()
    page.locator("#sides", has_text="5 × 3").wait_for()
    page.reload()
    page.locator("#sides", has_text="5 × 3").wait_for()
    assert page.locator("[role=tab][aria-selected]").nth(2).get_attribute("aria-selected") == "true"


def test_a_click_is_not_lost_when_a_verdict_comes(visit: Visits, site: str) -> None:
    page = visit(f"{site}/edit?game=sokoban")
    paste(page, "#####\n#@$.#\n#####\n\n######\n#@$ .#\n######\n")
    page.locator("#sides", has_text="6 × 3").wait_for()
    held: list[Route] = []
    page.route("**/api/drafts/verdict", lambda route: held.append(route))
    tabs = page.get_by_role("tab")
    with page.expect_request("**/api/drafts/verdict"):
        tabs.nth(0).click()
    tabs.nth(1).hover()
    page.mouse.down()
    held.pop().continue_()
    tabs.nth(0).locator(".quiet").wait_for(state="attached")
    page.mouse.up()
    page.locator("#sides", has_text="6 × 3").wait_for()


def test_faults_are_marked_and_dead_cells_shaded(visit: Visits, site: str) -> None:
    page = visit(f"{site}/edit?game=sokoban")
    paste(page, "#######\n#@ $ .#\n#     #\n#######\n")
    page.locator("#said", has_text="proven").wait_for()
    shaded = page.locator("#draft svg title", has_text="a box here never gets to a goal")
    assert shaded.count()
    take(page, "goal", ".")
    drag(page, (5, 1))
    page.locator("#said", has_text="not finished").wait_for()
    assert page.locator("#faults li").count()
    assert not shaded.count()
