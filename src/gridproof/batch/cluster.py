"""The same batch on a cluster of machines, by Dask.

A task of the cluster is a packet, which is done in a further process of the worker's machine: what
crashes or takes too much there costs one piece of work and no worker.
"""

from __future__ import annotations

import logging
import math
import re
import threading
import time
from collections.abc import Collection, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from gridproof.batch.guarding import Post
from gridproof.batch.packets import KEPT, Done, Hands, Packet, borrowed, do
from gridproof.errors import InputError, MissingPart
from gridproof.registry import installed

if TYPE_CHECKING:
    from gridproof.batch.sharing import Client

__all__ = ["connected", "on_cluster"]

#: A host and a port, and how one speaks to them if it is not by TCP.
_ADDRESS: Final = re.compile(r"(\w+://)?[^\s/]+:[0-9]{1,5}")
_HINT: Final = "`dask scheduler` prints its address: `tcp://host:8786`"
#: Seconds that a scheduler is waited for.
_PATIENCE: Final = 10.0
#: Seconds that a worker is waited for, at the start and when the last one has left.
_WORKERLESS: Final = 60.0
_SAME: Final = "every machine needs the same version of gridproof and of Python"
#: Seconds between two looks at how many workers there are, and whether work is still wanted.
_LOOK: Final = 1.0


@contextmanager
def connected(address: str) -> Iterator[Client]:
    """A client of the scheduler at an address such as ``tcp://host:8786``.

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
    for name in ("distributed", "distributed.client"):  # what matters is raised, too
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


@contextmanager
def on_cluster(client: Client) -> Iterator[Hands]:
    """The workers of a cluster.

    Raises:
        InputError: no worker is there, or one of them has something else installed.
    """
    from distributed import KilledWorker

    _compare(client)
    wanted = installed()
    executor = client.get_executor(retries=0, pure=False)

    def drop(futures: Collection[Future[Done]]) -> None:
        with suppress(Exception):  # a scheduler that is gone has dropped them, however that is said
            executor.shutdown(wait=False)  # all of them, with one message

    yield Hands(
        "the Dask cluster",
        submit=lambda packet: executor.submit(_do, wanted, packet),
        places=_Places(client).number,
        drop=drop,
        deadly=(KilledWorker,),
    )


class _Places:
    """How many threads the workers of a cluster have at the moment."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._number = 0
        self._looked = -math.inf
        self._seen = time.monotonic()

    def number(self) -> int:
        """Their number, some seconds old at most.

        Raises:
            InputError: the scheduler does not answer, or no worker has been there for long.
        """
        now = time.monotonic()
        if now - self._looked > _LOOK:
            try:
                self._number = sum(self._client.nthreads().values())
            except Exception as problem:
                raise InputError(
                    "the Dask scheduler does not answer any more", hint=KEPT
                ) from problem
            self._looked = time.monotonic()
            if self._number:
                self._seen = now
            elif now - self._seen > _WORKERLESS:
                raise _without_worker()
        return self._number


def _without_worker() -> InputError:
    return InputError(
        f"the Dask cluster has had no worker for {_WORKERLESS:g} s",
        hint="`dask worker ADDRESS` starts one",
    )


def _compare(client: Client) -> None:
    """Looks whether all workers that are there have installed what this machine has.

    Raises:
        InputError: one has not, or none is there.
    """
    try:
        client.wait_for_workers(1, timeout=_WORKERLESS)
        found: dict[str, Any] = client.run(installed, on_error="return")
    except TimeoutError:
        raise _without_worker() from None
    except Exception as problem:
        raise InputError(f"the Dask cluster does not answer: {problem}") from problem
    wanted = installed()
    wrong = [said for worker, has in found.items() if (said := _difference(worker, has, wanted))]
    if wrong:
        raise InputError("; ".join(wrong), hint=_SAME)


def _difference(worker: str, has: Mapping[str, str] | Exception, wanted: Mapping[str, str]) -> str:
    """What a worker has that it should not have; "" if it has all that is wanted."""
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


def _do(wanted: Mapping[str, str], packet: Packet) -> Done:
    """Does a packet, in a thread of a worker, also of one that came after the others.

    Raises:
        InputError: something else is installed here.
    """
    from distributed import get_worker

    worker = get_worker()
    if wrong := _difference(worker.address, _here(), wanted):
        raise InputError(wrong, hint=_SAME)
    memory = worker.memory_manager.memory_limit  # of the worker: each of its threads has a share
    share = memory // worker.state.nthreads if memory else None
    with borrowed(share) as post, _ended_if_unwanted(post, worker):
        return do(packet, post)


@contextmanager
def _ended_if_unwanted(post: Post, worker: Any) -> Iterator[None]:
    """Ends the process of a post when the coordinator has cancelled the task, or is gone."""
    key = worker.get_current_task()
    over = threading.Event()

    def watch() -> None:
        while not over.wait(_LOOK):
            task = worker.state.tasks.get(key)
            if task is None or task.state == "cancelled":
                post.close()
                return

    threading.Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        over.set()
