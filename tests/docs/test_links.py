"""Links of pages lead to files and headings that exist, and so do pages that code names.

Checked in the repository itself, where people read the pages on a host; `make docs` checks the
links of the site.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "docs").rglob("*.ipynb"),
        *(ROOT / "benchmarks").rglob("*.md"),
        *(ROOT / "src").rglob("*.md"),
    ]
)
CODE = [
    file
    for folder in ("src", "native", "tests", "tools", "benchmarks")
    for ending in ("py", "hpp", "cpp", "mjs", "js")
    for file in (ROOT / folder).rglob(f"*.{ending}")
]
LINK = re.compile(
    r"""\]\(<?([^)\s>"]+)>?(?:\s+"[^"]*")?\)|(?:src|srcset|href)=\\?["']([^"']+?)\\?["']"""
)
CODE_SPAN = re.compile(r"^```.*?^```|^    .*?$|`[^`\n]+`", re.DOTALL | re.MULTILINE)
PAGE_IN_CODE = re.compile(r"\b(docs/[\w/-]+(?:\.\w+)?)\b`*(?:,\s+(?:\W+\s)?\"([^\"]+)\")?")


@cache
def anchors(page: Path) -> set[str]:
    """Names of the headings of a page, as hosts of repositories make them."""
    if not page.exists():
        return set()
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(page: Path) -> Iterator[str]:
    """Addresses inside the repository that a page links to, or shows a picture of."""
    text = page.read_text(encoding="utf-8")
    if page.suffix == ".md":
        text = CODE_SPAN.sub("", text)
    for match in LINK.finditer(text):
        address = match[1] or match[2]
        if not re.match(r"[a-z]+:", address):
            yield unquote(address)


def broken(page: Path) -> Iterator[str]:
    """Links that lead nowhere."""
    for address in links(page):
        path, _, anchor = address.partition("#")
        target = (page.parent / path).resolve() if path else page
        headings = anchors(target) if anchor and target.suffix == ".md" else {anchor}
        if not target.exists() or anchor not in headings:
            yield address


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    assert list(broken(page)) == []


def test_every_page_for_readers_stands_under_a_subject() -> None:
    docs = ROOT / "docs"
    listed = {(docs / address).resolve() for address in links(docs / "subjects.md")}
    folders = ("explanation", "howto", "tutorial")
    pages = {page for folder in folders for page in (docs / folder).glob("*.md")}
    assert pages - listed == set()


def test_pages_that_code_names_exist() -> None:
    missing = []
    for file in CODE:
        for path, heading in PAGE_IN_CODE.findall(file.read_text(encoding="utf-8")):
            page = ROOT / path
            if not page.exists():
                missing.append(f"{file.relative_to(ROOT)}: {path}")
            elif heading and f"# {' '.join(heading.split())}\n" not in page.read_text("utf-8"):
                missing.append(f"{file.relative_to(ROOT)}: {path}, {heading}")
    assert missing == []


def test_links_that_lead_nowhere_are_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    (tmp_path / "other.md").write_text("# Other, page\n", encoding="utf-8")
    page.write_text(
        "# Page\n[a](other.md) [b](other.md#other-page) [c](#page) `[d](none)` [e](http://x)\n"
        '[f](none.md) [g](other.md#page) [h](#other-page) <img src="none.png">\n',
        encoding="utf-8",
    )
    assert list(broken(page)) == ["none.md", "other.md#page", "#other-page", "none.png"]
