"""Deflates wheels anew, with zopfli: `python tools/deflate_wheel.py WHEEL...`.

Zopfli looks longer for a short form than other programs do, and writes the same format. The
files in a wheel, and so the hashes in its RECORD, stay as they are.
"""

from __future__ import annotations

import struct
import sys
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Final

#: Returns the deflated form of some bytes, in a zlib container.
Compress = Callable[[bytes], bytes]

_LOCAL: Final = struct.Struct("<4s5H3L2H")
_CENTRAL: Final = struct.Struct("<4s6H3L5H2L")
_END: Final = struct.Struct("<4s4H2LH")
#: Of a zlib container: its header and its checksum, which archives leave out.
_HEADER, _CHECKSUM = 2, 4
_VERSION: Final = 20  # of the format: the first one that deflates
_UTF_8: Final = 0x800


def squeezed(data: bytes) -> bytes:
    """Return the deflated form of some bytes that zopfli finds, in a zlib container."""
    # It is installed only where wheels are made, so not where types are checked.
    from zopfli.zlib import compress  # type: ignore[import-not-found]

    found: bytes = compress(data, numiterations=5)
    return found


def deflate_anew(wheel: Path, compress: Compress = squeezed) -> None:
    """Write an archive again: each file deflated by `compress`, or stored if that is shorter."""
    files = bytearray()
    directory = bytearray()
    with zipfile.ZipFile(wheel) as archive:
        entries = archive.infolist()
        for entry in entries:
            data = archive.read(entry)
            packed, method = compress(data)[_HEADER:-_CHECKSUM], zipfile.ZIP_DEFLATED
            if len(packed) >= len(data):
                packed, method = data, zipfile.ZIP_STORED
            name = entry.filename.encode()
            year, month, day, hour, minute, second = entry.date_time
            common = (
                _VERSION,
                0 if name.isascii() else _UTF_8,
                method,
                hour << 11 | minute << 5 | second // 2,
                year - 1980 << 9 | month << 5 | day,
                zlib.crc32(data),
                len(packed),
                len(data),
                len(name),
            )
            made_by = entry.create_system << 8 | _VERSION
            last = (0, 0, 0, 0, entry.external_attr, len(files))
            directory += _CENTRAL.pack(b"PK\x01\x02", made_by, *common, *last) + name
            files += _LOCAL.pack(b"PK\x03\x04", *common, 0) + name + packed
    count, size = len(entries), len(directory)
    end = _END.pack(b"PK\x05\x06", 0, 0, count, count, size, len(files), 0)
    wheel.write_bytes(files + directory + end)


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        deflate_anew(Path(argument))
