"""Hostile files: refused, not obeyed, within the limits, in words for people."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gridproof.cli.messages import printable
from gridproof.errors import InputError
from gridproof.limits import CancelToken, Ticker
from gridproof.proof.certificate_file import MAX_HEADER, MAX_RECORD, read_certificate
from gridproof.proof.checking import Verdict, check
from gridproof.proof.claims import Records, Refused
from gridproof.result import Limits, StopReason
from tests.hostile import VALUES, with_value
from tests.proof.forgeries_checking import CORNER, TRUE
from tests.proof.forging import check_data, packed, sealed
from tests.soak import ROUNDS

DATA = packed(TRUE)
LINE, _, REST = DATA.partition(b"\n")
LINE += b"\n"
EMPTY = zlib.compress(b"")
#: What no header may say of the board that two moves solve.
FALSE_BOUNDS: tuple[Any, ...] = (3, None, [3], [2], [], [2, 2], 10**30)


def refused(data: bytes, limits: Limits | None = None) -> Verdict:
    """The verdict on a file that is not accepted; its reason is short and can be printed."""
    verdict = check_data(data, limits=limits)
    assert not verdict.accepted, data[:200]
    assert verdict.reason
    assert len(verdict.reason) < 2000
    printable(verdict.reason).encode()
    return verdict


def as_true(verdict: Verdict) -> bool:
    """Return True if an accepted claim about the board that two moves solve is true."""
    bound_holds = type(verdict.bound) is int and verdict.bound <= 2
    return verdict.level == CORNER and bound_holds and verdict.cost in (None, 2, 4, 6)


def test_the_file_that_is_changed_here_is_accepted() -> None:
    verdict = check_data(DATA)
    assert verdict.accepted, verdict.reason
    assert (verdict.cost, verdict.bound, verdict.kind) == (2, 2, "slides")


def test_a_file_that_is_cut_off_anywhere() -> None:
    for length in range(len(DATA)):
        refused(DATA[:length])


def test_more_bytes_than_there_should_be() -> None:
    for more in (b"\n", b"\0", b"0" * 70_000, DATA):
        refused(DATA + more)
        refused(more + DATA)


def test_single_bits() -> None:
    for at in range(len(DATA)):
        for bit in range(8):
            data = bytearray(DATA)
            data[at] ^= 1 << bit
            refused(bytes(data))


@pytest.mark.parametrize("field", sorted(json.loads(LINE)))
def test_a_field_that_is_missing_or_of_another_type(field: str) -> None:
    header = json.loads(LINE)
    del header[field]
    refused(sealed(json.dumps(header).encode() + b"\n" + EMPTY))
    for text in (*VALUES, "1", "1.0", '"5"', "[2]", "[2, 2]", '"' + "9" * 100_000 + '"'):
        line = with_value(json.loads(LINE), (field,), text)
        try:
            data = sealed(line.encode() + b"\n" + EMPTY)
        except UnicodeEncodeError:
            continue
        verdict = check_data(data, limits=Limits(time=10))
        if verdict.accepted:
            assert as_true(verdict), line
        else:
            refused(data)


@pytest.mark.parametrize("bound", FALSE_BOUNDS, ids=str)
@pytest.mark.parametrize("cost", [None, 2, 3, 10**30], ids=str)
def test_a_false_bound(bound: Any, cost: int | None) -> None:
    for solution in (None, "0R,0D", "0R,0D,0L,0R", "", "0R"):
        for kind in ("slides", "plain"):
            changes = {"bound": bound, "cost": cost, "solution": solution, "kind": kind}
            refused(packed({**TRUE, **changes}))


@pytest.mark.parametrize("field", ["game", "kind", "objective", "rules", "digest"])
def test_a_name_that_is_none(field: str) -> None:
    refused(packed({**TRUE, field: "nonesuch"}))  # imports what the message takes
    names = ("os", "os:system", "gridproof.games.robots.game:GAME", "__class__", "../robots")
    odd = ("robots\n", "x" * 1_000_000, "\ud800", "\x1b[2J", "")
    for name in (*names, "gridproof.proof.plain:check", *odd):
        before = set(sys.modules)
        verdict = refused(packed({**TRUE, field: name}))
        assert set(sys.modules) == before
        assert field != "kind" or verdict.kind is None


@pytest.mark.parametrize("field", sorted(json.loads(LINE)))
def test_the_same_field_twice(field: str) -> None:
    """Also with the same value, and written with an escape."""
    value = json.dumps(json.loads(LINE)[field])
    for name in (field, f"\\u{ord(field[0]):04x}{field[1:]}"):
        for other in (value, "9", "null", "{}"):
            for line in (
                LINE.replace(b"{", f'{{"{name}":{other},'.encode(), 1),
                LINE.replace(b"}\n", f',"{name}":{other}}}\n'.encode()),
            ):
                verdict = refused(sealed(line + EMPTY))
                assert "stands there twice" in (verdict.reason or "")
                assert verdict.bound is None


def repeated(text: bytes, mebibytes: int) -> bytes:
    """So much of a text, packed: a mebibyte is packed once, and stands there again and again."""
    mebibyte = text * ((1 << 20) // len(text))
    packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    packed_once = packer.compress(mebibyte) + packer.flush(zlib.Z_FULL_FLUSH)
    last, checksum = zlib.compressobj(wbits=-zlib.MAX_WBITS).flush(), 1
    for _ in range(mebibytes):
        checksum = zlib.adler32(mebibyte, checksum)
    return b"\x78\xda" + packed_once * mebibytes + last + checksum.to_bytes(4)


def bombs() -> Iterator[bytes]:
    """Streams that are much longer when they are unpacked."""
    yield repeated(b"\0", 256)  # a record of 256 MiB
    yield repeated(b"0\n", 128)  # as many records
    yield repeated(b"\n", 64)
    yield repeated(b"[", 32)
    yield zlib.compress(repeated(b"\0", 256))


def test_streams_that_unpack_to_much_more() -> None:
    assert zlib.decompress(repeated(b"0\n", 3)) == b"0\n" * (3 << 19)
    for bomb in bombs():
        for kind in ("slides", "plain"):
            refused(sealed(packed({**TRUE, "kind": kind}).partition(b"\n")[0] + b"\n" + bomb))


def test_streams_that_say_nothing() -> None:
    """Blocks without content: the clock is looked at, and the end is found."""
    empty = b"\x78\x9c" + b"\x00\x00\x00\xff\xff" * 400_000
    refused(sealed(LINE + empty))
    verdict = refused(sealed(LINE + empty), Limits(time=0))
    assert verdict.stop is StopReason.TIME_LIMIT


@pytest.mark.parametrize(
    "record",
    [
        *("[" * 200_000, '{"a":' * 100_000, "9" * 5000, "1e999", "NaN", "-Infinity", "1.0", "0x1"),
        *("0" * (MAX_RECORD + 2), "\ufeff0", "nul", "''", '"'),
    ],
    ids=lambda text: text[:8],
)
def test_records_that_are_none(record: str) -> None:
    refused(sealed(LINE + zlib.compress(record.encode() + b"\n")))
    refused(sealed(record.encode() + b"\n" + EMPTY))


def records_of(record: str) -> Records:
    data = sealed(LINE + zlib.compress(record.encode() + b"\n"))
    return read_certificate(io.BytesIO(data), Ticker())[1]


@pytest.mark.parametrize("record", ["true", "[1,[false]]", '["name",true]'])
def test_truths_are_no_numbers_in_records(record: str) -> None:
    with pytest.raises(Refused, match="true or false for a number"):
        records_of(record).take()


@pytest.mark.parametrize(
    "record", ['"name"', '[1,"name"]', '[["name",1],"name"]', '[""]', '["",1]', '[[""]]']
)
def test_texts_are_names_at_the_head_of_a_list_in_records(record: str) -> None:
    assert records_of('[["name",1],[2]]').take() == [["name", 1], [2]]
    with pytest.raises(Refused, match="a text stands where no name does"):
        records_of(record).take()


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"version": True}, "version True of the format is not known"),
        ({"stands_for": 5}, "`stands_for` is no object"),
        ({"stands_for": {"k": [True]}}, "`stands_for` holds true or false for a number"),
    ],
)
def test_first_lines_of_other_types_are_refused_as_they_are_read(
    changes: dict[str, Any], reason: str
) -> None:
    with pytest.raises(Refused, match=reason):
        read_certificate(io.BytesIO(packed({**TRUE, **changes})), Ticker())


def test_a_first_line_has_an_end() -> None:
    with pytest.raises(Refused, match="the first line is cut off"):
        read_certificate(io.BytesIO(LINE[:-1]), Ticker())


def test_a_record_has_a_mebibyte_at_most() -> None:
    for size in (MAX_RECORD, MAX_RECORD + 1):
        data = sealed(LINE + zlib.compress(b" " * (size - 1) + b"0\n"))
        _, records = read_certificate(io.BytesIO(data), Ticker())
        if size == MAX_RECORD:
            assert records.take() == 0
        else:
            with pytest.raises(Refused, match="longer than 1 MiB"):
                records.take()


def test_lines_without_end() -> None:
    refused(b"{" + b" " * (MAX_HEADER + 1))
    refused(b" " * (MAX_HEADER + 1) + DATA)
    refused(b"\n" * 1000)
    refused(b"")
    refused(b"\0" * 100_000)


def test_values_that_take_more_memory_than_their_text() -> None:
    line = LINE[:-2] + b',"more":[' + b"[]," * 1_000_000 + b"0]}\n"
    verdict = refused(sealed(line + EMPTY), Limits(memory=100 << 20))
    assert verdict.stop is StopReason.MEMORY_LIMIT
    assert "is called `more`" in (refused(sealed(line + EMPTY)).reason or "")


def test_solutions_of_absurd_length() -> None:
    there_and_back = ",".join(["0R", "0L"] * 500_000)
    header = {**TRUE, "solution": f"{there_and_back},0R,0D", "cost": 1_000_002}
    verdict = refused(packed(header), Limits(time=0.5))
    assert verdict.stop is StopReason.TIME_LIMIT
    assert verdict.seconds < 60


@pytest.mark.parametrize("count", [2, 100_000])
def test_many_boards(count: int) -> None:
    verdict = refused(packed({**TRUE, "board": (TRUE["board"] + "\n") * count}))
    assert "several" in (verdict.reason or "")


def test_boards_that_are_none() -> None:
    for board in ("", "\n", "#", "{}", '{"game": "sokoban"}', "\0", "x" * 1_000_000, "[" * 100_000):
        refused(packed({**TRUE, "board": board}))


@pytest.mark.parametrize("seed", range(2))
def test_random_changes_of_bytes(seed: int) -> None:
    """With the checksum made to fit: refused, or true."""
    rng = Random(f"bytes {seed}")
    for _ in range(500):
        changed(rng)


@pytest.mark.soak
def test_random_changes_of_bytes_at_length() -> None:
    rng = Random("bytes soak")
    for _ in range(1000 * ROUNDS):
        changed(rng)


def changed(rng: Random) -> None:
    """One file with random changes of bytes, and a checksum that fits."""
    data = bytearray(LINE + EMPTY)
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.randrange(len(data))
        what = rng.randrange(3)
        if what == 0:
            data[at] = rng.choice((*b'0123456789"{}[],:nt-e.\n', rng.randrange(256)))
        elif what == 1:
            del data[at : at + rng.choice((1, 1, 5, 50))]
        else:
            data[at:at] = rng.choice((b"0", b"9", b"-", b"true", b"null", data[at : at + 20]))
    verdict = check_data(sealed(bytes(data)), limits=Limits(time=10))
    if verdict.accepted and verdict.level == CORNER:
        assert as_true(verdict), bytes(data)


def test_files_that_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there = tmp_path / "c.gpc"
    there.write_bytes(DATA)
    for name in (tmp_path, tmp_path / "none", there / "c", "x" * 5000, "a\0b", "\ud800"):
        with pytest.raises(InputError):
            check(name)

    def closed(*args: Any) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", closed)
    with pytest.raises(InputError, match="cannot be read"):
        check(there)


def test_a_pipe_to_which_nobody_writes(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert not check(tmp_path / "pipe").accepted


def test_a_pipe_that_is_written_to() -> None:
    code = "from gridproof.proof.checking import check; print(check('/dev/stdin').accepted)"
    run = subprocess.run([sys.executable, "-c", code], input=DATA, capture_output=True, check=True)
    assert run.stdout.split() == [b"True"]


def test_a_device_without_end() -> None:
    assert not check("/dev/zero").accepted


def test_a_cancelled_check(tmp_path: Path) -> None:
    path = tmp_path / "c.gpc"
    path.write_bytes(DATA)
    token = CancelToken()
    token.cancel()
    verdict = check(path, cancel=token)
    assert not verdict.accepted
    assert verdict.stop is StopReason.INTERRUPTED
