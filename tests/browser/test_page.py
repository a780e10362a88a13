"""The page of a board: whole in one file, played to its end, for everybody."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from gridproof.files.reading import read_boards
from gridproof.game import AnyGame
from gridproof.playing.session import Session
from gridproof.registry import games
from gridproof.render.html import page as html
from gridproof.solving.solve import solve
from tests.browser import checks
from tests.browser.drawn import check_drawn
from tests.browser.visits import Visits
from tests.samples import generated, sample_levels

if TYPE_CHECKING:
    from playwright.sync_api import Page

each_game = pytest.mark.parametrize("game", games().values(), ids=games().keys())

_HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>&amp;<b>'\"</b>"


@pytest.fixture
def address(tmp_path: Path) -> Callable[..., str]:
    """Return the address of the page of a level and its solution."""

    def make(level: Any) -> str:
        file = tmp_path / "page.html"
        file.write_text(html(level, solve(level)), encoding="utf-8")
        return file.as_uri()

    return make


def line(page: Page) -> str:
    """Return the line below the board."""
    return page.locator("p.line").inner_text()


@each_game
def test_the_animation_is_watched_to_its_last_frame(
    visit: Visits, address: Callable[..., str], game: AnyGame
) -> None:
    """Nothing is asked of the network, and the board is at last as the rules say."""
    level = sample_levels(game.id)[0]
    session = Session(level, game=game)
    page = visit(address(level), motion=True, offline=True)
    check_drawn(page, session)
    assert line(page).startswith("Start of ")
    for move in solve(level, game=game).moves or ():
        session.apply(move)
    for _ in range(3):
        page.keyboard.press("+")
    page.keyboard.press(" ")
    moves = len(session.moves)
    page.locator("p.line", has_text=f"Move {moves} of {moves} ·").wait_for()
    page.get_by_role("button", name="Play").wait_for()  # it has come to rest
    check_drawn(page, session)
    page.get_by_role("status").filter(has_text=line(page)).wait_for(state="attached")


@each_game
def test_steps_go_forth_and_back(visit: Visits, address: Callable[..., str], game: AnyGame) -> None:
    level = sample_levels(game.id)[0]
    page = visit(address(level), offline=True)
    sessions = [Session(level, game=game)]
    for move in solve(level, game=game).moves or ():
        sessions.append(Session(level, game=game))
        for earlier in (*sessions[-2].moves, move):
            sessions[-1].apply(earlier)
    for session in sessions[1:]:
        page.keyboard.press("ArrowRight")
        check_drawn(page, session)
    for session in sessions[-2::-1]:
        page.keyboard.press("ArrowLeft")
        check_drawn(page, session)
    page.keyboard.press("End")
    check_drawn(page, sessions[-1])
    page.keyboard.press("Home")
    check_drawn(page, sessions[0])


def test_the_address_holds_the_step(visit: Visits, address: Callable[..., str]) -> None:
    level = sample_levels("sokoban")[0]
    page = visit(address(level) + "#12", offline=True)
    assert line(page).startswith("Move 12 of ")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**#13")
    shared = visit(page.url, offline=True)
    assert line(shared) == line(page)
    assert line(visit(address(level) + "#99999", offline=True)).startswith("Move 21 of 21")
    assert line(visit(address(level) + "#12x", offline=True)).startswith("Start of ")


def test_a_page_is_played_by_touch(visit: Visits, address: Callable[..., str]) -> None:
    page = visit(address(sample_levels("robots")[0]), width=360, touch=True, offline=True)
    page.get_by_role("button", name="Forward").tap()
    assert line(page).startswith("Move 1 of 6")
    page.get_by_role("slider", name="Move").fill("4")
    assert line(page).startswith("Move 4 of 6")
    page.locator("svg.board").tap()
    page.locator("p.line", has_text="Move 6 of 6").wait_for()


@each_game
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_use_it(
    visit: Visits, address: Callable[..., str], game: AnyGame, scheme: Any
) -> None:
    page = visit(address(sample_levels(game.id)[0]) + "#2", width=320, scheme=scheme, offline=True)
    assert checks.nameless(page) == []
    assert checks.doubled_ids(page) == []
    assert checks.wide_parts(page) == []
    assert checks.faint_texts(page) == []


def test_the_keyboard_reaches_everything(visit: Visits, address: Callable[..., str]) -> None:
    page = visit(address(sample_levels("robots")[0]), offline=True)
    stops = checks.focus_order(page)
    assert all(stop.marked for stop in stops), stops
    names = [stop.name for stop in stops]
    player = ["To the start", "Back", "Play", "Forward", "To the end", "Move", "Speed"]
    assert [name for name in names if name in player] == player
    assert {"Copy solution", "Download board"} <= set(names)


def test_the_board_is_told_cell_by_cell(visit: Visits, address: Callable[..., str]) -> None:
    level = sample_levels("sokoban")[1]
    page = visit(address(level), offline=True)
    cells = page.get_by_role("gridcell")
    assert cells.count() == level.width * level.height
    cells.nth(level.width + 1).focus()
    for key, place in (("ArrowRight", "row 2, column 3"), ("ArrowDown", "row 3, column 3")):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.ariaLabel").endswith(place)
    session = Session(level)
    page.get_by_role("button", name="Forward").click()
    session.apply((solve(level).moves or ())[0])
    (player,) = (s for s in session.scene.sprites if s.kind == "player")
    told = f"player, row {player.y + 1}, column {player.x + 1}"
    page.get_by_role("gridcell", name=told).wait_for(state="attached")


def test_reduced_motion_moves_nothing(visit: Visits, address: Callable[..., str]) -> None:
    page = visit(address(sample_levels("bombcover")[2]), motion=False, offline=True)
    page.evaluate(
        """() => {
          window.most = 0;
          const look = () => {
            most = Math.max(most, document.getAnimations().length);
            requestAnimationFrame(look);
          };
          look();
        }"""
    )
    page.keyboard.press(" ")
    page.get_by_role("button", name="Pause").wait_for()
    page.get_by_role("button", name="Play").wait_for()
    assert line(page).startswith("Move 4 of 4")
    assert page.evaluate("most") == 0


def test_a_title_that_is_markup_stays_text(visit: Visits, address: Callable[..., str]) -> None:
    level = sample_levels("sokoban")[0].with_info(title=_HOSTILE)
    page = visit(address(level), offline=True)
    assert page.title() == _HOSTILE
    assert page.get_by_role("heading").inner_text() == _HOSTILE
    assert page.locator("img").count() == 0


def test_solution_and_board_are_taken_along(visit: Visits, address: Callable[..., str]) -> None:
    level = sample_levels("robots")[0]
    page = visit(address(level), offline=True)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy solution").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == solve(level).solution
    with page.expect_download() as download:
        page.get_by_role("button", name="Download board").click()
    board = download.value.path().read_text(encoding="utf-8")
    assert read_boards(board, "board") == [level]


def test_without_scripts_the_board_is_shown(visit: Visits, address: Callable[..., str]) -> None:
    level = sample_levels("robots")[0]
    page = visit(address(level), offline=True, java_script_enabled=False)
    assert page.get_by_role("img", name="Board").is_visible()
    assert str(solve(level).solution) in page.inner_text("body")


def test_a_page_of_16_by_16_cells_is_small() -> None:
    level = generated("robots", "standard")
    assert len(html(level, solve(level)).encode()) < 100 * 1024


def test_a_large_board_is_zoomed_and_its_cells_stay_sharp(
    visit: Visits, address: Callable[..., str]
) -> None:
    page = visit(address(generated("onebomb", "cluttered", width=300, height=200)), offline=True)
    assert page.locator("svg.board image").count() == 1
    sharp = "getComputedStyle(document.querySelector('svg.board image')).imageRendering"
    assert page.evaluate(sharp) == "pixelated"
    page.keyboard.press("End")
    for _ in range(8):
        page.get_by_role("button", name="Larger").click()
    left, top, width, height = page.locator("svg.board").get_attribute("viewBox").split()  # type: ignore[union-attr]
    assert float(width) < 30
    page.get_by_role("button", name="Whole board").click()
    assert page.locator("svg.board").get_attribute("viewBox") != f"{left} {top} {width} {height}"
    assert checks.wide_parts(page) == []
