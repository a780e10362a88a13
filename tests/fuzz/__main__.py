"""Reads damaged input by all readers: ``python -m tests.fuzz [--inputs N] [--seed S]``.

An input is read within one second of work and 512 MiB, or it is a failure. Failures are printed
with what makes the input again; the exit code is 1 if there are any.
"""

from __future__ import annotations

import argparse
import collections
import resource
import signal
import sys
import time
import traceback
from pathlib import Path
from typing import Any

from tests.fuzz.readers import READERS, made, run

_SECONDS = 1.0
_MEMORY = 512 << 20
#: Failures of one reader that are printed.
_PRINTED = 20


class TooSlow(BaseException):
    """An input takes more than a second of work."""


def _interrupt(number: int, frame: Any) -> None:
    raise TooSlow


def _limit_memory() -> None:
    """Leave this process 512 MiB more than it has."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    most = pages * resource.getpagesize() + _MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def attempt(name: str, value: Any) -> str | None:
    """Return what goes wrong when an input is read; None if nothing does."""
    signal.setitimer(signal.ITIMER_VIRTUAL, _SECONDS)
    try:
        run(name, value)
    except TooSlow:
        return f"takes more than {_SECONDS} s of work"
    except MemoryError:
        return f"takes more than {_MEMORY >> 20} MiB"
    except Exception:
        return traceback.format_exc(limit=-6)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return None


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000, help="of all readers together")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--reader", action="append", help="only this one", choices=list(READERS))
    parser.add_argument("--number", type=int, help="print and read only the input of this number")
    chosen = parser.parse_args()
    names = chosen.reader or list(READERS)
    if chosen.number is not None:
        for name in names:
            value = made(name, chosen.seed, chosen.number)
            print(repr(value), attempt(name, value) or "is read or refused", sep="\n")
        return 0
    for name in names:
        made(name, chosen.seed, 0)  # samples are made before memory is limited
    signal.signal(signal.SIGVTALRM, _interrupt)
    _limit_memory()
    failures: collections.Counter[str] = collections.Counter()
    each = -(-chosen.inputs // len(names))
    for name in names:
        started = time.perf_counter()
        for number in range(each):
            value = made(name, chosen.seed, number)
            if (wrong := attempt(name, value)) is not None:
                failures[name] += 1
                if failures[name] <= _PRINTED:
                    print(f"FAILED --reader '{name}' --seed {chosen.seed} --number {number}")
                    print(repr(value)[:2000], wrong, sep="\n", flush=True)
        took = time.perf_counter() - started
        print(f"{name}: {each} inputs, {failures[name]} failures, {took:.0f} s", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
