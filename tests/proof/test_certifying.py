"""``certify``: what is written has been accepted; nothing else is, whatever happens."""

from __future__ import annotations

import hashlib
import itertools
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gridproof.errors import InputError, InternalError
from gridproof.game import AnyGame
from gridproof.games.robots.game import GAME as ROBOTS
from gridproof.level import Level
from gridproof.limits import CancelToken, Stopped, Ticker
from gridproof.proof.checking import check
from gridproof.proof.claims import Claim
from gridproof.proof.kinds import PLAIN
from gridproof.proof.making import MadeProof, Unproven
from gridproof.registry import games
from gridproof.result import Limits, Progress, Result, Status, StopReason, first
from gridproof.solving.certify import certified, certify
from gridproof.solving.solve import solve
from gridproof.specs import CertificateSpec
from tests import truth
from tests.clock import FakeClock
from tests.samples import level_of, random_levels

EACH = [(game, o.id) for game in games().values() for o in game.objectives]
each_objective = pytest.mark.parametrize(
    ("game", "objective"), EACH, ids=[f"{game.id}-{objective}" for game, objective in EACH]
)
#: Two moves solve it.
BOARD = {"width": 3, "height": 3, "walls": [], "robots": [[0, 0]], "target_robot": 0}


@pytest.fixture
def level() -> Level:
    found: Level = level_of("robots", {**BOARD, "target": [2, 2]})
    return found


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "c.gpc"


def hold(result: Result, path: Path, level: Level) -> None:
    """Check each result of ``certify``: the file is there if and only if it says so."""
    made = result.certificate
    assert sorted(os.listdir(path.parent)) == ([] if made is None else [path.name])
    assert ("uncertified" in result.notes) == (made is None)
    if made is None:
        assert result.proof != "certificate"
        return
    data = path.read_bytes()
    assert (made.file, made.size) == (str(path), len(data))
    assert made.sha256 == hashlib.sha256(data).hexdigest()
    verdict = check(path, level=level)
    assert verdict.accepted, verdict.reason
    assert (verdict.kind, verdict.bound, verdict.cost) == (made.kind, made.bound, result.cost)
    assert verdict.counts == made.counts
    if result.proof == "certificate":
        assert verdict.status is result.status
    record = result.to_json()["certificate"]
    assert record["sha256"] == made.sha256


@each_objective
def test_small_boards_of_every_game(game: AnyGame, objective: str, tmp_path: Path) -> None:
    for number, level in enumerate(random_levels(game.id, 2)):
        folder = tmp_path / str(number)
        folder.mkdir()
        result = certify(level, folder / "c.gpc", game=game, objective=objective)
        assert result.status in (Status.OPTIMAL, Status.INFEASIBLE)
        assert result.proof == "certificate", result.notes
        hold(result, folder / "c.gpc", level)


@each_objective
def test_limits(game: AnyGame, objective: str, tmp_path: Path) -> None:
    """Whatever stops the solver, the maker or the check: what is claimed is true."""
    level = next(random_levels(game.id, 1))
    goal = game.objective(objective)
    optimum = solve(level, game=game, objective=objective).cost
    for number, limits in enumerate(truth.small_limits(costs=goal.sense == "min")):
        folder = tmp_path / str(number)
        folder.mkdir()
        result = certify(level, folder / "c.gpc", game=game, objective=objective, limits=limits)
        truth.check(result, None if optimum is None else first(optimum), limits)
        hold(result, folder / "c.gpc", level)


@each_objective
def test_time_that_runs_out_at_any_look(game: AnyGame, objective: str, tmp_path: Path) -> None:
    for number, level in enumerate(random_levels(game.id, 4)):
        proven = solve(level, game=game, objective=objective)
        for looks in range(1, 12):
            path, clock = tmp_path / f"{number}-{looks}" / "c.gpc", FakeClock(1 / looks)
            path.parent.mkdir()
            made = certified(proven, path, game=game, limits=Limits(time=1), clock=clock)
            hold(made, path, level)


def test_what_is_proven_without_a_solution(level: Level, path: Path) -> None:
    """A bound is a claim too, and so is that there is no solution."""
    result = certify(level, path, limits=Limits(max_cost=1))
    assert (result.status, result.bound, result.proof) == (Status.UNKNOWN, 2, "certificate")
    hold(result, path, level)
    assert check(path).status is Status.UNKNOWN
    walled = level_of("robots", {**BOARD, "target": [1, 1]})
    result = certify(walled, path)
    assert (result.status, result.proof) == (Status.INFEASIBLE, "certificate")
    hold(result, path, walled)


def test_nothing_proven_is_nothing_written(level: Level, path: Path) -> None:
    result = replace(solve(level, limits=Limits(nodes=0)), bound=None)
    for unproven in (result, replace(solve(level), status=Status.FEASIBLE, bound=None)):
        found = certified(unproven, path)
        assert found.notes["uncertified"] == "nothing is proven"
        hold(found, path, level)


def test_a_bound_of_nothing_is_a_bound(path: Path) -> None:
    """A board that is solved at the start is not taken for one without a solution."""
    solved = level_of("robots", {**BOARD, "target": [0, 0]})
    result = certify(solved, path)
    assert (result.status, result.bound, result.proof) == (Status.OPTIMAL, 0, "certificate")
    hold(result, path, solved)


def test_interruption(level: Level, path: Path) -> None:
    token = CancelToken()
    token.cancel()
    found = certified(solve(level), path, cancel=token)
    assert found.notes["uncertified"].endswith(": INTERRUPTED")
    hold(found, path, level)
    hold(certify(level, path, cancel=token), path, level)


# Makers that fail


def own_kind(monkeypatch: pytest.MonkeyPatch, make: str) -> None:
    """Has robots know one kind of proof besides the plain one, made by a function from here."""
    spec = CertificateSpec("own", "of a test", check=PLAIN.check, make=f"{__name__}:{make}")
    monkeypatch.setattr(ROBOTS, "certificates", (spec,))


def lie(claim: Claim[Any], ticker: Ticker) -> MadeProof:
    assert isinstance(claim.bound, int)
    return MadeProof(claim.bound + 1)


def garbage(claim: Claim[Any], ticker: Ticker) -> MadeProof:
    return MadeProof(claim.bound, [["what", "is", "this"]])


def weaker(claim: Claim[Any], ticker: Ticker) -> MadeProof:
    assert isinstance(claim.bound, int)
    return MadeProof(claim.bound - 1)


def unable(claim: Claim[Any], ticker: Ticker) -> MadeProof:
    raise Unproven("there is no such proof")


def late(claim: Claim[Any], ticker: Ticker) -> MadeProof:
    """Stops in the middle of the records."""

    def records() -> Iterator[int]:
        yield 1
        raise Stopped(StopReason.TIME_LIMIT)

    return MadeProof(claim.bound, records())


def greedy(claim: Claim[Any], ticker: Ticker) -> MadeProof:
    raise MemoryError


@pytest.mark.parametrize("make", ["lie", "garbage"])
def test_a_maker_that_lies_is_a_bug(
    make: str, level: Level, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own_kind(monkeypatch, make)
    path.write_text("old")
    with pytest.raises(InternalError, match="the checker refuses the certificate"):
        certify(level, path)
    assert os.listdir(path.parent) == [path.name]
    assert path.read_text() == "old"


def test_a_weaker_bound(level: Level, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own_kind(monkeypatch, "weaker")
    result = certify(level, path)
    assert (result.status, result.proof) == (Status.OPTIMAL, "search")
    assert result.certificate is not None
    assert (result.certificate.kind, result.certificate.bound) == ("own", 1)
    hold(result, path, level)
    assert check(path).status is Status.FEASIBLE


def test_what_is_too_large_for_a_check_is_not_certified(
    level: Level, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gridproof.proof.plain.MAX_POSITIONS", 1)
    own_kind(monkeypatch, "unable")
    result = certify(level, path)
    assert (result.certificate, result.proof) == (None, "search")
    assert "plain: there are more than 1 positions" in result.notes["uncertified"]
    assert not path.exists()


def test_no_file_has_this_name(level: Level, path: Path) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        certify(level, path.with_name("x" * 300))


def test_the_next_kind_is_tried(level: Level, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own_kind(monkeypatch, "unable")
    result = certify(level, path)
    assert result.certificate is not None
    assert result.certificate.kind == "plain"
    hold(result, path, level)


def test_why_there_is_none(level: Level, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own_kind(monkeypatch, "unable")
    path.write_text("old")
    result = certified(solve(level), path, limits=Limits(time=0))
    assert result.notes["uncertified"] == "own: there is no such proof; plain: TIME_LIMIT"
    assert (path.read_text(), os.listdir(path.parent)) == ("old", [path.name])
    for make, reason in (("late", "TIME_LIMIT"), ("greedy", "MEMORY_LIMIT")):
        own_kind(monkeypatch, make)  # a plainer kind would need no less
        assert certified(solve(level), path).notes["uncertified"] == f"own: {reason}"
        assert (path.read_text(), os.listdir(path.parent)) == ("old", [path.name])


# Files


def test_a_new_certificate_takes_the_place_of_an_old_one(level: Level, path: Path) -> None:
    certify(level_of("robots", {**BOARD, "target": [1, 1]}), path)
    result = certify(level, path)
    hold(result, path, level)


def test_what_cannot_be_read_again_is_refused(level: Level, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name in ("pipe", "."):
        with pytest.raises(InputError, match="needs a file of its own"):
            certify(level, tmp_path / name)
    with pytest.raises(InputError, match="cannot be written"):
        certify(level, tmp_path / "missing" / "c.gpc")
    assert os.listdir(tmp_path) == ["pipe"]


def test_several_boards_of_which_it_may_be(level: Level, path: Path) -> None:
    certify(level, path)
    other = level_of("robots", {**BOARD, "target": [1, 1]})
    assert check(path, level=[other, level]).accepted
    for none in (other, [other], []):
        assert check(path, level=none).reason == "it is of another board"


@each_objective
def test_each_stage_of_the_work_is_told(game: AnyGame, objective: str, path: Path) -> None:
    told: list[Progress] = []
    level, *_ = random_levels(game.id, 1)
    result = certify(
        level, path, game=game, objective=objective, progress=told.append, clock=FakeClock(0.04)
    )
    assert result.certificate is not None
    stages = [stage for stage, _ in itertools.groupby(told, lambda news: news.stage)]
    expected = ["", "making the certificate", "checking the certificate"]
    assert stages == [stage for stage in expected if stage in stages], "each once, in order"
    assert stages[-1] == "checking the certificate"
    elapsed = [news.elapsed for news in told]
    assert elapsed == sorted(elapsed), "seconds since the beginning, whatever is done"
