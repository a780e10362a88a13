"""No check is ever wrong, whatever stops it: a sweep over all games, objectives and kinds of proof.

Kinds are found in the registry. The truth about a random tiny board comes from plain search. False
claims come with the records of the true proof, whole, cut off, extended and changed, under limits
and cancelled at any look at the clock: none is accepted, and nothing but a verdict comes back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

import pytest

from gridproof.game import AnyGame
from gridproof.lazy import load
from gridproof.level import Objective
from gridproof.limits import POLL_INTERVAL, CancelToken, Ticker
from gridproof.proof.claims import Claim
from gridproof.proof.kinds import goal_of, kinds
from gridproof.proof.making import MadeProof, Unproven
from gridproof.registry import games
from gridproof.result import Limits, Value
from gridproof.solving.solve import solve
from gridproof.specs import CertificateSpec
from tests.proof.forging import check_data, header, mutated, packed
from tests.samples import random_levels
from tests.soak import ROUNDS

LIMITS = [
    *(Limits(memory=size) for size in (0, 1, 1000, 10_000, 50_000, 200_000, 1 << 20)),
    *(Limits(time=seconds) for seconds in (0.0, 1e-6, 1e-4, 1e-3)),
]
#: Looks at the clock before the token is set.
LOOKS = (0, 1, 2, 3, 5, 10, 20, 50, 200)

KINDS = [
    (game, objective, spec)
    for game in games().values()
    for objective in game.objectives
    for spec in kinds(game).values()
    if spec.make is not None
    and (not spec.objectives or goal_of(game, spec, objective).id in spec.objectives)
]
each_kind = pytest.mark.parametrize(
    ("game", "objective", "spec"), KINDS, ids=[f"{g.id}-{o.id}-{s.id}" for g, o, s in KINDS]
)


class CancellingClock:
    """Each reading is a moment after which the token is looked at; at one of them it is set."""

    def __init__(self, looks: int) -> None:
        self.token, self._left, self._now = CancelToken(), looks, 0.0

    def __call__(self) -> float:
        if self._left == 0:
            self.token.cancel()
        self._left -= 1
        self._now += POLL_INTERVAL
        return self._now


@dataclass(frozen=True)
class Proven:
    """A board with its optimum, and the records of a proof of it."""

    claim: Claim[Any]
    kind: str
    records: list[Any]

    def file(self, bound: Value | None, records: list[Any] | None = None) -> bytes:
        """A certificate without a solution that claims a bound."""
        first_line = header(self.claim, self.kind) | {"cost": None, "bound": bound}
        return packed(first_line, self.records if records is None else records)

    @property
    def false_bounds(self) -> Iterator[Value | None]:
        """Bounds that are not true of the board; none, if it has no solution."""
        optimum, objective = self.claim.bound, self.claim.objective
        if optimum is None:
            return
        better = 1 if objective.sense == "min" else -1
        if isinstance(optimum, tuple):
            yield optimum[0] + better
            yield (*optimum[:-1], optimum[-1] + better)
        else:
            yield optimum + better
            yield optimum + 1000 * better
        yield None


def proven(
    game: AnyGame, objective: Objective, spec: CertificateSpec, seed: int
) -> Iterator[Proven]:
    """Some boards for which this kind of proof can be made."""
    for level in random_levels(game.id, 10, seed):
        goal = goal_of(game, spec, objective)
        if spec.why_unsupported(level, goal) is not None:
            continue
        optimum = solve(level, game=game, objective=goal.id, solver="search").cost
        solution = solve(level, game=game, objective=goal.id)
        claim = Claim(game, level, goal, optimum, optimum, solution.moves)
        try:
            made: MadeProof = load(spec.make or "")(claim, Ticker())
            records = list(made.records)
        except Unproven:
            continue
        if made.bound == optimum:
            yield Proven(claim, spec.id, records)


def streams(records: list[Any], rng: Random, count: int) -> Iterator[list[Any]]:
    """Other records: cut off, extended, doubled, changed."""
    yield []
    yield records[:-1]
    yield [*records, 0]
    yield [*records, *records]
    yield records[::-1]
    yield [[0, []]]
    for _ in range(count):
        yield mutated(records, rng, rng.choice((1, 1, 2, 3)))


def sweep(one: Proven, rng: Random, count: int) -> None:
    """Tries everything on one board."""
    true = one.file(one.claim.bound)
    verdict = check_data(true)
    assert verdict.accepted, verdict.reason
    for records in streams(one.records, rng, count):
        check_data(one.file(one.claim.bound, records))  # true in any case
        for bound in one.false_bounds:
            assert not check_data(one.file(bound, records)).accepted
    for data in (true, *map(one.file, one.false_bounds)):
        for limits in LIMITS:
            verdict = check_data(data, limits=limits)
            assert verdict.accepted or verdict.reason
            assert not verdict.accepted or data is true
            assert not verdict.accepted or verdict.stop is None
        for looks in LOOKS:
            clock = CancellingClock(looks)
            verdict = check_data(data, cancel=clock.token, clock=clock)
            assert not verdict.accepted or data is true


@each_kind
def test_no_false_claim_is_accepted(
    game: AnyGame, objective: Objective, spec: CertificateSpec
) -> None:
    rng = Random(f"{game.id} {objective.id} {spec.id}")
    found = list(islice(proven(game, objective, spec, 0), 2))
    assert found
    for one in found:
        sweep(one, rng, 10)


@each_kind
@pytest.mark.soak
def test_no_false_claim_is_accepted_at_length(
    game: AnyGame, objective: Objective, spec: CertificateSpec
) -> None:
    rng = Random(f"{game.id} {objective.id} {spec.id} soak")
    for seed in range(1, ROUNDS + 1):
        for one in proven(game, objective, spec, seed):
            sweep(one, rng, 30)
