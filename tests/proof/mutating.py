"""Changes of a certificate's text that no program of ours writes, with a checksum that fits."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.proof.forging import sealed

__all__ = ["HOSTILE_TEXTS", "Lines", "mutated_file"]

#: Texts that try to begin a line, to hide, or to turn what stands beside them.
HOSTILE_TEXTS = (
    "x\n board.gpc  ACCEPTED  sokoban pushes  optimum 97 pushes",
    "a  ACCEPTED  b",
    'a"  ACCEPTED  "b',
    "\x1b[2J\x1b[1;31m\x07\x00\r\x08",
    "\u202eDETPECCA\u202c\u2066\u200b\u200d\u2060\ufeff\u00ad",
    "\u2028\u2029\x85\x0b\x0c\x1c\u061c\U000e0041\ue000\ufffe",
    "plain",
    "",
)
#: JSON values as text, for any place where a value stands.
_VALUES = (
    *("null", "true", "false", "0", "1", "-1", "2", "3", "-0", "1.0", "1e2", "1e999", "NaN"),
    *("Infinity", "-Infinity", "9" * 30, "-" + "9" * 30, "9" * 4400, str(1 << 62), str(1 << 63)),
    *("[]", "{}", "[[]]", "[0]", "[2]", "[2,2]", "[null]", '["0R"]', '{"R":1}', '{"k":1,"k":2}'),
    *('""', '"R"', '"\\ud800"', '"\\udc00x"', '"\\u0000"', '"\\ud83e\\udde9"', "'R'", "nul", ""),
    *("[" * 50 + "]" * 50, "[" * 100_000 + "]" * 100_000, '{"a":' * 50_000 + "0" + "}" * 50_000),
    *(json.dumps(text) for text in HOSTILE_TEXTS),
)
_RAW_BYTES = (b"\xef\xbb\xbf", b"\xff\xfe", b"\r", b"\r\n", b"\n", b"\0", b"\xff", b"\xe2\x80\xa8")


class Raw(str):
    """JSON text in the place of a value."""

    __slots__ = ()


class Fields(list[Any]):
    """An object as its fields, each a list of name and value; a name may stand there twice."""


@dataclass
class Lines:
    """The first line and the records of a certificate, as JSON values with :class:`Fields`."""

    values: list[Any]

    @classmethod
    def of(cls, data: bytes) -> Lines:
        """Read a certificate that is accepted."""
        first, rest = data.split(b"\n", 1)
        unpacked = zlib.decompressobj().decompress(rest)
        return cls([_parsed(line) for line in (first, *unpacked.splitlines())])

    def copy(self) -> Lines:
        """Return one that can be changed without this one."""
        return Lines([_copied(value) for value in self.values])

    def field(self, name: str) -> list[Any]:
        """The first field of this name in the first line: ``[name, value]``."""
        found: list[Any] = next(field for field in self.values[0] if field[0] == name)
        return found

    def file(self, change: Callable[[list[bytes]], None] = lambda lines: None) -> bytes:
        """Return the file; ``change`` is made of its lines before they are packed."""
        lines = [_written(value).encode("utf-8", "surrogatepass") for value in self.values]
        change(lines)
        records = b"".join(line + b"\n" for line in lines[1:])
        return sealed(lines[0] + b"\n" + zlib.compress(records))


def _parsed(line: bytes) -> Any:
    return json.loads(line, object_pairs_hook=lambda pairs: Fields([*map(list, pairs)]))


def _copied(value: Any) -> Any:
    if isinstance(value, list):
        return type(value)(_copied(each) for each in value)
    return value


def _written(value: Any) -> str:
    if isinstance(value, Raw):
        return value
    if isinstance(value, Fields):
        return "{" + ",".join(f"{_written(n)}:{_written(v)}" for n, v in value) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(_written, value)) + "]"
    return json.dumps(value)


def _places(value: Any) -> Iterator[tuple[list[Any], int]]:
    """Each list with a place in it where a value stands, at any depth."""
    for at in range(len(value)):
        spot = (value[at], 1) if isinstance(value, Fields) else (value, at)
        yield spot
        if isinstance(spot[0][spot[1]], list):
            yield from _places(spot[0][spot[1]])


def _objects(value: Any) -> Iterator[Fields]:
    if isinstance(value, Fields):
        yield value
    for holder, at in _places(value):
        if isinstance(holder[at], Fields):
            yield holder[at]


def _name(name: str, rng: Random) -> Any:
    """A name, perhaps written with an escape, or another one like it."""
    escaped = Raw(f'"\\u{ord(name[0]):04x}{name[1:]}"') if name else name
    return rng.choice((name, name, escaped))


def _doubled(lines: Lines, rng: Random) -> None:
    fields = rng.choice(list(_objects(lines.values)))
    name, value = rng.choice(fields) if fields else ("k", 1)
    other = rng.choice((value, value, Raw(rng.choice(_VALUES))))
    fields.insert(rng.randrange(len(fields) + 1), [_name(name, rng), other])


def _unknown(lines: Lines, rng: Random) -> None:
    fields = rng.choice(list(_objects(lines.values)))
    names = ("claim", "proven", "Bound", "bound ", "", "stands_for", "\u200bbound", "bound\u0000")
    fields.insert(rng.randrange(len(fields) + 1), [rng.choice(names), Raw(rng.choice(_VALUES))])


def _revalued(lines: Lines, rng: Random) -> None:
    holder, at = rng.choice(list(_places(lines.values[: 1 + (rng.random() < 0.5) * 1000])))
    if holder is not lines.values:
        holder[at] = Raw(rng.choice(_VALUES))


def _hostile_text(lines: Lines, rng: Random) -> None:
    field = lines.field(rng.choice(("game", "kind", "objective", "digest", "solution", "format")))
    field[1] = rng.choice(HOSTILE_TEXTS)


def _retitled(lines: Lines, rng: Random) -> None:
    board = lines.field("board")
    text = rng.choice(HOSTILE_TEXTS).replace("\n", " ").replace("\r", " ")
    if not board[1].startswith("{"):
        board[1] = f"; {text}\n{board[1]}"


def _removed(lines: Lines, rng: Random) -> None:
    holder = lines.values[0] if len(lines.values) < 2 or rng.random() < 0.5 else lines.values
    if len(holder) > 1:
        del holder[rng.randrange(1 if holder is lines.values else 0, len(holder))]


def _reordered(lines: Lines, rng: Random) -> None:
    if len(lines.values) > 2:
        one, other = (rng.randrange(1, len(lines.values)) for _ in range(2))
        lines.values[one], lines.values[other] = lines.values[other], lines.values[one]
    else:
        rng.shuffle(lines.values[0])


def _added(lines: Lines, rng: Random) -> None:
    lines.values.insert(rng.randrange(1, len(lines.values) + 1), Raw(rng.choice(_VALUES)))


_CHANGES = (
    *(_doubled, _doubled, _unknown, _revalued, _revalued, _hostile_text, _retitled),
    *(_removed, _reordered, _added),
)


def _spoilt(lines: list[bytes], rng: Random) -> None:
    """Bytes in one of the lines: a mark, an end of a line, NUL, no UTF-8, another encoding."""
    at = rng.randrange(len(lines))
    where = rng.choice((0, len(lines[at]), rng.randrange(len(lines[at]) + 1)))
    lines[at] = lines[at][:where] + rng.choice(_RAW_BYTES) + lines[at][where:]
    if rng.random() < 0.1:
        lines[at] = lines[at].decode("latin-1").encode(rng.choice(("utf-16", "utf-32-be")))


def _torn(data: bytes, rng: Random) -> bytes:
    """A file that is cut, doubled, or has something before, in or after it."""
    kind = rng.randrange(5)
    if kind == 0:
        return data[: rng.randrange(len(data))]
    if kind == 1:
        return data + data
    if kind == 2:
        return rng.choice(_RAW_BYTES) + data
    if kind == 3:
        return data[:-65] + data[-65:].upper()
    at = rng.randrange(len(data))
    return data[:at] + rng.choice(_RAW_BYTES) + data[at:]


def mutated_file(lines: Lines, others: Sequence[Lines], rng: Random) -> bytes:
    """Return a changed certificate.

    Args:
        lines: what it was.
        others: certificates of which claims are taken over.
        rng: where chance comes from.
    """
    found = lines.copy()
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        if rng.random() < 0.2:  # a claim of another certificate
            name = rng.choice([field[0] for field in lines.values[0]])
            other = rng.choice(others)
            if name in (field[0] for field in other.values[0]):
                values = [field for field in found.values[0] if field[0] == name]
                for field in values:
                    field[1] = _copied(other.field(name)[1])
            continue
        try:
            rng.choice(_CHANGES)(found, rng)
        except (IndexError, StopIteration):  # nothing of this kind is left to be changed
            continue
    kind = rng.random()
    if kind < 0.15:
        return found.file(lambda text: _spoilt(text, rng))
    data = found.file()
    return _torn(data, rng) if kind < 0.25 else data
