"""The application on a socket: from its first answer to the end of its last search."""

from __future__ import annotations

import asyncio
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

import uvicorn

from gridproof.errors import InputError
from gridproof.web.app import Site
from gridproof.web.connections import BACKLOG, Bounded, Lobby, quietly
from gridproof.web.settings import Settings

__all__ = ["Server", "listening", "shown"]

#: Bytes of the head of a request.
_HEAD: Final = 1 << 15
#: Seconds after which a connection without a request is closed.
_IDLE: Final = 5
#: Seconds that answers under way have when the server is to end.
_GRACE: Final = 0.2


class Server(uvicorn.Server):
    """A server of the web app.

    Args:
        settings: its limits and names.
        answers: called as soon as it answers.

    Attributes:
        site: the application.
    """

    def __init__(
        self, settings: Settings | None = None, answers: Callable[[], None] = lambda: None
    ) -> None:
        self.site = Site(settings)
        self._answers = answers
        self._lobby = Lobby(self.site.settings)
        super().__init__(
            uvicorn.Config(
                self.site.app,
                http=type("Bounded", (Bounded,), {"lobby": self._lobby}),
                log_config=None,
                log_level="error",
                access_log=False,
                server_header=False,
                proxy_headers=False,  # nobody tells us who asks
                ws="none",
                backlog=BACKLOG,
                h11_max_incomplete_event_size=_HEAD,
                timeout_keep_alive=_IDLE,
                timeout_graceful_shutdown=1,
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        asyncio.get_running_loop().set_exception_handler(quietly)
        await super().startup(sockets)
        self._answers()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End: who is not served within a moment is left."""
        self.site.stop()
        for connection in list(self._lobby.unfinished):
            connection.transport.abort()
        asyncio.get_running_loop().call_later(_GRACE, self._abort)
        await super().shutdown(sockets)

    def _abort(self) -> None:
        for connection in list(self._lobby.open):
            connection.transport.abort()

    def stop(self) -> None:
        """End searches, open answers, and then the server, soon; may be called by any thread."""
        self.site.stop()
        self.should_exit = True

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Have signals end it in order, that of a closed terminal as well, where there is one."""
        hangup: int = getattr(signal, "SIGHUP", 0)  # Windows has none
        with super().capture_signals():
            heard = hangup and signal.getsignal(hangup) is signal.default_int_handler
            if not heard or threading.current_thread() is not threading.main_thread():
                yield
                return
            signal.signal(hangup, self.handle_exit)
            try:
                yield
            finally:
                signal.signal(hangup, signal.default_int_handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End it when a signal comes."""
        self.site.stop()
        super().handle_exit(sig, frame)


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens at an address.

    Raises:
        InputError: that is not possible.
    """
    if port > 65535:
        raise InputError(f"`--port` takes a number from 0 to 65535, not {port}")
    bound: socket.socket | None = None
    try:
        # With its protocol said, asyncio sends what is written at once, instead of waiting 40 ms
        # for more to send.
        family, kind, protocol, _, place = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        bound = socket.socket(family, kind, protocol)
        # Elsewhere the address of a server that has ended is free at once by SO_REUSEADDR, by which
        # on Windows two servers could have one address.
        option: int = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
        bound.setsockopt(socket.SOL_SOCKET, option, 1)
        bound.bind(place)
        bound.listen(BACKLOG)
    except (OSError, UnicodeError) as error:
        if bound is not None:
            bound.close()
        why = (getattr(error, "strerror", None) or "no such host").lower()
        raise InputError(
            f"cannot serve on {shown(host)}:{port}: {why}", hint="`--port 0` takes a free port"
        ) from None
    return bound


def shown(host: str) -> str:
    """Return a host for the address of a page; `localhost` for all addresses of this machine."""
    if host in ("0.0.0.0", "::", ""):
        return "localhost"
    return f"[{host}]" if ":" in host else host
