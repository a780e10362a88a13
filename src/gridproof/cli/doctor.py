"""``gridproof doctor``: is everything here, and which version?"""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, requires, version
from textwrap import wrap
from typing import Any

from gridproof import __version__
from gridproof.arguments import explained
from gridproof.cli import messages
from gridproof.cli.exit_codes import ExitCode
from gridproof.cli.parameters import JsonObject
from gridproof.limits import default_memory
from gridproof.registry import games, kernels

__all__ = ["command", "doctor"]

#: A requirement of this package: ``textual>=8.0; extra == "play"``.
_REQUIREMENT = re.compile(r'(?P<name>[\w.-]+)(?P<parts>\[[\w,.-]*\])?[^;]*(?:;.*"(?P<extra>\w+)")?')


def command(*, json: JsonObject = False) -> int:
    """Versions, build, optional parts that are present: 0 if what is needed is there.

    Of an optional part that is missing it says the command that installs it.

    Examples:
        gridproof doctor
    """
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
    """Return versions, build, and the packages of optional parts.

    Of an optional package it has the ``version`` (None: not installed), the ``extra`` that it
    belongs to, and the command that would ``install`` it, or None.
    """
    needed = _packages()
    return {
        "gridproof": __version__,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "memory_limit": default_memory(),
        "games": list(games()),
        "kernels": kernels(),
        "packages": {name: _version(name) for name, extra in needed.items() if extra is None},
        "optional": {name: _part(name, extra) for name, extra in needed.items() if extra},
    }


def _packages() -> Mapping[str, str | None]:
    """Return the packages that gridproof needs, with the extra that brings them (None: always).

    Extras are those of the extra ``all``: the others are for work on gridproof itself.
    """
    found = [_REQUIREMENT.match(line) for line in _requirements()]
    needs = [(match["name"], match["parts"], match["extra"]) for match in found if match]
    usual: set[str | None] = {None}
    for _, parts, extra in needs:
        if extra == "all" and parts:
            usual.update(parts.strip("[]").split(","))
    return {name: extra for name, parts, extra in needs if extra in usual and not parts}


def _requirements() -> list[str]:
    try:
        return requires("gridproof") or []
    except PackageNotFoundError:  # run from its sources
        return []


def _part(name: str, extra: str | None) -> dict[str, str | None]:
    found = _version(name)
    install = None if found else f"pip install 'gridproof[{extra}]'"
    return {"version": found, "extra": extra, "install": install}


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _print(record: dict[str, Any]) -> None:
    for line in _lines(record):
        messages.out(line)


def _lines(record: dict[str, Any]) -> Iterator[str]:
    width = max(messages.terminal_width(), 40)
    kernel_states = (f"{name} {state}" for name, state in record["kernels"].items())
    facts = {
        **{name: record[name] for name in ("gridproof", "python", "platform")},
        "memory limit": f"{record['memory_limit'] / (1 << 30):.1f} GiB",
        "games": ", ".join(record["games"]),
        "kernels": ", ".join(kernel_states),
    }
    for name, fact in facts.items():
        yield from wrap(fact, width, initial_indent=f"{name:<14}", subsequent_indent=" " * 14)
    optional = record["optional"]
    column = 4 + max(map(len, [*record["packages"], *optional]), default=0)
    yield from ("", "packages that are needed")
    for name, found in record["packages"].items():
        yield f"  {name:<{column}}{found or 'not installed: install gridproof again'}"
    yield from ("", "packages of optional parts")
    for name, part in optional.items():
        said = part["version"] or f"not installed: {part['install']}"
        yield f"  {name:<{column}}{said}"
