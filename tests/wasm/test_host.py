"""Calls of kernels in WebAssembly: limits, polls, refusals and faults end as compiled ones do."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tools.node_kernels import NodeHost, served

from gridproof._native import sokoban
from gridproof._native.webassembly import modules
from gridproof.files.shipped import collection
from gridproof.limits import CancelToken
from gridproof.result import Limits, Progress, Status, StopReason
from gridproof.solving.solve import solve

pytestmark = pytest.mark.wasm

HARD = collection("sokoban/microban1").levels[138]


@pytest.fixture
def small() -> Iterator[NodeHost]:
    """Node that has 12 MiB for a kernel, less than Python allows."""
    host = NodeHost(flags=["--wasm-max-mem-pages=192"])
    yield host
    host.close()


def test_memory_that_the_host_refuses_is_a_limit(small: NodeHost) -> None:
    with served(small):
        result = solve(HARD, limits=Limits(memory=1 << 30, nodes=200_000))
    assert result.stop_reason is StopReason.MEMORY_LIMIT
    assert result.status in (Status.UNKNOWN, Status.FEASIBLE)
    assert result.bound is not None


def test_a_cancelled_kernel_keeps_its_bound(host: NodeHost) -> None:
    token = CancelToken()
    told: list[Progress] = []

    def progress(snapshot: Progress) -> None:
        told.append(snapshot)
        if snapshot.nodes:
            token.cancel()

    with served(host):
        result = solve(HARD, cancel=token, progress=progress)
    assert result.stop_reason is StopReason.INTERRUPTED
    assert result.bound is not None
    assert told[-1].nodes > 0


def test_an_exception_of_a_poll_is_raised_here(host: NodeHost) -> None:
    def progress(snapshot: Progress) -> None:
        if snapshot.nodes:
            raise ZeroDivisionError

    with served(host), pytest.raises(ZeroDivisionError):
        solve(HARD, progress=progress)


@pytest.mark.parametrize("board", ["#####|#@$.#|#####|#   #|#####", "#####|#@$ #|#####"])
def test_bad_boards_are_refused_in_the_same_words(host: NodeHost, board: str) -> None:
    """Floor that nobody gets to, and as many boxes as goals."""
    cells = board.replace("|", "").replace("@", " ").replace("$", " ").encode()
    said = []
    for module in (sokoban, modules(host, ["sokoban"])["sokoban"]):
        with pytest.raises(ValueError, match=r"floor|goals") as error:
            module.solve(width=5, height=board.count("|") + 1, cells=cells, boxes=[7], player=6)
        said.append(str(error.value))
    assert said[0] == said[1]


def test_wrong_arguments_are_type_errors(host: NodeHost) -> None:
    kernel = modules(host, ["merge"])["merge"]
    with pytest.raises(TypeError):
        kernel.enumerate(type=[0])
    with pytest.raises(TypeError):
        kernel.enumerate(type="a", strikes=[], hp=[], left=[], enough=0)
    with pytest.raises(ValueError, match="a type without damages"):
        kernel.enumerate(type=[3], strikes=[[]], hp=[], left=[], enough=0)


def test_an_open_border_is_refused(host: NodeHost) -> None:
    kernel = modules(host, ["robots"])["robots"]
    board = {"width": 3, "height": 3, "walls": bytes(9), "robots": [0]}
    with pytest.raises(ValueError, match="border"):
        kernel.stops(**board)
    with pytest.raises(ValueError, match="border"):
        kernel.solve(**board, target_robot=0, target=8)
