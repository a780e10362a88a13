"""Answers of native solvers if the system refuses memory that their limits allow.

The limit of the address space holds for a whole process, so each game has a process of its own. It
is not marked ``native``: sanitizers reserve address space themselves.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.native import refusals
from tests.native.refusals import BOARDS

if not sys.platform.startswith("linux"):
    pytest.skip("the limit of the address space is that of Linux", allow_module_level=True)


def in_a_process(code: str) -> Any:
    """Return the value of an expression of that module in a new process."""
    script = f"import json\nfrom {refusals.__name__} import *\nprint(json.dumps({code}))"
    ran = subprocess.run(
        [sys.executable, "-c", script],
        cwd=Path(__file__).parents[2],
        # Large tables come from the system, whatever the allocator has kept.
        env=os.environ | {"MALLOC_MMAP_THRESHOLD_": "65536", "MALLOC_TRIM_THRESHOLD_": "65536"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout.splitlines()[-1])  # HiGHS may complain above it


@pytest.mark.parametrize("name", BOARDS)
def test_nothing_false_is_proven(name: str) -> None:
    found = in_a_process(f"answers({name!r})")
    assert {row["status"] for row in found} <= {"OPTIMAL", "FEASIBLE", "UNKNOWN"}
    assert any(row["stop"] == "MEMORY_LIMIT" for row in found), "no memory was refused"
    costs = [row["cost"] for row in found if row["cost"] is not None]
    bounds = [row["bound"] for row in found]
    assert not costs or max(bounds) <= min(costs), found


def test_a_kernel_that_was_cut_off_has_stopped() -> None:
    found = in_a_process("outcomes()")
    assert any(stop == "MEMORY_LIMIT" for stop, _, _ in found), "no memory was refused"
    for stop, outcome, again in found:
        if stop == "MEMORY_LIMIT":
            assert outcome == again == "stopped", found
