"""Work that goes wrong in every way that the tests could think of."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gridproof.errors import InputError, InternalError
from gridproof.limits import CancelToken
from gridproof.result import Progress

#: A library whose functions are called with the interpreter's lock held: nothing else runs then.
_HOLDING = ctypes.PyDLL(None)


@dataclass(frozen=True)
class Does:
    """A function of this module, by name, as work."""

    name: str
    arguments: tuple[Any, ...] = ()

    def answer(self, cancel: CancelToken, progress: Callable[[Progress], None]) -> Any:
        return globals()[self.name](*self.arguments)


def answer(value: Any = None) -> Any:
    return value


def process() -> int:
    return os.getpid()


def sleeps() -> None:
    time.sleep(10_000)


def spins() -> None:
    while True:
        pass


def sleeps_in_native_code() -> None:
    _HOLDING.sleep(10_000)


def spins_in_native_code() -> None:
    """Fills memory again and again, and never lets go of the interpreter."""
    size = 1 << 28
    numbers = (ctypes.c_char * size)()
    for _ in range(10_000):
        _HOLDING.memset(numbers, 1, size)


def ignores_signals() -> None:
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    spins()


def allocates_bytes(most: int) -> int:
    """Takes memory until it has more than it may have."""
    kept: list[bytearray] = []
    while len(kept) << 20 < most:
        kept.append(bytearray(1 << 20))
    return len(kept)


def allocates_numpy(most: int) -> int:
    import numpy as np

    kept = [np.ones(1 << 17) for _ in range(most >> 20)]
    return len(kept)


def throws_bad_alloc() -> None:
    """Throw as a C++ library does that nobody translates: `operator new` of far too much."""
    library = ctypes.CDLL("libstdc++.so.6")
    library._Znwm.argtypes = [ctypes.c_size_t]
    library._Znwm(1 << 60)


def aborts() -> None:
    ctypes.CDLL(None).abort()


def segfaults() -> None:
    ctypes.string_at(0)


def recurses() -> None:
    recurses()


def exits(code: int) -> None:
    os._exit(code)


def exits_politely() -> None:
    sys.exit(3)


def kills_itself(number: int) -> None:
    os.kill(os.getpid(), number)


def kills_its_parent() -> None:
    """As a machine does that has no memory left, and picks the wrong one."""
    os.kill(os.getppid(), signal.SIGKILL)
    sleeps()


def stops_itself() -> None:
    os.kill(os.getpid(), signal.SIGSTOP)


def raises() -> None:
    raise ZeroDivisionError("something with \ud800 in it,\nand more\n" * 1000)


def refuses() -> None:
    raise InputError("this board is not for me")


def finds_a_bug() -> None:
    raise InternalError("the result failed its checks")


def answers_what_cannot_be_sent() -> Any:
    return lambda: None


def prints(count: int) -> int:
    """Megabytes on both streams, by Python and past it."""
    line = b"x" * (1 << 20)
    for _ in range(count):
        os.write(1, line)
        os.write(2, line)
    sys.stdout.write("hello\n")
    return count


def prints_for_ever() -> None:
    line = b"x" * (1 << 16)
    while True:
        os.write(2, line)


def closes_everything() -> int:
    os.closerange(0, 3)
    return 1


def has_children(dies: bool, leaves: bool = False) -> int:
    """Forks a process that holds whatever this one has open; then dies, or sleeps."""
    child = os.fork()
    if child == 0:
        if leaves:
            os.setsid()
        time.sleep(30)  # nobody kills it if it has left
        os._exit(0)
    if dies:
        os._exit(7)
    return child


def has_children_and_spins(told: str) -> None:
    """Says in a file which processes are to be gone in the end, and never comes back."""
    child = os.fork()
    if child == 0:
        while True:
            time.sleep(1)
    further = subprocess.Popen(["sleep", "10000"])
    with open(told, "w", encoding="ascii") as file:
        file.write(f"{os.getpid()} {child} {further.pid}\n")
    _HOLDING.sleep(10_000)
