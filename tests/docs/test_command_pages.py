"""The reference of the command line is what the program says of itself."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from tools.command_pages import FOLDER, pages, without_times


@pytest.fixture(scope="module")
def made() -> Mapping[str, str]:
    """The pages, for which all examples of help pages are run."""
    return pages()


def test_pages_are_made_of_the_program(made: Mapping[str, str]) -> None:
    written = {
        path.relative_to(FOLDER).as_posix(): without_times(path.read_text(encoding="utf-8"))
        for path in [*FOLDER.glob("*.md"), *FOLDER.glob("commands/*.md")]
        if path.relative_to(FOLDER).as_posix() in made or path.parent.name == "commands"
    }
    said = {name: without_times(text) for name, text in made.items()}
    assert written == said, "`make command-pages` writes them"


@pytest.mark.native
def test_links_within_the_reference_lead_somewhere(made: Mapping[str, str]) -> None:
    anchors = {
        name: {
            re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-")
            for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE)
        }
        for name, text in made.items()
    }
    for name, text in made.items():
        folder = f"{name.rpartition('/')[0]}/" if "/" in name else ""
        for file, anchor in re.findall(r"\]\(([^)#]*)(?:#([^)]*))?\)", text):
            target = name if not file else re.sub(r"^[^/]+/\.\./", "", f"{folder}{file}")
            assert target in anchors, (name, file)
            assert not anchor or anchor in anchors[target], (name, file, anchor)
