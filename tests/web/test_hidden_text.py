"""Hostile titles, names and instances: what a page is told to show hides nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from unicodedata import category

import pytest

from gridproof.registry import games
from tests.samples import random_levels
from tests.web.server import Client

EVIL = "x\x1b[2J\x07\u202e\u2066\u200b\u2028\ue000\U000e0041y"
#: Fields that hold files as they are, for a reader and not for people.
DATA = {"board", "save", "map", "instance"}


def hidden(text: str) -> set[str]:
    return {c for c in text if c != "\n" and category(c) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")}


def shown(value: Any) -> Iterator[str]:
    """All texts of an answer but for data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, each in value.items():
            if name not in DATA:
                yield from shown(each)
    elif isinstance(value, list):
        for each in value:
            yield from shown(each)


@pytest.mark.parametrize("game", list(games()))
def test_titles_hide_nothing(game: str, site: Client) -> None:
    level = next(iter(random_levels(game, 1)))
    found = games()[game]
    text = json.dumps({**json.loads(found.write(level, "json")), "game": game, "title": EVIL})
    opened = site.open(text=text, game=game, name=EVIL)
    assert "\\u202e" in opened["title"]
    for said in shown(opened):
        assert not hidden(said), said
    for name in ("page", "playable", "picture"):
        file = site.get(f"/api/plays/{opened['play']}/files/{name}")
        assert not hidden(file.text)


@pytest.mark.parametrize("game", ["sokoban", EVIL])
def test_errors_hide_nothing(game: str, site: Client) -> None:
    head = "x\u202e\u200b"
    for text in (f"; {EVIL}\n#####\n#@?.#\n#####\n", f"{head}: 3\n#@?.#\n", f"{head}\n", "{"):
        answer = site.post("/api/plays", json={"text": text, "game": game, "name": EVIL})
        assert answer.status_code == 400
        for said in shown(answer.json()):
            assert not hidden(said), said


def test_instances_hide_nothing(site: Client) -> None:
    wish = {"reduction": "vc-to-boxcover", "options": {}}
    text = "cover: 1\na\u200b\ue000\U000e0041 b\u202e\n"
    made = site.post("/api/reduce", json=wish | {"text": text}).json()
    assert made["board"]
    for said in shown(made):
        assert not hidden(said), said
    made = site.post("/api/reduce", json=wish | {"text": text, "page": True}).json()
    assert not hidden(made["page"])
    for wrong in (f"{EVIL} x y\n", "a\u202e a\u202e\n", "p edge \u202e\n"):
        answer = site.post("/api/reduce", json=wish | {"text": wrong})
        assert answer.status_code == 400
        for said in shown(answer.json()):
            assert not hidden(said), said
