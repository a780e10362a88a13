"""A Dask cluster as an executor of chunks.

A task of the cluster is a chunk, which is answered in a further process of the worker's machine: a
crash, or too much memory, costs one request and no worker.
"""

from __future__ import annotations

import logging
import math
import re
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent import futures
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any, Final, Literal, Protocol

from gridproof.errors import InputError, MissingPart
from gridproof.processes.chunks import KEPT, Chunk, ChunkResult, answer_chunk
from gridproof.processes.pool import lease
from gridproof.processes.supervise import SupervisedWorker
from gridproof.registry import installed

__all__ = ["Client", "DaskExecutor", "connected"]

#: A host and a port, after the protocol if that is not TCP.
_ADDRESS: Final = re.compile(r"(\w+://)?[^\s/]+:[0-9]{1,5}")
_HINT: Final = "`dask scheduler` prints its address: `tcp://host:8786`"
#: Seconds that a scheduler is waited for.
_PATIENCE: Final = 10.0
#: Seconds that a worker is waited for, at the start and when the last one has left.
_WORKERLESS: Final = 60.0
_SAME: Final = "every machine needs the same version of gridproof and of Python"
#: Seconds between two looks at the count of workers, and at the tasks that are still wanted.
_LOOK: Final = 1.0


class Client(Protocol):
    """A cluster's client: the part of ``distributed.Client`` that is used."""

    def get_executor(self, **options: Any) -> futures.Executor:
        """Return an executor that works on the cluster."""
        ...

    def nthreads(self) -> Mapping[str, int]:
        """Return the count of threads of each worker."""
        ...

    def run(self, function: Callable[..., Any], *, on_error: Literal["return"]) -> Any:
        """Call a function in each worker."""
        ...

    def wait_for_workers(self, n_workers: int, timeout: float) -> None:
        """Wait for a count of workers."""
        ...


@contextmanager
def connected(address: str) -> Iterator[Client]:
    """Connect to the scheduler at an address such as ``tcp://host:8786``.

    Raises:
        MissingPart: Dask is not installed.
        InputError: this is no address, nobody answers there, no worker is there, or one of them has
            something else installed than this machine.
    """
    if not _ADDRESS.fullmatch(address):  # Dask would take its time, and complain once more at last
        raise InputError(f"{address!r}: this is no address of a Dask scheduler", hint=_HINT)
    try:
        from distributed import Client as DaskClient
    except ImportError:
        raise MissingPart("clusters need Dask", hint="pip install 'gridproof[cluster]'") from None
    for name in ("distributed", "distributed.client"):  # errors that matter are raised, too
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        client = DaskClient(  # type: ignore[no-untyped-call]
            address, timeout=_PATIENCE, set_as_default=False
        )
    except (OSError, ValueError, TypeError) as problem:
        raise InputError(f"{address}: no Dask scheduler answers there", hint=_HINT) from problem
    with client:
        _compare(client)
        yield client


class DaskExecutor:
    """The workers of a cluster.

    Args:
        client: of the cluster.

    Raises:
        InputError: no worker is there, or one of them has something else installed.
    """

    name = "the Dask cluster"

    def __init__(self, client: Client) -> None:
        from distributed import KilledWorker

        _compare(client)
        self.deadly: tuple[type[Exception], ...] = (KilledWorker,)
        self._client = client
        self._executor = client.get_executor(retries=0, pure=False)
        self._installed = installed()
        self._threads = 0
        self._looked = -math.inf
        self._seen = time.monotonic()

    def submit(self, chunk: Chunk) -> Future[ChunkResult]:
        """Have a worker answer a chunk."""
        return self._executor.submit(_answer_chunk, self._installed, chunk)

    def places(self) -> int:
        """Return the count of the workers' threads, some seconds old at most.

        Raises:
            InputError: the scheduler does not answer, or no worker has been there for long.
        """
        now = time.monotonic()
        if now - self._looked > _LOOK:
            try:
                self._threads = sum(self._client.nthreads().values())
            except Exception as problem:
                raise InputError(
                    "the Dask scheduler does not answer any more", hint=KEPT
                ) from problem
            self._looked = time.monotonic()
            if self._threads:
                self._seen = now
            elif now - self._seen > _WORKERLESS:
                raise _without_worker()
        return self._threads

    def close(self, unfinished: Collection[Future[ChunkResult]]) -> None:
        """Drop the chunks that nobody waits for any more, with one message."""
        with suppress(Exception):  # a scheduler that is gone has dropped them
            self._executor.shutdown(wait=False)


def _without_worker() -> InputError:
    return InputError(
        f"the Dask cluster has had no worker for {_WORKERLESS:g} s",
        hint="`dask worker ADDRESS` starts one",
    )


def _compare(client: Client) -> None:
    """Check that all workers have installed what this machine has.

    Raises:
        InputError: one has not, or no worker is there.
    """
    try:
        client.wait_for_workers(1, timeout=_WORKERLESS)
        found: dict[str, Any] = client.run(installed, on_error="return")
    except TimeoutError:
        raise _without_worker() from None
    except Exception as problem:
        raise InputError(f"the Dask cluster does not answer: {problem}") from problem
    wanted = installed()
    wrong = [told for worker, has in found.items() if (told := _difference(worker, has, wanted))]
    if wrong:
        raise InputError("; ".join(wrong), hint=_SAME)


def _difference(worker: str, has: Mapping[str, str] | Exception, wanted: Mapping[str, str]) -> str:
    """Return the difference between a worker's installation and the wanted one; "" if none."""
    if isinstance(has, Exception):
        return f"worker {worker} lacks what it needs: {type(has).__name__}: {has}"
    wrong = [
        f"{name} {has.get(name, 'missing')} instead of {wanted.get(name, 'none')}"
        for name in {**wanted, **has}
        if has.get(name) != wanted.get(name)
    ]
    return f"worker {worker} has {', '.join(wrong)}" if wrong else ""


@cache
def _here() -> dict[str, str]:
    return installed()


def _answer_chunk(wanted: Mapping[str, str], chunk: Chunk) -> ChunkResult:
    """Answer a chunk in a thread of a worker, also of one that came after the others.

    Raises:
        InputError: something else is installed here.
    """
    from distributed import get_worker

    dask_worker = get_worker()
    if wrong := _difference(dask_worker.address, _here(), wanted):
        raise InputError(wrong, hint=_SAME)
    memory = dask_worker.memory_manager.memory_limit  # each of its threads has a share
    share = memory // dask_worker.state.nthreads if memory else None
    with lease(1) as (leased,):
        worker = SupervisedWorker(leased, share)
        with _ended_if_unwanted(worker, dask_worker):
            return answer_chunk(chunk, worker)


@contextmanager
def _ended_if_unwanted(worker: SupervisedWorker, dask_worker: Any) -> Iterator[None]:
    """End a worker's process when the coordinator has cancelled the task, or is gone."""
    key = dask_worker.get_current_task()
    over = threading.Event()

    def watch() -> None:
        while not over.wait(_LOOK):
            task = dask_worker.state.tasks.get(key)
            if task is None or task.state == "cancelled":
                worker.close()
                return

    threading.Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        over.set()
