"""Objects by name, imported when they are used."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Iterable
from importlib.machinery import PathFinder
from types import ModuleType
from typing import TYPE_CHECKING, Any

from gridproof.errors import missing_part

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["entry_points", "is_installed", "load", "make_callable", "require"]


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


def is_installed(package: str) -> bool:
    """Return True if a package can be found; it is not imported."""
    return importlib.util.find_spec(package) is not None


def require(*packages: str) -> None:
    """Do as if packages were imported, for a module that imports them only when they are used.

    Raises:
        ModuleNotFoundError: one of them cannot be found.
    """
    for package in packages:
        if not is_installed(package):
            raise ModuleNotFoundError(f"No module named {package!r}", name=package)


def make_callable(package: str, entry: str) -> None:
    """Make a package callable as the function that "module:name" names.

    For a public function that is called as a package is, such as `gridproof.games`: Python puts the
    package in its place as soon as it is imported.
    """

    class Package(ModuleType):
        def __call__(self, *args: Any, **options: Any) -> Any:
            return load(entry)(*args, **options)

    sys.modules[package].__class__ = Package


def entry_points(group: str) -> Iterable[EntryPoint]:
    """Return the entry points of a group, in all installed packages.

    The library for it takes longer to import than all else that a command reads. It is left out if
    the group's name is in none of the files that the library would read.
    """
    if not _may_be_named(group):
        return ()
    from importlib import metadata

    return metadata.entry_points(group=group)


def _may_be_named(group: str) -> bool:
    """Return False if no installed package has entry points of a group."""
    finders = [one for one in sys.meta_path if hasattr(one, "find_distributions")]
    if finders != [PathFinder]:  # packages may be elsewhere than in folders
        return True
    mark = group.encode()
    for folder in sys.path:
        try:
            names = os.listdir(folder or ".")
        except NotADirectoryError:  # an archive
            return True
        except OSError:
            continue
        for name in names:
            if name.lower().endswith((".dist-info", "egg-info")):
                try:
                    with open(os.path.join(folder, name, "entry_points.txt"), "rb") as file:
                        if mark in file.read():
                            return True
                except OSError:  # there are none
                    continue
    return False
