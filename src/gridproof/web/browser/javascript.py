"""The app and its searches as JavaScript calls them: bytes and tables are handed over."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import gridproof
from gridproof.limits import Flag
from gridproof.web.browser import answering
from gridproof.web.browser.app import BrowserApp
from gridproof.web.browser.packages import LatePackages
from gridproof.web.browser.workers import Thread

__all__ = ["app", "begin", "search"]


class _Value(Protocol):
    """A value of JavaScript."""

    def to_bytes(self) -> bytes:
        """Return an array of bytes."""
        ...

    def to_py(self) -> Any:
        """Return an object as a table."""
        ...


class _App:
    """The app for JavaScript."""

    def __init__(self, app: BrowserApp) -> None:
        self._app = app
        self.leave = app.leave
        self.warm = app.warm

    async def answer(
        self,
        number: int,
        method: str,
        address: str,
        headers: _Value,
        body: _Value,
        start: Callable[[int, dict[str, str]], object],
        part: Callable[[bytes], object],
    ) -> None:
        """Answer a request; see :meth:`BrowserApp.answer`."""
        told, data = headers.to_py(), body.to_bytes()
        await self._app.answer(number, method, address, told, data, start, part)


def app(start: Callable[[Callable[[_Value | None], None]], Thread]) -> _App:
    """Return the app; ``start`` starts a web worker."""
    from pyodide.ffi import create_proxy  # type: ignore[import-not-found]

    def start_worker(heard: Callable[[bytes | None], None]) -> Thread:
        def hear(said: _Value | None) -> None:
            heard(said if said is None else said.to_bytes())

        return start(create_proxy(hear))

    return _App(BrowserApp(start_worker))


def search(question: _Value, say: Callable[[bytes], object], stopped: Flag) -> None:
    """Answer a request of the app in a web worker of its own."""
    answering.answer(question.to_bytes(), say, stopped)


def begin(packages: _Value, fetch: Callable[[str], _Value]) -> None:
    """Begin with the memory of a Python that has imported this.

    Args:
        packages: names of packages that are loaded when they are needed, beside gridproof.
        fetch: returns the zip file of one.
    """
    random.seed()
    folder = Path(gridproof.__file__).parents[1]
    LatePackages(packages.to_py(), lambda name: fetch(name).to_bytes(), folder).install()
