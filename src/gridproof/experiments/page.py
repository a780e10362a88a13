"""One page of experiments: tables beside the published figures, plots, and conditions."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from typing import Final

from gridproof.batch.tables import wide
from gridproof.experiments.figures import Row, columns
from gridproof.experiments.machine import stamp
from gridproof.experiments.repeating import Repeated
from gridproof.files.temporary import temporary_folder
from gridproof.render.html import asset, document
from gridproof.render.inline_plot import PLOT_CSS, inline_plot
from gridproof.render.svg import style
from gridproof.visible import html_lines, html_text

__all__ = ["page"]

_TITLE: Final = "Published tables, repeated"


def page(repeated: Sequence[Repeated]) -> str:
    """Return the page. It has no date, so equal figures make equal pages on one machine.

    Raises:
        MissingPart: Matplotlib is not installed.
    """
    links = "".join(
        f'<li><a href="#{html_text(one.experiment.name)}">'
        f"{html_text(one.experiment.title)}</a></li>"
        for one in repeated
    )
    contents = f"<nav><ol>{links}</ol></nav>" if len(repeated) > 1 else ""
    about = (
        f"{stamp()}, HiGHS {version('highspy')}. Seconds are those of this machine; published "
        "seconds are those of theirs."
    )
    return document(
        _TITLE if len(repeated) > 1 else repeated[0].experiment.title,
        f'<header><h1>{_TITLE}</h1><button id="theme" hidden>Light or dark</button>'
        f"</header><p>{html_text(about)}</p>{contents}<main>\n"
        + "\n".join(map(_section, repeated))
        + "</main>",
        script=asset("experiments.js"),
        css=style(":root") + asset("index.css") + asset("experiments.css") + PLOT_CSS,
    )


def _section(one: Repeated) -> str:
    experiment = one.experiment
    parts = [
        f'<section id="{html_text(experiment.name)}"><h2>{html_text(experiment.title)}</h2>',
        f"<p>{html_text(experiment.source)}</p>",
        f"<p><strong>Not complete: {html_text(one.lacks)}.</strong></p>" if one.lacks else "",
        f"<p>{_prose(experiment.note.strip())}</p>" if experiment.note else "",
        *_conditions(one),
        _table("What the source says in one figure, and ours", one.claims),
        _table("Figures", one.rows),
        _plot(one),
    ]
    return "".join(parts) + "</section>"


def _prose(text: str) -> str:
    """Return a text with the parts between backquotes as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html_text(text))


def _conditions(one: Repeated) -> Iterator[str]:
    """Yield seed, replicates and parameters; tables among these are folded away."""
    said = [f"seed {one.seed}", f"replicates {one.replicates}"]
    parameters = one.experiment.parameters.items()
    said += [f"{n} {json.dumps(v)}" for n, v in parameters if not isinstance(v, Mapping)]
    yield f'<p class="conditions">{html_text(" · ".join(said))}</p>'
    for name, table in parameters:
        if isinstance(table, Mapping):
            lines = "\n".join(f"{key}: {json.dumps(value)}" for key, value in table.items())
            yield (
                f"<details><summary>{html_text(name)}</summary>"
                f'<pre tabindex="0">{html_lines(lines)}</pre></details>'
            )


def _table(caption: str, rows: Sequence[Row]) -> str:
    """Return a table that scrolls within itself; nothing if there are no rows."""
    if not rows:
        return ""
    cells = [columns(row) for row in rows]
    names = list(dict.fromkeys(name for row in cells for name in row))
    words = {name for name in names if any(isinstance(row.get(name), str) for row in rows)}

    def line(tag: str, texts: Sequence[str]) -> str:
        shown = "".join(
            f"<{tag}{'' if name in words else ' class=number'}>{html_text(text)}</{tag}>"
            for name, text in zip(names, texts, strict=True)
        )
        return f"<tr>{shown}</tr>\n"

    body = "".join(line("td", [row.get(name, "") for name in names]) for row in cells)
    return (
        f"{wide(caption)}<table><caption>{html_text(caption)}</caption>"
        f"<thead>{line('th', names)}</thead><tbody>{body}</tbody></table></div>"
    )


def _plot(one: Repeated) -> str:
    if not one.experiment.draw or not one.rows:
        return ""
    with temporary_folder() as folder:
        file = folder / "plot.svg"
        one.draw(str(file))
        drawn = inline_plot(file.read_text(encoding="utf-8"), one.experiment.name)
    return f"{wide('Plot')}{drawn}</div>"
