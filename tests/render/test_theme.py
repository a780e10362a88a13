"""Contrast, computed from the colours that pictures use."""

from __future__ import annotations

import re

import pytest

from gridproof.render.raster import PIXELS, colour
from gridproof.render.shapes import RULES, shape
from gridproof.render.svg import svg
from gridproof.render.theme import (
    DARK,
    LIGHT,
    TINTS,
    contrast,
    ink,
    luminance,
    mixed,
    properties,
    resolved,
    tint,
)
from gridproof.scene import KINDS, Scene, Sprite

#: What text and shapes need, as the guidelines for accessible pages have it.
TEXT, SHAPE = 4.5, 3.0
#: Parts of boards that need not stand out, or consist of things that do.
QUIET = ("paper", "outside", "floor", "grid")
COLOURS = pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])


def declared(name: str, colours: dict[str, str]) -> dict[str, str]:
    """The properties of a class."""
    parts = (part.split(":") for part in resolved(RULES[name], colours).split(";"))
    return {name: value for name, value in parts if value != "none"}


def test_contrast_is_that_of_the_guidelines() -> None:
    assert luminance("#000000") == 0
    assert luminance("#ffffff") == pytest.approx(1)
    assert contrast("#ffffff", "#000000") == contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert mixed("#000000", "#ffffff", 0.5) == "#808080"


@COLOURS
def test_text_is_read_on_paper_floor_and_things(colours: dict[str, str]) -> None:
    for ground in ("paper", "floor"):
        for text in ("ink", "quiet"):
            assert contrast(colours[text], colours[ground]) >= TEXT
    for name in RULES:
        own = declared(name, colours)
        if {"fill", "color"} <= own.keys():
            assert contrast(own["fill"], own["color"]) >= TEXT, name


@COLOURS
def test_things_stand_out_from_the_floor(colours: dict[str, str]) -> None:
    for name in RULES:
        own = declared(name, colours)
        shown = [own[part] for part in ("fill", "stroke") if part in own]
        if name not in QUIET:
            assert max(contrast(colour, colours["floor"]) for colour in shown) >= SHAPE, name
    for number in range(len(TINTS)):
        assert contrast(colours[f"edge-{number}"], colours["floor"]) >= SHAPE


@COLOURS
@pytest.mark.parametrize("kind", KINDS)
def test_things_in_colours_of_their_own_stand_out(kind: str, colours: dict[str, str]) -> None:
    name, parts = shape(Sprite("a", kind, 0, 0, sign="1"))
    used = re.findall(r'(?:fill|stroke)="(#[0-9a-fA-F]{6})"', "".join(parts))
    if not name:
        assert max(contrast(colour, colours["floor"]) for colour in used) >= SHAPE


@pytest.mark.parametrize("colour", TINTS)
def test_ink_is_read_on_each_tint(colour: str) -> None:
    assert contrast(ink(colour), colour) >= TEXT


def test_tints_repeat() -> None:
    assert [tint(number) for number in range(10)] == [*TINTS, *TINTS[:2]]


@pytest.mark.parametrize("kind", [*PIXELS, "lava"])
def test_pixels_stand_out_from_both_floors(kind: str) -> None:
    if PIXELS.get(kind, ("", 255))[1] == 255:
        for colours in (LIGHT, DARK):
            assert contrast(colour(kind), colours["floor"]) >= SHAPE


def test_pixels_of_a_board_are_told_apart_in_grey() -> None:
    for one, other in (("rock", "brick"), ("wall", "crate"), ("wall", "goal")):
        assert contrast(colour(one), colour(other)) >= 1.15
    assert contrast(colour("rock"), colour("brick")) >= 1.3
    assert contrast(colour("wall"), colour("crate")) >= 1.3


def test_both_themes_have_the_same_colours() -> None:
    assert LIGHT.keys() == DARK.keys()
    assert set(re.findall(r"var\(--([\w-]+)\)", "".join(RULES.values()))) <= LIGHT.keys()


def test_an_automatic_picture_has_both_themes() -> None:
    picture = svg(Scene(1, 1, ()))
    light, dark = picture.split("@media(prefers-color-scheme:dark)")
    assert LIGHT["floor"] in light
    assert DARK["floor"] in dark
    assert DARK["floor"] not in svg(Scene(1, 1, ()), theme="light")
    assert LIGHT["floor"] not in svg(Scene(1, 1, ()), theme="dark")
    assert "@media" not in svg(Scene(1, 1, ()), theme="dark")


def test_properties_follow_the_theme() -> None:
    assert properties(".x", "dark").startswith(f".x{{--paper:{DARK['paper']};")
    assert properties(".x").count("--paper") == 3
