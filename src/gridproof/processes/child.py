"""Processes that end with the one that started them, and take along what they started themselves.

Whatever they do: nothing of Python has to run for it, so that native code that never comes back
ends too. Each is the first of a group of its own and holds one end of a pipe. The system watches
that end and kills the group when the other end is closed, which it is when its holder ends, however
it does. That is Linux; elsewhere a process has to look itself whether its standard input has ended.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, Final

try:
    from fcntl import F_GETFL, F_SETFL, F_SETOWN, F_SETSIG, fcntl
except ImportError:  # not Linux
    _WATCHED = False
else:
    _WATCHED = True

__all__ = ["ChildProcess", "die_with_parent"]


#: On Windows, instead of a session of its own: Ctrl-C is not for it.
_NEW_GROUP: Final[int] = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
#: Seconds between two looks at a process that is about to end.
_PAUSE: Final = 0.005


class ChildProcess(subprocess.Popen[bytes]):
    """A process that ends with this one. Its standard input and output are pipes.

    Args:
        command: its arguments; what it has to hand to :func:`die_with_parent` is added.
        stderr: where it complains.
        env: its environment.
    """

    def __init__(self, command: Sequence[str], stderr: IO[bytes], env: dict[str, str]) -> None:
        self._line: IO[bytes] | None = None
        given: tuple[int, ...] = ()
        if _WATCHED:
            far, near = os.pipe()
            self._line, given = os.fdopen(near, "wb", buffering=0), (far,)
        try:
            super().__init__(
                [*command, *map(str, given)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                env=env,
                start_new_session=True,  # Ctrl-C, and a terminal that closes, are not for it
                creationflags=_NEW_GROUP,
                pass_fds=given,
            )
        except BaseException:
            if self._line is not None:
                self._line.close()
            raise
        finally:
            for descriptor in given:
                os.close(descriptor)

    def has_ended(self) -> bool:
        """Return True if it has ended; its number stays taken, so that its group can be ended."""
        if self.returncode is not None:
            return True
        if not hasattr(os, "waitid"):
            return self.poll() is not None
        try:
            flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
            return os.waitid(os.P_PID, self.pid, flags) is not None
        except ChildProcessError:  # another thread has just waited for it
            return True

    def end(self) -> None:
        """Kill it and the rest of its group, and wait for it.

        A process that left the group on purpose stays.
        """
        self.kill_group()
        self.wait()

    def kill_group(self) -> None:
        """Kill it and the rest of its group, and wait for nothing."""
        if self.returncode is None:  # else its number may be another's by now
            if hasattr(os, "killpg"):
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(self.pid, signal.SIGKILL)
            self.kill()

    def ends_by_itself(self, seconds: float) -> bool:
        """Wait up to `seconds` for its end; return True if it has ended."""
        end = time.monotonic() + seconds
        while not (ended := self.has_ended()) and time.monotonic() < end:
            time.sleep(_PAUSE)
        return ended

    def close(self) -> None:
        """Close this side of all pipes, which ends the process if it has not ended yet."""
        for pipe in (self._line, self.stdin, self.stdout):
            if pipe is not None:
                with suppress(OSError):  # what was not yet sent has no reader any more
                    pipe.close()


def die_with_parent(far: int) -> None:
    """Have the group of this process killed when the other end of the pipe ``far`` is closed."""
    with suppress(OSError):  # a system that takes itself for Linux, but cannot do this
        fcntl(far, F_SETOWN, -os.getpgrp())
        fcntl(far, F_SETSIG, signal.SIGKILL)
        fcntl(far, F_SETFL, fcntl(far, F_GETFL) | os.O_ASYNC)
    if select.select([far], [], [], 0)[0]:  # it was closed before anybody watched
        os.killpg(0, signal.SIGKILL)
