"""A batch does what is missing, keeps what came of it, and ends cleanly whatever happens."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gridproof.batch import running
from gridproof.batch.plan import Drawn, FromFile, Plan, Setup
from gridproof.batch.running import Standing, run
from gridproof.batch.store import Store
from gridproof.design.level_id import GeneratorConfig, find_generator
from gridproof.errors import BadBoard, InputError
from gridproof.limits import CancelToken
from gridproof.processes.child import ChildProcess
from gridproof.processes.dispatch import KeyedRequest
from gridproof.processes.supervise import Failure, ResourceLimits
from gridproof.registry import find_game
from gridproof.result import Limits
from tests.cli.processes import GUARD
from tests.processes.hostile_work import Does
from tests.processes.watching import descendants, is_there, until

BOARDS = "".join(
    f"{'#' * (width + 4)}\n#@{' ' * width}$.#\n{'#' * (width + 4)}\n\n" for width in range(1, 7)
)


@pytest.fixture
def source(tmp_path: Path) -> FromFile:
    file = tmp_path / "boards.txt"
    file.write_text(BOARDS)
    return FromFile("boards", str(file), "sokoban")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.writing(str(tmp_path / "results.db")) as store:
        yield store
    until(lambda: not [pid for pid in descendants(os.getpid()) if is_there(pid)])


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The processes that were started; it grows."""
    found: list[int] = []
    begin = ChildProcess.__init__

    def counted(self: ChildProcess, *arguments: Any, **options: Any) -> None:
        begin(self, *arguments, **options)
        found.append(self.pid)

    monkeypatch.setattr(ChildProcess, "__init__", counted)
    return found


def hostile(
    monkeypatch: pytest.MonkeyPatch, works: Callable[[int], Does], limits: ResourceLimits
) -> None:
    """Lets the runs of a batch do something else, told by their number."""

    def pieces(store: Store) -> Iterator[KeyedRequest[str, Any]]:
        for number, (one, _) in enumerate(store.pending()):
            yield one.key, works(number), limits

    monkeypatch.setattr(running, "_pieces", pieces)


ANSWER = {"status": "OPTIMAL", "cost": 1, "bound": 1}


def test_only_what_is_missing(store: Store, source: FromFile, started: list[int]) -> None:
    told: list[Standing] = []
    standing = run(Plan([source]), store, jobs=2, progress=lambda s: told.append(replace(s)))
    assert (standing.total, standing.before, standing.done) == (6, 0, 6)
    assert (standing.solved, standing.proven, standing.failed, standing.left) == (6, 6, 0, 0)
    assert told[-1] == standing
    assert [s.done for s in told] == sorted(s.done for s in told)
    assert 1 <= len(started) <= 2
    rows = [one.result for one in store.finished()]
    started.clear()

    again = run(Plan([source]), store, jobs=2)
    assert (again.total, again.before, again.done, again.left) == (6, 6, 0, 0)
    assert run(None, store).before == 6
    assert [one.result for one in store.finished()] == rows
    assert not started  # nobody was needed

    limited = run(Plan([source], [Setup(limits=Limits(nodes=10**6))]), store)
    assert (limited.total, limited.before, limited.done) == (6, 0, 6)
    assert store.tally().total == 12
    for setups, before in (([Setup()], 6), ([Setup(), Setup(limits=Limits(nodes=10**6))], 12)):
        assert run(Plan([source], setups), store).before == before


def test_nothing_to_do(store: Store, source: FromFile, started: list[int]) -> None:
    for plan in (None, Plan([]), Plan([source], [Setup(games=("merge",))])):
        told: list[Standing] = []
        standing = run(plan, store, progress=told.append)
        assert (standing.total, standing.left, standing.seconds_left) == (0, 0, None)
        assert told
    assert not started


def test_many_boards_a_process(store: Store, source: FromFile, started: list[int]) -> None:
    setups = [Setup(limits=Limits(nodes=nodes)) for nodes in range(1000, 1030)]
    standing = run(Plan([source], setups), store, jobs=2)
    assert standing.done == 180
    assert len(started) <= 2


def test_a_board_in_two_files_runs_once(store: Store, source: FromFile) -> None:
    copy = replace(source, name="copy")
    standing = run(Plan([source, copy]), store)
    assert standing.done == 6
    for number, one in enumerate(store.finished(), 1):
        assert [(p.set, p.number) for p in one.places] == [("boards", number), ("copy", number)]


def test_a_file_that_has_changed(store: Store, source: FromFile) -> None:
    run(Plan([source]), store)
    boards = BOARDS.split("\n\n")
    Path(source.path).write_text("\n\n".join([boards[0], boards[2], "", boards[1]]))
    standing = run(Plan([source]), store)
    assert (standing.total, standing.before) == (3, 3)
    places = [[(p.set, p.number) for p in one.places] for one in store.finished()]
    assert places[:3] == [[("boards", 1)], [("boards", 2)], [("boards", 3)]]
    assert [place[0][1] for place in places[3:]] == [0, 0, 0]


def test_whatever_happens_costs_one_run(
    store: Store, source: FromFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    works = {
        0: Does("segfaults"),
        1: Does("sleeps_in_native_code"),
        2: Does("kills_itself", (signal.SIGKILL,)),
        3: Does("allocates_bytes", (2 << 30,)),
    }
    well = Does("answer", (ANSWER,))
    hostile(monkeypatch, lambda number: works.get(number, well), ResourceLimits(2, 64 << 20))
    standing = run(Plan([source]), store, jobs=2)
    assert (standing.done, standing.failed, standing.left) == (2, 4, 0)
    tally = store.tally()
    assert (tally.done, tally.failed, tally.solved, tally.proven) == (2, 4, 2, 2)
    failures = [one.failure for one in store.finished() if one.failure is not None]
    assert sorted(failure.kind for failure in failures) == ["crash", "crash", "memory", "time"]
    reasons = sorted(failure.reason for failure in failures)
    assert reasons == [
        "it did not end by itself and was ended after 2 s",
        "it needed more memory than it may have",
        "its process ended by SIGSEGV",
        "its process was killed from outside",
    ]

    monkeypatch.undo()
    same = run(Plan([source]), store)
    assert (same.before, same.failed_before, same.done) == (6, 4, 0)
    retried = run(Plan([source]), store, retry=True)
    assert (retried.before, retried.failed_before, retried.done) == (2, 0, 4)
    assert store.tally().failed == 0


def test_cancelled(store: Store, source: FromFile, monkeypatch: pytest.MonkeyPatch) -> None:
    hostile(
        monkeypatch,
        lambda number: Does("answer", (ANSWER,)) if number == 0 else Does("spins"),
        ResourceLimits(),
    )
    token = CancelToken()

    def stop(standing: Standing) -> None:
        if standing.done:
            token.cancel()

    standing = run(Plan([source]), store, jobs=2, cancel=token, progress=stop)
    assert (standing.done, standing.left) == (1, 5)
    tally = store.tally()
    assert (tally.done, tally.running, tally.pending) == (1, 0, 5)


def test_cancelled_while_boards_are_read(store: Store, source: FromFile) -> None:
    run(Plan([source]), store)
    token = CancelToken()
    token.cancel()
    standing = run(Plan([replace(source, name="other"), source]), store, cancel=token)
    assert standing.done == 0
    # What was not read has not gone.
    assert all(one.places[0].set == "boards" for one in store.finished())


def test_cancelled_while_boards_are_drawn(store: Store) -> None:
    game = find_game("bombcover")
    recipe = GeneratorConfig(game, find_generator(game, "random"), {"width": 4, "height": 4})
    token = CancelToken()
    token.cancel()
    standing = run(Plan([Drawn("endless", recipe, 10**9)]), store, cancel=token)
    assert (standing.total, standing.done) == (0, 0)


@pytest.mark.parametrize("moment", ["write", "progress", "begin"])
def test_an_error_ends_all_processes(
    store: Store, source: FromFile, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    hostile(
        monkeypatch,
        lambda number: Does("answer", (ANSWER,)) if number == 0 else Does("spins"),
        ResourceLimits(),
    )

    def fail(*_: Any) -> None:
        raise InputError("the disk is full")

    told: Callable[[Standing], None] | None = None
    if moment == "write":
        monkeypatch.setattr(store, "write", fail)
    elif moment == "progress":

        def told(standing: Standing) -> None:
            if standing.done:
                raise InputError("the disk is full")

    else:
        monkeypatch.setattr(running, "_pieces", fail)
    with pytest.raises(InputError, match="the disk is full"):
        run(Plan([source]), store, jobs=2, progress=told)
    until(lambda: not [pid for pid in descendants(os.getpid()) if is_there(pid)])
    monkeypatch.undo()
    store.release()
    assert run(Plan([source]), store, jobs=2).left == 0


def test_bad_boards(store: Store, source: FromFile) -> None:
    Path(source.path).write_text(BOARDS.replace("@", "x", 1))
    with pytest.raises(BadBoard):
        run(Plan([source]), store)
    told: list[Any] = []
    standing = run(Plan([source]), store, refuse=told.append)
    assert (standing.done, len(told)) == (5, 1)


def test_the_files_of_the_store_are_no_boards(store: Store, source: FromFile) -> None:
    """To read its lock as boards would let go of the lock: a second coordinator would come in."""
    linked = Path(source.path).with_name("linked.txt")
    linked.symlink_to(f"{store.path}.lock")
    files = [store.path, *(f"{store.path}{end}" for end in ("-wal", ".lock")), str(linked)]
    told: list[Any] = []
    plan = Plan([*(FromFile(file, file) for file in files), source])
    assert run(plan, store, refuse=told.append).done == 6
    assert [str(one) for one in told] == [f"{f}: belongs to the store of results" for f in files]
    come_in = f"from gridproof.batch import Store; Store.writing({store.path!r}).__enter__()"
    second = subprocess.run([sys.executable, "-c", come_in], capture_output=True, text=True)
    assert "another batch writes to this store" in second.stderr


@pytest.mark.parametrize("put", ["nothing", "another"])
def test_a_store_that_is_deleted_ends_the_batch(store: Store, source: FromFile, put: str) -> None:
    deleted: list[int] = []

    def delete(standing: Standing) -> None:
        if standing.done and not deleted:  # several results may come at once
            deleted.append(standing.done)
            os.remove(store.path)
            if put == "another":
                Path(store.path).write_text("")

    with pytest.raises(InputError, match="was deleted or replaced while it was written"):
        run(Plan([source]), store, progress=delete)


def test_time_that_is_left() -> None:
    """Earlier runs, and reading the boards, say nothing of the pace."""
    standing = Standing(total=1000, before=900, elapsed=13.0, reading=10.0)
    assert standing.seconds_left is None
    for _ in range(10):
        standing.count(ANSWER)
    standing.count(Failure("crash", ""))
    assert standing.left == 89
    assert standing.seconds_left == pytest.approx(3.0 / 11 * 89)


def test_what_is_running_is_said(
    store: Store, source: FromFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also before the first result is there."""
    hostile(monkeypatch, lambda number: Does("spins"), ResourceLimits())
    token = CancelToken()
    seen: list[int] = []

    def look() -> None:
        end = time.monotonic() + GUARD
        while time.monotonic() < end:
            with Store.reading(store.path) as reader:
                if running_now := reader.tally().running:
                    seen.append(running_now)
                    break
            time.sleep(0.05)
        token.cancel()

    thread = threading.Thread(target=look)
    thread.start()
    run(Plan([source]), store, jobs=2, cancel=token)
    thread.join()
    assert seen
