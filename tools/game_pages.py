"""Writes a page for each game, `docs/games/<game>.md`, and the list of them (`make game-pages`)."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Final

from tools.docstrings import plain

import gridproof
from gridproof.design.level_id import GeneratorConfig, find_generator, generators
from gridproof.game import AnyGame
from gridproof.registry import games
from gridproof.render.about import example_lines, goal_of
from gridproof.render.playable import playable_page
from gridproof.solving.solve import solvers
from gridproof.specs import About

FOLDER: Final = Path(__file__).parents[1] / "docs" / "games"
#: The page that lists the others.
LIST: Final = FOLDER.with_suffix(".md")
_COLUMNS: Final = 100
_PLAYED: Final = "This is the board as a file has it; the site plays its best solution."
_PLAY: Final = (
    "Play it yourself: click on the board, and use the keys or point at cells. `h` gives a hint."
)
_GENERATED: Final = (
    "`{}` is the ID of a larger board, which `gridproof generate ID` makes again. The site plays "
    "its best solution, too."
)
_PLAIN: Final = (
    "The rules offer `moves` worth trying, and positions of equal `key` count as one. "
    "[Certificates by plain search](../explanation/certificates-plain.md) rest on both, so here is "
    "why they may."
)
#: Of a board that has a solution and is soon solved, in every game.
_SEED: Final = "2.0"
_CONTENTS: Final = ("```{toctree}", ":hidden:", ":glob:", "", "games/*", "```")


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """Yield the lines of a table."""
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"


def paragraph(text: str, head: str = "") -> Iterator[str]:
    """Yield the lines of a paragraph, or with a head of an item of a list."""
    rest = " " * len(head)
    yield from wrap(
        text,
        _COLUMNS,
        initial_indent=head,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )


def items(text: str) -> Iterator[str]:
    """Yield the lines of a list."""
    for item in About.items(text):
        yield from paragraph(item, "- ")


def paragraphs(text: str) -> Iterator[str]:
    """Yield the lines of paragraphs, with a blank one before each."""
    for each in About.items(text):
        yield ""
        yield from paragraph(each)


def page(game: AnyGame) -> Iterator[str]:
    """Yield the lines of a game's page."""
    about = game.about
    yield f"# {game.title}"
    yield from ("", f"{next(iter(about.goals.values()))}.", "", "## Rules", "")
    yield from items(about.rules)
    yield from ("", "```text", *example_lines(game), "```")
    yield from paragraphs(about.shown)
    yield from ("", *paragraph(_PLAYED), "")
    board = about.board.rstrip("\n").split("\n")
    yield from (f"```{{player}} {game.id}", *board, "```")
    (level,) = gridproof.read_boards(about.board, game=game.id)
    if playable_page([level], game=game).playable[0]:
        yield from ("", *paragraph(_PLAY), "")
        yield from (f"```{{playable}} {game.id}", *board, "```")
    if generators(game):
        name = GeneratorConfig(game, find_generator(game)).id(_SEED)
        yield from ("", *paragraph(_GENERATED.format(name)), "")
        yield from (f"```{{player}} {game.id}", name, "```")
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
    yield from ("", "## Notation", *paragraphs(about.notation))
    yield from ("", f"[Formats of files](../reference/formats/{game.id}.md): symbols and headers.")
    yield from ("", "## Solvers", "")
    known = [(f"`{name}`", spec.summary) for name, spec in solvers(game).items()]
    yield from table(("solver", "method"), known)
    yield from ("", "## Plays of plain search", "", *paragraph(_PLAIN))
    for name in ("moves", "key"):
        yield from ("", f"### `{name}`", *paragraphs(why(game, name)))
    yield from ("", "## History", *paragraphs(about.history))
    if about.sources:
        yield ""
        yield from items(about.sources)


def why(game: AnyGame, name: str) -> str:
    """Return the docstring of a part of the rules as Markdown; it says why that part is right."""
    return plain(inspect.getdoc(getattr(game, name)) or "").partition("\nRaises:")[0].strip()


def list_of_games() -> str:
    """Return the page that lists the games."""
    known = [(f"[{g.title}](games/{g.id}.md)", f"{goal_of(g)}.") for g in games().values()]
    lines = table(("rules", "task"), known)
    return "\n".join(("# Games", "", *lines, "", *_CONTENTS)) + "\n"


def pages() -> dict[str, str]:
    """Return the pages by the names of their files."""
    return {f"{game.id}.md": "\n".join(page(game)) + "\n" for game in games().values()}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    LIST.write_text(list_of_games(), encoding="utf-8")
