"""Hostile requests, as bytes: large boards, halves of requests, and bodies that never end."""

from __future__ import annotations

import json
import random
from typing import Any

__all__ = ["WISHES", "board_of_merge", "half_request", "held_body", "post", "text_of_points"]

#: A reduction that takes long.
WISHES = {"reduction": "sat-to-bombcover", "random": {"size": "40,170", "seed": 1}, "options": {}}


def board_of_merge(side: int) -> dict[str, Any]:
    """A request to open a square board of merge."""
    rng = random.Random(side)
    rows = "\n".join("".join(rng.choice("ab.") for _ in range(side)) for _ in range(side))
    return {"text": f"{rows}\n", "game": "merge", "later": True}


def text_of_points(count: int) -> dict[str, Any]:
    """A request to open a board of boxcover with so many points."""
    points = [[i % 2000, i // 2000] for i in range(count)]
    text = json.dumps({"side": 3, "points": points}, separators=(",", ":"))
    return {"text": f"{text}\n", "game": "boxcover", "later": True}


def post(path: str, record: Any, *, alive: bool = False) -> bytes:
    """A whole request."""
    body = json.dumps(record).encode()
    return _head(path, len(body), alive=alive) + body


def half_request() -> bytes:
    """A request whose head does not end."""
    return b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "


def held_body(length: int) -> bytes:
    """A request for opening a board that lacks the last byte of its body."""
    body = b'{"text": "' + b"#" * (length - 12) + b'"}'
    return _head("/api/plays", len(body), alive=False) + body[:-1]


def _head(path: str, length: int, *, alive: bool) -> bytes:
    connection = "" if alive else "Connection: close\r\n"
    return (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        f"Content-Length: {length}\r\n{connection}\r\n"
    ).encode()
