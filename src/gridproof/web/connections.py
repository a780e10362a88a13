"""Connections that are bounded: their count, and the time that a client may be slow.

A connection is *unfinished* while the server waits for its client: for the head of a request, or
for the rest of its body. If there are too many connections, the one that has been unfinished
longest is closed. So clients that hold connections open shut out only each other.
"""

from __future__ import annotations

import asyncio
import errno
import sys
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from gridproof.web.settings import Settings

__all__ = ["BACKLOG", "Bounded", "Lobby", "max_connections", "quietly"]

#: Connections that the system queues before they are accepted, and the most accepted at once.
BACKLOG: Final = 64
#: Files that are open besides connections: those of the system, of workers, and of the package.
_FILES: Final = 96
#: The largest number of connections, however many files may be open.
_MAX_CONNECTIONS: Final = 512
#: Seconds in which the rest of a request is thrown away after its answer.
_LINGER: Final = 2.0
_FULL: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\n"
    b"content-type: text/plain; charset=utf-8\r\nretry-after: 5\r\nconnection: close\r\n\r\n"
    b"The server has too many connections: try again in 5 s.\n"
)
_NO_FILES: Final = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


def max_connections() -> int:
    """Return the number of connections that this process may have, by its limit of open files."""
    try:
        import resource
    except ImportError:  # not a Unix
        return _MAX_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MAX_CONNECTIONS + BACKLOG + _FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(allowed, soft), hard))
        soft = max(allowed, soft)
    if soft == resource.RLIM_INFINITY:
        return _MAX_CONNECTIONS
    return max(8, min(_MAX_CONNECTIONS, soft - BACKLOG - _FILES))


class Lobby:
    """The connections of one server.

    Args:
        settings: how many there may be, and how slow.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.max_connections = settings.connections or max_connections()
        self.open: set[Bounded] = set()
        self.unfinished: dict[Bounded, None] = {}  # those that are so longest first

    def admit(self, connection: Bounded) -> bool:
        """Take a connection in, if need be for one that is unfinished."""
        if len(self.open) >= self.max_connections:
            if not self.unfinished:
                return False
            oldest = next(iter(self.unfinished))
            oldest.transport.abort()
            self.leave(oldest)
        self.open.add(connection)
        return True

    def leave(self, connection: Bounded) -> None:
        """Forget a connection."""
        self.open.discard(connection)
        self.unfinished.pop(connection, None)


class Bounded(H11Protocol):
    """A connection whose client has to keep its time."""

    lobby: Lobby

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._reading: asyncio.TimerHandle | None = None
        self._writing: asyncio.TimerHandle | None = None
        self._unsent = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, or refuse to."""
        super().connection_made(transport)
        if self.lobby.admit(self):
            self._watch()
        else:
            transport.write(_FULL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self.lobby.leave(self)
        self._stop_reading_timer()
        self._stop_writing_timer()
        self._unset_keepalive_if_required()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what the client sends."""
        if not self.transport.is_closing():
            super().data_received(data)
            self._watch()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self.lobby.unfinished.pop(self, None)
        super().on_response_complete()
        self._watch()

    def pause_writing(self) -> None:
        """Watch how slowly the client reads."""
        super().pause_writing()
        self._look()

    def resume_writing(self) -> None:
        """Stop watching a client that has read nearly all."""
        super().resume_writing()
        self._stop_writing_timer()

    def _watch(self) -> None:
        """See whether the server waits for the client, and for what."""
        if self.transport.is_closing():
            return
        cycle = self.cycle
        idle = cycle is None or cycle.response_complete
        if idle or cycle.more_body:
            self.lobby.unfinished.setdefault(self)
        else:
            self.lobby.unfinished.pop(self, None)
        if not idle:  # whoever reads the body looks at the time
            self._stop_reading_timer()
        elif self._reading is None:
            unread = self.conn.their_state is h11.SEND_BODY  # it was not wanted
            seconds = _LINGER if unread else self.lobby.settings.head_seconds
            self._reading = self.loop.call_later(seconds, self.transport.abort)

    def _look(self) -> None:
        """Leave a client that has read next to nothing since the last look."""
        unsent, seconds = self.transport.get_write_buffer_size(), self.lobby.settings.body_seconds
        read = self._unsent - unsent
        if self._writing is not None and read < seconds * self.lobby.settings.body_rate / 4:
            self.transport.abort()
            return
        self._unsent = unsent
        self._writing = self.loop.call_later(seconds, self._look)

    def _stop_reading_timer(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def _stop_writing_timer(self) -> None:
        if self._writing is not None:
            self._writing.cancel()
            self._writing = None


def quietly(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Handle what goes wrong in an event loop: too many open files are reported once."""
    problem = context.get("exception")
    if not (isinstance(problem, OSError) and problem.errno in _NO_FILES):
        loop.default_exception_handler(context)
    elif not getattr(loop, "gridproof_told", False):
        loop.gridproof_told = True  # type: ignore[attr-defined]
        print(f"connections have to wait: {problem.strerror}", file=sys.stderr, flush=True)
