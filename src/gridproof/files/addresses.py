"""Boards and play-throughs in addresses: deflated, in the part that no server is sent."""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from typing import Final

from gridproof.errors import InputError
from gridproof.game import AnyGame
from gridproof.level import Level

__all__ = [
    "MAX_SHARED", "MAX_UNPACKED", "TooLong", "address_text", "pack_address", "shared_text",
    "unpack_address",
]  # fmt: skip

#: Longest text in an address, and what it may unpack to.
MAX_SHARED: Final = 1 << 16
MAX_UNPACKED: Final = 1 << 20
#: An address whose fragment holds something; pages that play and that draw read it alike.
_ADDRESS: Final = re.compile(r"https?://[^\s#]*/(?:play|edit)[^\s#]*#([\w-]+)")


class TooLong(InputError):
    """An address, or what it holds, is longer than any that pages make."""


def shared_text(game: AnyGame, level: Level) -> str:
    """Return a level as text that names its game, where the game has such a form."""
    return game.write(level, "json" if "json" in game.formats else game.canonical_format)


def address_text(text: str) -> str | None:
    """Return what an address holds; None: the text is no such address.

    Raises:
        InputError: it is damaged, or too long.
    """
    match = _ADDRESS.fullmatch(text.strip())
    return None if match is None else unpack_address(match[1])


def pack_address(text: str) -> str:
    """Return a text for the fragment of an address."""
    packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    packed = packer.compress(text.encode()) + packer.flush()
    return base64.urlsafe_b64encode(packed).rstrip(b"=").decode("ascii")


def unpack_address(shared: str) -> str:
    """Return the text that :func:`pack_address` packed.

    Raises:
        TooLong: it is.
        InputError: it is damaged.
    """
    damaged = InputError("the address is damaged or was cut: it holds no board")
    if len(shared) > MAX_SHARED:
        raise TooLong("the address is too long")
    try:
        data = base64.b64decode(shared + "=" * (-len(shared) % 4), altchars=b"-_", validate=True)
        unpacker = zlib.decompressobj(wbits=-zlib.MAX_WBITS)
        text = unpacker.decompress(data, MAX_UNPACKED)
        if unpacker.unconsumed_tail:
            raise TooLong(f"the address unpacks to more than {MAX_UNPACKED >> 20} MiB")
        if not unpacker.eof or unpacker.unused_data:
            raise damaged
        return text.decode("utf-8")
    except (binascii.Error, zlib.error, ValueError):
        raise damaged from None
