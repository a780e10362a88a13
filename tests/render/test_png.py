"""Pictures as PNG."""

from __future__ import annotations

import struct
import sys
from typing import Any

import pytest

from gridproof.errors import InputError, MissingPart
from gridproof.render import png as module
from gridproof.render.png import png
from gridproof.scene import Scene, Sprite
from tests.samples import GAMES, sample_levels

SCENE = Scene(4, 2, (Sprite("a", "robot", 1, 1, sign="1"),))


def size(data: bytes) -> tuple[int, int]:
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", data[16:24])
    return width, height


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_drawn(game: str) -> None:
    for level in sample_levels(game)[:2]:
        scene = GAMES[game].picture(level, GAMES[game].initial(level))
        light, dark = (png(scene, theme=theme) for theme in ("light", "dark"))
        assert light != dark
        assert size(light) == size(dark)


def test_the_scale_is_pixels_a_cell() -> None:
    assert size(png(SCENE)) == (216, 120)
    assert size(png(SCENE, scale=16)) == (72, 40)
    assert size(png(SCENE, scale=100.4)) == (452, 252)
    for scale in (0, -1, 1e6, float("nan")):
        with pytest.raises(InputError, match="pixels"):
            png(SCENE, scale=scale)


def test_letters_are_drawn() -> None:
    blank = Scene(4, 2, (Sprite("a", "robot", 1, 1),))
    assert png(SCENE) != png(blank)


def test_without_resvg_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(MissingPart) as caught:
        png(Scene(1, 1, ()))
    assert caught.value.hint == "pip install 'gridproof[png]'"


def test_without_a_font_no_number_is_left_out_silently(monkeypatch: pytest.MonkeyPatch) -> None:
    import resvg_py

    draw = resvg_py.svg_to_bytes

    def fontless(**options: Any) -> bytes:
        return bytes(draw(**options, skip_system_fonts=True))

    monkeypatch.setattr(resvg_py, "svg_to_bytes", fontless)
    module._has_font.cache_clear()
    try:
        with pytest.raises(MissingPart, match="no font"):
            png(SCENE)
        assert size(png(Scene(1, 1, ()))) == (72, 72)
    finally:
        module._has_font.cache_clear()


def test_the_font_of_pictures_counts_not_the_default_one(monkeypatch: pytest.MonkeyPatch) -> None:
    import resvg_py

    draw = resvg_py.svg_to_bytes

    def without_default(**options: Any) -> bytes:
        nothing = "No Such Family"
        return bytes(draw(**options, serif_family=nothing, sans_serif_family=nothing))

    monkeypatch.setattr(resvg_py, "svg_to_bytes", without_default)
    module._has_font.cache_clear()
    try:
        assert png(SCENE) != png(Scene(4, 2, (Sprite("a", "robot", 1, 1),)))
    finally:
        module._has_font.cache_clear()
