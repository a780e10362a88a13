"""Changes from one store to another."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from gridproof.batch.comparing import KINDS, Comparison, Noise, compare, compare_solvers
from gridproof.batch.store import Store
from gridproof.cli import run as cli
from gridproof.errors import InputError
from gridproof.processes.supervise import Failure
from gridproof.result import Limits
from tests.batch.stores import Entry, keep

HOWTO = Path(__file__).parents[2] / "docs" / "howto" / "batch-results.md"
TIMEOUT = Failure("time", "it did not end by itself")
Compared = Callable[[Entry | list[Entry], Entry | list[Entry]], Comparison]


@pytest.fixture
def compared(tmp_path: Path) -> Compared:
    """Two stores compared with each other."""

    def compared(before: Entry | list[Entry], after: Entry | list[Entry]) -> Comparison:
        paths = []
        for name, entries in (("before", before), ("after", after)):
            (tmp_path / f"{name}.db").unlink(missing_ok=True)
            entries = entries if isinstance(entries, list) else [entries]
            paths.append(keep(tmp_path / f"{name}.db", *entries))
        with Store.reading(paths[0]) as one, Store.reading(paths[1]) as other:
            return compare(one, other)

    return compared


def kinds(found: Comparison) -> list[str]:
    return [change.kind for change in found.changes]


PROVEN = Entry(cost=6)
SOLVED = Entry(status="FEASIBLE", cost=7, bound=5)
WORSE = Entry(status="FEASIBLE", cost=8, bound=5)
OPEN = Entry(status="UNKNOWN", bound=5)
NONE = Entry(status="INFEASIBLE")
FAILED = Entry(failure=TIMEOUT)


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        (PROVEN, FAILED, "newly failed"),
        (OPEN, FAILED, "newly failed"),
        (PROVEN, SOLVED, "no longer proven"),
        (PROVEN, OPEN, "no longer proven"),
        (NONE, OPEN, "no longer proven"),
        (SOLVED, OPEN, "no longer solved"),
        (SOLVED, WORSE, "worse"),
        (FAILED, OPEN, "no longer failed"),
        (FAILED, PROVEN, "no longer failed"),
        (SOLVED, PROVEN, "newly proven"),
        (OPEN, NONE, "newly proven"),
        (OPEN, SOLVED, "newly solved"),
        (WORSE, SOLVED, "better"),
        (Entry(cost=6, seconds=1), Entry(cost=6, seconds=1.6), "slower"),
        (Entry(cost=6, seconds=1.6), Entry(cost=6, seconds=1), "faster"),
    ],
)
def test_each_kind_of_change(compared: Compared, before: Entry, after: Entry, kind: str) -> None:
    found = compared(before, after)
    assert kinds(found) == [kind]
    assert found.alarms == []
    assert found.pairs == 1


@pytest.mark.parametrize("one", [PROVEN, SOLVED, OPEN, NONE, FAILED])
def test_nothing_changed(compared: Compared, one: Entry) -> None:
    found = compared(one, one)
    assert (kinds(found), found.alarms) == ([], [])


def test_noise_is_no_change(compared: Compared) -> None:
    """A short time may double, and a long one take a third more."""
    assert kinds(compared(Entry(cost=6, seconds=0.05), Entry(cost=6, seconds=0.14))) == []
    assert kinds(compared(Entry(cost=6, seconds=30), Entry(cost=6, seconds=40))) == []
    assert kinds(compared(Entry(cost=6, seconds=0.05), Entry(cost=6, seconds=0.16))) == ["slower"]
    with pytest.raises(InputError):
        Noise(ratio=0.5)


def test_a_limit_is_no_time(compared: Compared) -> None:
    """A run that a limit stopped is neither slower nor faster."""
    found = compared(OPEN, Entry(status="UNKNOWN", bound=5, seconds=10))
    assert kinds(found) == []
    assert found.speeds[0].runs == 0
    found = compared(
        Entry(status="FEASIBLE", cost=7, solver="any", stop="FIRST_SOLUTION", seconds=1),
        Entry(status="FEASIBLE", cost=7, solver="any", stop="FIRST_SOLUTION", seconds=4),
    )
    assert kinds(found) == ["slower"]


@pytest.mark.parametrize(
    ("before", "after", "text"),
    [
        (PROVEN, Entry(cost=7), "a solution of 6 moves and a proof of at least 7 moves"),
        (Entry(cost=7), PROVEN, "a solution of 6 moves and a proof of at least 7 moves"),
        (PROVEN, NONE, "a solution of 6 moves and a proof that there is none"),
        (NONE, SOLVED, "a solution of 7 moves and a proof that there is none"),
        (
            Entry(status="FEASIBLE", cost=6, bound=2),
            Entry(status="UNKNOWN", bound=7),
            "a solution of 6 moves and a proof of at least 7 moves",
        ),
        # Whichever solver, limits or version it was.
        (
            PROVEN,
            Entry(solver="search", limits=Limits(nodes=3), cost=7, version="9.9"),
            "a solution of 6 moves and a proof of at least 7 moves",
        ),
    ],
)
def test_a_changed_answer_is_an_alarm(
    compared: Compared, before: Entry, after: Entry, text: str
) -> None:
    (alarm,) = compared(before, after).alarms
    assert alarm.text == text
    assert {one.store.rsplit("/", 1)[-1] for one in alarm.findings} == {"before.db", "after.db"}


def test_maximised_and_lexicographic_values(compared: Compared) -> None:
    def merge(status: str, cost: int | None, bound: int) -> Entry:
        return Entry(game="merge", status=status, cost=cost, bound=bound)

    assert compared(merge("OPTIMAL", 5, 5), merge("FEASIBLE", 4, 9)).alarms == []
    (alarm,) = compared(merge("OPTIMAL", 5, 5), merge("FEASIBLE", 6, 9)).alarms
    assert alarm.text == "a solution of 6 stones and a proof of at most 5 stones"
    assert kinds(compared(merge("FEASIBLE", 5, 9), merge("FEASIBLE", 6, 9))) == ["better"]

    def moves(cost: list[int], bound: int | list[int]) -> Entry:
        status = "OPTIMAL" if bound == cost else "FEASIBLE"
        sokoban = {"game": "sokoban", "objective": "pushes-moves"}
        return Entry(status=status, cost=cost, bound=bound, **sokoban)  # type: ignore[arg-type]

    assert compared(moves([3, 9], [3, 9]), moves([3, 9], 3)).alarms == []
    assert len(compared(moves([3, 9], [3, 9]), moves([3, 8], 3)).alarms) == 1
    assert len(compared(moves([3, 9], [3, 9]), moves([4, 1], 4)).alarms) == 1


def test_one_store_may_contradict_itself(compared: Compared) -> None:
    both = [PROVEN, Entry(solver="search", cost=5)]
    assert [alarm.text for alarm in compared(both, Entry(2, cost=6)).alarms] == [
        "a solution of 5 moves and a proof of at least 6 moves"
    ]


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        (Entry(cost=6, optimum="7"), "there is a solution of 6"),
        (Entry(cost=6, optimum="5"), "there is a bound of 6"),
        (Entry(status="INFEASIBLE", optimum="5"), "it has no solution"),
        (Entry(status="FEASIBLE", cost=6, bound=4, optimum="5"), None),
        (Entry(failure=TIMEOUT, optimum="5"), None),
        (Entry(cost=6, optimum="about 5"), None),
        (Entry(game="sokoban", objective="moves", cost=6, optimum="5"), None),
    ],
)
def test_what_the_board_says_of_itself(compared: Compared, entry: Entry, text: str | None) -> None:
    found = [alarm.text for alarm in compared(entry, Entry(3, cost=6)).alarms]
    said = f"the board says `optimum: {entry.optimum}`, but {text}"
    assert found == ([] if text is None else [said])


def test_versions_are_compared_and_the_newest_counts(compared: Compared) -> None:
    before = [Entry(cost=6, version="0.9.0", seconds=9), Entry(cost=6, version="0.10.0")]
    found = compared(before, Entry(cost=6, version="1.0", seconds=0.5))
    assert (kinds(found), found.pairs) == (["slower"], 1)
    assert found.changes[0].before.run.version == "0.10.0"
    assert found.changes[0].ratio == 2


def test_what_is_only_in_one(compared: Compared) -> None:
    before = [Entry(1, cost=6), Entry(2, cost=6), Entry(1, cost=6, solver="search")]
    after = [Entry(1, cost=6), Entry(3, cost=6, title="new"), Entry(1, cost=6, options={"a": "b"})]
    found = compared(before, after)
    assert found.pairs == 1
    assert (found.boards_before, found.boards_after) == (["shipped #2"], ["shipped #3 new"])
    assert (found.runs_before, found.runs_after) == (1, 1)


def test_the_mean_of_ratios_is_geometric(compared: Compared) -> None:
    """Runs that took less than the floor on both sides tell nothing."""
    before = [Entry(n, cost=6, seconds=s) for n, s in ((1, 1), (2, 8), (3, 0.01), (4, 0.05))]
    after = [Entry(n, cost=6, seconds=s) for n, s in ((1, 2), (2, 1), (3, 0.09), (4, 0.1))]
    (speed,) = compared(before, after).speeds
    assert (speed.name, speed.runs) == ("optimal", 3)
    assert speed.ratio == pytest.approx((2 * (1 / 8) * 2) ** (1 / 3))
    before.append(Entry(1, solver="search", cost=6, seconds=1))
    after.append(Entry(1, solver="search", cost=6, seconds=1))
    speeds = compared(before, after).speeds
    assert [(speed.name, speed.runs) for speed in speeds] == [
        ("optimal", 3), ("search", 1), ("all", 4),
    ]  # fmt: skip


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = keep(tmp_path / "a.db", Entry(1, cost=6), Entry(2, cost=6), Entry(3, cost=6))
    after = keep(
        tmp_path / "b.db", Entry(1, cost=7), Entry(2, cost=6, seconds=1), Entry(4, failure=TIMEOUT)
    )
    assert cli(["batch", "compare", before, after]) == 1
    said = capsys.readouterr().out
    assert said.startswith("ALARM: shipped #1: a solution of 6 moves and a proof of at least 7")
    assert "4.00" in said
    assert "2 runs in both stores: 1 alarm, 1 slower" in said
    assert f"only in {before}: 1 board, 0 runs of other boards" in said
    assert cli(["batch", "compare", before, after, "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["v"] == 1
    assert [one["cost"] for one in found["alarms"][0]["findings"]] == [6, 7]
    (change,) = found["changes"]
    assert (change["kind"], change["before"]["seconds"], change["ratio"]) == ("slower", 0.25, 4)
    assert found["boards_after"] == ["shipped #4"]
    assert cli(["batch", "compare", before, before]) == 0
    assert "3 runs in both stores: no alarm\n" in capsys.readouterr().out
    assert cli(["batch", "compare", before, after, "--floor", "1", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["changes"] == []
    assert cli(["batch", "compare", before, after, "--ratio", "0.5"]) == 2
    assert cli(["batch", "compare", before, str(tmp_path / "none.db")]) == 2


def test_the_page_has_the_kinds() -> None:
    rows = [f"| {kind} | {meaning} |" for kind, meaning in KINDS.items()]
    page = HOWTO.read_text(encoding="utf-8").splitlines()
    assert [line for line in page if line in rows] == rows


class TestTwoSolvers:
    """Two solvers of one store, as `batch status` names them."""

    @pytest.fixture
    def store(self, tmp_path: Path) -> str:
        return keep(
            tmp_path / "r.db",
            Entry(1, "iddfs", cost=6, seconds=4.0),
            Entry(1, "optimal", cost=6, seconds=1.0),
            Entry(2, "iddfs", status="FEASIBLE", cost=9, bound=5),
            Entry(2, "optimal", cost=7),
            Entry(3, "optimal", cost=5),
            Entry(4, "bfs-text", cost=6, options={"a": "1"}),
            Entry(4, "bfs-text", cost=6, options={"a": "2"}),
            Entry(4, "optimal", cost=6),
        )

    def test_runs_of_the_same_boards_are_compared(self, store: str) -> None:
        with Store.reading(store) as kept:
            found = compare_solvers(kept, "iddfs", "optimal")
            back = compare_solvers(kept, "optimal", "iddfs")
        assert found.pairs == back.pairs == 2
        assert kinds(found) == ["newly proven", "faster"]
        assert kinds(back) == ["no longer proven", "slower"]
        assert (len(found.boards_before), len(found.boards_after)) == (0, 2)
        assert found.speeds[0].ratio == pytest.approx(0.25)
        assert found.alarms == []

    def test_settings_of_a_solver_are_told_apart(self, store: str) -> None:
        with Store.reading(store) as kept:
            assert compare_solvers(kept, "bfs-text a=1", "bfs-text a=2").pairs == 1
            assert compare_solvers(kept, "optimal", "bfs-text a=2").pairs == 1
            with pytest.raises(InputError, match="`bfs-text a=1`, `bfs-text a=2`"):
                compare_solvers(kept, "bfs-text", "optimal")
            with pytest.raises(InputError, match=r"no solver in .* `optmal`"):
                compare_solvers(kept, "optmal", "iddfs")
            with pytest.raises(InputError, match="are the same solver"):
                compare_solvers(kept, "iddfs", "iddfs")

    def test_answers_that_contradict_each_other_are_alarms(self, tmp_path: Path) -> None:
        store = keep(tmp_path / "r.db", Entry(1, "iddfs", cost=6), Entry(1, "optimal", cost=5))
        with Store.reading(store) as kept:
            assert len(compare_solvers(kept, "iddfs", "optimal").alarms) == 1
        assert cli(["batch", "compare", store, "--solver", "iddfs", "--solver", "optimal"]) == 1

    def test_on_the_command_line(self, store: str, capsys: pytest.CaptureFixture[str]) -> None:
        two = ["--solver", "iddfs", "--solver", "optimal"]
        assert cli(["batch", "compare", store, *two]) == 0
        said = capsys.readouterr().out
        assert "2 runs of both solvers: no alarm, 1 newly proven, 1 faster" in said
        assert "only in optimal: 2 boards, 0 runs of other boards" in said
        assert cli(["batch", "compare", store, *two, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["pairs"] == 2
        for wrong in ([store], [store, *two[:2]], [store, store, *two], [store, *two, *two[:2]]):
            assert cli(["batch", "compare", *wrong]) == 2
            assert "two solvers of one file" in capsys.readouterr().err
