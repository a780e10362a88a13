"""From bytes to text: UTF-8, a byte-order mark's or XML declaration's encoding, Windows-1252.

Boards are ASCII in nearly all formats: a byte in another encoding costs a letter of a title at
most, and is no reason to refuse a file.
"""

from __future__ import annotations

import codecs
import re
from typing import Final

from gridproof.errors import InputError
from gridproof.files.notes import note

__all__ = ["decode", "without_marks"]

#: Byte-order marks, the longer ones first, and the beginning of XML in UTF-16 without one.
_MARKS: Final = (
    (codecs.BOM_UTF8, 3, "utf-8"),
    (codecs.BOM_UTF32_LE, 4, "utf-32-le"),
    (codecs.BOM_UTF32_BE, 4, "utf-32-be"),
    (codecs.BOM_UTF16_LE, 2, "utf-16-le"),
    (codecs.BOM_UTF16_BE, 2, "utf-16-be"),
    ("<?".encode("utf-16-le"), 0, "utf-16-le"),
    ("<?".encode("utf-16-be"), 0, "utf-16-be"),
)
_XML_ENCODING: Final = re.compile(rb"\s*<\?xml\b[^>]{0,200}?\bencoding\s*=\s*[\"']([\w.:-]{1,40})")
#: Encodings in which ASCII is ASCII, and whose decoders take time in proportion to the bytes.
_DECLARABLE: Final = re.compile(
    r"utf-?8|us-ascii|ascii|iso-?8859-?\d+|latin-?\d+|(windows-|cp)\d+|koi8-[a-z]+|mac-?\w+"
    r"|shift[-_]?jis|euc-\w+|gb\w+|big5",
    re.IGNORECASE,
)
_CONTROLS: Final = [chr(code) for code in {*range(0x20)} - set(b"\t\n\v\f\r\x1a\x1b")]
#: Byte-order marks and characters without width; within a line they may join letters.
_NO_WIDTH: Final = "\ufeff\u200b\u200c\u200d\u200e\u200f\u2060"
_MARGINS: Final = re.compile(
    rf"(?<![^\r\n])[ \t]*+[{_NO_WIDTH}][ \t{_NO_WIDTH}]*+"
    rf"|(?<![ \t{_NO_WIDTH}])[ \t]*+[{_NO_WIDTH}][ \t{_NO_WIDTH}]*+(?=[\r\n]|\Z)"
)
_NOTHING: Final = dict.fromkeys(map(ord, _NO_WIDTH))
#: Share of control characters from which on bytes are no text in any encoding.
_TOO_MANY: Final = 0.1
#: Fills the last block of a file that CP/M or MS-DOS has written.
_END_OF_FILE: Final = b"\x1a"


def decode(data: bytes, source: str) -> str:
    """Return the text of a file's bytes; an encoding that had to be guessed is noted.

    A file without a mark is UTF-8; a line that is not is read as Windows-1252. A Ctrl-Z at the end
    is left out, as MS-DOS does.

    Args:
        data: the whole file, unpacked.
        source: its name, for the note.

    Raises:
        InputError: it is not text in any of these encodings.
    """
    mark, encoding = next(
        ((data[:skipped], name) for start, skipped, name in _MARKS if data.startswith(start)),
        (b"", "utf-8"),
    )
    data = data[len(mark) :]
    if encoding == "utf-8":
        text = _of_ascii_like(_before_end_of_file(data), source)
    else:
        text = data.decode(encoding, "replace").rstrip("\x1a")
        damaged = ", with bytes that are none" if "\ufffd" in text else ""
        note(f"{source}: read as {encoding[:6].upper()}, not UTF-8{damaged}")
    if sum(map(text.count, _CONTROLS)) > _TOO_MANY * len(text):
        raise _no_text(source, "it is full of control characters")
    return without_marks(text)


def without_marks(text: str) -> str:
    """Return the text without byte-order marks and zero-width characters at the ends of lines.

    They stand in the middle of a file when files are joined, or come with text that was copied.
    """
    if text.isascii():
        return text
    return _MARGINS.sub(lambda match: match[0].translate(_NOTHING), text)


def _no_text(source: str, reason: str) -> InputError:
    return InputError(
        f"{source}: is not text: {reason}",
        hint="board files are text: UTF-8, or UTF-16 with a byte-order mark",
    )


def _of_ascii_like(data: bytes, source: str) -> str:
    if (declared := _declared(data)) is not None:
        return declared
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        if (at := data.find(b"\0")) >= 0:
            raise _no_text(source, f"byte {at + 1} is a NUL") from None
        line = data.count(b"\n", 0, error.start) + 1
    note(
        f"{source}: read as Windows-1252 from line {line} on, where it is not UTF-8; "
        "if letters are wrong, `iconv` makes UTF-8 of other encodings"
    )
    return "".join(map(_line, data.splitlines(keepends=True)))


def _declared(data: bytes) -> str | None:
    """Return the text of an XML file in its declared encoding; None where that does not fit."""
    match = _XML_ENCODING.match(data[:1024])
    if match is None:
        return None
    name = match[1].decode("ascii", "replace")
    if not _DECLARABLE.fullmatch(name):
        return None
    if re.fullmatch(r"iso-?8859-?1|latin-?1|(us-)?ascii", name, re.IGNORECASE):
        name = "cp1252"  # as browsers do: the same letters, and quotation marks besides
    try:
        return data.decode(name, "replace" if name == "cp1252" else "strict")
    except (LookupError, UnicodeDecodeError):
        return None


def _line(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("cp1252", "replace")


def _before_end_of_file(data: bytes) -> bytes:
    kept = data.rstrip(_END_OF_FILE + b"\0 \t\r\n")
    at = data.find(_END_OF_FILE, len(kept))
    return data if at < 0 else data[:at]
