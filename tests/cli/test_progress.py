"""The progress of long work on a terminal: one line, gone before anything is printed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace

import pytest

from gridproof.cli import progress
from gridproof.cli.progress import counting, patiently, status_display


class _Terminal:
    def isatty(self) -> bool:
        return True


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The lines that a terminal shows, and "-" where they are gone again."""
    lines: list[str] = []

    @contextmanager
    def terminal() -> Iterator[progress.Show]:
        yield lambda _, line: lines.append(line)
        lines.append("-")

    monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=_Terminal()))
    monkeypatch.setattr(progress, "_terminal", terminal)
    monkeypatch.setattr(progress, "_PATIENCE", 0.02)
    monkeypatch.setattr(progress, "_GLANCE", 0.005)
    return lines


def slowly(*seconds: float) -> Iterator[float]:
    for wait in seconds:
        time.sleep(wait)
        yield wait


def test_what_is_long_in_coming_is_named(shown: list[str]) -> None:
    items = patiently(slowly(0.2, 0.2), lambda: "big.txt", quiet=False)
    for _ in items:
        assert shown.pop() == "-"  # it is gone before anybody works with the item
        assert set(shown) == {"big.txt: reading, 0 s"}
        shown.clear()
        time.sleep(0.1)
        assert shown == []


def test_what_comes_quickly_is_not(shown: list[str]) -> None:
    assert list(patiently(slowly(0, 0, 0), lambda: "small.txt", quiet=False)) == [0, 0, 0]
    assert shown == []


@pytest.mark.parametrize("quiet", [False, True])
def test_nothing_is_shown_off_a_terminal(
    shown: list[str], monkeypatch: pytest.MonkeyPatch, quiet: bool
) -> None:
    if not quiet:
        monkeypatch.setattr(_Terminal, "isatty", lambda self: False)
    assert list(patiently(slowly(0.1), lambda: "big.txt", quiet=quiet)) == [0.1]
    assert shown == []


def test_an_abandoned_reader_leaves_nothing_behind(shown: list[str]) -> None:
    items = patiently(slowly(0.1, 0.1), lambda: "big.txt", quiet=False)
    next(items)
    items.close()
    shown.clear()
    time.sleep(0.1)
    assert shown == []


def test_boards_are_counted_while_nothing_is_printed(shown: list[str]) -> None:
    assert list(counting("abc", "rated", quiet=False)) == ["a", "b", "c"]
    assert shown == ["0 boards rated", "1 board rated", "2 boards rated", "-"]


def test_the_terminal_has_one_line(shown: list[str]) -> None:
    with status_display(quiet=False) as outer, status_display(quiet=False) as inner:
        assert inner is outer
    assert shown == ["-"]
    with status_display(quiet=False) as later:
        assert later is not outer
