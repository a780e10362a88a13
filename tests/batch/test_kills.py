"""Kills at any moment cost nothing that was finished, and leave no process behind."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from gridproof.batch.store import Store
from gridproof.errors import InputError
from gridproof.registry import find_game
from tests.cli.processes import Running
from tests.processes.watching import cpu_seconds, descendants, is_there, until
from tests.samples import random_levels, sample_levels
from tests.soak import ROUNDS

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")

#: Works for ever: in native code with children, in Python, in a kernel, in HiGHS.
COORDINATOR = """
import sys
from gridproof.processes.supervise import ResourceLimits
from gridproof.processes.dispatch import run_tasks
from gridproof.registry import find_game
from gridproof.solving.requests import SolveRequest
from tests.processes.hostile_work import Does
from tests.samples import large_levels

def large(game, solver):
    found = find_game(game)
    level = list(large_levels(game).values())[-1]
    return SolveRequest(game, found.write(level.with_info(), found.canonical_format), solver=solver)

works = [
    Does("has_children_and_spins", (sys.argv[1],)),
    Does("ignores_signals"),
    large("sokoban", "optimal"),
    large("boxcover", "optimal"),
]
pieces = ((number, work, ResourceLimits()) for number, work in enumerate(works))
for _ in run_tasks(pieces, jobs=len(works)):
    pass
"""


def test_workers_end_with_the_coordinator(tmp_path: Path) -> None:
    told = tmp_path / "told"
    command = [sys.executable, "-c", COORDINATOR, str(told)]
    root = os.fspath(Path(__file__).parents[2])
    with subprocess.Popen(command, env=os.environ | {"PYTHONPATH": root}) as coordinator:
        try:
            until(lambda: len(list(descendants(coordinator.pid))) == 6 and told.exists())
            all_of_them = list(descendants(coordinator.pid))
            assert {int(pid) for pid in told.read_text().split()} <= set(all_of_them)
            # Each is at work by now, or sleeps where nothing of Python can run.
            until(lambda: sum(cpu_seconds(pid) > 1 for pid in all_of_them) >= 3)
        finally:
            coordinator.kill()
    until(lambda: not any(map(is_there, all_of_them)))


PLAN = """
limits = { nodes = 20_000 }
[[boards]]
set = "tiny"
game = "bombcover"
files = ["tiny/*"]
[[boards]]
set = "boards"
files = ["boards/*"]
[[runs]]
[[runs]]
games = ["sokoban", "robots"]
solvers = ["search"]
limits = { nodes = 800 }
"""


@dataclass
class Batch:
    """A batch that is begun again and again.

    Attributes:
        folder: with the plan.
        store: the results file, in it.
        seen: what any reader has seen so far: of each run its result and when it ended.
        kills: how many there were.
    """

    folder: Path
    store: Path
    seen: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    kills: int = 0

    def begun(self, *further: str) -> Running:
        """The command line, which has imported what it needs."""
        tokens = ["batch", "run", "plan.toml", "--store", self.store.name, "--jobs", "2"]
        return Running([*tokens, "--quiet", *further], self.folder)

    def to_its_end(self) -> None:
        """Runs what is left, and again what died."""
        ended = self.begun().end()
        self.look()
        if ended.code == 1:  # a killed process had one run only, which is then to blame
            ended = self.begun("--retry").end()
            self.look()
        assert ended.code == 0, ended

    def look(self) -> None:
        """Reads all results; those that were there before are the same."""
        rows = "SELECT key, state, result, ended FROM runs WHERE state IN ('done', 'failed')"
        try:
            with Store.reading(str(self.store)) as store:
                found = {key: tuple(others) for key, *others in store._rows(rows)}
        except InputError as problem:
            assert not self.seen, problem
            nothing = ("there is no such store", "nothing was written to this store yet")
            assert str(problem).endswith(nothing)
            return
        for key, row in self.seen.items():
            assert found[key] == row or row[0] == "failed"
        self.seen |= found

    def disturbed(self, rng: random.Random, length: float) -> None:
        """Begins, kills something at a random moment, and at last the coordinator."""
        running = self.begun()
        coordinator = running.process.pid
        over = threading.Event()
        reader = threading.Thread(target=self._look_until, args=(over,))
        reader.start()
        try:
            if rng.random() < 0.3:  # while the store is made, or runs are added to it
                while not self.store.exists() and running.process.poll() is None:
                    time.sleep(0.001)
                time.sleep(rng.choice((0.0, 0.01, 0.1)) * rng.random())
            else:
                time.sleep(0.3 + length * rng.random())
            workers = list(descendants(coordinator))
            if workers and rng.random() < 0.5:
                self._kill(rng.choice(workers))
                time.sleep(rng.choice((0.0, 0.5)) * rng.random())
            workers += descendants(coordinator)
            self._kill(coordinator)
        finally:
            running.process.kill()
            over.set()
            reader.join()
        running.end()
        until(lambda: not any(map(is_there, workers)))
        if self.store.exists():
            with closing(sqlite3.connect(self.store)) as connection:
                assert list(connection.execute("PRAGMA integrity_check")) == [("ok",)]
        self.look()

    def _kill(self, pid: int) -> None:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
            self.kills += 1

    def _look_until(self, over: threading.Event) -> None:
        while not over.wait(0.05):
            self.look()

    def answers(self) -> dict[str, tuple[Any, ...]]:
        """Return the outcome of each run, without times."""
        with Store.reading(str(self.store)) as store:
            assert store.tally().total == store.tally().done
            said = [(one.run.key, one.result or {}) for one in store.finished()]
        return {key: (r["status"], r["cost"], r["bound"], r["stop_reason"]) for key, r in said}

    def remove(self) -> None:
        """Begins with an empty folder again."""
        self.seen.clear()
        for file in self.folder.glob("*.db*"):
            file.unlink()


@pytest.fixture
def batch(tmp_path: Path) -> Batch:
    for folder in ("boards", "tiny"):
        (tmp_path / folder).mkdir()
    (tmp_path / "plan.toml").write_text(PLAN)
    levels = {game: sample_levels(game)[:8] for game in ("sokoban", "robots")}
    levels |= {game: list(random_levels(game, 2)) for game in ("bombcover", "boxcover", "merge")}
    for name, found in levels.items():
        game = find_game(name)
        for number, level in enumerate(found):
            text = game.write(level, game.canonical_format)
            folder = "tiny" if name == "bombcover" else "boards"
            (tmp_path / folder / f"{name}{number}.txt").write_text(text, encoding="utf-8")
    return Batch(tmp_path, tmp_path / "results.db")


def disturb(batch: Batch, kills: int, seed: int) -> None:
    print(f"seed {seed}")
    rng = random.Random(seed)
    started = time.monotonic()
    batch.to_its_end()
    length = (time.monotonic() - started) / 3
    calm = batch.answers()
    assert len(calm) > 30
    batch.remove()
    while batch.kills < kills:
        batch.disturbed(rng, length)
        if len(batch.seen) == len(calm):
            batch.to_its_end()
            assert batch.answers() == calm
            batch.remove()
    batch.to_its_end()
    assert batch.answers() == calm


def test_some_kills(batch: Batch) -> None:
    disturb(batch, 5, random.SystemRandom().randrange(1 << 30))


@pytest.mark.soak
def test_a_hundred_kills(batch: Batch) -> None:
    disturb(batch, 5 * ROUNDS, random.SystemRandom().randrange(1 << 30))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_asked_to_end(batch: Batch, number: signal.Signals) -> None:
    """Ended runs are kept, all others are pending, and no process is left."""
    endless = batch.folder / "plan.toml"
    endless.write_text(PLAN.replace("800", "100_000_000"))
    running = batch.begun()
    until(lambda: bool(list(descendants(running.process.pid))))
    while len(batch.seen) < 3:
        batch.look()
    workers = list(descendants(running.process.pid))
    os.kill(running.process.pid, number)
    ended = running.end()
    assert ended.code == 130, ended
    until(lambda: not any(map(is_there, workers)))
    batch.look()
    with Store.reading(str(batch.store)) as store:
        tally = store.tally()
    assert (tally.running, tally.failed) == (0, 0)
    assert tally.done >= 3
    assert tally.pending
