"""`gridproof doctor`: packages that are there, and the commands that install the others."""

from __future__ import annotations

import json
import tomllib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

from tests.cli.test_cli import Run

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only Rich is installed."""

    def found(name: str) -> str:
        if name != "rich":
            raise PackageNotFoundError(name)
        return version(name)

    monkeypatch.setattr("gridproof.cli.doctor.version", found)


@pytest.mark.usefixtures("bare")
def test_each_missing_part_has_its_command(gridproof: Run) -> None:
    done = gridproof("doctor")
    record = json.loads(gridproof("doctor", "--json").out)
    assert record["packages"]["rich"] == version("rich")
    assert record["packages"]["numpy"] is None
    parts = record["optional"]
    extras = PROJECT["project"]["optional-dependencies"]
    assert {part["extra"] for part in parts.values()} == set(extras) & set(
        extras["all"][0].removeprefix("gridproof[").rstrip("]").split(",")
    )
    for name, part in parts.items():
        assert any(one.startswith(name) for one in extras[part["extra"]])
        assert part["install"] == f"pip install 'gridproof[{part['extra']}]'"
        (line,) = (line for line in done.out.splitlines() if line.split()[:1] == [name])
        assert line.endswith(f"not installed: {part['install']}")


def test_its_table_has_room_on_80_columns(gridproof: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = gridproof("doctor").out.splitlines()
    assert max(map(len, lines)) <= 80
    assert any(line.split() == ["textual", version("textual")] for line in lines)
