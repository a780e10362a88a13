"""Tables of pages, which the script `report.js` sorts and filters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from gridproof.visible import html_text

__all__ = ["Cell", "Head", "choice", "table", "wide"]


class Head(NamedTuple):
    """The head of a column; ``kind`` is the class of its cells."""

    name: str
    kind: str = ""


class Cell(NamedTuple):
    """A cell: HTML, and the number that it is sorted by (None: last), if it is one."""

    html: str
    value: float | None = None


def choice(name: str, label: str, counts: Mapping[str, int]) -> str:
    """Return a choice of values if there are several, "" otherwise."""
    if len(counts) < 2:
        return ""
    shown = "".join(
        f'<option value="{html_text(value)}">{html_text(value)} ({number:,})</option>'
        for value, number in sorted(counts.items())
    )
    choice = f'<select name="{name}"><option value="">all</option>{shown}</select>'
    return f"<label>{label} {choice}</label>"


def table(
    name: str,
    heads: Sequence[Head],
    rows: Iterable[Sequence[Cell]],
    total: int,
    filtered: Mapping[str, int] | None = None,
) -> str:
    """Return a table that the script sorts, with a note if it does not have all rows."""
    rows = list(rows)
    data = "".join(f' data-{key}="{column}"' for key, column in (filtered or {}).items())
    above = "".join(f'<th scope="col"{_class(head)}>{head.name}</th>' for head in heads)
    body = "".join("<tr>" + "".join(map(_cell, heads, row)) + "</tr>\n" for row in rows)
    rest = ""
    if len(rows) < total:
        command = "<code>gridproof batch export</code>"
        rest = f"<p>The first {len(rows):,} of {total:,}; {command} has all of them.</p>"
    return (
        f'{wide(name)}<table id="{name}" class="sortable"{data}><thead><tr>{above}</tr></thead>\n'
        f"<tbody>{body}</tbody></table></div>{rest}"
    )


def _cell(head: Head, cell: Cell) -> str:
    if head.kind != "number":
        return f"<td{_class(head)}>{cell.html}</td>"
    value = "" if cell.value is None else f"{cell.value:.6g}"
    return f'<td class="number" data-value="{value}">{cell.html}</td>'


def _class(head: Head) -> str:
    return f' class="{head.kind}"' if head.kind else ""


def wide(name: str) -> str:
    """Return the opening tag of a box that scrolls sideways, also by the keyboard."""
    return f'<div class="wide" role="region" aria-label="{html_text(name)}" tabindex="0">'
