"""Only faults of the data are refusals; what lacks, fails or is stopped has its own outcome."""

from __future__ import annotations

import json
import sys
import types
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gridproof.errors import InternalError, MissingPart
from gridproof.game import AnyGame
from gridproof.lazy import load
from gridproof.proof import plain
from gridproof.proof.checking import check, usual_limits
from gridproof.proof.kinds import kinds
from gridproof.registry import games
from gridproof.result import Limits, StopReason
from gridproof.solving.certify import certified
from gridproof.solving.solve import solve
from gridproof.specs import CertificateSpec
from tests.proof.forging import header, packed
from tests.proof.test_reductions import SMALL, made
from tests.samples import random_levels

Run = Callable[..., Any]

KINDS = [(game, spec) for game in games().values() for spec in kinds(game).values() if spec.make]
each_kind = pytest.mark.parametrize(
    ("game", "spec"), KINDS, ids=[f"{game.id}-{spec.id}" for game, spec in KINDS]
)
#: What a bug raises; those that a record of another form raises too are told apart where they can.
BUGS = (RuntimeError("boom"), AssertionError("boom"), NameError("boom"), OSError("boom"))
FORMS = (TypeError("boom"), KeyError("boom"), IndexError("boom"), ZeroDivisionError("boom"))


def certificate(
    game: AnyGame, spec: CertificateSpec, monkeypatch: pytest.MonkeyPatch, path: Path
) -> bytes:
    """A file of this kind that is accepted."""
    with monkeypatch.context() as only:
        only.setattr("gridproof.solving.certify.fitting_kinds", lambda *_: [spec])
        for level in random_levels(game.id, 3):
            for goal in game.objectives:
                if spec.why_unsupported(level, goal) is None:
                    result = solve(level, game=game, objective=goal.id)
                    if certified(result, path, game=game).certificate is not None:
                        return path.read_bytes()
    raise AssertionError(f"no certificate of kind {spec.id}")


@each_kind
def test_a_checker_that_lacks_a_module_exits_4(
    game: AnyGame, spec: CertificateSpec, gridproof: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate(game, spec, monkeypatch, Path("c.gpc"))
    module = spec.check.partition(":")[0]
    monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setitem(sys.modules, module, None)
    done = gridproof("check", "c.gpc", "c.gpc")
    assert (done.code, done.out) == (4, "")
    assert done.err.count("error: ") == 2, "each file is tried"
    assert module in done.err
    assert "hint: pip install --force-reinstall gridproof" in done.err
    with pytest.raises(MissingPart):
        check("c.gpc")


def test_a_missing_package_is_named(gridproof: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    game = games()["onebomb"]
    spec = game.certificates[0]
    certificate(game, spec, monkeypatch, Path("c.gpc"))
    needy = types.ModuleType("needy")

    def needs(_: str) -> Any:
        raise ModuleNotFoundError("No module named 'numpy'", name="numpy")

    needy.__getattr__ = needs  # type: ignore[method-assign]
    monkeypatch.setitem(sys.modules, spec.check.partition(":")[0], needy)
    done = gridproof("check", "c.gpc")
    assert done.code == 4
    assert "numpy" in done.err
    assert "hint: pip install numpy" in done.err


@each_kind
def test_a_failure_of_the_checker_exits_70(
    game: AnyGame, spec: CertificateSpec, gridproof: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = certificate(game, spec, monkeypatch, Path("c.gpc"))
    module, name = spec.check.split(":")
    for bug in (*BUGS, *FORMS):

        def failing(*_: Any, bug: Exception = bug) -> Any:
            raise bug

        monkeypatch.setattr(sys.modules[module], name, failing)
        done = gridproof("check", "c.gpc")
        assert (done.code, done.out) == (70, ""), bug
        assert "the checker has failed" in done.err
        with pytest.raises(InternalError):
            check("c.gpc")
    assert Path("c.gpc").read_bytes() == data


@pytest.mark.parametrize("number", range(0, len(SMALL), 3))
def test_a_failure_of_a_checker_of_reductions_exits_70(
    number: int, gridproof: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = made(number)
    said = header(own.claim, own.kind) | {"cost": None, "stands_for": own.stands_for}
    Path("c.gpc").write_bytes(packed(said, own.records))
    assert gridproof("check", "c.gpc").code == 0
    spec = kinds(own.claim.game)[own.kind]
    module, name = spec.check.split(":")
    load(spec.check)
    for bug in BUGS:

        def failing(*_: Any, bug: Exception = bug) -> Any:
            raise bug

        monkeypatch.setattr(sys.modules[module], name, failing)
        assert gridproof("check", "c.gpc").code == 70, bug


def test_too_many_positions_are_no_refusal(gridproof: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    game = games()["sokoban"]
    certificate(game, kinds(game)["plain"], monkeypatch, Path("c.gpc"))
    monkeypatch.setattr(plain, "MAX_POSITIONS", 0)
    done = gridproof("check", "c.gpc")
    assert done.code == 3
    assert "  STOPPED  " in done.out
    assert "more than 0 positions" in done.out
    verdict = check("c.gpc")
    assert (verdict.too_large, verdict.stop) == (True, StopReason.NODE_LIMIT)


def endless(claim: Any, records: Any, ticker: Any) -> Any:
    """A check that has no end."""
    while True:
        ticker.check()


@pytest.fixture
def slow(gridproof: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A certificate `c.gpc` of a board `b.txt` whose check takes for ever, in a minute's time."""
    game = games()["sokoban"]
    Path("b.txt").write_text("#####\n#@$.#\n#####\n")
    assert gridproof("certify", "b.txt", "--out", "c.gpc").code == 0
    specs = tuple(replace(spec, check=f"{__name__}:endless") for spec in game.certificates)
    monkeypatch.setattr(type(game), "certificates", specs, raising=False)
    monkeypatch.setattr("gridproof.proof.checking._SECONDS", 0.05)


def test_a_check_has_a_limit_of_its_own(gridproof: Run, slow: None) -> None:
    done = gridproof("check", "c.gpc", "--quiet")
    assert done.code == 3
    assert re_stopped(done.out)
    assert "hint: `--time S` gives" in done.err
    done = gridproof("verify", "b.txt", "R", "--certificate", "c.gpc", "--quiet")
    assert done.code == 3
    assert re_stopped(done.out.splitlines()[1])
    done = gridproof("verify", "b.txt", "R", "--certificate", "c.gpc", "--time", "0.01", "--json")
    assert json.loads(done.out)["certificate"]["stop_reason"] == "TIME_LIMIT"
    assert check("c.gpc").stop is StopReason.TIME_LIMIT
    assert check("c.gpc", limits=Limits(time=0.01)).stop is StopReason.TIME_LIMIT


def test_progress_says_how_long_it_may_take(
    gridproof: Run, slow: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gridproof.cli.progress._PLAIN_INTERVAL", 0.0)
    Path("c\u202e\n.gpc").write_bytes(Path("c.gpc").read_bytes())
    done = gridproof("check", "c\u202e\n.gpc", "--time", "0.2")
    assert done.code == 3
    first, *_ = done.err.splitlines()
    assert first == r'"c\u202e\n.gpc": being checked, 0 of at most 0 s'
    assert gridproof("check", "c.gpc", "--time", "0.2", "--quiet").err.startswith("hint: ")


def re_stopped(line: str) -> bool:
    return "  STOPPED  " in line and '"not checked within 0.0' in line


def test_the_usual_limit_grows_with_the_file(tmp_path: Path) -> None:
    path = tmp_path / "c.gpc"
    path.write_bytes(bytes(2 << 20))
    assert usual_limits(path).time == 120
    with path.open("r+b") as file:
        file.truncate(1 << 30)
    assert usual_limits(path).time == 600
    assert usual_limits(tmp_path / "none").time == 60
    assert usual_limits("/dev/stdin").time == 60


def test_a_limit_and_none_contradict_each_other(gridproof: Run, slow: None) -> None:
    both = ("--time", "1", "--no-time-limit")
    assert gridproof("check", "c.gpc", *both).code == 2
    assert gridproof("verify", "b.txt", "R", "--certificate", "c.gpc", *both).code == 2
    for options in (["--time", "1"], ["--memory", "1GiB"], ["--no-time-limit"]):
        done = gridproof("verify", "b.txt", "R", *options)
        assert done.code == 2
        assert "`--certificate`" in done.err
