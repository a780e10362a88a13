"""`gridproof export`: what is written where, how answers come back, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gridproof.export.export import Exported
from tests.other_programs import fast_downward, highs

Run = Callable[..., Any]
SOKOBAN = "title: One\n\n#####\n#@$.#\n#####\n\ntitle: Two\n\n######\n#@ $.#\n######\n"
POINTS = "side: 2\n0 0\n1 1\n5 5\n-3 4\n"
PLAN = "(push x1y1 x2y1 x3y1 right)\n; cost = 1 (general cost)\n"


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    file = tmp_path / "boards.txt"
    file.write_text(SOKOBAN)
    return file


def test_a_folder_has_a_problem_a_board_and_the_domain_once(
    gridproof: Run, boards: Path, tmp_path: Path
) -> None:
    run = gridproof("export", boards, "--to", "pddl", "--out", "planning")
    assert (run.code, run.out, run.err) == (0, "", "")
    assert names(tmp_path / "planning") == ["001-one.pddl", "002-two.pddl", "domain.pddl"]
    text = (tmp_path / "planning" / "001-one.pddl").read_text()
    assert text.startswith("; One\n; sokoban, pushes: fewest pushes\n; digest: ")
    again = gridproof("export", boards, "--to", "pddl", "--out", "planning", "--objective", "moves")
    assert again.code == 0, "the domain is the same"
    assert "(= (step-cost) 1)" in (tmp_path / "planning" / "001-one.pddl").read_text()


def test_another_domain_is_not_overwritten(gridproof: Run, boards: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "domain.pddl").write_text("(define (domain other))\n")
    run = gridproof("export", boards, "--to", "pddl", "--out", "other", "--level", 1)
    assert (run.code, run.out) == (2, "")
    assert "domain.pddl: is there already, and says something else" in run.err
    assert names(tmp_path / "other") == ["domain.pddl"]
    assert "other" in (tmp_path / "other" / "domain.pddl").read_text()


@pytest.mark.parametrize("out", [[], ["--out", "-"], ["--out", "one.pddl"]])
def test_a_file_that_needs_others_wants_a_folder(
    gridproof: Run, boards: Path, tmp_path: Path, out: list[str]
) -> None:
    run = gridproof("export", boards, "--to", "pddl", "--level", 1, *out)
    assert (run.code, run.out) == (2, "")
    assert "domain.pddl belongs beside" in run.err
    assert "name a folder" in run.err
    assert names(tmp_path) == ["boards.txt"]


def test_json_has_all_texts(gridproof: Run, boards: Path, tmp_path: Path) -> None:
    run = gridproof("export", boards, "--to", "pddl", "--json", "--level", "Two")
    assert (run.code, run.err) == (0, "")
    record = json.loads(run.out)
    assert (record["v"], record["level"], record["title"]) == (1, 2, "Two")
    assert (record["game"], record["export"], record["objective"]) == ("sokoban", "pddl", "pushes")
    answered = fast_downward(Exported(record["text"], record["beside"]), tmp_path)
    assert answered is not None
    assert answered.optimum == 1


def test_a_plan_becomes_a_solution(gridproof: Run, boards: Path, tmp_path: Path) -> None:
    (tmp_path / "plan").write_text(PLAN)
    run = gridproof("export", boards, "--to", "pddl", "--level", 1, "--answer", "plan")
    assert (run.code, run.out, run.err) == (0, "R\n", "")
    assert gridproof("verify", boards, run.out.strip(), "--level", 1).code == 0
    said = gridproof("export", boards, "--to", "pddl", "--level", 1, "--answer", "plan", "--json")
    record = json.loads(said.out)
    assert (record["cost"], record["solution"]) == (1, "R")
    (tmp_path / "solved.json").write_text(said.out)
    assert gridproof("verify", boards, "solved.json").code == 0
    run = gridproof(
        "export",
        boards,
        "--to",
        "pddl",
        "--level",
        1,
        "--answer",
        "-",
        stdin="0.0: (PUSH x1y1 x2y1 x3y1 RIGHT) [1]\n",
    )
    assert run.out == "R\n", "other planners write so"


def test_answers_that_are_none(gridproof: Run, boards: Path, tmp_path: Path) -> None:
    (tmp_path / "plan").write_text(PLAN)
    (tmp_path / "bad").write_text("(fly x1y1)\n")
    for plan, level, said in (
        ("plan", [], "one board, and there are 2"),
        ("plan", ["--level", 2], "is no solution of Two"),
        ("bad", ["--level", 1], "plan, line 1: not an action of this domain: `(fly x1y1)`"),
        ("none", ["--level", 1], "No such file"),
        ("plan", ["--level", 1, "--out", "x"], "leave out `--out`"),
    ):
        run = gridproof("export", boards, "--to", "pddl", "--answer", plan, *level)
        assert (run.code, run.out) == (2, ""), said
        assert said in run.err
    run = gridproof("export", "-", "--to", "pddl", "--answer", "-", stdin=SOKOBAN)
    assert (run.code, run.out) == (2, "")


def test_an_integer_program_and_its_solution(gridproof: Run, tmp_path: Path) -> None:
    (tmp_path / "points.txt").write_text(POINTS)
    run = gridproof("export", "points.txt", "--to", "mps")
    assert (run.code, run.err) == (0, "")
    assert "square_-3_4" in run.out
    assert gridproof("export", "points.txt", "--to", "mps", "--out", "p.mps").code == 0
    assert (tmp_path / "p.mps").read_text() == run.out
    answered = highs(Exported(run.out, {}), tmp_path)
    assert answered is not None
    assert answered.optimum == 3
    (tmp_path / "found.sol").write_text(answered.text)
    run = gridproof("export", "points.txt", "--to", "mps", "--answer", "found.sol")
    assert gridproof("verify", "points.txt", "-", stdin=run.out).code == 0
    (tmp_path / "half.sol").write_text("square_-3_4 0.5\n")
    run = gridproof("export", "points.txt", "--to", "mps", "--answer", "half.sol")
    assert (run.code, run.out) == (2, "")
    assert "is no whole number" in run.err


def test_a_merge_program_and_its_solution(gridproof: Run, tmp_path: Path) -> None:
    (tmp_path / "stones.txt").write_text("a1a\n2a.\n..a\n")
    program = gridproof("export", "stones.txt", "--to", "mps", "--objective", "merges")
    assert "OBJSENSE" not in program.out
    program = gridproof("export", "stones.txt", "--to", "mps")
    assert "OBJSENSE\n  MAX" in program.out
    answered = highs(Exported(program.out, {}), tmp_path)
    assert answered is not None
    (tmp_path / "found.sol").write_text(answered.text)
    run = gridproof("export", "stones.txt", "--to", "mps", "--answer", "found.sol", "--json")
    assert json.loads(run.out)["cost"] == answered.optimum
    (tmp_path / "cheat.sol").write_text(
        "1 hero_0_0_deals_1 1\n2 hero_2_0_deals_1 1\n3 hero_1_1_deals_1 1\n"
    )
    run = gridproof("export", "stones.txt", "--to", "mps", "--answer", "cheat.sol")
    assert (run.code, run.out) == (2, "")
    assert "no play deals" in run.err


def test_formulas_of_files_and_random_ones(gridproof: Run, tmp_path: Path) -> None:
    (tmp_path / "f.txt").write_text("x | !y\n!x | z\n")
    run = gridproof("export", "f.txt", "--to", "dimacs")
    assert run.out == "c names: x y z\np cnf 3 2\n1 -2 0\n-1 3 0\n"
    assert gridproof("export", "f.txt", "--to", "dimacs", "--out", "f.cnf").out == ""
    again = gridproof("export", "f.cnf", "--to", "dimacs")
    assert again.out == run.out, "it reads what it writes"
    run = gridproof(
        "export", "f.txt", "--to", "dimacs", "--answer", "-", stdin="s SATISFIABLE\nv 1 -2 3 0\n"
    )
    assert (run.code, run.out) == (0, "x !y z\n")
    run = gridproof("export", "f.txt", "--to", "dimacs", "--answer", "-", stdin="v 1 2 -3 0\n")
    assert (run.code, run.out) == (2, "")
    assert "clause 2, ¬x ∨ z, is false" in run.err
    one, other = (
        gridproof("export", "--random", "5,12", "--seed", s, "--to", "dimacs") for s in (1, 2)
    )
    assert "p cnf 5 12" in one.out
    assert one.out != other.out


def test_a_split_clause_is_said(gridproof: Run) -> None:
    run = gridproof("export", "-", "--to", "dimacs", stdin="a | b | c | d\n")
    assert run.code == 0
    assert run.err.startswith("note: split to clauses of 3 literals")
    assert run.out.startswith("c split to clauses of 3 literals")
    assert "c names: a b c d _1\np cnf 5 2\n" in run.out


def test_what_does_not_go_together(gridproof: Run, boards: Path, tmp_path: Path) -> None:
    (tmp_path / "f.cnf").write_text("p cnf 1 1\n1 0\n")
    for arguments, said in (
        (["boards.txt", "--to", "pdd"], "did you mean `pddl`?"),
        (["boards.txt", "--level", "1", "--to", "mps"], "sokoban has no export `mps`"),
        (["boards.txt", "--to", "pddl", "--random", "3,5"], "`--random` makes formulas"),
        (["--to", "pddl"], "no file is named"),
        (["--to", "dimacs"], "name one instance"),
        (["f.cnf", "f.cnf", "--to", "dimacs"], "name one instance"),
        (["f.cnf", "--to", "dimacs", "--seed", "1"], "`--seed` goes with `--random`"),
        (["f.cnf", "--to", "dimacs", "--level", "1"], "`--level` is said of boards"),
        (["f.cnf", "--to", "dimacs", "--out", "f.cnf"], "it would be overwritten"),
        (["f.cnf", "--to", "dimacs", "--out", "no/f.cnf"], "there is no such folder"),
        (["boards.txt", "--to", "pddl", "--json", "--out", "-"], "several things"),
        (["f.cnf", "--to", "dimacs", "--json", "--out", "-"], "several things"),
    ):
        run = gridproof("export", *arguments)
        assert (run.code, run.out) == (2, ""), arguments
        assert said in run.err, run.err
    assert names(tmp_path) == ["boards.txt", "f.cnf"]


def test_an_objective_that_cannot_be_said_is_refused_board_by_board(
    gridproof: Run, boards: Path
) -> None:
    run = gridproof("export", boards, "--to", "pddl", "--json", "--objective", "pushes-moves")
    assert (run.code, run.out) == (2, "")
    assert run.err.count("cannot say the objective `pushes-moves`") == 2
    assert "it can say: pushes, moves" in run.err


def test_list_names_exports(gridproof: Run) -> None:
    assert "exports     pddl" in gridproof("list").out
    assert "exports:\n  mps " in gridproof("list", "merge").out
    assert "dimacs" in gridproof("list", "sat-to-bombcover").out
    (record,) = map(json.loads, gridproof("list", "robots", "--json").out.splitlines())
    assert [export["id"] for export in record["exports"]] == ["pddl"]
