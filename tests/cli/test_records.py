"""The JSON of every verb has the described fields, of the described types, and no other."""

from __future__ import annotations

import io
import json
import shlex
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from gridproof.cli import VERBS, app, run
from gridproof.cli.help import page_of
from gridproof.cli.records import OPEN, RECORDS
from gridproof.cli.records.boards import LeftOut, Solved
from tests.cli.json_types import faults

SOKOBAN = "; One\n#####\n#@$.#\n#####\n\n; Two\n######\n#    #\n# @$ #\n# .  #\n######\n"
FILES = {
    "set.txt": SOKOBAN,
    "none.txt": "#####\n#@$ #\n#  .#\n#####\n",
    "formula.cnf": "x | y\n!x | y\n",
    "model.txt": "s SATISFIABLE\nv 1 2 0\n",
    "plan": "(push x1y1 x2y1 x3y1 right)\n",
}
#: Command lines that are run one after the other in one folder.
LINES = """
list --json
list vc-to-merge --json
show set.txt --json
solve set.txt --json
solve set.txt --json --jobs 2 --level 1 --objective moves-pushes
solve set.txt --json --solver any --solver-option improve=no --level 2
solve none.txt --json --objective moves-pushes
certify set.txt --out proofs --json
verify set.txt R --level 1 --json
verify set.txt L --level 1 --json
verify set.txt R --level 1 --certificate proofs/001-one.gpc --json
check proofs/001-one.gpc none.txt --json
generate robots --json
generate merge --json --min-gap 0
rate set.txt --json --what-if
rate none.txt --json --what-if --states 1
curate set.txt set.txt none.txt --out course.txt --json
reduce sat-to-bombcover formula.cnf --json
reduce lift formula.map.json 'x y' --json
reduce lower formula.map.json SOLUTION --json
reduce audit formula.map.json --out formula.gpc --json
export set.txt --to pddl --json
export set.txt --level 1 --to pddl --answer plan --json
export formula.cnf --to dimacs --json
export formula.cnf --to dimacs --answer model.txt --json
batch run set.txt --store a.db --json --solver optimal --solver any --jobs 1 --certify
batch status --store a.db --json
batch export --store a.db --json
batch compare a.db --solver any --solver optimal --floor 0 --json
experiment bombcover-table1 --set sides=[4] --replicates 1 --json --quiet
doctor --json
"""


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, Any]]]:
    """Verb → the objects that it prints with the command lines above."""
    found: dict[str, list[dict[str, Any]]] = {}
    with chdir(tmp_path_factory.mktemp("records")):
        for name, text in FILES.items():
            Path(name).write_text(text, encoding="utf-8")
        for line in LINES.strip().splitlines():
            tokens = shlex.split(line)
            if "SOLUTION" in tokens:
                tokens[tokens.index("SOLUTION")] = found["reduce lift"][0]["solution"]
            with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
                run(tokens)
            verb = " ".join(tokens[:2]) if " ".join(tokens[:2]) in RECORDS else tokens[0]
            records = [json.loads(said) for said in out.getvalue().splitlines()]
            assert records, (line, err.getvalue())
            found.setdefault(verb, []).extend(records)
    return found


def verbs_with_json() -> Iterator[str]:
    root = app()
    for verb in VERBS:
        for tokens in ([verb], *([verb, below] for below in root[verb] if below[0] != "-")):
            if any("--json" in option.names for option in page_of(root, tokens).options):
                yield " ".join(tokens)


def test_every_verb_with_json_is_described() -> None:
    assert set(verbs_with_json()) == set(RECORDS)


@pytest.mark.parametrize("verb", RECORDS)
def test_json_is_as_described(verb: str, printed: dict[str, list[dict[str, Any]]]) -> None:
    kinds = RECORDS[verb]
    unseen = {kind: described(kind) for kind in kinds}
    for record in printed[verb]:
        wrong = {kind: list(faults(record, kind, further=kind in OPEN)) for kind in kinds}
        kind = min(kinds, key=lambda one: len(wrong[one]))
        assert wrong[kind] == [], record
        unseen[kind] -= record.keys()
    if verb == "certify":  # it shares its description with `solve`
        unseen = {}
    assert not any(unseen.values()), unseen


def described(kind: type) -> set[str]:
    """The names of a type's fields, but those that only other settings print."""
    fields = set(get_type_hints(kind, include_extras=True))
    return fields - {"certificate"} if kind is Solved else fields


def test_faults_are_found() -> None:
    good = {"v": 1, "file": "a", "level": 1, "left_out": "double"}
    assert list(faults(good, LeftOut)) == []
    bad: dict[str, Any] = {
        "v": 2,
        "file": None,
        "level": True,
        "left_out": "double",
        "of": {},
        "more": 1,
    }
    told = [fault.partition(":")[0] for fault in faults(bad, LeftOut)]
    assert sorted(told) == [".file", ".level", ".more", ".of.file", ".of.level", ".v"]
    assert list(faults([1.5, None, "x"], list[int | None]))
