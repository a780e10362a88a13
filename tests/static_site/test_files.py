"""The files of the static site that need neither Python for browsers nor a browser."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from tools.web_app.offline import kept, write_lists
from tools.web_app.pages import write_answers, write_pages

from gridproof.registry import games
from gridproof.web.files import PAGES

LINK = re.compile(r'(?:href|src)="([^"#]+)"')


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    write_pages(folder)
    write_lists(folder)
    return folder


def test_pages_link_to_files_beside_them(site: Path) -> None:
    for name in (*PAGES, "index.html"):
        for link in LINK.findall((site / name).read_text(encoding="utf-8")):
            assert not link.startswith("/"), (name, link)
            assert (site / urlsplit(link).path).is_file(), (name, link)


def test_scripts_name_no_address_of_a_server(site: Path) -> None:
    """They reach pages and data by `place.js` alone."""
    for path in (site / "static").rglob("*.js"):
        text = path.read_text(encoding="utf-8")
        assert '"/static/' not in text, path
        if path.name not in ("place.js", "player.js", "switchboard.js"):  # two are for any page
            assert not re.search(r"\bfetch\(|location\.assign\(\"|history\.\w+State", text), path


def test_pages_reach_this_site_alone(site: Path) -> None:
    for name in (*PAGES, "index.html"):
        (policy,) = re.findall(
            r'Content-Security-Policy" content="([^"]+)"', (site / name).read_text("utf-8")
        )
        sources = {word for rule in policy.split(";") for word in rule.split()[1:]}
        assert sources <= {"'none'", "'self'", "data:"}, name


def test_the_manifest_names_files_that_are_there(site: Path) -> None:
    manifest = json.loads((site / "app.webmanifest").read_text(encoding="utf-8"))
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        assert (site / icon["src"]).is_file()
    for key in ("scope", "start_url"):
        assert manifest[key] == "./"
    assert "id" not in manifest, "it would be relative to the server, where others may be as well"


def test_all_files_are_kept_for_use_without_a_network(site: Path) -> None:
    first, rest = kept(site)
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    assert {*first, *rest} == files - {"offline.js"} | {"./"}
    script = (site / "offline.js").read_text(encoding="utf-8")
    assert json.loads(re.findall(r"^const FIRST = (.*);$", script, re.MULTILINE)[0]) == first
    assert json.loads(re.findall(r"^const REST = (.*);$", script, re.MULTILINE)[0]) == rest
    assert re.search(r'^const VERSION = "gridproof-[0-9a-f]{16}";$', script, re.MULTILINE)


def test_answers_that_are_the_same_for_all_are_files(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as pool:  # a browser of other tests has the loop of this thread
        pool.submit(write_answers, tmp_path, themes=("auto",)).result()
    offered = json.loads((tmp_path / "api" / "boards.json").read_text(encoding="utf-8"))
    assert [game for game, _ in offered["games"]] == list(games())
    for shipped in offered["collections"]:
        assert (tmp_path / "pictures" / "auto" / shipped["id"] / "1.svg").is_file()
        opened = json.loads((tmp_path / "opened" / shipped["id"] / "1.json").read_text("utf-8"))
        assert (opened["source"], opened["number"]) == (shipped["id"], 1)
    for name in ("generators", "palettes", "reductions"):
        assert json.loads((tmp_path / "api" / f"{name}.json").read_text(encoding="utf-8"))
    for game in games().values():
        assert (tmp_path / "api" / "rules" / game.id / f"{game.objectives[0].id}.html").is_file()
