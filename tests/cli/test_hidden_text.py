"""Hostile titles, names and files through every verb: nothing hidden, no forged line."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from unicodedata import category

import pytest

from gridproof.cli import VERBS
from gridproof.game import AnyGame
from gridproof.level import Level
from gridproof.registry import games
from gridproof.solving.certify import certify
from gridproof.solving.solve import solve
from gridproof.verifying import verify
from gridproof.visible import label, printable, quoted, visible
from tests.samples import random_levels

Run = Callable[..., Any]

#: It would begin a line, clear the screen, turn the direction, hide itself.
EVIL = "x\nFORGED  ACCEPTED  OPTIMAL  1  0.001 s\x1b[2J\x07\u202e\u2066\u200b\u2028\x85\U000e0041"
#: The same as the name of a file.
FILE = EVIL.replace("\x07", "") + ".txt"
#: The same in one line, as a file holds it.
TITLE = EVIL.replace("\n", " ").replace("\x85", "").replace("\u2028", "")


def hidden(text: str) -> set[str]:
    """The characters of a text that nobody sees, or that a terminal obeys."""
    return {c for c in text if c != "\n" and category(c) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")}


def looked_at(*texts: str) -> None:
    for text in texts:
        assert not hidden(text), text
        assert not re.search(r"^\s*FORGED", text, re.MULTILINE), text


def written() -> Iterator[str]:
    """The pages and pictures in this folder."""
    for path in Path().rglob("*"):
        if path.suffix in (".html", ".svg") and path.is_file():
            yield path.read_text(encoding="utf-8")


@pytest.fixture
def evil(gridproof: Run) -> str:
    """A file with boards of a hostile title, with other files beside it."""
    board = f"; {TITLE}\nauthor: {TITLE}\nsource: {TITLE}\n#####\n#@$.#\n#####\n"
    Path(FILE).write_text(board, encoding="utf-8")
    Path("formula.cnf").write_text("x\n", encoding="utf-8")
    Path("graph.txt").write_text("cover: 1\na\u202e\u200b b\u2066\n", encoding="utf-8")
    Path("bad.txt").write_text(f"; {TITLE}\n{TITLE}: 3\n#####\n#@$.#\n#####\n", encoding="utf-8")
    return FILE


#: Verb → what is asked of it; `FILE` is the hostile file.
CALLS: dict[str, Sequence[Sequence[str]]] = {
    "list": [[EVIL], ["sokoban"]],
    "show": [[FILE], [FILE, "--json"], [FILE, "--svg", "s"], [FILE, "--html", "h"], ["bad.txt"]],
    "solve": [
        *([FILE], [FILE, "--json"], [FILE, "--svg", "s"], [FILE, "--html", "h"]),
        *([FILE, "graph.txt"], [FILE, "--level", EVIL], [FILE, "--set", EVIL], [EVIL]),
        *([FILE, "--solver", EVIL], [FILE, "--objective", EVIL], ["bad.txt", "--game", "sokoban"]),
    ],
    "verify": [[FILE, "R"], [FILE, "L"], [FILE, EVIL], [FILE, "R", "--json"], [FILE, FILE]],
    "certify": [[FILE, "--out", "c"], [FILE, "--out", "c", "--json", "--html", "h"]],
    "check": [[FILE], ["c/001.gpc", EVIL], [FILE, "--json"], [FILE, "--board", "bad.txt"]],
    "generate": [[EVIL], ["sokoban", EVIL], ["sokoban", f"width={EVIL}"]],
    "rate": [[FILE], [FILE, "--json"], [FILE, "--what-if"], [FILE, "--svg", "s"]],
    "curate": [[FILE, "--out", "k.txt"], [FILE, "--out", "k.txt", "--json"]],
    "reduce": [
        *(["vc-to-boxcover", "graph.txt", "--html", "r.html", "--svg", "r.svg", "--out", "b.txt"],),
        *(["vc-to-boxcover", "graph.txt", "--json"], ["audit", "graph.map.json"]),
        *(["audit", "graph.map.json", FILE], [EVIL, FILE], ["vc-to-boxcover", FILE]),
        *(["lift", "graph.map.json", EVIL], ["lower", "graph.map.json", EVIL]),
    ],
    "export": [[FILE, "--to", EVIL], [FILE, "--to", "pddl"], [EVIL, "--to", "pddl"]],
    "draw": [[EVIL]],
    "play": [[EVIL, "--level", "1"]],
    "robots": [["--gen", EVIL]],
    "sokoban": [[EVIL]],
    "onebomb": [[EVIL]],
    "serve": [["--port", EVIL]],
    "batch": [
        *(["run", FILE, "bad.txt", "--store", "s.db"], ["status", "--store", "s.db"]),
        *(["report", "--store", "s.db", "--html", "r", "--title", EVIL],),
        *(["compare", "s.db", "s.db"], ["export", "--store", "s.db", "--json"]),
        *(["run", FILE, "--store", EVIL], ["status", "--store", EVIL]),
    ],
    "experiment": [[EVIL]],
    "completion": [["bash"], [EVIL]],
    "doctor": [[EVIL]],
}


def test_every_verb_is_called() -> None:
    assert CALLS.keys() == VERBS.keys()


@pytest.mark.parametrize("verb", VERBS)
def test_nothing_hidden_is_shown(verb: str, gridproof: Run, evil: str) -> None:
    for arguments in CALLS[verb]:
        done = gridproof(verb, *arguments, stdin="")
        looked_at(done.out, done.err)
        assert done.code != 70, done.err
    looked_at(*written())


@pytest.mark.parametrize("game", games().values(), ids=list(games()))
def test_boards_of_every_game_show_nothing_hidden(game: AnyGame, gridproof: Run) -> None:
    level = next(iter(random_levels(game.id, 1)))
    evil = replace(level, info={"title": TITLE, "author": TITLE, "generator": TITLE})
    Path("b.txt").write_text(game.write(evil, game.canonical_format), encoding="utf-8")
    for arguments in (
        *(["show", "b.txt"], ["show", "b.txt", "--html", "h"], ["show", "b.txt", "--svg", "s"]),
        *(["solve", "b.txt"], ["solve", "b.txt", "--html", "p"], ["solve", "b.txt", "--json"]),
        *(["certify", "b.txt", "--out", "c"], ["rate", "b.txt"]),
    ):
        done = gridproof(*arguments, "--game", game.id)
        assert done.code in (0, 3), done.err
        looked_at(done.out, done.err)
    for path in sorted(Path("c").iterdir()):
        done = gridproof("check", path, "--json")
        assert json.loads(done.out)["title"] == evil.info["title"]
        done = gridproof("check", path)
        assert len(done.out.splitlines()) == 1
        assert quoted(evil.info["title"])[:40] in done.out
        looked_at(done.out, done.err)
    looked_at(*written())


def test_what_is_shown_elsewhere_is_visible(tmp_path: Path) -> None:
    """Errors, notebooks, plots: whoever shows a title shows it in one line."""
    from gridproof.render.plots import plot

    sokoban = games()["sokoban"]
    (level,) = sokoban.read("#####\n#@$.#\n#####\n")
    assert isinstance(level, Level)
    evil = level.with_info(title=EVIL, author=EVIL)
    assert evil.title is not None
    looked_at(evil.title, str(evil._repr_svg_()))
    result = solve(evil)
    looked_at(str(result._repr_html_()))
    looked_at(str(verify(sokoban, evil, ["R", EVIL]).fault))
    with plot(str(tmp_path / "p.svg"), title=EVIL, caption=EVIL) as axes:
        axes.plot([0, 1], [0, 1], label=EVIL)
    looked_at((tmp_path / "p.svg").read_text(encoding="utf-8"))
    with pytest.raises(Exception, match="FORGED") as caught:
        certify(evil, tmp_path / "c.gpc", solver=EVIL)
    looked_at(str(caught.value))


def test_stores_with_hostile_texts_are_reported(gridproof: Run, evil: str) -> None:
    gridproof("batch", "run", evil, "--store", "s.db")
    with sqlite3.connect("s.db") as store:
        store.execute("UPDATE places SET title = ?", (EVIL,))
    for arguments in (
        *(["report", "--store", "s.db", "--html", "r"], ["compare", "s.db", "s.db"]),
        ["export", "--store", "s.db", "--json"],
    ):
        done = gridproof("batch", *arguments)
        assert done.code == 0
        looked_at(done.out, done.err)
    looked_at(*written())


@pytest.mark.parametrize(
    "char", ["\n", "\r", "\x1b", "\u202e", "\u200b", "\u2028", "\ud800", "\ue000"]
)
def test_hidden_characters_are_escaped(char: str) -> None:
    for shown in (visible, quoted, label):
        assert char not in shown(f"a{char}b")
        assert shown(shown(f"a{char}b")).count("\\") >= 1
    assert ("\n" in printable(f"a{char}b")) == (char == "\n")


def test_names_are_quoted_where_they_could_be_more() -> None:
    for name in ("Microban 1", "b.txt#3", "迷路", "Łódź", "a: b", "levels/one.xsb"):
        assert label(name) == name
    for name in ("", " x", "x  y", "x ACCEPTED", 'say "x"', "a\\b", "a\tb"):
        assert label(name) == quoted(name)
        assert "  " not in label(name)
        assert label(name).count('"') == 2
