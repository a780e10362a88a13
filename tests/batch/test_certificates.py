"""Certificates of batches: made where runs are, kept beside the store, looked after."""

from __future__ import annotations

import json
import os
import sqlite3
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from gridproof.batch import certificates
from gridproof.batch.certificates import Certifying, certificate_file
from gridproof.batch.exporting import COLUMNS, record
from gridproof.batch.plan import FromFile, Plan, Run, Setup
from gridproof.batch.plan_file import read_plan
from gridproof.batch.reporting import write_report
from gridproof.batch.running import run
from gridproof.batch.store import Finished, Store
from gridproof.cli import run as gridproof
from gridproof.errors import InputError, InternalError
from gridproof.limits import CancelToken
from gridproof.proof.checking import check
from gridproof.result import Limits
from gridproof.solving.requests import SolveRequest

#: Two that have solutions, and one that has none.
BOARDS = (
    "; one\n#####\n#@$.#\n#####\n\n; two\n######\n#@$ .#\n######\n\n; no\n#####\n#.@$#\n#####\n"
)
LIMITS = Limits(time=20)


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    file = tmp_path / "boards.txt"
    file.write_text(BOARDS)
    return Plan([FromFile("boards", str(file), "sokoban")], [Setup(limits=LIMITS, certify=True)])


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "results.db")


def finished(path: str) -> list[Finished]:
    with Store.reading(path) as store:
        return list(store.finished())


def files(path: str) -> list[Path]:
    """The certificates beside a store."""
    return sorted(Path(f"{path}.certificates").iterdir())


def hold(path: str) -> None:
    """Each run has the certificate that its result says, and nothing else is there."""
    ended = finished(path)
    for one in ended:
        assert one.result is not None
        assert one.result["proof"] == "certificate"
        made = one.result["certificate"]
        file = certificate_file(path, one.run.key)
        assert (made["file"], made["size"]) == (file.name, file.stat().st_size)
        verdict = check(file)
        assert verdict.accepted
        assert str(verdict.status) == one.result["status"]
        assert verdict.digest == one.run.digest
    assert files(path) == sorted(certificate_file(path, one.run.key) for one in ended)


def test_every_run_has_one(plan: Plan, path: str) -> None:
    with Store.writing(path) as store:
        standing = run(plan, store)
    assert (standing.done, standing.proven, standing.damaged) == (3, 3, ())
    hold(path)
    assert {one.result["status"] for one in finished(path) if one.result} == {
        "OPTIMAL",
        "INFEASIBLE",
    }


def test_they_come_back_from_elsewhere(plan: Plan, path: str) -> None:
    with ProcessPoolExecutor(1, get_context("fork")) as pool, Store.writing(path) as store:
        run(plan, store, executor=pool)
    hold(path)


def test_missing_and_altered_ones_are_told_and_made_again(plan: Plan, path: str) -> None:
    with Store.writing(path) as store:
        run(plan, store)
    first, second, _ = files(path)
    first.unlink()
    second.write_bytes(second.read_bytes() + b"x")
    with Store.writing(path) as store:
        standing = run(plan, store)
        assert (standing.before, standing.done) == (3, 0)
    assert len(standing.damaged) == 2
    assert f"{first} cannot be read" in standing.damaged[0]
    assert f"{second} is another one than was checked" in standing.damaged[1]
    with Store.writing(path) as store:
        standing = run(plan, store, retry=True)
        assert (standing.before, standing.done, standing.damaged) == (1, 2, ())
    hold(path)


def test_runs_without_are_other_runs(plan: Plan, path: str) -> None:
    without = Plan(plan.sources, [Setup(limits=LIMITS)])
    with Store.writing(path) as store:
        assert run(without, store).done == 3
        assert not os.path.exists(f"{path}.certificates")
        assert run(plan, store).done == 3
        assert run(without, store).before == 3


def test_the_key_of_a_run_without_is_what_it_was() -> None:
    old = Run("robots", "d", "moves", "optimal", limits=Limits(time=1.0), version="0.1.0")
    assert old.key == "afe174fec4b8a4906e50d1b9e169c8b62edaba63354f6d26b81f2deb039113ed"
    assert (
        Run("robots", "d", "moves", "optimal", {}, Limits(time=1.0), "0.1.0", True).key != old.key
    )


def test_a_run_with_one_may_take_longer() -> None:
    def seconds(certify: bool) -> float:
        one = Run("robots", "d", "moves", "optimal", limits=Limits(time=100), certify=certify)
        assert one.resource_limits.seconds is not None
        return one.resource_limits.seconds

    assert (seconds(certify=False), seconds(certify=True)) == pytest.approx((120, 340))


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        (InternalError("the checker refuses"), "InternalError: the checker refuses"),
        (InputError("the disk is full"), "InputError: the disk is full"),
        (MemoryError(), "MEMORY_LIMIT"),
    ],
)
def test_a_failure_to_certify_is_no_failed_run(
    problem: Exception, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: Any, **options: Any) -> None:
        raise problem

    monkeypatch.setattr(certificates, "certified", fail)
    work = Certifying(SolveRequest("sokoban", "#####\n#@$.#\n#####\n"))
    made = work.answer(CancelToken(), lambda _: None)
    assert made.certificate is None
    found = made.said
    assert (found["status"], found["verified"]) == ("OPTIMAL", True)
    assert found["notes"]["uncertified"] == said


def test_no_proof_is_no_certificate(plan: Plan, path: str) -> None:
    setups = [Setup(limits=Limits(nodes=0), certify=True)]
    with Store.writing(path) as store:
        assert run(Plan(plan.sources, setups), store).done == 3
    for one in finished(path):
        assert one.result is not None
        assert ("certificate" in one.result) == certificate_file(path, one.run.key).exists()
        assert ("certificate" in one.result) != ("uncertified" in one.result.get("notes", {}))


def test_a_store_of_before(plan: Plan, path: str) -> None:
    with Store.writing(path) as store:
        run(Plan(plan.sources, [Setup(limits=LIMITS)]), store)
    with sqlite3.connect(path) as connection:
        connection.executescript("ALTER TABLE runs DROP COLUMN certify; PRAGMA user_version = 1")
    connection.close()
    with pytest.raises(InputError, match="version 1; here it is 2") as problem:
        finished(path)
    assert problem.value.hint is not None
    assert "batch run" in problem.value.hint
    with Store.writing(path) as store:
        assert run(None, store).before == 3
        run(plan, store)
    assert len(finished(path)) == 6


def test_plans_ask_for_them(tmp_path: Path) -> None:
    def setups(text: str) -> list[bool]:
        file = tmp_path / "plan.toml"
        file.write_text(text + '\n[[boards]]\ngame = "merge"\ncount = 1\n')
        return [setup.certify for setup in read_plan(str(file)).setups]

    assert setups("") == [False]
    assert setups("certify = true") == [True]
    several = "[[runs]]\n[[runs]]\ncertify = {}\n"
    assert setups(several.format("true")) == [False, True]
    assert setups("certify = true\n" + several.format("false")) == [True, False]
    with pytest.raises(InputError, match=r"certify.*neither true nor false"):
        setups("certify = 1")


def test_the_report_leads_to_them(plan: Plan, path: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    with Store.writing(path) as store:
        run(plan, store)
    folder = tmp_path / "report"

    def written() -> tuple[list[str], list[str]]:
        with Store.reading(path) as store:
            write_report(store, folder, title="t")
        pages = [file.read_text(encoding="utf-8") for file in (folder / "runs").iterdir()]
        return pages, sorted(file.name for file in (folder / "certificates").iterdir())

    pages, copies = written()
    assert copies == [file.name for file in files(path)]
    for name in copies:
        (page,) = [page for page in pages if name in page]
        assert f'<a href="../certificates/{name}" download>{name}</a>' in page
        assert "accepted by gridproof" in page
    assert (folder / "index.html").read_text(encoding="utf-8").count(">certificate<") == 3
    files(path)[0].unlink()
    pages, copies = written()
    assert copies == [file.name for file in files(path)]
    assert sum("cannot be read" in page for page in pages) == 1


def test_tables_have_them(plan: Plan, path: str) -> None:
    with Store.writing(path) as store:
        run(plan, store)
    for one in finished(path):
        row = {column.name: column.get(record(one)) for column in COLUMNS}
        file = certificate_file(path, one.run.key)
        assert (row["certificate"], row["certificate_size"]) == (file.name, file.stat().st_size)
        assert row["certificate_kind"] == check(file).kind


def test_the_command_line(plan: Plan, path: str, capsys: pytest.CaptureFixture[str]) -> None:
    (source,) = plan.sources
    assert isinstance(source, FromFile)
    command = ["batch", "run", source.path, "--store", path, "--certify", "--quiet", "--json"]
    assert gridproof(command) == 0
    hold(path)
    files(path)[0].unlink()
    capsys.readouterr()
    assert gridproof(command) == 1
    said = capsys.readouterr()
    assert json.loads(said.out)["damaged"] == 1
    assert "cannot be read" in said.err
    assert gridproof([*command, "--retry"]) == 0
    hold(path)
