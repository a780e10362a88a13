"""The file of a certificate: a line of JSON, a compressed stream of records, a checksum.

::

    {"format": "gridproof-certificate", "version": 1, …}   one line
    a zlib stream: records, each a line of JSON
    an empty line's end, 64 hexadecimal digits, a line's end

Both sides stream: neither holds more than one record. The checksum finds accidents; nothing rests
on it, since whoever forges a file forges it too.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, BinaryIO, Final, NoReturn

from gridproof.errors import shorten
from gridproof.proof.claims import Records, Refused, bounded, need
from gridproof.ticker import Ticker

__all__ = ["MOST_HEADER", "MOST_RECORD", "read_certificate", "write_certificate"]

FORMAT: Final = "gridproof-certificate"
VERSION: Final = 1
#: Bytes that the first line may have, and each record: what is longer is refused unread.
MOST_HEADER: Final = 32 << 20
MOST_RECORD: Final = 1 << 20
_BLOCK: Final = 1 << 16
#: Of a value of JSON in Python, at most, beside its text.
_BYTES_A_VALUE: Final = 80


def write_certificate(file: BinaryIO, header: Mapping[str, Any], records: Iterable[Any]) -> None:
    """Writes records as they come."""
    sums, packer = hashlib.sha256(), zlib.compressobj(9)

    def put(data: bytes) -> None:
        sums.update(data)
        file.write(data)

    put(_line({"format": FORMAT, "version": VERSION, **header}))
    for record in records:
        put(packer.compress(_line(record)))
    put(packer.flush())
    file.write(b"\n" + sums.hexdigest().encode() + b"\n")


def _line(record: Any) -> bytes:
    return (json.dumps(record, separators=(",", ":")) + "\n").encode()


def read_certificate(file: BinaryIO, ticker: Ticker) -> tuple[Mapping[str, Any], Records]:
    """The first line and the records; what comes after these is looked at when they end.

    Args:
        file: it is read once, from here to its end.
        ticker: looked at for each record.

    Raises:
        Refused: it is no certificate.
    """
    line = file.readline(MOST_HEADER + 1)
    bounded(
        line.endswith(b"\n"),
        f"the first line is cut off, or above {MOST_HEADER >> 20} MiB, or this is no certificate",
    )
    ticker.allocate(_BYTES_A_VALUE * sum(map(line.count, (b"[", b"{", b","))))
    ticker.check()
    try:
        header = _parsed(line)
    except ValueError:  # some other file
        header = None
    own = isinstance(header, dict) and header.get("format") == FORMAT
    need(own, "this is no gridproof certificate")
    version = header["version"]
    need(version == VERSION, f"version {shorten(str(version))} of the format is not known")
    return header, Records(_records(file, hashlib.sha256(line), ticker))


def _records(file: BinaryIO, sums: hashlib._Hash, ticker: Ticker) -> Iterator[Any]:
    for line in _lines(file, sums, ticker):
        ticker.check()
        yield _parsed(line)


def _lines(file: BinaryIO, sums: hashlib._Hash, ticker: Ticker) -> Iterator[bytes]:
    """The lines of the stream; when it ends, the checksum is compared."""
    unpacker, rest = zlib.decompressobj(), b""
    while not unpacker.eof:
        packed = block = file.read(_BLOCK)
        bounded(block != b"", "the stream is cut off")
        while packed and not unpacker.eof:
            ticker.check()
            unpacked = unpacker.decompress(packed, _BLOCK)
            packed = unpacker.unconsumed_tail
            *lines, rest = (rest + unpacked).split(b"\n")
            bounded(len(rest) <= MOST_RECORD, f"a record is longer than {MOST_RECORD >> 20} MiB")
            yield from lines
        sums.update(block[: len(block) - len(unpacker.unused_data)])
    need(rest == b"", "the last record is cut off")
    tail = unpacker.unused_data + file.read(_BLOCK)
    need(tail == b"\n" + sums.hexdigest().encode() + b"\n", "the checksum does not fit")


def _parsed(line: bytes) -> Any:
    """What a line says; ``json`` takes no number of more digits than Python reads."""
    return json.loads(line, parse_float=_fraction, parse_constant=_fraction)


def _fraction(text: str) -> NoReturn:
    raise Refused("a number is not whole")
