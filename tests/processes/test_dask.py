"""A batch on a cluster: a scheduler and its workers as processes of this machine."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from gridproof.batch.plan import Drawn, Plan, Setup
from gridproof.batch.running import Standing, run
from gridproof.batch.store import Store
from gridproof.design.level_id import GeneratorConfig, find_generator
from gridproof.errors import InputError, MissingPart
from gridproof.limits import CancelToken
from gridproof.processes import dask
from gridproof.processes.dask import connected
from gridproof.processes.dispatch import run_tasks
from gridproof.processes.supervise import Failure
from gridproof.registry import find_game
from tests.processes.local_cluster import Cluster, workers
from tests.processes.watching import is_there, until
from tests.processes.works import Work, doubles, pieces

ROOT = Path(__file__).parents[2]
#: What a worker does first so that it has another version.
OTHER_VERSION = "import gridproof\ngridproof.__version__ = '0.0.1'\n"


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine that has much to do workers take long to start."""
    monkeypatch.setattr(dask, "_WORKERLESS", 300.0)


@pytest.fixture(scope="module")
def nannied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Two workers that are started again, and tasks that Dask does not begin a second time."""
    with Cluster(tmp_path_factory.mktemp("nannied"), allowed_failures=0) as found:
        found.add()
        found.add()
        yield found


def batch() -> Plan:
    """Boards that take some hundredths of a second each."""
    game = find_game("bombcover")
    recipe = GeneratorConfig(game, find_generator(game, "random"), {"width": 9, "height": 9})
    return Plan([Drawn("some", recipe, 40)], [Setup()])


def costs(store: Store) -> dict[str, Any]:
    return {one.run.digest: one.result and one.result["cost"] for one in store.finished()}


@pytest.mark.parametrize("nanny", ["--nanny", "--no-nanny"])
def test_a_worker_that_is_killed_half_way_costs_nothing(
    nanny: str, nannied: Cluster, tmp_path: Path
) -> None:
    with Cluster(tmp_path) if nanny == "--no-nanny" else nullcontext(nannied) as found:
        if found is not nannied:
            found.add(nanny)
            found.add(nanny)
        with connected(found.address) as client, Store.writing(str(tmp_path / "there.db")) as store:
            victims = workers(client)

            def kill(standing: Standing) -> None:
                if standing.done >= 5 and victims:
                    os.kill(victims.pop(), signal.SIGKILL)
                    victims.clear()

            standing = run(batch(), store, executor=client, progress=kill)
            assert not victims
            assert (standing.done, standing.failed, standing.left) == (40, 0, 0)
            there = costs(store)
    with Store.writing(str(tmp_path / "here.db")) as store:
        run(batch(), store)
        assert costs(store) == there


def test_only_the_piece_that_kills_its_worker_each_time_fails(nannied: Cluster) -> None:
    works = [Work(number, seconds=0.02) for number in range(60)]
    works[20] = replace(works[20], deed="kills_its_parent")
    works[30] = replace(works[30], deed="aborts")
    with connected(nannied.address) as client:
        workers(client)
        found = dict(chain.from_iterable(run_tasks(pieces(*works), executor=client)))
    killer, crashed = found.pop(20), found.pop(30)
    assert isinstance(killer, Failure)
    assert killer.kind == "crash"
    assert isinstance(crashed, Failure)
    assert "SIGABRT" in crashed.reason
    assert found == doubles(*(work for work in works if work.number not in (20, 30)))


def test_a_clients_executor_is_an_executor_as_any(nannied: Cluster) -> None:
    works = [Work(number, seconds=0.01) for number in range(40)]
    works[20] = replace(works[20], deed="aborts")
    with connected(nannied.address) as client:
        workers(client)
        executor = client.get_executor()
        found = dict(chain.from_iterable(run_tasks(pieces(*works), executor=executor)))
    crashed = found.pop(20)
    assert isinstance(crashed, Failure)
    assert crashed.kind == "crash"
    assert found == doubles(*works[:20], *works[21:])


def test_cancelled_work_ends_on_the_workers_too(nannied: Cluster, tmp_path: Path) -> None:
    token = CancelToken()
    works = [Work(number, seconds=300, trace=str(tmp_path)) for number in range(5)]
    with connected(nannied.address) as client:
        pids = workers(client)
        ends = run_tasks(pieces(*works), executor=client, cancel=token)

        def stop() -> None:
            until(lambda: len(list(tmp_path.iterdir())) == 2)
            token.cancel()

        thread = threading.Thread(target=stop)
        thread.start()
        assert not any(ends)
        thread.join()
        until(lambda: not any(is_there(int(path.name)) for path in tmp_path.iterdir()))
        assert workers(client) == pids


def test_a_coordinator_that_dies_leaves_no_work_behind(nannied: Cluster, tmp_path: Path) -> None:
    program = (
        "from gridproof.processes.dask import connected\n"
        "from gridproof.processes.dispatch import run_tasks\n"
        "from tests.processes.works import *\n"
        f"with connected({nannied.address!r}) as client:\n"
        f"    work = Work(1, seconds=300, trace={str(tmp_path)!r})\n"
        "    list(run_tasks(pieces(work), executor=client))"
    )
    coordinator = subprocess.Popen([sys.executable, "-c", program], cwd=ROOT)
    until(lambda: any(tmp_path.iterdir()))
    coordinator.kill()
    coordinator.wait()
    until(lambda: not any(is_there(int(path.name)) for path in tmp_path.iterdir()))


def test_workers_of_another_version_do_nothing(nannied: Cluster, tmp_path: Path) -> None:
    preload = tmp_path / "other.py"
    preload.write_text(OTHER_VERSION)
    works = [Work(number, seconds=0.2) for number in range(300)]
    with connected(nannied.address) as client:
        workers(client)
        ends = run_tasks(pieces(*works), executor=client)
        found = dict(next(ends))
        late = nannied.add("--preload", str(preload))
        with pytest.raises(InputError, match=r"worker tcp.* has gridproof 0\.0\.1 instead of \d"):
            found.update(chain.from_iterable(ends))
        assert found
        assert found.items() < doubles(*works).items()
        with pytest.raises(InputError, match=r"has gridproof 0\.0\.1 instead of \d") as refused:
            next(run_tasks(pieces(*works), executor=client))
        assert refused.value.hint is not None
        late.terminate()
        late.wait()


def test_without_a_scheduler_or_workers_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Cluster(tmp_path) as found:
        found.add()
        with connected(found.address) as client:
            workers(client, 1)
            works = [Work(number, seconds=0.05) for number in range(200)]
            ends = run_tasks(pieces(*works), executor=client)
            some = dict(next(ends))
            found.scheduler.kill()
            with pytest.raises(InputError, match="the Dask ") as gone:
                some.update(chain.from_iterable(ends))
            assert "kept" in str(gone.value.hint)
            assert some.items() < doubles(*works).items()
    monkeypatch.setattr(dask, "_PATIENCE", 0.3)
    for address in (found.address, "tcp://nowhere.invalid:8786"):
        with pytest.raises(InputError, match=f"{address}: no Dask scheduler answers there"):
            connected(address).__enter__()


@pytest.mark.parametrize("address", ["", "nonsense", "tcp://foo", "foo:bar", "tcp://a b:1"])
def test_what_is_no_address_is_told_at_once(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)  # nobody is asked
    with pytest.raises(InputError, match="no address of a Dask scheduler"), connected(address):
        pass


def test_a_cluster_without_workers_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask, "_WORKERLESS", 0.5)
    with Cluster(tmp_path) as found, pytest.raises(InputError, match="no worker for"):
        connected(found.address).__enter__()


def test_without_dask_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingPart) as missing:
        connected("tcp://127.0.0.1:8786").__enter__()
    assert missing.value.hint == "pip install 'gridproof[cluster]'"
