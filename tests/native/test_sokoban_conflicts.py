"""Zones of Sokoban that grow along conflicts: boards on which a simpler rule says too much."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import pytest

from gridproof._native import testing
from gridproof.files.reading import read_file
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.games.sokoban.solve.kernel import problem
from tests.games.sokoban.boards import LEVELS
from tests.native.test_sokoban_zones import Zoned
from tests.oracles import sokoban_zones as oracle
from tests.oracles.sokoban_features import Cell, flood

pytestmark = pytest.mark.native

ENOUGH = 10_000  # states of zones


class Case(NamedTuple):
    """A position of a level, and the bound that a wrong rule gives it; None: no solution."""

    rule: str
    level: tuple[str, ...]
    least: int
    wrong: int | None
    position: tuple[str, ...] = ()  # the start


CASES = (
    Case(
        "zones with goals have to be cleared",
        ("#####", "## .#", "# *$#", "#  @#", "#####"),
        1,
        None,
    ),
    Case(
        "a box that gets out at a cost goes first",
        ("######", "# $ .#", "#+$  #", "######"),
        3,
        5,
    ),
    Case(
        "what costs more than the limit is dead",
        ("#########", "#  .$   #", "# .@$   #", "#########"),
        3,
        None,
    ),
    Case(
        "the excess may have either parity",
        ("#########", "#  # #  #", "#     * #", "# .   $@#", "#########"),
        5,
        6,
        ("#########", "#  # #  #", "#  $  . #", "# .@$   #", "#########"),
    ),
    Case(
        "a push counts in the zone that it starts in, or in the later one",
        ("######", "# +  #", "# $###", "#$   #", "#  $*#", "#.# .#", "######"),
        5,
        7,
        ("######", "# . @#", "#  ###", "# $  #", "#$$ .#", "#.# *#", "######"),
    ),
)


def cells(rows: tuple[str, ...], chars: str) -> list[Cell]:
    return [(x, y) for y, row in enumerate(rows) for x, char in enumerate(row) if char in chars]


def read(rows: tuple[str, ...]) -> Zoned:
    (player,) = cells(rows, "@+")
    return Zoned(cells(rows, " .$*@+"), cells(rows, ".*+"), cells(rows, "$*"), player)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.rule)
def test_no_bound_is_above_the_optimum(case: Case) -> None:
    """The bound of the wrong rule is."""
    rows = case.position or case.level
    boxes, (player,) = frozenset(cells(rows, "$*")), cells(rows, "@+")
    level = read(case.level)
    left = oracle.pushes_left(level.floor, level.goals, boxes, player, 5000)
    optimum, _ = left[boxes, flood(level.floor - boxes, player)]
    assert optimum is not None
    assert case.wrong is None or case.wrong > optimum
    for squares, work, more in product((0, 5, 6), (0, 100_000), (0, 2)):
        level = read(case.level)
        if squares:  # tables beside them, maybe larger ones too
            level.native.choose(squares, work)
            if more:
                level.native.choose(squares + more, 0)
        here = level.numbers(boxes), level.number(player)
        bound = level.native.conflicts(*here, case.least, ENOUGH)
        assert bound is not None, (squares, work, more)
        assert case.least <= bound <= optimum, (squares, work, more)


def test_a_zone_that_is_met_says_nothing_beside() -> None:
    """With it 15 pushes would be needed two before the end of level 18; it takes 13."""
    level = list(read_file(str(LEVELS / "microban1.txt")))[17]
    assert isinstance(level, SokobanLevel)
    zones = testing.SokobanZones(**problem(level))
    zones.choose(6, 100_000)
    bound = zones.conflicts([31, 38], 45, 11, 20_000)
    assert bound is not None
    assert bound <= 13
