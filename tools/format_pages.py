"""Writes the reference of formats, `docs/reference/formats/*.md` (`make format-pages`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Final

from tools.game_pages import table

from gridproof.files.folders import MAX_FILES
from gridproof.files.reading import MAX_FILE
from gridproof.forms import Entry, Symbol, TextForm
from gridproof.game import AnyGame
from gridproof.level import METADATA
from gridproof.options import Option
from gridproof.playing.forms import PLAY_THROUGH
from gridproof.reduction import AnySource, reductions, sources
from gridproof.reductions.forms import MAP
from gridproof.registry import games
from gridproof.specs import About, ExportSpec

FOLDER: Final = Path(__file__).parents[1] / "docs" / "reference" / "formats"
_COLUMNS: Final = 100

SHARED: Final = f"""\
# Formats of files

Each page below is made from the descriptions that the readers themselves use. A test reads every
example, and tries every symbol.

{{pages}}

`gridproof show FILE --format NAME` writes a file of boards in another form. `gridproof list GAME`
prints the symbols and options of a game.

## Text files of boards

A file holds one board or many, with blank lines between. Above its rows, or below them, a board may
have lines of three kinds:

| line | meaning |
|---|---|
| `; title` | the title; `# 1`, `## The start` and `Level 3` are titles too |
| `name: value` | a header: an option of the game, or metadata |
| `---`, `===` | a rule, which only parts boards |

Names of headers may be in any case, with `-`, `_` or a blank between words. The options are on the
page of each game; an unknown name is refused, and the nearest known one is named. Headers `author`
and `source` alone above the first board hold for all boards of the file.

```text
author: A. Nyone

; Three crates
radius: 2
#####
#x.x#
#.@.#
#..x#
#####

; One crate
@.x
```

A bad board is reported with file, line and column, and the boards after it are read all the same.

## Metadata

Metadata is in headers of text and in fields of JSON. It changes no rule and stays out of the digest
of a board.

{{metadata}}

In JSON a field `id` is the title where there is no other. Some names that other programs write are
read over: `date`, `comment`, `rating`, `url`, `e-mail` and their like; `name` and `level` give
the title where there is no other. `game` is checked: a board of another game is refused.

## JSON

A file holds an object a board: one a line (`.jsonl`), over several lines, or in a list `[…]`. The
fields are those of the game's page, its options and metadata. Other fields are read over.

Objects may hold boards inside, as our own output does: `board` or `level` holds one, as text or as
an object, and `boards` or `levels` a list. So the output of `generate --json`, saved play-throughs
and maps of reductions are files of boards. A field that is there twice, `NaN`, and a number such as
`2.0` where a whole number belongs are refused.

## Encodings, archives, folders

| input | reading |
|---|---|
| text | UTF-8; UTF-16 and UTF-32 by their byte-order mark; XML in its declared encoding |
| other bytes | Windows-1252, line by line, with a note |
| ends of lines | LF, CRLF or CR; a Ctrl-Z at the end of the file is left out |
| `.gz`, `.zip` | unpacked, told by their first bytes |
| a folder, a `.zip` | all files in it, `2.xsb` before `10.xsb`; hidden ones are left out |
| a file in a `.zip` | `levels.zip/a.xsb`, as messages name it |
| limits | {MAX_FILE >> 20} MiB a file, packed and unpacked; {MAX_FILES:,} files a folder |

[Other people's files](../../howto/other-peoples-files.md) has the commands for collections.

## Other files

| file | written by | read by |
|---|---|---|
| certificate `.gpc` | `certify` | `check`; see [certificates](../../explanation/certificates.md) |
| results, an object a line | `solve --json` | `verify`, `reduce lower` |
| map of a reduction | `reduce` | `reduce lift`, `reduce lower`, `reduce audit` |
| saved play-through | `play`, the web app | `play`, the web app |
| plan of a batch, TOML | you | `batch`; see [batch](../../howto/batch.md) |
| tables of a batch | `batch export` | programs; see [results](../../howto/batch-results.md) |
| boards for planners, solvers | `export` | other programs; see [exports](../../howto/export.md) |
"""


def chars(shown: Iterable[str]) -> str:
    """Return characters as a cell of a table has them."""

    def one(text: str) -> str:
        if len(text) == 3 and text[1] == "–":
            return f"`{text[0]}`–`{text[2]}`"
        return f"`{text}`" if len(text) == 1 else text

    return " ".join(map(one, shown))


def notes(text: str) -> Iterator[str]:
    """Yield the lines of a list."""
    for item in About.items(text):
        yield from wrap(
            item,
            _COLUMNS,
            initial_indent="- ",
            subsequent_indent="  ",
            break_on_hyphens=False,
            break_long_words=False,
        )


def capital(text: str) -> str:
    """Return a text with a capital at its head."""
    return text[0].upper() + text[1:]


def code(text: str, language: str = "text") -> Iterator[str]:
    """Yield the lines of a block of code."""
    yield from ("```" + language, *text.removesuffix("\n").split("\n"), "```")


def language(form: TextForm) -> str:
    """Return the language of a form's examples."""
    return "json" if form.fields else "xml" if form.root else "text"


def symbols(found: Sequence[Symbol]) -> Iterator[str]:
    """Yield a table of symbols."""
    rows = [
        (
            chars(symbol.shown) + (", or any other character" if symbol.others else ""),
            symbol.meaning,
        )
        for symbol in found
    ]
    yield from table(("symbol", "meaning"), rows)


def entries(head: str, found: Sequence[Entry]) -> Iterator[str]:
    """Yield a table of headers, fields or other parts."""
    needed = any(entry.required for entry in found)
    valued = any(entry.values for entry in found)
    columns = (head, *["values"] * valued, *["needed"] * needed, "meaning")
    rows = [
        (
            f"`{entry.name}`",
            *[entry.values] * valued,
            *["yes" if entry.required else ""] * needed,
            entry.meaning,
        )
        for entry in found
    ]
    yield from table(columns, rows)


def options(found: Sequence[Option]) -> Iterator[str]:
    """Yield a table of options."""
    rows = [
        (
            f"`{option.name}`",
            option.values,
            option.said_default and f"`{option.said_default}`",
            option.summary,
        )
        for option in found
    ]
    yield from table(("header or field", "values", "default", "meaning"), rows)


def section(
    form: TextForm, names: str = "", *, same: str = "board", depth: int = 2
) -> Iterator[str]:
    """Yield the lines about one form, below a heading of a depth."""
    yield from (f"{'#' * depth} {capital(form.title)}{names}", "")
    yield from (f"{capital(form.summary)}.", "")
    yield from code(form.example, language(form))
    if form.symbols:
        yield from ("", *symbols(form.symbols))
    for head, found in (("header", form.headers), ("field", form.fields), ("part", form.parts)):
        if found:
            yield from ("", *entries(head, found))
    if form.notes:
        yield from ("", *notes(form.notes))
    for special, text in form.variants.items():
        yield from ("", f"The same {same}, {special}:", "")
        yield from code(text, language(form))
    yield ""


def overview(forms: Sequence[TextForm], written: Sequence[str]) -> Iterator[str]:
    """Yield a table of forms; `written` are the names of those that are written."""
    rows = []
    for form in forms:
        names = [f"`{name}`" for name in (form.id, *form.aliases) if name in written]
        rows.append((form.title, ", ".join(names) or "read only", form.used_by))
    yield from table(("form", "`--format`", "used by"), rows)


def exports(found: Sequence[ExportSpec], depth: int) -> Iterator[str]:
    """Yield the lines about forms that are written for other programs alone."""
    if found:
        yield from (f"{'#' * depth} Written for other programs", "")
        yield "They are for other programs to read; see [exports](../../howto/export.md)."
        yield ""
        rows = [(f"`{spec.id}`", f"`{spec.ending}`", spec.summary) for spec in found]
        yield from table(("export", "file", "contents"), rows)
        yield ""


def game_page(game: AnyGame) -> Iterator[str]:
    """Yield the lines of the page of a game."""
    yield from (f"# Formats of {game.title}", "")
    yield "Titles, metadata, JSON lines and archives are [the same for all games](README.md)."
    yield f"The rules are on [the page of the game](../../games/{game.id}.md)."
    yield from ("", *overview(game.forms, game.formats), "")
    if game.options:
        yield from ("## Options", "")
        yield "Each is a header line `name: value`, a field of JSON, or `--set name=value`."
        yield from ("", *options(game.options), "")
    else:
        yield "The game has no options: headers that are no metadata are read over."
        yield ""
    for form in game.forms:
        names = [f"`{name}`" for name in (form.id, *form.aliases) if name in game.formats]
        yield from section(form, f" ({', '.join(names)})" if names else "")
    yield from exports(game.exports, depth=2)
    yield from ("## Solutions", "")
    yield from ("The moves are on this board:", "")
    yield from code(game.about.board)
    yield ""
    for form in game.notations:
        yield from section(form, same="moves", depth=3)


def source_sections(source: AnySource) -> Iterator[str]:
    """Yield the lines about the instances of a source problem."""
    leading = [f"`{r.id}`" for r in reductions().values() if r.source.id == source.id]
    yield from (f"## {capital(source.title)}", "", f"Instances of {', '.join(leading)}.", "")
    rows = [(form.title, form.used_by) for form in source.forms]
    yield from table(("form", "used by"), rows)
    if source.options:
        yield from ("", "An option is a header line `name: value` above the instance, or an option")
        yield from ("of `gridproof reduce`.", "", *options(source.options))
    yield ""
    for form in source.forms:
        yield from section(form, same="instance", depth=3)
    yield from exports(source.exports, depth=3)
    yield from (f"### Witnesses of {source.id}s", "", "They are of this instance:", "")
    yield from code(source.example)
    yield ""
    for form in source.witnesses:
        yield from section(form, same="witness", depth=4)


def instances_page() -> Iterator[str]:
    """Yield the lines of the page of instances."""
    yield from ("# Formats of instances", "")
    yield "`gridproof reduce` reads formulas and graphs; the first form of each is what maps hold."
    yield ""
    for source in sources().values():
        yield from source_sections(source)


def index() -> str:
    """Return the text of the page on what all games share."""
    found = [
        (f"[{game.title}]({game.id}.md)", ", ".join(form.title for form in game.forms))
        for game in games().values()
    ]
    kinds = ", ".join(form.title for source in sources().values() for form in source.forms)
    found.append(("[Instances of reductions](instances.md)", kinds))
    metadata = [(f"`{name}`", meaning) for name, meaning in METADATA.items()]
    text = SHARED.format(
        pages="\n".join(table(("page", "forms"), found)),
        metadata="\n".join(table(("name", "meaning"), metadata)),
    )
    ours = "\n".join(line for form in (PLAY_THROUGH, MAP) for line in section(form))
    return f"{text}\n{ours}"


def pages() -> dict[str, str]:
    """Return the pages by the names of their files."""
    found = {f"{game.id}.md": "\n".join(game_page(game)) for game in games().values()}
    found["instances.md"] = "\n".join(instances_page())
    found["README.md"] = index()
    return {name: text.rstrip("\n") + "\n" for name, text in found.items()}


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
