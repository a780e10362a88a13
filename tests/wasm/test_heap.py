"""The allocator of kernels in WebAssembly: blocks are apart and used again, and growth is rare."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tools.wasm import TARGET, kernels

pytestmark = pytest.mark.wasm

_SCRIPT = Path(__file__).with_name("heap.mjs")


@pytest.fixture(scope="module")
def counts() -> dict[str, Any]:
    """Return what a script has counted in the kernel with the fewest bytes."""
    smallest = min((TARGET / f"{name}.wasm" for name in kernels()), key=lambda p: p.stat().st_size)
    told = subprocess.run(["node", _SCRIPT, smallest], check=True, capture_output=True, text=True)
    counts: dict[str, Any] = json.loads(told.stdout)
    return counts


def test_blocks_are_aligned_and_apart(counts: dict[str, Any]) -> None:
    assert (counts["misaligned"], counts["overwritten"], counts["refused"]) == (0, 0, 0)


def test_what_is_released_is_used_again(counts: dict[str, Any]) -> None:
    """The same calls take no more memory, and free neighbours join."""
    assert len(set(counts["rounds"])) == 1
    assert counts["joined"] == counts["rounds"][0]


def test_memory_grows_seldom(counts: dict[str, Any]) -> None:
    """A growth takes as long as a thousand nodes, so 100 MB in small pieces are a few of them."""
    assert counts["one_by_one"] <= 32
    assert counts["piled"] < 1.3 * 2000 * 50_000
