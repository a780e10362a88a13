"""Functions run in a child process that heeds permissions, though root may run the tests."""

from __future__ import annotations

import ctypes
import os
import pickle
import sys
import warnings
from collections.abc import Callable
from typing import Any, TypeVar

__all__ = ["in_child"]

T = TypeVar("T")

#: Version 3 of the structures of `capset`.
_VERSION = 0x20080522
#: The rights to read and write what the permissions of files forbid.
_OVERRIDE = (1 << 1) | (1 << 2)


def in_child(work: Callable[[], T], prepare: Callable[[], Any] = lambda: None) -> T | BaseException:
    """Return or raise as a function does in a fork of this process that heeds permissions.

    Args:
        work: the function; what it returns can be handed over by pickle.
        prepare: called before it, in the fork.
    """
    reader, writer = os.pipe()
    with warnings.catch_warnings():  # that other threads of the tests are not there is as well
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        said: Any
        try:
            _heed_permissions()
            prepare()
            said = work()
        except BaseException as problem:
            said = problem
        os.close(reader)
        with os.fdopen(writer, "wb") as file:
            pickle.dump(said, file)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as file:
        data = file.read()
    os.waitpid(child, 0)
    answer: T | BaseException = pickle.loads(data)
    return answer


def _heed_permissions() -> None:
    if os.geteuid() != 0 or sys.platform != "linux":
        return
    library = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(_VERSION, 0)
    data = (ctypes.c_uint32 * 6)()
    assert library.capget(header, data) == 0
    for kind in range(2):  # effective and permitted, of the first 32
        data[kind] &= ~_OVERRIDE
    assert library.capset(header, data) == 0
