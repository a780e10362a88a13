"""Tiles as a picture of pixels, read back by hand."""

from __future__ import annotations

import random
import struct
import zlib

import pytest

from gridproof.render.raster import colour, picture
from gridproof.scene import Tiles


def pixels(data: bytes) -> tuple[int, int, list[tuple[str, int]]]:
    """Width, height, and colour and opacity of each pixel of a PNG of few colours."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    chunks, at = {}, 8
    while at < len(data):
        (length,), kind = struct.unpack(">I", data[at : at + 4]), data[at + 4 : at + 8]
        chunks[kind] = data[at + 8 : at + 8 + length]
        (check,) = struct.unpack(">I", data[at + 8 + length : at + 12 + length])
        assert check == zlib.crc32(kind + chunks[kind])
        at += 12 + length
    assert list(chunks) == [b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"]
    width, height, depth, of_palette, *rest = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    assert (of_palette, rest) == (3, [0, 0, 0])
    rows, found = zlib.decompress(chunks[b"IDAT"]), []
    long = -(-width * depth // 8) + 1
    assert len(rows) == height * long
    for start in range(0, len(rows), long):
        assert rows[start] == 0
        bits = "".join(f"{byte:08b}" for byte in rows[start + 1 : start + long])
        for x in range(width):
            number = int(bits[x * depth : (x + 1) * depth], 2)
            value = chunks[b"PLTE"][3 * number : 3 * number + 3].hex()
            found.append((f"#{value}", chunks[b"tRNS"][number]))
    return width, height, found


@pytest.mark.parametrize("kinds", [2, 3, 5, 17, 40])
@pytest.mark.parametrize("width", [1, 7, 16])
def test_a_pixel_has_the_colour_of_its_highest_tile(kinds: int, width: int) -> None:
    rng = random.Random(kinds)
    names = ("", "wall", "brick", *(f"kind {i}" for i in range(kinds - 3)))[:kinds]
    layers = [
        Tiles(names, bytes(rng.choices(range(len(names)), k=3 * width))),
        Tiles(("", "crate", "brick"), bytes(rng.choices(range(3), weights=(3, 1, 1), k=3 * width))),
    ]
    shown = [layers[1].at(i) or layers[0].at(i) for i in range(3 * width)]
    expected = [(colour(kind), 255) if kind else ("#000000", 0) for kind in shown]
    got_width, got_height, got = pixels(picture(layers, width, 3))
    assert (got_width, got_height) == (width, 3)
    assert [(value.lower(), opacity) for value, opacity in got] == [
        (value.lower(), opacity) for value, opacity in expected
    ]


def test_nothing_lies_on_an_empty_board() -> None:
    assert pixels(picture([], 2, 1)) == (2, 1, [("#000000", 0)] * 2)
