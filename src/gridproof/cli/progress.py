"""Progress on stderr: a Rich line on a terminal, plain ones elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING

from gridproof.result import Progress
from gridproof.visible import visible

if TYPE_CHECKING:
    from gridproof.batch.running import Standing

__all__ = ["batch_display", "progress_display", "status_display"]

#: Seconds before anything is shown, and between plain lines.
_PATIENCE, _PLAIN_INTERVAL = 1.0, 10.0
#: Columns of the bar of a batch at least, and of the words beside it that are left in one line.
_NARROWEST, _WORDS = 10, 70

#: Shows how long work gets on: (seconds since it was begun, a line).
Show = Callable[[float, str], None]


@contextmanager
def progress_display(name: str, *, quiet: bool) -> Iterator[Callable[[Progress], None] | None]:
    """Yield a callback that shows the progress of a search; None if nothing is to be shown."""
    with status_display(quiet=quiet) as show:
        if show is None:
            yield None
        else:
            yield lambda progress: show(progress.elapsed, _line(name, progress))


@contextmanager
def status_display(*, quiet: bool) -> Iterator[Show | None]:
    """Yield a callback that shows a line in place of the one before; None: nothing is shown."""
    if quiet or sys.stderr is None:
        yield None
    elif sys.stderr.isatty():
        with _terminal() as show:
            yield show
    else:
        yield _plain()


@contextmanager
def batch_display(*, quiet: bool) -> Iterator[Callable[[Standing], None] | None]:
    """Yield a callback that shows the progress of a batch; None if nothing is to be shown."""
    if quiet or sys.stderr is None:
        yield None
    elif sys.stderr.isatty():
        with _bar() as show:
            yield show
    else:
        plain = _plain()
        yield lambda standing: plain(standing.elapsed, _words(standing))


def _words(standing: Standing) -> str:
    ended = standing.total - standing.left
    left = standing.seconds_left
    return (
        f"{ended:,}/{standing.total:,} runs, {standing.proven:,} proven, "
        f"{standing.solved:,} solved, {standing.failed:,} failed"
        + ("" if left is None else f", {timedelta(seconds=round(left))} left")
    )


@contextmanager
def _bar() -> Iterator[Callable[[Standing], None]]:
    from rich.progress import BarColumn, Progress, TextColumn
    from rich.table import Column

    from gridproof.cli.messages import stderr

    console = stderr()
    wide = min(40, max(_NARROWEST, console.width - _WORDS))
    # On a narrow terminal the words go on in the next line: none of them can be spared.
    words = TextColumn("{task.description}", table_column=Column(no_wrap=False))
    columns = (BarColumn(wide), words)
    with Progress(*columns, console=console, transient=True, refresh_per_second=8) as bar:
        task = bar.add_task("")

        def show(standing: Standing) -> None:
            ended = standing.total - standing.left
            bar.update(task, total=standing.total, completed=ended, description=_words(standing))

        yield show


def _line(name: str, progress: Progress) -> str:
    if progress.stage:
        return f"{name}: {progress.stage}, {progress.elapsed:.0f} s"
    rate = progress.nodes / progress.elapsed if progress.elapsed else 0
    known = f"bound {_show(progress.bound)} … best {_show(progress.best)}"
    return f"{name}: {progress.nodes:,} nodes, {rate:,.0f}/s, {known}, {progress.elapsed:.0f} s"


def _show(value: object) -> str:
    return "?" if value is None else str(value)


@contextmanager
def _terminal() -> Iterator[Show]:
    from rich.live import Live
    from rich.spinner import Spinner
    from rich.text import Text

    from gridproof.cli.messages import stderr

    spinner = Spinner("dots")
    live = Live(spinner, console=stderr(), transient=True, refresh_per_second=8)

    def show(elapsed: float, line: str) -> None:
        if elapsed < _PATIENCE:
            return
        spinner.update(text=Text(visible(line)))  # no markup: it names a board
        if not live.is_started:
            live.start()

    try:
        yield show
    finally:
        live.stop()


def _plain() -> Show:
    due = _PLAIN_INTERVAL

    def show(elapsed: float, line: str) -> None:
        nonlocal due
        if elapsed >= due:
            due = elapsed + _PLAIN_INTERVAL
            sys.stderr.write(visible(line) + "\n")
            sys.stderr.flush()

    return show
