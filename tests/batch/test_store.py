"""Stores: what is in them, who may write, and what is said of files that are none."""

from __future__ import annotations

import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from gridproof.batch import schema
from gridproof.batch.files import is_written
from gridproof.batch.plan import Place, Planned, Run
from gridproof.batch.store import NOWHERE, Finished, Store, Tally
from gridproof.errors import InputError
from gridproof.processes.supervise import Failure
from gridproof.result import Limits
from tests.batch.unprivileged import in_child
from tests.cli.processes import GUARD

DIGESTS = [f"{number:064x}" for number in range(6)]
CRASH = Failure("crash", "its process ended by SIGSEGV", "Fatal Python error")


def planned(number: int = 0, set_: str = "a", place: int | None = None, **others: Any) -> Planned:
    at = Place(set_, number + 1 if place is None else place, f"title {number}")
    run = Run("robots", DIGESTS[number], "moves", "optimal", **others)
    return Planned(at, f"board {number}", 1, run)


def result(cost: int = 1, status: str = "OPTIMAL") -> dict[str, Any]:
    return {"status": status, "cost": cost, "bound": cost, "stats": {"expanded": 5}}


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "results.db")


def made(path: str, count: int = 3) -> None:
    """A store with so many runs, the first of which has ended."""
    with Store.writing(path) as store:
        store.add(planned(number) for number in range(count))
        store.write([], [(planned(0).run.key, result())])


def read(path: str) -> list[Finished]:
    with Store.reading(path) as store:
        return list(store.finished())


# What is in it


def test_runs_and_what_came_of_them(path: str) -> None:
    with Store.writing(path) as store:
        store.add(planned(number) for number in range(4))
        assert store.wanted() == (4, 0, 0)
        pending = list(store.pending())
        assert [run.key for run, _ in pending] == sorted(planned(n).run.key for n in range(4))
        assert {run for run, _ in pending} == {planned(n).run for n in range(4)}
        assert all(text == f"board {DIGESTS.index(run.digest)}" for run, text in pending)
        keys = [planned(n).run.key for n in range(4)]
        store.write(keys, [(keys[0], result()), (keys[1], CRASH)])
        assert store.tally() == Tally(1, 1, running=2, pending=0, solved=1, proven=1)
        store.write([], [(keys[2], result(status="FEASIBLE")), (keys[3], result(0, "INFEASIBLE"))])
        assert store.tally() == Tally(3, 1, running=0, pending=0, solved=2, proven=2)
        assert store.wanted() == (4, 4, 1)
        assert list(store.pending()) == []
    first, second, *_ = read(path)
    assert first == Finished(planned(0).run, result(), None, (planned(0).place,))
    assert second == Finished(planned(1).run, None, CRASH, (planned(1).place,))
    with Store.reading(path) as store:
        assert store.board(DIGESTS[2]) == "board 2"
        with pytest.raises(InputError, match="has no board `x`"):
            store.board("x")


def test_failed_runs_are_run_again_when_asked(path: str) -> None:
    made(path)
    with Store.writing(path) as store:
        store.add([planned(1)])
        store.write([], [(planned(1).run.key, CRASH), (planned(2).run.key, CRASH)])
    with Store.writing(path) as store:
        store.add([planned(0), planned(1)])
        assert list(store.pending()) == []
        assert store.retry() == 1  # the third is not wanted
        assert [run for run, _ in store.pending()] == [planned(1).run]
        assert store.tally() == Tally(1, 1, 0, 1, solved=1, proven=1)
        store.write([], [(planned(1).run.key, result())])
    assert [one.failure for one in read(path)] == [None, None, CRASH]


def test_all_that_was_begun(path: str) -> None:
    made(path)
    with Store.writing(path) as store:
        store.want_all()
        store.want_all()
        assert store.wanted() == (3, 1, 0)
        assert len(list(store.pending())) == 2


def test_pages(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs that end while they are handed out do not upset the others."""
    monkeypatch.setattr("gridproof.batch.store._PAGE", 7)
    limits = [Limits(nodes=number) for number in range(50)]
    with Store.writing(path) as store:
        store.add(planned(0, limits=one) for one in limits)
        seen = []
        for run, _ in store.pending():
            seen.append(run.limits)
            store.write([run.key], [(run.key, result())] if len(seen) % 3 else [])
        assert sorted(seen, key=repr) == sorted(limits, key=repr)
        assert len(list(store.finished())) == 34


def test_a_board_at_two_places_runs_once(path: str) -> None:
    with Store.writing(path) as store:
        store.add([planned(0), planned(0, "b", 7)])
        store.drop_stale_places()
        assert store.wanted() == (1, 0, 0)
        store.write([], [(planned(0).run.key, result())])
    (one,) = read(path)
    assert one.places == (planned(0).place, planned(0, "b", 7).place)


def test_places_are_those_of_the_files_as_they_are(path: str) -> None:
    made(path, 3)
    with Store.writing(path) as store:
        store.write([], [(planned(n).run.key, result(n)) for n in range(3)])
    with Store.writing(path) as store:
        # Board 1 has gone, board 2 has moved up, and board 4 has no run.
        store.add(
            [planned(0, "b", 1), planned(2, place=1), replace(planned(5), place=Place("a", 2))]
        )
        before = store.places(DIGESTS[0])
        assert [(place.set, place.number) for place in before] == [("a", 1), ("b", 1)]
        store.drop_stale_places([(Place("a", 9), DIGESTS[4])])
    with Store.reading(path) as store:
        places = [[(place.set, place.number) for place in store.places(name)] for name in DIGESTS]
    nowhere = [(NOWHERE.set, NOWHERE.number)]
    assert places == [[("b", 1)], nowhere, [("a", 1)], nowhere, nowhere, [("a", 2)]]
    # Results stay; those whose boards stand nowhere are the last ones.
    assert [DIGESTS.index(one.run.digest) for one in read(path)] == [2, 0, 1]


def test_a_board_that_no_run_is_for_stays_where_it_is(path: str) -> None:
    made(path, 3)
    with Store.writing(path) as store:
        store.add([planned(0)])
        store.drop_stale_places([(planned(1).place, DIGESTS[1])])
        assert store.places(DIGESTS[1]) == (planned(1).place,)
        assert store.places(DIGESTS[2]) == (NOWHERE,)


def test_a_new_title(path: str) -> None:
    made(path, 1)
    with Store.writing(path) as store:
        place = Place("a", 1, "another", "7")
        store.add([replace(planned(0), place=place)])
        assert store.places(DIGESTS[0]) == (place,)


def test_strange_texts(path: str) -> None:
    """Halves of characters, NUL, quotes: what boards may be called, and libraries say."""
    strange = "\ud800 \0 ' \" \u2028 \U0001f9e9 \\"
    plain = strange.replace("\ud800", "?")
    one = replace(planned(0), place=Place(strange, 1, strange, strange))
    with Store.writing(path) as store:
        store.add([one, planned(1)])
        said = result() | {"title": strange, "notes": {strange: [10**40, 1e300, True, None]}}
        failure = Failure("bug", strange, strange)
        store.write([], [(one.run.key, said), (planned(1).run.key, failure)])
        store.drop_stale_places()
    first, second = sorted(read(path), key=lambda one: one.run.digest)
    assert first.result == said
    assert first.places == (Place(plain, 1, plain, plain),)
    assert second.failure == Failure("bug", plain, plain)


def test_the_view_has_a_line_a_run(path: str) -> None:
    made(path)
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT game, state, status, cost, expanded FROM results")
        assert sorted(rows, key=str) == [
            *[("robots", "done", "OPTIMAL", 1, 5)],
            *[("robots", "pending", None, None, None)] * 2,
        ]


def test_queries_look_at_what_they_need_only(path: str) -> None:
    """A store of a million runs is as quick as these indices."""
    made(path)
    statements: list[str] = []
    with Store.writing(path) as store:
        store._connection.set_trace_callback(statements.append)
        store.want_all()
        list(store.pending())
        store.wanted()
        store.tally()
        store.write([planned(1).run.key], [(planned(1).run.key, result())])
        store.release()
        store._connection.set_trace_callback(None)
        plans = {
            statement: [
                row[3] for row in store._connection.execute(f"EXPLAIN QUERY PLAN {statement}")
            ]
            for statement in statements
            if not statement.startswith(("BEGIN", "COMMIT", "INSERT", "--"))
        }
    assert len(plans) >= 6
    for statement, steps in plans.items():
        for step in steps:
            assert "TEMP B-TREE" not in step, statement
            scanned = step.startswith("SCAN") and "COVERING INDEX" not in step
            assert not scanned, (statement, step)


class Against(RuleBasedStateMachine):
    """A store beside two dicts that say the same."""

    path = ""

    def __init__(self) -> None:
        super().__init__()
        Path(self.path).unlink(missing_ok=True)
        self.states: dict[int, Any] = {}  # by the nodes that a run may expand
        self.wanted: set[int] = set()
        self.begin()

    def begin(self) -> None:
        self.opened = Store.writing(self.path)
        self.store = self.opened.__enter__()

    @staticmethod
    def of(number: int) -> Planned:
        return planned(number % 4, limits=Limits(nodes=number))

    @rule(numbers=st.lists(st.integers(0, 20), max_size=5))
    def add(self, numbers: list[int]) -> None:
        self.store.add(map(self.of, numbers))
        self.wanted = set(numbers)
        for number in numbers:
            self.states.setdefault(number, "pending")

    @rule()
    def want_all(self) -> None:
        self.store.want_all()
        self.wanted = set(self.states)

    @precondition(lambda self: self.states)
    @rule(data=st.data(), ended=st.sampled_from([None, CRASH, result(), result(3, "UNKNOWN")]))
    def write(self, data: st.DataObject, ended: Any) -> None:
        number = data.draw(st.sampled_from(sorted(self.states)))
        key = self.of(number).run.key
        self.store.write([key], [] if ended is None else [(key, ended)])
        self.states[number] = "running" if ended is None else ended

    @rule()
    def retry(self) -> None:
        again = {n for n in self.wanted if isinstance(self.states[n], Failure)}
        assert self.store.retry() == len(again)
        self.states |= dict.fromkeys(again, "pending")

    @rule()
    def open_anew(self) -> None:
        self.opened.__exit__(None, None, None)
        self.begin()
        self.wanted = set()
        for number, state in self.states.items():
            self.states[number] = "pending" if state == "running" else state

    @invariant()
    def same(self) -> None:
        pending = {run.limits.nodes for run, _ in self.store.pending()}
        assert pending == {n for n in self.wanted if self.states[n] == "pending"}
        ended = {one.run.limits.nodes: one.result or one.failure for one in self.store.finished()}
        assert ended == {n: said for n, said in self.states.items() if not isinstance(said, str)}
        states = list(self.states.values())
        tally = self.store.tally()
        assert (tally.running, tally.pending) == (states.count("running"), states.count("pending"))
        assert tally.failed == states.count(CRASH)
        assert tally.total == len(states)
        known, over, failed = self.store.wanted()
        of = [self.states[n] for n in self.wanted]
        assert (known, failed) == (len(of), of.count(CRASH))
        assert over == sum(not isinstance(state, str) for state in of)

    def teardown(self) -> None:
        self.opened.__exit__(None, None, None)


def test_against_a_dict(tmp_path: Path) -> None:
    class Here(Against):
        path = str(tmp_path / "model.db")

    run_state_machine_as_test(
        Here,
        settings=settings(max_examples=40, stateful_step_count=15),
    )


# Who may write


def test_a_second_coordinator_is_refused(path: str) -> None:
    with Store.writing(path) as store:
        assert is_written(path)
        with pytest.raises(InputError, match="another batch writes to this store") as caught:
            Store.writing(path).__enter__()
        assert caught.value.hint == "`gridproof batch status` says how it gets on"
        store.add([planned(0)])
    assert not is_written(path)
    made(path)


def test_also_in_another_thread_and_by_another_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    (tmp_path / "link.db").symlink_to("real/results.db")
    monkeypatch.chdir(tmp_path / "real")
    names = ["results.db", "./results.db", "../real/results.db", "../link/results.db"]
    names += ["../link.db", str(tmp_path / "link" / "results.db")]
    said: list[str] = []

    def attempt(name: str) -> None:
        try:
            with Store.writing(name):
                said.append("it could be opened")
        except InputError as problem:
            said.append(str(problem))

    for name in names[:1] + names[-2:]:
        said.clear()
        with Store.writing(name):
            threads = [threading.Thread(target=attempt, args=(other,)) for other in names]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(GUARD)
            assert all(is_written(other) for other in names)
        assert sorted(said) == sorted(f"{n}: another batch writes to this store" for n in names)


HOLDER = """
import sys, time
from gridproof.batch.store import Store
with Store.writing(sys.argv[1]) as store:
    print("open", flush=True)
    time.sleep(1000)
"""


def test_the_right_ends_with_its_process(path: str) -> None:
    for _ in range(3):
        with subprocess.Popen(
            [sys.executable, "-c", HOLDER, path], stdout=subprocess.PIPE, text=True
        ) as holder:
            assert holder.stdout is not None
            assert holder.stdout.readline() == "open\n"
            with pytest.raises(InputError, match="another batch"):
                Store.writing(path).__enter__()
            holder.kill()
        made(path)


def test_the_file_alone_has_all_though_somebody_reads_it_longer(path: str) -> None:
    made(path)
    with Store.reading(path) as reader:
        list(reader.finished())
        with Store.writing(path) as store:
            store.write([], [(planned(1).run.key, result())])
    shutil.copyfile(path, f"{path}.copy")
    assert len(read(f"{path}.copy")) == 2


def test_reading_while_it_is_written(path: str) -> None:
    made(path)
    with Store.writing(path) as store, Store.reading(path) as reader:
        store.want_all()
        for count, (run, _) in enumerate(store.pending(), 1):
            store.write([run.key], [])
            assert reader.tally().running == 1
            store.write([], [(run.key, result())])
            assert len(list(reader.finished())) == 1 + count
            assert (
                reader.tally()
                == store.tally()
                == Tally(1 + count, 0, 0, 2 - count, *[1 + count] * 2)
            )


def test_what_a_killed_coordinator_had_handed_out_is_pending(path: str) -> None:
    made(path)
    with Store.writing(path) as store:
        store.write([planned(1).run.key], [])
        assert store.tally().running == 1
    with Store.reading(path) as store:
        assert store.tally() == Tally(1, 0, 0, 2, 1, 1)


# Files that are none, and folders where nothing can be written


def refused(work: Callable[[], Any]) -> str:
    """Return the message, one line that begins with the path."""
    with pytest.raises(InputError) as caught:
        work()
    said = str(caught.value)
    assert "\n" not in said
    return said


def writes(path: str) -> Callable[[], None]:
    return lambda: made(path)


def reads(path: str) -> Callable[[], Any]:
    def tally() -> Tally:
        with Store.reading(path) as store:
            list(store.finished())
            return store.tally()

    return tally


def foreign(path: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE runs (x)")


def later(path: str) -> None:
    made(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {schema.VERSION + 1}")


def text(path: str) -> None:
    Path(path).write_text("no database, but a text that is longer than its header would be" * 99)


def short(path: str) -> None:
    Path(path).write_text("?")


def folder(path: str) -> None:
    Path(path).mkdir()


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (foreign, "is no store of results"),
        (text, "is no store of results"),
        (short, "is no store of results"),
        (later, "is a store of version 3; here it is 2"),
        (folder, "is a folder, no store"),
    ],
)
def test_what_is_no_store_stays_as_it_is(path: str, make: Callable[[str], None], said: str) -> None:
    make(path)
    before = None if make is folder else Path(path).read_bytes()
    for work in (writes(path), reads(path)):
        assert refused(work) == f"{path}: {said}"
    assert before is None or Path(path).read_bytes() == before


@pytest.mark.parametrize("path", ["", "a\0b"])
def test_no_name_of_a_file(path: str) -> None:
    for work in (writes(path), reads(path)):
        assert refused(work) == f"{path!r}: this is no name of a file"


def test_what_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert refused(reads("none.db")) == "none.db: there is no such store"
    assert refused(reads("none/none.db")) == "none/none.db: there is no such store"
    assert refused(writes("none/none.db")) == f"none/none.db: there is no folder {tmp_path}/none"
    (tmp_path / "file").write_text("")
    assert refused(writes("file/x.db")) == f"file/x.db: there is no folder {tmp_path}/file"
    (tmp_path / "link.db").symlink_to("nowhere.db")
    assert refused(reads("link.db")) == "link.db: there is no such store"
    assert sorted(os.listdir()) == ["file", "link.db"]


def test_an_empty_file(path: str) -> None:
    Path(path).touch()
    assert refused(reads(path)) == f"{path}: nothing was written to this store yet"
    made(path)
    assert reads(path)().total == 3


def test_no_tables_yet(path: str) -> None:
    """As it is if its coordinator was killed right at the start."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    assert refused(reads(path)) == f"{path}: nothing was written to this store yet"
    made(path)
    assert reads(path)().total == 3


@pytest.mark.parametrize("size", [1, 99, 100, 512, 4096, 8192, -4096, -1])
def test_truncated(path: str, size: int) -> None:
    made(path)
    data = Path(path).read_bytes()
    Path(path).write_bytes(data[:size])
    for work in (reads(path), writes(path)):
        try:
            work()
        except InputError as problem:
            assert "\n" not in str(problem)
            assert str(problem).startswith(path)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(0, 1 << 20), st.binary(min_size=1, max_size=40)), max_size=5))
@example([(3145, b" ")])  # a row whose id is NULL
def test_damaged(tmp_path: Path, damages: list[tuple[int, bytes]]) -> None:
    path = str(tmp_path / "damaged.db")
    source = tmp_path / "sound.db"
    if not source.exists():
        made(str(source))
    data = bytearray(source.read_bytes())
    for place, other in damages:
        place %= len(data)
        data[place : place + len(other)] = other
    for name in (path, f"{path}-wal", f"{path}-shm"):
        Path(name).unlink(missing_ok=True)
    Path(path).write_bytes(data)
    for work in (reads(path), writes(path)):
        try:
            work()
        except InputError as problem:
            assert "\n" not in str(problem)


@pytest.mark.parametrize("text", ["{", "[]", '{"x": 1}', '{"time": -1}'])
def test_what_nobody_wrote(path: str, text: str) -> None:
    made(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE runs SET limits = ?", (text,))
        connection.commit()
    assert "this store is damaged" in refused(reads(path))


@pytest.mark.parametrize("text", [None, "null", "[]", "{}", '"OPTIMAL"', "7"])
def test_results_that_nobody_wrote(path: str, text: str | None) -> None:
    made(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE runs SET state = 'done', result = ?, kind = NULL", (text,))
        connection.commit()
    with Store.reading(path) as store, pytest.raises(InputError, match="this store is damaged"):
        list(store.finished())


@pytest.mark.parametrize(
    "name",
    [
        *("?.db", "a?mode=ro", "#.db", "%41.db", "100%", "with blanks .db", "迷路🧩.db", "a\nb.db"),
        *("'", ":memory:", "file:x.db", "-wal", "~", "x" * 200, os.fsdecode(b"\xff\xfe.db")),
    ],
)
def test_strange_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    for path in (name, str(tmp_path / name)):
        made(path)
        with Store.writing(path):
            assert is_written(path)
            assert reads(path)().total == 3
        assert not is_written(path)
    assert set(os.listdir()) == {name, f"{name}.lock"}


# Rights that are missing


@pytest.fixture
def locked(path: str) -> Iterator[Path]:
    """A folder with a store, in which nothing can be written."""
    made(path)
    folder = Path(path).parent
    folder.chmod(0o500)
    yield folder
    folder.chmod(0o700)


def test_a_folder_that_can_only_be_read(locked: Path, path: str) -> None:
    new = str(locked / "new.db")
    for name in (path, new):
        said = in_child(writes(name))
        assert isinstance(said, InputError)
        assert str(said) == f"{name}: no file can be made in {locked}"
    assert in_child(reads(path)) == Tally(1, 0, 0, 2, 1, 1)


def test_a_file_that_can_only_be_read(path: str) -> None:
    made(path)
    os.chmod(path, 0o400)
    said = in_child(writes(path))
    assert isinstance(said, InputError)
    assert str(said) == f"{path}: this store can only be read"
    assert in_child(reads(path)) == Tally(1, 0, 0, 2, 1, 1)
    os.chmod(path, 0)
    said = in_child(reads(path))
    assert isinstance(said, InputError)
    assert str(said) == f"{path}: cannot be read: permission denied"


@pytest.mark.parametrize("left", ["-wal", "-shm", ""])
def test_a_log_that_was_left_where_nothing_can_be_written(tmp_path: Path, left: str) -> None:
    """Its coordinator was killed: results are in the log only."""
    path = str(tmp_path / "live.db")
    copied = tmp_path / "copy" / "results.db"
    copied.parent.mkdir()
    made(path, 2)
    with Store.writing(path) as store:
        store.write([], [(planned(1).run.key, result())])
        for suffix in ("", "-wal", "-shm"):
            if suffix != "-shm" or left == "-shm":
                shutil.copyfile(f"{path}{suffix}", f"{copied}{suffix}")
    assert Path(f"{copied}-wal").stat().st_size > 0
    if left:
        copied.parent.chmod(0o500)
    if left == "-wal":
        for file in copied.parent.iterdir():
            file.chmod(0o400)
    assert in_child(reads(str(copied))) == Tally(2, 0, 0, 0, 2, 2)
    copied.parent.chmod(0o700)
    names = {f"{copied.name}{end}" for end in ("", "-wal", "-shm")}
    assert set(os.listdir(copied.parent)) <= names


def test_a_lock_that_cannot_be_taken(path: str) -> None:
    made(path)
    lock = Path(f"{path}.lock")
    lock.unlink()
    lock.mkdir()
    assert refused(writes(path)).startswith(f"{path}: cannot be written: ")
    assert reads(path)().total == 3


def test_another_program_keeps_the_file(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made(path)
    with (
        closing(sqlite3.connect(path, isolation_level=None)) as other,
        Store.writing(path) as store,
    ):
        store._connection.execute("PRAGMA busy_timeout = 10")
        other.execute("BEGIN IMMEDIATE")
        said = refused(lambda: store.write([planned(1).run.key], []))
        assert said == f"{path}: another program keeps this file to itself: database is locked"
        other.execute("COMMIT")
        store.write([planned(1).run.key], [])


# Disks that are full


def fill(path: str) -> None:
    """Writes results until that is not possible any more."""
    with Store.writing(path) as store:
        store.add(planned(0, limits=Limits(nodes=number)) for number in range(300))
        for run, _ in store.pending():
            store.write([run.key], [(run.key, result() | {"solution": "x" * 3000})])
            kept.append(run.key)


FULL = "what was written before is kept; with room the same command goes on"
kept: list[str] = []


def test_files_may_not_be_larger(path: str) -> None:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, resource.RLIM_INFINITY))

    def work() -> tuple[str, str | None, list[str]]:
        kept.clear()
        try:
            fill(path)
        except InputError as problem:
            return str(problem), problem.hint, kept
        raise AssertionError("it had room")

    said = in_child(work, limit)
    assert not isinstance(said, BaseException), said
    message, hint, written = said
    assert message.startswith(f"{path}: the disk refuses: ")
    assert hint == "what was written before is kept; the same command goes on from there"
    assert written
    assert len(read(path)) == len(written)
    with closing(sqlite3.connect(path)) as connection:
        assert list(connection.execute("PRAGMA integrity_check")) == [("ok",)]
    kept.clear()
    fill(path)
    assert len(kept) == 300 - len(written)


def test_no_more_pages(path: str) -> None:
    made(path)
    with Store.writing(path) as store:
        store._connection.execute("PRAGMA max_page_count = 40")
        written = []

        def fills() -> None:
            for number in range(1000):
                one = planned(0, limits=Limits(nodes=number))
                store.add([one])
                store.write([], [(one.run.key, result() | {"solution": "x" * 3000})])
                written.append(one.run.key)

        with pytest.raises(InputError) as caught:
            fills()
        assert str(caught.value) == f"{path}: the disk is full: database or disk is full"
        assert (
            caught.value.hint
            == "what was written before is kept; with room the same command goes on"
        )
        assert {one.run.key for one in store.finished()} >= set(written)
        store._connection.execute("PRAGMA max_page_count = 1000000")
        store.write([], [(planned(1).run.key, result())])
    assert len(read(path)) == len(written) + 2


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of a megabyte, where one can be had."""
    disk = tmp_path / "disk"
    disk.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(disk)]
    able = sys.platform == "linux" and not os.geteuid()
    if not able or subprocess.run(command, capture_output=True).returncode:
        yield Path()
        return
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


def test_a_disk_that_is_full(small_disk: Path) -> None:
    if small_disk == Path():
        return  # nobody may mount one here; the limits above are the same for SQLite
    path = str(small_disk / "results.db")
    kept.clear()
    with pytest.raises(InputError, match="the disk is full") as caught:
        fill(path)
    assert caught.value.hint == FULL
    written = list(kept)
    assert len(written) > 10
    assert {one.run.key for one in read(path)} == set(written)
    # Still full: it is said at once, and nothing is lost.
    filler = small_disk / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(bytes(1000)):
            pass
    with pytest.raises(InputError):
        fill(path)
    filler.unlink()
    subprocess.run(["mount", "-o", "remount,size=20m", str(small_disk)], check=True)
    assert len(read(path)) >= len(written)
    kept.clear()
    fill(path)
    assert len(read(path)) == 300
    # And a disk that can only be read.
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    assert refused(writes(path)) == f"{path}: this store can only be read"
    assert reads(path)().done == 300
    with closing(sqlite3.connect(f"file:{path}?immutable=1", uri=True)) as connection:
        assert list(connection.execute("PRAGMA integrity_check")) == [("ok",)]
