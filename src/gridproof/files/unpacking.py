"""Compressed files: `.gz` and `.zip`, in memory, and never more than a limit of bytes.

No file is written, so names in an archive lead nowhere.
"""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from gridproof.errors import InputError, shorten

if TYPE_CHECKING:
    from zipfile import ZipFile, ZipInfo

__all__ = ["MAX_FILE", "ZIP_STARTS", "files_of_zip", "unpacked"]

#: Largest file that is read, in bytes; of a compressed one this limits what it unpacks to.
MAX_FILE: Final = 64 << 20
#: Largest list of files in an archive that is read, in bytes.
_MAX_DIRECTORY: Final = 1 << 20
_MAX_NAMED: Final = 8
_GZIP, _ZIP, _ZIP_END, _ZIP64_END = b"\x1f\x8b", b"PK\x03\x04", b"PK\x05\x06", b"PK\x06\x07"
#: The beginnings of zip archives; the second is that of an empty one.
ZIP_STARTS: Final = (_ZIP, _ZIP_END)
#: The beginnings of files of other compression programs, and their kinds.
_OTHERS: Final = {
    b"\xfd7zXZ\x00": "xz",
    b"BZh": "bzip2",
    b"7z\xbc\xaf\x27\x1c": "7-Zip",
    b"Rar!\x1a\x07": "RAR",
    b"\x28\xb5\x2f\xfd": "Zstandard",
    b"\x1f\x9d": "compress",
}
#: Endings of files beside boards in archives.
_NO_BOARDS: Final = re.compile(
    r".*\.(txt|md|html?|nfo|diz|docx?|pdf|rtf|png|jpe?g|gif|svg|url|dtd|xsd)", re.IGNORECASE
)


def unpacked(data: bytes, source: str) -> bytes:
    """Return the bytes of a file, unpacked if it is compressed.

    Its first bytes decide, not its name.

    Raises:
        InputError: it is damaged, holds several files, or unpacks to more than :data:`MAX_FILE`.
    """
    if data.startswith(_GZIP):
        data = _of_gzip(data, source)
    elif data.startswith(ZIP_STARTS):
        data = _of_zip(data, source)
    else:
        _check_other(data, source)
        return data
    if data.startswith((_GZIP, _ZIP)):
        raise InputError(f"{source}: is compressed twice", hint="unpack it first")
    _check_other(data, source)
    return data


def _check_other(data: bytes, source: str) -> None:
    for start, name in _OTHERS.items():
        if data.startswith(start) and (start != b"BZh" or data[4:10] == b"1AY&SY"):
            raise InputError(
                f"{source}: is compressed ({name}), and only .gz and .zip are unpacked",
                hint="unpack it first",
            )
    if data[257:262] == b"ustar":
        raise InputError(f"{source}: is an archive (tar)", hint="unpack it, and name its folder")


def _of_gzip(data: bytes, source: str) -> bytes:
    parts: list[bytes] = []
    room = MAX_FILE
    try:
        while data:
            unpacker = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
            parts.append(unpacker.decompress(data, room + 1))
            room -= len(parts[-1])
            if room < 0:
                raise _too_large(source)
            if not unpacker.eof:
                raise InputError(f"{source}: is damaged: the compressed data end too early")
            data = unpacker.unused_data.lstrip(b"\0")  # tapes fill their last block
            if not data.startswith(_GZIP):
                break
    except zlib.error:
        raise InputError(f"{source}: is damaged: the compressed data are faulty") from None
    return b"".join(parts)


def files_of_zip(data: bytes, source: str) -> dict[str, bytes]:
    """Return the files of a zip archive by their names; hidden ones are left out.

    Raises:
        InputError: it is damaged or encrypted, or all files together are larger than
            :data:`MAX_FILE`.
    """
    with _archive(data, source) as archive:
        members = _visible(archive)
        if sum(member.file_size for member in members) > MAX_FILE:
            raise _too_large(source)
        return {member.filename: _bytes_of(archive, member, source) for member in members}


def _of_zip(data: bytes, source: str) -> bytes:
    with _archive(data, source) as archive:
        return _bytes_of(archive, _only_member(_visible(archive), source), source)


@contextmanager
def _archive(data: bytes, source: str) -> Iterator[ZipFile]:
    """Open a zip archive.

    Raises:
        InputError: it is damaged, or its list of files is too long.
    """
    import zipfile  # slow to import

    end = data.rfind(_ZIP_END)
    if end >= 0 and int.from_bytes(data[end + 12 : end + 16], "little") > _MAX_DIRECTORY:
        raise InputError(f"{source}: holds too many files", hint="unpack it, and name its folder")
    if data.rfind(_ZIP64_END, max(0, end - 64)) >= 0:
        raise InputError(f"{source}: is too large an archive", hint="unpack it first")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            yield archive
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError):
        raise InputError(f"{source}: is damaged: this is no whole zip file") from None


def _visible(archive: ZipFile) -> list[ZipInfo]:
    """Return the files of an archive without folders and hidden ones; the last of each name."""
    found = {
        member.filename: member
        for member in archive.infolist()
        if not member.filename.endswith("/")  # `is_dir` fails on a file without a name
        and not any(p.startswith((".", "__MACOSX")) for p in PurePosixPath(member.filename).parts)
    }
    return list(found.values())


def _bytes_of(archive: ZipFile, member: ZipInfo, source: str) -> bytes:
    """Return the bytes of a file in an archive.

    Raises:
        InputError: it is encrypted, compressed in a rare way, or too large.
    """
    if member.flag_bits & 1:
        raise InputError(f"{source}: `{shorten(member.filename)}` in it is encrypted")
    if member.compress_type not in (0, 8):  # stored or deflated
        raise InputError(f"{source}: is compressed in a rare way", hint="unpack it first")
    if member.file_size > MAX_FILE:
        raise _too_large(source)
    with archive.open(member) as file:
        found = file.read(MAX_FILE + 1)
    if len(found) > MAX_FILE:
        raise _too_large(source)
    return found


def _only_member(files: list[ZipInfo], source: str) -> ZipInfo:
    """Return the one file of an archive that can hold boards.

    Raises:
        InputError: there is none, or more than one.
    """
    if len(files) > 1:
        likely = [file for file in files if not _NO_BOARDS.fullmatch(file.filename)]
        files = likely if len(likely) == 1 else files
    if len(files) == 1:
        return files[0]
    if not files:
        raise InputError(f"{source}: the zip file holds no file")
    names = [f"`{shorten(file.filename)}`" for file in files[:_MAX_NAMED]]
    more = f" and {len(files) - _MAX_NAMED} more" if len(files) > _MAX_NAMED else ""
    raise InputError(
        f"{source}: the zip file holds several files: {', '.join(names)}{more}",
        hint=f"name one of them behind the archive's name: `levels.zip/{files[0].filename}`",
    )


def _too_large(source: str) -> InputError:
    return InputError(
        f"{source}: unpacks to more than {MAX_FILE >> 20} MiB", hint="unpack it first"
    )
