"""The reduction of docs/howto/reduce.md, put into its place as the page says.

As a program it is `python -m tests.reductions.added FOLDER ARGUMENTS`: pytest with it.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gridproof.reduction import reductions

__all__ = ["NAME", "PAGE", "added"]

PAGE = Path(__file__).parents[2] / "docs" / "howto" / "reduce.md"
#: Its id.
NAME = "matching-to-boxcover"

_MODULE = re.compile(r"^```python file=(\S+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@contextmanager
def added(folder: Path) -> Iterator[None]:
    """The page's module is there as if it lay in the folder of the reductions."""
    ((file, text),) = _MODULE.findall(PAGE.read_text(encoding="utf-8"))
    (folder / file).write_text(text, encoding="utf-8")
    path = importlib.import_module("gridproof.reductions").__path__
    path.append(str(folder))
    reductions.cache_clear()
    try:
        yield
    finally:
        path.remove(str(folder))
        sys.modules.pop(f"gridproof.reductions.{Path(file).stem}", None)
        reductions.cache_clear()


if __name__ == "__main__":
    with added(Path(sys.argv[1])):
        sys.exit(pytest.main(sys.argv[2:]))
