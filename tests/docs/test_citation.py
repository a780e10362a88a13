"""CITATION.cff, the entries for BibTeX and the package say the same."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

import gridproof

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "README.md", ROOT / "docs" / "reference" / "citation.md")
CITATION: dict[str, Any] = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_citation_has_what_its_format_requires() -> None:
    """Each of these is required by CFF 1.2.0, or says what is cited."""
    assert CITATION["cff-version"] == "1.2.0"
    assert CITATION["type"] == "software"
    assert CITATION["message"]
    assert CITATION["title"].startswith(PROJECT["name"])


def test_the_citation_is_of_this_package() -> None:
    assert CITATION["version"] == gridproof.__version__
    assert CITATION["license"] == PROJECT["license"]
    assert CITATION["authors"] == PROJECT["authors"]
    assert CITATION["keywords"] == PROJECT["keywords"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_entry_for_bibtex_is_the_citation(page: Path) -> None:
    (entry,) = re.findall(r"```bibtex\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8")
    (year,) = re.findall(r"Copyright \(c\) (\d+)", licence)
    (author,) = CITATION["authors"]
    assert entry.startswith("@software{gridproof,\n")
    assert dict(re.findall(r"(\w+) +=\s\{(.*)\},\n", entry)) == {
        "author": f"{{{author['name']}}}",  # a name of several words that is one
        "title": CITATION["title"],
        "version": CITATION["version"],
        "year": year,
        "license": CITATION["license"],
    }
