"""The command line on a terminal of its own: what is typed, and what is seen."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import sys
import termios
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Self

__all__ = ["GRIDPROOF", "Terminal"]

#: Seconds after which a test gives up waiting.
_GUARD = 60
GRIDPROOF = (sys.executable, "-m", "gridproof")
#: What moves the writing place, and styles; the rest is text.
_CONTROL = re.compile(
    rb"\x1b(?:\[[0-9;?<=>$ ]*[A-Za-z~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|P.*?\x1b\\|.)"
)


class Terminal:
    """A process with a terminal for its own.

    Args:
        command: what runs there.
        folder: where it runs, and where it keeps what is played.
        size: columns and lines.
        env: further environment variables.

    Attributes:
        pid: the process.
        raw: all that was written so far.
    """

    def __init__(
        self, command: Sequence[str], folder: Path, size: tuple[int, int] = (80, 24), **env: str
    ) -> None:
        self.raw = b""
        self._seen = 0
        self.pid, self._terminal = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            # Of the environment as Python knows it: what libraries have added (readline: COLUMNS)
            # is not for a terminal of another size.
            own = {"TERM": "xterm-256color", "XDG_STATE_HOME": str(folder / "state")} | env
            kept = {
                k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "LINES")
            }
            os.execvpe(command[0], list(command), kept | own)
        self.resize(*size)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        if self.pid:
            os.kill(self.pid, 9)
            os.waitpid(self.pid, 0)
        os.close(self._terminal)

    def resize(self, columns: int, lines: int) -> None:
        """Makes the terminal larger or smaller; the process is told."""
        size = struct.pack("HHHH", lines, columns, 0, 0)
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, size)

    def type(self, text: str) -> None:
        """Types something."""
        os.write(self._terminal, text.encode())

    def wait(self, text: str) -> str:
        """Waits until a text is written; what was written since the last wait, and with it."""
        deadline = time.monotonic() + _GUARD
        while text not in (since := self._text(self.raw[self._seen :])):
            ready, _, _ = select.select([self._terminal], [], [], deadline - time.monotonic())
            if not ready or not (more := self._read()):
                raise AssertionError(f"`{text}` was not written, but:\n{since}")
            self.raw += more
        self._seen = len(self.raw)
        return since

    def end(self) -> int:
        """Waits for the end of the process; its exit code, negative if a signal killed it."""
        while more := self._read():
            self.raw += more
        pid, self.pid = self.pid, 0
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

    def kill(self, signal: int) -> int:
        """Sends a signal and waits for the end."""
        os.kill(self.pid, signal)
        return self.end()

    def _read(self) -> bytes:
        try:
            return os.read(self._terminal, 1 << 16)
        except OSError:  # nobody has the terminal any more
            return b""

    @staticmethod
    def _text(raw: bytes) -> str:
        return _CONTROL.sub(b"", raw).decode(errors="replace")
