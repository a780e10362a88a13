"""The file of a certificate: a line of JSON, a compressed stream of records, a checksum.

::

    {"format": "gridproof-certificate", "version": 1, …}   one line
    a zlib stream: records, each a line of JSON
    an empty line's end, 64 hexadecimal digits, a line's end

Both sides stream: neither holds more than one record. The checksum finds accidents; nothing rests
on it, since a forger of a file forges it too.
"""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, BinaryIO, Final, NoReturn

from gridproof.errors import shorten
from gridproof.limits import Ticker
from gridproof.proof.claims import Records, Refused, TooLarge, formed, need

__all__ = ["MAX_HEADER", "MAX_RECORD", "read_certificate", "write_certificate"]

FORMAT: Final = "gridproof-certificate"
VERSION: Final = 1
#: Bytes that the first line may have, and each record: what is longer is refused unread.
MAX_HEADER: Final = 32 << 20
MAX_RECORD: Final = 1 << 20
_BLOCK: Final = 1 << 16
#: A line with texts, true or false, which few records have.
_ODD: Final = re.compile(rb'"|true|false')
_HALF_PAIR: Final = re.compile(r"\\u[dD][89a-fA-F]")
#: The fields of the first line: no other may stand there, and the optional ones may be missing.
_TEXTS: Final = frozenset({"format", "kind", "game", "objective", "digest", "board", "made_by"})
_OPTIONAL: Final = frozenset({"stands_for", "made_by"})
_FIELDS: Final = _TEXTS | _OPTIONAL | {"version", "rules", "cost", "bound", "solution"}
#: Of a value of JSON in Python, at most, beside its text.
_BYTES_A_VALUE: Final = 80


def write_certificate(file: BinaryIO, header: Mapping[str, Any], records: Iterable[Any]) -> None:
    """Write records as they come.

    Raises:
        TooLarge: a line would be longer than may be read.
    """
    sums, packer = hashlib.sha256(), zlib.compressobj(9)

    def put(data: bytes) -> None:
        sums.update(data)
        file.write(data)

    put(_line({"format": FORMAT, "version": VERSION, **header}, MAX_HEADER))
    for record in records:
        put(packer.compress(_line(record, MAX_RECORD)))
    put(packer.flush())
    file.write(b"\n" + sums.hexdigest().encode() + b"\n")


def _line(record: Any, most: int) -> bytes:
    line = (json.dumps(record, separators=(",", ":")) + "\n").encode()
    if len(line) > most + 1:
        raise TooLarge(f"a line is longer than {most >> 20} MiB")
    return line


def read_certificate(file: BinaryIO, ticker: Ticker) -> tuple[Mapping[str, Any], Records]:
    """Return the first line and the records; what comes after these is looked at when they end.

    Args:
        file: it is read once, from here to its end.
        ticker: looked at for each record.

    Raises:
        Refused: it is no certificate.
    """
    line = file.readline(MAX_HEADER + 1)
    formed(
        line.endswith(b"\n"),
        f"the first line is cut off, or above {MAX_HEADER >> 20} MiB, or this is no certificate",
    )
    ticker.allocate(_BYTES_A_VALUE * sum(map(line.count, (b"[", b"{", b","))))
    ticker.check()
    try:
        header = _parsed(line, _object)
    except ValueError:  # some other file
        header = None
    own = isinstance(header, dict) and header.get("format") == FORMAT
    need(own, "this is no gridproof certificate")
    version = header.get("version")
    known = type(version) is int and version == VERSION
    need(known, f"version {shorten(str(version))} of the format is not known")
    _check_fields(header)
    return header, Records(_records(file, hashlib.sha256(line), ticker))


def _check_fields(header: Mapping[str, Any]) -> None:
    """Refuse a first line with fields that are missing, unknown or of another type.

    Raises:
        Refused: it has such a field.
    """
    unknown = sorted(header.keys() - _FIELDS)
    need(not unknown, f"no field of the first line is called `{shorten(''.join(unknown[:1]))}`")
    missing = sorted(_FIELDS - _OPTIONAL - header.keys())
    formed(not missing, f"field `{''.join(missing[:1])}` of the first line is missing")
    for name in sorted(_TEXTS & header.keys()):
        formed(isinstance(header[name], str), f"field `{name}` of the first line is no text")
    instance = header.get("stands_for")
    formed(instance is None or isinstance(instance, dict), "field `stands_for` is no object")
    formed(not _holds_truth(instance), "field `stands_for` holds true or false for a number")


def _records(file: BinaryIO, sums: hashlib._Hash, ticker: Ticker) -> Iterator[Any]:
    for line in _lines(file, sums, ticker):
        ticker.check()
        try:
            record = _parsed(line, _no_object)
        except ValueError:
            raise Refused("a record is no line of JSON") from None
        if _ODD.search(line):
            formed(not _holds_truth(record), "a record holds true or false for a number")
            formed(_texts_are_names(record), "a text stands where no name does")
        yield record


def _holds_truth(value: Any) -> bool:
    """Return True if some value at any depth is true or false, for Python 1 or 0."""
    return any(isinstance(one, bool) for one in _values(value))


def _texts_are_names(record: Any) -> bool:
    """Return True if texts stand only at the head of a list, and none is empty."""
    lists = [one for one in _values([record]) if isinstance(one, list)]
    texts = (one for each in lists for one in each[1:] if isinstance(one, str))
    return (
        not isinstance(record, str)
        and next(texts, None) is None
        and all(each[:1] != [""] for each in lists)
    )


def _values(value: Any) -> Iterator[Any]:
    """Yield a JSON value and all values in it."""
    todo = [value]
    while todo:
        one = todo.pop()
        yield one
        if isinstance(one, list | dict):
            todo += one.values() if isinstance(one, dict) else one


def _lines(file: BinaryIO, sums: hashlib._Hash, ticker: Ticker) -> Iterator[bytes]:
    """Yield the lines of the stream; when it ends, the checksum is compared."""
    unpacker, rest = zlib.decompressobj(), b""
    while not unpacker.eof:
        packed = block = file.read(_BLOCK)
        formed(block != b"", "the stream is cut off")
        while packed and not unpacker.eof:
            ticker.check()
            try:
                unpacked = unpacker.decompress(packed, _BLOCK)
            except zlib.error:
                raise Refused("the stream of records is damaged") from None
            packed = unpacker.unconsumed_tail
            *lines, rest = (rest + unpacked).split(b"\n")
            longest = max(map(len, (*lines, rest)))
            formed(longest <= MAX_RECORD, f"a record is longer than {MAX_RECORD >> 20} MiB")
            yield from lines
        sums.update(block[: len(block) - len(unpacker.unused_data)])
    need(rest == b"", "the last record is cut off")
    tail = unpacker.unused_data + file.read(_BLOCK)
    need(tail == b"\n" + sums.hexdigest().encode() + b"\n", "the checksum does not fit")


def _parsed(line: bytes, make_object: Callable[[list[tuple[str, Any]]], Any]) -> Any:
    """Return what a line of UTF-8 says.

    Args:
        line: without a byte order mark.
        make_object: makes an object of its fields in order.

    Raises:
        ValueError: it is no JSON, or a number has more digits than Python reads.
        Refused: it says what no certificate says.
    """
    text = line.decode("utf-8")
    try:
        found = json.loads(
            text,
            parse_float=_fraction,
            parse_constant=_fraction,
            object_pairs_hook=make_object,
        )
        if _HALF_PAIR.search(text):  # whole pairs are other characters
            json.dumps(found, ensure_ascii=False).encode()
    except RecursionError:
        raise Refused("lists or objects lie too deep in each other") from None
    except UnicodeEncodeError:
        raise Refused("a text holds half of a surrogate pair") from None
    return found


def _object(fields: list[tuple[str, Any]]) -> Mapping[str, Any]:
    """Make an object in which each field stands once."""
    found: dict[str, Any] = {}
    for name, value in fields:
        need(name not in found, f"field `{shorten(name)}` stands there twice")
        found[name] = value
    return found


def _no_object(fields: list[tuple[str, Any]]) -> NoReturn:
    raise Refused("a record holds an object")


def _fraction(text: str) -> NoReturn:
    raise Refused("a number is not whole")
