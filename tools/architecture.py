"""Draws the floors of gridproof into `docs/explanation/architecture.svg` (`make architecture`).

The floors are those that the tests hold, the names those in the tree: each uses only what is below
it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.test_layers import FOLDERS, VOCABULARY  # noqa: E402

PICTURE = ROOT / "docs" / "explanation" / "architecture.svg"

_WIDTH, _BAND, _GAP, _LEFT = 900, 34, 8, 300
_BOX, _PAD, _LETTER = 24, 12, 7.6
_STYLE = """
  svg { --paper: #fbfaf7; --floor: #f1eee6; --ink: #1d2026; --line: #3c4048; --blue: #0072b2; }
  @media (prefers-color-scheme: dark) {
    svg { --paper: #16181d; --floor: #20242c; --ink: #e8e6e1; --line: #8d939f; --blue: #56b4e9; }
  }
  .paper { fill: var(--paper); } .band { fill: var(--floor); }
  .box { fill: var(--paper); stroke: var(--line); stroke-width: 1.2; }
  .native { stroke: var(--blue); }
  text { fill: var(--ink); font: 13px ui-monospace, monospace; }
  .what { font: 14px system-ui, sans-serif; }
"""


def games() -> list[str]:
    """Return the games, by their folders."""
    folders = (ROOT / "src" / "gridproof" / "games").iterdir()
    return sorted(f.name for f in folders if (f / "__init__.py").is_file() and f.name[0] != "_")


def kernels() -> list[str]:
    """Return the folders of C++."""
    return sorted(folder.name for folder in (ROOT / "native").iterdir() if folder.is_dir())


def bands() -> Iterator[tuple[str, list[str], str]]:
    """Yield the job of a band of the picture, its boxes and their class, from the top down."""
    for folder, job in reversed(FOLDERS.items()):
        if folder == "games":
            yield f"games: {job}", games(), ""
            yield "native: the kernels that solvers call", kernels(), " native"
        else:
            yield job, [folder], ""
    yield "the root: words that all use", list(reversed(VOCABULARY)), ""


def rows_of(names: list[str]) -> list[list[str]]:
    """Return the boxes of a band, in rows that fit."""
    rows: list[list[str]] = [[]]
    room = _WIDTH - _LEFT - _PAD
    used = 0.0
    for name in names:
        width = len(name) * _LETTER + 2 * _PAD
        if rows[-1] and used + width > room:
            rows.append([])
            used = 0.0
        rows[-1].append(name)
        used += width
    return rows


def picture() -> str:
    """Return the SVG."""
    parts, y = [], _GAP
    for what, names, kind in bands():
        rows = rows_of(names)
        height = _BAND * len(rows)
        parts.append(
            f'<rect class="band" x="{_GAP}" y="{y}" width="{_WIDTH - 2 * _GAP}" '
            f'height="{height}" rx="4"/>'
            f'<text class="what" x="{2 * _GAP}" y="{y + height / 2 + 5:g}">{escape(what)}</text>'
        )
        for number, row in enumerate(rows):
            x, top = float(_LEFT), y + number * _BAND + (_BAND - _BOX) / 2
            for name in row:
                width = len(name) * _LETTER + _PAD
                parts.append(
                    f'<rect class="box{kind}" x="{x:g}" y="{top:g}" width="{width:g}" '
                    f'height="{_BOX}" rx="3"/>'
                    f'<text x="{x + _PAD / 2:g}" y="{top + 17:g}">{escape(name)}</text>'
                )
                x += width + _PAD
        y += height + _GAP
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {y}" role="img">\n'
        f"<title>The layers of gridproof: each uses only what is below it</title>\n"
        f"<style>{_STYLE}</style>\n"
        f'<rect class="paper" width="{_WIDTH}" height="{y}"/>\n{body}\n</svg>\n'
    )


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
