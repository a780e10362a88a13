"""The kernels in WebAssembly as modules: ``gridproof._native.robots`` and the others.

A host runs them: in a browser the page's JavaScript, which registers ``kernels.mjs`` as the module
``gridproof_kernels``. A kernel tells its functions, classes and properties itself, so nothing about
any of them stands here.
"""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from types import ModuleType
from typing import Any, Protocol

from gridproof._native.messages import pack, unpack

__all__ = ["BrowserHost", "Host", "Poll", "install", "modules"]

#: Called with nodes, bound and best (None: not known yet) while a kernel runs; True stops it.
Poll = Callable[[float, float | None, float | None], bool]
_PACKAGE = "gridproof._native"


class Host(Protocol):
    """The runner of kernels."""

    def names(self) -> Sequence[str]:
        """Return the names of the kernels that it has."""
        ...

    def message(self, kernel: str, request: bytes, poll: Poll | None) -> bytes:
        """Return the reply of a kernel to a request."""
        ...


class BrowserHost:
    """The JavaScript around a Python in a browser (Pyodide)."""

    def __init__(self) -> None:
        self._kernels: Any = importlib.import_module("gridproof_kernels")

    def names(self) -> Sequence[str]:
        """Return the names of the kernels that the page has loaded."""
        return [str(name) for name in self._kernels.names()]

    def message(self, kernel: str, request: bytes, poll: Poll | None) -> bytes:
        """Return the reply of a kernel to a request."""
        ffi: Any = importlib.import_module("pyodide.ffi")
        try:
            reply = self._kernels.message(kernel, ffi.to_js(request), poll)
        except ffi.JsException as error:
            raise RuntimeError(str(error)) from None
        return bytes(reply.to_bytes())


def install(host: Host) -> None:
    """Serve the kernels of a host as the modules of ``gridproof._native``, before any others."""
    sys.meta_path.insert(0, _Finder(host))


def modules(host: Host, names: Sequence[str] | None = None) -> dict[str, ModuleType]:
    """Return modules of kernels by their names (None: of all), without serving them."""
    found = {name: ModuleType(f"{_PACKAGE}.{name}") for name in names or host.names()}
    for module in found.values():
        _fill(host, module)
    return found


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds and makes the module of a kernel."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Return the spec of a kernel that the host has, else None."""
        package, _, name = fullname.rpartition(".")
        if package != _PACKAGE or name not in self._host.names():
            return None
        return importlib.machinery.ModuleSpec(fullname, self, origin="WebAssembly")

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> None:
        """Leave the making of the module to Python."""

    def exec_module(self, module: ModuleType) -> None:
        """Put the functions and classes of a kernel into its module."""
        _fill(self._host, module)


def _fill(host: Host, module: ModuleType) -> None:
    """Put the functions and classes of a kernel into its module."""
    kernel = _Kernel(host, module.__name__.rpartition(".")[2])
    told = kernel.call("describe")
    for function in told["functions"]:
        if "." not in function:
            setattr(module, function, kernel.function(function))
    for made in told["classes"]:
        setattr(module, made, kernel.class_of(made, told["functions"], told["properties"]))


class _Kernel:
    """The functions of one kernel."""

    def __init__(self, host: Host, name: str) -> None:
        self._host = host
        self.name = name

    def call(self, function: str, *args: object, number: int | None = None, **named: Any) -> Any:
        """Call a function by its name, of an object if it has a number.

        Raises:
            ValueError, TypeError, IndexError, MemoryError, RuntimeError: as a compiled kernel does.
            Stopped: a limit ended work that is whole or nothing.
        """
        control = named.get("control")
        raised: list[BaseException] = []
        poll: Poll | None = None
        if control is not None:
            poll = _guarded(control.poll, raised) if control.poll is not None else None
            named["control"] = {
                "nodes": control.nodes,
                "seconds": float(control.seconds),
                "memory": control.memory,
                "cpu": control.cpu,
                "polled": poll is not None,
            }
        request = pack([function, number, list(args), named])
        reply = self._host.message(self.name, request, poll)
        if raised:
            raise raised[0]
        error, found = unpack(reply)
        if error:
            raise _exception(error, found)
        return found

    def function(self, name: str) -> Callable[..., Any]:
        """Return a function of the module."""

        def called(*args: object, **named: Any) -> Any:
            return self.call(name, *args, **named)

        called.__name__ = called.__qualname__ = name
        return called

    def class_of(self, name: str, functions: Sequence[str], properties: Sequence[str]) -> type:
        """Return a class whose objects live in the kernel."""
        kernel = self

        def init(instance: Any, *args: object, **named: Any) -> None:
            instance._number = kernel.call(name, *args, **named)

        def forget(instance: Any) -> None:
            if (number := instance.__dict__.pop("_number", None)) is not None:
                with suppress(RuntimeError):  # the host has ended before
                    kernel.call("forget", number=number)

        def method(full: str) -> Callable[..., Any]:
            def called(instance: Any, *args: object, **named: Any) -> Any:
                return kernel.call(full, *args, number=instance._number, **named)

            return called

        members: dict[str, Any] = {"__init__": init, "__del__": forget}
        for full in functions:
            if full.startswith(f"{name}."):
                members[full.removeprefix(f"{name}.")] = method(full)
        for full in properties:
            if full.startswith(f"{name}."):
                members[full.removeprefix(f"{name}.")] = property(method(full))
        return type(name, (), members)


def _guarded(poll: Callable[..., bool], raised: list[BaseException]) -> Poll:
    """Return a poll that keeps an exception for later, since none passes through WebAssembly."""

    def asked(nodes: float, bound: float | None, best: float | None) -> bool:
        try:
            return bool(poll(int(nodes), _whole(bound), _whole(best)))
        except BaseException as error:
            raised.append(error)
            return True

    return asked


def _whole(value: object) -> int | None:
    """Return a number that a host tells, whole; None for its sign of nothing.

    JavaScript's null is no None in Python.
    """
    return int(value) if isinstance(value, (int, float)) else None


def _exception(name: str, text: str) -> Exception:
    if name == "Stopped":
        from gridproof.limits import Stopped
        from gridproof.result import StopReason

        return Stopped(StopReason(text))
    known = (ValueError, TypeError, IndexError, MemoryError, RuntimeError)
    return {kind.__name__: kind for kind in known}[name](text)
