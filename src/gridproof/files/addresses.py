"""Addresses of boards in the web app, its static site and pages that are played offline.

The part that no server is sent holds a board or a play-through, deflated. Without such a part an
address may name a shipped board, or the ID of a level that is drawn.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from typing import Final
from urllib.parse import unquote

from gridproof.errors import InputError
from gridproof.game import AnyGame
from gridproof.level import Level

__all__ = [
    "MAX_SHARED", "MAX_UNPACKED", "TooLong", "address_text", "is_address", "level_id_at",
    "pack_address", "shared_text", "shipped_at", "unpack_address",
]  # fmt: skip

#: Longest text in an address, and what it may unpack to.
MAX_SHARED: Final = 1 << 16
MAX_UNPACKED: Final = 1 << 20
_SCHEME: Final = r"(?:https?|file)://"
#: An address whose last fragment holds something: fewer letters hold no board.
_HOLDING: Final = re.compile(_SCHEME + r"\S*#(?!\d+$)([\w-]{16,})", re.ASCII)
#: An address of a shipped board; the static site has it in its fragment.
_SHIPPED: Final = re.compile(_SCHEME + r"\S*/play/([\w./-]+)/(\d{1,9})")
_DRAWN: Final = re.compile(_SCHEME + r"\S*/play\?new=([^\s#&]+)")


class TooLong(InputError):
    """An address, or what it holds, is longer than any that pages make."""


def shared_text(game: AnyGame, level: Level) -> str:
    """Return a level as text that names its game, where the game has such a form."""
    return game.write(level, "json" if "json" in game.formats else game.canonical_format)


def is_address(text: str) -> bool:
    """Return True if a text is an address, of whatever."""
    return re.match(_SCHEME, text.strip()) is not None


def address_text(text: str) -> str | None:
    """Return the board or the play-through that an address holds; None: it holds none.

    Raises:
        InputError: it is damaged, or too long.
    """
    match = _HOLDING.fullmatch(text.strip())
    return None if match is None else unpack_address(match[1])


def shipped_at(text: str) -> tuple[str, int] | None:
    """Return the collection and the number of the shipped board that an address names, or None."""
    match = _SHIPPED.fullmatch(text.strip())
    return None if match is None else (match[1], int(match[2]))


def level_id_at(text: str) -> str | None:
    """Return the ID of the level that an address has drawn; None: it names none."""
    match = _DRAWN.fullmatch(text.strip())
    return None if match is None else unquote(match[1])


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
