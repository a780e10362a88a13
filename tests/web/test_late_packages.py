"""Packages that a browser loads when they are first needed."""

from __future__ import annotations

import importlib
import io
import sys
import zipfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from gridproof.lazy import is_installed
from gridproof.web.browser.packages import LatePackages

NAME = "package_that_comes_late"


def packed() -> bytes:
    """A package with a module."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as files:
        files.writestr(f"{NAME}/__init__.py", f"from {NAME} import part\n")
        files.writestr(f"{NAME}/part.py", "VALUE = 7\n")
    return data.getvalue()


class Fetching:
    """A fetch that counts its calls; it fails for as long as there is no network."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.network = True

    def __call__(self, name: str) -> bytes:
        self.calls.append(name)
        if not self.network:
            raise OSError("no network")
        return packed()


@pytest.fixture
def fetching(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Fetching]:
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    monkeypatch.syspath_prepend(tmp_path)
    fetching = Fetching()
    LatePackages([NAME], fetching, tmp_path).install()
    yield fetching
    for name in [name for name in sys.modules if name.startswith(NAME)]:
        del sys.modules[name]


def test_a_package_is_fetched_once(fetching: Fetching) -> None:
    assert find_spec("another_that_is_missing") is None
    assert not fetching.calls
    assert is_installed(NAME)
    assert importlib.import_module(NAME).part.VALUE == 7
    assert fetching.calls == [NAME]


def test_a_package_that_does_not_come_is_missing_until_it_does(fetching: Fetching) -> None:
    fetching.network = False
    with pytest.raises(ModuleNotFoundError, match="no network") as missing:
        importlib.import_module(NAME)
    assert missing.value.name == NAME
    fetching.network = True
    assert importlib.import_module(f"{NAME}.part").VALUE == 7
