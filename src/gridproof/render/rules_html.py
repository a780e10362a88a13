"""The rules of a game as a part of a page: text, a board before and after moves, a legend."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from gridproof.game import AnyGame
from gridproof.render.about import example_scenes, goal_of, legend
from gridproof.render.svg import Drawing, inline
from gridproof.specs import About
from gridproof.visible import html_text

__all__ = ["folded_rules", "rules_html"]

#: Pixels of a cell in the example.
_CELL: Final = 30


def folded_rules(game: AnyGame, objective: str | None = None) -> str:
    """Return the rules as a section that is folded until it is opened."""
    heading = html_text(f"Rules of {game.title}")
    return f"<details><summary>{heading}</summary>{rules_html(game, objective, level=2)}</details>"


def rules_html(
    game: AnyGame, objective: str | None = None, *, level: int, heading: str = ""
) -> str:
    """Return goal, rules, example, legend and notation; the page has ``style(":root")``.

    Args:
        game: the game.
        objective: the objective of the goal, by its id; None is the game's first one.
        level: of the headings, 1 to 6.
        heading: the first one's text, "" for none.
    """
    return _rules(game, game.objective(objective).id, level, heading)


@lru_cache(maxsize=64)
def _rules(game: AnyGame, objective: str, level: int, heading: str) -> str:
    about = game.about
    rules = "".join(f"<li>{_text(rule)}</li>" for rule in About.items(about.rules))
    notation = "".join(f"<p>{_text(part)}</p>" for part in About.items(about.notation))
    head = f"<h{level}>{html_text(heading)}</h{level}>" if heading else ""
    return (
        f'<div class="rules">{head}<p>{_text(goal_of(game, objective))}.</p>'
        f"<ul>{rules}</ul>{_example(game)}<h{level}>Notation</h{level}>{notation}</div>"
    )


def _example(game: AnyGame) -> str:
    """Return the example and the legend, which share their definitions."""
    drawing = Drawing()
    before, after = (replace(scene, caption="") for scene in example_scenes(game))
    pictures = (
        inline(drawing, before, scale=_CELL, label="Before", shared=True)
        + '<span aria-hidden="true">→</span>'
        + inline(drawing, after, scale=_CELL, label="After", shared=True)
    )
    signs = "".join(_signs(game, drawing))
    defs = f'<svg width="0" height="0" aria-hidden="true"><defs>{drawing.defs()}</defs></svg>'
    shown = _text(" ".join(game.about.shown.split()))
    return (
        f"<figure>{defs}<div>{pictures}</div><figcaption>{shown}</figcaption></figure>"
        f'<ul class="legend">{signs}</ul>'
    )


def _signs(game: AnyGame, drawing: Drawing) -> Iterator[str]:
    """Yield the things of the legend; tiles, which have no id, are drawn on one cell."""
    for sprite in legend(game):
        cell = replace(sprite, width=1, height=1)
        look = drawing.look(cell) if sprite.id else drawing.tile(sprite.kind)
        picture = f'<svg viewBox="-.05 -.05 1.1 1.1" aria-hidden="true">{look}</svg>'
        yield f"<li>{picture} {html_text(sprite.words)}</li>"


def _text(text: str) -> str:
    """Return a text as HTML, with code between backticks."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", html_text(text))
