"""The search on sets, shared by threads: optima of one thread, and the same counts."""

from __future__ import annotations

import random
from typing import Any

import pytest

from gridproof._native import robots as native
from gridproof.limits import Ticker
from gridproof.result import Limits

pytestmark = pytest.mark.native

TOLD = ("moves", "exhausted", "bound", "nodes", "generated", "stop", "peak_memory")


def random_problem(rng: random.Random) -> dict[str, Any]:
    """Return a board of any shape with few walls, three to nine robots, and any rules."""
    width, height = rng.randint(4, 16), rng.randint(4, 16)
    walls = [0] * (width * height)

    def close(cell: int, side: int, beside: int | None) -> None:
        walls[cell] |= 1 << side
        if beside is not None:
            walls[beside] |= 1 << (side ^ 1)

    for cell in range(width * height):
        x, y = cell % width, cell // width
        sides = (
            (0, -width, y > 0),
            (1, width, y < height - 1),
            (2, -1, x > 0),
            (3, 1, x < width - 1),
        )
        for side, step, inside in sides:
            if not inside:
                close(cell, side, None)
            elif rng.random() < 0.06:
                close(cell, side, cell + step)
    count = rng.randint(3, 9 if width * height < 50 else 5)
    *robots, target = rng.sample(range(width * height), count + 1)
    return {
        "width": width,
        "height": height,
        "walls": bytes(walls),
        "robots": robots,
        "target_robot": rng.choice((0, 0, -1)),
        "target": target,
        "ricochet": rng.random() < 0.5,
    }


def test_threads_find_what_one_does() -> None:
    rng, shared = random.Random("robots threads"), 0
    for _ in range(80):
        problem = random_problem(rng)
        control = Ticker(Limits(nodes=100_000)).control()
        alone, first, *others = (
            native.solve(**problem, threads=threads, control=control) for threads in (1, 2, 3, 5)
        )
        for other in others:
            assert {name: other[name] for name in TOLD} == {name: first[name] for name in TOLD}
        if "NODE_LIMIT" in (alone["stop"], first["stop"]):
            continue
        assert (first["exhausted"], first["bound"]) == (alone["exhausted"], alone["bound"])
        assert (first["moves"] is None) == (alone["moves"] is None)
        if first["moves"] is None:
            assert first["nodes"] == alone["nodes"], "nothing ends the last pass early"
        else:
            assert len(first["moves"]) == len(alone["moves"])
        shared += first["nodes"] > 1000
    assert shared > 5
