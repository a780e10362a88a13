"""Progress on stderr: a Rich line on a terminal, plain ones elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gridproof.result import Progress

__all__ = ["progress_display", "status_display"]

#: Seconds before anything is shown, and between plain lines.
_PATIENCE, _PLAIN_INTERVAL = 1.0, 10.0

#: Shows how long work gets on: (seconds since it was begun, a line).
Show = Callable[[float, str], None]


@contextmanager
def progress_display(name: str, *, quiet: bool) -> Iterator[Callable[[Progress], None] | None]:
    """A callback that shows how a search gets on; None if nothing is to be shown."""
    with status_display(quiet=quiet) as show:
        if show is None:
            yield None
        else:
            yield lambda progress: show(progress.elapsed, _line(name, progress))


@contextmanager
def status_display(*, quiet: bool) -> Iterator[Show | None]:
    """A callback that shows one line in place of the one before; None if nothing is to be shown."""
    if quiet or sys.stderr is None:
        yield None
    elif sys.stderr.isatty():
        with _terminal() as show:
            yield show
    else:
        yield _plain()


def _line(name: str, progress: Progress) -> str:
    rate = progress.nodes / progress.elapsed if progress.elapsed else 0
    known = f"bound {_show(progress.bound)} … best {_show(progress.best)}"
    return f"{name}: {progress.nodes:,} nodes, {rate:,.0f}/s, {known}, {progress.elapsed:.0f} s"


def _show(value: object) -> str:
    return "?" if value is None else str(value)


@contextmanager
def _terminal() -> Iterator[Show]:
    from rich.live import Live
    from rich.spinner import Spinner

    from gridproof.cli.messages import stderr

    spinner = Spinner("dots")
    live = Live(spinner, console=stderr(), transient=True, refresh_per_second=8)

    def show(elapsed: float, line: str) -> None:
        if elapsed < _PATIENCE:
            return
        spinner.update(text=line)
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
            sys.stderr.write(line + "\n")
            sys.stderr.flush()

    return show
