"""Unfit and bad boards among fit ones, and what several boards and files have in common."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gridproof.cli.exit_codes import ExitCode
from gridproof.registry import games
from gridproof.solving.solve import solvers

ROBOTS = "┏━━━┓\n┃▣ ◎┃\n┗━━━┛\n"
STUCK = "┏━━━┓\n┃▣┃◎┃\n┗━━━┛\n"
NO_TARGET = "┏━━━┓\n┃▣  ┃\n┗━━━┛\n"
SOKOBAN = "#####\n#@$.#\n#####\n"
BOMBCOVER = "#####\n#@.x#\n#####\n"
ONEBOMB = "1 3\nP.K\n"
MERGE = "aa1\n"
BOXCOVER = "side: 1\n0 0\n5 5\n"
#: A small board of each game that its default solver proves at once: text, cost, solution.
BOARDS = {
    "robots": (ROBOTS, 1),
    "sokoban": (SOKOBAN, 1),
    "bombcover": (BOMBCOVER, 1),
    "onebomb": (ONEBOMB, 2),
    "merge": (MERGE, 1),
    "boxcover": (BOXCOVER, 2),
}

Run = Callable[..., Any]


@pytest.fixture
def files(gridproof: Run) -> list[str]:
    """One file of each game in the folder of the command line."""
    for game, (board, _) in BOARDS.items():
        Path(f"{game}.txt").write_text(f"; a\n{board}\n; b\n{board}", encoding="utf-8")
    return [f"{game}.txt" for game in BOARDS]


def errors(err: str) -> list[str]:
    return [line for line in err.splitlines() if line.startswith("error: ")]


def test_there_is_a_board_of_every_game() -> None:
    assert set(BOARDS) == set(games())


def test_all_games_in_one_run(gridproof: Run, files: list[str]) -> None:
    done = gridproof("solve", *files, "--json")
    assert (done.code, done.err) == (0, "")
    records = [json.loads(line) for line in done.out.splitlines()]
    assert [(r["file"], r["level"], r["cost"]) for r in records] == [
        (f"{game}.txt", level, cost) for game, (_, cost) in BOARDS.items() for level in (1, 2)
    ]
    plain = gridproof("solve", *files)
    heads = [line for line in plain.out.splitlines() if "  OPTIMAL  " in line]
    assert len(heads) == len(records)
    for line, record in zip(heads, records, strict=True):
        assert record["file"] in line, "each line names the file where there are several"
    shown = gridproof("show", *files)
    assert shown.code == 0
    for file in files:
        assert file in shown.out


@pytest.mark.parametrize("solver", sorted({s for g in games().values() for s in solvers(g)}))
def test_a_solver_that_some_games_do_not_have(
    gridproof: Run, files: list[str], solver: str
) -> None:
    """The games that have it are solved; of the others the message names the file."""
    done = gridproof("solve", *files, "--solver", solver, "--json", "--nodes", "1000")
    having = [file for file in files if solver in solvers(games()[file[:-4]])]
    solved = {json.loads(line)["file"] for line in done.out.splitlines()}
    assert solved <= set(having)
    for file in files:
        if file not in solved:
            assert any(file in line for line in errors(done.err)), (solver, file, done.err)
    if solver in ("optimal", "search"):
        assert (solved, done.code) == (set(files), 0)
    elif solved != set(files):
        assert done.code == ExitCode.BAD_INPUT


@pytest.mark.parametrize(
    "objective", sorted({o.id for g in games().values() for o in g.objectives})
)
def test_an_objective_that_some_games_do_not_have(
    gridproof: Run, files: list[str], objective: str
) -> None:
    done = gridproof("solve", *files, "--objective", objective, "--json")
    having = [f for f in files if objective in {o.id for o in games()[f[:-4]].objectives}]
    solved = {json.loads(line)["file"] for line in done.out.splitlines()}
    assert solved == set(having)
    assert done.code == (0 if len(having) == len(files) else ExitCode.BAD_INPUT)
    for file in set(files) - solved:
        assert any(file in line for line in errors(done.err)), (objective, file, done.err)


def test_a_board_that_a_solver_is_not_made_for(gridproof: Run) -> None:
    """One unfit board of a file: the boards around it are solved, and it is named by its line."""
    wide = "; c\n1 4\nP..K\n"
    boards = f"; a\n{ONEBOMB}\n; b\n1 4\nP#.K\n\n{wide}"
    Path("o.txt").write_text(boards, encoding="utf-8")
    done = gridproof("solve", "o.txt", "--solver", "bfs-only", "--json")
    assert [json.loads(line)["title"] for line in done.out.splitlines()] == ["a", "c"]
    assert done.code == ExitCode.BAD_INPUT
    (error,) = errors(done.err)
    assert error.startswith("error: o.txt:7: ")


def test_bad_boards_and_files_among_good_ones(gridproof: Run, files: list[str]) -> None:
    Path("bad.txt").write_text(
        f"; a\n{ROBOTS}\n; b\n{ROBOTS.replace('▣', '?')}\n; c\n{NO_TARGET}\n; d\n{STUCK}",
        encoding="utf-8",
    )
    Path("bytes.txt").write_bytes(b"\0\xff")
    Path("empty.txt").write_text("")
    Path("folder.txt").mkdir()
    Path("unknown.txt").write_text("what is this?\n")
    bad = ["bytes.txt", "empty.txt", "folder.txt", "unknown.txt", "missing.txt"]
    done = gridproof("solve", *bad, "bad.txt", *files, *bad, "--json")
    assert done.code == ExitCode.BAD_INPUT
    records = [json.loads(line) for line in done.out.splitlines()]
    assert len(records) == 2 + 2 * len(files)
    assert [(r["level"], r["status"]) for r in records[:2]] == [(1, "OPTIMAL"), (4, "INFEASIBLE")]
    for file in bad:
        assert sum(line.startswith(f"error: {file}:") for line in errors(done.err)) == 2, file
    assert any(line.startswith("error: bad.txt:8:2: ") for line in errors(done.err)), done.err
    assert any(line.startswith("error: bad.txt:1") for line in errors(done.err)), done.err
    shown = gridproof("show", *bad, "bad.txt", *files)
    assert shown.code == ExitCode.BAD_INPUT
    assert len(errors(shown.err)) == len(bad) + 1, "a board without a target can be drawn"


def test_the_worst_code_wins(gridproof: Run) -> None:
    hard = "; hard\n" + "aaaaaaaaaa\n2121212121\naaaaaaaaaa\n"
    Path("m.txt").write_text(f"{hard}\n; easy\n{MERGE}", encoding="utf-8")
    few = ["--solver", "search", "--nodes", "30"]
    assert gridproof("solve", "m.txt", *few).code == ExitCode.UNFINISHED
    assert gridproof("solve", "m.txt", "missing.txt", *few).code == ExitCode.BAD_INPUT
    Path("r.txt").write_text(f"{STUCK}\n{ROBOTS}", encoding="utf-8")
    assert gridproof("solve", "r.txt").code == 0
    assert gridproof("solve", "r.txt", "--decide", "1").code == ExitCode.NO
    assert gridproof("solve", "r.txt", "missing.txt", "--decide", "1").code == ExitCode.BAD_INPUT


def test_the_programs_of_the_sources_go_on_after_a_bad_board(gridproof: Run) -> None:
    good, bad, stuck = "3 5\n#####\n#@$.#\n#####\n", "3 5\n#####\n#@?.#\n#####\n", "1 4\n@.-$\n"
    done = gridproof("sokoban", stdin=good + bad + stuck + good)
    assert done.out == "1\nr\n1\nr\n"
    assert done.code == ExitCode.BAD_INPUT
    assert any(line.startswith("error: <stdin>:7:3: ") for line in errors(done.err)), done.err
    assert any("3" in line and "no solution" in line for line in errors(done.err)), done.err
    done = gridproof("onebomb", stdin="1 3\nP.K\n\n1 3\nP?K\n\n1 3\nPXK\n\n1 3\nK.P\n")
    assert done.code == ExitCode.BAD_INPUT
    lines = done.out.splitlines()
    assert (len(lines), lines[0], lines[3], lines[4]) == (7, "2", "NIE", "2")
    assert any(line.startswith("error: <stdin>:5:2: ") for line in errors(done.err)), done.err


def test_verify_with_good_bad_and_missing_boards(gridproof: Run) -> None:
    Path("two.txt").write_text(f"; a\n{ROBOTS}\n; b\n{ROBOTS.replace('▣', '?')}", encoding="utf-8")
    done = gridproof("verify", "two.txt", "0R")
    assert done.code == ExitCode.BAD_INPUT
    assert any(line.startswith("error: two.txt:8:2: ") for line in errors(done.err))
    assert gridproof("verify", "two.txt", "0R", "--level", "1").code == 0
    assert gridproof("verify", "two.txt", "0R", "--level", "2").code == ExitCode.BAD_INPUT
    assert gridproof("verify", "two.txt", "0L", "--level", "1").code == ExitCode.NO
    Path("one.txt").write_text(ROBOTS, encoding="utf-8")
    for missing in ("missing.txt", "no/such", "./missing"):
        for arguments in ((missing, "0R"), ("one.txt", missing)):
            done = gridproof("verify", *arguments)
            assert done.code == ExitCode.BAD_INPUT, (arguments, done)
            assert "NOT VALID" not in done.out
            assert missing in done.err
    Path("bytes.txt").write_bytes(b"\0\xff")
    assert gridproof("verify", "one.txt", "bytes.txt").code == ExitCode.BAD_INPUT
    assert gridproof("verify", "one.txt", ".").code == ExitCode.BAD_INPUT


def test_verify_reads_what_solve_prints(gridproof: Run, files: list[str]) -> None:
    for file in files:
        for how in ([], ["--json"]):
            solved = gridproof("solve", file, *how)
            Path("solutions.txt").write_text(solved.out, encoding="utf-8")
            done = gridproof("verify", file, "solutions.txt")
            assert done.code == 0, (file, how, done)
            assert done.out.count("  VALID  ") == 2, (file, how, done)
            done = gridproof("verify", file, "-", stdin=solved.out)
            assert (done.code, done.out.count("  VALID  ")) == (0, 2), (file, how, done)
            one = gridproof("solve", file, "--level", "2", *how)
            Path("one.txt").write_text(one.out, encoding="utf-8")
            done = gridproof("verify", file, "one.txt")
            assert (done.code, done.out.count("  VALID  ")) == (0, 1), (file, how, done)


def test_verify_reads_what_solve_prints_of_untitled_and_twin_boards(gridproof: Run) -> None:
    Path("u.txt").write_text(f"{ROBOTS}\n{STUCK}\n{ROBOTS}", encoding="utf-8")
    Path("t.txt").write_text(f"; x\n{ROBOTS}\n; x\n{STUCK}\n; 1\n{ROBOTS}", encoding="utf-8")
    for file in ("u.txt", "t.txt"):
        for how in ([], ["--json"]):
            Path("s.txt").write_text(gridproof("solve", file, *how).out, encoding="utf-8")
            done = gridproof("verify", file, "s.txt")
            if how or file == "u.txt":
                assert (done.code, done.out.count("  VALID  ")) == (0, 2), (file, how, done)
            else:  # two boards of one title: it asks, or finds out
                assert done.code in (0, ExitCode.BAD_INPUT)


def test_verify_of_what_solve_found_of_an_unfinished_board(gridproof: Run) -> None:
    hard = "; hard\n" + "aaaaaaaaaa\n2121212121\naaaaaaaaaa\n"
    Path("m.txt").write_text(hard, encoding="utf-8")
    for how in ([], ["--json"]):
        out = gridproof("solve", "m.txt", "--solver", "search", "--nodes", "50", *how).out
        Path("s.txt").write_text(out, encoding="utf-8")
        assert gridproof("verify", "m.txt", "s.txt").code == 0, out
    Path("r.txt").write_text(STUCK, encoding="utf-8")
    Path("s.txt").write_text(gridproof("solve", "r.txt").out, encoding="utf-8")
    assert gridproof("verify", "r.txt", "s.txt").code == ExitCode.BAD_INPUT, "there is none"


def test_damaged_output_of_solve_is_refused(gridproof: Run) -> None:
    Path("r.txt").write_text(ROBOTS, encoding="utf-8")
    line = gridproof("solve", "r.txt", "--json").out
    record = json.loads(line)
    wrong: list[Any] = [None, True, 1, 2.5, [], {}, "", "x", "0L", "\x00", "9" * 5000]
    for name in ("solution", "level", "digest"):
        for value in wrong:
            Path("s.txt").write_text(json.dumps(record | {name: value}), encoding="utf-8")
            done = gridproof("verify", "r.txt", "s.txt")
            allowed = {0, 1, 2} if value in (None, True, 1) else {1, 2}
            assert done.code in allowed, (name, value, done)
            assert "Traceback" not in done.err
    for text in ("{", "{}", "[]", "null", line[:-20], line + "x", "{" * 100_000, "9" * 5000):
        Path("s.txt").write_text(text, encoding="utf-8")
        assert gridproof("verify", "r.txt", "s.txt").code in (1, 2), text[:80]


@pytest.mark.parametrize("game", BOARDS)
def test_a_wrong_optimum_is_shouted(gridproof: Run, game: str) -> None:
    board, cost = BOARDS[game]
    sense = games()[game].objectives[0].sense
    for said in (cost - 1, cost, cost + 1):
        Path("o.txt").write_text(f"; t\noptimum: {said}\n{board}", encoding="utf-8")
        done = gridproof("solve", "o.txt")
        assert "  OPTIMAL  " in done.out, (sense, done)
        assert bool(errors(done.err)) is (said != cost), (game, said, done)
        if said != cost:
            (error,) = errors(done.err)
            assert "optimum" in error
            assert "o.txt:" in error
            assert done.code != 0
        else:
            assert done.code == 0


def test_a_wrong_optimum_of_an_unsolvable_board_is_shouted(gridproof: Run) -> None:
    Path("o.txt").write_text(f"optimum: 3\n{STUCK}", encoding="utf-8")
    done = gridproof("solve", "o.txt")
    assert "INFEASIBLE" in done.out
    assert "optimum" in done.err
    assert done.code != 0


def test_numbers_name_boards_before_titles_do(gridproof: Run) -> None:
    titles = ["2", "3", "1", "two"]
    boards = [ROBOTS, STUCK, ROBOTS, STUCK]
    text = "\n".join(f"; {title}\n{board}" for title, board in zip(titles, boards, strict=True))
    Path("n.txt").write_text(text, encoding="utf-8")
    for number in (1, 2, 3, 4):
        done = gridproof("solve", "n.txt", "--level", str(number), "--json")
        (record,) = [json.loads(line) for line in done.out.splitlines()]
        assert (record["level"], record["title"]) == (number, titles[number - 1])
    for name, level in (("two", 4),):
        done = gridproof("solve", "n.txt", "--level", name, "--json")
        assert json.loads(done.out)["level"] == level
    for nothing in ("0", "5", "-1", "١", "2.0", "", "9" * 5000, "TWO"):
        done = gridproof("solve", "n.txt", f"--level={nothing}")
        assert (done.code, done.out) == (ExitCode.BAD_INPUT, ""), nothing
    # A bad board is counted, and can be asked for.
    Path("b.txt").write_text(f"{ROBOTS.replace('▣', '?')}\n; 1\n{STUCK}", encoding="utf-8")
    assert gridproof("solve", "b.txt", "--level", "1").code == ExitCode.BAD_INPUT
    assert "INFEASIBLE" in gridproof("solve", "b.txt", "--level", "2").out


def test_a_number_that_only_a_title_has_names_that_board(gridproof: Run) -> None:
    Path("n.txt").write_text(f"; 17\n{ROBOTS}\n; 18\n{STUCK}", encoding="utf-8")
    done = gridproof("solve", "n.txt", "--level", "18", "--json")
    assert json.loads(done.out)["level"] == 2


def test_levels_of_numbered_collections(gridproof: Run) -> None:
    """Sokoban files with a line `1` above each board are told, read and numbered."""
    text = "".join(f"{number}\n\n{SOKOBAN}\n" for number in range(1, 5))
    Path("s.txt").write_text(text, encoding="utf-8")
    done = gridproof("solve", "s.txt", "--json")
    assert done.code == 0, done
    assert [json.loads(line)["level"] for line in done.out.splitlines()] == [1, 2, 3, 4]
    assert {json.loads(line)["game"] for line in done.out.splitlines()} == {"sokoban"}
