"""The kernels' shared parts, driven from Python, and how kernels keep limits."""

from __future__ import annotations

import ast
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridproof import _native
from gridproof._native import merge, testing
from gridproof.limits import CancelToken, Control, Ticker
from gridproof.registry import kernels
from gridproof.result import Limits
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


@pytest.mark.parametrize("nodes", [0, 1, 63, 64, 65, 1000])
def test_an_extended_node_limit_is_exact(nodes: int) -> None:
    ticker = testing.Ticker(0, float("inf"), lambda n: False, FakeClock(0))
    for turn in (1, 2, 3):
        ticker.extend(nodes)
        while ticker.tick():
            pass
        assert ticker.nodes == turn * nodes
        assert ticker.stop == "NODE_LIMIT"


def test_a_ticker_that_the_clock_has_stopped_is_not_extended() -> None:
    ticker = testing.Ticker(INFINITE, 0, lambda n: False, FakeClock(0))
    assert not ticker.tick()
    ticker.extend(5)
    assert not ticker.tick()
    assert (ticker.nodes, ticker.stop) == (0, "TIME_LIMIT")


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


@settings(max_examples=60)
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
        assert store.bytes <= store.peak_bytes <= max(budget, store.min_bytes)
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


def endless(control: Control | None) -> dict[str, Any]:
    """A kernel on a board that it would take weeks for."""
    heroes = 40
    return merge.enumerate(
        type=[0] * heroes,
        strikes=[[i] for i in range(heroes)],
        hp=[2] * heroes,
        left=[[20, 10, 5, 5]],
        enough=heroes,
        control=control,
    )


def test_a_kernel_obeys_the_limits_and_the_cancel_token_of_python() -> None:
    limited = endless(Ticker(Limits(nodes=10)).control())
    assert (limited["nodes"], limited["stop"]) == (10, "NODE_LIMIT")
    assert endless(Ticker(Limits(time=0)).control())["stop"] == "TIME_LIMIT"
    token, ticker = CancelToken(), Ticker()
    polled = ticker.control().poll

    def cancel(nodes: int, bound: int | None = None, best: int | None = None) -> bool:
        token.cancel()
        return polled(nodes, bound, best) or token.cancelled

    cancelled = endless(Control(1 << 40, 60.0, 1 << 40, cancel))
    assert cancelled["stop"] == "INTERRUPTED"
    assert cancelled["nodes"] == ticker.nodes, "and the ticker counts them"


def test_a_kernel_goes_by_the_cpu_where_its_ticker_does() -> None:
    control = Ticker(Limits(time=0.05), clock=time.process_time).control()

    def sleep(nodes: int, bound: int | None = None, best: int | None = None) -> bool:
        time.sleep(0.2)
        return False

    for cpu in (False, True):
        begin = time.process_time()
        found = endless(replace(control, cpu=cpu, seconds=0.15, poll=sleep))
        spent = time.process_time() - begin
        assert found["stop"] == "TIME_LIMIT"
        assert (spent >= 0.15) is cpu


def test_an_exception_in_the_poll_is_raised_by_the_kernel() -> None:
    def poll(nodes: int, bound: int | None = None, best: int | None = None) -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        endless(Control(1 << 40, 60.0, 1 << 40, poll))


def test_a_kernel_takes_nothing_else_for_its_control() -> None:
    for wrong in (5, {"nodes": 3}, Control("many", 1.0, 1, Ticker().control().poll)):  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="control"):
            endless(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "name", [stub.stem for folder in _native.__path__ for stub in Path(folder).glob("*.pyi")]
)
def test_the_stubs_are_those_of_the_module(name: str) -> None:
    import importlib

    stubgen = pytest.importorskip("nanobind.stubgen")
    module = importlib.import_module(f"gridproof._native.{name}")
    generator = stubgen.StubGen(module)
    generator.put(module)
    stub = Path(__file__).parents[2] / "src" / "gridproof" / "_native" / f"{name}.pyi"
    written = ast.parse(stub.read_text(encoding="utf-8"))
    assert ast.dump(written) == ast.dump(ast.parse(generator.get())), "run `make stubs`"


def test_the_kernel_of_tests_is_none_of_those_installed() -> None:
    """No result depends on it, so two installations may differ in it."""
    stubs = Path(_native.__file__).parent.glob("*.pyi")
    assert kernels() == {stub.stem: "ok" for stub in stubs if stub.stem != "testing"}


def test_prices_that_64_bits_do_not_hold_prove_nothing() -> None:
    """No solution, so anything is true; but a sum that has wrapped round must not say so."""
    for least, most, proven in ((2, 5, True), (100, 120, True), (1 << 19, (1 << 19) + 8, False)):
        program = testing.CoverProblem(1)
        program.add([0], 1, least)
        program.add([0], -1, 1 - least)
        assert program.needs_more_than(most) == proven
