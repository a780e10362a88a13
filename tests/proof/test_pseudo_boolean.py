"""Certificates as pseudo-Boolean proofs: a checker that knows nothing of boards accepts them."""

from __future__ import annotations

import functools
import itertools
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gridproof.errors import InputError
from gridproof.game import AnyGame
from gridproof.lazy import load
from gridproof.limits import Ticker
from gridproof.proof.checking import check
from gridproof.proof.claims import Claim
from gridproof.proof.kinds import REDUCTIONS, kinds
from gridproof.proof.merge import Damages
from gridproof.proof.pseudo_boolean.export import refutation
from gridproof.proof.pseudo_boolean.log import Log, Refutation
from gridproof.proof.pseudo_boolean.rounding import rounded
from gridproof.proof.pseudo_boolean.tree import Columns
from gridproof.proof.pseudo_boolean.windows import window
from gridproof.proof.tree import Program, Row
from gridproof.registry import games
from gridproof.solving.certify import certified
from gridproof.solving.solve import solve
from gridproof.specs import CertificateSpec
from tests.proof.forgeries_boxcover import RING, RING_BY_CASES, claim
from tests.proof.forging import header, mutated, packed
from tests.proof.opb_checker import Constraint, Proof, Wrong, check_refutation, parse_problem
from tests.proof.reduced import claimed
from tests.samples import generated, random_levels
from tests.soak import ROUNDS

KINDS = [(g, s) for g in games().values() for s in g.certificates if s.refutation]
each_kind = pytest.mark.parametrize(("game", "spec"), KINDS, ids=[s.id for _, s in KINDS])
#: Boards whose proofs have branches, sums, windows and rounding.
LARGER: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "squares": [("random", {"points": 120, "side": 12}), ("random", {"points": 60})],
    "plans": [("random", {"width": 10, "height": 10}), ("random", {"width": 9, "height": 7})],
    "damages": [("random", {})],
}


@functools.cache
def proofs(game: str, kind: str, folder: str) -> tuple[Refutation, ...]:
    """Refutations of tiny boards, and of some that are larger."""
    spec, path = kinds(games()[game])[kind], Path(folder, "c.gpc")
    levels = [*random_levels(game, 3)]
    levels += [generated(game, name, 1, **params) for name, params in LARGER[kind]]
    found = []
    for level in levels:
        for goal in games()[game].objectives:
            if spec.why_unsupported(level, goal) is not None:
                continue
            result = certified(solve(level, objective=goal.id), path)
            if result.certificate is not None and result.certificate.kind == kind:
                found.append(refutation(path))
    return tuple(found)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("proofs"))


@each_kind
def test_what_is_exported_is_accepted(game: AnyGame, spec: CertificateSpec, folder: str) -> None:
    made = proofs(game.id, spec.id, folder)
    assert made
    for one in made:
        check_refutation(one.problem, one.proof())
        assert one.proof("1.2").splitlines()[2:-1] == one.proof().splitlines()[2:-3]


@each_kind
def test_a_problem_with_a_solution_has_no_such_proof(
    game: AnyGame, spec: CertificateSpec, folder: str
) -> None:
    """Constraints are lowered by one until something solves them all."""
    refused = 0
    for one in proofs(game.id, spec.id, folder):
        if one.variables > 10:
            continue
        assert not solvable(parse_problem(one.problem), one.variables)
        for i, line in enumerate(one.constraints):
            *words, least, end = line.split()
            lower = " ".join([*words, str(int(least) - 1), end])
            lines = (*one.constraints[:i], lower, *one.constraints[i + 1 :])
            changed = Refutation(one.variables, lines, one.steps, one.contradiction)
            if solvable(parse_problem(changed.problem), one.variables):
                refused += 1
                with pytest.raises(Wrong):
                    check_refutation(changed.problem, changed.proof())
    assert refused > 3


def test_rows_of_cases_are_exported(tmp_path: Path) -> None:
    made = claim(2, RING, 3)
    path = tmp_path / "ring.gpc"
    path.write_bytes(packed(header(made, "squares") | {"cost": None}, RING_BY_CASES))
    one = refutation(path)
    check_refutation(one.problem, one.proof())


def solvable(problem: list[Constraint], variables: int) -> bool:
    """Return True if some values solve a problem."""
    everything = itertools.product((False, True), repeat=variables)
    return any(all(is_met(one, values) for one in problem) for values in everything)


def is_met(one: Constraint, values: tuple[bool, ...]) -> bool:
    return sum(a for x, a in one.terms.items() if holds(x, values)) >= one.least


def holds(literal: str, values: tuple[bool, ...]) -> bool:
    return values[int(literal.lstrip("~x")) - 1] != literal.startswith("~")


@pytest.mark.soak
@each_kind
def test_changed_certificates_that_are_accepted_are_exported_too(
    game: AnyGame, spec: CertificateSpec, tmp_path: Path
) -> None:
    rng, exported, path = Random(4), 0, tmp_path / "c.gpc"
    for level in random_levels(game.id, 3):
        goal = game.objective()
        if spec.why_unsupported(level, goal) is not None:
            continue
        made = load(spec.make or "")(Claim(game, level, goal, solve(level).bound), Ticker())
        records = [*made.records]
        claim: Claim[Any] = Claim(game, level, goal, made.bound)
        for _ in range(20 * ROUNDS):
            path.write_bytes(packed(header(claim, spec.id), mutated(records, rng)))
            verdict = check(path)
            if verdict.accepted:
                one = refutation(path, verdict)
                check_refutation(one.problem, one.proof())
                exported += 1
    assert exported


@pytest.mark.parametrize("spec", REDUCTIONS, ids=lambda spec: spec.id)
def test_instances_of_reductions_are_refuted(spec: CertificateSpec, tmp_path: Path) -> None:
    for name, text, options in (
        ("sat-to-bombcover", "x | y\n!x | y\nx | !y\n!x | !y\n", {}),
        ("sat-to-boxcover", "x | y\n!x | y\nx | !y\n!x | !y\n", {"side": 2}),
        ("vc-to-bombcover", "cover: 2\n1 2\n2 3\n3 4\n4 5\n5 1\n", {"radius": 2}),
        ("vc-to-merge", "cover: 2\n1 2\n2 3\n3 4\n4 5\n5 1\n", {}),
    ):
        own = claimed(name, text, **options)
        if own.kind != spec.id:
            continue
        path = tmp_path / "c.gpc"
        first_line = header(own.claim, own.kind) | {"stands_for": own.stands_for}
        path.write_bytes(packed(first_line, own.records))
        made = refutation(path)
        check_refutation(made.problem, made.proof())


# The parts.


def test_windows_weigh_as_much_as_their_lightest_cover() -> None:
    for seed in range(40):
        rng, log = Random(seed), Log()
        columns = [log.variable() for _ in range(rng.randint(2, 6))]
        places = rng.randint(1, 4)
        on = [rng.sample(columns, rng.randint(1, len(columns))) for _ in range(places)]
        weights = {x: rng.randint(0, 5) for x in columns if rng.random() < 0.8}
        rows = [log.axiom(dict.fromkeys(one, 1), 1) for one in on]
        traces = {x: sum(1 << p for p in range(places) if x in on[p]) for x in columns}
        covers = [
            taken
            for taken in itertools.product((0, 1), repeat=len(columns))
            if all(any(taken[x - 1] for x in one) for one in on)
        ]
        least = min(sum(weights.get(x, 0) * c[x - 1] for x in columns) for c in covers)
        number = window(log, rows, traces, weights, Ticker())
        made = log.refuted(number or 0)
        told = Proof(parse_problem(made.problem))
        for step in made.steps:
            told.step(step)
        if number is None:
            assert least == 0
            continue
        found = told.known[number]
        assert found.least == least
        assert all(a <= weights.get(int(x[1:]), 0) for x, a in found.terms.items())


def test_rounding_derives_the_row_of_the_checker() -> None:
    for seed in range(60):
        rng, log = Random(seed), Log()
        highs = [rng.randint(1, 3) for _ in range(3)]
        program = Program([0] * 3, 0, [0] * 3, highs)
        columns = Columns.new(log, program)
        rows = [
            Row(range(3), rng.randint(-2, 1), [rng.randint(-2, 3) for _ in range(3)])
            for _ in range(3)
        ]
        numbers = [log.axiom(columns.terms(row), row.least) for row in rows]
        divisor = rng.randint(1, 5)
        flat = [n for r in range(3) for n in (r, rng.randint(-3, 4))]
        uppers = [n for j in range(3) for n in (j, rng.randint(-3, 3))]
        damages = Damages.__new__(Damages)
        damages._highs = highs
        wanted = damages._round(rows, divisor, flat, uppers)
        number = rounded(log, columns, rows, numbers, divisor, flat, uppers)
        made = log.refuted(number or 0)
        told = Proof(parse_problem(made.problem))
        for step in made.steps:
            told.step(step)
        if number is None:
            assert not any(wanted.coefficients or ())
            assert wanted.least == 0
            continue
        own = Log()
        Columns.new(own, program)
        line = own.axiom(columns.terms(wanted), wanted.least)
        assert told.known[number] == parse_problem(own.refuted(line).problem)[line - 1]


def test_only_accepted_trees_are_exported(tmp_path: Path) -> None:
    path = tmp_path / "c.gpc"
    for game in games().values():
        level = next(iter(random_levels(game.id, 1)))
        claim: Claim[Any] = Claim(game, level, game.objective(), 10**6)
        for kind in kinds(game).values():
            path.write_bytes(packed(header(claim, kind.id)))
            if not check(path).accepted or kind.refutation is None:
                with pytest.raises(InputError, match=r"accepted|no pseudo-Boolean"):
                    refutation(path)
