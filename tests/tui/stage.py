"""The terminal application without a terminal and a clock, and with solvers as they are wanted."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from concurrent.futures import Future
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

from rich.style import Style
from textual import events
from textual._compositor import LayoutUpdate
from textual.pilot import Pilot

from gridproof.editing.verdict import Judging
from gridproof.errors import GridproofError
from gridproof.game import AnyGame
from gridproof.level import Level
from gridproof.limits import CancelToken
from gridproof.playing.attempt import Attempt
from gridproof.playing.levels import Levels, shipped
from gridproof.playing.orders import Drawing, Order
from gridproof.processes.worker import Job, Request, Worker
from gridproof.registry import find_game
from gridproof.result import Limits, Progress, Stats
from gridproof.solving.requests import SolveRequest
from gridproof.solving.solve import solve
from gridproof.tui.app import Player
from gridproof.tui.chooser import Chooser
from gridproof.tui.desk import Desk
from gridproof.tui.form import Form
from gridproof.tui.screen import PlayScreen

__all__ = ["PromptWorker", "SilentWorker", "Told", "attempt", "drawn", "pieces", "press", "staged"]

#: What Textual calls keys that games call otherwise.
_NAMES = {"?": "question_mark"}


class Told(Job[Any]):
    """A job of no process: it is done when its future is told so."""

    def __init__(self, progress: Progress | None = None) -> None:
        self.progress = progress
        self.future: Future[Any] = Future()
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class PromptWorker(Worker):
    """Answers in this process, at once, and as if it took no time.

    Args:
        game: of all questions; None: the one that they name.
    """

    def __init__(self, game: AnyGame | None = None) -> None:
        super().__init__()
        self._game = game

    def ask(self, question: Request[Any]) -> Job[Any]:
        job = Told()
        try:
            job.future.set_result(self._answered(question))
        except GridproofError as problem:
            job.future.set_exception(problem)
        return job

    def _answered(self, question: Request[Any]) -> Any:
        if isinstance(question, Order | Judging):
            return question.answer(CancelToken(), lambda progress: None)
        assert isinstance(question, SolveRequest)
        game = self._game or find_game(question.game)
        level = next(game.read(question.board))
        assert isinstance(level, Level)
        result = solve(level, game=game, objective=question.objective, start=question.start)
        return replace(result, stats=Stats())


class SilentWorker(Worker):
    """Does not answer by itself; its job can be told what to say.

    Attributes:
        job: the latest.
    """

    job: Told

    def ask(self, question: Request[Any]) -> Job[Any]:
        if isinstance(question, Order | Judging):
            self.job = Told(Drawing(nodes=0, elapsed=3.2, drawn=340, nearest="9 pushes"))
        else:
            self.job = Told(Progress(nodes=4_400_000, elapsed=3.2, bound=31, best=36))
        return self.job


@asynccontextmanager
async def staged(
    folder: Path,
    levels: Levels | None,
    index: int = 0,
    *,
    worker: Worker | None = None,
    drawer: Worker | None = None,
    size: tuple[int, int] = (80, 24),
    objective: str | None = None,
    motion: bool = False,
) -> AsyncIterator[Pilot[None]]:
    """The application while it plays a level, or shows the shipped ones."""
    worker = worker or PromptWorker(None if levels is None else levels.game)
    desk = Desk(worker, drawer or PromptWorker(), Limits(), objective, folder=folder)
    if levels is None:
        player = Player(Chooser(desk, shipped(None, objective)))
    else:
        player = Player(PlayScreen(desk, levels, index))
    player.animation_level = "full" if motion else "none"
    async with player.run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot
        player.exit()


def attempt(pilot: Pilot[None]) -> Attempt:
    """The level that is played."""
    screen = pilot.app.screen
    assert isinstance(screen, PlayScreen)
    return screen.attempt


async def press(pilot: Pilot[None], keys: Sequence[str]) -> None:
    """Presses keys, as games or Textual call them, and takes what is found meanwhile.

    While a level is played they are handed to its screen without the waiting of ``pilot.press``.
    """
    for key in keys:
        screen = pilot.app.screen
        if isinstance(screen, PlayScreen) and not pilot.app._exit:
            character = " " if key == "space" else key if len(key) == 1 else None
            screen.on_key(events.Key(_NAMES.get(key, key), character))
        else:
            await pilot.press(_NAMES.get(key, key))
        screen = pilot.app.screen
        if isinstance(screen, (PlayScreen, Form)):
            screen.look()  # as it does ten times a second while something runs
    await pilot.pause()


def pieces(pilot: Pilot[None]) -> Iterator[list[tuple[str, str]]]:
    """The lines of the screen: runs of text of one style."""
    app = pilot.app
    update = app.screen._compositor.render_update(full=True, screen_stack=app._background_screens)
    assert isinstance(update, LayoutUpdate)
    for strips in update.strips:
        segments = (segment for strip in strips for segment in strip)
        styled = ((segment.text, _named(segment.style)) for segment in segments)
        yield [
            ("".join(text for text, _ in run), style)
            for style, run in groupby(styled, lambda piece: piece[1])
        ]


def _named(style: Style | None) -> str:
    """A style in words, without what is the terminal's own."""
    if style is None:
        return ""
    bare = Style(
        color=None if style.color is None or style.color.is_default else style.color,
        bgcolor=None if style.bgcolor is None or style.bgcolor.is_default else style.bgcolor,
        bold=style.bold or None,
        dim=style.dim or None,
        underline=style.underline or None,
        reverse=style.reverse or None,
    )
    return "" if bare == Style() else str(bare)


def drawn(pilot: Pilot[None]) -> str:
    """The screen as text."""
    return "\n".join("".join(text for text, _ in line).rstrip() for line in pieces(pilot))
