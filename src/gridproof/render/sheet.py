"""Boards on paper: four a page, each with its task, and solutions behind them if wanted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gridproof.arguments import explained
from gridproof.errors import InputError, MissingPart
from gridproof.files.addresses import pack_address, shared_text
from gridproof.game import AnyGame
from gridproof.level import Level
from gridproof.registry import game_of
from gridproof.render.about import goal_line
from gridproof.render.html import document
from gridproof.render.svg import Drawing, inline, style
from gridproof.visible import html_text

__all__ = ["sheet"]

#: Letters of an address that a code can hold and a camera can still read.
_MAX_ADDRESS: Final = 1200
_CSS: Final = """
body { margin: 0 auto; padding: 1rem; max-width: 60rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.4 system-ui, sans-serif; }
h1 { margin: 0 0 1rem; font-size: 1.25rem; }
h2 { margin: 0; font-size: 1rem; }
p { margin: 0; }
.boards { display: grid; grid-template-columns: 1fr 1fr; gap: 1.5rem; margin: 0; padding: 0;
  list-style: none; }
.boards > li { display: flex; flex-direction: column; gap: .5rem; break-inside: avoid; }
.board svg { display: block; width: 100%; height: 20rem; }
.code { display: flex; align-items: end; gap: .75rem; color: var(--quiet); font-size: .8rem; }
.code svg { width: 2.6cm; height: 2.6cm; flex: none; background: #fff; }
.solutions { margin-top: 2rem; overflow-wrap: anywhere; }
@media (max-width: 35rem) { .boards { grid-template-columns: 1fr; } }
@media print {
  @page { margin: 12mm; }
  body { padding: 0; max-width: none; font-size: 10pt; }
  .boards { gap: 8mm; }
  .board svg { height: 74mm; }
  .boards > li { height: 122mm; box-sizing: border-box; }
  .code svg { width: 24mm; height: 24mm; }
  .solutions { break-before: page; }
}
"""


@explained
def sheet(
    levels: Sequence[Level],
    *,
    game: AnyGame | str | None = None,
    title: str | None = None,
    solutions: Sequence[str | None] = (),
    link: str | None = None,
) -> str:
    """Return a page to be printed, in light colours.

    Args:
        levels: levels without faults, of any games.
        game: the game of all, or its id; None looks it up by ``level.game``.
        title: of the page; None: of the game.
        solutions: of the levels, in order, in the games' notation; None: that one has none. They
            stand on a page of their own; empty: there is no such page.
        link: the address of a gridproof server; each board has a code that opens it there.

    Raises:
        InputError: there is no level.
        MissingPart: there is a link, and segno is not installed.
    """
    if not levels:
        raise InputError("a sheet has at least one board")
    games = {found.id: found for found in (game_of(level, game) for level in levels)}
    named = title or ", ".join(each.title for each in games.values())
    cards = "".join(
        _card(number, level, game_of(level, game), link) for number, level in enumerate(levels, 1)
    )
    behind = _solutions(levels, solutions) if any(solutions) else ""
    return document(
        named,
        f'<h1>{html_text(named)}</h1><ol class="boards">{cards}</ol>{behind}',
        script="",
        css=style(":root", "light") + _CSS,
    )


def _card(number: int, level: Level, game: AnyGame, link: str | None) -> str:
    scene = game.picture(level, game.initial(level))
    name = level.title or f"{game.title} {number}"
    picture = inline(Drawing(), scene, label=name)
    code = "" if link is None else _code(level, game, link)
    return (
        f"<li><h2>{number}. {html_text(name)}</h2><p>{html_text(goal_line(game, level))}</p>"
        f'<div class="board">{picture}</div>{code}</li>\n'
    )


def _code(level: Level, game: AnyGame, link: str) -> str:
    """Return the code of the address that opens a board; words where it would be too large."""
    try:
        import segno
    except ImportError:
        raise MissingPart(
            "codes on a sheet need segno", hint="pip install 'gridproof[sheet]'"
        ) from None
    address = f"{link.rstrip('/')}/play#{pack_address(shared_text(game, level))}"
    if len(address) > _MAX_ADDRESS:
        return '<p class="code">This board is too large for a code.</p>'
    drawn = segno.make(address, error="l", micro=False).svg_inline(border=2, omitsize=True)
    return f'<p class="code">{drawn}<span>Play it on {html_text(link)}</span></p>'


def _solutions(levels: Sequence[Level], solutions: Sequence[str | None]) -> str:
    rows = "".join(
        f"<li>{html_text(solution or 'no solution is known here')}</li>"
        for _, solution in zip(levels, solutions, strict=True)
    )
    return f'<section class="solutions"><h2>Solutions</h2><ol>{rows}</ol></section>'
