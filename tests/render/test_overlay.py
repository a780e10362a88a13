"""Rectangles, signs and lines on boards: right, told without colour, cheap on large boards."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest

from gridproof.grid import Pos
from gridproof.render.animation import Recorder
from gridproof.render.cell_set import Cells
from gridproof.render.outlines import merged, outline
from gridproof.render.overlay import bands, signs, told
from gridproof.render.svg import svg
from gridproof.scene import Mark, Scene, Stroke, Tiles

SVG = "{http://www.w3.org/2000/svg}"


def board(width: int, height: int, *marks: Mark, strokes: tuple[Stroke, ...] = ()) -> Scene:
    return Scene(width, height, (), marks=marks, strokes=strokes)


def filled(path: str, width: int, height: int) -> list[list[bool]]:
    """Return the cells within a path of horizontal and vertical lines (even or odd)."""
    inside = np.zeros((height, width), int)
    x = y = 0
    start = (0, 0)
    for letter, numbers in re.findall(r"([Mhvz])([-\d. ]*)", path):
        if letter == "M":
            x, y = map(int, numbers.split())
            start = (x, y)
        elif letter == "h":
            x += int(numbers)
        elif letter == "v":
            to = y + int(numbers)
            inside[min(y, to) : max(y, to), x:] += 1
            y = to
        else:
            to = start[1]
            inside[min(y, to) : max(y, to), x:] += 1
            x, y = start
    cells: list[list[bool]] = (inside % 2 == 1).tolist()
    return cells


def test_rectangles_that_overlap_have_one_outline() -> None:
    rng = random.Random(4)
    for _ in range(200):
        rectangles = [
            (rng.randrange(12), rng.randrange(9), rng.randint(1, 5), rng.randint(1, 4))
            for _ in range(rng.randint(1, 6))
        ]
        places = {
            Pos(column, row)
            for x, y, width, height in rectangles
            for row in range(y, y + height)
            for column in range(x, x + width)
        }
        path = merged(rectangles)
        inside = [[(x, y) in places for x in range(17)] for y in range(13)]
        assert filled(path, 17, 13) == inside, rectangles
        assert len(path) <= len(outline(Cells.at(places, 17, 13))) + 50


def test_rectangles_of_one_text_are_one_band() -> None:
    picture = svg(
        board(
            9,
            9,
            Mark(0, 0, 2, "loop of y", width=9, height=2),
            Mark(0, 0, 2, "loop of y", width=2, height=9),
            Mark(4, 4, 2, "another", width=2, height=2),
        )
    )
    root = ElementTree.fromstring(picture)
    groups = [group for group in root.iter(f"{SVG}g") if group.get("class") == "tint-2"]
    assert [group.findtext(f"{SVG}title") for group in groups] == ["loop of y", "another"]
    assert [len(group.findall(f"{SVG}path")) for group in groups] == [2, 2]


def test_what_is_told_only_is_not_drawn_but_its_sign_is() -> None:
    plain = svg(board(8, 4))
    marked = svg(board(8, 4, Mark(2, 1, None, "slot of clause 2", width=4, height=2)))
    assert marked == plain
    signed = svg(board(8, 4, Mark(2, 1, None, "slot", width=4, height=2, sign="¬x & y")))
    (text,) = ElementTree.fromstring(signed).iter(f"{SVG}text")
    assert text.text == "¬x & y"
    assert float(text.get("x", "")) == 4
    assert 2 < float(text.get("y", "")) < 2.5


@pytest.mark.parametrize("sign", ["1", "¬x", "a long sign of a clause"])
def test_signs_stay_within_their_rectangles(sign: str) -> None:
    for width, height in ((1, 1), (15, 2), (2, 30), (200, 300)):
        (text,) = re.findall(
            r'font-size="([\d.]+)"',
            signs([Mark(0, 0, 0, "", width=width, height=height, sign=sign)]),
        )
        assert float(text) <= min(height, 2)
        assert float(text) * 0.6 * len(sign) <= width


def test_lines_run_through_the_middles_of_cells_and_close() -> None:
    corners = [(1, 1), (4, 1), (4, 3), (1, 3), (1, 1)]
    scene = board(6, 5, strokes=(Stroke(tuple(Pos(*c) for c in corners), 1, "loop of y"),))
    assert re.findall(r'd="([^"]*)"', bands(scene, lambda *_: None)) == ["M1.5 1.5h3v2h-3z"] * 2
    wire = Stroke((Pos(0, 0), Pos(2, 0), Pos(3, 1), Pos(5, 3), Pos(5, 3)), 0, "edge")
    slanted = bands(board(6, 5, strokes=(wire,)), lambda *_: None)
    assert re.findall(r'd="([^"]*)"', slanted) == ["M0.5 0.5h2L5.5 3.5"] * 2
    assert bands(board(2, 2, strokes=(Stroke((Pos(1, 1),), 0),)), lambda *_: None) == ""


def test_tints_are_told_apart_without_colour() -> None:
    def bare(markup: str) -> str:
        return re.sub(r"#[0-9a-fA-F]{6}|tint-\d", "", markup)

    ways = [Stroke((Pos(0, 0), Pos(9, 0)), tint) for tint in range(8)]
    assert len({bare(bands(board(10, 1, strokes=(way,)), lambda *_: None)) for way in ways}) == 8
    for side in (2, 60):  # hatched line by line, and by a pattern
        marks = [Mark(0, 0, tint, "", width=side, height=side) for tint in range(8)]
        assert len({bare(svg(board(60, 60, mark))) for mark in marks}) == 8


def test_all_that_lines_say_is_told_of_their_cells() -> None:
    way = (Pos(1, 1), Pos(4, 1), Pos(6, 3))
    scene = board(8, 5, Mark(0, 0, None, "slot", width=8), strokes=(Stroke(way, 3, "edge"),))
    cells = {
        (x, y)
        for mark in told(scene)
        if mark.text == "edge"
        for x in range(mark.x, mark.x + mark.width)
        for y in range(mark.y, mark.y + mark.height)
    }
    assert cells == {(1, 1), (2, 1), (3, 1), (4, 1), (5, 2), (6, 3)}
    record = Recorder(scene, Scene(8, 5, ())).head()
    assert [0, 0, None, "slot", 8, 1] in record["marks"]
    assert [1, 1, None, "edge", 4, 1] in record["marks"]
    assert "<path" in record["overlay"]


def test_a_board_of_16_by_16_full_of_marks_is_small() -> None:
    marks = [
        Mark(x, y, y, f"band {y}", width=4, height=1) for y in range(16) for x in (0, 4, 8, 12)
    ]
    ways = tuple(Stroke((Pos(0, y), Pos(15, y)), y, f"line {y}") for y in range(16))
    assert len(svg(board(16, 16, *marks, strokes=ways)).encode()) < 15 * 1024


def test_a_million_cells_with_ten_thousand_rectangles_are_cheap() -> None:
    rng = random.Random(1)
    marks = [
        Mark(
            rng.randrange(900),
            rng.randrange(900),
            i % 40,
            f"loop {i % 40}",
            width=rng.randint(1, 100),
            height=rng.randint(1, 100),
        )
        for i in range(10_000)
    ]
    wall = Tiles(("", "wall"), bytes(1_000_000))
    scene = replace(board(1000, 1000, *marks), tiles=(wall,))
    assert len(svg(scene).encode()) < 4_000_000
    record = Recorder(scene, Scene(1000, 1000, ())).head()
    assert len(str(record)) < 5_000_000
    assert record["tiles"] == {"names": ["floor", "wall"], "runs": "1000000a"}


def test_tiles_of_large_boards_are_told_and_those_that_change() -> None:
    codes = bytearray(100 * 100)
    codes[0:3] = b"\1\1\2"
    marked = board(100, 100, Mark(0, 0, None, "corner"))
    first = replace(board(100, 100), tiles=(Tiles(("", "wall", "crate"), bytes(codes)),))
    recorder = Recorder(marked, first)
    assert recorder.head()["tiles"] == {"names": ["floor", "wall", "crate"], "runs": "2b1c9997a"}
    codes[2] = 0
    after = replace(first, tiles=(Tiles(("", "wall", "crate"), bytes(codes)),))
    (frame,) = recorder.step("x", [after])["frames"]
    assert frame["tiles"] == [[2, 0, "floor"]]
    assert "tiles" not in Recorder(board(100, 100), first).head()
