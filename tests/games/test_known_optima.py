"""Boards whose optimum other programs have found and proven."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gridproof.files.reading import read_boards
from gridproof.result import Status
from gridproof.solving.solve import solve

DATA = Path(__file__).parent.parent / "data"


@pytest.mark.parametrize("file", sorted(DATA.glob("*.jsonl")), ids=lambda file: file.stem)
def test_known_optima(file: Path) -> None:
    records = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(records) >= 15
    levels = read_boards(file.read_text(), file.name)
    for record, level in zip(records, levels, strict=True):
        assert level.game == file.stem
        result = solve(level)
        if record["optimum"] is None:
            assert result.status is Status.INFEASIBLE, record["id"]
        else:
            assert (result.status, result.cost) == (Status.OPTIMAL, record["optimum"]), record["id"]
