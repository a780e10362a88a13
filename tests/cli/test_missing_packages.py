"""A package that is not installed: exit code 4 and what to install, whatever verb needs it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from gridproof.errors import MissingPart
from gridproof.lazy import load

#: Runs command lines, one a line of standard input, where no given package can be imported.
HIDING = """
import json, sys

class Hiding:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in hidden:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

hidden, lines = json.load(sys.stdin)
sys.meta_path.insert(0, Hiding())
from gridproof.cli import run
for line in lines:
    code = run(line)
    sys.stderr.write(f"code {code}\\n")
    sys.stderr.flush()
"""
FILES = {
    "s.txt": "#####\n#@$.#\n#####\n",
    "bombcover.txt": "#####\n#@.x#\n#####\n",
    "merge.txt": "aa1\n",
    "boxcover.txt": "side: 2\n0 0\n1 3\n3 1\n5 5\n",
    "robots.txt": "┏━━━┓\n┃▣ ◎┃\n┗━━━┛\n",
    "g.txt": "1 2\n2 3\n",
    "f.cnf": "p cnf 2 1\n1 -2 0\n",
}
LINES = [
    line.split()
    for line in (
        "list",
        "list sokoban",
        "show s.txt",
        "show s.txt --svg s.svg",
        "show s.txt --png s.png",
        "show s.txt --html s.html",
        *(f"solve {game}.txt --quiet" for game in ("bombcover", "merge", "boxcover", "robots")),
        "solve s.txt --html p.html",
        "verify s.txt R",
        "certify s.txt --out c.gpc",
        "check c.gpc",
        "generate boxcover --quiet",
        "generate merge --quiet",
        "rate s.txt --quiet",
        "curate s.txt --quiet --out c.txt",
        "reduce vc-to-merge g.txt --cover 1 --out r.txt",
        "reduce audit r.map.json r.txt",
        "reduce sat-to-bombcover f.cnf",
        "export boxcover.txt --to mps",
        "robots --gen=2,5,5",
        "batch run s.txt --store b.db --quiet",
        "batch report --store b.db --html b --quiet",
        "batch export --store b.db --parquet b.parquet",
        "doctor",
    )
]
PACKAGES = (("numpy",), ("highspy",), ("rich",), ("networkx", "matplotlib", "resvg_py", "pyarrow"))


@pytest.mark.parametrize("packages", PACKAGES, ids=" ".join)
def test_a_package_that_is_missing_is_named(packages: Sequence[str], tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", HIDING],
        input=json.dumps([packages, LINES]),
        capture_output=True,
        cwd=tmp_path,
        env={**os.environ, "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"},
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    *parts, rest = done.stderr.split("code ")
    codes = [int(part.splitlines()[0]) for part in [*parts[1:], rest]]
    assert len(codes) == len(LINES)
    said = [parts[0], *(part.partition("\n")[2] for part in parts[1:])]
    needing = 0
    for line, code, text in zip(LINES, codes, said, strict=True):
        assert code in (0, 1, 2, 3, 4), (line, text)
        assert "internal error" not in text, line
        assert "malformed" not in text, line
        if code == 4:
            assert "hint: pip install" in text, line
        needing += code == 4
    assert needing >= len(packages), "no verb needs it"


def test_the_first_cause_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gridproof.merge_is_not_here", None)
    with pytest.raises(MissingPart, match=r"gridproof needs gridproof\.merge") as raised:
        load("gridproof.merge_is_not_here:x")
    assert raised.value.hint == "pip install --force-reinstall gridproof"
