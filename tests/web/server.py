"""The web app as a server in a thread of this process, and a client for it."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from gridproof.web.app import Site
from gridproof.web.server import Server, listening
from gridproof.web.settings import Settings

__all__ = ["Client", "serving"]


class Client(httpx.Client):
    """A page: it posts JSON and is told its mistakes."""

    def ask(self, path: str, wanted: int = 200, /, **record: Any) -> Any:
        """The JSON answer to a JSON request; its status is the wanted one."""
        answer = self.post(f"/api/plays{path}", json=record)
        assert answer.status_code == wanted, answer.text[:500]
        return answer.json()

    def open(self, **wish: Any) -> Any:
        """A new play-through."""
        return self.ask("", 201, **wish)

    def do(self, play: str, *wishes: Any) -> Any:
        """Return the changes by these things."""
        return self.ask(f"/{play}/do", do=wishes)

    def events(self, play: str, *, here: bool = False, all: bool = False) -> Iterator[Any]:  # noqa: A002
        """Return the answers of a search: pairs of an event's name and its data."""
        return self.told(f"/api/plays/{play}/solve", here=here, all=all)

    def told(self, path: str, **record: Any) -> Iterator[Any]:
        """The events of an answer."""
        with self.stream("POST", path, json=record) as answer:
            assert answer.status_code == 200, answer.read()
            name = ""
            for line in answer.iter_lines():
                if line.startswith("event: "):
                    name = line.removeprefix("event: ")
                elif line.startswith("data: "):
                    yield name, json.loads(line.removeprefix("data: "))

    def solved(self, play: str, **wish: bool) -> Any:
        """The result of a search."""
        *_, (name, result) = self.events(play, **wish)
        assert name == "result", result
        return result


@contextmanager
def serving(settings: Settings | None = None) -> Iterator[tuple[Client, Site]]:
    """A client of a server that answers; its searches and threads have ended afterwards."""
    bound = listening("127.0.0.1", 0)
    server = Server(settings)
    thread = threading.Thread(target=server.run, args=([bound],))
    thread.start()
    try:
        with Client(base_url=f"http://127.0.0.1:{bound.getsockname()[1]}", timeout=60) as client:
            yield client, server.site
    finally:
        server.stop()
        thread.join()
