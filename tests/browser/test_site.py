"""The site of the docs, opened from the disk: a small one, built with its settings."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from gridproof.registry import find_game, games
from tests.browser import checks
from tests.browser.visits import Visits

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


def boards() -> str:
    """A player for the example of every game."""
    return "\n".join(
        f"```{{player}} {game}\n{find_game(game).about.board}```\n" for game in games()
    )


INDEX = f"""# First page

[a file](../benchmarks/table.md), [a part](part/README.md)

<picture>
<source media="(prefers-color-scheme: dark)" srcset="pictures/play-dark.png">
<img src="pictures/play-light.png" width="300" alt="A board">
</picture>

{boards()}

```{{toctree}}
part/README
book
```
"""
FORMULA = """# Formula

```{reduction} sat-to-bombcover
x | y
!x | !y
```
"""
BOOK = {
    "cells": [
        {"cell_type": "markdown", "id": "a", "metadata": {}, "source": "# Notebook"},
        {
            "cell_type": "code",
            "id": "b",
            "execution_count": None,
            "metadata": {},
            "outputs": [],
            "source": "print('printed')\nimport gridproof\n"
            "level = gridproof.read_boards('#####\\n#@$.#\\n#####\\n', game='sokoban')[0]\n"
            "gridproof.solve(level)",
        },
    ],
    "metadata": {"kernelspec": {"display_name": "P", "language": "python", "name": "python3"}},
    "nbformat": 4,
    "nbformat_minor": 5,
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the folder."""
    folder = tmp_path_factory.mktemp("site")
    docs = folder / "docs"
    (docs / "part").mkdir(parents=True)
    (folder / "benchmarks").mkdir()
    (folder / "benchmarks" / "table.md").write_text("# Table\n", encoding="utf-8")
    (docs / "index.md").write_text(INDEX, encoding="utf-8")
    (docs / "part" / "README.md").write_text("# Part\n", encoding="utf-8")
    (docs / "part" / "formula.md").write_text(FORMULA, encoding="utf-8")
    (docs / "book.ipynb").write_text(json.dumps(BOOK), encoding="utf-8")
    for name in ("_static", "pictures"):
        shutil.copytree(DOCS / name, docs / name)
    build = ["-m", "sphinx", "-q", "-W", "--keep-going", "-n", "-c", str(DOCS), str(docs)]
    done = subprocess.run(
        [sys.executable, *build, str(folder / "out")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return f"file://{folder}/out"


@pytest.fixture
def visit(visit: Visits) -> Visits:
    """Visits that may ask for the files of the site, and for nothing else."""
    visit.expect(r"asks for file:.*/site\d+/out/")
    return visit


def shown(page: Page, part: str) -> list[bool]:
    """Of each of some elements, if it is seen."""
    return [found.is_visible() for found in page.locator(part).all()]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_is_for_everybody(
    site: str, visit: Visits, scheme: Literal["light", "dark"]
) -> None:
    page = visit(f"{site}/part/formula.html", scheme=scheme)
    assert checks.faint_texts(page) == []
    assert checks.nameless(page) == []
    page.set_viewport_size({"width": 320, "height": 600})
    assert checks.wide_parts(page) == []


def test_boards_of_every_game_play_without_a_server(site: str, visit: Visits) -> None:
    page = visit(f"{site}/index.html")
    players = page.locator(".player .gridproof").all()
    assert len(players) == len(list(games()))
    for player in players:
        player.get_by_role("button", name="To the end").click()
        assert "proven optimal" in player.inner_text()


def test_the_choice_of_colours_wins_over_the_system(site: str, visit: Visits) -> None:
    page = visit(f"{site}/index.html", scheme="light")
    assert shown(page, "article img") == [True, False]
    page.evaluate("document.body.dataset.theme = 'dark'")
    assert shown(page, "article img") == [False, True]
    paper = page.locator(".gridproof").first.evaluate(
        "player => getComputedStyle(player).getPropertyValue('--paper')"
    )
    assert paper == page.evaluate(
        "getComputedStyle(document.body).getPropertyValue('--color-background-primary')"
    )


def test_pages_in_frames_follow_the_colours(site: str, visit: Visits) -> None:
    page = visit(f"{site}/part/formula.html")
    page.evaluate("document.body.dataset.theme = 'dark'")
    frame = page.frame_locator("iframe")
    frame.locator("html[data-theme=dark]").wait_for()
    frame.get_by_role("switch", name="x").click()
    frame.get_by_text("clause", exact=False).first.wait_for()


def test_search_works_from_the_disk(site: str, visit: Visits) -> None:
    page = visit(f"{site}/search.html?q=formula")
    page.get_by_role("link", name="Formula").last.click()
    page.wait_for_url("**/part/formula.html*")


def test_a_notebook_shows_what_its_cells_do(site: str, visit: Visits) -> None:
    page = visit(f"{site}/book.html")
    page.get_by_text("printed", exact=True).wait_for()
    page.frame_locator("iframe").get_by_text("proven optimal").wait_for()


def test_files_of_the_repository_are_handed_out(site: str, visit: Visits) -> None:
    page = visit(f"{site}/index.html")
    address = page.get_by_role("link", name="a file").get_attribute("href")
    assert address is not None
    assert Path(site.removeprefix("file://"), address).read_text(encoding="utf-8") == "# Table\n"
