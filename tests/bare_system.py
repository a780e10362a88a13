"""Runs gridproof as on a system without what only Unix has: `python -m tests.bare_system FOLDER`.

Modules, functions, signals and flags are hidden from the code of gridproof alone; libraries see the
system as it is.
"""

from __future__ import annotations

import builtins
import importlib
import pkgutil
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

#: Modules that Windows lacks.
MODULES = {"fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"}
#: What it lacks in others.
NAMES = {
    "os": {
        *("fork", "getegid", "geteuid", "getgid", "getpgrp", "getuid", "killpg", "mkfifo", "nice"),
        *("getloadavg", "getpgid", "getpriority", "pread", "sched_getaffinity", "set_blocking"),
        *("setsid", "statvfs", "sysconf", "uname", "waitid", "WEXITED", "WNOHANG", "WNOWAIT"),
        *("O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "O_PATH", "fchmod", "fchown"),
    },
    "signal": {"SIGALRM", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGUSR1", "setitimer", "ITIMER_REAL"},
    "time": {"clock_gettime", "tzset"},
}
#: What it has less of.
CHANGED: dict[str, dict[str, Any]] = {"os": {"supports_dir_fd": set(), "supports_fd": set()}}


class Bare(ModuleType):
    """A module without some of its names."""

    def __init__(self, whole: ModuleType) -> None:
        super().__init__(whole.__name__)
        self.whole = whole
        vars(self).update(CHANGED.get(whole.__name__, {}))

    def __getattr__(self, name: str) -> Any:
        if name in NAMES[self.__name__]:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}", name=name)
        return getattr(self.whole, name)


def hide() -> None:
    """Hide all of it from modules of gridproof that are imported from here on."""
    bare = {name: Bare(importlib.import_module(name)) for name in NAMES}
    real = builtins.__import__

    def load(name: str, names: Any = None, *rest: Any, **others: Any) -> Any:
        if str((names or {}).get("__name__", "")).split(".")[0] == "gridproof":
            if name in MODULES:
                raise ImportError(f"No module named {name!r}", name=name)
            if name in bare:
                return bare[name]
        return real(name, names, *rest, **others)

    builtins.__import__ = load  # type: ignore[assignment]


def import_all() -> int:
    """Import every module; return their number."""
    import gridproof

    walk = pkgutil.walk_packages(gridproof.__path__, "gridproof.")
    # Kernels share a library, which lies beside them and is no module.
    found = [m.name for m in walk if not re.search(r"\.(__main__|lib\w+)$", m.name)]
    for name in found:
        importlib.import_module(name)
    return len(found)


def use(folder: Path) -> None:
    """Solve a board of every game, here and in a process, with limits; write and check a proof."""
    import gridproof
    from gridproof.cli import run
    from gridproof.design.level_id import GeneratorConfig
    from gridproof.files.temporary import CAN_HOLD

    assert not CAN_HOLD, "nothing is hidden"
    limits = gridproof.Limits(time=60, memory=1 << 30)
    for game in gridproof.games().values():
        spec = game.generators[0]
        board = GeneratorConfig(game, spec, spec.small).draw("1.0")
        assert gridproof.solve(board, game=game, limits=limits).verified
        text = folder / f"{game.id}.txt"
        text.write_text(game.write(board, game.canonical_format), encoding="utf-8")
        proof = folder / f"{game.id}.gpc"
        assert gridproof.certify(board, proof, game=game, limits=limits).certificate is not None
        assert gridproof.check(proof).accepted
    files = [str(path) for path in sorted(folder.glob("*.txt"))]
    store = ["--store", str(folder / "runs.db"), "--jobs", "1", "--time", "60", "--quiet"]
    assert run(["batch", "run", *files, *store]) == 0


if __name__ == "__main__":
    hide()
    print(import_all(), "modules")
    use(Path(sys.argv[1]))
