"""Compiled tests are kept, and garbage is sought among what a file of tests has left only.

Rewriting the assertions of all test files takes longer than collecting all tests. If the
environment forbids Python to write compiled files, each worker and each ``gridproof`` that a test
starts would compile everything that it imports.

A worker comes to hold millions of objects: modules, tests, caches. Tests that measure memory seek
garbage a hundred times, which took seconds each time, and the interpreter does so by itself. It is
told to do so seldom, since the end of each file of tests takes what is left.

Ctrl-C is heeded even where the parent ignores it, as a shell has its background jobs do: a process
that a test starts and interrupts would inherit that.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Generator

import pytest
from hypothesis import settings

from tests.kept_arguments import arguments_kept

sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# No test asserts a wall time: a machine with other work would fail it.
settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Spare the garbage collector all modules and items: they stay to the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(50_000, 20, 20)
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None]:
    """Look once through what a file of tests has left, which then stays."""
    yield
    if nextitem is None or nextitem.path != item.path:
        gc.collect()
        gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _arguments_kept() -> Generator[None]:
    with arguments_kept():
        yield


def pytest_sessionfinish() -> None:
    """Look once among all objects for resources that nobody has closed; pytest looks five times."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
