"""One page on which levels are played, without a server and a network.

A page needs no rules for small levels: it has all positions of a level in a table
(:mod:`gridproof.playing.table`). A level with too many of them is played by the rules of its game
in JavaScript, and solved by these or by a kernel in WebAssembly. If the game has no such rules, or
their kernel was not built, it is shown as a picture, and the page says so. Solutions are found by
the page itself; none is written in it. An address that holds a board
(:mod:`gridproof.files.addresses`) opens it, if the page was made with it.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final, Literal, NamedTuple

from gridproof.arguments import explained
from gridproof.errors import InputError
from gridproof.files.addresses import shared_text
from gridproof.game import AnyGame
from gridproof.lazy import load
from gridproof.level import Level
from gridproof.playing.table import PlayTable
from gridproof.registry import digest, find_game, game_of
from gridproof.render.about import goal_line
from gridproof.render.animation import Recorder, inlined
from gridproof.render.html import PAGE_CSS, asset, compact_script, document, player_css, unscripted
from gridproof.render.joining import joined
from gridproof.render.play_data import play_data
from gridproof.render.rules_html import rules_html
from gridproof.render.svg import style
from gridproof.solving.messages import counted
from gridproof.specs import PageRules
from gridproof.visible import html_text

__all__ = ["PlayablePage", "playable_css", "playable_levels", "playable_page", "rules_script"]

Json = dict[str, Any]

#: Bytes of the data of a page for each level, and for at least so many levels: with its script
#: and its rules, a page of so many levels has less than 200 KiB.
_BYTES: Final = 5_300
_LEVELS: Final = 20
_KERNELS: Final = '\n<script type="application/json" id="kernels">{}</script>'
_KERNEL: Final = 'gridproof.kernelWorker("{0}", kernels.worker, kernels.packed.{0})'
_TOO_LARGE: Final = "This board has too many positions for a page: gridproof play plays it."
_START: Final = """
const { levels } = JSON.parse(document.getElementById("levels").textContent);
gridproof.playable(document.querySelector("main"), levels, { page: true, rules });
"""


class _Packed(NamedTuple):
    """The data of a level in a page, and their kind."""

    kind: Literal["table", "rules", "picture"]
    text: str


@dataclass(frozen=True)
class PlayablePage:
    """A page of levels.

    Attributes:
        html: the document.
        playable: by level: True if it can be played, False if it is a picture.
    """

    html: str
    playable: tuple[bool, ...]

    def __str__(self) -> str:
        return self.html


@explained
def playable_page(
    levels: Sequence[Level], *, game: AnyGame | str | None = None, title: str | None = None
) -> PlayablePage:
    """Return a page on which levels are played, whole in one file.

    Args:
        levels: levels without faults, of any games.
        game: the game of all, or its id; None looks it up by ``level.game``.
        title: of the page; None: of the only level, or of the game.

    Raises:
        InputError: there is no level.
    """
    if not levels:
        raise InputError("a page to be played has at least one level")
    made = playable_levels(levels, game=game)
    games = {found.id: found for found in (game_of(level, game) for level in levels)}
    first, found = levels[0], game_of(levels[0], game)
    named = (
        title or (len(levels) == 1 and first.title) or ", ".join(g.title for g in games.values())
    )
    rules = "".join(
        f'<details class="rules-of"><summary>{html_text(f"Rules of {each.title}")}</summary>'
        f"{rules_html(each, level=2)}{_keys(each)}</details>"
        for each in games.values()
    )
    picture = unscripted(found.picture(first, found.initial(first)), ("JavaScript plays it.",))
    kernels = _kernels(made)
    html = document(
        named,
        f"<header><h1>{html_text(named)}</h1></header><main></main>"
        f"<noscript>{picture}</noscript>{rules}\n"
        f'<script type="application/json" id="levels">{inlined({"levels": made})}</script>'
        + (_KERNELS.format(inlined(kernels)) if kernels else ""),
        script=joined("playable", *(("kernel_worker",) if kernels else ()))
        + rules_script(_rules_of(made))
        + _START,
        workers=bool(kernels),
        css=style(":root") + player_css() + PAGE_CSS + asset("rules.css") + playable_css(),
    )
    return PlayablePage(html, tuple(level["playable"] for level in made))


def playable_levels(levels: Sequence[Level], *, game: AnyGame | str | None = None) -> list[Json]:
    """Return the data of levels for the script, those that are too large as pictures.

    If all together take more than their share of a page, the largest ones have less in it: rules
    instead of a table, and then a picture.
    """
    found = [list(_ways(level, game_of(level, game))) for level in levels]
    room = _BYTES * max(len(levels), _LEVELS)
    while sum(len(ways[0].text) for ways in found) > room and any(ways[1:] for ways in found):
        max((ways for ways in found if ways[1:]), key=lambda ways: len(ways[0].text)).pop(0)
    return [
        _level(level, game_of(level, game), ways[0])
        for level, ways in zip(levels, found, strict=True)
    ]


def _kernels(levels: Sequence[Json]) -> Json:
    """Return the kernels of levels that are played by rules, packed by name; and the worker."""
    packed = {}
    for spec in _rules_of(levels).values():
        if spec.kernel is not None:
            packed[spec.kernel] = _deflated(_kernel_file(spec.kernel).read_bytes())
    if not packed:
        return {}
    worker = joined("kernel_answers") + "gridproof.answerMessages();\n"
    return {"worker": compact_script(worker), "packed": packed}


def _kernel_file(name: str) -> Traversable:
    """Return the file of a kernel, which may be missing."""
    return files("gridproof").joinpath("_native", f"{name}.wasm")


def _rules_of(levels: Sequence[Json]) -> dict[str, PageRules]:
    """Return the rules by which levels are played, by game."""
    found = {}
    for name in dict.fromkeys(level["game"] for level in levels if level["ruled"]):
        spec = find_game(name).page_rules
        assert spec is not None
        found[name] = spec
    return found


def rules_script(rules: Mapping[str, PageRules]) -> str:
    """Return the script that makes ``rules``, by game. Kernels that they need stand in the page."""
    parts = ['"use strict";\nconst rules = {};\n']
    if any(spec.kernel is not None for spec in rules.values()):
        parts.append(
            'const kernels = JSON.parse(document.getElementById("kernels").textContent);\n'
        )
    for name, spec in rules.items():
        parts.append(joined("rules", package=spec.package))
        kernel = spec.kernel
        ask = "null" if kernel is None else _KERNEL.format(kernel)
        parts.append(f"rules.{name} = {{ Rules: gridproof.PageRules, ask: {ask} }};\n")
    return "".join(parts)


def playable_css() -> str:
    """Return the style of boards that are played, without that of the player."""
    return asset("playable.css")


def _level(level: Level, game: AnyGame, packed: _Packed) -> Json:
    """Return the data of a level."""
    objective = game.objective()
    return {
        "title": level.title or f"{game.title} {level.width} × {level.height}",
        "digest": digest(game, level),
        "mark": zlib.crc32(shared_text(game, level).encode()),
        "game": game.id,
        "ruled": packed.kind == "rules",
        "goal": goal_line(game, level),
        "sense": objective.sense,
        "amounts": [
            [counted(metric, 1), counted(metric, 0).replace("0", "{}")]
            for metric in objective.metrics
        ],
        "playable": packed.kind != "picture",
        "said": _TOO_LARGE if packed.kind == "picture" else "",
        "packed": packed.text,
    }


def _ways(level: Level, game: AnyGame) -> Iterator[_Packed]:
    """Yield the data of a level: those by which it is played, and a picture."""
    if (table := _packed_table(level, game)) is not None:
        yield _Packed("table", table)
    if (rules := _packed_rules(level, game)) is not None:
        yield _Packed("rules", rules)
    yield _Packed("picture", _packed_picture(level, game))


def _packed_table(level: Level, game: AnyGame) -> str | None:
    """Return the table of a level, packed; None if it is too large."""
    table = PlayTable.of(game, level, game.objective())
    data = None if table is None else play_data(table)
    return None if data is None else _pack(data)


def _packed_rules(level: Level, game: AnyGame) -> str | None:
    """Return the data of a level that is played by rules, packed; None: they are not for it."""
    spec = game.page_rules
    if spec is None or (spec.kernel is not None and not _kernel_file(spec.kernel).is_file()):
        return None
    state = game.initial(level)
    scene = game.scene(level, state, game.cursor(level, state))
    recorder = Recorder(game.backdrop(level), scene, counts_bombs=False)
    data = load(f"{spec.package}:data")(level, recorder.look)
    return None if data is None else _pack({"rules": data, "record": recorder.head()})


def _packed_picture(level: Level, game: AnyGame) -> str:
    """Return the start of a level alone, packed."""
    recorder = Recorder(game.backdrop(level), game.scene(level, game.initial(level)))
    return _pack({"record": recorder.head()})


def _pack(data: Json) -> str:
    """Return data as a page unpacks them: deflated, in base 64."""
    return _deflated(inlined(data).encode())


def _deflated(data: bytes) -> str:
    deflated = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return base64.b64encode(deflated.compress(data) + deflated.flush()).decode()


def _keys(game: AnyGame) -> str:
    """Return the keys of a game, and those of all games."""
    shared = (
        ("u, Ctrl-Z", "take the last move back"),
        ("Ctrl-Y", "make it again"),
        ("r", "to the start"),
        ("n, p", "the next level, the one before"),
        ("h", "a hint; again: a bigger one"),
        ("Esc", "from the board to the buttons, and back"),
    )
    rows = [(", ".join(keys.names), keys.use) for keys in game.keys]
    listed = "".join(
        f"<li><code>{html_text(keys)}</code>: {html_text(use)}</li>"
        for keys, use in (*rows, *shared)
    )
    return f'<div class="rules"><h2>Keys</h2><ul>{listed}</ul></div>'
