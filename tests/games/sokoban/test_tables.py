"""Bounds by tables in the search for fewest pushes, against the oracle and the search without."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import pytest

from gridproof._native import sokoban as native
from gridproof.games.sokoban.game import GAME
from gridproof.games.sokoban.generate.random_boards import room
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.games.sokoban.solve.kernel import problem
from gridproof.result import Limits, Status
from gridproof.solving.solve import solve
from gridproof.verifying import verify
from tests.games.sokoban.boards import TRAPS, choices, dense_level, level
from tests.oracles import sokoban as oracle
from tests.soak import ROUNDS, fresh_seed

pytestmark = pytest.mark.native

#: What the search with tables consists of.
TABLES = ("groups", "quadruples", "zones", "learnt-zones", "conflicts", "turns")
#: All tables after the first position, and no other way to a proof.
AT_ONCE = {"tables-after": 1, "backward": False, "upper-bound": False, "within": False}


def with_tables(
    found: SokobanLevel, without: Sequence[str] = (), more: Mapping[str, Any] = MappingProxyType({})
) -> Any:
    """The fewest pushes; None if there is proven to be no solution."""
    options = AT_ONCE | dict.fromkeys(without, False) | dict(more)
    result = solve(found, objective="pushes", solver="optimal", solver_options=options)
    assert result.status in (Status.OPTIMAL, Status.INFEASIBLE)
    return result.cost


def rows_of(found: SokobanLevel) -> list[str]:
    return GAME.write(found).splitlines()


def root_bound(found: SokobanLevel, without: Sequence[str]) -> int | None:
    """Return the bound of tables at the start; None if it is dead."""
    options = AT_ONCE | dict.fromkeys(without, False)
    result = solve(
        found, objective="pushes", solver="optimal", solver_options=options, limits=Limits(nodes=2)
    )
    assert isinstance(result.bound, int | None)
    return None if result.status is Status.INFEASIBLE else result.bound


def test_tables_change_no_optimum_of_dense_boards() -> None:
    rng = random.Random("tables dense")
    for _ in range(60):
        found = dense_level(rng)
        plain = with_tables(found, ("tables",))
        assert with_tables(found) == plain, GAME.write(found)
        without = [part for part in TABLES if rng.random() < 0.5]
        small = {"zone-squares": rng.randint(3, 8)}  # so that borders are crossed
        assert with_tables(found, without, small) == plain, (without, small, GAME.write(found))
        later = {"tables-after": rng.randrange(2, 40), "backward": True}
        assert with_tables(found, more=later) == plain, GAME.write(found)
        assert with_tables(found, more={"within": True}) == plain, GAME.write(found)


def pushes_within(found: SokobanLevel, most: int) -> int | None:
    """The pushes of some solution of so few; None if there is proven to be none."""
    said = native.any(**problem(found), most=most)
    assert said["exhausted"] == (said["moves"] is None)
    if said["moves"] is None:
        return None
    verdict = verify(GAME, found, said["moves"].upper())
    assert verdict.valid
    return verdict.costs["pushes"]


def test_a_solution_within_a_limit_is_found_if_there_is_one() -> None:
    rng = random.Random("within")
    solvable = 0
    for _ in range(120):
        found = dense_level(rng) if rng.random() < 0.5 else small_board(rng, rng.randint(2, 4))
        pushes = with_tables(found, ("tables",))
        if pushes is None:
            assert pushes_within(found, 1000) is None, GAME.write(found)
            continue
        solvable += 1
        assert pushes_within(found, pushes) == pushes, GAME.write(found)
        assert not pushes or pushes_within(found, pushes - 1) is None, GAME.write(found)
        some = pushes_within(found, pushes + 4)
        assert some in range(pushes, pushes + 5), GAME.write(found)
    assert solvable >= 60


def part(cells: Sequence[str], width: int, start: int) -> list[int]:
    """The floor that is joined to a cell."""
    found = [start] if cells[start] == " " else []
    for i in found:
        beside = [i - width, i + width] + [i - 1] * (i % width > 0)
        beside += [i + 1] * (i % width < width - 1)
        found += [j for j in beside if 0 <= j < len(cells) and cells[j] == " " and j not in found]
    return sorted(found)


def small_board(rng: random.Random, boxes: int) -> SokobanLevel:
    """A small board, with a solution or mostly without."""
    if rng.random() < 0.5:
        size = {"width": 2 + rng.randint(3, 5), "height": 2 + rng.randint(3, 4)}
        return room(rng, **size, boxes=boxes, walls=rng.choice((5, 15, 25)), pulls=40)
    while True:
        width, height = rng.randint(3, 6), rng.randint(3, 5)
        cells = [rng.choice("    #") for _ in range(width * height)]
        floor = part(cells, width, rng.randrange(len(cells)))
        if len(floor) < 2 * boxes + 1:
            continue
        chosen = rng.sample(floor, 2 * boxes + 1)
        for i in chosen[:boxes]:
            cells[i] = "$"
        for i in chosen[boxes:-1]:
            cells[i] = "."
        if rng.random() < 0.3:
            cells[chosen[0]] = "*"
            cells[chosen[boxes]] = " "
        cells[chosen[-1]] = "@"
        rows = ["".join(cells[y * width : (y + 1) * width]) for y in range(height)]
        return level("#" * (width + 2), *(f"#{row}#" for row in rows), "#" * (width + 2))


def compare_exact(rng: random.Random, boxes: int) -> bool:
    """The table of as many boxes as there are is the whole game: its bound is the optimum."""
    found = small_board(rng, boxes)
    best = oracle.best(rows_of(found), ["pushes"])
    expected = None if best is None else best[0]
    result = root_bound(found, ("zones",))
    if best is None:
        assert with_tables(found) is None, GAME.write(found)
    assert result == expected, (result, expected, GAME.write(found))
    less = root_bound(found, ("zones", "groups"))
    assert expected is None or (less is not None and less <= expected)
    return best is not None


@pytest.mark.parametrize("boxes", [2, 3, 4])
def test_a_table_of_all_boxes_knows_the_optimum(boxes: int) -> None:
    rng = random.Random(f"tables exact {boxes}")
    assert sum(compare_exact(rng, boxes) for _ in range(20)) >= 4


@pytest.mark.soak
@pytest.mark.parametrize("boxes", [2, 3, 4])
def test_tables_of_all_boxes_know_the_optimum(boxes: int) -> None:
    rng = random.Random(fresh_seed())
    for _ in range(50 * ROUNDS):
        compare_exact(rng, boxes)


@pytest.mark.parametrize("name", TRAPS)
def test_traps(name: str) -> None:
    expected, rows = TRAPS[name]
    found = level(*rows)
    for without in choices(TABLES):
        assert with_tables(found, without) == expected, without
