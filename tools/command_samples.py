"""The files that examples of the command line read, and the running of these examples."""

from __future__ import annotations

import io
import re
import shlex
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Final
from unittest import mock

from gridproof.cli import run

__all__ = ["FILES", "session"]

_BOARD: Final = """\
┏━━━━━━━━━┓
┃  ▣     ■┃
┃        ━┫
┃◎┃   ┃   ┃
┃         ┃
┃   ┃     ┃
┗━━━┻━━━━━┛
"""
_SET: Final = """\
; First push
#####
#@$.#
#####

; Round the corner
######
#    #
# @$ #
# .  #
######
"""
_MORE: Final = """\
; Two boxes
######
#@   #
# $$ #
# .. #
######
"""
_PLAN: Final = """\
[[boards]]
files = ["set.txt"]

[[runs]]
solvers = ["optimal"]
"""

#: Name → text of the files that examples may name.
FILES: Final = {
    "board.txt": _BOARD,
    "set.txt": _SET,
    "more.txt": _MORE,
    "formula.cnf": "x | !y | z\n!x | y | z\n",
    "task.txt": "5\n..P..\n#####\n.....\n.....\n..K..\n",
    "plan": "(push x1y1 x2y1 x3y1 right)\n; cost = 1 (general cost)\n",
    "plan.toml": _PLAN,
}
#: Verbs that go on until they are told to end, or whose output is of the machine.
_NOT_RUN: Final = {"draw", "play", "serve", "doctor"}
#: Most lines of a command's output that are shown.
_MAX_LINES: Final = 40


def session(examples: Sequence[str]) -> Iterator[str]:
    """Run command lines in a folder with the files; yield them, each with its output."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        for name, text in FILES.items():
            Path(name).write_text(text, encoding="utf-8")
        for example in examples:
            yield f"$ {example}"
            tokens = shlex.split(example)
            if tokens[1] not in _NOT_RUN and "--install" not in tokens:
                lines = _output(tokens[1:]).splitlines()
                cut = len(lines) > _MAX_LINES
                yield from [*lines[:_MAX_LINES], "…"] if cut else lines


def _output(tokens: list[str]) -> str:
    """Return what a command prints, unless it goes to a file; ``<`` and ``>`` are obeyed.

    Raises:
        RuntimeError: the command is refused.
    """
    source, target = (_taken(tokens, sign) for sign in "<>")
    text = Path(source).read_text(encoding="utf-8") if source else ""
    stdin = io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8")
    out, err = io.StringIO(), io.StringIO()
    with mock.patch("sys.stdin", stdin), redirect_stdout(out), redirect_stderr(err):
        code = run(tokens)
    if code > 1:
        raise RuntimeError(f"gridproof {' '.join(tokens)} ends with {code}: {err.getvalue()}")
    if target:
        Path(target).write_text(out.getvalue(), encoding="utf-8")
        return ""
    return re.sub(r" +$", "", out.getvalue(), flags=re.MULTILINE)


def _taken(tokens: list[str], sign: str) -> str | None:
    """Take a redirection out of the tokens; return the name of its file."""
    if sign not in tokens:
        return None
    place = tokens.index(sign)
    name = tokens[place + 1]
    del tokens[place : place + 2]
    return name
