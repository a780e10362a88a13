"""Points at the largest coordinates: every solver, in all eight orientations."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from gridproof.design.symmetry import symmetric, symmetry_class
from gridproof.errors import InvalidMove
from gridproof.games.boxcover.game import GAME
from gridproof.games.boxcover.level import MAX_COORDINATE, BoxcoverLevel
from gridproof.grid import Pos
from gridproof.level import BoardFault, Level
from gridproof.playing.session import Session
from gridproof.proof.checking import check
from gridproof.result import Status
from gridproof.solving.certify import certify
from gridproof.solving.solve import solve

_M = MAX_COORDINATE
#: Points, side, fewest squares.
BOARDS = [
    ([(_M, _M)], 1, 1),
    ([(-_M, -_M)], _M, 1),
    ([(_M, -_M), (_M, _M)], 1, 2),
    ([(_M, -_M), (_M, _M), (_M, 0)], _M, 2),
    ([(-_M, -_M), (_M, _M), (_M, -_M), (-_M, _M)], _M, 4),
    ([(_M, 0), (_M - 1, 3), (_M - 3, 1)], 3, 1),
    ([(x, y) for x in (-_M, 0, _M) for y in (-_M, 0, _M)], _M, 4),
]
SOLVERS = [*(spec.id for spec in GAME.solvers), "search"]


def board(points: list[tuple[int, int]], side: int) -> BoxcoverLevel:
    return BoxcoverLevel(points=tuple(Pos(*point) for point in points), side=side)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(("points", "side", "fewest"), BOARDS)
def test_every_solver_holds_the_limit_in_all_orientations(
    points: list[tuple[int, int]], side: int, fewest: int, solver: str
) -> None:
    for level in symmetric(GAME, board(points, side)):
        assert isinstance(level, BoxcoverLevel)
        assert not GAME.validate(level)
        result = solve(level, solver=solver)
        assert result.verified
        assert result.cost == fewest or result.status is Status.FEASIBLE
        for form in GAME.formats:
            assert list(GAME.read(GAME.write(level, form))) == [level]


@pytest.mark.parametrize(("points", "side", "fewest"), BOARDS)
def test_certificates_hold_the_limit(
    points: list[tuple[int, int]], side: int, fewest: int, tmp_path: Path
) -> None:
    level = board(points, side)
    certify(level, tmp_path / "proof.gpc")
    verdict = check(tmp_path / "proof.gpc", level=level)
    assert (verdict.accepted, verdict.bound) == (True, fewest), verdict.reason


@pytest.mark.parametrize(("points", "side", "fewest"), BOARDS)
def test_symmetry_and_legal_squares_stay_inside(
    points: list[tuple[int, int]], side: int, fewest: int
) -> None:
    level = board(points, side)
    classes = {symmetry_class(GAME, image) for image in symmetric(GAME, level)}
    assert len(classes) == 1
    assert not GAME.validate(GAME.normalized(level))
    state = GAME.initial(level)
    legal = list(GAME.legal(level, state))
    assert len(legal) < 1 << 17
    for move in itertools.chain(legal[:50], legal[-50:]):
        GAME.apply(level, state, move)
    assert set(GAME.moves(level, state, GAME.objective())) <= set(legal)
    covers = {GAME.apply(level, state, move)[0].uncovered for move in legal}
    for corner in itertools.product({x for x, _ in level.points}, {y for _, y in level.points}):
        assert GAME.apply(level, state, str(Pos(*corner)))[0].uncovered in covers
    session = Session(level)
    for key in ("left", "right", "up", "down", "enter"):
        session.press(key)


def test_what_is_beyond_is_refused_by_reader_and_rules() -> None:
    level = board([(0, 0)], 1)
    for beyond in (f"{_M + 1},0", f"0,-{_M + 1}", f"{10**11},0", f"-{10**30},1"):
        with pytest.raises(InvalidMove):
            GAME.apply(level, GAME.initial(level), beyond)
    for row in (f"{_M + 1} 0", f"0 -{_M + 1}", f"0 {10**17}"):
        (bad,) = GAME.read(f"side: 1\n{row}\n")
        assert isinstance(bad, BoardFault)
        assert "coordinates go from" in bad.message
    (good,) = GAME.read(f"side: {_M}\n{_M} -{_M}\n")
    assert isinstance(good, Level)


@pytest.mark.parametrize("row", ["0.5 1", "1 0.5", "-0.5 2", "1. 2", "1e3 2", ".5 .5", "1 2.0"])
@pytest.mark.parametrize("form", ["side: 1\n{}\n", "side: 1\nx,y\n{}\n"])
def test_fractions_are_told_that_coordinates_are_whole(row: str, form: str) -> None:
    text = form.format(row if "x,y" not in form else row.replace(" ", ","))
    (bad,) = GAME.read(text)
    assert isinstance(bad, BoardFault)
    assert "whole numbers" in bad.message


def test_fractions_in_json_are_told_that_coordinates_are_whole() -> None:
    (bad,) = GAME.read('{"side": 1, "points": [[0.5, 1]]}')
    assert isinstance(bad, BoardFault)
    assert "whole number" in bad.message
