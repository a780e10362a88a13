"""The pictures of README and docs are those that `make screenshots` makes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tools.screenshots import FOLDER, NAMES, ROOT, drawings

_REFERENCE = re.compile(r"""(?:\]\(|(?:src|srcset)=["'])([^)"'\s]+\.(?:svg|png))""")
#: Kilobytes of all together.
_MAX = 1500


def references() -> Iterator[tuple[Path, str]]:
    """Pages, and the pictures that they show."""
    for page in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")):
        for match in _REFERENCE.finditer(page.read_text(encoding="utf-8")):
            yield page, match[1]


def test_every_picture_that_is_shown_is_there() -> None:
    shown = [(page, page.parent / picture) for page, picture in references()]
    missing = [f"{page.name}: {picture}" for page, picture in shown if not picture.is_file()]
    assert not missing
    used = {file.name for _, file in shown if file.resolve().parent == FOLDER}
    assert used == NAMES, "the tool makes what is shown, and nothing else"
    assert {file.name for file in FOLDER.iterdir()} == NAMES, "run `make screenshots`"


def test_drawings_are_drawn_anew() -> None:
    for name, text in drawings().items():
        assert (FOLDER / name).read_text(encoding="utf-8") == text, f"{name}: `make screenshots`"


def test_pictures_are_small() -> None:
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < _MAX * 1000
