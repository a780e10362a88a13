"""Files of onebomb's kind `distances` for both checkers, and plays for the rules of both."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from gridproof.games.onebomb.game import GAME
from gridproof.games.onebomb.level import BRICK, ROCK, OnebombLevel
from gridproof.games.onebomb.rules import LENGTH
from gridproof.grid import Direction, Pos
from gridproof.proof.claims import Claim
from gridproof.solving.certify import certified
from gridproof.solving.solve import solve
from tests.formal.comparing import Case
from tests.proof import forgeries_onebomb
from tests.proof.forging import header, packed
from tests.proof.mutating import Lines, mutated_file
from tests.proof.test_onebomb import random_board
from tests.samples import generated, level_of, sample_levels

__all__ = ["certificates", "changes", "forgeries", "played"]


def boards() -> Iterator[tuple[str, OnebombLevel]]:
    """Yield small boards, the samples, and larger ones."""
    rng = Random("formal distances")
    for number in range(60):
        yield f"small-{number}", random_board(rng)
    for number, level in enumerate(sample_levels("onebomb")):
        assert isinstance(level, OnebombLevel)
        if level.bombs == 1 or level.blast == "pierce":
            yield f"sample-{number}", level
    for family in ("open", "walled", "scattered", "cluttered", "caves", "snake"):
        level = generated("onebomb", family, width=20, height=15)
        yield f"{family}-classic", replace(level, blast="classic", radius=5)
        yield family, generated("onebomb", family, width=250, height=200)


def certificates(folder: Path) -> Iterator[Case]:
    """Yield a certificate of each board."""
    path = folder / "made.gpc"
    for name, level in boards():
        found = certified(solve(level), path).certificate
        assert found is not None, name
        assert found.kind == "distances", name
        yield Case(name, path.read_bytes())
    for bombs, length in ((4, None), (5, 18), (1_000_000, 18)):
        rows = ["P" + "#." * 8 + "#K"]
        level = level_of("onebomb", {"rows": rows}, {"bombs": str(bombs), "radius": "1"})
        claim = Claim(GAME, level, LENGTH, length)
        yield Case(f"{bombs}-bombs", packed(header(claim, "distances")))


def forgeries() -> Iterator[Case]:
    """Yield the forgeries of this kind."""
    for forgery in forgeries_onebomb.FORGERIES:
        yield Case(forgery.name, packed(header(forgery.claim, forgery.kind), forgery.records))


def changes(count: int, seed: int) -> Iterator[Case]:
    """Yield random claims and plays on random boards, and random changes of certificates."""
    return changes_of("distances", random_board, count, seed)


def changes_of(
    kind: str, board: Callable[[Random], OnebombLevel], count: int, seed: int
) -> Iterator[Case]:
    """Yield what :func:`changes` does, for a kind of proof and its random boards."""
    rng = Random(f"{kind} {seed}")
    lines = [Lines.of(played(board(rng), rng, kind)) for _ in range(60)]
    for number in range(count):
        if number % 3:
            yield Case(f"play {number}", played(board(rng), rng, kind))
        else:
            at = rng.randrange(len(lines))
            yield Case(f"change {number} of {at}", mutated_file(lines[at], lines, rng))


def played(level: OnebombLevel, rng: Random, kind: str) -> bytes:
    """Return a certificate with a play that may break the rules, and a bound that may be false."""
    bound = solve(level, game=GAME).cost
    assert not isinstance(bound, tuple)
    if rng.random() < 0.5:
        bound = rng.choice((0, None, 3)) if bound is None else rng.choice((0, None, bound + 1))
    said: dict[str, Any] = header(Claim(GAME, level, LENGTH, bound), kind)
    if rng.random() < 0.9:
        moves = list(play(level, rng))
        said["solution"] = GAME.write_solution(level, moves)
        said["cost"] = len([move for move in moves if move in Direction.__members__])
        if rng.random() < 0.1:
            said["cost"] += rng.choice((-1, 1))
        if rng.random() < 0.2:
            said["solution"] = f"{said['cost']}\n{said['solution']}"
    return packed(said)


def play(level: OnebombLevel, rng: Random) -> Iterator[str]:
    """Yield bombs, then a walk as if all bricks were gone, with a wrong move now and then."""
    walk = _walk(level, rng)
    bricks = [cell for cell in walk if level.at(cell) == BRICK] or walk
    for _ in range(rng.choice((0, level.bombs, level.bombs, level.bombs, level.bombs + 1))):
        cell = rng.choice(bricks)
        way, far = rng.choice(list(Direction)), rng.choice((0, 0, 0, 1, 1, 2, 3))
        yield f"bomb {cell.step(way, far)}"
    for one, other in pairwise(walk):
        way = next(way for way in Direction if one.step(way) == other)
        yield way.name
        if rng.random() < 0.01:
            yield rng.choice([way.name, f"bomb {other}"])


def _walk(level: OnebombLevel, rng: Random) -> list[Pos]:
    """Return a walk of random detours over all cells but rock, to the goal or nearly so."""
    costs = {cell: rng.random() for cell in map(level.cell, range(len(level.cells)))}
    waiting, before = [(0.0, level.start, level.start)], dict[Pos, Pos]()
    while waiting:
        cost, here, came_from = heapq.heappop(waiting)
        if here in before:
            continue
        before[here] = came_from
        for way in Direction:
            if level.at(beyond := here.step(way)) != ROCK:
                heapq.heappush(waiting, (cost + costs[beyond], beyond, here))
    walk = [level.goal if level.goal in before else rng.choice(list(before))]
    while walk[-1] != level.start:
        walk.append(before[walk[-1]])
    return walk[::-1]
