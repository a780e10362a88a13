"""Files that earlier versions have written are read, and mean the same.

`tests/data/vN` was written by version N, and never anew: see `docs/reference/versions.md`.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import gridproof
from gridproof.cli import run
from gridproof.registry import digest, find_game

DATA = Path(__file__).parent / "data"
#: A folder for each version.
VERSIONS = sorted(DATA.glob("v*"))
CERTIFICATES = [path for folder in VERSIONS for path in sorted(folder.glob("certificates/*.gpc"))]
LEVELS = [path for folder in VERSIONS for path in sorted(folder.glob("levels/*.txt"))]


def name(path: Path) -> str:
    return f"{path.relative_to(DATA).parts[0]}-{path.stem}"


def test_no_version_is_without_files() -> None:
    assert VERSIONS
    for folder in VERSIONS:
        assert {path.name for path in folder.iterdir()} == {
            *("README.md", "certificates", "levels", "runs.jsonl", "store.db"),
        }
        assert list(folder.glob("certificates/*.gpc"))
        assert list(folder.glob("levels/*.txt"))


@pytest.mark.parametrize("path", CERTIFICATES, ids=name)
def test_certificates_are_accepted(path: Path) -> None:
    verdict = gridproof.check(path)
    assert verdict.accepted, verdict.reason


@pytest.mark.parametrize("path", LEVELS, ids=name)
def test_levels_are_read_and_their_ids_make_them_again(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = find_game(path.stem)
    levels = gridproof.read_file(path, game=game.id)
    others = gridproof.read_file(path.with_suffix(".json"), game=game.id)
    assert levels
    assert [digest(game, level) for level in levels] == [digest(game, other) for other in others]
    for level in levels:
        assert run(["generate", level.info["generator"], "--quiet"]) == 0
        (again,) = gridproof.read_boards(capsys.readouterr().out, game=game.id)
        assert digest(game, again) == digest(game, level)


@pytest.mark.parametrize("folder", VERSIONS, ids=name)
def test_stores_and_their_exports_say_what_they_said(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = shutil.copy(folder / "store.db", tmp_path)
    assert run(["batch", "export", "--store", str(store), "--json"]) == 0
    now = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    then = [json.loads(line) for line in (folder / "runs.jsonl").read_text("utf-8").splitlines()]
    assert now == then
    digests = set()
    for path in folder.glob("levels/*.txt"):
        game = find_game(path.stem)
        for level in gridproof.read_file(path, game=game.id):
            digests.add(digest(game, level))
    assert {said["digest"] for said in now} == digests
    assert {said["versions"]["gridproof"] for said in now} == {folder.name[1:] + ".0"}


@pytest.mark.parametrize("folder", VERSIONS, ids=name)
def test_a_batch_goes_on_in_a_store(folder: Path, tmp_path: Path) -> None:
    store = shutil.copy(folder / "store.db", tmp_path)
    board = str(folder / "levels" / "sokoban.txt")
    options = ["--store", str(store), "--jobs", "1", "--nodes", "100000", "--quiet"]
    assert run(["batch", "run", board, *options]) == 0
