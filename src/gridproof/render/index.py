"""The page that leads to the pages of many boards: small pictures, facts, and filters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

from gridproof.game import AnyGame
from gridproof.render.html import BESIDE, asset, document
from gridproof.render.rules_html import folded_rules
from gridproof.render.svg import style
from gridproof.visible import html_text

__all__ = ["Entry", "index"]

#: The meaning of each status, for people. The order is that of the choice.
_WORDS: Final = {
    "OPTIMAL": "proven optimal",
    "FEASIBLE": "solved, not proven optimal",
    "INFEASIBLE": "proven to have no solution",
    "UNKNOWN": "open",
    "": "not solved here",
}


@dataclass(frozen=True)
class Entry:
    """A board on the page.

    Attributes:
        title: of the board.
        game: title of its game.
        page: its page, a file beside this one.
        picture: its picture, a file beside this one.
        status: a :class:`gridproof.result.Status`, or "" for a board that was not tried.
        facts: the facts about it, in a line.
    """

    title: str
    game: str
    page: str
    picture: str
    status: str
    facts: str


def index(entries: Sequence[Entry], title: str, games: Iterable[AnyGame] = ()) -> str:
    """Return the page. Without scripts all boards are shown, without filters.

    Args:
        entries: the boards.
        title: of the page.
        games: those of the boards, whose rules it tells.
    """
    return document(
        title,
        f"<h1>{html_text(title)}</h1>{''.join(map(folded_rules, games))}{_filters(entries)}"
        f'<p id="count" role="status">{_boards(len(entries))}</p><ol id="boards">\n'
        + "".join(map(_card, entries))
        + '</ol><p id="nothing" hidden>No board is like this. '
        '<button type="reset" form="filters">Show all boards</button></p>',
        script=asset("index.js"),
        css=style(":root") + asset("index.css") + asset("rules.css"),
        pictures=BESIDE,
    )


def _boards(count: int) -> str:
    return f"{count} board{'s' * (count != 1)}"


def _filters(entries: Iterable[Entry]) -> str:
    """Return a form that stays hidden until the script has made it work."""
    entries = list(entries)
    statuses = Counter(entry.status for entry in entries)
    games = Counter(entry.game for entry in entries)
    chosen = [(status, _WORDS[status], statuses[status]) for status in _WORDS if statuses[status]]
    return (
        '<form id="filters" hidden>'
        '<label>Title <input type="search" name="title" autocomplete="off"></label>'
        + (_choice("game", "Game", [(g, g, n) for g, n in games.items()]) if len(games) > 1 else "")
        + (_choice("status", "Status", chosen) if len(chosen) > 1 else "")
        + "</form>"
    )


def _choice(name: str, label: str, options: Iterable[tuple[str, str, int]]) -> str:
    shown = "".join(
        f'<option value="={html_text(value)}">{html_text(words)} ({count})</option>'
        for value, words, count in options
    )
    choice = f'<select name="{name}"><option value="">all</option>{shown}</select>'
    return f"<label>{label} {choice}</label>"


def _card(entry: Entry) -> str:
    known = entry.facts or _WORDS[entry.status]
    return (
        f'<li data-title="{html_text(entry.title.casefold())}" data-game="{html_text(entry.game)}" '
        f'data-status="{html_text(entry.status)}"><a href="{quote(entry.page)}">'
        f'<img src="{quote(entry.picture)}" alt="" loading="lazy">'
        f"{_line('strong', entry.title)}</a>"
        f"{_line('span', entry.game)}{_line('span', known)}</li>\n"
    )


def _line(name: str, text: str) -> str:
    """Return a text of one line: what a card has no room for is seen when it is pointed at."""
    return f'<{name} title="{html_text(text)}">{html_text(text)}</{name}>'
