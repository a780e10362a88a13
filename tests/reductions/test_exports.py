"""Instances for other programs: they read what is written, and what they answer is understood."""

from __future__ import annotations

import itertools
from random import Random
from typing import Any

import pytest

from gridproof.errors import UnknownName
from gridproof.export.export import export_instance
from gridproof.reduction import AnySource, sources
from gridproof.reductions.sources.formula import SOURCE as FORMULAS

CASES = [(source, spec.id) for source in sources().values() for spec in source.exports]


def formulas() -> list[Any]:
    found = [
        FORMULAS.random(size, Random(f"{size} {i}")) for size in FORMULAS.sizes for i in range(8)
    ]
    said = ("x", "a | b | c | d | e\n!e\n", "é | !ß' | ł1\n", "x | x\ny | !y\n!x\n")
    return found + [FORMULAS.read(text) for text in said]


@pytest.mark.parametrize(("source", "to"), CASES, ids=lambda case: getattr(case, "id", case))
def test_equal_instances_make_equal_texts(source: AnySource, to: str) -> None:
    for size in source.sizes:
        one, other = (source.random(size, Random(size)) for _ in range(2))
        assert export_instance(source, one, to) == export_instance(source, other, to)
    with pytest.raises(UnknownName, match="has no export"):
        export_instance(source, one, "pdf")


def test_other_solvers_read_formulas_and_their_models_are_witnesses() -> None:
    pysat = pytest.importorskip("pysat.formula")
    solvers = pytest.importorskip("pysat.solvers")
    answers = set()
    for formula in formulas():
        text = export_instance(FORMULAS, formula, "dimacs")
        assert FORMULAS.read(text) == formula
        cnf = pysat.CNF(from_string=text)
        assert [tuple(clause) for clause in cnf.clauses] == list(formula.clauses)
        assert cnf.nv <= len(formula.names)
        with solvers.Solver(name="minisat22", bootstrap_with=cnf.clauses) as solver:
            answers.add(satisfiable := solver.solve())
            model = solver.get_model() or []
        witness = FORMULAS.solve(formula)
        assert satisfiable == (witness is not None)
        if not satisfiable:
            continue
        missing = range(len(model) + 1, len(formula.names) + 1)  # variables of no clause
        values = " ".join(map(str, itertools.chain(model, missing)))
        said = FORMULAS.read_witness(formula, f"s SATISFIABLE\nv {values} 0\n")
        assert not FORMULAS.faults(formula, said)
    assert answers == {True, False}
