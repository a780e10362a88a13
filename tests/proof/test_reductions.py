"""Certificates of reductions: true claims are accepted, false ones never, whatever is changed."""

from __future__ import annotations

import functools
import random
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gridproof.errors import InputError
from gridproof.games.bombcover.level import BombcoverLevel
from gridproof.games.boxcover.level import BoxcoverLevel
from gridproof.games.merge.level import MergeLevel
from gridproof.grid import Pos
from gridproof.limits import Ticker
from gridproof.proof.checking import check
from gridproof.reduction import Encoding, find_reduction
from gridproof.reductions.evidence import proof
from gridproof.reductions.reduce import audit, certify, reduce
from gridproof.reductions.sat_to_bombcover.hole import clear_in_spite
from gridproof.result import Limits, Progress, Status
from gridproof.verifying import verify
from tests.clock import FakeClock
from tests.proof.forgeries_reductions import FORGERIES
from tests.proof.forging import Forgery, check_data, header, mutated, packed
from tests.proof.reduced import Claimed, claimed, is_true
from tests.reductions.instances import samples

#: Small boards, which solvers do at once, a yes and a no of each.
SMALL: tuple[tuple[str, str, Mapping[str, Any]], ...] = (
    ("sat-to-bombcover", "x\n", {}),
    ("sat-to-bombcover", "x\n!x\n", {}),
    ("sat-to-bombcover", "x\n", {"variant": "pierce"}),
    ("sat-to-bombcover", "x\n!x\n", {"variant": "pierce"}),
    ("sat-to-bombcover-range", "x\n", {"radius": 2}),
    ("sat-to-bombcover-range", "x\n!x\n", {"radius": 1}),
    ("sat-to-boxcover", "x\n", {"side": 2}),
    ("sat-to-boxcover", "x\n!x\n", {"side": 1}),
    ("vc-to-bombcover", "cover: 1\n1 2\n2 3\n", {"radius": 2}),
    ("vc-to-bombcover", "cover: 1\n1 2\n2 3\n3 1\n", {"radius": 1}),
    ("vc-to-boxcover", "cover: 2\n1 2\n2 3\n3 1\n", {"side": 2}),
    ("vc-to-boxcover", "cover: 0\n1 2\n", {"side": 1}),
    ("vc-to-merge", "cover: 1\n1 2\n2 3\n", {}),
    ("vc-to-merge", "cover: 0\n1 2\n", {}),
)
NAMES = sorted({name for name, *_ in SMALL})


@functools.cache
def made(number: int) -> Claimed:
    """The certificate of a small board."""
    name, text, options = SMALL[number]
    return claimed(name, text, **options)


@pytest.mark.parametrize("name", NAMES)
def test_what_a_reduction_makes_is_accepted_and_nothing_better(name: str) -> None:
    for sample in samples(name):
        own = claimed(name, sample.encoding)
        assert own.refusal() is None
        k = sample.encoding.k
        better = -1 if name == "vc-to-merge" else 1
        assert (own.bound == k) == (sample.witness is not None) or "graph" in own.stands_for
        assert replace(own, bound=own.bound + better).refusal() is not None
        assert replace(own, stands_for={**own.stands_for, "k": k + 1}).refusal() is not None


@pytest.mark.parametrize("number", range(len(SMALL)))
def test_small_boards_are_what_they_are_said_to_be(number: int) -> None:
    own = made(number)
    assert own.refusal() is None
    assert is_true(own.claim)


@pytest.mark.parametrize("forgery", FORGERIES, ids=str)
def test_the_claims_of_forgeries_are_false(forgery: Forgery) -> None:
    assert not is_true(forgery.claim)


def changed_level(level: Any, rng: Random) -> Any:
    """A board with one or two things elsewhere, or other options."""
    if isinstance(level, BoxcoverLevel):
        if rng.random() < 0.1:
            return replace(level, side=max(1, level.side + rng.choice((-1, 1))))
        points = list(level.points)
        at = rng.randrange(len(points))
        x, y = points[at]
        points[at] = Pos(x + rng.randint(-2, 2), y + rng.randint(-2, 2))
        return replace(level, points=tuple(points))
    if isinstance(level, MergeLevel):
        return _changed_merge(level, rng)
    assert isinstance(level, BombcoverLevel)
    if rng.random() < 0.1:
        return replace(
            level,
            radius=rng.choice((None, 1, 2, 3)),
            pierce=rng.random() < 0.5,
            throw=level.cells.count("x") < 9 and rng.random() < 0.3,  # it is solved plainly
        )
    cells = list(level.cells)
    for _ in range(rng.randint(1, 2)):
        crates = [i for i, kind in enumerate(cells) if kind == "x"]
        at = rng.choice((rng.choice(crates), rng.randrange(len(cells))))
        cells[at] = rng.choice("..#x")
        if rng.random() < 0.5:  # it moves by a cell or two
            cells[(at + rng.choice((1, -1, 2, level.width))) % len(cells)] = "x"
    x, y = level.players[0]
    cells[y * level.width + x] = "."
    return replace(level, cells="".join(cells))


def _changed_merge(level: MergeLevel, rng: Random) -> MergeLevel:
    what = rng.randrange(5)
    heroes, stones = list(level.heroes), list(level.stones)
    if what == 0:
        return replace(level, max_level=rng.choice((1, 2, None)))
    if what == 1:
        heroes[rng.randrange(len(heroes))] = (rng.choice(heroes)[0], 2)
    things = heroes if what < 4 else stones
    at = rng.randrange(len(things))
    taken = {cell for cell, _ in (*heroes, *stones)}
    free = Pos(rng.randrange(level.width), rng.randrange(level.height))
    if what in (1, 2) or free in taken:
        del things[at]
    else:
        things[at] = (free, things[at][1])
    heroes = list(dict(heroes).items())
    return replace(level, heroes=tuple(sorted(heroes)), stones=tuple(sorted(stones)))


def changed_instance(stands_for: Mapping[str, Any], rng: Random) -> dict[str, Any]:
    """Another k, clause, literal, edge or cover."""
    k = stands_for["k"] + rng.choice((0, 0, 0, -1, 1))
    graph = stands_for.get("graph")
    if graph is not None:
        edges = mutated(graph["edges"], rng) if rng.random() < 0.7 else graph["edges"]
        return {"k": k, "graph": {"edges": edges, "cover": graph["cover"] + rng.choice((0, -1, 1))}}
    formula = stands_for["formula"]
    clauses = mutated(formula["clauses"], rng)
    variables = formula["variables"] + rng.choice((0, 0, 0, 1, -1))
    return {"k": k, "formula": {"variables": variables, "clauses": clauses}}


def changed(own: Claimed, rng: Random) -> Claimed:
    """A certificate with changes in one part of it or in several."""
    what = rng.randrange(6)
    changes: dict[str, Any] = {}
    if what in (0, 1):
        changes["records"] = mutated(own.records, rng, rng.randint(1, 2))
    if what in (1, 2, 3):
        changes["level"] = changed_level(own.level, rng)
    if what in (3, 4):
        changes["stands_for"] = changed_instance(own.stands_for, rng)
    if what == 5 or rng.random() < 0.5:
        changes["bound"] = own.bound + rng.choice((-1, 1, 2))
        if rng.random() < 0.3:
            changes["records"] = own.records[:-1]
    return replace(own, **changes)


def no_lie_is_accepted(number: int, rounds: int, seed: int) -> int:
    """Return the number of changed certificates that are accepted, all of them true."""
    rng, own = random.Random(seed), made(number)
    accepted = 0
    for _ in range(rounds):
        other = changed(own, rng)
        if not other.claim.game.validate(other.level) and other.refusal() is None:
            accepted += 1
            assert is_true(other.claim), (other.stands_for, other.bound, other.level)
    return accepted


@pytest.mark.parametrize("number", range(len(SMALL)))
def test_no_changed_certificate_is_accepted_unless_it_is_true(number: int) -> None:
    no_lie_is_accepted(number, 150, number)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(len(SMALL)))
def test_no_changed_certificate_of_thousands_is_accepted(number: int) -> None:
    no_lie_is_accepted(number, 3000, 1000 + number)


@pytest.mark.parametrize("name", NAMES)
def test_the_audit_and_the_check_agree_on_changed_boards(name: str) -> None:
    """Boards that the audit passes are accepted; it may ask for more: that nobody throws, say."""
    rng = random.Random(5)
    passed = 0
    for number, (other, _, options) in enumerate(SMALL):
        if other != name:
            continue
        own = made(number)
        encoding = reduce(name, SMALL[number][1], options)
        for _ in range(60):
            level = changed_level(encoding.level, rng)
            if own.claim.game.validate(level):
                continue
            here = replace(encoding, level=level)
            holds = audit(here).passed
            passed += holds
            refused = replace(own, level=level).refusal()
            if holds:
                assert refused is None
            elif refused is None:
                assert is_true(replace(own, level=level).claim)
    assert passed < 120


def hole() -> Encoding:
    """The thesis's board, of all clauses on three variables and two variables more."""
    signs = [(a, b, c) for a in ("", "!") for b in ("", "!") for c in ("", "!")]
    cnf = "p cnf 5 8\n" + "".join(
        f"{'-' if a else ''}1 {'-' if b else ''}2 {'-' if c else ''}3 0\n" for a, b, c in signs
    )
    return reduce("sat-to-bombcover", cnf, {"variant": "thesis"})


def test_the_hole_in_the_thesis_is_no_certificate(tmp_path: Path) -> None:
    """Cleared in k = 97 though unsatisfiable: refused by what it names, and by what it proves."""
    encoding = hole()
    moves = clear_in_spite(encoding)
    assert moves is not None
    assert encoding.k == 97
    assert verify("bombcover", encoding.level, moves).cost == 97
    with pytest.raises(InputError, match="no certificate of this board"):
        certify(encoding, tmp_path / "c.gpc")
    # The map without its extra crates, which only shield others.
    bare = {
        **encoding.map,
        "loops": [
            {**loop, "slots": [{**slot, "extra": []} for slot in loop["slots"]]}
            for loop in encoding.map["loops"]
        ],
    }
    given = find_reduction(encoding.reduction).evidence(replace(encoding, map=bare))
    assert given is not None
    said = {"k": 97, **given.instance}
    forged = Claimed(given.kind, encoding.level, said, [*given.records], 97)
    named, falls = "does not name each crate once", "though no literal of the clause is true"
    assert named in (forged.refusal() or "")
    # Taken for crates of the board that the map leaves out, and for floor.
    assert isinstance(encoding.level, BombcoverLevel)
    open_floor = encoding.level.cells
    for slot in (slot for loop in encoding.map["loops"] for slot in loop["slots"]):
        for x, y in slot["extra"]:
            at = y * encoding.level.width + x
            open_floor = open_floor[:at] + "." + open_floor[at + 1 :]
    cleared = replace(forged, level=replace(encoding.level, cells=open_floor))
    assert falls in (cleared.refusal() or "")


@pytest.mark.parametrize("name", NAMES)
def test_files(name: str, tmp_path: Path) -> None:
    for sample in samples(name)[::4]:
        path = tmp_path / "c.gpc"
        written, cost = certify(sample.encoding, path)
        verdict = check(path, level=sample.encoding.level)
        assert verdict.accepted
        assert verdict.stands_for is not None
        assert verdict.stands_for["k"] == sample.encoding.k
        assert (verdict.cost, verdict.bound) == (cost, written.bound)
        if sample.witness is not None:
            assert verdict.status is Status.OPTIMAL
        else:
            assert verdict.bound != sample.encoding.k


@pytest.mark.parametrize("name", NAMES)
def test_each_stage_of_the_work_is_told(name: str, tmp_path: Path) -> None:
    told: list[Progress] = []
    encoding = samples(name)[0].encoding
    certify(encoding, tmp_path / "c.gpc", progress=told.append, clock=FakeClock(0.04))
    stages = {news.stage for news in told}
    assert "checking the certificate" in stages
    assert stages <= {"making the certificate", "checking the certificate"}


def test_a_check_loads_neither_builder_nor_solver(tmp_path: Path) -> None:
    for name in NAMES:
        path = tmp_path / f"{name}.gpc"
        certify(samples(name)[0].encoding, path)
        code = (
            "import sys; from gridproof.proof.checking import check; "
            f"print(check({str(path)!r}).accepted, *(name for name in sys.modules "
            "if any(word in f'{name}.' for word in ('_native', '.solve.', '.reduc', 'numpy.'))))"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert re.sub(r" gridproof\.proof\.[\w.]+", "", done.stdout) == "True\n", done.stderr


@pytest.mark.parametrize("number", range(len(SMALL)))
def test_no_limit_makes_a_false_claim_true(number: int) -> None:
    own = made(number)
    better = -1 if own.level.game == "merge" else 1
    for claim, true in ((own, True), (replace(own, bound=own.bound + better), False)):
        said = {**header(claim.claim, claim.kind), "stands_for": claim.stands_for}
        data = packed(said, claim.records)
        assert check_data(data).accepted == true
        for limits in (
            *(Limits(memory=size) for size in (0, 1000, 20_000, 200_000, 1 << 20)),
            *(Limits(time=seconds) for seconds in (0.0, 1e-4, 1e-3)),
        ):
            assert not check_data(data, limits=limits).accepted or true
        assert not check_data(data, limits=Limits(memory=1)).accepted


@pytest.mark.parametrize("name", ["sat-to-bombcover", "vc-to-boxcover", "vc-to-merge"])
def test_without_time_the_bound_is_weaker_and_the_claim_stands(name: str) -> None:
    for sample in samples(name):
        given = find_reduction(name).evidence(sample.encoding)
        assert given is not None
        late = proof(sample.encoding, given, sample.witness, Ticker(Limits(time=0.0)))
        assert isinstance(late.bound, int)
        said = {"k": sample.encoding.k, **given.instance}
        own = Claimed(given.kind, sample.encoding.level, said, [*late.records], late.bound)
        assert own.refusal() is None
