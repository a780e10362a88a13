"""The kernels' shared parts and the first kernel, driven from Python."""

from __future__ import annotations

import ast
import pkgutil
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridproof import _native
from gridproof._native import grid, testing
from gridproof.cancelling import CancelToken
from gridproof.result import Limits
from gridproof.ticker import Control, Ticker
from tests.clock import FakeClock

pytestmark = pytest.mark.native

INFINITE = (1 << 64) - 1


@pytest.mark.parametrize("nodes", [0, 1, 63, 64, 65, 1000])
def test_the_node_limit_of_the_ticker_is_exact(nodes: int) -> None:
    ticker = testing.Ticker(nodes, float("inf"), lambda n: False, FakeClock(0))
    counted = 0
    while ticker.tick():
        counted += 1
    assert counted == ticker.nodes == nodes
    assert ticker.stop == "NODE_LIMIT"
    assert not ticker.tick(), "a stopped ticker stays stopped"


def test_the_ticker_reads_the_clock_rarely_and_polls_every_50_ms() -> None:
    polls: list[int] = []

    def poll(nodes: int) -> bool:
        polls.append(nodes)
        return len(polls) == 5

    clock = FakeClock(0.002)  # each stride takes 2 ms: fast nodes, so the stride doubles
    ticker = testing.Ticker(INFINITE, float("inf"), poll, clock)
    counted = 0
    while ticker.tick():
        counted += 1
    assert ticker.stop == "INTERRUPTED"
    assert polls[-1] == counted
    assert clock.reads < counted / 500
    slow = FakeClock(0.02)  # each stride takes 20 ms: the stride shrinks until it is one node
    ticker = testing.Ticker(2000, float("inf"), lambda n: False, slow)
    while ticker.tick():
        pass
    assert slow.reads > 1000


def test_the_ticker_stops_at_the_time_limit() -> None:
    ticker = testing.Ticker(INFINITE, 1.0, lambda n: False, FakeClock(0.2))
    while ticker.tick():
        pass
    assert ticker.stop == "TIME_LIMIT"
    none = testing.Ticker(INFINITE, 0.0, lambda n: False, FakeClock(0.2))
    assert not none.tick()
    assert none.nodes == 0


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 300), st.integers(0, INFINITE)), max_size=400))
def test_the_store_is_a_dictionary(entries: list[tuple[int, int]]) -> None:
    store = testing.Store(1 << 16)
    model: dict[int, int] = {}
    for key, value in entries:
        expected = ("found", model[key]) if key in model else ("added", value)
        assert store.insert(key, value) == expected
        model.setdefault(key, value)
    assert len(store) == len(model)
    for key in range(301):
        assert store.find(key) == model.get(key)


@pytest.mark.parametrize("budget", [0, 10, 5000, 20_000, 21_000, 100_000, 1_000_000])
def test_a_full_store_says_so_keeps_all_and_stays_within_its_budget(budget: int) -> None:
    store = testing.Store(budget)
    stored = []
    for key in range(100_000):
        outcome, value = store.insert(key * 7919, key)
        assert store.bytes <= store.peak_bytes <= max(budget, store.least_bytes)
        if outcome == "full":
            assert value is None
            break
        stored.append(key)
    else:
        pytest.fail("a store of this budget must fill up")
    assert all(store.find(key * 7919) == key for key in stored)
    assert store.insert(INFINITE, 1)[0] == "full"
    if stored:
        assert store.insert(0, 5) == ("found", 0), "a full store still finds"


def flood_in_python(passable: bytes, width: int, height: int, starts: list[int]) -> bytes:
    reached = bytearray(len(passable))
    stack = [s for s in starts if passable[s]]
    while stack:
        cell = stack.pop()
        if reached[cell]:
            continue
        reached[cell] = 1
        x, y = cell % width, cell // width
        for nx, ny in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            if 0 <= nx < width and 0 <= ny < height and passable[ny * width + nx]:
                stack.append(ny * width + nx)
    return bytes(reached)


def test_flood_fill_against_python() -> None:
    rng = random.Random(1)
    for _ in range(500):
        width, height = rng.randint(1, 9), rng.randint(1, 9)
        passable = bytes(rng.random() < 0.6 for _ in range(width * height))
        starts = [rng.randrange(width * height) for _ in range(rng.randint(0, 3))]
        filled = grid.flood_fill(passable, width, height, starts)
        assert filled["reached"] == flood_in_python(passable, width, height, starts)
        assert filled["nodes"] == sum(filled["reached"])
        assert filled["stop"] == "COMPLETED"


def test_flood_fill_refuses_what_does_not_fit() -> None:
    with pytest.raises(ValueError, match="width \\* height"):
        grid.flood_fill(b"\1\1", 3, 1, [0])
    with pytest.raises(ValueError, match="not on the board"):
        grid.flood_fill(b"\1\1", 2, 1, [2])


def test_a_kernel_obeys_the_limits_and_the_cancel_token_of_python() -> None:
    side = 1500
    board = b"\1" * (side * side)
    assert (
        grid.flood_fill(board, side, side, [0], control=Ticker(Limits(nodes=10)).control())["nodes"]
        == 10
    )
    limited = Ticker(Limits(nodes=10)).control()
    assert grid.flood_fill(board, side, side, [0], control=limited)["stop"] == "NODE_LIMIT"
    out_of_time = Ticker(Limits(time=0)).control()
    assert grid.flood_fill(board, side, side, [0], control=out_of_time)["stop"] == "TIME_LIMIT"
    too_little = Ticker(Limits(memory=1000)).control()
    assert grid.flood_fill(board, side, side, [0], control=too_little)["stop"] == "MEMORY_LIMIT"
    token = CancelToken()
    token.cancel()
    cancelled = Ticker(cancel=token).control()
    # The poll is asked only after 50 ms: repeat the fill until a slow enough run has met it.
    assert cancelled.poll(5) is True


def test_an_exception_in_the_poll_is_raised_by_the_kernel() -> None:
    side = 4096
    board = b"\1" * (side * side)

    def poll(nodes: int, bound: int | None = None, best: int | None = None) -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        grid.flood_fill(board, side, side, [0], control=Control(1 << 40, 60.0, 1 << 40, poll))


@pytest.mark.parametrize("name", [m.name for m in pkgutil.iter_modules(_native.__path__)])
def test_the_stubs_are_those_of_the_module(name: str) -> None:
    import importlib

    stubgen = pytest.importorskip("nanobind.stubgen")
    module = importlib.import_module(f"gridproof._native.{name}")
    generator = stubgen.StubGen(module)
    generator.put(module)
    stub = Path(__file__).parents[2] / "src" / "gridproof" / "_native" / f"{name}.pyi"
    written = ast.parse(stub.read_text(encoding="utf-8"))
    assert ast.dump(written) == ast.dump(ast.parse(generator.get())), "run `make stubs`"


def test_prices_that_64_bits_do_not_hold_prove_nothing() -> None:
    """No solution, so anything is true; but a sum that has wrapped round must not say so."""
    for least, most, proven in ((2, 5, True), (100, 120, True), (1 << 19, (1 << 19) + 8, False)):
        program = testing.CoverProblem(1)
        program.add([0], 1, least)
        program.add([0], -1, 1 - least)
        assert program.needs_more_than(most) == proven
