"""The picture of the architecture is that of the tree."""

from __future__ import annotations

from tools.architecture import PICTURE, picture


def test_the_picture_is_drawn_anew() -> None:
    assert PICTURE.read_text(encoding="utf-8") == picture(), "run `make architecture`"
