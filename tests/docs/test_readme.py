"""The sessions of the README, and of some pages, are run as they stand."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from gridproof.cli import run

ROOT = Path(__file__).parents[2]
HOWTO = ROOT / "docs" / "howto"
NAMES = (
    "batch",
    "batch-results",
    "certify",
    "export",
    "generate",
    "rate-and-curate",
    "reduce",
    "repeat-an-experiment",
    "solve-side-by-side",
)
PAGES = [ROOT / "README.md", *(HOWTO / f"{name}.md" for name in NAMES)]
each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


def without_times(text: str) -> str:
    return re.sub(r"\d+\.\d+ s", "… s", text).strip()


@each_page
def test_the_console_session(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """``$ cat FILE`` makes the file, every other command has to print what stands below it."""
    monkeypatch.chdir(tmp_path)
    commands = 0
    for block in blocks(page, "console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            program, *arguments = shlex.split(command)
            if program == "cat":
                Path(arguments[0]).write_text(output, encoding="utf-8")
                continue
            assert program == "gridproof"
            run(arguments)
            assert without_times(capsys.readouterr().out) == without_times(output), command
            commands += 1
    assert commands >= 3


@each_page
def test_the_python_session(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has the files that the console session makes."""
    monkeypatch.chdir(tmp_path)
    for block in blocks(page, "console"):
        for name, text in re.findall(r"^\$ cat (\S+)\n(.*?)(?=^\$ |\Z)", block, re.M | re.S):
            Path(name).write_text(text, encoding="utf-8")
    runner = doctest.DocTestRunner()
    (block,) = blocks(page, "python")
    test = doctest.DocTestParser().get_doctest(block, {}, page.name, str(page), 0)
    assert runner.run(test) == doctest.TestResults(failed=0, attempted=len(test.examples))


def test_docstrings() -> None:
    import gridproof

    assert doctest.testmod(gridproof).failed == 0
    assert doctest.testmod(gridproof).attempted > 0
