"""Runs the commands that pages show, and writes what they print below them (`make sessions`).

In blocks of the language `console`, `$ cat FILE` makes the file of the lines below it, and
`$ gridproof …` is run in a folder of its own. Times are kept as they are if nothing else differs.
"""

from __future__ import annotations

import io
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Final

from gridproof.cli import run
from gridproof.cli.exit_codes import ExitCode

ROOT: Final = Path(__file__).parents[1]
_MADE: Final = ROOT / "docs" / "reference"
_BLOCK: Final = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.DOTALL | re.MULTILINE)
_COMMAND: Final = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
_ANSWERS: Final = (ExitCode.ANSWERED, ExitCode.NO, ExitCode.UNFINISHED)
_TIME: Final = re.compile(r"\d+\.\d+ s\b")


def pages() -> Iterator[Path]:
    """Yield the written pages with such blocks; those made of code are made with their sessions."""
    for page in sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]):
        if not page.is_relative_to(_MADE) and _BLOCK.search(page.read_text(encoding="utf-8")):
            yield page


def files(text: str) -> dict[str, str]:
    """Return the files that a page makes."""
    found = {}
    for block in _BLOCK.findall(text):
        for command, below in _COMMAND.findall(block):
            program, *names = shlex.split(command)
            if program == "cat":
                found[names[0]] = below
    return found


def replayed(text: str) -> str:
    """Return the text of a page with what its commands print now, in this folder."""
    return _BLOCK.sub(lambda block: _COMMAND.sub(_session, block[0]), text)


def _session(shown: re.Match[str]) -> str:
    """Return a command and its output."""
    command, below = shown.groups()
    program, *arguments = shlex.split(command)
    if program == "cat":
        Path(arguments[0]).write_text(below, encoding="utf-8")
        return shown[0]
    assert program == "gridproof", command
    printed = printed_by(arguments)
    same = _TIME.sub("", printed) == _TIME.sub("", below)
    return f"$ {command}\n{below if same else printed}"


def printed_by(arguments: list[str], given: str = "") -> str:
    """Return what a command writes to standard output; `< FILE` is its input, or ``given``.

    Raises:
        AssertionError: it was refused, or failed.
    """
    source = io.BytesIO(given.encode())
    if "<" in arguments:
        *arguments, _, name = arguments
        source.write(Path(name).read_bytes())
        source.seek(0)
    before, sys.stdin = sys.stdin, io.TextIOWrapper(source, encoding="utf-8")
    output = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    try:
        with redirect_stdout(output), redirect_stderr(io.StringIO()):
            code = run(arguments)
    finally:
        sys.stdin = before
    assert code in _ANSWERS, f"{arguments}: exit code {code}"
    output.seek(0)
    text = "\n".join(line.rstrip() for line in output.read().splitlines())
    return f"{text.rstrip()}\n" if text.strip() else ""


if __name__ == "__main__":
    for page in pages():
        text = page.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder, chdir(folder):
            page.write_text(replayed(text), encoding="utf-8")
