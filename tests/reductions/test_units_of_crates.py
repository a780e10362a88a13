"""vc-to-bombcover, conditions (L), (H) and (C) for all boards: pairs of units, and grid points.

Every board is made of units of a drawing, which share grid points alone, and at most three of them
meet in one. Links and arms concern two crates; so it is enough to look at any two units near each
other. Crates that touch make chains only round a grid point or in a bump; so it is enough to look
at any grid point with its units. Both are finite lists, and here all of them are checked.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pytest

from gridproof.grid import Pos
from gridproof.reductions.vc_to_bombcover import layout

RADII = range(1, 8)
each_radius = pytest.mark.parametrize("radius", RADII)


class Unit(NamedTuple):
    """A unit of a drawing on the board.

    Attributes:
        ends: its grid points, in the order of its edge.
        crates: their cells.
        bombs: the cells between them, each of two crates.
    """

    ends: tuple[Pos, Pos]
    crates: tuple[Pos, ...]
    bombs: tuple[Pos, ...]

    def first(self, point: Pos) -> Pos:
        """The crate beside a grid point."""
        return self.crates[0 if point == self.ends[0] else -1]


def placed(start: Pos, end: Pos, radius: int) -> Iterator[Unit]:
    """The units between two grid points of the drawing, as an edge may run: plain, and longer."""
    a, b = layout._cell(start, radius), layout._cell(end, radius)
    for ends in ((a, b), (b, a)):
        for unit in layout._units(radius):
            crates, bombs = (
                tuple(Pos(*layout._placed(*ends, *place)) for place in places)
                for places in (unit.crates, unit.bombs)
            )
            yield Unit(ends, crates, bombs)


def segments(size: int) -> list[tuple[Pos, Pos]]:
    """The segments between neighbouring points of a grid."""
    points = [Pos(x, y) for y in range(size) for x in range(size)]
    near = [(p, q) for p in points for q in (Pos(p.x + 1, p.y), Pos(p.x, p.y + 1))]
    return [(p, q) for p, q in near if q.within(size, size)]


def linked(a: Pos, b: Pos, radius: int) -> bool:
    dx, dy = abs(a.x - b.x), abs(a.y - b.y)
    return dx + dy <= 2 * radius if 0 in (dx, dy) else max(dx, dy) <= radius


def taken(bomb: Pos, crates: set[Pos], radius: int) -> set[Pos]:
    """The crates that an explosion takes: the nearest one on each arm."""
    found = set()
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        arm = (Pos(bomb.x + dx * i, bomb.y + dy * i) for i in range(1, radius + 1))
        found |= set(itertools.islice((cell for cell in arm if cell in crates), 1))
    return found


@each_radius
def test_crates_of_two_units_are_linked_only_at_a_common_grid_point(radius: int) -> None:
    """(L) between units, and (H): another unit is in no arm's way and on no bomb's cell.

    If no grid point of one unit is a neighbour of one of the other, they are more than 2r apart.
    All other pairs are those of the first unit, one way or the other, in a grid of points.
    """
    assert 2 * layout._pitch(radius) - 2 > 2 * radius
    firsts = [(Pos(2, 2), Pos(3, 2)), (Pos(2, 2), Pos(2, 3))]
    for one, other in itertools.product(firsts, segments(6)):
        if one == other:
            continue
        for u, v in itertools.product(placed(*one, radius), placed(*other, radius)):
            common = set(u.ends) & set(v.ends)
            allowed = {(u.first(point), v.first(point)) for point in common}
            found = {
                pair for pair in itertools.product(u.crates, v.crates) if linked(*pair, radius)
            }
            assert found == allowed
            crates = {*u.crates, *v.crates}
            assert not crates & {*u.bombs, *v.bombs, *u.ends, *v.ends}
            for number, bomb in enumerate(u.bombs):
                assert taken(bomb, crates, radius) == {*u.crates[number : number + 2]}


@each_radius
def test_crates_of_a_unit_are_linked_only_in_a_row(radius: int) -> None:
    for unit in placed(Pos(0, 0), Pos(1, 0), radius):
        for i, k in itertools.combinations(range(len(unit.crates)), 2):
            assert linked(unit.crates[i], unit.crates[k], radius) == (k == i + 1)


def stars(radius: int) -> Iterator[Sequence[Unit]]:
    """The units that may meet in a grid point: one to three of them, each plain or longer."""
    here = Pos(1, 1)
    around = [Pos(2, 1), Pos(1, 2), Pos(0, 1), Pos(1, 0)]
    for count in (1, 2, 3):
        for ends in itertools.combinations(around, count):
            yield from itertools.product(*(placed(here, end, radius) for end in ends))


@each_radius
def test_a_bomb_on_a_grid_point_takes_the_crates_at_it(radius: int) -> None:
    point = layout._cell(Pos(1, 1), radius)
    for units in stars(radius):
        crates = {cell for unit in units for cell in unit.crates}
        assert taken(point, crates, radius) == {unit.first(point) for unit in units}


@each_radius
def test_crates_that_touch_are_three_at_most_and_close_nothing(radius: int) -> None:
    """(C): no four crates touch one another in a chain, and none is near the border.

    Crates of different units touch only if they are linked: at most r apart both ways.
    """
    for units in stars(radius):
        crates = {cell for unit in units for cell in unit.crates}
        for chain in chains(crates):
            assert len(chain) <= 3
            assert all(
                abs(a.x - b.x) + abs(a.y - b.y) > 1 for a, b in itertools.combinations(chain, 2)
            )
    for start, end in segments(2):
        for unit in placed(start, end, radius):
            assert all(min(cell) >= 2 for cell in unit.crates)
            last = 1 * layout._pitch(radius) + 2 * layout._margin(radius)  # the far border
            assert all(max(cell) <= last - 2 for cell in unit.crates)


def chains(crates: set[Pos]) -> Iterator[set[Pos]]:
    """The sets of crates that touch, by sides or corners, one after the other."""
    left = set(crates)
    while left:
        chain, waiting = set[Pos](), [left.pop()]
        while waiting:
            cell = waiting.pop()
            chain.add(cell)
            near = {
                other for other in left if max(abs(cell.x - other.x), abs(cell.y - other.y)) == 1
            }
            left -= near
            waiting += near
        yield chain


def test_the_cells_around_three_that_touch_are_connected() -> None:
    """So a walk goes round them. Four crates around a cell close that in: degree 3 matters."""
    cells = [Pos(x, y) for y in range(3) for x in range(3)]
    sets = [set(some) for count in (1, 2, 3) for some in itertools.combinations(cells, count)]
    assert all(is_connected(ring(some)) for some in sets if len(list(chains(some))) == 1)
    assert not is_connected(ring({Pos(1, 0), Pos(0, 1), Pos(2, 1), Pos(1, 2)}))


def ring(cells: set[Pos]) -> set[Pos]:
    steps = [Pos(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)]
    return {Pos(c.x + s.x, c.y + s.y) for c in cells for s in steps} - cells


def is_connected(cells: set[Pos]) -> bool:
    """Return True if one can walk from each cell to each other one, by sides."""
    found, waiting = {min(cells)}, [min(cells)]
    while waiting:
        x, y = waiting.pop()
        near = {Pos(x + 1, y), Pos(x - 1, y), Pos(x, y + 1), Pos(x, y - 1)} & cells - found
        found |= near
        waiting += near
    return found == cells
