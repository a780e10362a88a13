"""Pages whose work waits for a worker show their place in the queue, and go on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

import pytest

from gridproof.web.app import Site
from gridproof.web.settings import Settings
from tests.browser import checks
from tests.browser.visits import Visits
from tests.processes.watching import until
from tests.web.attacks import WISHES, board_of_merge, post
from tests.web.server import Client, serving
from tests.web.test_hostility import sent

if TYPE_CHECKING:
    from playwright.sync_api import Page

Look = Literal["light", "dark"]
BOARD = "#######\n#@ $ .#\n#######\n"
each_look = pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])


@pytest.fixture(scope="module")
def served() -> Iterator[tuple[Client, Site]]:
    """A server with one worker of each kind, which may work for as long as the tests like."""
    settings = Settings(opening=1, solves=1, opening_time=600, time=600)
    with serving(settings) as (client, site):
        yield client, site


@contextmanager
def busy(served: tuple[Client, Site], path: str, record: object) -> Iterator[None]:
    """Keeps the worker busy."""
    client, site = served
    with sent(client, post(path, record)):
        until(lambda: len(site.services.queue._running) == 1)
        yield
    until(lambda: not site.services.queue._running)


def check(page: Page) -> None:
    found = {
        name: getattr(checks, name)(page)
        for name in ("nameless", "doubled_ids", "wide_parts", "faint_texts")
    }
    assert not any(found.values()), found


def paste(page: Page) -> None:
    page.get_by_role("button", name="Your own").click()
    page.locator("#text").fill(BOARD)
    page.locator("#game").select_option("sokoban")
    page.locator("#open").click()


@each_look
def test_opening_a_board_waits(
    visit: Visits, served: tuple[Client, Site], width: int, scheme: Look
) -> None:
    page = visit(f"{served[0].base_url}/", width=width, height=800, scheme=scheme)
    with busy(served, "/api/plays", board_of_merge(600)):
        paste(page)
        page.locator("#fault", has_text="You are next · about").wait_for()
        check(page)
    page.locator("body[data-mode=play]").wait_for()


@each_look
def test_a_reduction_waits(
    visit: Visits, served: tuple[Client, Site], width: int, scheme: Look
) -> None:
    page = visit(f"{served[0].base_url}/reduce", width=width, height=800, scheme=scheme)
    page.locator("#reduction option").first.wait_for(state="attached")
    with busy(served, "/api/reduce", WISHES):
        page.get_by_role("button", name="Make the board").click()
        page.locator("#notice", has_text="You are next · about").wait_for()
        check(page)
    page.locator("#made svg.board").wait_for()
    assert page.locator("#notice").inner_text() == ""


@each_look
def test_a_move_on_a_large_board_waits(
    visit: Visits, served: tuple[Client, Site], width: int, scheme: Look
) -> None:
    client, _ = served
    play = client.open(**board_of_merge(70))["play"]
    page = visit(f"{client.base_url}/", width=width, height=800, scheme=scheme)
    kept = f'{{"id": "{play}", "at": "", "notice": ""}}'
    page.evaluate("kept => sessionStorage.setItem('play', kept)", kept)
    page.goto(f"{client.base_url}/play")
    page.locator("body[data-mode=play]").wait_for()
    with busy(served, "/api/plays", board_of_merge(600)):
        page.keyboard.press("ArrowRight")
        page.locator("#message", has_text="You are next · about").wait_for()
        assert not checks.wide_parts(page)
    page.locator("#message", has_text="You are next").wait_for(state="hidden")


def test_a_full_queue_is_told(visit: Visits) -> None:
    settings = Settings(opening=1, opening_waiting=0, opening_time=600)
    with serving(settings) as (client, site):
        page = visit(f"{client.base_url}/")
        visit.expect("status of 503")
        with busy((client, site), "/api/plays", board_of_merge(600)):
            paste(page)
            page.locator("#fault", has_text="0 others wait for one. Try again in").wait_for()
