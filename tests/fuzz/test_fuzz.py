"""A slice of the fuzzing; `python -m tests.fuzz --inputs 1000000` is the whole."""

from __future__ import annotations

import pytest

from tests.fuzz.readers import READERS, made, run
from tests.soak import ROUNDS

each_reader = pytest.mark.parametrize("name", list(READERS))

#: Readers that work at each input for long.
_SLOW = ("certificates", "maps")


@each_reader
def test_damaged_input_is_read_or_refused(name: str) -> None:
    """Nothing but our own errors, in our own words, comes out of a reader."""
    for number in range(6 if name in _SLOW else 60):
        run(name, made(name, 1, number))


@each_reader
def test_an_input_is_the_same_every_time(name: str) -> None:
    assert [made(name, 2, n) for n in range(3)] == [made(name, 2, n) for n in range(3)]


@each_reader
@pytest.mark.soak
def test_much_damaged_input_is_read_or_refused(name: str) -> None:
    for number in range(50 * ROUNDS if name in _SLOW else 1000 * ROUNDS):
        run(name, made(name, 3, number))
