"""onebomb: the shortest walk is proven and nothing more, on random boards with all options."""

from __future__ import annotations

from random import Random

import pytest

from gridproof.games.onebomb import GAME
from gridproof.games.onebomb.level import OnebombLevel, mirrored, turned
from gridproof.games.onebomb.rules import LENGTH
from gridproof.grid import Pos
from gridproof.proof.claims import Claim
from gridproof.solving import solve
from tests.oracles import onebomb as oracle
from tests.proof.forging import refusal
from tests.samples import generated, level_of, shipped_levels
from tests.soak import ROUNDS


def random_board(rng: Random) -> OnebombLevel:
    """A small board with any options that the check takes."""
    width, height = rng.choice([(x, y) for x in range(1, 8) for y in range(1, 8) if x * y > 1])
    size = width * height
    shares = rng.choice(((3, 4, 3), (3, 6, 1), (1, 6, 3), (2, 7, 1), (6, 2, 2)))
    cells = bytearray(rng.choices(b".#X", shares, k=size))
    start, goal = rng.sample(range(size), 2)
    cells[start] = cells[goal] = ord(".")
    bombs = rng.randint(1, 3 if size <= 16 else 2 if size <= 30 else 1)
    return OnebombLevel(
        width=width,
        height=height,
        cells=bytes(cells),
        start=Pos(start % width, start // width),
        goal=Pos(goal % width, goal // width),
        radius=rng.choice((None, 1, 2, 3, 4, 9)),
        bombs=bombs,
        blast="pierce" if bombs > 1 else rng.choice(("pierce", "classic")),
    )


def accepted(level: OnebombLevel, bound: int | None) -> bool:
    return refusal("distances", Claim(GAME, level, LENGTH, bound), []) is None


def literal(level: OnebombLevel) -> int | None:
    """The shortest walk, by trying all bombs."""
    rows = [
        bytearray(level.cells[i : i + level.width]) for i in range(0, len(level.cells), level.width)
    ]
    rows[level.start.y][level.start.x] = ord("P")
    rows[level.goal.y][level.goal.x] = ord("K")
    board = [row.decode() for row in rows]
    return oracle.shortest(board, radius=level.radius, bombs=level.bombs, blast=level.blast)


def by_trying_all_bombs(rng: Random) -> None:
    """Claims about a random board are accepted if they are true, and not if they are false."""
    level = random_board(rng)
    length = literal(level)
    assert accepted(level, None) == (length is None)
    for bound in (0, 1, 1000) if length is None else (0, length, length + 1):
        assert accepted(level, bound) == (length is None or bound <= length)


@pytest.mark.parametrize("seed", range(4))
def test_exactly_what_is_true_is_accepted(seed: int) -> None:
    rng = Random(f"onebomb {seed}")
    for _ in range(60):
        by_trying_all_bombs(rng)


@pytest.mark.soak
def test_exactly_what_is_true_is_accepted_at_length() -> None:
    rng = Random("onebomb soak")
    for _ in range(1000 * ROUNDS):
        by_trying_all_bombs(rng)


def test_turning_and_mirroring_change_nothing() -> None:
    rng = Random("onebomb turned")
    for _ in range(100):
        level = random_board(rng)
        for bound in (None, 5):
            accepts = accepted(level, bound)
            assert accepted(turned(level), bound) == accepts
            assert accepted(mirrored(level), bound) == accepts


@pytest.mark.parametrize("family", ["open", "walled", "scattered", "cluttered", "caves", "snake"])
def test_boards_of_many_strips(family: str) -> None:
    level = generated("onebomb", family, width=500, height=200)
    length = solve(level, game=GAME).cost
    assert length is None or isinstance(length, int)
    assert accepted(level, length)
    if length is not None:
        assert not accepted(level, length + 1)
        assert not accepted(level, None)


@pytest.mark.parametrize(("bombs", "length"), [("4", None), ("5", 18), ("1000000", 18)])
def test_more_bombs_than_can_be_tried(bombs: str, length: int | None) -> None:
    rows = ["P" + "#." * 8 + "#K"]
    level = level_of("onebomb", {"rows": rows}, {"bombs": bombs, "radius": "1"})
    assert accepted(level, length)
    assert accepted(level, None) == (length is None)
    assert accepted(level, 19) == (length is None)


def test_several_classic_bombs_are_for_plain_search() -> None:
    level = level_of("onebomb", {"rows": ["P##K"]}, {"bombs": "2", "blast": "classic"})
    claim = Claim(GAME, level, LENGTH, 3)
    assert "does not fit" in (refusal("distances", claim, []) or "")
    assert refusal("plain", claim, []) is None


def test_shipped_levels() -> None:
    for level in shipped_levels("onebomb"):
        assert isinstance(level, OnebombLevel)
        length = solve(level, game=GAME).cost
        assert length is None or isinstance(length, int)
        if level.bombs == 1 or level.blast == "pierce":
            assert accepted(level, length)
            assert length is None or not accepted(level, length + 1)
