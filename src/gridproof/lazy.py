"""Objects by name, imported when they are used."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import Any

from gridproof.errors import missing_part

__all__ = ["load", "make_callable"]


def load(entry: str) -> Any:
    """Return the object that "module:name" names.

    Raises:
        MissingPart: its module, or one that this needs, cannot be imported.
    """
    module, _, name = entry.partition(":")
    try:
        return getattr(importlib.import_module(module), name)
    except ImportError as error:
        raise missing_part(error, "gridproof") from None


def make_callable(package: str, entry: str) -> None:
    """Make a package callable as the function that "module:name" names.

    For a public function that is called as a package is, such as `gridproof.games`: Python puts the
    package in its place as soon as it is imported.
    """

    class Package(ModuleType):
        def __call__(self, *args: Any, **options: Any) -> Any:
            return load(entry)(*args, **options)

    sys.modules[package].__class__ = Package
