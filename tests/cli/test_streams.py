"""All verbs with streams that are closed, full, gone or of another encoding, and with bad numbers.

Whatever happens, the exit code is one of the documented ones, and there is no traceback.
"""

from __future__ import annotations

import importlib
import inspect
import io
import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass, replace
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import pytest

import gridproof
from gridproof.batch.store import Store
from gridproof.cli import VERBS, messages
from gridproof.cli.exit_codes import ExitCode
from gridproof.reductions.reduce import save_encoding
from gridproof.solving.certify import certify
from tests.cli.processes import Case, Ended, Forks

ROBOTS = "┏━━━┓\n┃▣ ◎┃\n┗━━━┛\n"
SOKOBAN = "3 5\n#####\n#@$.#\n#####\n"
ONEBOMB = "1 3\nP.K\n"
TITLE = "迷路 Łódź"

#: A command line of each verb that prints something and soon ends.
COMMANDS = {
    "list": Case(["list"]),
    "show": Case(["show", "b.txt"]),
    "solve": Case(["solve", "b.txt"]),
    "verify": Case(["verify", "b.txt", "0R"]),
    "certify": Case(["certify", "b.txt", "--out", "made.gpc"]),
    "check": Case(["check", "c.gpc"]),
    "generate": Case(["generate", "merge", "--count", "2"]),
    "rate": Case(["rate", "b.txt", "--states", "10"]),
    "curate": Case(["curate", "b.txt", "--out", "-", "--states", "10"]),
    "reduce": Case(["reduce"]),
    "batch": Case(["batch", "status", "--store", "r.db"]),
    "export": Case(["export", "f.txt", "--to", "dimacs"]),
    "robots": Case(["robots", "--solve"], stdin=ROBOTS),
    "sokoban": Case(["sokoban"], stdin=SOKOBAN),
    "onebomb": Case(["onebomb"], stdin=ONEBOMB),
    "experiment": Case(["experiment"]),
    "completion": Case(["completion", "bash"]),
    "doctor": Case(["doctor"]),
}
#: Verbs that go on until they are told to end: they are tested where somebody does so.
LASTING = {"draw", "play", "serve"}
#: Others of their forms.
FORMS = [
    *(Case([]), Case(["--help"]), Case(["--version"]), Case(["solve", "--help"])),
    *(Case(["list", "robots"]), Case(["list", "--json"]), Case(["doctor", "--json"])),
    *(Case(["show", "b.txt", "--json"]), Case(["show", "b.txt", "--format", "json"])),
    *(Case(["solve", "b.txt", "--json"]), Case(["verify", "b.txt", "0R", "--json"])),
    *(Case(["reduce", "sat-to-bombcover", "f.txt", "--quiet", *more]) for more in ([], ["--json"])),
    *(Case(["reduce", "audit", "f.map.json"]), Case(["reduce", "lift", "f.map.json", "!ß"])),
    Case(["export", "b.txt", "--to", "pddl", "--json"]),
    *(Case(["certify", "b.txt", "--out", "m.gpc", "--json"]), Case(["check", "c.gpc", "--json"])),
    Case(["verify", "b.txt", "0R", "--certificate", "c.gpc"]),
    *(Case(["rate", "b.txt", "--json"]), Case(["rate", "b.txt", "--states", "0"])),
    *(Case(["generate", "onebomb", "--json"]), Case(["generate", "robots:standard#0.0@g1"])),
    *(Case(["rate", "b.txt", "--what-if", "--heat"]), Case(["curate", "b.txt", "--out", "s.txt"])),
    *(Case(["robots", "--test=[0,R]"], stdin=ROBOTS), Case(["verify", "b.txt", "0L"])),
    Case(["robots", "--gen=[2,5,4]", "--seed", "1"]),
]
EVERY = [*COMMANDS.values(), *FORMS]
#: Those that read standard input.
READERS = [
    *(Case(["solve", "-"]), Case(["show", "-"]), Case(["verify", "-", "0R"])),
    *(Case(["rate", "-"]), Case(["certify", "-", "--out", "made.gpc"])),
    *(Case(["reduce", "audit", "-"]), Case(["reduce", "sat-to-bombcover", "-"])),
    Case(["curate", "-", "--out", "-"]),
    *(Case(["export", "-", "--to", "dimacs"]), Case(["export", "-", "--to", "pddl", "--json"])),
    *(Case(["verify", "b.txt", "-"]), Case(["robots", "--solve"]), Case(["sokoban"])),
    Case(["onebomb"]),
]
CODES = {int(code) for code in ExitCode if code is not ExitCode.INTERNAL_ERROR}

Run = Callable[..., Any]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "b.txt").write_text(f"; {TITLE}\nauthor: אבג\n{ROBOTS}", encoding="utf-8")
    (tmp_path / "f.txt").write_text("!ß\n", encoding="utf-8")
    (level,) = gridproof.read_file(str(tmp_path / "b.txt"))
    certify(level, tmp_path / "c.gpc")
    encoding = gridproof.reduce("sat-to-bombcover", "!ß\n")
    (tmp_path / "f.map.json").write_text(save_encoding(encoding), encoding="utf-8")
    with Store.writing(str(tmp_path / "r.db")):
        return tmp_path


def check(case: Case, ended: Ended) -> None:
    """Check the properties of every end."""
    assert ended.code in CODES, (case, ended)
    for foreign in ("Traceback", "Exception ignored", "internal error", "Errno", "Error:"):
        assert foreign not in ended.err, (case, ended)
    assert "Traceback" not in ended.out, (case, ended)


def one_message(err: str) -> bool:
    """Return whether standard error is one error, with at most a hint below and notes above."""
    lines = [line for line in err.splitlines() if not line.startswith("note: ")]
    return (
        1 <= len(lines) <= 2
        and lines[0].startswith("error: ")
        and all(line.startswith("hint: ") for line in lines[1:])
    )


@pytest.fixture(scope="module")
def forks() -> Iterator[Forks]:
    with Forks() as found:
        yield found


def run_checked(forks: Forks, cases: list[Case], folder: Path) -> Iterator[tuple[Case, Ended]]:
    for case, ended in zip(cases, forks.run_all(cases, folder), strict=True):
        check(case, ended)
        yield case, ended


def test_every_verb_has_a_command_line_here() -> None:
    assert set(COMMANDS) | LASTING == set(VERBS)


def test_output_that_cannot_be_written_is_one_message_or_silence(
    forks: Forks, folder: Path
) -> None:
    cases = [replace(case, stdout=kind) for kind in ("closed", "full", "gone") for case in EVERY]
    for case, ended in run_checked(forks, cases, folder):
        if case.stdout == "gone":  # as `| head -1` leaves it
            assert (ended.code, ended.err) == (0, ""), (case, ended)
        else:
            assert ended.code == ExitCode.BAD_INPUT, (case, ended)
            assert one_message(ended.err), (case, ended)


def test_files_are_written_though_nobody_reads_the_lines(forks: Forks, folder: Path) -> None:
    case = Case(["solve", "b.txt", "--html", "p.html", "--svg", "s.svg"], stdout="gone")
    list(run_checked(forks, [case], folder))
    assert all((folder / name).stat().st_size for name in ("p.html", "s.svg"))


def test_closed_standard_error_changes_no_exit_code(forks: Forks, folder: Path) -> None:
    every = [*EVERY, Case(["solve", "missing.txt"]), Case(["slove"])]
    silent = [replace(case, stderr="closed") for case in every]
    all_closed = [replace(case, stdout="closed", stdin=None) for case in silent]
    ended = forks.run_all([*every, *silent, *all_closed], folder)
    codes = [end.code for end in ended]
    assert codes[: len(every)] == codes[len(every) : 2 * len(every)]
    assert set(codes[2 * len(every) :]) == {ExitCode.BAD_INPUT}


def test_closed_and_empty_standard_input_is_one_message(forks: Forks, folder: Path) -> None:
    bad = ["", "\n", "\x00", "?", "\udcff\udcfe"]
    cases = [replace(case, stdin=text) for text in (None, *bad) for case in READERS]
    for case, ended in run_checked(forks, cases, folder):
        if case.tokens == ["verify", "b.txt", "-"] and case.stdin is not None:
            assert ended.code in (ExitCode.NO, ExitCode.BAD_INPUT), (case, ended)
            continue
        assert ended.code == ExitCode.BAD_INPUT, (case, ended)
        assert one_message(ended.err), (case, ended)
        assert ended.out == "", (case, ended)
    # Who does not read it does not care.
    cases = [replace(case, stdin=None) for case in (COMMANDS["solve"], COMMANDS["list"])]
    assert [ended.code for _, ended in run_checked(forks, cases, folder)] == [0, 0]


def test_streams_of_another_encoding_get_escapes(forks: Forks, folder: Path) -> None:
    cases = [replace(case, encoding=name) for name in ("latin-1", "ascii") for case in EVERY]
    for case, ended in run_checked(forks, cases, folder):
        wanted = ExitCode.NO if case.tokens[-1:] == ["0L"] else ExitCode.ANSWERED
        assert ended.code == wanted, (case, ended)
        if "b.txt" in case.tokens and "--json" not in case.tokens:
            assert "\\u8ff7\\u8def" in ended.out, (case, ended)
        if "--json" in case.tokens:
            for line in ended.out.splitlines():
                json.loads(line)
    for case, ended in run_checked(forks, [Case(["solve", "迷路.txt"], encoding="ascii")], folder):
        assert ended.code == ExitCode.BAD_INPUT
        assert "\\u8ff7\\u8def.txt: " in ended.err, case


def test_control_characters_are_escaped_wherever_they_come_from(forks: Forks, folder: Path) -> None:
    nasty = "\x1b[31mred\x1b[0m\x00\x07\u2028x\u0085y\x9b"
    board = "########\n#@$.   #\n########"
    (folder / "n.txt").write_text(f"; {nasty}\n{board}\n", encoding="utf-8")
    (folder / "h.txt").write_text(f"; x\n{nasty}: 1\n{board}\n", encoding="utf-8")
    (folder / "c.txt").write_text(f"#####\n#@$.{nasty}#\n#####\n", encoding="utf-8")
    (folder / "j.txt").write_text(
        json.dumps({"title": nasty, "rows": board.split("\n"), nasty: 1, "radius": nasty})
    )
    cases = []
    for file in ("n.txt", "h.txt", "c.txt", "j.txt", nasty.replace("\x00", "")):
        for verb in ("solve", "show"):
            cases += [Case([verb, file]), Case([verb, file, "--json"])]
        cases.append(Case(["verify", file, "R"]))
        cases.append(Case(["verify", file, "R" + nasty.replace("\x00", "")]))
    for word in ("--game", "--objective", "--solver", "--level", "--set", "--format", "--decide"):
        verb = "show" if word == "--format" else "solve"
        cases.append(Case([verb, "n.txt", f"{word}={nasty}".replace("\x00", "")]))
    cases += [Case([nasty.replace("\x00", "")]), Case(["list", nasty.replace("\x00", "")])]
    hidden = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")
    for case, ended in run_checked(forks, cases, folder):
        assert not hidden.search(ended.err), (case, ended)
        if "--json" not in case.tokens:
            assert not hidden.search(ended.out), (case, ended)


def test_file_names_that_are_no_text(forks: Forks, folder: Path) -> None:
    name = os.fsdecode(b"\xff\xfe board.txt")
    (folder / name).write_text(ROBOTS, encoding="utf-8")
    cases = [
        Case([verb, name, *rest], encoding=encoding)
        for encoding in ("utf-8", "latin-1")
        for verb, rest in (("solve", []), ("solve", ["--json"]), ("show", []), ("verify", ["0R"]))
    ]
    for case, ended in run_checked(forks, cases, folder):
        assert ended.code == ExitCode.ANSWERED, (case, ended)
        assert "\\udcff" in ended.out or case.tokens[0] == "show", (case, ended)
    for case, ended in run_checked(forks, [Case(["solve", name + "x"])], folder):
        assert ended.code == ExitCode.BAD_INPUT
        assert one_message(ended.err), (case, ended)


def test_real_processes_agree(folder: Path) -> None:
    """The shell's own ways to close, fill and leave streams, and its locales."""
    gridproof = f"'{sys.executable}' -m gridproof"
    lines = [
        (f"{gridproof} solve b.txt >&-", 2),
        (f"{gridproof} solve - <&-", 2),
        (f"{gridproof} show b.txt >/dev/full", 2),
        (f"{gridproof} list | head -1; exit ${{PIPESTATUS[0]}}", 0),
        (f"LC_ALL=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0 {gridproof} show b.txt", 0),
        (f"PYTHONIOENCODING=latin-1 {gridproof} solve b.txt --json", 0),
        (f"{gridproof} solve b.txt 2>&- >/dev/full", 2),
    ]
    running = [
        subprocess.Popen(
            ["bash", "-c", line], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for line, _ in lines
    ]
    for process, (line, code) in zip(running, lines, strict=True):
        out, err = process.communicate(timeout=120)
        assert process.returncode == code, (line, out, err)
        assert b"Traceback" not in err, (line, err)
        assert b"Exception ignored" not in err, (line, err)


@pytest.mark.parametrize("no_color", [True, False])
def test_no_color_is_honoured_on_a_terminal(folder: Path, no_color: bool) -> None:
    terminal, inside = pty.openpty()
    env = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "CI")}
    env |= {"TERM": "xterm-256color", "COLUMNS": "80"} | ({"NO_COLOR": "1"} if no_color else {})
    process = subprocess.Popen(
        [sys.executable, "-m", "gridproof", "show", "b.txt", "missing.txt"],
        cwd=folder,
        env=env,
        stdout=inside,
        stderr=inside,
    )
    os.close(inside)
    data = b""
    try:
        while part := os.read(terminal, 4096):
            data += part
    except OSError:  # the other side is closed
        pass
    os.close(terminal)
    assert process.wait(120) == ExitCode.BAD_INPUT
    assert bool(re.search(rb"\x1b\[[0-9;]*[34][0-8]", data)) is not no_color
    assert b"missing.txt: cannot be read" in data


# Numbers

#: Texts that are no whole number from 0 to a sensible largest one.
NO_NUMBERS = (
    "",
    " ",
    "x",
    "1.5",
    "nan",
    "inf",
    "-inf",
    str(2**64),
    "9" * 5000,
    "١",
    "1e3",
    "0x1",
)
NEGATIVE = ("-1", "-" + "9" * 30)
#: Options that take a number but are texts to the signature: what they accept of the above.
TEXTS = {"--memory": ("1.5", str(2**64)), "--decide": NEGATIVE[:1]}


def option_types(declared: Any) -> Iterator[tuple[str, Any]]:
    """The options of a verb's function, those of its groups too, and their types."""
    hints = get_type_hints(declared, include_extras=True)
    for name, parameter in inspect.signature(declared).parameters.items():
        if is_dataclass(hints[name]):
            yield from option_types(hints[name])
        elif parameter.kind in (parameter.KEYWORD_ONLY, parameter.POSITIONAL_OR_KEYWORD):
            yield f"--{name.strip('_').replace('_', '-')}", hints[name]


def numeric_options() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Every verb's options that take a number, and which of the texts above they accept."""
    for verb, (module, _) in VERBS.items():
        command = importlib.import_module(f"gridproof.cli.{module}").command
        for option, hint in option_types(command):
            inner = get_args(hint)[0] if get_origin(hint) is Annotated else hint
            kinds = {kind for kind in (inner, *get_args(inner)) if kind in (int, float)}
            if float in kinds:
                yield verb, option, ("1.5", "1e3")
            elif kinds:
                yield verb, option, NEGATIVE[:1] if option == "--seed" else ()
            elif option in TEXTS:
                yield verb, option, TEXTS[option]


def test_no_option_takes_what_is_no_number(gridproof: Run) -> None:
    Path("b.txt").write_text(ROBOTS, encoding="utf-8")
    tried = set()
    for verb, option, accepted in numeric_options():
        tried.add((verb, option))
        case = {"experiment": ["experiment", "bombcover-table1"], "draw": ["draw", "b.txt"]}
        own = [verb] if verb in LASTING else COMMANDS[verb].tokens
        tokens = case.get(verb, own)
        for text in (*NO_NUMBERS, *NEGATIVE):
            if text in accepted:
                continue
            done = gridproof(*tokens, f"{option}={text}")
            assert done.code == ExitCode.BAD_INPUT, (verb, option, text, done)
            assert one_message(done.err), (verb, option, text, done.err)
            assert len(done.err) < 400, (verb, option, text, done.err)
            named = option.strip("-") in done.err.replace("_", "-") or "size" in done.err
            assert named, (verb, option, text, done.err)
            assert done.out == "", (verb, option, text)
    assert {
        *(("solve", f"--{name}") for name in ("time", "nodes", "memory", "max-cost", "decide")),
        *(("experiment", "--seed"), ("experiment", "--jobs")),
        ("play", "--time"),
    } <= tried


def test_sizes_and_numbers_that_work(gridproof: Run) -> None:
    Path("b.txt").write_text(ROBOTS, encoding="utf-8")
    for size in ("2GB", "2GiB", "2 gb", "1.5GiB", "512MiB", "100kb", "1000000", "3TB", "10000B"):
        done = gridproof("solve", "b.txt", "--memory", size)
        assert done.code in (0, 3), (size, done)
    for size in ("2G", "GB", "2XB", "1e9", "-1GB", "1.GiB", ".5GiB", "١GB", "2GBx", "1,5GB"):
        done = gridproof("solve", "b.txt", f"--memory={size}")
        assert done.code == ExitCode.BAD_INPUT, (size, done)
    assert gridproof("solve", "b.txt", "--nodes", "1.5").code == ExitCode.BAD_INPUT
    assert gridproof("solve", "b.txt", "--nodes", str(10**9), "--time", "1e3").code == 0
    assert gridproof("solve", "b.txt", "--max-cost", str(2**63 - 1)).code in (0, 2)
    assert gridproof("solve", "b.txt", "--decide", str(2**63 - 1)).code in (0, 2)
    for option in ("--memory", "--nodes", "--time", "--max-cost"):
        assert gridproof("solve", "b.txt", option, "0").code in (0, 3), option


def test_contradicting_settings_are_refused(gridproof: Run) -> None:
    Path("b.txt").write_text(ROBOTS, encoding="utf-8")
    for first, second in (("target-robot=0", "target_robot=any"), ("ricochet=yes", "ricochet=no")):
        done = gridproof("solve", "b.txt", "--set", first, "--set", second)
        assert done.code == ExitCode.BAD_INPUT
        assert one_message(done.err), done.err


@pytest.mark.parametrize("columns", [80, 100])
def test_list_cuts_nothing(gridproof: Run, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from gridproof.registry import games
    from gridproof.solving.solve import solvers

    monkeypatch.setenv("COLUMNS", str(columns))
    out = gridproof("list").out
    assert "…" not in out
    words = set(out.replace(",", " ").split())
    for game in games().values():
        assert {f"{game.id}:", *solvers(game), *game.formats} <= words
        assert {o.id for o in game.objectives} | {o.name for o in game.options} <= words
        assert {generator.id for generator in game.generators} <= words


def test_list_cuts_nothing_on_a_narrow_terminal(folder: Path) -> None:
    from gridproof.registry import games
    from gridproof.solving.solve import solvers

    terminal, inside = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "gridproof", "list"],
        cwd=folder,
        env=os.environ | {"TERM": "dumb", "COLUMNS": "80"},
        stdout=inside,
    )
    os.close(inside)
    data = b""
    try:
        while part := os.read(terminal, 4096):
            data += part
    except OSError:
        pass
    os.close(terminal)
    assert process.wait(120) == 0
    out = data.decode()
    assert "…" not in out
    for game in games().values():
        for name in (game.id, *solvers(game), *game.formats, *(o.name for o in game.options)):
            assert name in out, name
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize(("code_pages", "written"), [(True, "→ é"), (False, "\\u2192 é")])
def test_pipes_of_windows_get_utf_8(
    code_pages: bool, written: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe = io.BytesIO()
    monkeypatch.setattr(messages, "_CODE_PAGES", code_pages)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(pipe, encoding="cp1252"))
    messages.prepare_streams()
    print("→ é", end="", flush=True)
    assert pipe.getvalue() == written.encode("utf-8" if code_pages else "cp1252")
