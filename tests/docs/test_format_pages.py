"""The reference of formats is as the readers' descriptions make it."""

from __future__ import annotations

import re

from tools.format_pages import FOLDER, pages

from gridproof.registry import games


def test_pages_are_written_anew_with_each_change() -> None:
    written = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md")}
    assert written == pages(), "`make format-pages` writes them"


def test_every_game_and_kind_of_instance_has_a_page() -> None:
    assert {f"{name}.md" for name in (*games(), "README", "instances")} == set(pages())


def test_links_lead_to_pages() -> None:
    for text in pages().values():
        for target in re.findall(r"\]\(([^)]+)\)", text):
            assert (FOLDER / target).resolve().is_file(), target
