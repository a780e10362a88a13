"""Compiled tests are kept, so that only changed files are compiled again.

Rewriting the assertions of all test files takes longer than collecting all tests. Where the
environment forbids Python to write compiled files, each worker and each ``gridproof`` that a test
starts would compile everything that it imports.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Generator

import pytest

sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Spare the garbage collector all modules and items: they stay to the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
