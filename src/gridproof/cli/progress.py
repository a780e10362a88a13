"""Progress of one board on stderr: a Rich line on a terminal, a plain one elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gridproof.result import Progress

__all__ = ["progress_display"]

#: Seconds before anything is shown, and between plain lines.
_PATIENCE, _PLAIN_INTERVAL = 1.0, 10.0


@contextmanager
def progress_display(name: str, *, quiet: bool) -> Iterator[Callable[[Progress], None] | None]:
    """A callback that shows how a search gets on; None if nothing is to be shown."""
    if quiet or sys.stderr is None:
        yield None
    elif sys.stderr.isatty():
        with _terminal(name) as show:
            yield show
    else:
        yield _plain(name)


def _line(name: str, progress: Progress) -> str:
    rate = progress.nodes / progress.elapsed if progress.elapsed else 0
    known = f"bound {_show(progress.bound)} … best {_show(progress.best)}"
    return f"{name}: {progress.nodes:,} nodes, {rate:,.0f}/s, {known}, {progress.elapsed:.0f} s"


def _show(value: object) -> str:
    return "?" if value is None else str(value)


@contextmanager
def _terminal(name: str) -> Iterator[Callable[[Progress], None]]:
    from rich.live import Live
    from rich.spinner import Spinner

    from gridproof.cli.messages import stderr

    spinner = Spinner("dots")
    live = Live(spinner, console=stderr(), transient=True, refresh_per_second=8)

    def show(progress: Progress) -> None:
        if progress.elapsed < _PATIENCE:
            return
        spinner.update(text=_line(name, progress))
        if not live.is_started:
            live.start()

    try:
        yield show
    finally:
        live.stop()


def _plain(name: str) -> Callable[[Progress], None]:
    due = _PLAIN_INTERVAL

    def show(progress: Progress) -> None:
        nonlocal due
        if progress.elapsed >= due:
            due = progress.elapsed + _PLAIN_INTERVAL
            sys.stderr.write(_line(name, progress) + "\n")
            sys.stderr.flush()

    return show
