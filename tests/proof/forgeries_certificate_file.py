"""Files that are not as the format says."""

from __future__ import annotations

import zlib

from tests.proof.forgeries_checking import TRUE
from tests.proof.forging import FileForgery, packed, sealed

__all__ = ["FORGERIES"]

_LINE = packed(TRUE).partition(b"\n")[0] + b"\n"

FORGERIES = [
    FileForgery("another format", packed({**TRUE, "format": "x"}), "no gridproof certificate"),
    FileForgery("another version", packed({**TRUE, "version": 2}), "of the format is not known"),
    FileForgery(
        "a record that does not end", sealed(_LINE + zlib.compress(b"0")), "the last record is cut"
    ),
    FileForgery("a field that is not known", packed({**TRUE, "proven": 9}), "is called `"),
    FileForgery(
        "a field that is there twice",
        sealed(_LINE.replace(b'"bound":2', b'"bound":9,"bound":2') + zlib.compress(b"")),
        "stands there twice",
    ),
    FileForgery(
        "another bound, and the checksum of before",
        packed(TRUE).replace(b'"bound":2', b'"bound":1'),
        "the checksum does not fit",
    ),
]
