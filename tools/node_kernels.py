"""Kernels in WebAssembly for a Python that is no browser's: they run in a process of Node.

Tests and measurements compare them with the compiled ones.
"""

from __future__ import annotations

import importlib
import math
import struct
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tools.wasm import ROOT, TARGET, kernels

from gridproof._native.webassembly import Host, Poll, modules

__all__ = ["NodeHost", "modules", "served"]

_SCRIPT: Final = ROOT / "src" / "gridproof" / "render" / "player" / "kernels.mjs"
_HEAD: Final = struct.Struct("<BI")
_KNOWN: Final = struct.Struct("<3d")
_SPENT: Final = struct.Struct("<2d")


class NodeHost:
    """A Node that runs kernels, one call at a time.

    Args:
        folder: of the kernels.
        flags: for Node.

    Attributes:
        cpu_seconds: that the calls have taken in it.
        memory: bytes of the largest memory that a kernel has had in it.

    Raises:
        FileNotFoundError: kernels are missing there, for which compiled ones would be taken.
    """

    def __init__(self, folder: Path = TARGET, flags: Sequence[str] = ()) -> None:
        self._folder, self._flags = folder, flags
        self._lock = threading.RLock()
        self._node: subprocess.Popen[bytes] | None = None
        self._closed = False
        self.cpu_seconds = 0.0
        self.memory = 0
        if missing := set(kernels()) - set(self.names()):
            named = ", ".join(sorted(missing))
            raise FileNotFoundError(f"kernels in WebAssembly ({named}): call `make wasm`")

    def names(self) -> Sequence[str]:
        """Return the names of the kernels that were built."""
        return sorted(path.stem for path in self._folder.glob("*.wasm"))

    def message(self, kernel: str, request: bytes, poll: Poll | None) -> bytes:
        """Return the reply of a kernel to a request.

        Raises:
            RuntimeError: the kernel has failed.
        """
        with self._lock:
            if self._closed:
                raise RuntimeError("the process of kernels was ended")
            if self._node is None:
                self._start()
            self._send(b"S" if poll is None else b"C", kernel.encode() + b"\0" + request)
            while True:
                letter, content = self._receive()
                if letter == b"P" and poll is not None:
                    nodes, *rest = _KNOWN.unpack(content)
                    bound, best = (None if math.isnan(number) else number for number in rest)
                    self._send(b"A", bytes([poll(nodes, bound, best)]))
                elif letter == b"E":
                    raise RuntimeError(content.decode())
                else:
                    seconds, memory = _SPENT.unpack_from(content)
                    self.cpu_seconds += seconds
                    self.memory = max(self.memory, int(memory))
                    return content[_SPENT.size :]

    def close(self) -> None:
        """End the process."""
        self._closed = True
        if self._node is not None:
            self._node.communicate()
            self._node = None

    def _start(self) -> None:
        self._node = subprocess.Popen(
            ["node", *self._flags, Path(__file__).with_suffix(".mjs"), _SCRIPT, self._folder],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for Python, which stops kernels by their polls
        )

    def _send(self, letter: bytes, content: bytes) -> None:
        assert self._node is not None
        assert self._node.stdin is not None
        self._node.stdin.write(_HEAD.pack(letter[0], len(content)) + content)
        self._node.stdin.flush()

    def _receive(self) -> tuple[bytes, bytes]:
        letter, size = _HEAD.unpack(self._read(_HEAD.size))
        return bytes([letter]), self._read(size)

    def _read(self, size: int) -> bytes:
        assert self._node is not None
        assert self._node.stdout is not None
        data = self._node.stdout.read(size)
        if len(data) < size:
            raise RuntimeError("the process of kernels has ended")
        return data


@contextmanager
def served(host: Host) -> Iterator[None]:
    """Let solvers of this process call the kernels of a host in place of the compiled ones."""
    before = []
    for name, module in modules(host).items():
        compiled = importlib.import_module(f"gridproof._native.{name}")
        before.append((compiled, dict(vars(compiled))))
        vars(compiled).update(
            {name: value for name, value in vars(module).items() if not name.startswith("__")}
        )
    try:
        yield
    finally:
        for compiled, contents in before:
            vars(compiled).update(contents)
