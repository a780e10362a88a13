"""Writes a page for each game, `docs/games/<game>.md` (`make game-pages`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from gridproof.game import AnyGame
from gridproof.registry import games
from gridproof.render.about import example_lines
from gridproof.solving.solve import solvers
from gridproof.specs import About

FOLDER: Final = Path(__file__).parents[1] / "docs" / "games"


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """The lines of a table."""
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"


def page(game: AnyGame) -> Iterator[str]:
    """The lines of a game's page."""
    about = game.about
    yield f"# {game.title}"
    yield from ("", f"{next(iter(about.goals.values()))}.", "", "## Rules", "")
    yield from (f"- {rule}" for rule in About.items(about.rules))
    yield from ("", "```text", *example_lines(game), "```", "", about.shown)
    yield from ("", "## Objectives", "")
    goals = [(f"`{name}`", f"{goal}.") for name, goal in about.goals.items()]
    yield from table(("objective", "task"), goals)
    if game.options:
        yield from ("", "## Options", "")
        yield "A header line `name: value` above a board, a field of JSON, or `--set name=value`."
        yield ""
        shown = [
            (
                f"`{option.name}`",
                option.said_default and f"`{option.said_default}`",
                option.summary,
            )
            for option in game.options
        ]
        yield from table(("option", "default", "meaning"), shown)
    yield from ("", "## Notation", "", *About.items(about.notation))
    yield from ("", f"[Formats of files](../reference/formats/{game.id}.md): symbols and headers.")
    yield from ("", "## Solvers", "")
    known = [(f"`{name}`", spec.summary) for name, spec in solvers(game).items()]
    yield from table(("solver", "method"), known)
    yield from ("", "## History", "", *About.items(about.history))
    if about.sources:
        yield ""
        yield from (f"- {source}" for source in About.items(about.sources))


def pages() -> dict[str, str]:
    """The pages by the names of their files."""
    return {f"{game.id}.md": "\n".join(page(game)) + "\n" for game in games().values()}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
