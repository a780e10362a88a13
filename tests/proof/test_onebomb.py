"""onebomb: the shortest walk is proven and nothing more, on random boards with all options."""

from __future__ import annotations

import sys
from dataclasses import replace
from random import Random

import pytest

from gridproof.games.onebomb.game import GAME
from gridproof.games.onebomb.level import OnebombLevel, mirror, turn
from gridproof.games.onebomb.rules import LENGTH
from gridproof.grid import Pos
from gridproof.limits import Ticker
from gridproof.proof.claims import Claim
from gridproof.proof.onebomb_arrays import ArrayBoard
from gridproof.proof.onebomb_board import BorderedBoard
from gridproof.result import Limits
from gridproof.solving.solve import solve
from tests.oracles import onebomb as oracle
from tests.proof.forging import refusal
from tests.samples import generated, level_of, sample_levels
from tests.soak import ROUNDS


@pytest.fixture(params=["NumPy", "no NumPy"])
def numpy(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Has the checker do without NumPy, as it does in a browser, after it did with it."""
    if request.param == "no NumPy":
        monkeypatch.setitem(sys.modules, "numpy", None)


def random_board(rng: Random) -> OnebombLevel:
    """A small board with any options that the check takes, often one that needs all its bombs."""
    bombs = rng.choice((1, 1, 1, 2, 2, 3))
    draw = rng.choice((_scattered, _winding))
    width, cells, start, goal = draw(rng, bombs)
    cells[start] = cells[goal] = ord(".")
    return OnebombLevel(
        width=width,
        height=len(cells) // width,
        cells=bytes(cells),
        start=Pos(start % width, start // width),
        goal=Pos(goal % width, goal // width),
        radius=rng.choice((None, None, 1, 1, 2, 2, 3, 4, 9)),
        bombs=bombs,
        blast="pierce" if bombs > 1 else rng.choice(("pierce", "classic")),
    )


def _scattered(rng: Random, bombs: int) -> tuple[int, bytearray, int, int]:
    """Cells drawn one by one: width, cells, start, goal."""
    most = {1: 49, 2: 24, 3: 12}[bombs]
    sizes = [(x, y) for x in range(1, 10) for y in range(1, 8) if 1 < x * y <= most]
    width, height = rng.choice(sizes)
    shares = rng.choice(((3, 4, 3), (3, 6, 1), (1, 6, 3), (1, 8, 1), (0, 8, 2), (1, 20, 4)))
    cells = bytearray(rng.choices(b".#X", shares, k=width * height))
    start, goal = rng.sample(range(width * height), 2)
    return width, cells, start, goal


def _winding(rng: Random, bombs: int) -> tuple[int, bytearray, int, int]:
    """A way of bricks through rock, with many corners: likewise."""
    side = 7
    cells, x, y = bytearray(b"X" * side * side), rng.randrange(side), rng.randrange(side)
    start = goal = y * side + x
    while cells.count(b"X") > side * side - {1: 20, 2: 14, 3: 10}[bombs]:
        dx, dy = rng.choice(((0, 1), (0, -1), (1, 0), (-1, 0)))
        for _ in range(rng.choice((1, 2, 2, 2))):
            if 0 <= x + dx < side and 0 <= y + dy < side:
                x, y = x + dx, y + dy
                goal = y * side + x
                cells[goal] = rng.choice(b"####.")
    if goal == start:
        goal = next(i for i, kind in enumerate(cells) if kind != ord("X") and i != start)
    return side, cells, start, goal


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


@pytest.mark.usefixtures("numpy")
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


@pytest.mark.usefixtures("numpy")
def test_turning_and_mirroring_change_nothing() -> None:
    rng = Random("onebomb turned")
    for _ in range(100):
        level = random_board(rng)
        for bound in (None, 5):
            accepts = accepted(level, bound)
            assert accepted(turn(level), bound) == accepts
            assert accepted(mirror(level), bound) == accepts


@pytest.mark.parametrize("family", ["open", "walled", "scattered", "cluttered", "caves", "snake"])
def test_boards_of_many_strips(family: str) -> None:
    level = generated("onebomb", family, width=500, height=200)
    length = solve(level, game=GAME).cost
    assert length is None or isinstance(length, int)
    assert accepted(level, length)
    if length is not None:
        assert not accepted(level, length + 1)
        assert not accepted(level, None)


@pytest.mark.parametrize("bombs", [1, 3])
@pytest.mark.parametrize("radius", [None, 1, 5])
def test_crosses_are_the_same_without_numpy(radius: int | None, bombs: int) -> None:
    """The least sums over crosses, on a board of several strips."""
    drawn = generated("onebomb", "cluttered", width=260, height=130)
    for blast in ("pierce", "classic") if bombs == 1 else ("pierce",):
        level = replace(drawn, radius=radius, bombs=bombs, blast=blast)
        with_arrays = ArrayBoard(level, Ticker(Limits())).shortest()
        assert BorderedBoard(level, Ticker(Limits())).shortest() == with_arrays


@pytest.mark.usefixtures("numpy")
@pytest.mark.parametrize(("bombs", "length"), [("4", None), ("5", 18), ("1000000", 18)])
def test_more_bombs_than_can_be_tried(bombs: str, length: int | None) -> None:
    rows = ["P" + "#." * 8 + "#K"]
    level = level_of("onebomb", {"rows": rows}, {"bombs": bombs, "radius": "1"})
    assert accepted(level, length)
    assert accepted(level, None) == (length is None)
    assert accepted(level, 19) == (length is None)


@pytest.mark.usefixtures("numpy")
@pytest.mark.parametrize("blast", ["pierce", "classic"])
def test_an_arm_is_no_longer_than_its_radius(blast: str) -> None:
    for radius in (1, 2):
        rows = ["P#" + "." * (2 * radius) + "#K"]
        level = level_of("onebomb", {"rows": rows}, {"radius": str(radius), "blast": blast})
        assert accepted(level, None)
        assert not accepted(replace(level, radius=radius + 1), None)


def test_several_classic_bombs_are_for_plain_search() -> None:
    level = level_of("onebomb", {"rows": ["P##K"]}, {"bombs": "2", "blast": "classic"})
    claim = Claim(GAME, level, LENGTH, 3)
    assert "does not fit" in (refusal("distances", claim, []) or "")
    assert refusal("plain", claim, []) is None


@pytest.mark.usefixtures("numpy")
def test_sample_levels() -> None:
    for level in sample_levels("onebomb"):
        assert isinstance(level, OnebombLevel)
        length = solve(level, game=GAME).cost
        assert length is None or isinstance(length, int)
        if level.bombs == 1 or level.blast == "pierce":
            assert accepted(level, length)
            assert length is None or not accepted(level, length + 1)
