from __future__ import annotations

import itertools
import random
import sys
from random import Random

import pytest

from gridproof.errors import InputError, MissingPart, UnknownName
from gridproof.reductions.sources.cnf import MAX_CLAUSES, MAX_LITERALS, MAX_VARIABLES, Formula
from gridproof.reductions.sources.formula import SOURCE
from gridproof.reductions.sources.plain_sat import true_literals
from tests.reductions.formulas import assignments

THESIS = Formula(("x", "y", "z"), ((1, -2, 3), (-1, 2, 3)))


def names(count: int) -> tuple[str, ...]:
    return tuple(f"a{number}" for number in range(count))


@pytest.mark.parametrize(
    "text",
    [
        "x | !y | z\n!x | y | z",
        "x | !y | z\n\n# a comment\n!x | y | z  # and one behind\n",
        "(x ∨ ¬y ∨ z) ∧ (¬x ∨ y ∨ z)",
        "(x or not y or z) and (not x OR y or z)",
        "x ∨ ~y ∨ z & -x ∨ y ∨ z",
        "(x || -y || z) &&\n(!x || y || z)",
        "x |\n  !y |\n  z\n(!x | y\n | z)",
        "\r\n(x|!y|z)&(!x|y|z)\r\n",
        "c names: x y z\np cnf 3 2\n1 -2 3 0\n-1 2 3 0\n",
        "c The thesis's example\np cnf 3 2\n1 -2\n3 0 -1 2 3\n0\n",
        "c\n\tp  cnf  3  2  \n 1 -2 3 0 -1 2 3 0\n%\n0\n\n",
        "c names: x y z\rp cnf 3 2\r1 -2 3 0\r-1 2 3 0\r",
        "x|!y|z\r!x|y|z\r",
    ],
)
def test_reads_all_ways_of_writing_a_formula(text: str) -> None:
    assert SOURCE.read(text) == THESIS
    assert not SOURCE.notes(SOURCE.read(text))


def test_writes_what_it_reads() -> None:
    awkward = Formula(("é1", "b'", "_1", "c"), ((4, -1), (-3,)))  # b' is in no clause
    assert SOURCE.write(THESIS) == "c names: x y z\np cnf 3 2\n1 -2 3 0\n-1 2 3 0\n"
    for formula in (THESIS, awkward, SOURCE.random("9,40", Random(3))):
        assert SOURCE.read(SOURCE.write(formula)) == formula


def test_names_of_a_foreign_comment_are_left_alone() -> None:
    for comment in ("c names: 3 2", "c names: x x", "c names: x", "c nothing"):
        assert SOURCE.read(f"{comment}\np cnf 2 1\n1 2 0\n").names == ("x", "y")
    assert SOURCE.read("p cnf 4 1\n1 0\n").names == ("x1", "x2", "x3", "x4")


def test_it_is_said_for_people() -> None:
    assert str(THESIS) == "(x ∨ ¬y ∨ z) ∧ (¬x ∨ y ∨ z)"
    assert THESIS.clause(1) == "¬x ∨ y ∨ z"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "f.cnf: there is no clause"),
        ("# nothing\n\n", "f.cnf: there is no clause"),
        ("p cnf 3 0\n", "f.cnf: there is no clause"),
        ("x | !x", "f.cnf: no clause is left: each has a literal and its negation"),
        ("()", "f.cnf:1:3: clause 1 has no literal"),
        ("x\n() & y", "f.cnf:2:4: clause 2 has no literal"),
        ("p cnf 1 2\n1 0 0", "f.cnf:2:5: clause 2 has no literal"),
        ("p cnf 0 0\n", "f.cnf:1:1: a formula must have at least one variable"),
        ("p cnf 3\n", "f.cnf:1:1: the line must be `p cnf VARIABLES CLAUSES`"),
        ("p cnf 3 -1\n", "f.cnf:1:1: the line must be"),
        ("p cnf 999999999999999 1\n", f"at most {MAX_VARIABLES} variables"),
        (f"p cnf 3 {MAX_CLAUSES + 1}\n", f"at most {MAX_CLAUSES} clauses"),
        ("p cnf 1 1\n1 0\np cnf 1 1\n", "f.cnf:3:1: a second `p cnf` line"),
        ("1 0\np cnf 1 1\n", "f.cnf:1:1: `p cnf VARIABLES CLAUSES` must stand before"),
        ("p cnf 2 1\n1 -2\n", "f.cnf:2:3: the last clause does not end with 0"),
        ("p cnf 2 2\n1 -2 0\n", "f.cnf:1:1: the `p` line says 2 clauses, and there are 1"),
        ("p cnf 2 1\n1 -3 0\n", "f.cnf:2:3: there is no variable 3: they go to 2"),
        ("p cnf 2 1\n" + "1" * 9000 + " 0\n", "f.cnf:2:1: there is no variable 111"),
        ("p cnf 2 1\n1 two 0\n", "f.cnf:2:3: `two` is not a literal"),
        ("p cnf 2 1\n1 2.0 0\n", "f.cnf:2:3: `2.0` is not a literal"),
        ("x y", "f.cnf:1:3: `|`, `&` or the end of the line must stand here, not `y`"),
        ("x !y", "f.cnf:1:3: `|`, `&` or the end of the line must stand here, not `!`"),
        ("| x", "f.cnf:1:1: a literal must stand here, not `|`"),
        ("x || | y", "f.cnf:1:6: a literal must stand here, not `|`"),
        ("x |", "f.cnf:1:4: a literal must stand here, after `|`"),
        ("x | & y", "f.cnf:1:5: a literal must stand here, not `&`"),
        ("& x", "f.cnf:1:1: a literal must stand here, not `&`"),
        ("!\nx", "f.cnf:1:2: a variable must stand here"),
        ("!!x", "f.cnf:1:2: a variable must stand here, not `!`"),
        ("(x | y\nz)", "f.cnf:2:1: `|`, `&` or the end of the line must stand here, not `z`"),
        ("x & (x | y", "f.cnf:1:5: this parenthesis is not closed"),
        ("(x & y)", "f.cnf:1:4: `)` must stand here, not `&`"),
        ("(x |) & y", "f.cnf:1:5: a literal must stand here, not `)`"),
        ("x)", "f.cnf:1:2: nothing is open, not `)`"),
        ("((x))", "f.cnf:1:2: a parenthesis may stand only around a whole clause"),
        ("x | (y | z)", "f.cnf:1:5: a parenthesis may stand only around a whole clause"),
        ("(x) (y)", "f.cnf:1:5: `|`, `&` or the end of the line must stand here, not `(`"),
        ("(x) | y", "f.cnf:1:5: a literal must stand here, not `|`"),
        ("(x) y", "f.cnf:1:5: `|`, `&` or the end of the line must stand here, not `y`"),
        ("1 -2 3 0", "f.cnf:1:1: a literal such as `x` or `!x` must stand here, not `1`"),
        ("x | _1", "f.cnf:1:5: a literal such as `x` or `!x` must stand here, not `_`"),
        ("x | y\x00", "f.cnf:1:6: a literal such as"),
    ],
)
def test_says_where_a_text_is_wrong(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        SOURCE.read(text, "f.cnf")
    assert said in str(caught.value)


def test_limits_are_said() -> None:
    with pytest.raises(InputError, match=f"at most {MAX_VARIABLES} variables"):
        SOURCE.read("\n".join(names(MAX_VARIABLES + 1)))
    with pytest.raises(InputError, match=f"at most {MAX_CLAUSES} clauses"):
        SOURCE.read("x\n" * (MAX_CLAUSES + 1))
    with pytest.raises(InputError, match=f"at most {MAX_VARIABLES} and {MAX_CLAUSES}"):
        SOURCE.read(" | ".join(names(MAX_VARIABLES)))
    with pytest.raises(InputError, match="must be VARIABLES,CLAUSES, such as `3,5`: `7`"):
        SOURCE.random("7", Random(0))
    for parameters in ("0,1", "1,0", f"{MAX_VARIABLES + 1},1", "3,5,7", "x,y", "3,"):
        with pytest.raises(InputError, match="must be a whole number from 1 to"):
            SOURCE.random(parameters, Random(0))


def test_a_formula_has_no_options() -> None:
    with pytest.raises(UnknownName):
        SOURCE.read("x", "f.cnf", {"cover": 3})
    with pytest.raises(UnknownName):
        SOURCE.random("1,1", Random(0), {"cover": 3})


def test_needless_literals_and_clauses_are_dropped_and_told() -> None:
    formula = SOURCE.read("x | y | x | x\nx | !x | y\nz | !z | z\n!y | z")
    assert formula == Formula(("x", "y", "z"), ((1, 2), (-2, 3)))
    assert SOURCE.notes(formula) == (
        "a literal that stands twice counts once: 2 clauses (1, 3)",
        "left out, true whatever the values, as x ∨ ¬x: 2 clauses (2, 3)",
    )


def test_long_clauses_are_split_and_that_is_said() -> None:
    formula = SOURCE.read("a | b | c | d | !e\nf\n!a | !b | c | d")
    assert formula == Formula(
        ("a", "b", "c", "d", "e", "f", "_1", "_2", "_3"),
        ((1, 2, 7), (-7, 3, 8), (-8, 4, -5), (6,), (-1, -2, 9), (-9, 3, 4)),
    )
    (note,) = SOURCE.notes(formula)
    assert note == "split to clauses of 3 literals with 3 new variables _1, …: 2 clauses (1, 3)"
    (note,) = SOURCE.notes(SOURCE.read("a | b | c | d"))
    assert note == "split to clauses of 3 literals with a new variable _1: clause 1"


def test_splitting_keeps_what_is_true() -> None:
    """Truth of the text itself by brute force: the values of new variables are filled in."""
    generator = random.Random(1)
    for _ in range(60):
        variables = generator.randint(1, 6)
        clauses = [
            [generator.choice((1, -1)) * generator.randint(1, variables) for _ in range(size)]
            for size in generator.choices(range(1, 9), k=generator.randint(1, 5))
        ]
        clauses.append([1, -1])  # dropped: with it no clause need be left
        clauses.append([variables])
        lines = [
            f"p cnf {variables} {len(clauses)}",
            *(" ".join(map(str, [*c, 0])) for c in clauses),
        ]
        formula = SOURCE.read("\n".join(lines))
        assert max(map(len, formula.clauses)) <= MAX_LITERALS
        for clause in formula.clauses:
            assert len(set(map(abs, clause))) == len(clause)
        true = 0
        for values in itertools.product((False, True), repeat=variables):
            meant = all(any(values[abs(lit) - 1] == (lit > 0) for lit in c) for c in clauses)
            said = " ".join(str(n if v else -n) for n, v in enumerate(values, 1))
            witness = SOURCE.read_witness(formula, said)
            assert (not SOURCE.faults(formula, witness)) == meant
            assert witness[:variables] == values
            true += meant
        assert bool(true) == any(True for _ in assignments(formula))


@pytest.mark.parametrize(
    "text",
    [
        "x !y z",
        "z, ¬y, x",
        "x=1 y=0 z=1",
        "x=true y=FALSE z=1 x",
        "1 -2 3",
        "-2 3 1 0",
        "c found by\ns SATISFIABLE\nv 1 -2\nv 3 0\n",
    ],
)
def test_reads_all_ways_of_writing_a_witness(text: str) -> None:
    assert SOURCE.read_witness(THESIS, text) == (True, False, True)


def test_writes_witnesses() -> None:
    for values in itertools.product((False, True), repeat=3):
        assert SOURCE.read_witness(THESIS, SOURCE.write_witness(THESIS, values)) == values
    assert SOURCE.write_witness(THESIS, (True, False, True)) == "x !y z"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no value to x, y, z"),
        ("x y", "no value to z"),
        ("x y z !x", "x has two values"),
        ("x y z u", "no variable `u`"),
        ("1 2 4", "no variable 4: they go to 3"),
        ("1 2 " + "3" * 5000, "no variable 333"),
        ("x=2 y z", "`x=2` gives no variable a value"),
        ("!x=1 y z", "`!x=1` gives no variable a value"),
        ("s UNSATISFIABLE", "no witness in this answer: it says UNSATISFIABLE"),
        ("c said\ns UNKNOWN\n", "it says UNKNOWN"),
        ("x|y|z", "gives no variable a value"),
    ],
)
def test_says_why_a_text_is_no_witness(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        SOURCE.read_witness(THESIS, text)
    assert said in str(caught.value)


def test_faults_name_the_clauses() -> None:
    assert not SOURCE.faults(THESIS, (True, True, False))
    assert SOURCE.faults(THESIS, (True, False, False)) == ["clause 2, ¬x ∨ y ∨ z, is false"]
    assert SOURCE.faults(THESIS, (True,)) == ["it has 1 values, the formula 3 variables"]


def test_random_formulas() -> None:
    for parameters, size in (("1,4", 1), ("2,9", 2), ("3,5", 3), ("40,160", 3)):
        formula = SOURCE.random(parameters, Random(7))
        variables, clauses = map(int, parameters.split(","))
        assert (len(formula.names), len(formula.clauses)) == (variables, clauses)
        for clause in formula.clauses:
            assert len(set(map(abs, clause))) == size == len(clause)
            assert all(1 <= abs(literal) <= variables for literal in clause)
        assert (
            formula == SOURCE.random(parameters, Random(7)) != SOURCE.random(parameters, Random(8))
        )


@pytest.mark.parametrize("package", ["PySAT", ""])
def test_solvers_say_what_trying_says(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if not package:
        monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    outcomes = set()
    for seed in range(80):
        formula = SOURCE.random(f"{1 + seed % 6},{1 + 7 * seed % 33}", Random(seed))
        found = SOURCE.solve(formula)
        outcomes.add(found is None)
        true = list(assignments(formula))
        assert found in true if found is not None else not true
    assert outcomes == {True, False}
    unused = Formula(("x", "y"), ((1,),))
    assert SOURCE.solve(unused) in list(assignments(unused))


def test_a_plain_search_takes_clauses_of_any_length() -> None:
    rng = Random("plain")
    for _ in range(200):
        numbers = range(1, rng.randint(2, 7))
        clauses = [
            tuple(rng.choice(numbers) * rng.choice((1, -1)) for _ in range(rng.randint(1, 4)))
            for _ in range(rng.randrange(25))
        ]
        true = true_literals(clauses, 1000)
        values = itertools.product((True, False), repeat=len(numbers))
        good = any(
            all(any(tried[abs(one) - 1] == (one > 0) for one in clause) for clause in clauses)
            for tried in values
        )
        assert (true is not None) == good
        if true is not None:
            assert all(not true.isdisjoint(clause) for clause in clauses)
            assert true.isdisjoint(-literal for literal in true)
    assert true_literals([()], 1) is None


def test_without_pysat_hard_formulas_name_it(monkeypatch: pytest.MonkeyPatch) -> None:
    formula = SOURCE.random("60,300", Random(1))
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    assert SOURCE.solve(formula) is None
    monkeypatch.setattr("gridproof.reductions.sources.formula._PLAIN_CONFLICTS", 9)
    with pytest.raises(MissingPart, match="PySAT"):
        SOURCE.solve(formula)


def test_accents_may_be_letters_of_their_own() -> None:
    (name,) = SOURCE.read("e\u0301te\u0301").names
    assert name == "e\u0301te\u0301"
