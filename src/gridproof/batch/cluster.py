"""The same batch on a cluster of machines, by Dask."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gridproof.batch.sharing import Client

__all__ = ["on_cluster"]


@contextmanager
def on_cluster(client: Client) -> Iterator[Executor]:
    """An executor that does its work on a cluster."""
    yield client.get_executor(retries=0)
