"""``gridproof doctor``: is everything here, and which version?"""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from gridproof import __version__
from gridproof.arguments import explained
from gridproof.cli import messages
from gridproof.cli.exit_codes import ExitCode
from gridproof.cli.parameters import JsonObject
from gridproof.limits import default_memory
from gridproof.registry import games, kernels

__all__ = ["command", "doctor"]

#: The packages that gridproof needs to run, and those that parts of it use when present.
_REQUIRED = ("cyclopts", "highspy", "numpy", "rich")
_OPTIONAL = (
    "distributed",
    "gymnasium",
    "matplotlib",
    "networkx",
    "pillow",
    "pyarrow",
    "python-sat",
    "resvg-py",
    "starlette",
    "textual",
    "uvicorn",
)


def command(*, json: JsonObject = False) -> int:
    """Versions, build, optional parts that are present: 0 if what is needed is there."""
    record = doctor()
    states = record["kernels"]
    broken = [name for name, state in states.items() if state != "ok"]
    if json:
        messages.print_json(record)
    else:
        _print(record)
    if broken or not states:
        messages.error(f"kernels that cannot be loaded: {', '.join(broken) or 'all'}")
        messages.hint("install gridproof again with a C++20 compiler: `pip install .`")
        return ExitCode.MISSING_PART
    return ExitCode.ANSWERED


@explained
def doctor() -> dict[str, Any]:
    """Return versions, build, and the versions of optional parts (None: not installed)."""
    return {
        "gridproof": __version__,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "memory_limit": default_memory(),
        "packages": {name: _version(name) for name in _REQUIRED},
        "optional": {name: _version(name) for name in _OPTIONAL},
        "kernels": kernels(),
        "games": list(games()),
    }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _print(record: dict[str, Any]) -> None:
    for name, value in record.items():
        if isinstance(value, dict):
            value = ", ".join(f"{k} {v}" for k, v in value.items())
        elif isinstance(value, list):
            value = ", ".join(value)
        elif name == "memory_limit":
            value = f"{value / (1 << 30):.1f} GiB"
        messages.out(f"{name:<13} {value}")
