"""Tiles of large boards as a picture of one pixel a cell."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from gridproof.render.layers import laid_over, numbered
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
    kinds, codes = [""], bytes(width * height)
    for tiles in layers:
        names = [kind for kind in tiles.kinds if kind and kind not in kinds]
        kinds += names
        above = numbered(tiles.codes, [kinds.index(kind) for kind in tiles.kinds])
        codes = laid_over(codes, above, above)
    colours = [PIXELS.get(kind, _OTHER) for kind in kinds]
    depth = next(bits for bits in (1, 2, 4, 8) if len(kinds) <= 1 << bits)
    rows = b"".join(b"\0" + row for row in _packed(codes, width, depth))  # its filter: none
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, 3, 0, 0, 0)),
            _chunk(b"PLTE", b"".join(bytes.fromhex(colour[1:]) for colour, _ in colours)),
            _chunk(b"tRNS", bytes(opacity for _, opacity in colours)),
            _chunk(b"IDAT", zlib.compress(rows, 6)),
            _chunk(b"IEND", b""),
        )
    )


def _packed(codes: bytes, width: int, bits: int) -> Iterator[bytes]:
    """Yield rows of numbers of a few bits each, several in a byte, the first one highest."""
    each = 8 // bits
    if gap := bytes(-width % each):
        codes = b"".join(codes[i : i + width] + gap for i in range(0, len(codes), width))
    packed = 0
    for place in range(each):
        shifted = bytes(code << bits * (each - 1 - place) & 0xFF for code in range(256))
        packed |= int.from_bytes(codes[place::each].translate(shifted), "big")
    data, length = packed.to_bytes(len(codes) // each, "big"), (width + len(gap)) // each
    for start in range(0, len(data), length):
        yield data[start : start + length]


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
