"""The sessions of pages are run as they stand, and the other commands that they show are read."""

from __future__ import annotations

import doctest
import re
import shlex
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from cyclopts import MissingArgumentError
from tools.sessions import ROOT, files, pages, replayed

from gridproof.cli import app

PAGES = list(pages())
ALL = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
COMMAND_LINE = app()
SHOWN = re.compile(r"^(?: {4}|\$ )(gridproof [a-z].*)$|`(gridproof [a-z][^`]*)`", re.MULTILINE)
each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def shown(text: str) -> Iterator[str]:
    """Commands of a page, in blocks and in sentences."""
    for in_block, in_sentence in SHOWN.findall(text):
        yield " ".join((in_block or in_sentence).split())


@each_page
def test_the_console_session(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command prints the lines below it, whatever the times in them."""
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    assert replayed(text).splitlines() == text.splitlines(), "`make sessions` writes it anew"


@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if ">>> " in page.read_text("utf-8")],
    ids=lambda page: page.name,
)
def test_the_python_session(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has the files that the console session makes."""
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    for name, content in files(text).items():
        Path(name).write_text(content, encoding="utf-8")
    runner = doctest.DocTestRunner()
    (block,) = re.findall(r"```python\n(>>> .*?)```", text, re.DOTALL)
    test = doctest.DocTestParser().get_doctest(block, {}, page.name, str(page), 0)
    assert runner.run(test) == doctest.TestResults(failed=0, attempted=len(test.examples))


@pytest.mark.parametrize("page", ALL, ids=lambda page: page.name)
def test_commands_that_are_shown_are_understood(page: Path) -> None:
    """No verb and no option is of another name; those named in a sentence may lack arguments."""
    for command in shown(page.read_text(encoding="utf-8")):
        _, *arguments = shlex.split(re.split(r" [|<>] ", command)[0], comments=True)
        with suppress(MissingArgumentError):
            COMMAND_LINE.parse_args(arguments, print_error=False, exit_on_error=False)


def test_docstrings() -> None:
    import gridproof

    assert doctest.testmod(gridproof).failed == 0
    assert doctest.testmod(gridproof).attempted > 0
