"""Pages and cells that show a board and its solution, in one piece and without a network."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from gridproof.game import AnyGame
from gridproof.level import Level
from gridproof.registry import game_of
from gridproof.render.about import goal_line
from gridproof.render.animation import inlined, record
from gridproof.render.joining import joined
from gridproof.render.rules_html import folded_rules
from gridproof.render.svg import MAX_SHAPES, Drawing, inline, style
from gridproof.result import Result, Status
from gridproof.scene import EVERYTHING, Scene
from gridproof.solving.messages import amounts, certified, short
from gridproof.visible import html_lines, html_text

__all__ = [
    "BESIDE",
    "PAGE_CSS",
    "asset",
    "document",
    "facts",
    "page",
    "player_css",
    "policy",
    "shared_assets",
    "unscripted",
]

_START: Final = """
"use strict";
const record = JSON.parse(document.getElementById("record").textContent);
const page = document.documentElement;
const options = { keys: document, address: true, theme: page };
const player = gridproof.create(document.querySelector("main"), record, options);
"""
_EXPLAIN: Final = "gridproof.explain(player);\n"
#: The source of files that lie beside a page, on a server or on a disk.
BESIDE: Final = "'self' file:"
#: The style of what is around the player.
PAGE_CSS: Final = """
body{margin:0;padding:.75rem;background:var(--paper);color:var(--ink);
font:1rem/1.4 system-ui,sans-serif;--tallest:max(12rem,100dvh - 17.5rem)}
@media(max-width:40rem){body{--tallest:max(9rem,100dvh - 25rem)}}
header{display:grid;grid-template-columns:1fr auto 1fr;gap:.5rem;align-items:baseline;
margin-bottom:.5rem}
h1{grid-column:2;margin:0;font-size:1.1rem;text-align:center;overflow-wrap:anywhere}
a{color:var(--accent)}
.goal{margin:0 auto .5rem;max-width:64rem;text-align:center;text-wrap:balance}
details{max-width:44rem;margin:.75rem auto 0}
summary{width:fit-content;margin:auto;color:var(--accent);cursor:pointer}
noscript{display:block;text-align:center;white-space:pre-wrap;overflow-wrap:anywhere}
noscript svg{max-width:100%;height:auto}
footer{max-width:44rem;margin:.75rem auto 0;font-size:.875rem;text-align:center;text-wrap:balance;
overflow-wrap:anywhere}
"""


@cache
def player_css() -> str:
    """Return the player's style, without the colours."""
    return asset("player.css")


def asset(name: str) -> str:
    """Return a script or a style sheet of the package; modules are joined instead."""
    return files("gridproof.render").joinpath("player", name).read_text(encoding="utf-8")


def policy(
    scripts: Sequence[str],
    styles: Sequence[str],
    pictures: str = "data:",
    *,
    beside: bool = False,
    workers: bool = False,
) -> str:
    """Return a content security policy under which only these inlined scripts and styles count.

    ``pictures`` is the allowed source of pictures; with ``beside``, scripts and styles may also
    come from files of the same place. With ``workers``, workers may be made of the page's own
    parts, and run WebAssembly.
    """
    own = " 'wasm-unsafe-eval'" if workers else ""
    here = f" {BESIDE}" if beside else ""

    def hashes(texts: Sequence[str]) -> str:
        digests = (base64.b64encode(hashlib.sha256(t.encode()).digest()).decode() for t in texts)
        return " ".join(f"'sha256-{digest}'" for digest in digests)

    return (
        f"default-src 'none'; script-src {hashes(scripts)}{own}{here}; "
        f"{'worker-src blob:; ' if workers else ''}"
        f"style-src {hashes(styles)}{here}; "
        f"img-src {pictures}; base-uri 'none'; form-action 'none'"
    )


def page(
    level: Level,
    result: Result | None = None,
    *,
    game: AnyGame | str | None = None,
    solutions: Sequence[Sequence[str]] | None = None,
    title: str | None = None,
    index: str | None = None,
    said: str | None = None,
    shared: str | None = None,
    certificate: str | None = None,
    objective: str | None = None,
) -> str:
    """Return a whole page: the board, the animation of its solution if there is one, and the facts.

    Args:
        level: a level without faults.
        result: the result for it, or for the position that it is about.
        game: its game, or the game's id; None looks it up by ``level.game``.
        solutions: moves to play, the first one in front; None: the result's, all that it lists.
        title: of the page; None: the board's, or its game and size.
        index: address of the page of many boards to which it belongs.
        said: the line below the board; None: the known facts.
        shared: address of the folder with :func:`shared_assets`, for many pages; None: they are all
            in the page itself.
        certificate: address of the file of the result's certificate; None: it has no link.
        objective: id of the objective of the task; None: the result's, or else the first one.
    """
    found = game_of(level, game)
    if solutions is None:
        solutions = [] if result is None else _solutions(found, level, result)
    known = said if said is not None else "" if result is None else facts(found, result)
    start = None if result is None else result.start
    made = record(level, solutions, game=found, start=start, facts=known)
    marked = bool(made["marks"])  # some cells have notes
    name = made["title"] = title or str(made["title"])
    state = found.initial(level) if start is None else start
    small = level.width * level.height <= MAX_SHAPES
    scene = found.picture(level, state, None, EVERYTHING) if small else None
    back = "" if index is None else f'<a href="{html_text(index)}">All boards</a>'
    goal = objective or (None if result is None else result.objective)
    of_level = result if start is None else None  # a start may be nearer to the end
    rules = "" if shared is not None else folded_rules(found, goal)
    script, css = "", ""
    if shared is None:
        script, css = joined("player"), _page_css()
    if marked:
        script = joined("guide") if shared is not None else joined("player", "guide")
        css += asset("cells.css")
    return document(
        name,
        f"<header>{back}<h1>{html_text(name)}</h1></header>"
        f'<p class="goal">{html_text(goal_line(found, level, goal, of_level))}</p><main></main>'
        f"<noscript>{unscripted(scene, (made['facts'], made['solution']))}</noscript>"
        f"{rules}{'' if result is None else _proof(found, result, certificate)}\n"
        f'<script type="application/json" id="record">{inlined(made)}</script>',
        script=script + (_START + _EXPLAIN if marked else _START),
        css=css,
        beside=() if shared is None else [f"{shared}/{name}" for name in shared_assets()],
    )


def _proof(game: AnyGame, result: Result, address: str | None) -> str:
    """Return the text on the certificate of a result, "" if it has none."""
    made = result.certificate
    if made is None:
        return ""
    name = html_text(Path(made.file).name)
    link = name if address is None else f'<a href="{html_text(address)}" download>{name}</a>'
    metrics = game.objective(result.objective).metrics
    words = html_text(certified(made, result.cost, result.sense, metrics))
    checker = html_text(f"gridproof {result.versions['gridproof']}")
    return f"<footer>Certificate {link}, accepted by {checker}: {words}</footer>"


def shared_assets() -> dict[str, str]:
    """Return the files that pages share: the contents by name, all of one folder."""
    return {"player.css": _compact_css(_page_css()), "player.js": compact_script(joined("player"))}


def _page_css() -> str:
    return style(":root") + player_css() + PAGE_CSS + asset("rules.css")


def _solutions(game: AnyGame, level: Level, result: Result) -> list[Sequence[str]]:
    """Return the solutions that a result lists, or its only one."""
    if "listed" in result.notes:
        return [game.read_solution(level, text) for text in result.notes["listed"]]
    return [] if result.moves is None else [result.moves]


def document(
    title: str,
    body: str,
    *,
    script: str,
    css: str,
    pictures: str = "data:",
    beside: Sequence[str] = (),
    workers: bool = False,
) -> str:
    """Return a whole document that needs nothing else.

    Args:
        title: of the document, any text.
        body: HTML; text from boards is escaped in it.
        script: runs behind it.
        css: its style.
        pictures: the allowed source of pictures.
        beside: addresses of style sheets and scripts that come first, files of the same place.
        workers: True if workers are made of parts of the page.
    """
    script, css = compact_script(script), _compact_css(css)
    allowed = policy([script], [css], pictures, beside=bool(beside), workers=workers)
    sheets = [name for name in beside if name.endswith(".css")]
    scripts = [name for name in beside if name not in sheets]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{allowed}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{html_text(title)}</title>"
        + "".join(f'<link rel="stylesheet" href="{html_text(name)}">' for name in sheets)
        + f"<style>{css}</style></head>\n<body>{body}\n"
        + "".join(f'<script src="{html_text(name)}"></script>' for name in scripts)
        + f"<script>{script}</script></body></html>\n"
    )


@lru_cache(maxsize=16)  # pages differ in their data, but hardly in their code
def compact_script(code: str) -> str:
    """Remove the comments of a script, and line ends that part nothing; no text is of two lines."""
    ends = r"^((?!.*//).*(?:[{;,(](?=\n)|(?=\n})))\n"
    return re.sub(ends, r"\1", _compact(code), flags=re.MULTILINE)


@lru_cache(maxsize=16)
def _compact_css(code: str) -> str:
    """Remove the comments and most blanks of a style, none of which are in its texts."""
    return re.sub(r"(?<=[{};,:])\s+|\s+(?=[{}])", "", _compact(code))


def _compact(code: str) -> str:
    """Remove the comments, each on lines of its own, and the indentation of a script or style."""
    return re.sub(r"^[ ]*(/\*.*?\*/|//[^\n]*)?[ ]*\n?", "", code, flags=re.MULTILINE | re.DOTALL)


def unscripted(scene: Scene | None, texts: Iterable[str]) -> str:
    """Return the content without scripts: a picture, if there is one, and texts."""
    picture = "" if scene is None else inline(Drawing(), scene, label="Board")
    return picture + "".join(f"<p>{html_lines(text)}</p>" for text in texts if text)


def facts(game: AnyGame, result: Result) -> str:
    """Return the facts in a line: ``34 moves · proven optimal · 0.51 s · verified``."""
    metrics = game.objective(result.objective).metrics
    parts = []
    if result.cost is not None:
        parts.append(", ".join(amounts(result.cost, metrics)))
    if result.status is Status.OPTIMAL:
        exact = result.proof != "milp-float"
        parts.append("proven optimal" if exact else "optimal by a floating-point MILP bound")
    elif result.status is Status.INFEASIBLE:
        parts.append("proven to have no solution")
    else:
        if result.cost is None:
            parts.append("no solution found yet")
        if result.bound is not None:
            side = "at least" if result.sense == "min" else "at most"
            parts.append(f"{side} {', '.join(amounts(result.bound, metrics))}")
    if result.proof == "certificate":
        parts[-1] += ", certified"
    if result.stats.expanded:
        nodes = result.stats.expanded
        parts.append("1 node" if nodes == 1 else f"{short(nodes)} nodes")
    parts.append(f"{result.stats.total_time:.2f} s")
    if result.verified:
        parts.append("verified")
    return " · ".join(parts)
