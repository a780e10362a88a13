"""Progress on stderr: a Rich line on a terminal, plain ones elsewhere."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from gridproof.result import Progress
from gridproof.solving.messages import counted
from gridproof.visible import visible

if TYPE_CHECKING:
    from gridproof.batch.running import Standing

__all__ = ["batch_display", "counting", "patiently", "progress_display", "status_display"]

#: Seconds before anything is shown, and between plain lines.
_PATIENCE, _PLAIN_INTERVAL = 1.0, 10.0
#: Columns of the bar of a batch at least, and of the words beside it that are left in one line.
_NARROWEST, _WORDS = 10, 70

#: Seconds for which a line stays at least.
_SHORTEST = 0.04
#: Seconds between two looks at the clock while something is read.
_GLANCE = 0.25

#: Shows how long work gets on: (seconds since it was begun, a line).
Show = Callable[[float, str], None]
T = TypeVar("T")
#: What shows lines on the terminal, if anything does: a terminal has one place for them.
_shown: list[Show] = []


@contextmanager
def progress_display(name: str, *, quiet: bool) -> Iterator[Callable[[Progress], None] | None]:
    """Yield a callback that shows the progress of a search; None if nothing is to be shown."""
    with status_display(quiet=quiet) as show:
        if show is None:
            yield None
        else:
            yield lambda progress: show(progress.elapsed, _line(name, progress))


def patiently(
    items: Iterable[T], name: Callable[[], str], *, quiet: bool
) -> Generator[T, None, None]:
    """Yield items; where one takes long to come, say so on a terminal.

    Nothing can be said by what is being read: a thread looks at the clock.

    Args:
        items: such as the boards of a large file.
        name: names what is read at the moment.
        quiet: True if nothing is shown.
    """
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        yield from items
        return
    lock, done, display = threading.Lock(), threading.Event(), ExitStack()
    since: float | None = monotonic()  # None: somebody works with the item before
    show: Show | None = None

    def watch() -> None:
        nonlocal show
        while not done.wait(_GLANCE):
            with lock:
                if since is not None and (elapsed := monotonic() - since) > _PATIENCE:
                    show = show or display.enter_context(status_display(quiet=False))
                    if show is not None:
                        show(elapsed, f"{name()}: reading, {elapsed:.0f} s")

    def hide() -> None:
        nonlocal show
        display.close()
        show = None

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        for item in items:
            with lock:
                hide()
                since = None
            yield item
            with lock:
                since = monotonic()
    finally:
        done.set()
        watcher.join()
        hide()


def counting(items: Iterable[T], done: str, *, quiet: bool) -> Iterator[T]:
    """Yield items; show how many there were, where all of them take long.

    Args:
        items: boards.
        done: what is done with each of them, such as "rated"; nothing is printed meanwhile.
        quiet: True if nothing is shown.
    """
    started = monotonic()
    with status_display(quiet=quiet) as show:
        for number, item in enumerate(items):
            if show is not None:
                show(monotonic() - started, f"{counted('boards', number)} {done}")
            yield item


@contextmanager
def status_display(*, quiet: bool) -> Iterator[Show | None]:
    """Yield a callback that shows a line in place of the one before; None: nothing is shown.

    Inside another one on the terminal, both show their lines in its place.
    """
    if quiet or sys.stderr is None:
        yield None
    elif _shown:
        yield _shown[-1]
    elif sys.stderr.isatty():
        with _terminal() as show:
            _shown.append(show)
            try:
                yield show
            finally:
                _shown.remove(show)
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
    due = 0.0

    def show(elapsed: float, line: str) -> None:
        nonlocal due
        if elapsed < _PATIENCE or (now := monotonic()) < due:
            return
        due = now + _SHORTEST
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
