"""Actions of a play-through are read strictly: these forms and no other."""

from __future__ import annotations

from typing import Any

import pytest

from gridproof.errors import InputError
from gridproof.grid import Pos
from gridproof.strict_json import Field
from gridproof.web.play_actions import (
    Action,
    Follow,
    Point,
    Press,
    Preview,
    Redo,
    Restart,
    Undo,
    Warn,
    count_followed,
    read_action,
)

ACTIONS: list[tuple[list[Any], Action]] = [
    (["press", "left"], Press("left")),
    (["point", [3, 0]], Point(Pos(3, 0))),
    (["undo"], Undo()),
    (["redo"], Redo()),
    (["restart"], Restart()),
    (["warn", False], Warn(False)),
    (["show", True], Preview(True)),
    (["follow", False, 2, 9], Follow(False, 2, 9)),
]
#: Values of which none has the type of all others.
WRONG: list[Any] = [None, 1.5, {}, [], -1]


@pytest.mark.parametrize(("written", "read"), ACTIONS, ids=lambda value: str(value)[:20])
def test_each_action_is_read(written: list[Any], read: Action) -> None:
    assert read_action(Field(written)) == read


@pytest.mark.parametrize("written", [written for written, _ in ACTIONS], ids=str)
def test_actions_of_another_form_are_refused(written: list[Any]) -> None:
    wrong = [[*written, 1], [written], [written[0].upper(), *written[1:]]]
    if len(written) > 1:
        wrong.append(written[:-1])
    for index in range(1, len(written)):
        wrong += [[*written[:index], value, *written[index + 1 :]] for value in WRONG]
    for one in wrong:
        with pytest.raises(InputError):
            read_action(Field(one))


@pytest.mark.parametrize("written", [[], {}, None, "undo", 1, True, [None], [[]]], ids=str)
def test_what_is_no_action_is_refused(written: Any) -> None:
    with pytest.raises(InputError):
        read_action(Field(written))


def test_unread_actions_are_counted_by_the_moves_they_may_make() -> None:
    written = [
        ["follow", True, 0, 7],
        ["press", "left"],
        ["follow", False, 0, 5],
        ["follow", True, 0, 1],
        ["follow", True, 0, -3],
        ["follow", 1, 0, 5],
        ["follow", True, 0, "9"],
        ["follow"],
        None,
    ]
    assert count_followed(map(Field, written)) == (13, [True, False, True, True])
