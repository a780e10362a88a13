"""Tiles of large boards as a picture of one pixel a cell."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gridproof.scene import Tiles

__all__ = ["PIXELS", "colour", "picture"]

#: Colours by kind, with an opacity from 0 to 255. They are of middling brightness, to stand on
#: light and on dark floor, and of different brightness, to be told apart in grey.
PIXELS: Final[Mapping[str, tuple[str, int]]] = {
    "": ("#000000", 0),
    "floor": ("#000000", 0),
    "outside": ("#808080", 64),
    "wall": ("#686f7c", 255),
    "rock": ("#686f7c", 255),
    "brick": ("#d0694b", 255),
    "crate": ("#b57d3f", 255),
    "goal": ("#2a7fb8", 255),
}
_OTHER: Final = ("#8f66a0", 255)


def colour(kind: str) -> str:
    """Return the colour of a kind's pixels."""
    return PIXELS.get(kind, _OTHER)[0]


def picture(layers: Sequence[Tiles], width: int, height: int) -> bytes:
    """Return tiles as PNG: a pixel a cell, nothing where no tile lies.

    Args:
        layers: the layers of tiles, lowest first.
        width: columns.
        height: rows.
    """
    kinds, codes = [""], np.zeros((height, width), np.uint8)
    for tiles in layers:
        names = [kind for kind in tiles.kinds if kind and kind not in kinds]
        kinds += names
        table = np.array([kinds.index(kind) for kind in tiles.kinds], np.uint8)
        above = table[np.frombuffer(tiles.codes, np.uint8).reshape(height, width)]
        codes = np.where(above > 0, above, codes)
    colours = [PIXELS.get(kind, _OTHER) for kind in kinds]
    depth = next(bits for bits in (1, 2, 4, 8) if len(kinds) <= 1 << bits)
    rows = np.pad(_packed(codes, depth), ((0, 0), (1, 0)))  # a row begins with its filter: none
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, 3, 0, 0, 0)),
            _chunk(b"PLTE", b"".join(bytes.fromhex(colour[1:]) for colour, _ in colours)),
            _chunk(b"tRNS", bytes(opacity for _, opacity in colours)),
            _chunk(b"IDAT", zlib.compress(rows.tobytes(), 6)),
            _chunk(b"IEND", b""),
        )
    )


def _packed(codes: NDArray[np.uint8], bits: int) -> NDArray[np.uint8]:
    """Return rows of numbers of a few bits each, several in a byte, the first one highest."""
    each = 8 // bits
    height, width = codes.shape
    padded = np.pad(codes, ((0, 0), (0, -width % each)))
    shifts = np.arange(8 - bits, -1, -bits, dtype=np.uint8)
    parts = padded.reshape(height, -1, each) << shifts
    packed: NDArray[np.uint8] = np.bitwise_or.reduce(parts, axis=2)
    return packed


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
