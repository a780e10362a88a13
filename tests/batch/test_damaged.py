"""Stores that are damaged, and files that are none: `batch status` says so."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from gridproof.cli import run
from tests.batch.stores import Entry, keep

PAGE = 4096


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A store of several pages."""
    path = tmp_path_factory.mktemp("store") / "r.db"
    entries = [
        Entry(number, solver, cost=6, said={"notes": {"long": "x" * 3000}})
        for number in range(1, 5)
        for solver in ("optimal", "iddfs", "bfs-text")
    ]
    keep(path, *entries)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    data = path.read_bytes()
    assert len(data) > 8 * PAGE
    return data


def status(path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    code = run(["batch", "status", "--store", str(path)])
    said = capsys.readouterr()
    assert not (code and said.out), "nothing is said of what is damaged but that it is"
    return code, said.err


def test_a_whole_store_is_none(
    whole: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "r.db").write_bytes(whole)
    assert status(tmp_path / "r.db", capsys) == (0, "")


def test_a_store_that_is_cut(
    whole: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "r.db"
    for size in [*range(PAGE, len(whole), PAGE), 100, 512, 1000, 5000, len(whole) - 1]:
        path.write_bytes(whole[:size])
        code, said = status(path, capsys)
        assert code == 2, size
        assert "is damaged" in said or "is no store of results" in said, (size, said)


@pytest.mark.parametrize("filling", ["noise", "zeros", "another page"])
def test_a_page_that_is_overwritten(
    whole: bytes, filling: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "r.db"
    rng = random.Random(1)
    for start in range(0, len(whole), PAGE):
        put = {
            "noise": rng.randbytes(PAGE),
            "zeros": bytes(PAGE),
            "another page": whole[(start + PAGE) % len(whole) :][:PAGE],
        }[filling]
        path.write_bytes(whole[:start] + put + whole[start + PAGE :])
        code, said = status(path, capsys)
        assert code == 2, start
        assert "is damaged" in said or "is no store of results" in said, (start, said)


CHANGES = {
    "no table": "DROP VIEW results; DROP TABLE runs",
    "no view": "DROP VIEW results",
    "no column": "DROP VIEW results; ALTER TABLE places DROP COLUMN title;"
    "CREATE VIEW results AS SELECT 1 AS key",
    "no boards": "DELETE FROM boards",
    "no result": "UPDATE runs SET result = NULL WHERE id = 1",
    "half a result": "UPDATE runs SET result = substr(result, 1, 50) WHERE id = 2",
    "another status": "UPDATE runs SET status = 'UNKNOWN' WHERE id = 3",
    "no limits": "UPDATE runs SET limits = 'x' WHERE id = 3",
    "other limits": "UPDATE runs SET limits = '{\"tme\": 1}' WHERE id = 3",
    "negative limits": "UPDATE runs SET limits = '{\"time\": -1}' WHERE id = 3",
    "a list of limits": "UPDATE runs SET limits = '[1]' WHERE id = 3",
    "a list of options": "UPDATE runs SET options = '[1]' WHERE id = 3",
    "no options": "UPDATE runs SET options = '' WHERE id = 3",
    "deep options": f"UPDATE runs SET options = '{'[' * 5000}{']' * 5000}' WHERE id = 3",
    "a failure without a kind": "UPDATE runs SET state = 'failed', result = NULL WHERE id = 1",
}


@pytest.mark.parametrize("change", CHANGES)
def test_tables_that_nobody_wrote(
    whole: bytes, change: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "r.db"
    path.write_bytes(whole)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(CHANGES[change])
    code, said = status(path, capsys)
    assert code == 2
    assert "this store is damaged" in said
    assert "recover" in said


@pytest.mark.parametrize("text", ["x" * 600, "SQLite format 3\0" + "x" * 5000, "{}\n" * 1000])
def test_files_that_are_no_stores(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "r.db"
    path.write_text(text)
    code, said = status(path, capsys)
    assert code == 2
    assert "is no store of results" in said or "is damaged" in said
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE runs (id)")
    assert status(path, capsys)[0] == 2
