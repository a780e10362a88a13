"""A second checker, written from the pages alone, agrees with the first one."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gridproof.level import Level
from gridproof.proof.claims import Claim
from gridproof.registry import find_game
from gridproof.solving.certify import certify
from tests.proof import random_records, second
from tests.proof.forgeries_checking import TRUE
from tests.proof.forging import FileForgery, Forgery, check_data, mutated, packed, refusal
from tests.proof.second.core import unpacked
from tests.proof.test_reductions import SMALL, changed, made
from tests.samples import GAMES, random_levels
from tests.soak import ROUNDS

GAMES_OF_CERTIFICATES = sorted(GAMES.keys() - {"template"})
FORGERIES = [
    forgery
    for path in sorted(Path(__file__).parent.glob("forgeries_*.py"))
    for forgery in importlib.import_module(f"tests.proof.{path.stem}").FORGERIES
    if isinstance(forgery, Forgery | FileForgery)
]
#: What a field of the first line is changed to.
ODD: tuple[Any, ...] = (None, False, 0, 1, -1, 3, 1 << 70, [], [2], [2, 2], "", "x", "plain", {})


def second_refusal(kind: str, claim: Claim[Any], records: Sequence[Any]) -> str | None:
    goal = claim.objective.id
    return second.prove(kind, claim.game, claim.level, goal, claim.bound, records, claim.stands_for)


def whole(value: Any) -> Any:
    """With 1 and 0 for true and false, which the first checker need not tell apart."""
    if isinstance(value, list):
        return [whole(entry) for entry in value]
    if isinstance(value, dict):
        return {name: whole(entry) for name, entry in value.items()}
    return int(value) if isinstance(value, bool) else value


def agreed(kind: str, claim: Claim[Any], records: Sequence[Any]) -> bool:
    """Return True if both accept a proof; they must not differ."""
    one, other = refusal(kind, claim, records), second_refusal(kind, claim, records)
    if one is None and other is not None:
        claim = replace(claim, stands_for=whole(claim.stands_for))
        other = second_refusal(kind, claim, whole(records))
    board = claim.game.write(claim.level, claim.game.canonical_format)
    assert (one is None) == (other is None), (kind, claim.bound, records, one, other, board)
    return one is None


def worse(value: Any, by: int) -> Any:
    """A bound that claims more, by so much of its last metric."""
    return value + by if isinstance(value, int) else (*value[:-1], value[-1] + by)


def certificates(
    game: str, count: int, seed: int, folder: Path
) -> Iterator[tuple[str, Claim[Any], list[Any]]]:
    """Certificates of random tiny boards: kind, claim and records."""
    for level in random_levels(game, count, seed):
        for goal in GAMES[game].objectives:
            found = certificate(level, goal.id, folder / "board.gpc")
            if found is not None:
                yield found


def certificate(
    level: Level, objective: str, path: Path
) -> tuple[str, Claim[Any], list[Any]] | None:
    """Return a file that both checkers accept; None if it could not be made."""
    result = certify(level, path, objective=objective)
    if result.certificate is None:
        return None
    assert second.check(path, level) is None
    line, rest = path.read_bytes().split(b"\n", 1)
    head, game = json.loads(line), find_game(level.game)
    bound, cost = (tuple(v) if isinstance(v, list) else v for v in (head["bound"], head["cost"]))
    claim = Claim(game, level, game.objective(objective), bound, cost)
    return head["kind"], claim, list(unpacked(rest[:-66]))


def compared(game: str, count: int, seed: int, folder: Path, mutations: int) -> dict[str, int]:
    """Compares on true and false claims and on mutations; how many there were of each kind."""
    counts: dict[str, int] = {}
    rng = Random(seed)
    for kind, claim, records in certificates(game, count, seed, folder):
        counts[kind] = counts.get(kind, 0) + 1
        assert agreed(kind, claim, records)
        sign = 1 if claim.objective.sense == "min" else -1
        false = [replace(claim, bound=None)] if claim.cost is not None else []
        if claim.cost is not None and claim.cost == claim.bound:
            false += [replace(claim, bound=worse(claim.bound, sign * by)) for by in (1, 2)]
        weaker = [] if claim.bound is None else [replace(claim, bound=worse(claim.bound, -sign))]
        for other in false:
            assert not agreed(kind, other, records)
        for other in weaker:
            agreed(kind, other, records)
        if not records:
            continue
        for _ in range(mutations):
            changed = mutated(records, rng, rng.choice((1, 1, 2, 3)))
            for other in (claim, *false, *weaker):
                accepted = agreed(kind, other, changed)
                assert not accepted or other not in false
                counts[f"{kind} mutated"] = counts.get(f"{kind} mutated", 0) + 1
    return counts


def compared_reductions(number: int, rounds: int, seed: int) -> int:
    """Compares on changes of a small board of a reduction; how many there were."""
    own, rng, count = made(number), Random(seed), 0
    assert agreed(own.kind, own.claim, own.records)
    for _ in range(rounds):
        other = changed(own, rng)
        if not other.claim.game.validate(other.level):
            agreed(other.kind, other.claim, other.records)
            count += 1
    return count


@pytest.mark.parametrize("forgery", FORGERIES, ids=str)
def test_both_refuse_each_forgery(forgery: Forgery | FileForgery, tmp_path: Path) -> None:
    if isinstance(forgery, Forgery):
        assert not agreed(forgery.kind, forgery.claim, forgery.records)
    else:
        (tmp_path / "forged.gpc").write_bytes(forgery.data)
        assert second.check(tmp_path / "forged.gpc", forgery.level) is not None


def test_both_agree_on_first_lines(tmp_path: Path) -> None:
    path = tmp_path / "board.gpc"
    for field in (*TRUE, "format", "version", "stands_for", "unknown"):
        for value in ODD:
            path.write_bytes(packed({**TRUE, field: value}))
            first = check_data(path.read_bytes()).reason
            assert (first is None) == (second.check(path) is None), (field, value, first)


def test_both_agree_on_damaged_files(tmp_path: Path) -> None:
    path, data, rng = tmp_path / "board.gpc", packed(TRUE), Random(3)
    path.write_bytes(data)
    assert check_data(data).accepted
    assert second.check(path) is None
    for _ in range(200):
        at = rng.randrange(len(data))
        other = data[:at] + bytes([rng.randrange(256)]) * rng.choice((0, 1, 2)) + data[at + 1 :]
        path.write_bytes(other)
        assert check_data(other).accepted == (second.check(path) is None), other


@pytest.mark.parametrize("number", range(len(SMALL)))
def test_both_agree_on_boards_of_reductions(number: int) -> None:
    assert compared_reductions(number, 100, number) > 50


def compared_rows(kind: str, rounds: int, seed: int) -> int:
    """Compares on random records; how many are accepted."""
    rng, make = Random(seed), getattr(random_records, kind)
    return sum(agreed(kind, *make(rng)) for _ in range(rounds))


@pytest.mark.parametrize("kind", ["squares", "plans"])
def test_both_agree_on_random_records(kind: str) -> None:
    assert 0 < compared_rows(kind, 500, 6) < 500


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["squares", "plans"])
def test_both_agree_on_many_random_records(kind: str) -> None:
    assert compared_rows(kind, 2000 * ROUNDS, 7)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(len(SMALL)))
def test_both_agree_on_many_boards_of_reductions(number: int) -> None:
    assert compared_reductions(number, 150 * ROUNDS, 1000 + number) > 100


@pytest.mark.parametrize("game", GAMES_OF_CERTIFICATES)
def test_both_agree_on_random_boards(game: str, tmp_path: Path) -> None:
    assert compared(game, 2, 1, tmp_path, 15)


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES_OF_CERTIFICATES)
@pytest.mark.parametrize("seed", range(ROUNDS))
def test_both_agree_on_many_boards(game: str, seed: int, tmp_path: Path) -> None:
    compared(game, 8, seed + 100, tmp_path, 40)
