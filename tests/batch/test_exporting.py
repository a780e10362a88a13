"""The contents of a store as JSON lines, CSV and Parquet."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from gridproof.batch.exporting import COLUMNS, records
from gridproof.batch.plan import FromFile, Plan, Setup
from gridproof.batch.running import run
from gridproof.batch.store import Store
from gridproof.cli import run as cli
from gridproof.processes.supervise import Failure
from gridproof.registry import find_game
from gridproof.result import Limits
from gridproof.solving.solve import solve
from tests.batch.stores import Entry, keep
from tests.samples import sample_levels

HOWTO = Path(__file__).parents[2] / "docs" / "howto" / "batch-results.md"
ENTRIES = (
    Entry(1, cost=6, title='a, "b"\n', optimum="6", options={"table": "small"}),
    Entry(1, cost=6, set="twin", options={"table": "small"}),
    Entry(2, status="UNKNOWN", bound=3, solver="search", limits=Limits(2.5, 10, 1 << 20)),
    Entry(3, failure=Failure("crash", "its process ended by SIGSEGV", "last words")),
    Entry(4, status=None),
    Entry(1, game="sokoban", objective="pushes-moves", cost=[3, 9]),
    Entry(2, game="sokoban", objective="pushes-moves", status="FEASIBLE", cost=[3, 9], bound=2),
)


@pytest.fixture
def store(tmp_path: Path) -> str:
    return keep(tmp_path / "results.db", *ENTRIES)


def exported(store: str, capsys: pytest.CaptureFixture[str], *options: str) -> str:
    assert cli(["batch", "export", "--store", store, *options]) == 0
    return capsys.readouterr().out


def test_json_lines_say_what_solve_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same fields with the same values, but for the times."""
    level = sample_levels("bombcover")[0]
    game, board = find_game("bombcover"), tmp_path / "board.txt"
    board.write_text(game.write(level), encoding="utf-8")
    path = str(tmp_path / "results.db")
    with Store.writing(path) as kept:
        run(Plan([FromFile("board", str(board))], [Setup()]), kept)
    (line,) = exported(path, capsys, "--json").splitlines()
    said, wanted = json.loads(line), solve(level).to_json()
    assert {"file", "level", "solver_options", "error"} < said.keys()
    assert wanted.keys() <= said.keys()
    for name in wanted.keys() - {"stats"}:
        assert said[name] == wanted[name], name
    assert said["stats"].keys() == wanted["stats"].keys()
    assert (said["v"], said["file"], said["level"], said["error"]) == (1, "board", 1, None)


def test_every_run_that_ended_has_a_line(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [json.loads(line) for line in exported(store, capsys, "--json").splitlines()]
    assert len(lines) == 5
    twin = next(line for line in lines if line["also"])
    assert (twin["file"], twin["also"], twin["cost"]) == ("shipped", [["twin", 1]], 6)
    assert twin["solver_options"] == {"table": "small"}
    crash = next(line for line in lines if line["error"])
    assert crash["error"] == {
        "kind": "crash",
        "reason": "its process ended by SIGSEGV",
        "trace": "last words",
    }
    assert crash["status"] is crash["cost"] is crash["stats"] is None
    assert len({frozenset(line) for line in lines}) == 1


def test_csv_has_one_head_and_flat_rows(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    rows = list(csv.DictReader(io.StringIO(exported(store, capsys, "--csv"))))
    assert list(rows[0]) == [column.name for column in COLUMNS]
    assert len(rows) == 5
    (first,) = [row for row in rows if row["also"]]
    lexicographic = [row for row in rows if row["then_cost"]]
    assert first["title"] == 'a, "b"\n'
    assert json.loads(first["also"]) == [["twin", 1]]
    assert json.loads(first["solver_options"]) == {"table": "small"}
    assert [(row["cost"], row["then_cost"]) for row in lexicographic] == [("3", "9")] * 2
    bounds = {(row["bound"], row["then_bound"]) for row in lexicographic}
    assert bounds == {("3", "9"), ("2", "")}
    (stopped,) = [row for row in rows if row["status"] == "UNKNOWN"]
    limits = ("time_limit", "node_limit", "memory_limit", "max_cost")
    assert [stopped[name] for name in limits] == ["2.5", "10", str(1 << 20), ""]
    (crash,) = [row for row in rows if row["error"]]
    assert (crash["reason"], crash["status"]) == ("its process ended by SIGSEGV", "")


def test_parquet_is_the_same_table_with_types(
    store: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pip install 'gridproof[parquet]'")
    file = tmp_path / "results.parquet"
    exported(store, capsys, "--parquet", str(file))
    table = parquet.read_table(file)
    with Store.reading(store) as kept:
        wanted = [{c.name: c.get(record) for c in COLUMNS} for record in records(kept)]
    assert table.to_pylist() == wanted
    types = {"text": "string", "whole": "int64", "real": "double", "truth": "bool"}
    assert {f.name: str(f.type) for f in table.schema} == {c.name: types[c.type] for c in COLUMNS}
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_an_empty_store_is_an_empty_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = keep(tmp_path / "results.db", Entry(status=None))
    assert exported(store, capsys, "--json") == ""
    assert exported(store, capsys, "--csv").count("\n") == 1


def test_what_cannot_be_done_is_said_before_anything_is_read(
    store: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cli(["batch", "export", "--store", store]) == 2
    assert "say one form" in capsys.readouterr().err
    assert cli(["batch", "export", "--store", store, "--json", "--csv"]) == 2
    assert cli(["batch", "export", "--store", str(tmp_path / "none.db"), "--csv"]) == 2
    folder = tmp_path / "none" / "x.parquet"
    assert cli(["batch", "export", "--store", store, "--parquet", str(folder)]) == 2
    assert "there is no such folder" in capsys.readouterr().err
    monkeypatch.setattr("gridproof.batch.exporting.find_spec", lambda name: None)
    assert cli(["batch", "export", "--store", store, "--parquet", "x.parquet"]) == 4
    assert "pip install 'gridproof[parquet]'" in capsys.readouterr().err


def test_the_store_is_not_overwritten(
    store: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    before = Path(store).read_bytes()
    Path("linked").symlink_to(store)
    for name in (store, "linked", f"{store}-wal", f"{store}.lock"):
        assert cli(["batch", "export", "--store", store, "--parquet", name]) == 2
        assert "is what is exported; it would be overwritten" in capsys.readouterr().err
    assert Path(store).read_bytes() == before
    for arguments in (["export", "--parquet", "-"], ["report", "--html", "-"]):
        assert cli(["batch", *arguments, "--store", store]) == 2
        assert "error: standard output takes no" in capsys.readouterr().err
    assert not Path("<stdin>").exists()


def test_the_page_has_the_columns() -> None:
    rows = [f"| `{c.name}` | {c.type} | {c.summary} |" for c in COLUMNS]
    page = HOWTO.read_text(encoding="utf-8").splitlines()
    assert [line for line in page if line in rows] == rows
