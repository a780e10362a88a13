"""What one server allows."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["Settings"]


@dataclass(frozen=True)
class Settings:
    """The limits of a server, and its names.

    Attributes:
        host: the address it is bound to.
        names: further host names that it answers to.
        time: seconds that one solve may take.
        drawing: seconds that a new level may take.
        memory: bytes that the process of one solve may take.
        solves: how many run at once.
        waiting: how many may wait for one of these.
        plays: how many play-throughs are kept; the one that rested longest is forgotten first.
        idle: seconds without a request after which one is forgotten.
        body: bytes of a request.
        cells: of one board.
        all_cells: of the boards of all play-throughs together; eight bytes of their positions
            count as one.
        boards: that are taken from one file.
        moves: of one play-through.
        states: bytes that the positions of one play-through may hold, and one position more.
        opening: how many boards may be read or drawn anew at once.
    """

    host: str = "127.0.0.1"
    names: frozenset[str] = field(default_factory=frozenset)
    time: float = 60.0
    drawing: float = 30.0
    memory: int = 2 << 30
    solves: int = 2
    waiting: int = 8
    plays: int = 256
    idle: float = 12 * 3600.0
    body: int = 20 << 20
    cells: int = 4096 * 4096
    all_cells: int = 1 << 26
    boards: int = 2000
    moves: int = 20_000
    states: int = 128 << 20
    opening: int = 2
