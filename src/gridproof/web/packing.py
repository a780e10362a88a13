"""Python objects as bytes: small ones for a pipe, large ones compressed, to be kept."""

from __future__ import annotations

import pickle
import zlib
from typing import Any, Final

__all__ = ["pack", "unpack"]

#: Shorter pickles are not compressed.
_SHORT: Final = 1 << 14
#: The first byte of a packed object that is compressed; a pickle begins with another one.
_COMPRESSED: Final = b"z"


def pack(value: Any) -> bytes:
    """Return an object as bytes; pickles of large boards are compressed to a tenth and less."""
    data = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    return data if len(data) < _SHORT else _COMPRESSED + zlib.compress(data, 1)


def unpack(data: bytes) -> Any:
    """Return the object; only for what this server has packed itself."""
    if data.startswith(_COMPRESSED):
        data = zlib.decompress(memoryview(data)[1:])
    return pickle.loads(data)
