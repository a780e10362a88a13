"""A certificate is compared with the user's own instance, whatever its kind."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gridproof.errors import InputError
from gridproof.game import AnyGame
from gridproof.level import Level
from gridproof.proof.checking import check
from gridproof.proof.claims import Claim
from gridproof.proof.kinds import PLAIN
from gridproof.reduction import AnySource, find_reduction, reductions, sources
from gridproof.reductions.own import own_instance
from gridproof.registry import digest, games
from tests.proof.forging import header, packed
from tests.proof.reduced import claimed
from tests.reductions.instances import samples
from tests.samples import random_levels

each_source = pytest.mark.parametrize("source", sources().values(), ids=lambda s: s.id)
each_game = pytest.mark.parametrize("game", games().values(), ids=lambda g: g.id)


@pytest.fixture
def level() -> Level:
    """A board, of no account where an instance is compared."""
    board: Level = next(iter(random_levels("boxcover", 1)))
    return board


def instances(source: AnySource) -> list[Any]:
    """Small random instances, and the example."""
    rng = Random(1)
    made = [source.random(size, rng) for size in source.sizes for _ in range(3)]
    return [source.read(source.example), *made]


def shuffled(claim: Any, rng: Random) -> Any:
    """The same instance with its lists in another order."""
    if isinstance(claim, dict):
        return {name: shuffled(value, rng) for name, value in claim.items()}
    if isinstance(claim, list):
        return rng.sample([shuffled(value, rng) for value in claim], len(claim))
    return claim


@each_source
def test_an_instance_is_that_of_its_own_text_alone(source: AnySource, level: Level) -> None:
    found = {source.write(one): source.claimed(one) for one in instances(source)}
    for text, claim in found.items():
        stands_for = {"k": 1, source.id: shuffled(claim, Random(2))}
        for other in found:
            said = own_instance(other, "own.txt")(level, stands_for)
            if other == text:
                assert said is None
            else:
                assert said is not None, (text, other)
                assert "own.txt has" in said


@each_source
def test_a_malformed_instance_is_another_one(source: AnySource, level: Level) -> None:
    own = own_instance(source.example)
    fields = source.claimed(source.read(source.example))
    values: tuple[Any, ...] = (None, -3, "x", [3], [[3, "x"]], {"x": []})
    for name in fields:
        for bad in values:
            assert own(level, {"k": 1, source.id: {**fields, name: bad}}) is not None
    assert own(level, {"k": 1}) is not None
    assert own(level, {"k": 1, source.id: 3}) is not None


@pytest.mark.parametrize("name", reductions())
def test_a_certificate_of_another_instance_is_refused(name: str, tmp_path: Path) -> None:
    source, path = find_reduction(name).source, tmp_path / "c.gpc"
    encodings = [sample.encoding for sample in samples(name)[:2]]
    for one in encodings:
        own = claimed(name, one)
        path.write_bytes(
            packed(header(own.claim, own.kind) | {"stands_for": own.stands_for}, own.records)
        )
        for other in encodings:
            verdict = check(path, compare=own_instance(source.write(other.instance)))
            same = other.instance == one.instance
            assert verdict.accepted == same, verdict.reason
            assert same or "it stands for another instance: " in (verdict.reason or "")
        with pytest.raises(InputError, match=r"own\.txt"):
            check(path, compare=own_instance("?\n", "own.txt"))


@each_game
def test_a_certificate_of_another_board_is_refused(game: AnyGame, tmp_path: Path) -> None:
    one, *others = random_levels(game.id, 3)
    other = next(each for each in others if digest(game, each) != digest(game, one))
    claim = Claim(game, one, game.objective(), 10**6)  # it is compared before the proof is read
    path = tmp_path / "c.gpc"
    path.write_bytes(packed(header(claim, PLAIN.id)))
    for texts, said in (
        ([one], None),
        ([other, one], None),
        ([other], "it is of another board: line "),
        ([other, other], "it is of none of the 2 boards of own.txt"),
    ):
        text = game.write_all(texts)
        reason = check(path, compare=own_instance(text, "own.txt")).reason or ""
        assert reason.startswith(said or "")
        assert ("own.txt" in reason) == (said is not None)
    with pytest.raises(InputError, match=r"own\.txt"):
        check(path, compare=own_instance("?", "own.txt"))


def test_an_option_is_a_difference(tmp_path: Path) -> None:
    game = games()["bombcover"]
    level = next(iter(random_levels(game.id, 1)))
    differ = own_instance(game.write(replace(level, pierce=not level.pierce)), "own.txt")
    assert "pierce" in (differ(level, None) or "")
