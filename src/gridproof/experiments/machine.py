"""The machine and the versions that figures come from."""

from __future__ import annotations

import os
import platform

from gridproof import __version__

__all__ = ["stamp"]


def stamp() -> str:
    """Return the version, and the machine, on one line."""
    return (
        f"gridproof {__version__}, Python {platform.python_version()}, {platform.system()} "
        f"{platform.machine()}, {os.cpu_count()} cores"
    )
