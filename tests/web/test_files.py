"""The files of the pages: what they ask for is there, and their modules fit together."""

from __future__ import annotations

import posixpath
import re
from importlib.resources import files
from pathlib import Path

import pytest

from gridproof.web.files import ASSETS, PAGES, file
from tests.web.server import Client

STATIC = Path(str(files("gridproof.web") / "static"))
IMPORT = re.compile(r'^import \{\s*([^}]*?),?\s*\} from "(\.[^"]+)";', re.MULTILINE)
EXPORT = re.compile(r"^export (?:(?:async )?function\*?|class|const|let) ([\w$]+)", re.MULTILINE)
SCRIPTS = sorted(name for name in ASSETS if name.endswith(".js"))


def text_of(name: str) -> str:
    return file(name).data.decode()


def imports(name: str) -> dict[str, list[str]]:
    """The names that a module imports, by module."""
    return {
        posixpath.normpath(posixpath.join(posixpath.dirname(name), source)): re.split(
            r",\s*", names
        )
        for names, source in IMPORT.findall(text_of(name))
    }


def test_every_file_is_listed() -> None:
    found = {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file()}
    assert found - ASSETS.keys() == set(PAGES)


@pytest.mark.parametrize("name", PAGES)
def test_pages_ask_for_files_that_are_there(name: str) -> None:
    wanted = re.findall(r'(?:src|href)="/static/([^"]+)"', text_of(name))
    assert wanted
    assert set(wanted) <= ASSETS.keys()


@pytest.mark.parametrize("name", SCRIPTS)
def test_modules_import_names_that_are_exported_and_use_them(name: str) -> None:
    text = text_of(name)
    assert len(re.findall(r"^import\b", text, re.MULTILINE)) == len(IMPORT.findall(text))
    rest = IMPORT.sub("", text)
    for source, names in imports(name).items():
        assert set(names) <= set(EXPORT.findall(text_of(source))), source
        for one in names:
            assert re.search(rf"(?<![\w$]){re.escape(one)}(?![\w$])", rest), one


@pytest.mark.parametrize("name", SCRIPTS)
def test_modules_import_each_other_in_no_circle(name: str) -> None:
    reached: set[str] = set()
    todo = list(imports(name))
    while todo:
        if (one := todo.pop()) not in reached:
            reached.add(one)
            todo.extend(imports(one))
    assert name not in reached


def test_an_unknown_address_answers_a_browser_with_a_page(site: Client) -> None:
    page = site.get("/draw", headers={"accept": "text/html,*/*;q=0.8"})
    assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert "There is nothing at this address" in page.text
    assert site.get("/draw").json()["error"] == "there is nothing at this address"
