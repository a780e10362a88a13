"""Objects by name, imported when they are used."""

from __future__ import annotations

import importlib
from typing import Any

__all__ = ["load"]


def load(entry: str) -> Any:
    """The object that "module:name" names."""
    module, _, name = entry.partition(":")
    return getattr(importlib.import_module(module), name)
