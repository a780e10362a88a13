from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from types import ModuleType

import pytest
from tools.node_kernels import NodeHost
from tools.wasm import kernels

from gridproof._native.webassembly import modules


@pytest.fixture(scope="session")
def host() -> Iterator[NodeHost]:
    """Node, with all kernels."""
    host = NodeHost()
    assert list(host.names()) == kernels(), "kernels are missing: call `make wasm`"
    yield host
    host.close()


@pytest.fixture(scope="session")
def webassembly(host: NodeHost) -> dict[str, ModuleType]:
    """The kernels in WebAssembly by name."""
    return modules(host)


@pytest.fixture(scope="session")
def compiled() -> dict[str, ModuleType]:
    """The compiled kernels by name."""
    return {name: importlib.import_module(f"gridproof._native.{name}") for name in kernels()}


@pytest.fixture(scope="session")
def served(
    webassembly: dict[str, ModuleType], compiled: dict[str, ModuleType]
) -> Callable[[], AbstractContextManager[None]]:
    """A context in which solvers call the kernels in WebAssembly."""

    @contextmanager
    def served() -> Iterator[None]:
        with pytest.MonkeyPatch.context() as patch:
            for name, module in webassembly.items():
                for attribute, value in vars(module).items():
                    if not attribute.startswith("__"):
                        patch.setattr(compiled[name], attribute, value)
            yield

    return served
