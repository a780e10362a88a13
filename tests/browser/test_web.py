"""The web app: every game played with keys and by touch, solved, shared, and used by everybody."""

from __future__ import annotations

import codecs
import gzip
import re
import zipfile
from typing import TYPE_CHECKING, Any

import pytest

from gridproof.files.reading import read_boards
from gridproof.files.shipped import collection
from gridproof.game import AnyGame
from gridproof.level import Outcome
from gridproof.playing.cards import Card
from gridproof.registry import games
from gridproof.solving.solve import solve
from tests.browser import checks
from tests.browser.app import begun, opened, pasted, press, tap
from tests.browser.drawn import check_drawn
from tests.browser.visits import Visits
from tests.plays import cells_for, keys_for
from tests.samples import large_levels, sample_levels, shipped_address, shipped_sample

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

each_game = pytest.mark.parametrize("game", games().values(), ids=games().keys())

_HOSTILE = "<img src=x onerror=alert(1)><script>alert(2)</script>&lt;b&gt;"
_BOARD = "#######\n#@ $ .#\n#######\n"


def made(page: Page, moves: int) -> None:
    """Waits until so many moves are made."""
    page.locator(f"body[data-at='{moves}']").wait_for()


def message(page: Page) -> str:
    return page.locator("#message").inner_text()


def check(page: Page) -> None:
    """Nothing is wrong with a page for anybody."""
    found = {
        name: getattr(checks, name)(page)
        for name in ("nameless", "doubled_ids", "wide_parts", "faint_texts")
    }
    assert not any(found.values()), found


@each_game
def test_a_level_is_played_to_its_end_with_keys(visit: Visits, site: str, game: AnyGame) -> None:
    level = sample_levels(game.id)[0]
    session = begun(level)
    page = opened(visit, site, shipped_address(game.id), motion=True)
    check_drawn(page, session)
    for number, move in enumerate(solve(level, game=game).moves or (), 1):
        keys = keys_for(session, move)
        assert keys, move
        for key in keys:
            press(page, key)
            session.press(key)
        made(page, number)
        check_drawn(page, session)
    if session.outcome is not Outcome.SOLVED:  # the best there is, but nobody knows that yet
        page.keyboard.press("o")
    page.locator("body[data-outcome=solved]").wait_for()
    page.locator("#counter", has_text="optimal").wait_for()


@each_game
def test_a_level_is_played_to_its_end_by_touch(visit: Visits, site: str, game: AnyGame) -> None:
    level = sample_levels(game.id)[0]
    session = begun(level)
    page = opened(visit, site, shipped_address(game.id), width=390, height=760, touch=True)
    for number, move in enumerate(solve(level, game=game).moves or (), 1):
        cells = cells_for(session, move)
        assert cells, move
        for cell in cells:
            tap(page, cell)
            session.point(cell)
        made(page, number)
        check_drawn(page, session)


def test_a_swipe_moves(visit: Visits, site: str) -> None:
    page = opened(visit, site, shipped_address("robots"), width=390, height=760, touch=True)
    client = page.context.new_cdp_session(page)
    for kind, x in (
        ("touchStart", 150),
        ("touchMove", 190),
        ("touchMove", 230),
        ("touchEnd", None),
    ):
        points = [] if x is None else [{"x": x, "y": 200}]
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    made(page, 1)


def test_undo_redo_restart_and_the_next_level(visit: Visits, site: str) -> None:
    page = opened(visit, site, shipped_address("sokoban"))
    session = begun(sample_levels("sokoban")[0])
    solution = solve(session.level).moves or ()
    for number, move in enumerate(solution[:4], 1):
        for key in keys_for(session, move) or ():
            session.press(key)
            press(page, key)
        made(page, number)
    page.keyboard.press("u")
    made(page, 3)
    page.keyboard.press("Control+z")
    made(page, 2)
    session.undo()
    session.undo()
    check_drawn(page, session)
    page.keyboard.press("Control+y")
    made(page, 3)
    page.get_by_role("button", name="Restart").click()
    made(page, 0)
    page.get_by_role("button", name="Redo").click()
    made(page, 1)
    page.locator("#board").focus()
    page.keyboard.press("n")
    number, _ = shipped_sample("sokoban")
    page.wait_for_url(f"**/play/sokoban/{number + 1}*")
    check_drawn(page, begun(collection("sokoban").levels[number]))
    page.go_back()
    page.locator("#place", has_text=f"{number} / ").wait_for()


@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (1600, "dark")])
def test_a_solved_level_stays_solved(visit: Visits, site: str, width: int, scheme: Any) -> None:
    """A key that repeats changes nothing; a card shows the cost beside the optimum."""
    page = opened(visit, site, shipped_address("sokoban"), width=width, scheme=scheme)
    session = begun(sample_levels("sokoban")[0])
    solution = solve(session.level).moves or ()
    for move in solution:
        for key in keys_for(session, move) or ():
            session.press(key)
            press(page, key)
    made(page, len(solution))
    page.locator("#message[data-verdict=solved]", has_text="best possible, proven").wait_for()
    check(page)
    for key in ("up", "down", "left", "right") * 3:
        press(page, key)
    page.keyboard.press("u")
    made(page, len(solution) - 1)
    page.keyboard.press("Control+y")
    made(page, len(solution))
    check_drawn(page, session)
    assert message(page) == "✓ Solved: 4 pushes · best possible, proven"


@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (1600, "dark")])
def test_cards_tell_what_was_solved(visit: Visits, site: str, width: int, scheme: Any) -> None:
    """The optimum is told once the level is solved; a worse solution changes nothing."""
    from playwright.sync_api import expect

    first, second, *_ = collection("sokoban").levels
    page = opened(visit, site, "/play/sokoban/1", width=width, scheme=scheme)
    for move in solve(first).moves or ():
        for key in keys_for(begun(first), move) or ():
            press(page, key)
    page.locator("#message[data-verdict=solved]").wait_for()
    page.goto(site)
    page.locator("[data-game=sokoban]").click()
    course = page.locator(".cards").first
    cards = course.get_by_role("link")
    expect(cards.nth(0)).to_contain_text("✓ 1, the optimum")
    expect(cards.nth(0).get_by_role("img", name="difficulty 1 of 5")).to_have_count(1)
    expect(course.locator(".done")).to_have_text(["✓ 1, the optimum", "next"])
    expect(cards.nth(1)).to_have_attribute("aria-current", "step")
    expect(page.locator(".count").first).to_have_text(
        f"1 of {len(collection('sokoban').levels)} solved"
    )
    check(page)
    keep = "([card, cost]) => import('/static/solved.js').then((m) => m.keepSolved(card, cost))"
    card = vars(Card.of(games()["sokoban"], second))
    for cost, said in ((9, "best 9, 3 are possible"), (12, "best 9, 3 are"), (3, "3, the optimum")):
        page.evaluate(keep, [card, cost])
        page.reload()
        expect(cards.nth(1)).to_contain_text(f"✓ {said}")


def test_a_level_that_ends_by_proof_gets_its_tick(visit: Visits, site: str) -> None:
    """More merges can be made: only a search proves that none is of use."""
    from playwright.sync_api import expect

    for number, level in enumerate(collection("merge").levels, 1):  # noqa: B007
        session, pressed = begun(level), list[str]()
        for move in solve(level).moves or ():
            for key in keys_for(session, move) or ():
                session.press(key)
                pressed.append(key)
        if session.end is Outcome.IN_PLAY:
            break
    page = opened(visit, site, f"/play/merge/{number}")
    for key in pressed:
        press(page, key)
    made(page, len(session.moves))
    page.keyboard.press("o")
    page.locator("body[data-outcome=solved]").wait_for()
    page.goto(site)
    page.locator("[data-game=merge]").click()
    card = page.locator(".cards").first.get_by_role("link").nth(number - 1)
    expect(card).to_contain_text(f"✓ {level.info['optimum']}, the optimum")


def test_hints_grow(visit: Visits, site: str) -> None:
    page = opened(visit, site, shipped_address("robots"))
    page.keyboard.press("h")
    page.locator("#message", has_text=re.compile("6 (more )?moves")).wait_for()
    page.keyboard.press("h")
    page.locator("#message", has_text="Next: ").wait_for()
    made(page, 0)
    page.keyboard.press("h")
    page.locator("body[data-mode=watch]").wait_for()
    page.keyboard.press("Escape")
    page.locator("body[data-mode=play]").wait_for()


def test_the_optimum_is_watched_and_played_on(visit: Visits, site: str) -> None:
    page = opened(visit, site, shipped_address("robots"))
    page.get_by_role("button", name="Best").click()
    page.locator("#counter", has_text="best 6").wait_for()
    page.get_by_role("button", name="Best").click()
    page.locator("#film p", has_text="Move 6 of 6").first.wait_for()
    page.get_by_role("button", name="Back", exact=True).click()
    page.get_by_role("button", name="Play on from here").click()
    made(page, 5)


def test_one_film_at_a_time_and_none_over_another_board(visit: Visits, site: str) -> None:
    page = opened(visit, site, shipped_address("robots"))
    number, _ = shipped_sample("robots")
    page.keyboard.press("n")
    page.locator("#place", has_text=f"{number + 1} /").wait_for()
    page.keyboard.press("o")
    page.locator("#message", has_text="o: watch it").wait_for()
    page.evaluate(
        """() => {
            document.getElementById("best").click();
            document.getElementById("best").click();
        }"""
    )
    page.locator("body[data-mode=watch]").wait_for()
    page.wait_for_load_state("networkidle")
    assert page.locator("#film .gridproof").count() == 1
    page.go_back()
    page.locator("#place", has_text=f"{number} /").wait_for()
    assert page.locator("body").get_attribute("data-mode") == "play"
    assert not page.locator("#watch").is_visible()
    assert page.locator("#film .gridproof").count() == 0


def test_a_search_is_cancelled(visit: Visits, site: str) -> None:
    (level, *_) = large_levels("robots").values()
    board = games()["robots"].write(level)
    page = pasted(visit, site, board)
    page.locator("body[data-mode=play]").wait_for()
    page.keyboard.press("o")
    page.locator("#message", has_text=re.compile(r"\d+ … .* nodes")).wait_for()
    page.get_by_role("button", name="Cancel").click()
    page.locator("body:not([data-busy])").wait_for()
    assert "nodes" not in message(page)
    page.locator("#board").focus()
    page.keyboard.press("ArrowRight")  # play goes on
    page.keyboard.press("h")
    page.locator("body[data-busy]").wait_for()
    page.keyboard.press("Escape")
    page.locator("body:not([data-busy])").wait_for()


def test_a_bad_level_is_told_with_its_line(visit: Visits, site: str) -> None:
    visit.expect("status of 400")
    page = pasted(visit, site, "Title: Bad\n\n#####\n#@$?#\n#####\n")
    page.locator("#fault", has_text="board:4:4").wait_for()
    assert "#@$?#" in page.locator("#fault").inner_text()
    text = page.get_by_label("Boards as text")
    start, end = text.evaluate("field => [field.selectionStart, field.selectionEnd]")
    assert text.input_value()[start:end] == "?"
    check(page)


def test_good_boards_beside_bad_ones_are_begun(visit: Visits, site: str) -> None:
    page = pasted(visit, site, f"{_BOARD}\n#####\n#@$?#\n#####\n\n{_BOARD}")
    page.locator("#message", has_text="board:6:4").wait_for()
    page.locator("#place", has_text="1 / 2").wait_for()


def test_a_title_that_is_markup_stays_text(visit: Visits, site: str) -> None:
    page = pasted(visit, site, f"Title: {_HOSTILE}\n\n{_BOARD}")
    page.locator("body[data-mode=play]").wait_for()
    assert page.get_by_role("heading", level=1).inner_text() == _HOSTILE
    assert page.title().startswith(_HOSTILE)
    page.keyboard.press("m")
    assert page.locator("img").count() == 0


def test_a_file_is_opened(visit: Visits, site: str, tmp_path: Any) -> None:
    file = tmp_path / "levels.txt"
    file.write_text(f"One\n\n{_BOARD}\nTwo\n\n{_BOARD}", encoding="utf-8")
    page = visit(site)
    page.get_by_role("button", name="Your own").click()
    page.get_by_label("Choose a file").set_input_files(file)
    page.locator("#place", has_text="1 / 2").wait_for()
    page.keyboard.press("n")
    page.locator("#place", has_text="2 / 2").wait_for()


def test_files_are_unpacked_and_decoded(visit: Visits, site: str, tmp_path: Any) -> None:
    text = f"Title: Über\n\n{_BOARD}"
    for number, data in enumerate(
        (
            gzip.compress(text.encode()),
            text.encode("cp1252"),
            text.encode("utf-16"),
            text.encode("utf-16-be"),
        )
    ):
        file = tmp_path / f"{number}.txt"
        file.write_bytes(codecs.BOM_UTF16_BE + data if number == 3 else data)
        page = visit(site)
        page.get_by_role("button", name="Your own").click()
        page.get_by_label("Choose a file").set_input_files(file)
        page.locator("body[data-mode=play]").wait_for()
        assert page.get_by_role("heading", level=1).inner_text() == "Über"


def test_archives_are_refused_in_words(visit: Visits, site: str, tmp_path: Any) -> None:
    with zipfile.ZipFile(tmp_path / "set.zip", "w") as made:
        made.writestr("one.txt", _BOARD)
    (tmp_path / "bomb.gz").write_bytes(gzip.compress(bytes(21 << 20)))
    (tmp_path / "half.gz").write_bytes(gzip.compress(_BOARD.encode())[:-9])
    (tmp_path / "large.txt").write_bytes(b"#" * (21 << 20))
    page = visit(site)
    page.get_by_role("button", name="Your own").click()
    for name, said in {
        "set.zip": "set.zip is an archive. Unpack it, and choose a file in it.",
        "bomb.gz": "The file is larger than 20 MiB.",
        "half.gz": "half.gz is damaged. Fetch it again.",
        "large.txt": "The file is larger than 20 MiB.",
    }.items():
        page.get_by_label("Choose a file").set_input_files(tmp_path / name)
        page.get_by_text(said).wait_for()


def test_a_position_is_shared_by_its_address(visit: Visits, site: str) -> None:
    (own,) = read_boards(_BOARD, "board", game="sokoban")
    shipped = sample_levels("sokoban")[0]
    for page, level in (
        (opened(visit, site, shipped_address("sokoban")), shipped),
        (pasted(visit, site, _BOARD), own),
    ):
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.locator("body[data-mode=play]").wait_for()
        session = begun(level, "R")
        page.keyboard.press("ArrowRight")
        check_drawn(page, session)
        page.get_by_role("button", name="More").click()
        page.get_by_role("button", name="Copy the address").click()
        page.get_by_text("The address is copied").wait_for()
        address = page.evaluate("navigator.clipboard.readText()")
        page.keyboard.press("Escape")
        page.wait_for_url(address)
        page.keyboard.press("u")
        page.wait_for_function("address => location.href !== address", arg=address)
        check_drawn(visit(address), session)
        page.goto("about:blank")
        page.goto(address)
        check_drawn(page, session)
        page.reload()
        check_drawn(page, session)


def test_a_page_left_early_keeps_its_position(visit: Visits, site: str) -> None:
    """Not even the server knows it any more: it was started anew, or was in the page."""
    (own,) = read_boards(_BOARD, "board", game="sokoban")
    for page, level in (
        (opened(visit, site, shipped_address("sokoban")), sample_levels("sokoban")[0]),
        (pasted(visit, site, _BOARD), own),
    ):
        page.evaluate(_NO_REST)
        session = begun(level, "R")
        page.keyboard.press("ArrowRight")
        check_drawn(page, session)
        visit.expect("status of 404")
        page.route("**/api/plays", _forgotten)
        page.reload()
        check_drawn(page, session)


#: Keeps the page from ever putting a position into its address.
_NO_REST = """
() => {
  const later = setTimeout;
  window.setTimeout = (act, rest) => (rest === 300 ? 1 : later(act, rest));
}
"""


def _forgotten(route: Route) -> None:
    """Answer as a server that knows no play-through any more."""
    if "copy" in (route.request.post_data or ""):
        route.fulfill(status=404, json={"error": "unknown", "gone": True})
    else:
        route.continue_()


def test_two_tabs_and_two_people_do_not_disturb_each_other(visit: Visits, site: str) -> None:
    level = sample_levels("sokoban")[0]
    one = opened(visit, site, shipped_address("sokoban"))
    pages = [one, visit.tab(one, one.url), opened(visit, site, shipped_address("sokoban"))]
    ways = ["L", "R", "LR"]
    keys = {"L": "ArrowLeft", "R": "ArrowRight"}
    for page in pages:
        check_drawn(page, begun(level))
    for page, way in zip(pages, ways, strict=True):
        for move in way:
            page.keyboard.press(keys[move])
    for page, way in zip(pages, ways, strict=True):
        check_drawn(page, begun(level, *way))


def test_the_chosen_colours_win_and_last(visit: Visits, site: str) -> None:
    background = "getComputedStyle(document.body).backgroundColor"
    page = visit(site, scheme="light")
    light = page.evaluate(background)
    button = page.get_by_role("button", name="Colours")
    button.click()  # light
    assert page.evaluate(background) == light
    button.click()  # dark
    dark = page.evaluate(background)
    assert dark != light
    page.goto(site + shipped_address("robots"))
    assert page.evaluate(background) == dark
    page.get_by_role("button", name="Colours").click()  # as the system
    assert page.evaluate(background) == light


def test_the_keyboard_is_enough(visit: Visits, site: str) -> None:
    page = visit(site)
    page.locator("a[data-board]").first.wait_for()
    stops = checks.focus_order(page)
    assert all(stop.marked for stop in stops), stops
    page.locator("a[data-board='robots/1'], [data-game=robots]").first.focus()
    page.keyboard.press("Enter")
    page.locator("a[data-board='robots/1']").focus()
    page.keyboard.press("Enter")
    page.locator("body[data-mode=play]").wait_for()
    assert page.evaluate("document.activeElement.id") == "board"
    page.keyboard.press("Tab")  # the next robot, in this game
    assert page.evaluate("document.activeElement.id") == "board"
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") == "undo"
    stops = checks.focus_order(page)
    assert all(stop.marked for stop in stops), stops
    assert {"Redo", "Restart", "Hint", "Best", "More"} <= {stop.name for stop in stops}
    left = page.evaluate("document.activeElement.id")
    page.keyboard.press("?")
    page.get_by_role("dialog", name=games()["robots"].title).wait_for()
    for heading in ("Rules", "Notation", "Keys"):
        page.get_by_role("heading", name=heading, exact=True).wait_for()
    assert page.evaluate("document.activeElement.id") == "keys-title"
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="hidden")
    page.wait_for_function("id => document.activeElement.id === id", arg=left)


def test_reduced_motion_moves_nothing(visit: Visits, site: str) -> None:
    page = opened(visit, site, shipped_address("bombcover"), motion=False)
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
    page.keyboard.press("Space")
    made(page, 1)
    page.keyboard.press("u")
    made(page, 0)
    assert page.evaluate("most") == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_use_it(visit: Visits, site: str, scheme: Any) -> None:
    page = visit(site, width=320, scheme=scheme)
    page.locator("a[data-board]").first.wait_for()
    check(page)
    page.get_by_role("button", name="Your own").click()
    check(page)
    page.goto(site + shipped_address("robots"))
    page.locator("body[data-mode=play]").wait_for()
    check(page)
    page.get_by_role("button", name="More").click()
    check(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Rules and keys").click()
    page.get_by_role("dialog").get_by_text("A move takes one robot").wait_for()
    check(page)
    page.keyboard.press("Escape")
    page.locator("#best").click()
    page.locator("#counter", has_text="best 6").wait_for()
    page.locator("#goal", has_text="6 moves are enough").wait_for()
    check(page)
    page.locator("#best").click()
    page.locator("#film p", has_text="Move 6 of 6").first.wait_for()  # and stands still
    check(page)


def test_what_happens_is_said(visit: Visits, site: str) -> None:
    """Live regions tell people who do not see the board."""
    page = opened(visit, site, shipped_address("sokoban", 1))
    for key in ("ArrowRight",) * 3:
        page.keyboard.press(key)
    page.get_by_role("status").filter(has_text="Solved").wait_for()


def test_a_server_that_is_gone_is_told(visit: Visits, site: str) -> None:
    visit.expect("ERR_INTERNET_DISCONNECTED")
    page = opened(visit, site, shipped_address("sokoban"))
    page.context.set_offline(True)
    page.keyboard.press("ArrowLeft")
    page.locator("#message", has_text="The server does not answer").wait_for()
    page.context.set_offline(False)
    page.keyboard.press("ArrowLeft")
    made(page, 1)
