"""Boards as DriftingDroids passes them on: a line `!DriftingDroids_game!checksum!data!`.

The data are Base64 of the length and of bytes that are compressed by zlib; the checksum is that of
the Base64. Numbers are of four bytes, the first one the most significant: version (one byte), width
and height, robots (a byte, then their cells), four quadrants (a byte each), a byte a cell for the
walls to the north, east, south and west, goals (cell; robot and shape, a byte each), the goal
that is played, and a byte that says whether the board is made of quadrants. 255 is any robot.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from typing import Any, Final

from gridproof.games.robots.level import MAX_ROBOTS, MAX_SIDE, wall_beside
from gridproof.games.robots.recognise import MARK
from gridproof.grid import Direction, Pos

__all__ = ["DUMP", "DumpError", "read_dump"]

#: A dump, which may go over several lines.
DUMP: Final = re.compile(rf"{MARK}\s*([0-9A-Fa-f\s]{{1,40}})!([A-Za-z0-9+/=\s]*)!")
_SIDES: Final = (Direction.U, Direction.R, Direction.D, Direction.L)
_ANY: Final = 255
_NO_GOAL: Final = (1 << 32) - 1
#: Bytes of the largest board, with a thousand goals.
_MAX_SIZE: Final = 4 * MAX_SIDE * MAX_SIDE + 10_000


class DumpError(ValueError):
    """A dump is damaged, or says no board."""


class _Bytes:
    """The data of a dump, read from the first byte to the last one."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def take(self, count: int) -> bytes:
        found = self._data[self._at : self._at + count]
        if len(found) < count:
            raise DumpError("the dump ends too early")
        self._at += count
        return found

    def byte(self) -> int:
        return self.take(1)[0]

    def number(self) -> int:
        return int.from_bytes(self.take(4))


def read_dump(match: re.Match[str]) -> dict[str, Any]:
    """Return the attributes of the level that a dump says, from what :data:`DUMP` matches.

    Raises:
        DumpError: it is damaged.
    """
    checksum, encoded = ("".join(part.split()) for part in match.groups())
    if not checksum or int(checksum, 16) != zlib.crc32(encoded.encode()):
        raise DumpError("the dump is damaged: its checksum is another one")
    try:
        packed = base64.b64decode(encoded, validate=True)
        inflate = zlib.decompressobj()
        data = inflate.decompress(packed[4:], _MAX_SIZE)
    except (binascii.Error, zlib.error):
        raise DumpError("the dump is damaged: it cannot be unpacked") from None
    if len(data) != int.from_bytes(packed[:4]):
        raise DumpError("the dump is damaged, or its board is too large")
    return _board(_Bytes(data))


def _board(data: _Bytes) -> dict[str, Any]:
    if version := data.byte():
        raise DumpError(f"the dump has version {version}; version 0 is read")
    width, height = data.number(), data.number()
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        raise DumpError(f"boards of robots may have at most {MAX_SIDE} × {MAX_SIDE} cells")
    if (count := data.byte()) > MAX_ROBOTS:
        raise DumpError(f"the dump has {count} robots; at most {MAX_ROBOTS} are read")

    def cell(number: int) -> Pos:
        if number >= width * height:
            raise DumpError(f"the dump names cell {number} of {width * height}")
        return Pos(number % width, number // width)

    robots = tuple((robot, cell(data.number())) for robot in range(count))
    data.take(4)  # the quadrants, whose walls follow
    walls = set()
    for side in _SIDES:
        for number, wall in enumerate(data.take(width * height)):
            here = cell(number)
            if wall and here.step(side).within(width, height):
                walls.add(wall_beside(here, side))
    for _ in range(data.number()):
        data.take(6)  # goals that are not played
    goal, robot, _ = data.number(), data.byte(), data.byte()
    said: dict[str, Any] = {"width": width, "height": height, "walls": frozenset(walls)}
    if goal != _NO_GOAL:
        said["target"] = cell(goal)
        said["target_robot"] = "any" if robot == _ANY else robot
    return said | {"robots": robots}
