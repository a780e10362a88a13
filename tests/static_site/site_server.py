"""Any web server: it knows files alone, below a path that is not its root."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

__all__ = ["BUILT", "offering"]

#: The site that `make web` writes.
BUILT: Final = Path(__file__).parents[2] / "build" / "web"
_PATH: Final = "/people/somebody/"
#: A file of tests that is offered beside the site.
_TESTS: Final = "tests/kernel_worker.mjs"


class _Files(SimpleHTTPRequestHandler):
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def translate_path(self, path: str) -> str:
        name = urlsplit(path).path
        if name == _PATH + _TESTS:
            return str(Path(__file__).parents[1] / "static_site" / Path(_TESTS).name)
        return super().translate_path(name.removeprefix(_PATH) if name.startswith(_PATH) else "/?")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its base's
        pass


@contextmanager
def offering(folder: Path = BUILT) -> Iterator[str]:
    """Offer a folder; yields its address."""
    handler = functools.partial(_Files, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}{_PATH}"
        finally:
            server.shutdown()
            thread.join()
