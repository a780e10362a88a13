"""The same batch on a cluster of machines, by Dask."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING

from gridproof.errors import MissingPart

if TYPE_CHECKING:
    from gridproof.batch.sharing import Client

__all__ = ["connected", "on_cluster"]


@contextmanager
def connected(address: str) -> Iterator[Client]:
    """A client of the scheduler at an address such as ``tcp://host:8786``.

    Raises:
        MissingPart: Dask is not installed.
    """
    if find_spec("distributed") is None:
        raise MissingPart("clusters need Dask", hint="pip install 'gridproof[cluster]'")
    from distributed import Client as Dask

    with Dask(address) as client:  # type: ignore[no-untyped-call]
        yield client


@contextmanager
def on_cluster(client: Client) -> Iterator[Executor]:
    """An executor that does its work on a cluster."""
    yield client.get_executor(retries=0)
