"""Links from pages to other files of the repository, and pages that stand for their folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

__all__ = ["hand_out_files", "list_siblings"]

#: The name of the page that stands for its folder; hosts of repositories show it there.
_FOLDER_PAGE: Final = "README"
_SIBLINGS: Final = "\n\n```{toctree}\n:hidden:\n:glob:\n\n*\n```\n"


def list_siblings(app: Sphinx, page: str, source: list[str]) -> None:
    """Put the other pages of a folder below the page that stands for it."""
    if Path(page).name == _FOLDER_PAGE:
        source[0] += _SIBLINGS


def hand_out_files(app: Sphinx, document: nodes.document) -> None:
    """Turn links to Markdown files outside of the site into downloads, as others are already."""
    page = Path(app.env.doc2path(app.env.docname))
    for link in list(document.findall(addnodes.pending_xref)):
        if link.get("refdomain") != "doc":
            continue
        file = Path(app.srcdir, f"{link['reftarget']}.md").resolve()
        if not file.is_relative_to(app.srcdir) and file.is_file():
            target = os.path.relpath(file, page.parent)
            link.replace_self(addnodes.download_reference("", "", *link.children, reftarget=target))
