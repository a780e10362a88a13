"""Solvers side by side on the same boards, and the experiments that are made of that."""

from __future__ import annotations

import functools
import itertools
import math
import os
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gridproof.cli import run
from gridproof.design.level_id import read_id
from gridproof.errors import InternalError
from gridproof.experiments import comparison, find_experiment, pieces
from gridproof.experiments.comparison import Group, compared, families, measured
from gridproof.experiments.figures import columns, mean_ratio, shown, spread
from gridproof.experiments.merge_enumerations import plays
from gridproof.experiments.pieces import Pieces
from gridproof.experiments.repeating import Repeated, repeat
from gridproof.experiments.robots_report import claims as robots_claims
from gridproof.games.robots.level import RobotsLevel
from gridproof.grid import Direction
from gridproof.lazy import load
from gridproof.processes.supervise import Failure
from gridproof.solving.solve import solve

#: What makes each experiment that times solvers small.
SMALL: dict[str, dict[str, Any]] = {
    "merge-enumerations": {"sizes": [4, 6], "rounds": 1},
    "onebomb-layers": {"sizes": [6, 12], "rounds": 1},
    "robots-report": {"rounds": 1},
}


def small(name: str, **settings: Any) -> Repeated:
    return repeat(find_experiment(name).with_parameters(SMALL[name] | settings))


@functools.cache
def smallest(name: str) -> Repeated:
    """The same for all tests that only look at it."""
    return small(name)


def drawn(ident: str) -> Any:
    config, seed = read_id(ident)
    return config.draw(seed)


def silent(line: str) -> None:
    """Hears no progress."""


def test_a_spread_takes_runs_that_were_stopped_as_endless() -> None:
    assert spread([3.0, 1.0, 2.0]) == {"median": 2.0, "least": 1.0, "most": 3.0}
    assert spread([1.0, math.inf, 2.0]) == {"median": 2.0, "least": 1.0, "most": None}
    assert spread([1.0, math.inf]) == {"median": None, "least": 1.0, "most": None}
    assert spread([], published=2) == {"median": None, "least": None, "most": None, "published": 2}


def test_an_interval_is_students() -> None:
    found = mean_ratio([1.0, 2.0, 3.0], 0.5)
    assert found["ratio"] == 2
    assert found["interval"] == pytest.approx(4.30 / math.sqrt(3))
    assert mean_ratio([1.0], None)["interval"] is None
    # Student's t of 10, 30 and 100 degrees of freedom, from printed tables.
    for number, t in ((11, 2.228), (31, 2.042), (101, 1.984)):
        ratios = [float(n) for n in range(number)]
        wanted = t * statistics.stdev(ratios) / math.sqrt(number)
        assert mean_ratio(ratios, None)["interval"] == pytest.approx(wanted, rel=2e-3)


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, "-"), (0.0, "0"), (0.000123456, "0.000123"), (1234.5, "1,234"), (12, "12"), ("a", "a")],
)
def test_figures_have_three_digits(value: Any, text: str) -> None:
    assert shown(value) == text


def test_published_figures_have_columns_of_their_own() -> None:
    row = {
        "side": 4,
        "states": {"greedy": 1.5},
        "total": mean_ratio([0.5, 0.7], 0.8585),
        "seconds": spread([0.1, 0.2, 0.4], published=871.812),
        "times": spread([1.0], published=None),
    }
    assert columns(row) == {
        "side": "4",
        "greedy": "1.50",
        "total, ratio": "0.600 ± 1.271 (0.500…0.700)",
        "total, published": "0.8585",
        "seconds": "0.200 (0.100…0.400)",
        "seconds, published": "871.812",
        "times": "1.00",
        "times, published": "",
    }


def test_solvers_run_in_turn_and_stopped_ones_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    order = []

    def noted(level: Any, **how: Any) -> Any:
        order.append(how["solver"])
        return solve(level, **how)

    monkeypatch.setattr(comparison, "solve", noted)
    board = "onebomb:snake,width=30,height=30#0.0@g1"
    found = measured(board, ["layered", "n4,once=no", "optimal"], 2, 60)
    assert order == ["layered", "n4", "optimal"] * 2
    assert {run.cost for run in found.values()} == {solve(drawn(board)).cost}
    assert all(run.ended and len(run.seconds) == 2 for run in found.values())
    order.clear()
    found = measured(board, ["n4,once=no", "optimal"], 3, 1e-9)
    assert order == ["n4", "optimal"]
    assert not found["n4,once=no"].ended


def test_solvers_that_prove_different_optima_are_an_alarm(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def wrong(level: Any, **how: Any) -> Any:
        result = solve(level, **how)
        if how["solver"] != "layered":
            return result
        return replace(result, cost=99, bound=99, verified=False)

    monkeypatch.setattr(comparison, "solve", wrong)
    with pytest.raises(InternalError, match="disagree"):
        measured("onebomb:snake,width=6,height=6#0.0@g1", ["layered", "optimal"], 1, 60)


def test_rows_say_how_many_boards_and_how_many_were_stopped() -> None:
    slow, soon = "merge:random,heroes=22,density=dense#{}.0@g1", "merge:apart,heroes=4#{}.0@g1"
    boards = [slow.format(1), soon.format(1), soon.format(2)]
    group = Group({"boards of": "both"}, boards, ["enumerate-4h", "greedy"])
    experiment = replace(
        find_experiment("merge-enumerations"),
        parameters={"rounds": 1, "seconds": 0.3},
        published={"greedy": {"both": 2.0}, "enumerate-4h": {"both": 9.0}},
    )
    (ours, base), lost, left = compared(experiment, [group], base="greedy", jobs=1, said=silent)
    assert (lost, left) == (0, 0)
    assert (ours["boards"], ours["stopped"], base["stopped"]) == (3, 1, 0)
    assert ours["seconds"]["most"] is None
    assert 0 < ours["seconds"]["median"] < 0.3  # of two that ended and one that is endless
    assert ours["seconds"]["published"] == 9.0
    assert ours["times greedy"]["published"] == 4.5
    assert base["times greedy"]["median"] == 1


def fragile(number: int) -> int:
    """Work of which one piece takes its process with it."""
    if number == 1:
        os._exit(9)
    return number


def test_a_process_that_dies_costs_its_piece_only() -> None:
    said: list[str] = []
    work = Pieces(fragile, [(number,) for number in range(4)], 2, said.append)
    assert sorted(result for _, result in work) == [0, 2, 3]
    assert work.measured([]) == ([], 1, 0)
    assert len(said) == 1
    assert "a piece of work is lost" in said[0]


def test_a_board_that_is_lost_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The other boards, and the other experiments, are not lost with it."""

    def dying(work: Any, todo: Sequence[Any], jobs: int, failed: Any) -> Iterator[Any]:
        failed(todo[0], Failure("crash", "it died"))
        for piece in todo[1:]:
            yield piece, work(*piece)

    monkeypatch.setattr(pieces, "parallel_map", dying)
    page = tmp_path / "page.html"
    given = ["--set", "sizes=[6]", "--set", "rounds=1", "--html", str(page)]
    assert run(["experiment", "onebomb-layers", *given]) == 3
    said = capsys.readouterr()
    assert "a piece of work is lost: it died" in said.err
    assert "onebomb-layers is not complete: of its pieces of work 1 were lost" in said.err
    assert "Not complete: of its pieces of work 1 were lost" in page.read_text()
    found = small("onebomb-layers", sizes=[6])
    all_boards = {n: f["boards"] for n, f in found.experiment.parameters["families"].items()}
    first = next(iter(all_boards))
    boards = {row["boards of"]: row["boards"] for row in found.rows}
    assert boards == all_boards | {first: all_boards[first] - 1}


def test_ctrl_c_ends_all_of_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def interrupted(work: Any, todo: Sequence[Any], jobs: int, failed: Any) -> Iterator[Any]:
        for piece in todo[:1]:
            yield piece, work(*piece)

    monkeypatch.setattr(pieces, "parallel_map", interrupted)
    page = tmp_path / "page.html"
    given = ["--quiet", "--set", "bombcover-table1.boards=1", "--html", str(page)]
    assert run(["experiment", "--all", *given]) == 130
    said = capsys.readouterr()
    assert "bombcover-table1 is not complete: of its pieces of work 24 were not done" in said.err
    assert "MERGE-GAME" not in said.out
    assert page.read_text().count("<section") == 1


def test_families_are_ids_of_each_size() -> None:
    kinds = {
        "a": {"board": "merge:apart,heroes={size}#{seed}@g1", "boards": 2, "solvers": {"flow": 5}},
        "b": {
            "board": "merge:lines,heroes={size}#{seed}@g1",
            "boards": 1,
            "solvers": {"dp": 9, "greedy": 5},
        },
    }
    assert families(kinds, [5, 9, 10], 2, 7) == [
        Group(
            {"boards of": "a", "size": 5},
            [f"merge:apart,heroes=5#7.{number}@g1" for number in range(4)],
            ["flow"],
        ),
        Group(
            {"boards of": "b", "size": 5},
            ["merge:lines,heroes=5#7.0@g1", "merge:lines,heroes=5#7.1@g1"],
            ["dp", "greedy"],
        ),
        Group(
            {"boards of": "b", "size": 9},
            ["merge:lines,heroes=9#7.0@g1", "merge:lines,heroes=9#7.1@g1"],
            ["dp"],
        ),
    ]


@pytest.mark.parametrize("name", SMALL)
def test_answers_do_not_depend_on_the_solver(name: str) -> None:
    found = smallest(name)
    assert not found.lacks
    costs: dict[Any, set[Any]] = {}
    for row in found.rows:
        assert row["stopped"] == 0
        assert row["seconds"]["least"] > 0
        first, second, *_ = row.values() if "size" in row else (row["map"], None)
        costs.setdefault((first, second), set()).add(row["cost"])
    assert all(len(values) == 1 for values in costs.values())


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("wrong", ["rounds=0", "seconds=0.0"])
def test_faults(name: str, wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["experiment", name, "--set", wrong]) == 2
    said = {"rounds": "`rounds`: whole numbers begin at 1", "seconds": "`seconds` is above 0"}
    assert said[wrong.partition("=")[0]] in capsys.readouterr().err


def test_equal_rows_make_equal_plots(tmp_path: Path) -> None:
    for name in SMALL:
        found = smallest(name)
        files = [tmp_path / f"{name}-{number}.svg" for number in range(2)]
        for file in files:
            found.draw(str(file))
        assert files[0].read_bytes() == files[1].read_bytes()
        for row in found.rows:
            assert f">{row['solver']}" in files[0].read_text()


def test_stopped_runs_are_on_a_line_of_their_own(tmp_path: Path) -> None:
    found = small("merge-enumerations", sizes=[16], seconds=0.001)
    found.draw(str(tmp_path / "plot.svg"))
    assert ">limit: 0.001<" in (tmp_path / "plot.svg").read_text()


# The Prolog report.


def search(level: RobotsLevel) -> int:
    """The fewest moves, by a breadth-first search that shares nothing with the game's."""
    walls = set(level.walls)

    def slide(places: tuple[Any, ...], robot: int, way: Direction) -> tuple[Any, ...]:
        x, y = places[robot]
        while True:
            dx, dy = {"U": (0, -1), "D": (0, 1), "L": (-1, 0), "R": (1, 0)}[way.name]
            side = "E" if dx else "S"
            wall = (min(x, x + dx), min(y, y + dy), side)
            to = (x + dx, y + dy)
            inside = 0 <= to[0] < level.width and 0 <= to[1] < level.height
            if not inside or wall in walls or to in places:
                return (*places[:robot], (x, y), *places[robot + 1 :])
            x, y = to

    layer = {tuple((pos.x, pos.y) for _, pos in level.robots)}
    seen, moves = set(layer), 0
    assert level.target is not None
    goal = (level.target.x, level.target.y)
    while not any(places[0] == goal for places in layer):
        after = {
            slide(places, robot, way)
            for places in layer
            for robot in range(len(places))
            for way in Direction
        }
        layer = after - seen
        seen |= layer
        moves += 1
    return moves


def test_our_maps_are_like_the_reports() -> None:
    experiment = find_experiment("robots-report")
    assert len(experiment.parameters["boards"]) == 12
    for name, ident in experiment.parameters["boards"].items():
        level = drawn(ident)
        side, robots = name.removeprefix("map_").split("_")
        assert f"{level.width:02}x{level.height:02}" == side
        assert len(level.robots) == int(robots)
        assert search(level) == 3
        assert solve(level, solver="bfs-precomputed").solution == "0D,0L,0U"
        for table in experiment.published.values():
            assert set(table) == set(experiment.parameters["boards"])


def test_they_are_the_first_seeds_like_that() -> None:
    boards = find_experiment("robots-report").parameters["boards"]
    for name in ("map_04x04_1", "map_08x08_1", "map_16x16_4"):
        before, _, after = boards[name].partition("#")
        first = int(after.partition(".")[0])
        for seed in range(1, first):
            level = drawn(f"{before}#{seed}.0@g1")
            assert solve(level, solver="bfs-precomputed").solution != "0D,0L,0U"


def test_the_reports_tables_stand_in_its_order_with_its_seconds() -> None:
    found = small("robots-report", solvers=["bfs-text", "bfs-sorted", "bfs-early"])
    rows = [(row["table"], row["map"]) for row in found.rows]
    maps = list(found.experiment.parameters["boards"])
    assert rows == [(table, name) for table in (1, 2, None, 3) for name in maps]
    last = next(row for row in found.rows if (row["table"], row["map"]) == (1, "map_16x16_8"))
    assert last["seconds"]["published"] == 871.812
    assert last["times bfs-precomputed"]["published"] == pytest.approx(871812 / 17272.6, rel=0.01)
    assert len({row["nodes"] for row in found.rows if row["map"] == "map_16x16_8"}) == 2
    text = next(claim for claim in found.claims if claim["claim"].startswith("bfs-text"))
    ratios = [r["times bfs-precomputed"]["median"] for r in found.rows if r["table"] == 1]
    assert text["ours"]["median"] == statistics.median(ratios)
    assert robots_claims(found.experiment, found.rows) == found.claims


def test_maps_of_a_folder_are_taken(tmp_path: Path) -> None:
    from gridproof.games.robots.game import GAME

    experiment = find_experiment("robots-report")
    board = drawn("robots:backward,width=5,height=3,robots=2#1.0@g1")
    for name in experiment.parameters["boards"]:
        (tmp_path / f"{name}.txt").write_text(GAME.write(board, None), encoding="utf-8")
    found = small("robots-report", folder=str(tmp_path), solvers=["optimal"])
    assert {row["cost"] for row in found.rows} == {solve(board).cost}


# The merge thesis.


def chains(heroes: int, most: int | None) -> int:
    """The plays one by one: half of those that are left goes on, as often as it can."""

    def go_on(left: int, merges: int) -> int:
        if left < 2 or merges == most:
            return 1
        half = itertools.combinations(range(left), left // 2)
        return sum(go_on(left // 2, merges + 1) for _ in half)

    return go_on(heroes, 0)


@pytest.mark.parametrize("heroes", range(1, 10))
def test_plays_are_counted(heroes: int) -> None:
    assert plays(heroes) == chains(heroes, None) <= 4**heroes
    assert plays(heroes, 1) == chains(heroes, 1) <= 2**heroes


def test_the_enumerations_see_all_plays() -> None:
    found = small("merge-enumerations", sizes=[4, 6, 8])
    for row in found.rows:
        if row["boards of"] == "hp 4" and row["solver"] == "enumerate-4h":
            assert row["nodes"] > plays(row["size"])
    by_claim = {claim["claim"]: claim for claim in found.claims}
    root = by_claim["enumerate-4h: h-th root of the plays"]
    assert root["published"] == 4
    assert root["ours"]["most"] == max(plays(h) ** (1 / h) for h in (4, 6, 8))
    assert by_claim["enumerate-2h: h-th root of the plays"]["published"] == 2


# The olympiad's editorial.


def test_powers_are_those_of_the_two_largest_sides() -> None:
    experiment = find_experiment("onebomb-layers")
    rows = [
        {
            "boards of": family,
            "size": size,
            "solver": "layered",
            "seconds": spread([seconds * size**power]),
        }
        for family, power, seconds in (("a", 2, 1.0), ("b", 3, 0.1), ("c", 1, 0.2))
        for size in (10, 20, 40)
    ]
    (claim,) = load(experiment.claims)(experiment, rows)
    assert claim["published"] == 2
    assert claim["ours"] == pytest.approx({"median": 2.0, "least": 1.0, "most": 3.0})


def test_a_power_needs_two_sides() -> None:
    found: Sequence[Any] = small("onebomb-layers", sizes=[6]).claims
    assert all(claim["ours"]["median"] is None for claim in found)


# The course's report.


def test_the_courses_claims() -> None:
    experiment = find_experiment("sokoban-course")
    found = repeat(experiment.with_parameters({"levels": [1, 5], "ratios": [1, 32]}))
    ours = {claim["claim"]: claim["ours"]["median"] for claim in found.claims}
    theirs = {claim["claim"]: claim["published"] for claim in found.claims}
    one, five = (row["forward only"] for row in found.rows)
    name = "forward only: pruning of dead squares / neither"
    share = [row["dead squares"] / row["neither"] for row in (one, five)]
    assert ours[name] == pytest.approx(sum(share) / 2)
    assert theirs[name] == pytest.approx(67.6 / 109.2, rel=0.01)
    assert ours["astar-sorted: moves above the fewest"] == 0
    root = "forward only, no pruning: d-th root of the states"
    roots = (one["neither"] ** (1 / 33), five["neither"] ** (1 / 25))
    assert ours[root] == pytest.approx(sum(roots) / 2)
    assert ours[root] < theirs[root] == 4
    assert ours["both ends: the ratio 1/r with the fewest states, r"] == (32 + 1) / 2


def test_the_sorted_estimate_may_miss_the_fewest_moves(tmp_path: Path) -> None:
    board = tmp_path / "course.in"
    board.write_text("2 4\n.$--\n.$@-\n", encoding="utf-8")
    course = find_experiment("sokoban-course")
    (row,) = repeat(course.with_parameters({"file": str(board)})).rows
    assert row["astar-sorted, moves"] > row["moves"]
