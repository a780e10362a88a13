"""Plans, and settings in TOML, that nobody means: a message, at once, and exit code 2."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gridproof.batch.plan_file import read_plan
from gridproof.cli import run
from gridproof.errors import InputError
from gridproof.experiments import find_experiment, names
from gridproof.files.strict_toml import read_toml
from tests.processes.watching import PATIENCE

BOARDS = '[[boards]]\nfiles = ["one.txt"]\n'
#: What is put in the place of a value.
VALUES = {
    **{f"{n} tables": "{a=" * n + "1" + "}" * n for n in (17, 100, 500, 1000, 20_000)},
    **{f"{n} lists": "[" * n + "]" * n for n in (17, 100, 500, 1000, 20_000)},
    **{f"{n} mixed": "[{a=" * n + "1" + "}]" * n for n in (17, 500, 5000)},
    **{f"{n} digits": "9" * n for n in (20, 4300, 4301, 5000, 100_000)},
    "minus": "-" + "9" * 5000,
    "hexadecimal": "0x" + "f" * 5000,
    "octal": "0o" + "7" * 5000,
    "binary": "0b" + "1" * 20_000,
    "dotted": "{" + ".".join(["a"] * 500) + " = 1}",
    "dotted and quoted": "{" + " . ".join(['"a"'] * 500) + " = 1}",
    "unfinished": "[[[[",
    "date": "1979-05-27T07:32:00Z",
    "no date": "1979-15-27T07:32:00Z",
}
#: Where.
PLANS = {
    "alone": "x = {}",
    "boards": "boards = {}",
    "files": "[[boards]]\nfiles = {}",
    "set": BOARDS + "set = {}",
    "game": BOARDS + "game = {}",
    "options": BOARDS + "options = {}",
    "count": '[[boards]]\ngame = "bombcover"\ncount = {}',
    "seed": '[[boards]]\ngame = "bombcover"\ncount = 1\nseed = {}',
    "parameters": '[[boards]]\ngame = "bombcover"\ncount = 1\nparameters = {{ width = {} }}',
    "limits": BOARDS + "[[runs]]\nlimits = {{ nodes = {} }}",
    "certify": "certify = {}\n" + BOARDS,
    "solvers": BOARDS + "[[runs]]\nsolvers = {}",
    "options of a solver": BOARDS + "[[runs]]\noptions = {{ a = {} }}",
}


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("one.txt").write_text("#####\n#@$.#\n#####\n")


@pytest.mark.parametrize("where", PLANS)
@pytest.mark.parametrize("value", VALUES)
def test_a_plan_with_such_a_value_is_refused(
    where: str, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("plan.toml").write_text(PLANS[where].format(VALUES[value]) + "\n")
    if value == "date" and where == "options of a solver":
        return  # solvers look at it when they are known
    assert run(["batch", "run", "plan.toml", "--store", "x.db", "--quiet"]) == 2
    message = capsys.readouterr().err
    assert message.startswith("error: plan.toml: "), message
    assert len(message) < 400
    assert not Path("x.db").exists()


@pytest.mark.parametrize(
    "text",
    [
        ".".join(["a"] * 50_000) + " = 1",
        "[" + ".".join(["a"] * 50_000) + "]",
        "[[" + " . ".join(["'a'"] * 50_000) + "]]",
        "x = 1\n" * 200_000,
        "x" * 900_000,
        "x = '" + "," * 900_000 + "'",
        "# " + "." * 900_000,
    ],
)
def test_no_text_takes_long(text: str) -> None:
    Path("plan.toml").write_text(text)
    with pytest.raises(InputError, match=r"^plan\.toml: "):
        read_plan("plan.toml")


def test_names_of_files_may_have_dots() -> None:
    file = "../" * 12 + "a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.txt"
    assert read_toml(f'files = ["{file}"] # {"." * 50}') == {"files": [file]}
    assert read_toml("a.b.c = 1\n[d.'e.f']\ng = -9223372036854775808") == {
        "a": {"b": {"c": 1}},
        "d": {"e.f": {"g": -(1 << 63)}},
    }


@pytest.mark.parametrize("value", VALUES)
def test_parameters_of_experiments_are_read_as_plans_are(value: str) -> None:
    for name in names():
        experiment = find_experiment(name)
        for parameter, known in experiment.parameters.items():
            if isinstance(known, str):  # takes any text
                continue
            with pytest.raises(InputError, match=parameter):
                experiment.with_parameters({parameter: VALUES[value]})


@pytest.mark.skipif(sys.platform != "linux", reason="counts descriptors as Linux gives them")
@pytest.mark.parametrize("files", [6, 8, 10, 12, 14, 16])
def test_too_few_open_files_are_told(files: int) -> None:
    Path("plan.toml").write_text(BOARDS)
    command = [sys.executable, "-m", "gridproof", "batch", "run", "plan.toml", "--store", "x.db"]
    limit: Callable[[], Any] = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))  # noqa: E731
    done = subprocess.run(
        [*command, "--quiet"],
        preexec_fn=limit,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        timeout=PATIENCE,
    )
    assert done.returncode in (2, 3), done.stderr
    assert done.stderr.startswith("error: ")
    assert "internal" not in done.stderr
