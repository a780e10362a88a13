"""Boards are drawn in the web app by mouse, by touch and by keys, and judged while they grow."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest

from gridproof.editing.draft import Draft, typed_options
from gridproof.editing.verdict import words
from gridproof.files.reading import read_boards
from gridproof.game import AnyGame
from gridproof.grid import Direction, Pos
from gridproof.level import Level
from gridproof.registry import games
from gridproof.result import Status
from gridproof.scene import Window
from gridproof.solving.solve import solve
from tests.browser import checks
from tests.browser.visits import Visits
from tests.samples import tiny_makers

if TYPE_CHECKING:
    from playwright.sync_api import Page

DRAWN = [game for game in games().values() if game.palette]
#: The sides of a new board.
START = 8
Hand = Literal["mouse", "touch", "keys"]


def small(game: AnyGame) -> Draft:
    """A tiny board that has a solution; on an endless plane in the window of a new board."""
    make = next(iter(tiny_makers(game.id).values()))
    for seed in range(200):
        level = make(random.Random(seed))
        draft = Draft.of(game, level)
        _, _, width, height = draft.window
        pieces = sum(map(len, draft.layout.values()))
        if max(width, height) > START or pieces > 12:
            continue
        result = solve(level, game=game)
        if result.status is Status.OPTIMAL and result.moves:
            return _within(draft) if game.endless else draft
    raise AssertionError(f"no tiny board of {game.id} will do")


def _within(draft: Draft) -> Draft:
    left, top, _, _ = draft.window
    layout = {
        name: frozenset(Pos(x - left, y - top) for x, y in cells)
        for name, cells in draft.layout.items()
    }
    return replace(draft, layout=layout, window=Window(0, 0, START, START))


@pytest.mark.parametrize("width", [320, 1200])
def test_the_first_page_leads_to_it_without_scrolling(visit: Visits, site: str, width: int) -> None:
    page = visit(site, width=width, height=568)
    link = page.get_by_role("link", name="Draw a board")
    box = link.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 568
    link.click()
    page.wait_for_url("**/edit")


def begin(visit: Visits, site: str, draft: Draft, **options: Any) -> Page:
    """The page with an empty board of the size and with the options of a draft."""
    game = draft.game
    page = visit(f"{site}/edit?game={game.id}", **options)
    page.locator("#draft svg").wait_for()
    _, _, width, height = draft.window
    for side, count in (("right", START - width), ("below", START - height)):
        for _ in range(count):
            page.get_by_role("button", name=f"take a line {side}", exact=True).click()
    page.locator("#rules-of-board summary").click() if typed_options(game) else None
    for option in typed_options(game):
        value = draft.options[option.attribute]
        if value != option.default:
            field = page.locator(f"#option-{option.name}")
            text = option.show(value)
            field.select_option(text) if option.choices else field.fill(text)
            field.blur() if not option.choices else None
    page.locator("#sides", has_text=f"{width} × {height}").wait_for()
    return page


def draw(
    page: Page, draft: Draft, hand: Hand, judged: Callable[[Draft], None] = lambda draft: None
) -> None:
    """Put all pieces of a draft on the board, one after another.

    After each stroke of a pointer ``judged`` is called with what stands there by now.
    """
    drawn = replace(draft, layout={})
    if hand == "keys":
        page.locator("#draft").focus()
    at = Pos(0, 0)
    for piece in draft.palette.values():
        for cell in sorted(draft.layout.get(piece.id, ())):
            if hand != "keys":
                take(page, piece.id, piece.key)
                tap(page, cell, piece.side, hand)
                drawn = drawn.put(piece.id, [cell])
                judged(drawn)
                continue
            for key, count in (
                ("ArrowRight", cell.x - at.x), ("ArrowLeft", at.x - cell.x),
                ("ArrowDown", cell.y - at.y), ("ArrowUp", at.y - cell.y),
            ):  # fmt: skip
                for _ in range(count):
                    page.keyboard.press(key)
            at = cell
            if piece.side is not None:
                page.keyboard.press(f"Shift+Arrow{piece.side.word.capitalize()}")
                continue
            take(page, piece.id, piece.key, by_key=True)
            page.keyboard.press("Space")


def take(page: Page, name: str, key: str, *, by_key: bool = False) -> None:
    """Take a piece in hand; where several share a key, the key goes from one to the next."""
    button = page.locator(f"#palette button[data-key='{key}']")
    chosen = page.locator("#palette [aria-checked=true]")
    if by_key:
        for _ in range(40):
            if chosen.get_attribute("data-piece") == name:
                return
            page.keyboard.press(key)
        raise AssertionError(f"the key {key} does not choose {name}")
    family = page.locator(f"#palette .family:has(button[data-key='{key}']) select")
    if family.count():
        family.select_option(name)
    else:
        button.click()


def tap(page: Page, cell: Pos, side: Direction | None, hand: Hand) -> None:
    """Tap the middle of a cell, or near one of its sides."""
    off = (0.5, 0.5) if side is None else (0.5 + 0.45 * side.dx, 0.5 + 0.45 * side.dy)
    x, y = page.locator("#draft").evaluate(
        "(board, [x, y]) => { const svg = board.querySelector('svg');"
        " svg.scrollIntoView({ block: 'center', behavior: 'instant' });"
        " const p = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());"
        " return [p.x, p.y]; }",
        [cell.x + off[0], cell.y + off[1]],
    )
    if hand == "touch":
        page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)


@pytest.mark.parametrize("hand", ["mouse", "touch", "keys"])
@pytest.mark.parametrize("game", DRAWN, ids=lambda game: game.id)
def test_an_empty_board_becomes_a_solved_level(
    visit: Visits, site: str, game: AnyGame, hand: Hand
) -> None:
    playwright = pytest.importorskip("playwright.sync_api")
    draft = small(game)
    level = draft.built
    assert isinstance(level, Level)
    page = begin(visit, site, draft, touch=hand == "touch")

    def judged(drawn: Draft) -> None:
        """Each verdict on the way is that of the solver."""
        said = "not finished" if drawn.faults else words(game, solve(drawn.level(), game=game))
        page.locator("#said", has_text=said).wait_for()
        playwright.expect(page.locator("#faults li")).to_have_count(len(drawn.faults))

    draw(page, draft, hand, judged if hand == "mouse" else lambda drawn: None)
    playwright.expect(page.locator("#text")).to_have_value(game.write(level), timeout=20_000)
    judged(draft)


def test_boards_of_another_game_are_opened_with_its_palette(visit: Visits, site: str) -> None:
    page = visit(f"{site}/edit?game=sokoban")
    page.locator("#draft svg").wait_for()
    text = games()["robots"].write(small(games()["robots"]).level())
    page.locator("#file").set_input_files(
        {"name": "b.txt", "mimeType": "text/plain", "buffer": text.encode()}
    )
    page.locator("#palette button[data-piece='robot 0']").wait_for()
    page.locator("#said", has_text="proven").wait_for()
    assert page.locator("#game").input_value() == "robots"
    assert page.get_by_role("tab").count() == 1
    page.get_by_role("button", name="Keys").click()
    page.get_by_role("dialog").get_by_text("robot 0").wait_for()


def test_a_game_that_is_left_has_no_verdict_any_more(visit: Visits, site: str) -> None:
    """The game changes between a stroke and the search that it starts."""
    game, other = DRAWN[:2]
    page = visit(f"{site}/edit?game={game.id}")
    page.locator("#draft svg").wait_for()
    level = small(game).level()
    page.evaluate(
        """([text, other]) => {
          new MutationObserver((_, observer) => {
            observer.disconnect();
            const game = document.getElementById("game");
            game.value = other;
            game.dispatchEvent(new Event("change", { bubbles: true }));
          }).observe(document.getElementById("said"), { childList: true });
          const field = document.getElementById("text");
          field.value = text;
          field.dispatchEvent(new Event("input", { bubbles: true }));
        }""",
        [game.write(level, game.canonical_format), other.id],
    )
    piece = other.palette[0].id
    page.locator(f"#palette button[data-piece='{piece}']").wait_for()
    page.wait_for_timeout(100)


def test_a_text_that_is_no_board_is_told_where_it_is_wrong(visit: Visits, site: str) -> None:
    visit.expect("status of 400")
    page = visit(f"{site}/edit?game=sokoban")
    paste(page, "#####\n#@$x#\n#####\n")
    page.locator("#misread", has_text="the text:2:4").wait_for()


def test_boards_beyond_the_palette_are_edited_as_text(visit: Visits, site: str) -> None:
    page = visit(f"{site}/edit?game=merge")
    game = games()["merge"]
    (drawn,) = read_boards("4.1.\na.aa\n", game="merge")
    text = game.write(drawn, "json").replace('"hp": 4', '"hp": 40')  # no piece has so many
    paste(page, text)
    (level,) = read_boards(text, game="merge")
    page.locator("#said", has_text=words(game, solve(level))).wait_for()
    assert page.locator("#palette").is_hidden()
    page.locator("#draft svg").click()  # draws nothing
    page.get_by_role("button", name="Turn").click()
    playwright = pytest.importorskip("playwright.sync_api")
    turned = game.write_all([game.turn(level)], "json")
    playwright.expect(page.locator("#text")).to_have_value(turned)
    page.locator("#text").fill("1.\naa\n")
    page.locator("#palette").wait_for()
    page.get_by_role("button", name="Undo").click()
    playwright.expect(page.locator("#text")).to_have_value(turned)


def test_one_stroke_more_and_the_verdict_says_the_change(visit: Visits, site: str) -> None:
    page = visit(f"{site}/edit?game=sokoban")
    paste(page, "########\n#@ $  .#\n#      #\n#      #\n########\n")
    page.locator("#said", has_text="solvable · 3 pushes, proven").wait_for()
    take(page, "wall", "#")
    tap(page, Pos(4, 1), None, "mouse")
    page.locator("#changed", has_text="one wall: 3 pushes →").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.locator("#said", has_text="solvable · 3 pushes, proven").wait_for()
    page.locator("#text").fill("########\n#@   $.#\n########\n")
    page.locator("#changed", has_text="3 pushes → 1 push").wait_for()


def paste(page: Page, text: str) -> None:
    """Put a text in place of the board."""
    page.locator("#as-text summary").click()
    page.locator("#text").fill(text)


def test_nothing_is_lost_by_loading_the_page_again(visit: Visits, site: str) -> None:
    page = visit(f"{site}/edit?game=sokoban")
    paste(page, "#####\n#@$.#\n#####\n")
    page.locator("#said", has_text="1 push, proven").wait_for()
    page.get_by_label("Title").fill("A first one")
    page.get_by_label("Title").blur()
    page.get_by_role("tab", name="A first one").wait_for()
    page.reload()
    page.get_by_role("tab", name="A first one").wait_for()
    page.locator("#said", has_text="1 push, proven").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("tab", name="Board 1").wait_for()


def test_ideas_are_marked_listed_and_taken(visit: Visits, site: str) -> None:
    page = visit(f"{site}/edit?game=sokoban")
    paste(page, "######\n#@ $.#\n#    #\n######\n")
    page.locator("#said", has_text="1 push, proven").wait_for()
    page.locator("#ideas summary").click()
    page.get_by_role("button", name="What if one cell were different?").click()
    page.locator("#idea", has_text="make a difference").wait_for()
    assert page.locator(".effects text").count()
    page.locator("#found button", has_text="no solution").first.click()
    page.locator("#said", has_text="no solution: proven").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.locator("#said", has_text="1 push, proven").wait_for()
    page.get_by_role("button", name="More like this").click()
    page.locator("#found .alike").first.click()
    page.get_by_role("tab", name="Board 2").wait_for()


def test_a_drawn_board_is_watched_played_and_drawn_on(visit: Visits, site: str) -> None:
    page = visit(f"{site}/edit?game=sokoban")
    paste(page, "#####\n#@$.#\n#####\n")
    page.get_by_role("button", name="Watch the solution").click()
    page.locator("#film svg.board").wait_for()
    page.get_by_role("button", name="Back to drawing").click()
    page.get_by_role("button", name="Play it").click()
    page.locator("body[data-mode=play]").wait_for()
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Change the board").click()
    page.get_by_role("tab", name="Board 2").wait_for()


def test_a_set_is_ordered_freed_of_doubles_and_played_by_strangers(
    visit: Visits, site: str, tmp_path: Path
) -> None:
    page = visit(f"{site}/edit?game=sokoban")
    lanes = ["#######\n#@ $ .#\n#######\n", "#####\n#@$.#\n#####\n", "#######\n#. $ @#\n#######\n"]
    paste(page, "\n".join(lanes))
    page.get_by_role("tab").nth(2).wait_for()
    page.locator("#ideas summary").click()
    page.get_by_role("button", name="Rate the set").click()
    page.get_by_role("button", name="Order them, the easiest first").click()
    page.get_by_role("tab", name="Board 1 1 ·").wait_for()  # a push
    page.get_by_role("button", name="Take board 3 away: it is board 2").click()
    page.get_by_role("tab").nth(2).wait_for(state="detached")
    with page.expect_download() as made:
        page.get_by_role("button", name="Download a page to play").click()
    file = tmp_path / "play.html"
    made.value.save_as(file)
    played = visit(file.as_uri(), offline=True)
    played.locator("option", has_text="2.").wait_for(state="attached")
    played.locator(".place").focus()
    played.keyboard.press("ArrowRight")
    played.locator("[data-outcome=solved]").wait_for()


def test_an_address_holds_the_board(visit: Visits, site: str) -> None:
    page = visit(f"{site}/edit?game=sokoban")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    paste(page, "#####\n#@$.#\n#####\n")
    page.locator("#said", has_text="1 push, proven").wait_for()
    page.get_by_role("button", name="Copy an address").click()
    page.locator("#kept", has_text="copied").wait_for()
    address = page.evaluate("() => navigator.clipboard.readText()")
    played = visit(address)
    played.locator("body[data-mode=play]").wait_for()
    played.keyboard.press("ArrowRight")
    played.locator("body[data-outcome=solved]").wait_for()
    drawn = visit(address.replace("/play#", "/edit#"))
    drawn.locator("#said", has_text="1 push, proven").wait_for()


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
@pytest.mark.parametrize("game", DRAWN, ids=lambda game: game.id)
def test_the_page_is_in_order(
    visit: Visits, site: str, game: AnyGame, width: int, scheme: Literal["light", "dark"]
) -> None:
    page = visit(f"{site}/edit?game={game.id}", width=width, height=800, scheme=scheme)
    page.locator("#draft svg").wait_for()
    for folded in page.locator("aside details:visible").all():
        folded.locator("summary").click()
    found = {
        name: getattr(checks, name)(page)
        for name in ("nameless", "doubled_ids", "wide_parts", "faint_texts")
    }
    assert not any(found.values()), found
