from __future__ import annotations

from collections.abc import Iterator

import pytest
from tools.node_kernels import NodeHost


@pytest.fixture(scope="session")
def host() -> Iterator[NodeHost]:
    """Node, with all kernels."""
    host = NodeHost()
    yield host
    host.close()
