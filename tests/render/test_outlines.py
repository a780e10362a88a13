"""Outlines of sets of cells, checked by filling them in again."""

from __future__ import annotations

import random
import re

import numpy as np
import pytest

from gridproof.grid import Pos
from gridproof.render.cell_set import Cells
from gridproof.render.outlines import grid_lines, outline


def filled(path: str, width: int, height: int) -> list[list[int]]:
    """Return the winding number of a path around the middle of each cell."""
    found = np.zeros((height, width), int)
    x = y = start_x = start_y = 0
    for letter, numbers in re.findall(r"([Mhvz])([-\d ]*)", path):
        if letter == "M":
            x, y = start_x, start_y = [int(number) for number in numbers.split()]
        elif letter == "h":
            x += int(numbers)
        else:
            to = y + int(numbers) if letter == "v" else start_y
            assert letter == "v" or x == start_x or y == start_y, "the last line is straight"
            found[min(y, to) : max(y, to), x:] += 1 if to < y else -1
            y = to
        if letter == "z":
            x, y = start_x, start_y
    return found.tolist()


def cells_of(*rows: str) -> Cells:
    text = "".join(rows).encode()
    return Cells.equal(text.translate(bytes.maketrans(b".#", b"\0\1")), 1, len(rows[0]))


def sets() -> list[Cells]:
    rng = random.Random(0)
    found = [
        cells_of(*("".join(rng.choices(".#", (1 - part, part), k=w)) for _ in range(h)))
        for part in (0.2, 0.5, 0.8)
        for w, h in ((1, 1), (7, 1), (1, 6), (4, 4), (9, 7), (20, 20))
    ]
    return [*found, cells_of(*[".#.#.#.#.", "#.#.#.#.#"] * 4), cells_of(*["..."] * 3)]


@pytest.mark.parametrize("cells", sets())
def test_an_outline_winds_once_around_its_cells_and_no_other(cells: Cells) -> None:
    path = outline(cells)
    bits = [[row >> x & 1 for x in range(cells.width)] for row in cells.rows]
    assert filled(path, cells.width, len(cells.rows)) == bits
    assert not cells or path.startswith("M")


def test_an_outline_has_no_needless_corner() -> None:
    assert outline(cells_of("##", "##")) == "M0 0h2v2h-2z"
    assert outline(cells_of("#.", "##"), 3, 4) == "M3 4h1v1h1v1h-2z"
    assert outline(cells_of("###", "#.#", "###")) == "M0 0h3v3h-3zM1 1v1h1v-1z"
    assert outline(cells_of("#.", ".#")) == "M0 0h1v1h-1zM1 1h1v1h-1z"


def test_an_outline_may_run_within_the_edges() -> None:
    inside = outline(cells_of("###", "#.#", "###"), unit=10, inset=1)
    assert inside == "M1 1h28v28h-28zM9 9v12h12v-12z"
    assert outline(cells_of(".#", "#."), unit=10, inset=1) == "M11 1h8v8h-8zM1 11h8v8h-8z"


def test_runs_and_lines_between_cells() -> None:
    cells = cells_of("##.#", "####")
    assert list(cells.runs()) == [(0, 0, 2), (0, 3, 4), (1, 0, 4)]
    assert grid_lines(cells, 5, 0) == "M5 1h2M8 1h1M6 0v2M7 1v1M8 1v1"
    assert grid_lines(cells_of("#")) == ""


def test_sets_of_cells() -> None:
    cells = cells_of("##.#", "####")
    assert cells == Cells.all(4, 2) - cells_of("..#.", "....")
    assert cells == Cells.at(
        [Pos(x, y) for y in (0, 1) for x in (0, 1, 2, 3) if x + y != 2 or y], 4, 2
    )
    assert (len(cells), bool(cells), bool(cells - cells)) == (7, True, False)
    assert cells.transposed == cells_of("##", "##", ".#", "##")
    assert cells.transposed.transposed == cells
    assert cells.above_others == cells_of("##.#")
    assert cells.left_of_others == cells_of("#..", "###")
