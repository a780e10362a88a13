"""Files of merge's kind `damages` for both checkers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from gridproof.games.merge.game import GAME
from gridproof.games.merge.level import MergeLevel
from gridproof.games.merge.rules import MERGES, STONES
from gridproof.games.merge.solve.certificate import make
from gridproof.level import Objective
from gridproof.limits import Ticker
from gridproof.proof.claims import Claim
from gridproof.solving.certify import certified
from gridproof.solving.solve import solve
from tests.formal.comparing import Case
from tests.games.merge.test_solvers import random_board
from tests.proof import forgeries_merge
from tests.proof.forging import header, mutated, packed
from tests.proof.mutating import Lines, mutated_file
from tests.samples import random_levels, sample_levels

__all__ = ["certificates", "changes", "forgeries"]

_OBJECTIVES = (STONES, MERGES)


def small(count: int) -> Iterator[tuple[str, MergeLevel]]:
    """Yield boards of up to 12 heroes, and some with all options."""
    rng = Random("formal damages")
    for number in range(count):
        heroes, hp, kinds = rng.choice((3, 4, 6, 8, 12)), rng.choice((1, 2, 4)), rng.choice((1, 2))
        yield f"small-{number}", random_board(rng, heroes, hp=hp, kinds=kinds)
    for number, level in enumerate(random_levels("merge", count // 4, 7)):
        yield f"options-{number}", level


def boards() -> Iterator[tuple[str, MergeLevel]]:
    """Yield small boards, the samples, and larger ones."""
    yield from small(40)
    for number, level in enumerate(sample_levels("merge")):
        assert isinstance(level, MergeLevel)
        yield f"sample-{number}", level
    rng = Random("formal damages, large")
    for heroes in (30, 60, 100, 200, 300):
        for hp, kinds in ((2, 1), (4, 2)):
            yield f"{heroes}-heroes", random_board(rng, heroes, hp=hp, kinds=kinds)


def certificates(folder: Path) -> Iterator[Case]:
    """Yield a certificate of each board and objective that has one of this kind."""
    path = folder / "made.gpc"
    for name, level in boards():
        for goal in _OBJECTIVES:
            result = solve(level, game=GAME, objective=goal.id)
            if certified(result, path, game=GAME).certificate is not None:
                yield Case(f"{name}-{goal.id}", path.read_bytes())


def forgeries() -> Iterator[Case]:
    """Yield the forgeries of this kind."""
    for forgery in forgeries_merge.FORGERIES:
        said = header(forgery.claim, forgery.kind)
        yield Case(forgery.name, packed(said, forgery.records))


def changes(count: int, seed: int) -> Iterator[Case]:
    """Yield random changes of small certificates: of records, bounds, lines and bytes."""
    rng = Random(f"damages {seed}")
    made = [_proof(level, goal) for _, level in small(60) for goal in _OBJECTIVES]
    lines = [Lines.of(packed(header(claim, "damages"), records)) for claim, records in made]
    for number in range(count):
        at = rng.randrange(len(made))
        claim, records = made[at]
        if number % 2:
            said = header(claim, "damages")
            if rng.random() < 0.3 and claim.bound is not None:
                said["bound"] += rng.choice((-1, 1))
            data = packed(said, mutated(records, rng, rng.randint(0, 3)))
        else:
            data = mutated_file(lines[at], lines, rng)
        yield Case(f"change {number} of damages {at}", data)


def _proof(level: MergeLevel, goal: Objective) -> tuple[Claim[MergeLevel], list[Any]]:
    claim = Claim(GAME, level, goal, solve(level, game=GAME, objective=goal.id).cost)
    return claim, list(make(claim, Ticker()).records)
