"""Searches that threads share: the optima of one thread, and the same counts."""

from __future__ import annotations

import random
from random import Random
from typing import Any

import pytest

from gridproof._native import robots as native
from gridproof.games.robots.generate.random_boards import noise
from gridproof.games.robots.solve import kernel
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


@pytest.mark.parametrize(("method", "boards"), [("sets", 80), ("astar", 200)])
def test_threads_find_what_one_does(method: str, boards: int) -> None:
    rng, shared = random.Random("robots threads"), 0
    for _ in range(boards):
        problem = random_problem(rng) | {"method": method}
        if method == "astar":
            problem |= few_robots(rng, problem)
        control = Ticker(Limits(nodes=100_000 if method == "sets" else 20_000)).control()
        alone, first, *others = (
            native.solve(**problem, threads=threads, control=control) for threads in (1, 2, 3, 5)
        )
        for other in others:
            assert {name: other[name] for name in TOLD} == {name: first[name] for name in TOLD}
        if "NODE_LIMIT" in (alone["stop"], first["stop"]):
            continue
        assert (first["exhausted"], first["bound"]) == (alone["exhausted"], alone["bound"])
        assert (first["moves"] is None) == (alone["moves"] is None)
        if first["moves"] is not None:
            assert len(first["moves"]) == len(alone["moves"])
        elif method == "sets":
            assert first["nodes"] == alone["nodes"], "nothing ends the last pass early"
        shared += first["nodes"] > 1000
    assert shared > 5


def few_robots(rng: random.Random, problem: dict[str, Any]) -> dict[str, Any]:
    """Return what makes a search by single states hard at once, with one robot to five."""
    robots = problem["robots"][: rng.randint(1, 5)]
    return {
        "robots": robots,
        "easy_nodes": rng.choice((0, 1, 100)),
        "lone_nodes": rng.choice((0, 100, 1 << 40)),
        "max_cost": rng.choice((5, 10, 1000, 1000)),
    }


@pytest.mark.parametrize(("megabytes", "lone_nodes"), [(8, 1 << 40), (40, 1 << 40), (80, 0)])
def test_memory_ends_threads_at_the_same_state(megabytes: int, lone_nodes: int) -> None:
    """A board of 32 x 32 that needs more; eight megabytes are too few for threads.

    From both ends, it is those that have no memory left first.
    """
    problem = kernel.problem(noise(Random(13), width=32, height=32, walls=5, robots=4))
    problem["lone_nodes"] = lone_nodes
    control = Ticker(Limits(memory=megabytes << 20)).control()
    two, three = (native.solve(**problem, threads=threads, control=control) for threads in (2, 3))
    assert {name: two[name] for name in TOLD} == {name: three[name] for name in TOLD}
    assert two["stop"] == "MEMORY_LIMIT"
    assert two["bound"] <= 22
    assert two["peak_memory"] <= megabytes << 20


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_both_ends_without_memory_leave_the_board_to_single_states(threads: int) -> None:
    problem = kernel.problem(noise(Random(3), width=32, height=32, walls=5, robots=4))
    control = Ticker(Limits(memory=(24 if threads == 1 else 44) << 20)).control()
    found = native.solve(**problem, threads=threads, lone_nodes=0, control=control)
    assert (found["stop"], found["bound"], len(found["moves"])) == ("COMPLETED", 16, 16)
    assert found["generated"] > 500_000, "both ends alone need 36,000 of the others"
