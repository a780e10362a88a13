"""One server for most tests of the web app."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.server import Client, serving


@pytest.fixture(scope="package")
def site() -> Iterator[Client]:
    """A client of a server with the usual limits."""
    with serving() as (client, _):
        yield client


@pytest.fixture(scope="package", autouse=True)
def _patient() -> Iterator[None]:
    """Cancelled searches have the time that a busy machine takes to hand out what they found."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gridproof.processes.worker.GRACE", 60.0)
        yield
