"""Covers that are renewed place by place, against the fewest of small boards."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping

import pytest

from gridproof.limits import Ticker
from gridproof.set_cover.component import Component, ComponentSettings
from gridproof.set_cover.greedy import greedy_cover
from gridproof.set_cover.neighbourhoods import Neighbourhoods

pytestmark = pytest.mark.native

Sets = Mapping[int, Collection[int]]

SETTINGS = ComponentSettings(fixing=True, local_search=False, budget=False, cutter=None)


def solved(sets: Sets, ticker: Ticker) -> list[int]:
    part = Component(sets, None, lambda: None, SETTINGS, ticker)
    part.solve(ticker)
    return part.cover


def of_greedy(sets: Sets, ticker: Ticker) -> list[int]:
    return greedy_cover(sets, ticker)


def strip(rng: random.Random, points: int) -> dict[int, set[int]]:
    """Intervals with holes: neighbours are near, and greedy covers are too large."""
    sets = [
        {p for p in range(start, min(start + 5, points)) if p == start or rng.random() < 0.6}
        for start in range(points)
        for _ in range(2)
    ]
    return dict(enumerate(sets))


@pytest.mark.parametrize("solve", [solved, of_greedy])
def test_renewed_covers_are_covers_of_no_more_and_at_last_of_few(solve: object) -> None:
    rng, better = random.Random(1), 0
    assert callable(solve)
    for _ in range(15):
        sets, ticker = strip(rng, 60), Ticker()
        cover = greedy_cover(sets, ticker)
        first, held = len(cover), ticker.bytes
        search = Neighbourhoods(sets, 15, solve)
        for _ in range(25):
            renewed = search.renewed(cover, ticker)
            assert len(set(renewed)) == len(renewed) <= len(cover)
            assert set().union(*(sets[key] for key in renewed)) == set(range(60))
            cover = renewed
        assert ticker.bytes == held  # what a search took, it gave back
        better += first - len(cover)
    assert better > (5 if solve is solved else 0)


def test_components_with_neighbourhoods_are_solved() -> None:
    """The bound and the cover meet at the number that is found without neighbourhoods."""
    rng = random.Random(2)
    settings = ComponentSettings(
        fixing=True, local_search=False, budget=False, cutter=None, neighbourhood=10
    )
    for _ in range(10):
        sets = strip(rng, 40)
        part = Component(sets, None, lambda: None, settings, Ticker())
        part.solve(Ticker())
        assert part.bound == len(part.cover) == len(solved(sets, Ticker()))
        assert set().union(*(sets[key] for key in part.cover)) == set(range(40))


def test_points_outside_of_a_place_are_not_forgotten() -> None:
    """Naive: with the place alone covered anew, what its squares covered beside it is lost."""
    sets = {0: {0, 1}, 1: {2, 3}, 2: {1, 2}, 3: {0}, 4: {3}}
    cover, near = [0, 1], {1, 2}
    kept = [key for key in cover if near.isdisjoint(sets[key])]
    naive = [*kept, *solved({key: points & near for key, points in sets.items()}, Ticker())]
    assert len(naive) == 1
    assert set().union(*(sets[key] for key in naive)) != set(range(4))
    search = Neighbourhoods(sets, 2, solved)
    for _ in range(10):
        renewed = search.renewed(cover, Ticker())
        assert len(renewed) == 2
        assert set().union(*(sets[key] for key in renewed)) == set(range(4))
