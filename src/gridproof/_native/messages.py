"""Values and their bytes, for kernels in WebAssembly: ``native/common/wasm/value.hpp`` is the twin.

The first byte of a value is its tag. Numbers without a fixed size are in LEB128, signed ones in
zigzag; bytes, text, lists, tuples and dicts begin with their length.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

__all__ = ["pack", "unpack"]

_NONE, _FALSE, _TRUE, _INTEGER, _NATURAL, _REAL, _BYTES, _TEXT, _LIST, _TUPLE, _DICT = range(11)
_REAL_FORMAT: Final = struct.Struct("<d")
#: The least whole number that is written as a natural one.
_LARGE: Final = 1 << 63


def pack(value: object) -> bytes:
    """Return the bytes of a value.

    Raises:
        TypeError: it, or a part of it, is none that kernels know.
        OverflowError: a whole number has more than 64 bits.
    """
    out = bytearray()
    _write(out, value)
    return bytes(out)


def _write(out: bytearray, value: object) -> None:
    # Other kinds of numbers and sequences (of numpy, say) have the methods of Python's own.
    if value is None:
        out.append(_NONE)
    elif value is True or value is False:
        out.append(_TRUE if value else _FALSE)
    elif isinstance(value, str):
        out.append(_TEXT)
        _write_all(out, value.encode())
    elif isinstance(value, bytes | bytearray | memoryview):
        out.append(_BYTES)
        _write_all(out, bytes(value))
    elif isinstance(value, Mapping):
        out.append(_DICT)
        _write_number(out, len(value))
        for key, item in value.items():
            _write_all(out, key.encode())
            _write(out, item)
    elif hasattr(value, "__index__"):
        _write_integer(out, value.__index__())
    elif hasattr(value, "__float__"):
        out.append(_REAL)
        out += _REAL_FORMAT.pack(float(value))
    elif isinstance(value, Iterable):
        items = list(value)
        out.append(_TUPLE if isinstance(value, tuple) else _LIST)
        _write_number(out, len(items))
        for item in items:
            _write(out, item)
    else:
        raise TypeError(f"a kernel takes no {type(value).__name__}")


def _write_integer(out: bytearray, value: int) -> None:
    if not -_LARGE <= value < 2 * _LARGE:
        raise OverflowError(f"a kernel takes whole numbers of 64 bits, not {value}")
    out.append(_INTEGER if value < _LARGE else _NATURAL)
    if value >= _LARGE:
        _write_number(out, value)
    else:
        _write_number(out, 2 * value if value >= 0 else -2 * value - 1)


def _write_number(out: bytearray, value: int) -> None:
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)


def _write_all(out: bytearray, data: bytes) -> None:
    _write_number(out, len(data))
    out += data


def unpack(message: bytes) -> Any:
    """Return the value of a message that a kernel has written."""
    return _Reader(message).read()


class _Reader:
    """A place in a message."""

    def __init__(self, message: bytes) -> None:
        self._message = message
        self._at = 0

    def read(self) -> Any:
        """Return the next value."""
        tag = self._message[self._at]
        self._at += 1
        return _READ[tag](self)

    def number(self) -> int:
        """Return the next number that is not negative."""
        value = shift = 0
        while True:
            byte = self._message[self._at]
            self._at += 1
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7

    def integer(self) -> int:
        """Return the next number in zigzag."""
        value = self.number()
        return -(value >> 1) - 1 if value & 1 else value >> 1

    def real(self) -> float:
        """Return the next number of 8 bytes."""
        (value,) = _REAL_FORMAT.unpack_from(self._message, self._at)
        self._at += _REAL_FORMAT.size
        return float(value)

    def data(self) -> bytes:
        """Return the next bytes, behind their length."""
        size = self.number()
        self._at += size
        return self._message[self._at - size : self._at]

    def items(self) -> list[Any]:
        """Return the next values, behind their count."""
        return [self.read() for _ in range(self.number())]

    def entries(self) -> dict[str, Any]:
        """Return the next pairs of key and value, behind their count."""
        return {self.data().decode(): self.read() for _ in range(self.number())}


_READ: Final[dict[int, Callable[[_Reader], Any]]] = {
    _NONE: lambda reader: None,
    _FALSE: lambda reader: False,
    _TRUE: lambda reader: True,
    _INTEGER: _Reader.integer,
    _NATURAL: _Reader.number,
    _REAL: _Reader.real,
    _BYTES: _Reader.data,
    _TEXT: lambda reader: reader.data().decode(),
    _LIST: _Reader.items,
    _TUPLE: lambda reader: tuple(reader.items()),
    _DICT: _Reader.entries,
}
