"""The reference of the Python functions and classes is what their docstrings say."""

from __future__ import annotations

import re
from pathlib import Path

from tools.api_pages import FOLDER, MODULES, pages

import gridproof

ROOT = Path(__file__).parents[2]


def test_pages_are_made_of_docstrings() -> None:
    written = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md")}
    assert written == pages(), "`make api-pages` writes them"


def test_every_public_name_has_its_part() -> None:
    text = (FOLDER / "gridproof.md").read_text(encoding="utf-8")
    headings = set(re.findall(r"^## (\w+)$", text, re.MULTILINE))
    assert headings == set(gridproof.__all__) - {"__version__"}


def test_modules_that_documents_import_are_described() -> None:
    documented = {module for modules in MODULES.values() for module in modules}
    for page in [ROOT / "README.md", *(ROOT / "docs" / "howto").glob("*.md")]:
        text = page.read_text(encoding="utf-8")
        for module, names in re.findall(r"^>>> from (gridproof[\w.]*) import (.*)$", text, re.M):
            assert module in documented or module.startswith("gridproof.games."), (page, module)
            described = (FOLDER / f"{module}.md").read_text(encoding="utf-8")
            for name in re.findall(r"\w+", names):
                assert re.search(rf"^## {name}$|`{name}`", described, re.M), (page, module, name)
