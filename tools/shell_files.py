"""Writes the manual page and the scripts that complete command lines (`make shell-files`).

Wheels install them from `packaging`. They are made of the command line itself; a test compares
them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, Literal

from gridproof.cli import VERBS, app
from gridproof.cli.exit_codes import ExitCode
from gridproof.cli.help import Entry, Page, page_of
from gridproof.environment_variables import VARIABLES

FOLDER: Final = Path(__file__).parents[1] / "packaging"
#: The file of each shell, named as the shell looks for it.
_SCRIPTS: Final[Mapping[Literal["bash", "zsh", "fish"], str]] = {
    "bash": "completions/gridproof",
    "zsh": "completions/_gridproof",
    "fish": "completions/gridproof.fish",
}


def files() -> Mapping[str, str]:
    """Return the text of each file below the folder."""
    found = {name: app().generate_completion(shell=shell) for shell, name in _SCRIPTS.items()}
    return found | {"gridproof.1": "\n".join(_manual()) + "\n"}


def _manual() -> Iterator[str]:
    """Yield the lines of the manual page, in the language of `man`."""
    root = app()
    # Without date and version, so that no release has to write it anew.
    yield '.TH GRIDPROOF 1 "" gridproof "User Commands"'
    yield from (".SH NAME", rf"gridproof \- {_quoted(page_of(root).prose[0])}")
    yield from (".SH SYNOPSIS", r"\fBgridproof\fR \fIVERB\fR [\fIOPTIONS\fR] ...")
    yield from (".SH DESCRIPTION", "The verbs are one command line for all games.")
    for verb, (_, summary) in VERBS.items():
        yield from (".TP", rf"\fB{verb}\fR", _quoted(summary))
    for verb in VERBS:
        page = page_of(root, [verb])
        yield f'.SH "{page.called.upper()}"'
        yield from _verb(page)
        for entry in page.verbs:
            below = page_of(root, [verb, entry.names[0]])
            yield f'.SS "{below.called}"'
            yield from _verb(below)
    yield '.SH "EXIT STATUS"'
    for code in ExitCode:
        yield from (".TP", rf"\fB{code:d}\fR", _quoted(code.meaning))
    yield ".SH ENVIRONMENT"
    for variable in VARIABLES:
        yield from (".TP", rf"\fB{_quoted(variable.name)}\fR", _quoted(variable.meaning))


def _verb(page: Page) -> Iterator[str]:
    for usage in page.usage:
        yield from (_quoted(usage), ".br")
    for paragraph in page.prose:
        yield from (".PP", _quoted(paragraph))
    for entry in (*page.arguments, *page.options):
        yield from _entry(entry)


def _entry(entry: Entry) -> Iterator[str]:
    yield from (".TP", rf"\fB{_quoted(entry.label.strip())}\fR", _quoted(entry.details))


def _quoted(text: str) -> str:
    """Return a text in one line, in which nothing is a command of the language."""
    plain = " ".join(text.replace("\\", r"\e").replace("-", r"\-").split())
    return rf"\&{plain}" if plain.startswith((".", "'")) else plain


def write() -> None:
    """Write the files."""
    for name, text in files().items():
        path = FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
