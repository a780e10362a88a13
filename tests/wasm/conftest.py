from __future__ import annotations

from collections.abc import Iterator

import pytest
from tools.node_kernels import NodeHost
from tools.wasm import kernels


@pytest.fixture(scope="session")
def host() -> Iterator[NodeHost]:
    """Node, with all kernels."""
    host = NodeHost()
    assert list(host.names()) == kernels(), "kernels are missing: call `make wasm`"
    yield host
    host.close()
