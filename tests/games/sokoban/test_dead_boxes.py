"""Boxes that are dead without the others, against the oracle; and what `optimal` learns of them."""

from __future__ import annotations

import itertools
import random
from collections import deque
from collections.abc import Iterable
from pathlib import Path

import pytest

from gridproof._native import sokoban as native
from gridproof.files.reading import read_file
from gridproof.games.sokoban.game import GAME
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.games.sokoban.rules import PUSHES, initial
from gridproof.games.sokoban.solve.kernel import problem
from gridproof.grid import Pos
from gridproof.limits import Ticker
from gridproof.result import Limits
from tests.oracles import sokoban as oracle
from tests.samples import level_of, record
from tests.soak import ROUNDS, fresh_seed

pytestmark = pytest.mark.native

LEVELS = Path(__file__).parents[3] / "src" / "gridproof" / "data" / "levels" / "sokoban"


def level(*rows: str) -> SokobanLevel:
    found = level_of("sokoban", {"rows": rows})
    assert isinstance(found, SokobanLevel)
    return found


def dead(found: SokobanLevel) -> list[int]:
    return list(native.dead_boxes(**problem(found), positions=10_000)["boxes"])


def solvable(found: SokobanLevel, few: Iterable[int]) -> bool:
    """Return True if some boxes alone can get to goals; try all positions, step by step."""
    start = found.number(found.players[0]), frozenset(few)
    seen, queue = {start}, deque([start])
    while queue:
        player, boxes = queue.popleft()
        if boxes <= found.goals:
            return True
        for beyond in found.beyond.values():
            cell, after = beyond[player], boxes
            if cell in boxes:
                to = beyond[cell]
                if to < 0 or to in boxes:
                    continue
                after = boxes - {cell} | {to}
            if cell >= 0 and (cell, after) not in seen:
                seen.add((cell, after))
                queue.append((cell, after))
    return False


def compare(rng: random.Random) -> bool:
    board = record("sokoban", rng)
    found = level_of("sokoban", board)
    assert isinstance(found, SokobanLevel)
    is_dead = oracle.best(board["rows"], ("pushes",)) is None
    few = dead(found)
    assert bool(few) == is_dead, board  # on such small boards all of them are found
    if few:
        assert set(few) <= set(found.movable)
        assert not solvable(found, few), board
        for box in few:
            rest = [other for other in few if other != box]
            assert not rest or solvable(found, rest), (board, "can be left out", box)
    return is_dead


def test_hundreds_of_random_boards() -> None:
    rng = random.Random("dead boxes")
    assert 50 < sum(compare(rng) for _ in range(300)) < 250


@pytest.mark.soak
def test_thousands_of_random_boards() -> None:
    rng = random.Random(fresh_seed())
    for _ in range(ROUNDS):
        compare(rng)


def test_the_side_of_the_player_decides() -> None:
    """Boxes that are dead while the player is on one side are not on the other."""
    left, right = (
        level("########", "#@ $  .#", "########"),
        level("########", "#  $ @.#", "########"),
    )
    assert dead(left) == []
    assert dead(right) == [left.number(Pos(3, 1))]


def test_goals_that_are_too_few() -> None:
    """Along the wall both boxes can get to the same goal only, each of them alone."""
    found = level("#######", "#@$ $.#", "#    .#", "#######")
    assert dead(found) == [found.number(Pos(2, 1)), found.number(Pos(4, 1))]


@pytest.mark.parametrize(
    ("rows", "few"),
    [
        (("########", "#.@$$ .#", "#      #", "########"), [(3, 1), (4, 1)]),
        (("########", "#.@ $ .#", "#   $  #", "#      #", "########"), []),
        (("######", "#@$..#", "# $  #", "######"), [(2, 2)]),
    ],
)
def test_known_positions(rows: tuple[str, ...], few: list[tuple[int, int]]) -> None:
    found = level(*rows)
    assert dead(found) == [found.number(Pos(*cell)) for cell in few]


def test_what_is_said_of_them() -> None:
    found = level("########", "#.@$$ .#", "#      #", "########")
    why = GAME.dead_end(found, initial(found), PUSHES)
    assert why is not None
    assert why.why == "these 2 boxes can never all get to goals"
    assert why.cells == {Pos(3, 1), Pos(4, 1)}
    one = level("#####", "#@$.#", "#   #", "#####")
    assert GAME.dead_end(one, initial(one), PUSHES) is None


def test_what_is_learned_saves_positions() -> None:
    (found,) = itertools.islice(read_file(str(LEVELS / "microban1.txt")), 111, 112)
    assert isinstance(found, SokobanLevel)
    learned, plain = (native.solve(**problem(found), without=off) for off in ([], ["patterns"]))
    assert learned["bound"] == plain["bound"]
    assert learned["nodes"] < 0.8 * plain["nodes"]


def test_limits_are_kept() -> None:
    """A stopped search says nothing."""
    found = level("########", "#.@$$ .#", "#      #", "########")
    control = Ticker(Limits(memory=1)).control()
    assert native.dead_boxes(**problem(found), positions=10_000, control=control)["boxes"] == []
    assert native.dead_boxes(**problem(found), positions=0)["boxes"] == []
