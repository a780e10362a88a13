"""New levels in the terminal: the form, what is drawn, another one, and IDs on the command line."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input

from gridproof.cli import playing
from gridproof.design.level_id import find_generator
from gridproof.errors import InputError
from gridproof.game import AnyGame
from gridproof.limits import CancelToken
from gridproof.playing.levels import Levels
from gridproof.playing.orders import Drawn, Order, drawing, goals, order_like
from gridproof.processes.worker import Worker
from gridproof.registry import find_game, games
from gridproof.result import Status
from gridproof.tui.chooser import Chooser
from gridproof.tui.form import Form
from gridproof.tui.screen import PlayScreen
from tests.tui.stage import SilentWorker, attempt, drawn, press, staged

SMALL = {"width": "7", "height": "6", "boxes": "2"}


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(test)


def small(**wished: str) -> Order:
    return Order.of(find_game("sokoban"), "random", SMALL, wished, seed=7)


def answered(order: Order) -> Drawn:
    return order.answer(CancelToken(), lambda progress: None)


def shown(folder: Path, drawer: Worker | None = None) -> Any:
    """The level of a small order, played."""
    return staged(folder, Levels.of(answered(small())), drawer=drawer)


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_every_game_has_what_to_order(game: AnyGame) -> None:
    spec = find_generator(game)
    order = Order.of(game, seed=3)
    assert order.id == f"{game.id}:{spec.id}#3.0@g{spec.version}"
    assert all(option.said_default == "" or option.choices for option in goals(game))


def test_an_order_names_all_wishes_and_draws_the_same_again() -> None:
    made = answered(small(**{"min-cost": "4"}))
    assert ",min-cost=4#7." in made.order
    assert made.result is not None
    assert made.result.status is Status.OPTIMAL
    again = answered(Order(made.order, exactly=True))
    assert again.level.with_info() == made.level.with_info()
    assert again.result is None
    assert ",min-cost=4#8.0@" in Order(made.order).next().id


def test_what_a_level_says_of_its_generator_orders_more_like_it() -> None:
    made = answered(small())
    like = order_like(made.level)
    assert like is not None
    assert like.id == made.order
    other = made.level.with_info(generator="GenTool 3.1")
    assert order_like(other) is None
    assert order_like(made.level.with_info(generator=Order.of(find_game("robots")).id)) is None


def test_the_first_objective_need_not_be_named() -> None:
    assert "objective" not in small(objective="pushes").id
    assert small(objective="moves").id.count("objective=moves") == 1


def test_in_vain_it_says_how_near_it_came() -> None:
    order = replace(small(**{"min-cost": "400"}), seconds=0.3)
    with pytest.raises(InputError, match=r"drawn \(.*too easy.*; the nearest has .* pushes"):
        answered(order)


def test_a_worker_counts_while_it_draws() -> None:
    with Worker() as worker:
        job = worker.ask(small(**{"min-cost": "400"}))
        while "nearest" not in drawing(job.progress):
            assert not job.done
        job.cancel()
        with pytest.raises(InputError, match="drawing was stopped"):
            job.result(60)


def test_a_level_is_wished_for_and_played(tmp_path: Path) -> None:
    async def test() -> None:
        async with staged(tmp_path, None, objective="pushes") as pilot:
            await press(pilot, ["g"])
            form = pilot.app.screen
            assert isinstance(form, Form)
            for row in form.query(Input):
                name = row.parent.option.name  # type: ignore[union-attr]
                row.value = SMALL.get(name, {"min-cost": "4", "seed": "7"}.get(name, ""))
            await press(pilot, ["down", "enter"])
            assert isinstance(pilot.app.screen, PlayScreen)
            assert ",width=7,height=6,boxes=2,min-cost=4#7." in drawn(pilot)
            assert "(optimal)" in drawn(pilot)
            await press(pilot, ["o"])
            assert "The optimum is" in drawn(pilot)
            await press(pilot, ["escape", "escape"])
            assert isinstance(pilot.app.screen, Chooser)

    run(test())


def test_what_cannot_be_is_said_in_the_form(tmp_path: Path) -> None:
    async def test() -> None:
        async with staged(tmp_path, None, objective="pushes") as pilot:
            await press(pilot, ["g", "down", "2", "enter"])
            assert isinstance(pilot.app.screen, Form)
            assert "Option `width` must be a whole number" in drawn(pilot)
            await press(pilot, ["backspace", "up", "right", "down", "2", "enter"])
            assert "No board of 2 × 8 cells with 3 boxes was found." in drawn(pilot)

    run(test())


def test_drawing_is_counted_and_stopped(tmp_path: Path) -> None:
    async def test() -> None:
        drawer = SilentWorker()
        async with staged(tmp_path, None, drawer=drawer) as pilot:
            await press(pilot, ["g", "enter"])
            assert "340 boards drawn · nearest: 9 pushes · 3 s · Esc stops" in drawn(pilot)
            await press(pilot, ["enter", "escape"])
            assert drawer.job.cancelled
            drawer.job.future.set_exception(InputError("drawing was stopped"))
            await press(pilot, ["F9"])
            assert "Drawing was stopped." in drawn(pilot)
            await press(pilot, ["escape"])
            assert isinstance(pilot.app.screen, Chooser)

    run(test())


def test_another_one_is_drawn_beside_the_play(tmp_path: Path) -> None:
    async def test() -> None:
        drawer = SilentWorker()
        async with shown(tmp_path, drawer) as pilot:
            first = attempt(pilot).session.level
            await press(pilot, ["g", "h"])
            assert attempt(pilot).status.startswith("From here")
            assert "340 boards drawn" in drawn(pilot)
            await press(pilot, ["escape"])
            assert drawer.job.cancelled
            drawer.job.future.set_exception(InputError("drawing was stopped"))
            await press(pilot, ["F9"])
            assert "Drawing was stopped." in drawn(pilot)
            await press(pilot, ["g"])
            drawer.job.future.set_result(answered(small().next()))
            await press(pilot, ["F9"])
            assert "sokoban 2 of 2" in drawn(pilot)
            assert "#8." in drawn(pilot)
            await press(pilot, ["n"])
            assert "This is the last level. g: another one like it." in drawn(pilot)
            await press(pilot, ["p"])
            assert attempt(pilot).session.level == first

    run(test())


def test_a_board_that_every_seed_makes_is_told(tmp_path: Path) -> None:
    levels = Levels.of(answered(Order.of(find_game("onebomb"), "open", seed=1)))

    async def test() -> None:
        async with staged(tmp_path, levels) as pilot:
            await press(pilot, ["g"])
            assert "onebomb 2 of 2" in drawn(pilot)
            assert "The next seed makes the same level again" in drawn(pilot)

    run(test())


def test_a_shipped_level_has_no_other_like_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with staged(tmp_path, None) as pilot:
            await press(pilot, ["enter", "g"])
            assert "No generator made this level" in drawn(pilot)

    run(test())


def test_enter_after_a_drawn_level_draws_another(tmp_path: Path) -> None:
    async def test() -> None:
        async with shown(tmp_path) as pilot:
            await press(pilot, ["h", "h", "h"])
            while not attempt(pilot).solved:
                attempt(pilot).step()
            await press(pilot, ["F9"])
            assert "Enter: another one like it · " in drawn(pilot)
            await press(pilot, ["enter"])
            assert "sokoban 2 of 2" in drawn(pilot)

    run(test())


def test_an_id_on_the_command_line_is_the_level(tmp_path: Path) -> None:
    name = small().id
    levels, _ = playing._read(name, None, None, None)
    entry = levels.get(0)
    assert entry is not None
    assert entry.level.info["generator"] == name
    with pytest.raises(InputError, match="of sokoban, not of robots"):
        playing._read(name, "robots", None, None)
    with pytest.raises(InputError, match="says all of it"):
        playing._read(name, None, {"radius": "3"}, None)
    with pytest.raises(InputError, match="not the ID of a level"):
        playing._read("sokoban:random#7", None, None, None)
