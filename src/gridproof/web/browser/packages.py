"""Packages that a browser loads when they are first needed: each is a file of the site."""

from __future__ import annotations

import importlib
import io
import sys
import zipfile
from collections.abc import Callable, Iterable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

__all__ = ["LatePackages"]


class LatePackages(MetaPathFinder):
    """Finds packages that nothing else finds, by loading them.

    Args:
        names: of the packages.
        fetch: returns the zip file of one.
        folder: a folder of modules, in which they are unpacked.
    """

    def __init__(self, names: Iterable[str], fetch: Callable[[str], bytes], folder: Path) -> None:
        self._left = set(names)
        self._fetch = fetch
        self._folder = folder

    def install(self) -> None:
        """Have Python ask it, after all others."""
        sys.meta_path.append(self)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a package that is loaded now; None for all else.

        Raises:
            ModuleNotFoundError: it cannot be loaded, without a network for example.
        """
        if fullname not in self._left:
            return None
        try:
            packed = self._fetch(fullname)
        except Exception as error:  # of JavaScript
            raise ModuleNotFoundError(
                f"{fullname} cannot be loaded ({error})", name=fullname
            ) from None
        with zipfile.ZipFile(io.BytesIO(packed)) as files:
            files.extractall(self._folder)
        self._left.remove(fullname)
        importlib.invalidate_caches()
        return PathFinder.find_spec(fullname, [str(self._folder)], target)
