"""Boards of reductions with what their certificates hold, to be changed by tests."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gridproof.level import Level
from gridproof.limits import Ticker
from gridproof.proof.claims import Claim
from gridproof.reduction import Encoding, find_reduction
from gridproof.reductions.evidence import proof
from gridproof.reductions.reduce import reduce
from gridproof.registry import find_game, game_of
from gridproof.solving.solve import at_least_as_good, solve
from tests.proof.forging import Forgery, refusal

__all__ = ["Claimed", "claimed", "is_true", "yes"]


@dataclass(frozen=True)
class Claimed:
    """A certificate without its file."""

    kind: str
    level: Any
    stands_for: Mapping[str, Any]
    records: Sequence[Any]
    bound: int

    @property
    def claim(self) -> Claim[Level]:
        """The claim."""
        game = game_of(self.level)
        return Claim(game, self.level, game.objective(), self.bound, stands_for=self.stands_for)

    def refusal(self) -> str | None:
        """The reason of a refusal; None if it is accepted."""
        return refusal(self.kind, self.claim, self.records)

    def forged(self, name: str, check: str, **changes: Any) -> Forgery:
        """This with changes, which one check refuses."""
        other = replace(self, **changes)
        return Forgery(name, self.kind, other.claim, other.records, check)


def claimed(name: str, instance: str | Encoding, /, **options: Any) -> Claimed:
    """Return the contents of the certificate of an instance's board."""
    encoding = instance if isinstance(instance, Encoding) else reduce(name, instance, options)
    reduction = find_reduction(name)
    given = reduction.evidence(encoding)
    assert given is not None
    witness = reduction.source.solve(encoding.instance)
    made = proof(encoding, given, witness, Ticker())
    assert isinstance(made.bound, int)
    said = {"k": encoding.k, **given.instance}
    return Claimed(given.kind, encoding.level, said, [*made.records], made.bound)


def yes(stands_for: Mapping[str, Any]) -> bool:
    """Return True if an instance is a yes-instance, by trying everything."""
    formula, graph = stands_for.get("formula"), stands_for.get("graph")
    if formula is not None and not any(
        all(any(values[abs(i) - 1] == (i > 0) for i in clause) for clause in formula["clauses"])
        for values in itertools.product((False, True), repeat=_variables(formula))
    ):
        return False
    if graph is None:
        return True
    edges = [tuple(map(repr, edge)) for edge in graph["edges"]]  # 1 and true are two names
    names = sorted(set(itertools.chain(*edges)))
    return any(
        all(u in chosen or v in chosen for u, v in edges)
        for size in range(min(graph["cover"], len(names)) + 1)
        for chosen in map(set, itertools.combinations(names, size))
    )


def _variables(formula: Mapping[str, Any]) -> int:
    """Those that are in no loop count, too."""
    literals = itertools.chain(*formula["clauses"])
    numbers: list[int] = [formula["variables"], *map(abs, literals)]
    return max(numbers)


def is_true(claim: Claim[Any]) -> bool:
    """Return True if a claim is true, by a solver that knows nothing of reductions."""
    game = find_game(claim.game.id)
    sense = game.objective(claim.objective.id).sense
    result = solve(claim.level, objective=claim.objective.id)
    assert result.cost == result.bound
    assert result.cost is not None
    assert claim.bound is not None
    if not at_least_as_good(claim.bound, result.cost, sense):
        return False
    stands_for = claim.stands_for
    fields = set().union(*(said for name, said in stands_for.items() if name != "k"))
    if not fields <= {"variables", "clauses", "edges", "cover"}:
        return False  # it says of the instance what nobody can know
    done = at_least_as_good(result.cost, stands_for["k"], sense)
    if stands_for.keys() >= {"formula", "graph"}:
        return all(done == yes({key: stands_for[key]}) for key in ("formula", "graph"))
    return done == yes(stands_for)
