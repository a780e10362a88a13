"""The limits of one server."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["Settings"]


@dataclass(frozen=True)
class Settings:
    """The limits of a server, and its names.

    Attributes:
        host: the address it is bound to.
        names: further host names that it answers to.
        time: seconds of one search or reduction.
        drawing: seconds of drawing a new level.
        opening: boards that are opened or changed at once in processes of their own.
        opening_time: seconds of opening a board, or of one change of it.
        memory: bytes of the process of one search.
        opening_memory: bytes of opening a board, or of one change of it.
        solves: searches, drawings and reductions that run at once.
        waiting: searches, drawings and reductions that wait for a worker.
        opening_waiting: boards that wait to be opened or changed.
        plays: the largest number of play-throughs; the least recently used is forgotten first.
        idle: seconds without a request after which a play-through is forgotten.
        kept: bytes of all play-throughs together; the least recently used are forgotten first.
        heaviest: bytes of one play-through as it is kept, and of one answer.
        body: bytes of a request.
        in_flight: bytes of requests and answers under way together, small ones left out.
        head_seconds: seconds in which the head of a request has to arrive.
        body_seconds: seconds in which the next part of a request, or of an answer, has to move.
        body_rate: bytes a second of a request that lasts longer than ``body_seconds``.
        connections: the largest number of connections; None derives it from the number of files
            that this process may open.
        cells: of one board.
        boards: that are taken from one file.
        moves: of one play-through.
        states: bytes that the positions of one play-through may hold, and one position more.
    """

    host: str = "127.0.0.1"
    names: frozenset[str] = field(default_factory=frozenset)
    time: float = 60.0
    drawing: float = 30.0
    opening: int = 2
    opening_time: float = 15.0
    memory: int = 2 << 30
    opening_memory: int = 1 << 30
    solves: int = 2
    waiting: int = 8
    opening_waiting: int = 16
    plays: int = 1024
    idle: float = 3600.0
    kept: int = 256 << 20
    heaviest: int = 64 << 20
    body: int = 20 << 20
    in_flight: int = 64 << 20
    head_seconds: float = 10.0
    body_seconds: float = 10.0
    body_rate: int = 32 << 10
    connections: int | None = None
    cells: int = 4096 * 4096
    boards: int = 2000
    moves: int = 20_000
    states: int = 32 << 20
