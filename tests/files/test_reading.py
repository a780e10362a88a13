"""From bytes to text: encodings, compressed files, folders; every reader of the package."""

from __future__ import annotations

import bz2
import codecs
import gzip
import io
import lzma
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridproof.batch.plan_file import read_plan
from gridproof.errors import InputError
from gridproof.files import unpacking
from gridproof.files.decoding import decode
from gridproof.files.folders import files_within
from gridproof.files.notes import FileNote, heard_by, note
from gridproof.files.reading import read_boards, read_file, read_text
from gridproof.files.unpacking import files_of_zip, unpacked
from gridproof.playing.session import Session
from gridproof.reductions.sources.formula import SOURCE as FORMULA
from gridproof.reductions.sources.graph import SOURCE as GRAPH

BOARD = "; Café\n######\n#@$ .#\n######\n"


def heard(data: bytes) -> tuple[str, list[str]]:
    notes: list[str] = []
    with heard_by(notes.append):
        return decode(data, "f"), notes


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (BOARD.encode(), None),
        (codecs.BOM_UTF8 + BOARD.encode(), None),
        (codecs.BOM_UTF16_LE + BOARD.encode("utf-16-le"), "UTF-16"),
        (codecs.BOM_UTF16_BE + BOARD.encode("utf-16-be"), "UTF-16"),
        (codecs.BOM_UTF32_LE + BOARD.encode("utf-32-le"), "UTF-32"),
        (BOARD.encode("latin-1"), "Windows-1252"),
        (BOARD.encode() + b"\x1a", None),
        (BOARD.encode("latin-1") + b"\x1a" + b"\0" * 100, "Windows-1252"),
        (codecs.BOM_UTF8 + BOARD.encode("latin-1"), "Windows-1252"),
    ],
)
def test_each_encoding_gives_the_same_text(data: bytes, encoding: str | None) -> None:
    text, notes = heard(data)
    assert text == BOARD
    assert [encoding in said for said in notes if encoding] == [True] * (encoding is not None)
    assert len(notes) == (encoding is not None)


def test_lines_that_are_not_utf_8_leave_the_others_alone() -> None:
    text, notes = heard("; ▣ Łódź\n".encode() + b"; Caf\xe9 \x81\n")
    assert text == "; ▣ Łódź\n; Café \ufffd\n"
    (said,) = notes
    assert said.startswith("f: read as Windows-1252 from line 2 on, where it is not UTF-8; ")


@pytest.mark.parametrize("name", ["ISO-8859-1", "windows-1252", "utf-8", "ISO-8859-15", "cp850"])
def test_the_encoding_that_xml_declares(name: str) -> None:
    text = f'<?xml version="1.0" encoding="{name}"?><a>Café</a>'
    assert heard(text.encode(name)) == (text, [])


@pytest.mark.parametrize("name", ["utf-16", "rot13", "idna", "punycode", "zip", "none", "utf-7"])
def test_encodings_that_xml_cannot_mean_are_passed_over(name: str) -> None:
    text = f'<?xml version="1.0" encoding="{name}"?><a>Café</a>'
    assert heard(text.encode()) == (text, [])


def test_xml_without_a_mark_in_utf_16() -> None:
    text = '<?xml version="1.0" encoding="UTF-16"?><a>Café</a>'
    for encoding in ("utf-16-le", "utf-16-be"):
        assert heard(text.encode(encoding))[0] == text


@pytest.mark.parametrize(
    "data", [b"\x7fELF\x02\x00\x00", bytes(range(128)), b"\xff\x00\xd8", b"a\0b\0c\0", b"\0" * 500]
)
def test_what_is_no_text_is_said(data: bytes) -> None:
    with pytest.raises(InputError, match="f: is not text"):
        heard(data)


@settings(max_examples=300)
@given(st.binary(max_size=200))
def test_no_bytes_break_the_decoder(data: bytes) -> None:
    try:
        text, notes = heard(data)
    except InputError:
        return
    assert len(notes) <= 1
    assert isinstance(text, str)
    text.encode()


@pytest.mark.parametrize(
    ("encoding", "title"),
    [
        ("cp1251", "Первый уровень"),
        ("koi8-r", "Первый"),
        ("shift_jis", "ソ表"),
        ("big5", "倉庫番"),
    ],
)
def test_letters_of_another_encoding_cost_no_board(
    encoding: str, title: str, tmp_path: Path
) -> None:
    path = tmp_path / "b.xsb"
    plain = BOARD.replace("Café", "A")
    path.write_bytes(f"; {title}\n{plain}\n{plain}".encode(encoding))
    with pytest.warns(FileNote, match="`iconv` makes UTF-8"):
        boards = read_file(path, game="sokoban")
    assert boards == read_boards(f"{plain}\n{plain}", game="sokoban")


# Compressed


def zipped(*names: str, data: bytes = BOARD.encode(), method: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name in names:
            archive.writestr(zipfile.ZipInfo(name), data, method)  # equal bytes at any time
    return file.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        gzip.compress(BOARD.encode(), mtime=0),
        gzip.compress(BOARD[:9].encode(), mtime=0) + gzip.compress(BOARD[9:].encode(), mtime=0),
        gzip.compress(BOARD.encode(), mtime=0) + b"\0" * 99,
        zipped("set.sok"),
        zipped("set.sok", method=zipfile.ZIP_STORED),
        zipped("folder/set.txt", "__MACOSX/set.txt", ".DS_Store"),
        zipped("set.xsb", "readme.txt", "LICENSE.md", "picture.PNG"),
        BOARD.encode(),
    ],
)
def test_compressed_boards_are_read(data: bytes, tmp_path: Path) -> None:
    for name in ("boards.gz", "boards.zip", "boards"):
        (tmp_path / name).write_bytes(data)
        assert read_text(str(tmp_path / name)) == BOARD


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (zipped("a.sok", "b.sok"), "holds several files: `a.sok`, `b.sok`"),
        (zipped("a.txt", "b.txt"), "holds several files: `a.txt`, `b.txt`"),
        (zipped(*(f"{n}.xsb" for n in range(20))), "and 12 more"),
        (zipped(), "the zip file holds no file"),
        (zipped("a.sok")[:-9], "no whole zip file"),
        (zipped("a.sok", method=zipfile.ZIP_LZMA), "compressed in a rare way"),
        (gzip.compress(BOARD.encode(), mtime=0)[:-12], "is damaged"),
        (gzip.compress(BOARD.encode(), mtime=0)[:12] + b"\xff" * 30, "is damaged"),
        (gzip.compress(gzip.compress(b"a", mtime=0), mtime=0), "is compressed twice"),
        (zipped("a.gz", data=gzip.compress(b"a", mtime=0)), "is compressed twice"),
        (lzma.compress(b"a"), "is compressed (xz)"),
        (bz2.compress(b"a"), "is compressed (bzip2)"),
        (b"7z\xbc\xaf\x27\x1c\0\4", "is compressed (7-Zip)"),
        (b"Rar!\x1a\x07\x00", "is compressed (RAR)"),
    ],
)
def test_what_cannot_be_unpacked_is_said(data: bytes, said: str) -> None:
    with pytest.raises(InputError) as error:
        unpacked(data, "f")
    assert said in str(error.value)


def test_bombs_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "MAX_FILE", 1 << 20)
    much = bytes(2 << 20)
    for data in (gzip.compress(much), zipped("a", data=much), gzip.compress(much[: 1 << 19]) * 3):
        with pytest.raises(InputError, match="unpacks to more than 1 MiB"):
            unpacked(data, "f")
    lying = bytearray(zipped("a", data=much))
    at = lying.rfind(b"PK\x01\x02")
    lying[at + 24 : at + 28] = (5).to_bytes(4, "little")
    with pytest.raises(InputError):
        unpacked(bytes(lying), "f")
    with pytest.raises(InputError, match="holds too many files"):
        unpacked(zipped(*(f"{n:0500}" for n in range(2500)), data=b""), "f")
    nameless = bytearray(zipped("a.sok"))
    at = nameless.rfind(b"PK\x01\x02")
    nameless[at + 46] = 0  # ends its name before it begins, which is no folder's for all that
    with pytest.raises(InputError, match=r"^f: "):
        unpacked(bytes(nameless), "f")


def test_bombs_of_several_files_are_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(unpacking, "MAX_FILE", 1 << 20)
    path = tmp_path / "f.zip"
    path.write_bytes(zipped("a", "b", "c", data=bytes(400_000)))  # each of them is small enough
    with pytest.raises(InputError, match="unpacks to more than 1 MiB"):
        files_within(str(path))
    overlapping = bytearray(zipped("a", "b", data=bytes(600_000)))
    at = overlapping.rfind(b"PK\x01\x02")
    overlapping[at + 42 : at + 46] = bytes(4)  # the second file lies where the first one does
    path.write_bytes(overlapping)
    with pytest.raises(InputError):
        files_within(str(path))


def test_files_of_an_archive(tmp_path: Path) -> None:
    path = tmp_path / "f.zip"
    path.write_bytes(zipped("10.xsb", "2.xsb", "d/1.xsb", ".hidden", "d/"))
    names = files_within(str(path))
    assert names == [f"{path}/2.xsb", f"{path}/10.xsb", f"{path}/d/1.xsb"]
    assert [read_text(name) for name in names] == [BOARD] * 3
    assert len(read_file(path)) == len(read_file(tmp_path)) == 3 * len(read_file(names[0]))
    path.write_bytes(zipped("2.xsb", "3.xsb", data=b"Not a board"))  # it is read anew
    assert read_text(names[0]) == "Not a board"
    for name in ("", "/", "/4.xsb", "/2.xsb/"):
        with pytest.raises(InputError):
            read_text(f"{path}{name}")
    path.write_bytes(zipped("2.xsb"))
    assert files_within(str(path)) == []


@settings(max_examples=200)
@given(st.sampled_from([gzip.compress(BOARD.encode(), mtime=0), zipped("a.sok")]), st.data())
def test_no_damage_breaks_the_unpacker(data: bytes, draw: st.DataObject) -> None:
    damaged = bytearray(data)
    for _ in range(draw.draw(st.integers(1, 4))):
        damaged[draw.draw(st.integers(2, len(data) - 1))] = draw.draw(st.integers(0, 255))
    for unpack in (unpacked, files_of_zip):
        try:
            unpack(bytes(damaged), "f")
        except InputError as error:
            assert str(error).startswith("f: ")


# Every reader


def _formula(path: str) -> object:
    return FORMULA.read(read_text(path), path, {})


def _graph(path: str) -> object:
    return GRAPH.read(read_text(path), path, {"cover": 1})


#: What reads files, with a text that it reads; `é` stands where people write.
READERS: dict[str, tuple[Callable[[str], object], str]] = {
    "boards": (read_file, BOARD),
    "formulas": (_formula, "c by André\np cnf 3 2\n1 -2 3 0\n-1 2 3 0\n"),
    "graphs": (_graph, "c by André\np edge 2 1\ne 1 2\n"),
    "plans": (read_plan, '# by André\n[[boards]]\nfiles = ["boards.txt"]\n[[runs]]\n'),
    "saves": (lambda path: Session.load(read_text(path)), ""),
}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("packed", [False, True])
def test_every_reader_takes_every_encoding(reader: str, packed: bool, tmp_path: Path) -> None:
    read, text = READERS[reader]
    path = tmp_path / ("plan.toml" if reader == "plans" else "file.txt")
    (tmp_path / "boards.txt").write_text(BOARD, encoding="utf-8")
    if reader == "saves":
        text = Session(read_file(str(tmp_path / "boards.txt"))[0]).save()
        assert "é" in text or "\\u00e9" in text
    expected = None
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "cp1252"):
        data = text.encode(encoding)
        path.write_bytes(gzip.compress(data) if packed else data)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FileNote)
            found = read(str(path))
        shown = found.save() if isinstance(found, Session) else repr(found)
        expected = expected or shown
        assert shown == expected


# Folders and notes


def test_files_of_a_folder_are_in_the_order_of_numbers(tmp_path: Path) -> None:
    names = ["10.xsb", "2.xsb", "B/1.xsb", "a/12.xsb", "a/3.xsb", "x.txt"]
    for name in [*names, ".hidden", ".git/config"]:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    found = [str(Path(file).relative_to(tmp_path)) for file in files_within(str(tmp_path))]
    assert found == ["2.xsb", "10.xsb", "a/3.xsb", "a/12.xsb", "B/1.xsb", "x.txt"]
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="the folder holds no file"):
        files_within(str(tmp_path / "empty"))


def test_notes_are_warnings_and_other_warnings_stay() -> None:
    with pytest.warns(FileNote, match="so"):
        note("so")
    heard: list[str] = []

    def two_kinds() -> None:
        with heard_by(heard.append):
            note("a")
            note("a")
            warnings.warn("other", UserWarning, stacklevel=1)

    with pytest.warns(UserWarning, match="other"):
        two_kinds()
    assert heard == ["a", "a"]
