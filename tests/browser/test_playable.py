"""The page on which levels are played: opened from the disk, offline, played to the end."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from gridproof.files.addresses import pack_address, shared_text
from gridproof.files.shipped import collection
from gridproof.game import AnyGame
from gridproof.grid import Pos
from gridproof.level import Level
from gridproof.playing.session import Session
from gridproof.playing.table import PlayTable
from gridproof.registry import games
from gridproof.render.playable import playable_page
from tests.browser import checks
from tests.browser.drawn import check_drawn
from tests.browser.visits import Visits

if TYPE_CHECKING:
    from playwright.sync_api import Page

KEYS = {"up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight"}
KEYS |= {"enter": "Enter", "space": "Space", "tab": "Tab"}


def tables() -> dict[str, PlayTable]:
    """A small shipped board of each game that has one with a table."""
    found = {}
    for name, game in games().items():
        for level in collection(name).levels[1:6]:
            table = PlayTable.of(game, level, game.objective())
            if table is not None:
                found[name] = table
                break
    return found


TABLES = tables()
#: A small board of each game that pages play whatever was built.
LEVELS = {name: table.level for name, table in TABLES.items()} | {
    name: collection(name).levels[3]
    for name, game in games().items()
    if game.page_rules is not None and game.page_rules.kernel is None
}
each_level = pytest.mark.parametrize("level", LEVELS.values(), ids=LEVELS.keys())


def ends(table: PlayTable) -> set[int]:
    """The positions at which the play is over: where more is better, if nothing is to be won."""
    if table.objective.sense == "min":
        return {n for n in range(len(table.positions)) if table.is_end(n)}
    metric = table.objective.metrics[0]
    going: set[int] = set()
    while True:
        more = {
            n
            for n, row in enumerate(table.effects)
            for effect in row
            if effect and (effect.gains.get(metric) or effect.target in going)
        }
        if more == going:
            return {n for n, complete in enumerate(table.complete) if complete and n not in going}
        going = more


def way(table: PlayTable, *, by_keys: bool) -> list[Any]:
    """The fewest keys, or cells, that lead to an end."""
    over = ends(table)
    count = len(table.keys)
    inputs: list[Any] = [*table.keys, *table.cells]
    kind = range(count) if by_keys else range(count, len(inputs))
    before: dict[int, tuple[int, int]] = {0: (0, -1)}
    waiting = deque([0])
    while (end := waiting.popleft()) not in over:
        for i in kind:
            effect = table.effects[end][i]
            if effect and effect.target is not None and effect.target not in before:
                before[effect.target] = end, i
                waiting.append(effect.target)
    found = []
    while end:
        end, i = before[end]
        found.append(inputs[i])
    return found[::-1]


def ruled_way(level: Level, *, by_keys: bool) -> list[Any]:
    """The same for a board without a table, by the rules."""
    game = games()[level.game]
    keys = [name for keys in game.keys for name in keys.names]
    cells = [Pos(x, y) for y in range(level.height) for x in range(level.width)]
    state = game.initial(level)
    waiting: deque[tuple[Any, Any, tuple[Any, ...]]] = deque(
        [(state, game.cursor(level, state), ())]
    )
    met = set()
    means: Any = game.interpret if by_keys else game.point
    inputs: list[Any] = [*(keys if by_keys else cells)]
    while True:
        state, cursor, way = waiting.popleft()
        if game.complete(level, state, game.objective()):
            return list(way)
        for meant in inputs:
            meaning = means(level, state, cursor, meant)
            position = state, meaning
            if isinstance(meaning, str):
                after = game.apply(level, state, meaning)[0]
                position = after, game.cursor(level, after, cursor)
            if meaning is not None and position not in met:
                met.add(position)
                waiting.append((*position, (*way, meant)))


def way_of(level: Level, *, by_keys: bool) -> list[Any]:
    """The fewest keys, or cells, that lead to an end of a level."""
    if level.game in TABLES:
        return way(TABLES[level.game], by_keys=by_keys)
    return ruled_way(level, by_keys=by_keys)


def opened(visit: Visits, folder: Path, game: AnyGame, *levels: Level, **options: Any) -> Page:
    """The page of some levels, from the disk and without a network."""
    file = folder / "play.html"
    file.write_text(playable_page(levels, game=game).html, encoding="utf-8")
    page = visit(file.as_uri(), offline=True, **options)
    page.evaluate("localStorage.clear()")
    page.wait_for_selector(".playable[data-level='1']")
    return page


def outcome(page: Page) -> str | None:
    return page.locator(".playable").get_attribute("data-outcome")


def message(page: Page) -> str:
    return page.locator(".message").inner_text()


def middle(page: Page, cell: Pos) -> tuple[float, float]:
    """The middle of a cell on the screen."""
    x, y = page.evaluate(
        """([x, y]) => {
          const svg = document.querySelector("svg.board");
          const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
          return [at.x, at.y];
        }""",
        [cell.x + 0.5, cell.y + 0.5],
    )
    return x, y


@each_level
def test_keys_play_to_the_end_as_the_rules_do(visit: Visits, tmp_path: Path, level: Level) -> None:
    page = opened(visit, tmp_path, games()[level.game], level)
    session = Session(level)
    session.cursor = session.in_hand
    check_drawn(page, session)
    page.locator(".place").focus()
    for key in way_of(level, by_keys=True):
        session.press(key)
        page.keyboard.press(KEYS.get(key, key))
        check_drawn(page, session)
    assert page.locator(".playable").get_attribute("data-at") == str(session.made)
    assert outcome(page) == "solved"
    assert message(page).startswith("✓ Solved: ")
    while session.undo():
        page.keyboard.press("u")
    assert page.locator(".playable").get_attribute("data-at") == "0"


@each_level
@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "touch"])
def test_pointing_plays_to_the_end(
    visit: Visits, tmp_path: Path, level: Level, touch: bool
) -> None:
    page = opened(visit, tmp_path, games()[level.game], level, touch=touch, width=390)
    session = Session(level)
    session.cursor = session.in_hand
    for cell in way_of(level, by_keys=False):
        session.point(cell)
        press = page.touchscreen.tap if touch else page.mouse.click
        press(*middle(page, cell))
    check_drawn(page, session)
    assert page.locator(".playable").get_attribute("data-at") == str(session.made)


@each_level
def test_hints_lead_to_the_best_end(visit: Visits, tmp_path: Path, level: Level) -> None:
    page = opened(visit, tmp_path, games()[level.game], level)
    page.keyboard.press("h")
    page.locator(".message", has_text="From here: ").wait_for()
    for _ in range(200):
        if outcome(page) == "solved":
            break
        page.keyboard.press("h")
    assert message(page).startswith("✓ The solver's way: ")
    assert message(page).endswith("best possible")


def test_progress_outlives_a_reload(visit: Visits, tmp_path: Path) -> None:
    table = TABLES["sokoban"]
    first, second = collection("sokoban").levels[:2]
    page = opened(visit, tmp_path, table.game, first, second)
    (key,) = way(PlayTable.of(table.game, first, table.objective) or table, by_keys=True)
    page.keyboard.press(KEYS[key])
    assert outcome(page) == "solved"
    page.keyboard.press("n")
    page.wait_for_selector(".playable[data-level='2']")
    keys = way(table, by_keys=True)
    page.keyboard.press(KEYS[keys[0]])
    page.reload()
    page.wait_for_selector(".playable[data-level='2']")
    assert page.url.endswith("#2")
    assert page.locator(".playable").get_attribute("data-at") == "1"
    assert page.locator("option").first.inner_text().endswith("✓")


def test_a_board_that_is_too_large_says_so(
    visit: Visits, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If no kernel was built for pages, nothing else plays it."""
    monkeypatch.setattr("gridproof.render.playable._kernel_file", lambda name: Path("missing"))
    large = collection("robots").levels[16]
    page = opened(visit, tmp_path, games()["robots"], large)
    assert "too many positions" in message(page)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("h")
    assert "too many positions" in message(page)
    assert page.locator("svg.board .things > *").count() > 0


def test_addresses_that_hold_boards_open_them(visit: Visits, tmp_path: Path) -> None:
    """Boards that the page was made with, of any game; of others it says what plays them."""
    levels = [level for name in games() for level in collection(name).levels[:2]]
    here = [level for level in levels if level is not levels[1]]
    file = tmp_path / "play.html"
    file.write_text(playable_page(here).html, encoding="utf-8")
    page = visit(file.as_uri(), offline=True)
    for level in levels:
        game = games()[level.game]
        part = pack_address(shared_text(game, level))
        page.evaluate("part => { location.hash = part }", part)
        if level in here:
            number = 1 + here.index(level)
            page.wait_for_selector(f".playable[data-level='{number}']")
        else:
            page.locator(".message", has_text="this page was not made with").wait_for()
    page.evaluate("part => { location.hash = part }", part[:-9])
    page.locator(".message", has_text="damaged").wait_for()
    opened_at = visit(f"{file.as_uri()}#{part}", offline=True)
    opened_at.wait_for_selector(f".playable[data-level='{len(here)}']")


@pytest.mark.parametrize("width", [390, 1600])
def test_the_page_is_for_everybody(visit: Visits, tmp_path: Path, width: int) -> None:
    table = TABLES["sokoban"]
    levels = collection("sokoban").levels[:3]
    titled = replace(
        levels[0], info={"title": "A title that is longer than any screen is wide " * 3}
    )
    page = opened(visit, tmp_path, table.game, titled, *levels, width=width)
    assert checks.nameless(page) == []
    assert checks.wide_parts(page) == []
    assert checks.doubled_ids(page) == []
    page.keyboard.press("?")
    assert page.locator("details.rules-of").get_attribute("open") is not None
