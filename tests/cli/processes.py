"""Command lines as processes of their own, with any standard streams and at any moment a signal.

Starting Python takes a quarter of a second each time, so most command lines run in forks of one
process that has imported everything and run a line of each kind: :class:`Forks` starts it and it
runs :func:`_serve`.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import io
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self

from tests.kept_arguments import arguments_kept

#: Seconds after which a command line that does not end is killed.
GUARD = 120


@dataclass(frozen=True)
class Case:
    """A command line and its streams.

    Attributes:
        tokens: the arguments.
        stdin: text on standard input; None: it is closed.
        stdout: "file", "closed", "full" (no space left) or "gone" (a pipe that nobody reads).
        stderr: "file" or "closed".
        encoding: of the standard streams.
        env: further environment variables.
    """

    tokens: Sequence[str]
    stdin: str | None = ""
    stdout: str = "file"
    stderr: str = "file"
    encoding: str = "utf-8"
    env: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Ended:
    """The end of a command line; ``code`` is negative if a signal killed it."""

    code: int
    out: str
    err: str


class Forks:
    """A warm process, in forks of which command lines run, as long as this context."""

    def __enter__(self) -> Self:
        self._server = subprocess.Popen(
            [sys.executable, "-m", "tests.cli.processes"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        )
        return self

    def __exit__(self, *problem: object) -> None:
        self._server.communicate(timeout=GUARD)
        assert self._server.returncode == 0

    def run_all(self, cases: Sequence[Case], folder: Path) -> list[Ended]:
        """Runs the command lines in a folder, each in a fork."""
        assert self._server.stdin
        assert self._server.stdout
        asked = {"folder": os.fspath(folder), "cases": [asdict(case) for case in cases]}
        print(json.dumps(asked), file=self._server.stdin, flush=True)
        return [Ended(**record) for record in json.loads(self._server.stdout.readline())]


#: Run once before all forks: each of them would import modules and compile expressions for it.
_USUAL = (
    *("list", "list --json", "show b.txt", "solve b.txt", "verify b.txt 0R", "doctor"),
    *("rate b.txt --states 1", "generate merge --count 1 --quiet", "certify b.txt --out c.gpc"),
    *("check c.gpc", "completion bash", "solve --help", "reduce sat-to-bombcover f.txt --quiet"),
    *("export f.txt --to dimacs", "export b.txt --to pddl --json"),
)
_FILES = {"b.txt": "┏━━━┓\n┃▣ ◎┃\n┗━━━┛\n", "f.txt": "!x\n"}


def _serve() -> None:
    from gridproof.cli import VERBS
    from gridproof.reduction import reductions
    from gridproof.registry import games

    for module in (
        *("cyclopts.help", "rich.console", "rich.panel", "rich.table", "rich.text"),
        *("highspy", "networkx", "numpy.ma", "numpy.typing", "pysat.solvers"),
        "gridproof.render.text",
    ):
        importlib.import_module(module)
    for module, _ in VERBS.values():
        importlib.import_module(f"gridproof.cli.{module}")
    games()
    reductions()
    with arguments_kept():
        _run_usual()
        gc.freeze()  # no fork looks through, and so copies, what is there already
        while line := sys.stdin.readline():
            asked = json.loads(line)
            os.chdir(asked["folder"])
            ended = [asdict(_forked(Case(**record))) for record in asked["cases"]]
            print(json.dumps(ended), flush=True)


def _run_usual() -> None:
    from gridproof.cli import run

    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for name, text in _FILES.items():
            Path(name).write_text(text, encoding="utf-8")
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            codes = [run(line.split()) for line in _USUAL]
    assert not any(codes), said.getvalue()
    assert threading.active_count() == 1, "a fork has no other threads"


def _forked(case: Case) -> Ended:
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if child == 0:
            os._exit(_child(case, out.fileno(), err.fileno()))
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode(case.encoding, "backslashreplace"))
        return Ended(code, *texts)


def _child(case: Case, out: int, err: int) -> int:
    """Run as Python does between its start and its end, around the command line."""
    signal.alarm(GUARD)
    os.environ.update(case.env)
    if case.stdin is None:
        os.close(0)
    else:
        source = tempfile.TemporaryFile()  # noqa: SIM115 - the process ends with it
        source.write(case.stdin.encode("utf-8", "surrogateescape"))
        source.seek(0)
        os.dup2(source.fileno(), 0)
    os.dup2(err, 2)
    match case.stdout:
        case "file":
            os.dup2(out, 1)
        case "closed":
            os.close(1)
        case "full":
            os.dup2(os.open("/dev/full", os.O_WRONLY), 1)
        case "gone":
            reader, writer = os.pipe()
            os.dup2(writer, 1)
            os.close(reader)
    if case.stderr == "closed":
        os.close(2)
    for number, name, mode in ((0, "stdin", "rb"), (1, "stdout", "wb"), (2, "stderr", "wb")):
        setattr(sys, name, _stream(number, mode, case.encoding))
    from gridproof.cli import main

    code: Any
    try:
        main(list(case.tokens))
        code = 0
    except SystemExit as ended:
        code = ended.code or 0
    except BaseException:
        traceback.print_exc()
        code = 1
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            print("Exception ignored in: standard output", file=sys.stderr)
            code = 120
    return int(code)


def _stream(number: int, mode: str, encoding: str) -> io.TextIOWrapper | None:
    try:
        os.fstat(number)
    except OSError:
        return None
    errors = "backslashreplace" if number == 2 else "strict"
    file = open(number, mode, closefd=False)  # noqa: SIM115 - as long as the process
    return io.TextIOWrapper(file, encoding, errors, line_buffering=number == 2)


#: Says on standard error when the command line proper begins, signals taken care of: within `main`,
#: since one that comes just before it is nobody's.
_LAUNCHER = """
import os, sys
from gridproof import cli
run = cli.run
def begun(tokens):
    os.write(2, b"begins\\n")
    return run(tokens)
cli.run = begun
cli.main(sys.argv[1:])
"""


class Running:
    """A command line that runs in a process of its own.

    Attributes:
        process: the process.
    """

    def __init__(self, tokens: Sequence[str], folder: Path, stdin: str | None = None) -> None:
        self._stdout = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `end`
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115
        reader, writer = os.pipe()
        with tempfile.TemporaryFile() as source:
            source.write((stdin or "").encode())
            source.seek(0)
            self.process = subprocess.Popen(
                [sys.executable, "-c", _LAUNCHER, *tokens],
                cwd=folder,
                stdin=source,
                stdout=self._stdout,
                stderr=writer,
                env=os.environ | {"COLUMNS": "100"},
            )
        os.close(writer)
        self._err = os.fdopen(reader, "rb")
        assert self._err.readline() == b"begins\n"

    def end(self) -> Ended:
        """Waits for the end."""
        with self._stdout, self._stderr, self._err:
            code = self.process.wait(GUARD)
            self._stdout.seek(0)
            return Ended(code, self._stdout.read().decode(), self._err.read().decode())


if __name__ == "__main__":
    _serve()
