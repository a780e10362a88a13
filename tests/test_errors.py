"""Exceptions as others get them: copied, and from another process."""

from __future__ import annotations

import copy
import pickle

import pytest

from gridproof.errors import (
    GridproofError,
    IllegalMove,
    InputError,
    InternalError,
    InvalidMove,
    MissingPart,
    NoRoom,
    ParseError,
    UnclearGame,
    UnknownName,
)

ERRORS = (
    InputError("no such thing", hint="look again"),
    ParseError("no such cell", 3, 4, "look again"),
    UnknownName("solver", "optimum", ["optimal", "any"]),
    UnclearGame("two games know it", ["sokoban", "bombcover"], hint="name it"),
    InvalidMove("x", "no move"),
    IllegalMove("U", "a wall is in the way", "#@#"),
    IllegalMove("U", "a wall is in the way", position="#@#"),
    MissingPart("no part", hint="install it"),
    NoRoom("no room"),
    InternalError("a bug"),
)


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_exceptions_can_be_copied_and_pickled(error: GridproofError) -> None:
    for other in (copy.copy(error), pickle.loads(pickle.dumps(error))):
        assert type(other) is type(error)
        assert str(other) == str(error)
        assert (other.hint, other.args, vars(other)) == (error.hint, error.args, vars(error))
