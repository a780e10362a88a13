"""Boards and maps with something changed: an audit refuses them, or what it asserts is true."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from gridproof.errors import InputError
from gridproof.reduction import Encoding, reductions
from gridproof.reductions.reduce import audit
from tests.reductions import (
    test_sat_to_bombcover,
    test_sat_to_bombcover_range,
    test_sat_to_boxcover,
    test_vc_to_bombcover,
    test_vc_to_boxcover,
    test_vc_to_merge,
)
from tests.soak import ROUNDS


@dataclass(frozen=True)
class Case:
    """The changes of a reduction's boards, and their judge.

    Attributes:
        board: a sound board, by chance.
        change: another board, map or instance; the same one if the change does nothing.
        check: sees that what an audit asserts of a changed board is true.
        count: changes to try in a quick test.
        least: that are refused and that are right at least, of 100.
        of_many: likewise in a long test, where less is left to chance.
    """

    board: Callable[[random.Random], Encoding]
    change: Callable[[Encoding, random.Random], Encoding]
    check: Callable[[Encoding], None]
    count: int
    least: tuple[int, int]
    of_many: tuple[int, int]


CASES = {
    "sat-to-bombcover": Case(
        test_sat_to_bombcover.some_board,
        test_sat_to_bombcover.changed,
        test_sat_to_bombcover.check_truth,
        60,
        (50, 8),
        (50, 8),
    ),
    "sat-to-bombcover-range": Case(
        test_sat_to_bombcover_range.some_board,
        test_sat_to_bombcover_range.changed,
        test_sat_to_bombcover_range.check_truth,
        60,
        (51, 1),
        (51, 1),
    ),
    "sat-to-boxcover": Case(
        test_sat_to_boxcover.some_board,
        test_sat_to_boxcover.changed,
        test_sat_to_boxcover.check_truth,
        80,
        (51, 1),
        (51, 1),
    ),
    "vc-to-bombcover": Case(
        test_vc_to_bombcover.some_board,
        test_vc_to_bombcover.mutated,
        test_vc_to_bombcover.check_truth,
        60,
        (16, 16),
        (16, 16),
    ),
    "vc-to-boxcover": Case(
        test_vc_to_boxcover.some_board,
        test_vc_to_boxcover.mutated,
        test_vc_to_boxcover.check_truth,
        120,
        (60, 3),
        (60, 2),
    ),
    "vc-to-merge": Case(
        test_vc_to_merge.some_board,
        test_vc_to_merge.mutated,
        test_vc_to_merge.check_truth,
        120,
        (67, 3),
        (60, 2),
    ),
}


def mutate(name: str, count: int, seed: str, least: tuple[int, int]) -> None:
    case, rng, outcomes = CASES[name], random.Random(seed), Counter[str]()
    while outcomes.total() < count:
        sound = case.board(rng)
        changed = case.change(sound, rng)
        if changed == sound:
            continue
        try:
            passed = audit(changed).passed
        except InputError:
            passed = False
        if passed:
            case.check(changed)
        outcomes["right" if passed else "refused"] += 1
    refused, right = least
    assert 100 * outcomes["refused"] >= refused * count, outcomes
    assert 100 * outcomes["right"] >= right * count, outcomes


def test_every_reduction_is_changed() -> None:
    assert CASES.keys() == reductions().keys()


@pytest.mark.parametrize("name", CASES)
def test_changed_boards_are_refused_or_still_right(name: str) -> None:
    mutate(name, CASES[name].count, name, CASES[name].least)


@pytest.mark.soak
@pytest.mark.parametrize("name", CASES)
def test_many_changed_boards_are_refused_or_still_right(name: str) -> None:
    mutate(name, 50 * ROUNDS, f"many of {name}", CASES[name].of_many)
