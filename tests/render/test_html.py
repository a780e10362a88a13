"""Pages: one small file that asks for nothing, and in which no text of a board does anything."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest

from gridproof.level import Level
from gridproof.render.html import facts, page, shared_assets
from gridproof.result import Limits, Stats, Status, StopReason
from gridproof.solving.solve import solve
from tests.hostile import TITLES
from tests.render.test_animation import some_moves
from tests.samples import GAMES, generated, level_of, random_levels, sample_levels

#: Attributes with which an element can load something or run something.
LOADING = {"src", "srcset", "href", "xlink:href", "data", "action", "formaction", "poster", "style"}
INJECTED = (
    *TITLES,
    "</script><script>alert(1)</script>",
    "</title><img src=x onerror=alert(1)>",
    "<!--<script>",
    '"><svg onload=alert(1)>',
    "'; alert(1); '",
)


class Reader(HTMLParser):
    """A page as a browser reads it: elements, and the text of those that matter here."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self._open = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self._open = tag
        self.texts.setdefault(tag, []).append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        self._open = ""

    def handle_data(self, data: str) -> None:
        if self._open:
            self.texts[self._open][-1] += data


def record(text: str) -> Any:
    """The record in a page."""
    return json.loads(Reader(text).texts["script"][0])


def boards_of_sixteen(name: str) -> Iterator[Level]:
    """Boards of 16 × 16 cells, and other ones that have no more."""
    for spec in GAMES[name].generators:
        names = {parameter.name for parameter in spec.parameters}
        if not spec.aims and {"width", "height"} <= names:
            yield generated(name, spec.id, width=16, height=16)
    yield from (level for level in sample_levels(name) if level.width * level.height <= 256)


def hostile(level: Level, text: str) -> Level:
    return replace(level, info={"title": text, "author": text})


@pytest.mark.parametrize("name", GAMES)
def test_a_page_of_sixteen_by_sixteen_is_small(name: str) -> None:
    game = GAMES[name]
    for level in boards_of_sixteen(name):
        moves = some_moves(game, level, 60)
        text = page(level, game=game, solutions=[moves])
        assert len(text.encode()) < 100 * 1024, (level.width, level.height)


@pytest.mark.parametrize("name", GAMES)
def test_a_page_asks_for_nothing(name: str) -> None:
    game = GAMES[name]
    level = next(random_levels(name, 1))
    reader = Reader(page(level, game=game, solutions=[some_moves(game, level)]))
    for tag, attributes in reader.elements:
        for key, value in attributes.items():
            assert key not in LOADING or (value or "").startswith(("#", "data:")), (tag, key, value)
            assert not key.startswith("on")
        assert tag not in ("link", "iframe", "object", "embed", "base", "img")
    styles = "".join(reader.texts["style"])
    assert not re.search(r"@import|url\((?!#)", styles)


def test_the_policy_allows_its_own_scripts_and_nothing_else() -> None:
    level = sample_levels("robots")[0]
    text = page(level)
    reader = Reader(text)
    (policy,) = (
        attributes["content"] or ""
        for tag, attributes in reader.elements
        if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy"
    )
    assert "unsafe" not in policy
    assert policy.startswith("default-src 'none'")
    (script,) = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    (style,) = re.findall(r"<head>.*<style>(.*?)</style>", text, re.DOTALL)
    for code, rule in ((script, "script-src"), (style, "style-src")):
        digest = base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
        assert f"{rule} 'sha256-{digest}'" in policy


@pytest.mark.parametrize("name", GAMES)
def test_titles_do_nothing(name: str) -> None:
    game = GAMES[name]
    level = next(random_levels(name, 1))
    plain = Reader(page(hostile(level, "plain"), game=game)).elements
    for title in INJECTED:
        text = page(hostile(level, title), game=game, index="index.html")
        reader = Reader(text)
        back = [element for element in reader.elements if element[0] != "a"]
        assert [tag for tag, _ in back] == [tag for tag, _ in plain], title
        text.encode(errors="surrogatepass")
        assert record(text)["title"] == (title or record(text)["title"])


def test_captions_labels_and_words_do_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of another package may write anything into its scenes."""
    from gridproof.scene import Mark, Scene, Sprite

    game = GAMES["template"]
    level = generated("template", game.generators[0].id)
    bad = "</g></svg></script><img src=x onerror=alert(1)>"

    def scene(level: Level, state: Any, cursor: Any = None, *_: Any) -> Scene:
        thing = Sprite(bad, bad, 0, 0, bad, sign=bad, name=bad)
        return Scene(level.width, 1, (thing,), caption=bad, marks=(Mark(0, 0, 1, bad),))

    plain = [tag for tag, _ in Reader(page(level, game=game)).elements if tag in ("img", "script")]
    monkeypatch.setattr(game, "scene", scene)
    text = page(level, game=game)
    found = [tag for tag, _ in Reader(text).elements if tag in ("img", "script")]
    assert found == plain
    made = record(text)
    for markup in (made["overlay"], made["backdrop"], *(look[2] for look in made["looks"])):
        assert "<img" not in markup
        assert markup.count("<") == markup.count(">")


def test_without_scripts_the_board_and_its_solution_are_there() -> None:
    level = sample_levels("sokoban")[0]
    result = solve(level)
    (text,) = re.findall("<noscript>(.*?)</noscript>", page(level, result), re.DOTALL)
    assert "<svg" in text
    assert result.solution is not None
    assert result.solution in text
    assert "proven optimal" in text


def test_all_listed_solutions_are_played() -> None:
    level = level_of("sokoban", {"rows": ["#####", "#@$.#", "#####"]})
    result = solve(level)
    listed = replace(result, notes={"listed": [result.solution, result.solution]})
    made = record(page(level, listed))
    assert made["steps"]
    assert len(made["solutions"]) == 1


def test_facts_say_what_is_proven() -> None:
    game, level = GAMES["sokoban"], sample_levels("sokoban")[0]
    best = solve(level)
    said = facts(game, best)
    assert re.fullmatch(r"4 pushes · proven optimal · .* nodes · \d+\.\d\d s · verified", said)
    halved = replace(best, proof="milp-float")
    assert "optimal by a floating-point MILP bound" in facts(game, halved)
    feasible = replace(best, status=Status.FEASIBLE, bound=1, stop_reason=StopReason.TIME_LIMIT)
    assert facts(game, feasible).startswith("4 pushes · at least 1 push · ")
    unknown = solve(level, limits=Limits(nodes=0))
    assert unknown.status is Status.UNKNOWN
    assert facts(game, unknown).startswith("no solution found yet · at least ")
    impossible = replace(
        best,
        status=Status.INFEASIBLE,
        cost=None,
        moves=None,
        solution=None,
        bound=None,
        verified=False,
        stats=Stats(expanded=4_400_000, total_time=0.51),
    )
    assert facts(game, impossible) == "proven to have no solution · 4.4 M nodes · 0.51 s"
    walk = solve(sample_levels("onebomb")[0])
    assert facts(GAMES["onebomb"], walk).startswith("length 9 · proven optimal")


def test_a_page_may_have_another_title_and_leads_back() -> None:
    text = page(sample_levels("robots")[0], title="A & B", index="index.html")
    assert "<title>A &amp; B</title>" in text
    assert '<a href="index.html">All boards</a>' in text


def test_pages_that_share_their_assets() -> None:
    """Shared assets are not in the page, and the policy lets them in, from beside the page only."""
    level = sample_levels("robots")[0]
    whole = page(level)
    part = page(level, said="what <is> known", shared="../assets")
    for name, text in shared_assets().items():
        assert f'"../assets/{name}"' in part
        assert text in whole
        assert text not in part
    assert len(part) < len(whole) / 3
    assert "script-src 'sha256-" in part
    assert part.count("'self' file:") == 2
    assert "'self'" not in whole
    assert "what &lt;is&gt; known" in part
