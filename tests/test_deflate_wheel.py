"""Wheels that are deflated anew are the same wheels."""

from __future__ import annotations

import os
import zipfile
import zlib
from pathlib import Path

from tools.deflate_wheel import deflate_anew

_FILES = {
    "gridproof/text.py": b"same and same " * 900,
    "gridproof/ä.txt": "größer".encode(),
    "gridproof/empty": b"",
    "gridproof/random": os.urandom(300),
}


def test_a_wheel_that_is_deflated_anew_has_the_same_files(tmp_path: Path) -> None:
    wheel = tmp_path / "some.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for number, (name, data) in enumerate(_FILES.items()):
            entry = zipfile.ZipInfo(name, (2026, 11, 26, 18, 30, 2 * number))
            entry.external_attr = (0o100644 + number) << 16
            archive.writestr(entry, data)
        before = archive.infolist()
    size = wheel.stat().st_size
    deflate_anew(wheel, zlib.compress)
    assert wheel.stat().st_size < size
    with zipfile.ZipFile(wheel) as archive:
        assert archive.testzip() is None
        assert {name: archive.read(name) for name in archive.namelist()} == _FILES
        for old, new in zip(before, archive.infolist(), strict=True):
            assert old.external_attr == new.external_attr
            assert old.date_time == new.date_time
            assert old.create_system == new.create_system
