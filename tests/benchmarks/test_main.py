"""`python -m benchmarks`: what it measures is chosen by name; times are never asserted."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from tools.node_kernels import NodeHost

from benchmarks import __main__ as benchmarks
from benchmarks import samples, start_up, timing, wasm
from gridproof.registry import games

TIMES = {"first": 2.0, "second": 1.0}


def cases() -> Iterator[timing.Case]:
    for name, seconds in TIMES.items():
        yield timing.Case("group", name, partial(lambda seconds: (seconds, 10), seconds))


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the measurements that are made; none of them takes time."""
    names: list[str] = []
    for name in benchmarks.WITH_FOLDER:
        monkeypatch.setitem(benchmarks.WITH_FOLDER, name, partial(_named, names, name))
    for name in benchmarks.ALONE:
        monkeypatch.setitem(benchmarks.ALONE, name, partial(_named, names, name))
    for name in samples.GROUPS:
        monkeypatch.setitem(samples.GROUPS, name, cases)
    for name in benchmarks.SIDE_BY_SIDE:
        monkeypatch.setitem(benchmarks.SIDE_BY_SIDE, name, lambda against: cases())
    return names


def _named(names: list[str], name: str, *folder: Path) -> None:
    names.append(name)


def test_without_names_all_is_measured(made: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    benchmarks.main(["--rounds", "1"])
    assert made == [*benchmarks.WITH_FOLDER, *benchmarks.ALONE]
    assert capsys.readouterr().out.count("first") == len(benchmarks.TIMED)


def test_each_name_is_measured_alone(made: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    for name in benchmarks.NAMES:
        made.clear()
        benchmarks.main([name, "--rounds", "2", "--json"])
        rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        if name in benchmarks.TIMED:
            assert [(row["case"], row["median"], row["ratio"]) for row in rows] == [
                ("first", 2.0, 1.0),
                ("second", 1.0, 0.5),
            ]
        assert made == ([] if name in benchmarks.TIMED else [name])


def test_missing_data_is_left_out(
    made: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(folder: Path) -> None:
        raise FileNotFoundError(f"the boards under {folder}")

    monkeypatch.setitem(benchmarks.WITH_FOLDER, "rating", missing)
    benchmarks.main(["rating", "merge", "--folder", "nowhere"])
    assert capsys.readouterr().out == "left out: the boards under nowhere\n"
    assert made == ["merge"]


def test_without_kernels_in_webassembly_compiled_ones_do_not_stand_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wasm, "NodeHost", partial(NodeHost, tmp_path))
    benchmarks.main(["wasm"])
    out = capsys.readouterr().out
    assert out.startswith("left out: kernels in WebAssembly (bombcover, boxcover, ")
    assert out.endswith("): call `make wasm`\n")


def test_without_chromium_verdicts_are_left_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CHROMIUM", raising=False)
    benchmarks.main(["drawing"])
    assert capsys.readouterr().out.startswith("left out: Chromium: ")


@pytest.mark.parametrize("wrong", [["start"], ["--rounds", "0"], ["--rounds", "x"]], ids=" ".join)
def test_wrong_arguments_are_refused(wrong: list[str], made: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        benchmarks.main(wrong)
    assert ended.value.code == 2
    assert made == []


def test_each_group_has_cases() -> None:
    (first, *others) = start_up.cases()
    assert {case.group for case in (first, *others)} == {"start-up"}
    assert len(others) > len(games())
    seconds, nodes = first.run()
    assert seconds > 0
    assert nodes == 0
    pairs = start_up.cases(sys.executable)  # a pair of two Pythons is a group
    assert [case.group for case in (next(pairs), next(pairs))] == ["start-up, --help"] * 2
    assert all(case.run()[1] > 0 for case in samples.GROUPS["search"]())


def test_start_up_has_a_row_a_verb_and_a_column_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    seconds = {"--help": 0.1, "list": 0.2, "list robots": 0.3, "list sokoban": 0.4}
    named = [
        timing.Case(start_up.GROUP, name, lambda: (0.0, 0), [time])
        for name, time in seconds.items()
    ]
    start_up.print_by_game(named)
    rows = [
        [cell.strip() for cell in line.strip("│┃").replace("┃", "│").split("│")]
        for line in capsys.readouterr().out.splitlines()
        if line.startswith(("│", "┃"))
    ]
    assert rows == [
        ["CPU s", "no game", *games()],
        ["--help", "0.10", *("" for _ in games())],
        [
            "list",
            "0.20",
            *({"robots": "0.30", "sokoban": "0.40"}.get(game, "") for game in games()),
        ],
    ]
