"""`certify`, `check` and `verify --certificate`: what they print, write and answer."""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import gridproof as package
from gridproof.game import AnyGame
from gridproof.games.sokoban.game import GAME as SOKOBAN
from gridproof.level import Level
from gridproof.proof.certificate_file import write_certificate
from gridproof.proof.checking import check
from gridproof.proof.kinds import PLAIN, kinds
from gridproof.registry import games
from gridproof.result import Result, Status
from gridproof.solving import certify as certifying
from gridproof.solving.certify import certified
from gridproof.solving.solve import solve
from gridproof.specs import CertificateSpec
from tests.samples import random_levels

Run = Callable[..., Any]

#: One with a solution, one with none, and a bad one.
BOARDS = """; one
#####
#@$.#
#####

; no
#####
#.@$#
#####
"""
BAD = BOARDS + "\n; bad\n#####\n#@@.#\n#####\n"


@pytest.fixture(autouse=True)
def boards(gridproof: Run) -> None:
    Path("b.txt").write_text(BOARDS)
    Path("bad.txt").write_text(BAD)


def test_one_board_is_a_file(gridproof: Run) -> None:
    done = gridproof("certify", "b.txt", "--level", "1", "--out", "c.gpc")
    assert (done.code, done.err) == (0, "")
    first, second = done.out.splitlines()
    assert first.startswith("one  OPTIMAL  1 push, 1 move  ")
    assert re.fullmatch(
        rf"c\.gpc: optimum 1 push; \w+, {os.path.getsize('c.gpc')} bytes, "
        r"made in [\d.]+ s, checked in [\d.]+ s: .*",
        second,
    )
    assert check("c.gpc").status is Status.OPTIMAL
    several = gridproof("certify", "b.txt", "--out", "d.gpc")
    assert several.code == 2
    assert "d.gpc takes one" in several.err
    assert not Path("d.gpc").exists()


def test_a_folder_gets_a_file_a_board(gridproof: Run) -> None:
    done = gridproof("certify", "bad.txt", "--out", "proofs", "--game", "sokoban")
    assert done.code == 2
    assert [line for line in done.out.splitlines()[1::2] if not line.startswith("proofs/")] == []
    assert sorted(os.listdir("proofs")) == ["001-one.gpc", "002-no.gpc"]
    statuses = [check(Path("proofs", name)).status for name in sorted(os.listdir("proofs"))]
    assert statuses == [Status.OPTIMAL, Status.INFEASIBLE]


def test_the_record_of_a_board(gridproof: Run) -> None:
    done = gridproof("certify", "b.txt", "--out", "proofs", "--json", "--quiet")
    records = [json.loads(line) for line in done.out.splitlines()]
    assert [(r["v"], r["file"], r["level"], r["proof"]) for r in records] == [
        (1, "b.txt", 1, "certificate"),
        (1, "b.txt", 2, "certificate"),
    ]
    made = records[0]["certificate"]
    assert made["file"] == os.path.join("proofs", "001-one.gpc")
    assert made["bound"] == records[0]["bound"] == 1
    assert set(made) == {
        *("file", "kind", "bound", "size", "sha256", "counts", "make_time", "check_time"),
    }


def test_only_an_optimum_is_an_answer(gridproof: Run) -> None:
    bound = gridproof("certify", "b.txt", "--level", "1", "--out", "c.gpc", "--max-cost", "0")
    assert bound.code == 3
    assert "c.gpc: at least 1 push; " in bound.out
    assert check("c.gpc").status is Status.UNKNOWN
    before = Path("c.gpc").read_bytes()
    none = gridproof("certify", "b.txt", "--level", "1", "--out", "c.gpc", "--time", "0")
    assert none.code == 3
    assert "\nnot certified: " in none.out
    assert Path("c.gpc").read_bytes() == before
    first = gridproof("certify", "b.txt", "--level", "1", "--out", "c.gpc", "--solver", "any")
    assert first.code in (0, 3)
    assert (first.code == 0) == (" OPTIMAL " in first.out)


def test_what_is_known_already(gridproof: Run) -> None:
    Path("s.txt").write_text(gridproof("solve", "b.txt").out)
    options = ("--out", "c.gpc", "--nodes", "0")
    done = gridproof("certify", "b.txt", "--level", "1", *options, "--solution", "s.txt")
    assert "one  UNKNOWN" not in done.out
    assert check("c.gpc").cost == 1
    assert gridproof("certify", "b.txt", "--level", "1", *options, "--solution", "R").code in (0, 3)
    for wrong, level, said in (
        ("L", "1", "the given solution is not valid"),
        ("s.txt", "2", "`--solution` has none for this board"),
    ):
        refused = gridproof("certify", "b.txt", "--level", level, *options, "--solution", wrong)
        assert refused.code == 2
        assert said in refused.err


def test_pages_lead_to_the_certificates(gridproof: Run) -> None:
    assert gridproof("certify", "b.txt", "--out", "proofs", "--html", "pages").code == 0
    page = Path("pages/001-one.html").read_text(encoding="utf-8")
    address, name = re.findall(r'<a href="([^"]*gpc)" download>([^<]*)</a>', page)[0]
    assert (address, name) == ("../proofs/001-one.gpc", "001-one.gpc")
    assert f"accepted by gridproof {package.__version__}: optimum 1 push; " in page
    assert "proven optimal, certified" in page
    index = Path("pages/index.html").read_text(encoding="utf-8")
    assert "proven to have no solution, certified" in index
    gridproof("certify", "b.txt", "--level", "1", "--out", "a b&.gpc", "--html", "p.html")
    page = Path("p.html").read_text(encoding="utf-8")
    assert '<a href="a%20b%26.gpc" download>a b&amp;.gpc</a>' in page
    gridproof("solve", "b.txt", "--level", "1", "--html", "s.html")
    assert "<footer>" not in Path("s.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--out", "-"), "name a file"),
        (("--out", ""), "empty"),
        (("--out", "missing/c.gpc", "--level", "1"), "no such folder"),
        (("--out", "c.gpc", "--level", "1", "--time", "x"), "seconds"),
        (("--out", "c.gpc", "--level", "1", "--solver", "nobody"), "solver"),
        (("--out", "same", "--html", "-", "--json"), "standard output cannot take several things"),
        ((), "--out"),
    ],
)
def test_what_certify_cannot_do(gridproof: Run, arguments: tuple[str, ...], said: str) -> None:
    done = gridproof("certify", "b.txt", *arguments)
    assert done.code == 2
    assert said in done.err
    assert not Path("c.gpc").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ("certify", "b.txt", "--level", "1", "--out", "b.txt"),
        ("certify", "b.txt", "--level", "1", "--out", "c.gpc", "--html", "./b.txt"),
    ],
)
def test_what_is_read_is_not_written_over(gridproof: Run, arguments: tuple[str, ...]) -> None:
    done = gridproof(*arguments)
    assert done.code == 2
    assert "b.txt: is read: name another file to write to" in done.err
    assert Path("b.txt").read_text() == BOARDS


def test_interrupted(gridproof: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(level: Level, **how: Any) -> Result:
        how["cancel"].cancel()
        return solve(level, **how)

    monkeypatch.setattr("gridproof.cli.certify.solve", interrupted)
    done = gridproof("certify", "b.txt", "--out", "proofs")
    assert done.code == 130
    assert len(done.out.splitlines()) == 2
    assert os.listdir("proofs") == []


# check


@pytest.fixture
def proofs(gridproof: Run) -> list[str]:
    gridproof("certify", "b.txt", "--out", "proofs")
    return ["proofs/001-one.gpc", "proofs/002-no.gpc"]


def test_check_says_what_is_proven(gridproof: Run, proofs: list[str]) -> None:
    done = gridproof("check", *proofs)
    assert (done.code, done.err) == (0, "")
    one, none = done.out.splitlines()
    said = "proofs/001-one.gpc  ACCEPTED  sokoban  pushes  optimum 1 push, its solution replayed  "
    assert one.startswith(said)
    assert one.endswith('  "one"')
    assert none.startswith("proofs/002-no.gpc  ACCEPTED  sokoban  pushes  no solution exists  ")
    assert none.endswith('  "no"')
    records = [json.loads(line) for line in gridproof("check", *proofs, "--json").out.splitlines()]
    assert [(r["file"], r["accepted"], r["status"]) for r in records] == [
        (proofs[0], True, "OPTIMAL"),
        (proofs[1], True, "INFEASIBLE"),
    ]
    assert records[0]["digest"] == check(proofs[0]).digest
    assert set(records[0]) == {
        *("v", "file", "accepted", "reason", "stop_reason", "game", "title", "digest"),
        *("objective", "kind", "status", "cost", "bound", "stands_for", "contradictions"),
        *("counts", "seconds", "instance_digest"),
    }


def test_what_is_refused_unreadable_or_stopped(gridproof: Run, proofs: list[str]) -> None:
    data = Path(proofs[0]).read_bytes()
    Path("changed.gpc").write_bytes(data.replace(b'"bound":1', b'"bound":0'))
    Path("none.gpc").write_text("no certificate")
    changed = gridproof("check", "changed.gpc", proofs[0])
    assert changed.code == 1
    assert 'REFUSED  sokoban  pushes  "the checksum does not fit"  ' in changed.out
    assert "ACCEPTED" in changed.out
    assert gridproof("check", "none.gpc").code == 1
    missing = gridproof("check", "missing.gpc", "changed.gpc", proofs[0])
    assert missing.code == 2
    assert len(missing.out.splitlines()) == 2
    assert "missing.gpc: cannot be read" in missing.err
    stopped = gridproof("check", proofs[0], "--time", "0")
    assert stopped.code == 3
    assert '  STOPPED  "not checked within 0 s (TIME_LIMIT)"  ' in stopped.out
    assert "`--no-time-limit`" in stopped.err
    record = json.loads(gridproof("check", proofs[0], "--time", "0", "--json").out)
    assert (record["accepted"], record["stop_reason"]) == (False, "TIME_LIMIT")
    assert gridproof("check").code == 2


def test_of_a_board(gridproof: Run, proofs: list[str]) -> None:
    assert gridproof("check", *proofs, "--board", "b.txt").code == 0
    other = gridproof("check", *proofs, "--board", "b.txt", "--level", "no")
    assert other.code == 1
    refused, accepted = other.out.splitlines()
    assert 'REFUSED  sokoban  "it is of another board"  ' in refused
    assert "ACCEPTED  sokoban  pushes  no solution exists  " in accepted
    bad = gridproof("check", *proofs, "--board", "bad.txt", "--game", "sokoban")
    assert bad.code == 2
    assert bad.out.count("ACCEPTED") == 2
    for options in (["--board", "missing.txt"], ["--level", "1"], ["--set", "a=b"]):
        done = gridproof("check", *proofs, *options)
        assert (done.code, done.out) == (2, "")


def test_interrupted_check(gridproof: Run, proofs: list[str], monkeypatch: Any) -> None:
    def interrupted(path: str, **how: Any) -> Any:
        how["cancel"].cancel()
        return check(path, **how)

    monkeypatch.setattr("gridproof.cli.check.check", interrupted)
    done = gridproof("check", *proofs)
    assert done.code == 130
    assert len(done.out.splitlines()) == 1
    assert "INTERRUPTED" in done.out


def certificates_of_every_kind(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[AnyGame, CertificateSpec, Path]]:
    for game in games().values():
        for spec in kinds(game).values():
            monkeypatch.setattr(certifying, "fitting_kinds", lambda *_, spec=spec: [spec])
            for level in random_levels(game.id, 3):
                goal = game.objectives[0]
                if spec.why_unsupported(level, goal) is None:
                    path = folder / f"{game.id}-{spec.id}.gpc"
                    if certified(solve(level, game=game), path, game=game).certificate is not None:
                        yield game, spec, path
                        break


def test_checking_loads_no_solver_and_nothing_native(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = list(certificates_of_every_kind(tmp_path, monkeypatch))
    assert {(game.id, "plain") for game in games().values()} <= {(g.id, s.id) for g, s, _ in made}
    for game in {game.id for game, _, _ in made}:
        paths = [str(path) for found, _, path in made if found.id == game]
        code = (
            "import sys; from gridproof.cli import run; "
            f"code = run(['check', *{paths!r}]); "
            "print(code, sorted(m for m in sys.modules if '_native' in m or '.solve.' in f'{m}.' "
            "or m.startswith(('highspy', 'gridproof.set_cover', 'gridproof.solving.solve', "
            "'gridproof.solving.certify', 'gridproof.solving.search'))))"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert done.stdout.splitlines()[-1:] == ["0 []"], (game, done)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="there is no such fence here")
def test_the_memory_of_a_check_is_fenced(
    gridproof: Run, proofs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a check takes more than it says."""

    def greedy(*_: Any) -> Any:
        return {"bytes": len(bytearray(1 << 33))}

    spec = CertificateSpec("greedy", "of a test", check=f"{__name__}:_greedy", make=PLAIN.make)
    monkeypatch.setattr(sys.modules[__name__], "_greedy", greedy, raising=False)
    monkeypatch.setattr(SOKOBAN, "certificates", (spec,))
    verdict = check(proofs[0])
    assert verdict.level is not None
    header = json.loads(Path(proofs[0]).read_bytes().partition(b"\n")[0]) | {"kind": "greedy"}
    with Path("greedy.gpc").open("wb") as file:
        write_certificate(file, header, [])
    before = resource.getrlimit(resource.RLIMIT_AS)
    done = gridproof("check", "greedy.gpc", "--memory", "10MB")
    assert done.code == 3
    assert "MEMORY_LIMIT" in done.out
    assert resource.getrlimit(resource.RLIMIT_AS) == before


# verify --certificate


def test_a_solution_and_its_certificate(gridproof: Run, proofs: list[str]) -> None:
    good, bad = proofs
    done = gridproof("verify", "b.txt", "R", "--level", "1", "--certificate", good)
    assert done.code == 0
    assert [line.split("  ")[1] for line in done.out.splitlines()[:2]] == ["VALID", "ACCEPTED"]
    assert done.out.endswith("OPTIMAL\n")
    record = json.loads(
        gridproof("verify", "b.txt", "R", "--level", "1", "--certificate", good, "--json").out
    )
    assert (record["valid"], record["optimal"], record["doubt"]) == (True, True, None)
    assert record["certificate"]["accepted"]
    for solution, certificate, said in (
        ("L", good, "it is no solution"),
        ("R", bad, "the certificate is not accepted"),
    ):
        done = gridproof("verify", "b.txt", solution, "--level", "1", "--certificate", certificate)
        assert done.code == 1
        assert f"NOT PROVEN OPTIMAL  {said}" in done.out
    missing = gridproof("verify", "b.txt", "R", "--level", "1", "--certificate", "missing.gpc")
    assert missing.code == 2


def test_a_solution_that_is_not_the_best(gridproof: Run) -> None:
    """Nor need it be the certificate's own."""
    Path("long.txt").write_text("######\n#@ $.#\n#    #\n######\n")
    gridproof("certify", "long.txt", "--out", "moves.gpc", "--objective", "moves")
    gridproof("certify", "long.txt", "--out", "pushes.gpc")
    detour = gridproof("verify", "long.txt", "durR", "--certificate", "moves.gpc")
    assert detour.code == 1
    assert "NOT PROVEN OPTIMAL  proven is: optimum 2 moves" in detour.out
    assert gridproof("verify", "long.txt", "durR", "--certificate", "pushes.gpc").code == 0
    other = gridproof(
        *("verify", "long.txt", "rR", "--certificate", "pushes.gpc", "--objective", "moves")
    )
    assert other.code == 1
    assert "of objective `pushes`" in other.out


def test_a_certificate_that_excludes_a_solution_is_a_bug(
    gridproof: Run, proofs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    verdict = check(proofs[1])
    monkeypatch.setattr("gridproof.cli.verify.checked", lambda *_, **__: verdict)
    done = gridproof("verify", "b.txt", "R", "--level", "1", "--certificate", proofs[1])
    assert done.code == 70
    assert "excludes a solution" in done.err


def test_objectives_of_two_metrics(gridproof: Run) -> None:
    """The bound is a pair, or one number that speaks of the first metric."""
    Path("long.txt").write_text("######\n#@ $.#\n#    #\n######\n")
    options = ("--out", "c.gpc", "--objective", "pushes-moves")
    verifying = ("verify", "long.txt", "--certificate", "c.gpc")
    both = gridproof("certify", "long.txt", *options)
    assert both.code == 0
    assert "optimum 1 push, 2 moves" in both.out
    assert gridproof(*verifying, "rR").code == 0
    detour = gridproof(*verifying, "durR")
    assert detour.code == 1
    assert "NOT PROVEN OPTIMAL  proven is: optimum 1 push, 2 moves" in detour.out
    first = gridproof("certify", "long.txt", *options, "--max-cost", "0")
    assert first.code == 3
    assert check("c.gpc").bound == 1
    open_ = gridproof(*verifying, "rR")
    assert open_.code == 1
    assert "NOT PROVEN OPTIMAL  proven is: at least 1 push" in open_.out
