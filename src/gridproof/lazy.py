"""Objects by name, imported when they are used."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import Any

__all__ = ["load", "make_callable"]


def load(entry: str) -> Any:
    """The object that "module:name" names."""
    module, _, name = entry.partition(":")
    return getattr(importlib.import_module(module), name)


def make_callable(package: str, entry: str) -> None:
    """Makes a package callable, as the function that "module:name" names.

    For a public function that is called as a package is, such as `gridproof.games`: Python puts the
    package in its place as soon as it is imported.
    """

    class Package(ModuleType):
        def __call__(self) -> Any:
            return load(entry)()

    sys.modules[package].__class__ = Package
