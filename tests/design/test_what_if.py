"""Changes that would make a board easier."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from gridproof import solve
from gridproof.design.what_if import Eased, WhatIf, easiest
from gridproof.errors import InputError
from gridproof.files.reading import read_boards
from gridproof.game import RelaxedVariant
from gridproof.games._template.game import Template
from gridproof.games._template.level import StripLevel
from gridproof.games.merge.game import Merge
from gridproof.games.merge.level import MergeLevel
from gridproof.games.sokoban.game import Sokoban
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.grid import Pos
from gridproof.limits import CancelToken
from gridproof.registry import find_game, games
from gridproof.render.heat import heat_map, with_easements
from gridproof.result import Limits, Progress, Status, StopReason
from tests.games.merge.test_solvers import oracle_board
from tests.games.robots.test_solvers import as_record
from tests.oracles import easing
from tests.samples import GAMES, random_levels
from tests.soak import ROUNDS


class Shorter(Template):
    """Each cell may be taken away; so may long strides, which helps nobody."""

    def relaxed_variants(self, level: StripLevel) -> Iterator[RelaxedVariant]:
        if level.stride > 1:
            yield RelaxedVariant("stride", (), strip(level.width, level.start))
        for x in range(level.width):
            if x != level.start:
                start = level.start - (x < level.start)
                yield RelaxedVariant(
                    "cell", (Pos(x, 0),), strip(level.width - 1, start, level.stride)
                )


class Opened(Sokoban):
    """Each wall inside may be taken away."""

    def relaxed_variants(self, level: SokobanLevel) -> Iterator[RelaxedVariant]:
        for place, kind in enumerate(level.cells):
            cell = level.cell(place)
            inside = 0 < cell.x < level.width - 1 and 0 < cell.y < level.height - 1
            if kind == "#" and inside:
                cells = f"{level.cells[:place]} {level.cells[place + 1 :]}"
                yield RelaxedVariant("wall", (cell,), replace(level, cells=cells))


class Weaker(Merge):
    """Each stone may lose a hit point, or be taken away."""

    def relaxed_variants(self, level: MergeLevel) -> Iterator[RelaxedVariant]:
        for i, (cell, hp) in enumerate(level.stones):
            for left in (((cell, hp - 1),) if hp > 1 else (), ()):
                stones = (*level.stones[:i], *left, *level.stones[i + 1 :])
                yield RelaxedVariant("hit point", (cell,), replace(level, stones=stones))


def strip(width: int, start: int, stride: int = 1) -> StripLevel:
    return StripLevel(width=width, height=1, start=start, stride=stride)


def sokoban(text: str) -> SokobanLevel:
    (level,) = read_boards(text, game="sokoban")
    assert isinstance(level, SokobanLevel)
    return level


def cells(found: WhatIf) -> list[tuple[Pos, ...]]:
    return [eased.easement.cells for eased in found.best]


def test_all_that_are_best() -> None:
    found = easiest(strip(6, 2), game=Shorter())
    assert (found.result.cost, found.cost, found.gain) == (3, 2, 1)
    assert cells(found) == [((3, 0),), ((4, 0),), ((5, 0),)]
    assert all(e.result.status is Status.OPTIMAL and e.result.verified for e in found.best)
    assert (found.tried, found.open, found.is_certain) == (5, 0, True)


@pytest.mark.parametrize("level", [strip(5, 0, 2), strip(5, 4, 2)], ids=["as far", "there"])
def test_nothing_makes_it_easier(level: StripLevel) -> None:
    found = easiest(level, game=Shorter())
    assert (found.best, found.cost, found.gain) == ((), None, None)
    assert (found.tried, found.is_certain) == (5, True)


def test_a_board_of_which_nothing_can_be_taken_away() -> None:
    found = easiest(strip(1, 0), game=Template())
    assert (found.best, found.tried, found.is_certain) == ((), 0, True)


def test_a_board_without_solution() -> None:
    """The player cannot get behind the box unless the wall above is gone."""
    level = sokoban("########\n#  #   #\n# #### #\n#  $@ .#\n########\n")
    found = easiest(level, game=Opened())
    assert found.result.status is Status.INFEASIBLE
    assert cells(found) == [((3, 1),)]
    assert (found.cost, found.gain) == (3, None)


def test_the_metric_that_is_better() -> None:
    level = sokoban("#######\n#@#   #\n# # $.#\n#     #\n#######\n")
    found = easiest(level, game=Opened(), objective="pushes-moves")
    assert (found.result.cost, found.cost, found.gain) == ((1, 6), (1, 4), 2)
    assert cells(found) == [((2, 1),), ((2, 2),)]


def test_more_is_easier_where_more_is_better() -> None:
    (level,) = read_boards("aa\n2.\n..\n", game="merge")
    assert isinstance(level, MergeLevel)
    found = easiest(level, game=Weaker())
    assert (found.result.cost, found.cost, found.gain) == (0, 1, 1)
    assert [e.easement.name for e in found.best] == ["hit point"]


def test_limits() -> None:
    level = strip(9, 0)
    result = solve(level, game=Shorter())
    found = easiest(level, result, game=Shorter(), limits=Limits(time=0))
    assert (found.tried, found.ending) == (0, StopReason.TIME_LIMIT)
    found = easiest(level, result, game=Shorter(), limits=Limits(nodes=1))
    assert (found.tried, found.open, found.ending) == (0, 8, StopReason.COMPLETED)
    assert not found.best
    assert not found.is_certain


def test_it_can_be_stopped() -> None:
    token = CancelToken()
    level = strip(5000, 0)
    result = solve(level, game=Shorter())

    def stop(progress: Progress) -> None:
        token.cancel()

    found = easiest(level, result, game=Shorter(), cancel=token, progress=stop)
    assert found.ending is StopReason.INTERRUPTED
    assert found.tried < 5000
    assert not found.is_certain


def test_the_optimum_has_to_be_known() -> None:
    with pytest.raises(InputError, match="only known where its optimum is"):
        easiest(strip(9, 0), game=Shorter(), limits=Limits(nodes=1))


def test_it_is_seen_on_the_picture() -> None:
    level = sokoban("#######\n#@#   #\n# # $.#\n#     #\n#######\n")
    found = easiest(level, game=Opened(), objective="moves")
    scene = with_easements(heat_map(level, found.result.moves or ()), found)
    signs = {(mark.x, mark.y): mark.sign for mark in scene.marks if mark.heat is None}
    assert signs == {(2, 1): "−2", (2, 2): "−2"}


def test_it_is_said_in_words() -> None:
    game = Shorter()
    assert easiest(strip(5, 2), game=game).words(game) == (
        "without the cell at row 1, column 4 or the cell at row 1, column 5: "
        "1 step instead of 2 steps"
    )
    assert easiest(strip(9, 1), game=game).words(game) == (
        "without the cell at row 1, column 3 or the cell at row 1, column 4 or "
        "the cell at row 1, column 5 or any of 4 others: 6 steps instead of 7 steps"
    )
    assert easiest(strip(5, 0, 2), game=game).words(game) == "none of 5 changes makes it easier"
    assert easiest(strip(1, 0), game=Template()).words(game) == "nothing can be taken away"
    level = strip(9, 0)
    result = solve(level, game=game)
    found = easiest(level, result, game=game, limits=Limits(time=0))
    assert found.words(game) == "nothing is known (the time was over)"
    found = easiest(level, result, game=game, limits=Limits(nodes=1))
    assert found.words(game) == "nothing is known (8 boards not solved within the limits)"


def test_it_is_said_in_json() -> None:
    game = Shorter()
    record = easiest(strip(4, 2), game=game).to_json(game)
    assert record == {
        "best": [{"without": "cell", "cells": [[3, 0]], "level": "..@\n", "solution": ""}],
        "cost": 0,
        "gain": 1,
        "tried": 3,
        "open": 0,
        "ending": "COMPLETED",
        "certain": True,
    }


def test_a_wall_is_between_two_cells() -> None:
    for text, between in (
        ("┏━━━┳━┓\n┃▣  ┃◎┃\n┗━━━┻━┛\n", "row 1, columns 2 and 3"),
        ("┏━┓\n┃▣┃\n┣━┫\n┃◎┃\n┗━┛\n", "rows 1 and 2, column 1"),
    ):
        (level,) = read_boards(text, game="robots")
        said = easiest(level).words(find_game("robots"))
        assert said == f"without the wall at {between}: 1 move instead of no solution"


# Against all boards with one thing less


def all_eased(game: str, level: Any, objective: str) -> Iterator[easing.Eased]:
    board = json.loads(GAMES[game].write(level.with_info(), "json"))
    match game:
        case "robots":
            return easing.robots_eased(as_record(level), level.ricochet)
        case "bombcover":
            rules = {"radius": level.radius, "pierce": level.pierce, "throw": level.throw}
            return easing.bombcover_eased(board["rows"], objective, **rules)
        case "onebomb":
            variant = {"radius": level.radius, "bombs": level.bombs, "blast": level.blast}
            return easing.onebomb_eased(board["rows"], **variant)
        case "merge":
            return easing.merge_eased(oracle_board(level), objective, level.max_level)
        case "sokoban":
            return easing.sokoban_eased(board["rows"], objective)
        case _:
            return easing.boxcover_eased(board)


def named(game: str, level: Any, eased: Eased) -> tuple[Any, ...]:
    """Return the removed thing in the words of the oracle."""
    name, (cell, *others), _ = eased.easement
    left: Any = eased.easement.level
    match game, name:
        case "robots", "wall":
            return (name, *cell, "E" if others[0].x > cell.x else "S")
        case "robots", _:
            return ("robot", *cell)
        case "boxcover", _:  # its cells are those of the picture
            (point,) = set(level.points) - set(left.points)
            assert name == f"point {point.x},{point.y}"
            return ("point", *point)
        case _:
            return (name, *cell, *(part for other in others for part in other))


def compare_with_all(game: str, objective: str, count: int, seed: int) -> None:
    easier = 0
    for level in random_levels(game, count, seed=seed):
        if game == "bombcover" and level.crates.bit_count() > 4:
            continue  # to try all plays takes the oracle seconds
        found = easiest(level, game=game, objective=objective)
        assert found.is_certain
        known, sign = found.result.cost, 1 if found.result.sense == "min" else -1
        values = {
            what: value
            for what, value in all_eased(game, level, objective)
            if value is not None
            and (known is None or (value < known if sign > 0 else value > known))
        }
        best = (min if sign > 0 else max)(values.values(), default=None)
        assert found.cost == best, level
        expected = {what for what, value in values.items() if value == best}
        assert {named(game, level, eased) for eased in found.best} == expected, level
        easier += bool(expected)
    assert easier


OBJECTIVES = [(id_, goal.id) for id_, game in games().items() for goal in game.objectives]


@pytest.mark.native
@pytest.mark.parametrize(("game", "objective"), OBJECTIVES)
def test_nothing_better_can_be_taken_away(game: str, objective: str) -> None:
    compare_with_all(game, objective, 6, 21)


@pytest.mark.soak
@pytest.mark.native
@pytest.mark.parametrize(("game", "objective"), OBJECTIVES)
def test_of_many_boards_nothing_better_can_be_taken_away(game: str, objective: str) -> None:
    compare_with_all(game, objective, 5 * ROUNDS, 22)
