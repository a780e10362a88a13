"""The page of a reduction: the board, the meaning of its parts, and the instance to switch.

The data of the switchboard beside the board (``player/switchboard.mjs``) is a JSON object; cells
are [x, y], and ``values`` are texts with a digit a choice, the number of its value:

``title``, ``theorem``, ``verdict``, ``summary``: texts for people; ``unit``, ``budget``: what is
counted and how many there may be; ``plural``, ``choosing``: what demands and choices are called;
``choices``: [{``name``, ``label``: the same in short, ``tint`` or null, ``at`` [x, y] or null,
``on``: number of the value that a switch shows as on, ``values``: [{``name``, ``short``: what it is
called in a list of what is chosen, or "", ``cells``}, …]}, …];
``demands``: [{``name``, ``left``: a sentence, ``ways``: [{``choice``, ``value``, ``text``,
``cells``}, …], ``cells``, ``unmet``, ``route``}, …];
``joints``: [{``values``: [[choice, value], …], ``cells``}, …]; ``always``: cells;
``tints``: the colours; ``witness``: values that meet everything, or null; ``played``: those that
the board's solution stands for, or null; ``rows``: all values that there are, or null if they are
too many.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations, product
from typing import Any, Final, NamedTuple

from gridproof.errors import InputError, MissingPart
from gridproof.grid import Pos
from gridproof.reduction import Certificate, Choice, Demand, Encoding, Switchboard, find_reduction
from gridproof.reductions.reduce import audit, lift, lower, overlay
from gridproof.reductions.sources.graph import CoverProblem
from gridproof.registry import game_of
from gridproof.render.animation import Json, inlined, record
from gridproof.render.html import PAGE_CSS, asset, document, player_css, unscripted
from gridproof.render.joining import joined
from gridproof.render.svg import MAX_SHAPES, style
from gridproof.render.theme import TINTS
from gridproof.scene import EVERYTHING
from gridproof.visible import html_text, visible, visible_texts

__all__ = ["page", "parts", "switches"]

#: The largest number of assignments or covers that are listed.
_MAX_ASSIGNMENTS, _MAX_COVERS = 64, 200
#: Boards this many times as wide as high have the instance below them.
_WIDE: Final = 3
#: Cells times moves of what is played at most: about a quarter of a minute of work.
_MAX_PLAYED: Final = 1 << 28
#: The number of faults of an audit that are listed.
_MAX_FAULTS: Final = 5

_START: Final = """
"use strict";
const [record, switches] = ["record", "switches"].map(
  (id) => JSON.parse(document.getElementById(id).textContent));
const theme = document.documentElement;
const player = gridproof.create(
  document.querySelector("main"), record, { keys: document, address: true, theme });
gridproof.explain(player);
gridproof.switchboard(document.querySelector("aside"), player, switches);
"""
_CSS: Final = """
.bench{display:grid;gap:1.5rem 2rem;grid-template-columns:minmax(0,1fr)}
@media(min-width:60rem){
.beside{grid-template-columns:minmax(0,1fr) minmax(20rem,26rem)}
.below .switchboard{grid-template-columns:repeat(auto-fit,minmax(20rem,1fr))}
}
noscript svg{max-height:70vh}
"""


def page(encoding: Encoding, moves: Sequence[str] | None = None, title: str | None = None) -> str:
    """Return a page: the board, explained cell by cell, its solution, and the instance to switch.

    Args:
        encoding: the board; its audit is made, and shown, whatever it finds.
        moves: a solution of the board to be animated; None: one that is lifted from a witness, if
            the instance has one. On very large boards none is.
        title: of the page; None: the board's, or the reduction's.

    Raises:
        InputError: the map is not one of the reduction, or a move cannot be made.
    """
    made, data, notes = parts(encoding, audit(encoding), moves)
    level = encoding.level
    game = game_of(level)
    name = made["title"] = title or made["title"]
    said = "".join(f"<p>{html_text(text)}</p>" for text in notes)
    scene = None
    if level.width * level.height <= MAX_SHAPES:
        scene = overlay(encoding, game.picture(level, game.initial(level), None, EVERYTHING))
    texts = [made["facts"], data["theorem"], data["verdict"], made["solution"], *_demands(data)]
    place = "below" if level.width > _WIDE * level.height else "beside"
    return document(
        name,
        f'<header><h1>{html_text(name)}</h1></header>{said}<div class="bench {place}">'
        "<main></main><aside></aside></div>"
        f"<noscript>{unscripted(scene, texts)}</noscript>\n"
        f'<script type="application/json" id="record">{inlined(made)}</script>'
        f'<script type="application/json" id="switches">{inlined(data)}</script>',
        script=joined("player", "guide", "switchboard") + _START,
        css="".join(
            [
                style(":root"),
                player_css(),
                *map(asset, ("cells.css", "switchboard.css")),
                PAGE_CSS,
                _CSS,
            ]
        ),
    )


def parts(
    encoding: Encoding, certificate: Certificate, moves: Sequence[str] | None = None
) -> tuple[Json, Json, Sequence[str]]:
    """Return the parts of a page of an encoding.

    Args:
        encoding: the board.
        certificate: the findings of its audit.
        moves: a solution of the board to be animated; None: one that is lifted from a witness, if
            the instance has one. On very large boards none is.

    Returns:
        The player's record, the switchboard's data, and what readers should know, a sentence each.

    Raises:
        InputError: the map is not one of the reduction, or a move cannot be made.
    """
    reduction, level = find_reduction(encoding.reduction), encoding.level
    truth = _truth(encoding)
    board = reduction.switchboard(encoding)
    data = _switches(encoding, board, certificate, truth)
    note = ""
    if level.width * level.height * data["budget"] > _MAX_PLAYED:
        if moves is not None or truth.witness is not None:
            note = "The board is too large for its solution to be played here."
        moves = None
    elif moves is None and truth.witness is not None:
        moves = lift(encoding, truth.witness)
    if moves is not None:
        try:
            data["played"] = _values(board.choices, lower(encoding, moves))
        except InputError as error:
            note = f"The moves that are shown are not what the instance asks for: {error}."
    made = record(
        level,
        [] if moves is None else [moves],
        facts=_facts(encoding, certificate),
        over=lambda scene: overlay(encoding, scene),
    )
    made["title"] = _sentence(level.title or reduction.title)
    notes = [note, *reduction.warnings(encoding), *_faults(certificate)]
    return made, visible_texts(data), [visible(text) for text in notes if text]


def switches(encoding: Encoding) -> Json:
    """Return the data of an encoding's switchboard, with a witness if there is one.

    Raises:
        InputError: the map is not one of the reduction.
    """
    board = find_reduction(encoding.reduction).switchboard(encoding)
    made: Json = visible_texts(_switches(encoding, board, audit(encoding), _truth(encoding)))
    return made


class _Truth(NamedTuple):
    """The verdict of the exact solver of the source problem: a witness, or the reason for none."""

    witness: Any
    missing: str = ""


def _truth(encoding: Encoding) -> _Truth:
    try:
        return _Truth(find_reduction(encoding.reduction).source.solve(encoding.instance))
    except MissingPart as error:
        return _Truth(None, str(error))


def _switches(
    encoding: Encoding, board: Switchboard, certificate: Certificate, truth: _Truth
) -> Json:
    reduction = find_reduction(encoding.reduction)
    plural, choosing, title = {
        "formula": ("clauses", "Variables", "Formula"),
        "graph": ("edges", "Vertices", "Graph"),
    }.get(reduction.source.id, ("demands", "Choices", reduction.source.title))
    rows, many, called = _all(encoding, board)
    good = truth.witness is not None
    verdict = _verdict(encoding, board, certificate, good)
    if truth.missing:
        verdict = f"Whether one of the {many:,} {called} will do is not known: {truth.missing}."
    return {
        "title": title,
        "theorem": _theorem(encoding),
        "verdict": verdict,
        "summary": f"All {many:,} {called}",
        "unit": board.unit,
        "budget": board.budget,
        "plural": plural,
        "choosing": choosing,
        "choices": [_choice(choice) for choice in board.choices],
        "demands": [_demand(board, demand, reduction.source.id) for demand in board.demands],
        "joints": [
            {"values": [list(pair) for pair in joint.values], "cells": _cells(joint.cells)}
            for joint in board.joints
        ],
        "always": _cells(board.always),
        "tints": list(TINTS),
        "witness": _values(board.choices, truth.witness) if good else None,
        "played": None,
        "rows": rows,
    }


def _choice(choice: Choice) -> Json:
    return {
        "name": choice.name,
        "label": choice.name.rpartition(" ")[2],
        "tint": choice.tint,
        "at": choice.at and list(choice.at),
        "on": _on(choice),
        "values": [
            {"name": value.name, "short": _text(choice, number), "cells": _cells(value.cells)}
            for number, value in enumerate(choice.values)
        ],
    }


def _demand(board: Switchboard, demand: Demand, source: str) -> Json:
    texts = [_text(board.choices[way.choice], way.value) for way in demand.ways]
    why = {
        "formula": f": {' ∨ '.join(texts)} is false",
        "graph": f": neither {' nor '.join(texts)} is chosen",
    }.get(source, "")
    return {
        "name": demand.name,
        "left": f"{demand.name} is left{why}",
        "ways": [
            {"choice": way.choice, "value": way.value, "text": text, "cells": _cells(way.cells)}
            for way, text in zip(demand.ways, texts, strict=True)
        ],
        "cells": _cells(demand.cells),
        "unmet": _cells(demand.unmet),
        "route": [list(point) for point in demand.route],
    }


def _cells(cells: Sequence[Pos]) -> list[list[int]]:
    return [list(cell) for cell in cells]


#: Values that are shown as on, and those of variables that are.
_ON, _FALSE = ("true", "chosen"), "false"


def _on(choice: Choice) -> int:
    """Return the number of the value that a switch shows as on."""
    names = [value.name for value in choice.values]
    return next((names.index(name) for name in _ON if name in names), len(names) - 1)


def _text(choice: Choice, number: int) -> str:
    """Return a value in a list of chosen ones: "¬x", "vertex 3", or nothing."""
    if choice.values[number].name == _FALSE:
        return f"¬{choice.name}"
    return choice.name if number == _on(choice) else ""


def _values(choices: Sequence[Choice], witness: Any) -> str:
    """Return the values of a witness: truth values in order, or the numbers of chosen things."""
    chosen = witness if isinstance(witness, frozenset) else {i for i, v in enumerate(witness) if v}
    return "".join(
        str(on if number in chosen else next(i for i in range(len(choice.values)) if i != on))
        for number, choice in enumerate(choices)
        for on in [_on(choice)]
    )


def _all(encoding: Encoding, board: Switchboard) -> tuple[list[str] | None, int, str]:
    """Return all choices if there are not too many, their number, and their name."""
    count = len(board.choices)
    instance = encoding.instance
    if isinstance(instance, CoverProblem):
        size = min(instance.size, count)
        many = math.comb(count, size)
        called = f"choices of {_vertices(size)}"
        if many > _MAX_COVERS:
            return None, many, called
        return (
            [_values(board.choices, frozenset(c)) for c in combinations(range(count), size)],
            many,
            called,
        )
    many = math.prod(len(choice.values) for choice in board.choices)
    if many > _MAX_ASSIGNMENTS:
        return None, many, "assignments"
    numbers = product(*(range(len(choice.values)) for choice in board.choices))
    return ["".join(map(str, each)) for each in numbers], many, "assignments"


def _verdict(encoding: Encoding, board: Switchboard, certificate: Certificate, good: bool) -> str:
    """Return the truth about the instance, and the consequence for the board."""
    listed, many, called = _all(encoding, board)
    if isinstance(encoding.instance, CoverProblem):
        yes, no = (
            f"there is a cover of at most {_vertices(encoding.instance.size)}",
            "touches all edges",
        )
    else:
        yes, no = "all clauses can be met", "meets all clauses"
    none = f"none of the {many:,} {called} {no}"
    said = yes if good else none if listed else f"the exact solver finds that {none}"
    if not certificate.passed:
        follows = "nothing follows for the board, which the audit refuses"
    elif good:
        follows = f"the board can be solved with {board.budget} {board.unit}"
    elif game_of(encoding.level).objective().sense == "min":
        follows = f"the board needs more than {board.budget} {board.unit}"
    else:
        follows = f"the board does not allow {board.budget} {board.unit}"
    return f"{_sentence(said)}: {follows}."


def _vertices(count: int) -> str:
    return "one vertex" if count == 1 else f"{count} vertices"


def _theorem(encoding: Encoding) -> str:
    reduction = find_reduction(encoding.reduction)
    published = reduction.published and f"published: {reduction.published}"
    source = published or "a claimed proof with machine-checked instances"
    return f"{_sentence(reduction.summary)}. {_sentence(source)}."


def _sentence(text: str) -> str:
    """Return a text with a capital in front and without a full stop."""
    return text[:1].upper() + text[1:].rstrip(".")


def _facts(encoding: Encoding, certificate: Certificate) -> str:
    """Return the facts about the board, in a line."""
    level, count = encoding.level, len(certificate.conditions)
    conditions = "1 condition" if count == 1 else f"{count} conditions"
    audited = f"audit passed ({conditions})"
    if not certificate.passed:
        audited = "refused by the audit"
    return f"k = {encoding.k} · {level.width} × {level.height} cells · {audited}"


def _faults(certificate: Certificate) -> list[str]:
    found = certificate.faults
    more = [f"… and {len(found) - _MAX_FAULTS} more."] if len(found) > _MAX_FAULTS else []
    return [*(f"The audit refuses this board: {fault}." for fault in found[:_MAX_FAULTS]), *more]


def _demands(data: Json) -> list[str]:
    """Return the demands as texts."""
    return [
        f"{demand['name']}: {' ∨ '.join(way['text'] for way in demand['ways'])}"
        for demand in data["demands"]
    ]
