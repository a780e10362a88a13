"""Writes the reference of the command line, `docs/reference/` (`make command-pages`).

A page a verb, with examples that are run here, and pages for exit codes, statuses, JSON and
environment variables. A test compares them with what this makes, but for times.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from tools.command_samples import FILES, session
from tools.docstrings import described
from tools.game_pages import table
from tools.json_pages import json_page

from gridproof.cli import VERBS, app
from gridproof.cli.exit_codes import OF_VERBS, ExitCode
from gridproof.cli.help import Entry, Page, objectives, page_of
from gridproof.cli.records import RECORDS
from gridproof.environment_variables import VARIABLES
from gridproof.result import Status, StopReason

FOLDER: Final = Path(__file__).parents[1] / "docs" / "reference"
_MADE: Final = "Made of the program's own texts by `make command-pages`."


def pages() -> Mapping[str, str]:
    """Return the text of each file below the folder."""
    found = {f"commands/{verb}.md": _verb_page(verb) for verb in VERBS}
    found["commands/README.md"] = _overview()
    found["exit-codes.md"] = _exit_codes()
    found["statuses.md"] = _statuses()
    found["environment-variables.md"] = _variables()
    found["json.md"] = json_page()
    return {name: "\n".join(lines) + "\n" for name, lines in found.items()}


def without_times(text: str) -> str:
    """Return a page without what differs from one run to the next: seconds, and their alignment."""
    text = re.sub(r" *\d+\.\d+ s\b", " … s", text)
    return re.sub(r"_time\": [\d.e-]+", '_time": …', text)


def write() -> None:
    """Write the pages that say something new."""
    for name, text in pages().items():
        path = FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        if without_times(old) != without_times(text):
            path.write_text(text, encoding="utf-8")


def _overview() -> Iterator[str]:
    yield from ("# Commands", "", _MADE, "")
    yield "`gridproof VERB …` is one command line for all games. `gridproof VERB --help` prints"
    yield "the page of a verb, as wide as the terminal."
    yield ""
    rows = [(f"[`{verb}`]({verb}.md)", summary) for verb, (_, summary) in VERBS.items()]
    yield from table(("verb", "task"), rows)
    yield from ("", "## All verbs", "")
    yield "- `-` is standard input or standard output where a file is named."
    yield "- Data goes to standard output; progress, notes, hints and errors to standard error."
    yield "- Options have the same short names everywhere; `--time 10` and `--time=10` are equal."
    yield "- A size is a number with a unit: `512MiB`, `2GiB`."
    yield "- `gridproof completion --install` lets the shell complete verbs and options."
    yield from ("", "## More", "")
    yield "- [Exit codes](../exit-codes.md)"
    yield "- [Statuses and stop reasons](../statuses.md)"
    yield "- [JSON of the verbs](../json.md)"
    yield "- [Environment variables](../environment-variables.md)"
    yield from ("", "## Files of the examples", "")
    yield "The examples of the verbs are run with these files:"
    for name, text in FILES.items():
        yield from ("", f"`{name}`", "", "```text", *text.splitlines(), "```")


def _verb_page(verb: str) -> Iterator[str]:
    root = app()
    page = page_of(root, [verb])
    below = [page_of(root, [verb, entry.names[0]]) for entry in page.verbs]
    yield f"# {page.called}"
    yield from _facts(page, "##")
    for other in below:
        yield from ("", f"## {other.called}")
        yield from _facts(other, "###")
    examples = list(dict.fromkeys(line for one in (page, *below) for line in one.examples))
    yield from ("", "## Examples", "")
    yield "[The files](README.md#files-of-the-examples) are small."
    yield from ("", "```console", *session(examples), "```")
    yield from ("", "## Exit codes", "")
    own = OF_VERBS[verb]
    if own:
        yield from table(("code", "meaning here"), [(f"{code:d}", own[code]) for code in own])
        yield ""
    yield "All others are [those of every verb](../exit-codes.md)."
    printing = [name for name in RECORDS if name.split()[0] == verb]
    if printing:
        links = ", ".join(f"[{name}](../json.md#{name.replace(' ', '-')})" for name in printing)
        yield from ("", "## JSON", "", f"The fields of `--json`, with their types: {links}.")


def _facts(page: Page, level: str) -> Iterator[str]:
    """Yield usage, prose, arguments and options."""
    yield from ("", "```text", *page.usage, "```")
    for paragraph in page.prose:
        yield from ("", paragraph)
    if page.verbs:
        yield from ("", f"{level} Verbs", "")
        yield from table(
            ("verb", "task"),
            [
                (f"[`{entry.names[0]}`](#{_anchor(page, entry)})", entry.summary)
                for entry in page.verbs
            ],
        )
    if page.arguments:
        yield from ("", f"{level} Arguments", "")
        rows = [(f"`{entry.label}`", entry.summary) for entry in page.arguments]
        yield from table(("argument", "meaning"), rows)
    yield from ("", f"{level} Options", "")
    yield from table(("option", "meaning"), list(map(_option, page.options)))
    if page.has_objectives:
        yield from ("", f"{level} Objectives", "", "The first one of a game is its default.", "")
        rows = [(f"`{entry.names[0]}`", _code(entry.summary)) for entry in objectives()]
        yield from table(("game", "objectives"), rows)


def _anchor(page: Page, entry: Entry) -> str:
    return f"{page.called} {entry.names[0]}".replace(" ", "-")


def _code(names: str) -> str:
    return ", ".join(f"`{name}`" for name in names.split(", "))


def _option(entry: Entry) -> tuple[str, str]:
    default = f" Default: `{entry.default}`." if entry.default else ""
    required = " Required." if entry.required else ""
    value = f" {entry.value}" if entry.value else ""
    names = ", ".join(f"`{name}{value if name is entry.names[-1] else ''}`" for name in entry.names)
    more = " Repeatable." if entry.repeatable else ""
    choices = f" One of {', '.join(f'`{one}`' for one in entry.choices)}." if entry.choices else ""
    return names, f"{entry.summary}{choices}{required}{more}{default}"


def _exit_codes() -> Iterator[str]:
    yield from ("# Exit codes", "", _MADE, "")
    yield "When several boards or files end differently, the code that needs most attention is the"
    yield "process's: 130, 70, 4, 2, 3, 1, 0."
    yield ""
    rows = [(f"{code:d}", f"`{code.name}`", code.meaning) for code in ExitCode]
    yield from table(("code", "name", "meaning"), rows)
    yield from ("", "## Of each verb", "")
    yield "The codes that answer mean more with some verbs:"
    yield ""
    rows = [
        (f"[`{verb}`](commands/{verb}.md)", f"{code:d}", said)
        for verb, codes in OF_VERBS.items()
        for code, said in codes.items()
    ]
    yield from table(("verb", "code", "meaning"), rows)


def _statuses() -> Iterator[str]:
    yield from ("# Statuses and stop reasons", "", _MADE, "")
    yield "A result says two things apart: the knowledge about the board, and the reason that the"
    yield "search ended. A search that a limit stopped may have proven its solution optimal."
    for title, kind in (("Status", Status), ("Stop reason", StopReason)):
        yield from ("", f"## {title}", "", f"{_summary(kind)}", "")
        found = described(inspect.getdoc(kind) or "")
        rows = [(f"`{member}`", found[member.name]) for member in kind]
        yield from table((title.lower(), "meaning"), rows)


def _summary(kind: type) -> str:
    return (kind.__doc__ or "").partition("\n")[0]


def _variables() -> Iterator[str]:
    yield from ("# Environment variables", "", _MADE, "")
    yield "No other variable changes what gridproof does."
    yield ""
    rows = [(f"`{one.name}`", one.meaning, one.reader or "gridproof") for one in VARIABLES]
    yield from table(("variable", "effect", "read by"), rows)


if __name__ == "__main__":
    write()
