"""The lists of files that the browser keeps, with a version of their own."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Final

__all__ = ["kept", "write_lists"]

_SCRIPT: Final = "offline.js"
#: Made of other files, and with other bytes each time: a version does not depend on it.
_MADE: Final = "python/memory.gz"
#: Folders whose files are kept when they are first asked for, or when Python is ready.
_LATER: Final = ("python", "pictures", "opened", "courses", "api/rules")


def kept(folder: Path) -> tuple[list[str], list[str]]:
    """Return the files that are kept at once, and all others."""
    names = sorted(
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
    )
    names.remove(_SCRIPT)
    rest = [name for name in names if name.startswith(tuple(f"{part}/" for part in _LATER))]
    return ["./", *(name for name in names if name not in rest)], rest


def write_lists(folder: Path) -> None:
    """Write the lists, and the version, into the script that keeps the files."""
    first, rest = kept(folder)
    digest = hashlib.sha256()
    for name in (name for name in (*first[1:], *rest) if name != _MADE):
        digest.update(f"{name}\0".encode() + hashlib.sha256((folder / name).read_bytes()).digest())
    script = folder / _SCRIPT
    text = script.read_text(encoding="utf-8")
    values = {"version": f"gridproof-{digest.hexdigest()[:16]}"}
    values |= {"first": json.dumps(first), "rest": json.dumps(rest)}
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", value)
    script.write_text(text, encoding="utf-8")
