"""A plugin that lets all tests of a run use the kernels in WebAssembly.

    pytest -p tests.wasm.served tests/games

Processes that solvers start for themselves have the compiled kernels still.
"""

from __future__ import annotations

from tools.node_kernels import NodeHost

from gridproof._native.webassembly import install

HOST = NodeHost()
install(HOST)


def pytest_unconfigure() -> None:
    """End Node."""
    HOST.close()
