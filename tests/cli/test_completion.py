"""Scripts that complete command lines in shells."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from gridproof.cli.completion import SHELLS
from gridproof.reduction import reductions
from gridproof.registry import games
from tests.cli.test_cli import Run


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_names_verbs_and_options(shell: str, gridproof: Run) -> None:
    done = gridproof("completion", shell)
    assert (done.code, done.err) == (0, "")
    for name in ("gridproof", "solve", "curate", "compare"):
        assert name in done.out
    assert "objective" in done.out


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes(gridproof: Run, tmp_path: Path) -> None:
    script = tmp_path / "completion.bash"
    script.write_text(gridproof("completion", "bash").out, encoding="utf-8")
    asked = {"so": {"solve", "sokoban"}, "solve --obj": {"--objective"}, "batch sta": {"status"}}
    for line, wanted in asked.items():
        words = ["gridproof", *line.split()]
        code = (
            f"source {script}; COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; "
            '_gridproof; echo "${COMPREPLY[@]}"'
        )
        done = subprocess.run(["bash", "-c", code], capture_output=True, text=True, check=True)
        assert set(done.stdout.split()) == wanted, done


def test_names_of_the_registry_are_completed(gridproof: Run) -> None:
    def completed(*words: str) -> list[str]:
        return gridproof("__complete", *words, "").out.splitlines()

    assert set(games()) <= set(completed("solve", "--game"))
    assert set(games()) <= set(completed("generate"))
    assert {*games(), *reductions()} <= set(completed("list"))
    for game in games().values():
        for objective in game.objectives:
            assert objective.id in completed("rate", "--objective")


def test_it_is_installed_in_the_home_folder(
    gridproof: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    done = gridproof("completion", "fish", "--install")
    (made,) = tmp_path.rglob("*.fish")
    assert done.out == f"{made}: start fish again to load it\n"
    assert "solve" in made.read_text(encoding="utf-8")


def test_an_unknown_shell_is_named(gridproof: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    refused = gridproof("completion", "tcsh")
    assert refused.code == 2
    assert "tcsh" in refused.err
    monkeypatch.setattr("gridproof.cli.completion.detect_shell", _unknown)
    refused = gridproof("completion")
    assert refused.code == 2
    assert refused.err.endswith("hint: name one: bash, zsh, fish, powershell\n")


def _unknown() -> None:
    from cyclopts.completion import ShellDetectionError

    raise ShellDetectionError("no shell")
