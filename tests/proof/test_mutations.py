"""Changed certificates of all games and kinds: one verdict each, and both checkers agree."""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from unicodedata import category
from unittest import mock

import pytest

from gridproof.proof.checking import Verdict, check
from gridproof.proof.kinds import kinds
from gridproof.registry import games
from gridproof.result import Limits, first
from gridproof.solving import certify as certifying
from gridproof.solving.certify import certified
from gridproof.solving.solve import at_least_as_good, solve
from gridproof.solving.verdict_messages import line
from tests.proof import second
from tests.proof.forging import header, packed
from tests.proof.mutating import Lines, mutated_file
from tests.proof.test_reductions import SMALL, made
from tests.samples import random_levels
from tests.soak import ROUNDS

HOSTILE = Path(__file__).parents[1] / "data" / "hostile"
#: Seconds of a check: no board here needs them.
_LIMITS = Limits(time=20, memory=1 << 30)
_WORDS = re.compile(r"\b(ACCEPTED|REFUSED|STOPPED)\b")


@dataclass(frozen=True)
class Proven:
    """A certificate that is accepted, and what is true of its board."""

    name: str
    data: bytes
    digest: str
    objective: str
    sense: str
    optimum: Any


def _of_games(folder: Path) -> Iterator[Proven]:
    """One of each game, objective and kind of which a tiny board has one."""
    for game in games().values():
        for goal in game.objectives:
            for spec in kinds(game).values():
                for level in random_levels(game.id, 3):
                    if spec.why_unsupported(level, goal) is not None:
                        continue
                    path = folder / "c.gpc"
                    result = solve(level, game=game, objective=goal.id)
                    with mock.patch.object(certifying, "fitting_kinds", lambda *_, s=spec: [s]):
                        if certified(result, path, game=game).certificate is None:
                            continue
                    verdict = check(path)
                    assert verdict.accepted
                    assert verdict.digest is not None
                    name = f"{game.id}-{goal.id}-{spec.id}"
                    yield Proven(
                        name, path.read_bytes(), verdict.digest, goal.id, goal.sense, result.cost
                    )
                    break


def _of_reductions() -> Iterator[Proven]:
    for number, (name, *_) in enumerate(SMALL):
        own = made(number)
        goal = own.claim.objective
        said = header(own.claim, own.kind) | {"cost": None, "stands_for": own.stands_for}
        data = packed(said, own.records)
        optimum = solve(own.level).cost
        yield Proven(f"{name}-{number}", data, said["digest"], goal.id, goal.sense, optimum)


@functools.cache
def certificates(folder: Path) -> tuple[Proven, ...]:
    """All of them, made once."""
    return (*_of_games(folder), *_of_reductions())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("certificates")


def verdict_words(text: str) -> list[str]:
    """The verdicts in a line, outside of what is quoted."""
    return _WORDS.findall(re.sub(r'"[^"]*"', '""', text))


def looked_at(name: str, verdict: Verdict) -> None:
    """The line of a verdict is one line with one verdict word, and nothing hidden in it."""
    said = line(name, verdict)
    assert len(said.splitlines()) == 1, said
    assert len(verdict_words(said)) == 1, said
    assert not {category(char) for char in said} & {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}, said
    assert verdict.accepted or verdict.reason


def compared(path: Path, one: Proven) -> str:
    """Check a file with both checkers; what came of it."""
    verdict = check(path, limits=_LIMITS)
    looked_at(str(path), verdict)
    if verdict.stop is not None:
        return "stopped"
    other = second.check(path)
    assert verdict.accepted == (other is None), (one.name, verdict.reason, other, path.read_bytes())
    if not verdict.accepted:
        return "refused"
    if (verdict.digest, verdict.objective) == (one.digest, one.objective):
        if verdict.bound is None:
            assert one.optimum is None, path.read_bytes()
        elif one.optimum is not None:
            bound = verdict.bound if isinstance(verdict.bound, tuple) else first(verdict.bound)
            best = one.optimum if isinstance(bound, tuple) else first(one.optimum)
            assert bound == best or at_least_as_good(bound, best, one.sense), path.read_bytes()
    return "accepted"


def swept(folder: Path, count: int, seed: int) -> Counter[str]:
    """Change each certificate so often; how often which verdict came."""
    counts: Counter[str] = Counter()
    every = certificates(folder)
    lines = [Lines.of(one.data) for one in every]
    path = folder / "mutated.gpc"
    for one, own in zip(every, lines, strict=True):
        path.write_bytes(one.data)
        assert compared(path, one) == "accepted"
        rng = Random(f"{one.name} {seed}")
        for _ in range(count):
            path.write_bytes(mutated_file(own, lines, rng))
            counts[compared(path, one)] += 1
    return counts


def test_no_change_gives_an_error_or_two_verdicts(folder: Path) -> None:
    counts = swept(folder, 12, 0)
    assert counts["refused"] > counts["accepted"] > 0


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, ROUNDS + 1))
def test_many_changes_give_no_error_and_no_second_verdict(folder: Path, seed: int) -> None:
    swept(folder, 100, seed)


@pytest.mark.parametrize("path", sorted(HOSTILE.glob("*.gpc")), ids=lambda path: path.stem)
def test_the_hostile_files_that_were_found(path: Path) -> None:
    verdict = check(path)
    looked_at(path.name, verdict)
    assert verdict.accepted == (second.check(path) is None)
    assert verdict.accepted == (path.stem in ("lying_optimum", "spoof_title"))
    assert bool(verdict.contradictions) == (path.stem == "lying_optimum")
