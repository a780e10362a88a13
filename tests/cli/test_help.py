"""Help pages: their width, their examples, and the names of options, of every verb."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest

from gridproof.cli import VERBS, app
from gridproof.cli.help import Page, lines, page_of
from gridproof.cli.messages import terminal_width
from gridproof.registry import games
from tests.cli.test_cli import Run


def verbs() -> Iterator[list[str]]:
    """The tokens of each verb, and of each verb below one."""
    root = app()
    for verb in VERBS:
        yield [verb]
        yield from ([verb, below] for below in root[verb] if not below.startswith("-"))


CALLS = list(verbs())
each_verb = pytest.mark.parametrize("tokens", CALLS, ids=" ".join)


def page(tokens: list[str]) -> Page:
    return page_of(app(), tokens)


@each_verb
@pytest.mark.parametrize("width", [30, 80, 120, 200])
def test_pages_follow_the_width(tokens: list[str], width: int) -> None:
    said = page(tokens)
    placeholders = {option.label for option in said.options}
    for line in lines(said, width):
        kept = line.strip() in placeholders or line.strip() in said.examples or "`" in line
        assert len(line) <= min(width, 120) or (width == 30 and kept), line


@each_verb
def test_pages_have_examples_and_say_what_is_wanted(tokens: list[str]) -> None:
    said = page(tokens)
    assert said.examples or said.verbs
    for example in said.examples:
        assert example.startswith("gridproof ")
        assert len(example) <= 78
    assert not any(entry.value == "VALUE" for entry in said.options), said.options
    entries = [*said.arguments, *said.options, *said.verbs]
    assert all(entry.summary.endswith(".") for entry in entries), entries
    assert "ARGS" not in " ".join(said.usage)


def test_short_options_mean_the_same_everywhere() -> None:
    long_names: dict[str, set[str]] = {}
    short_names: dict[tuple[str, str | None], set[tuple[str, ...]]] = {}
    for tokens in CALLS:
        for option in page(tokens).options:
            *short, name = option.names
            for letter in short:
                long_names.setdefault(letter, set()).add(name)
            kind = option.value and option.value.split("|")[0]
            short_names.setdefault((name, kind), set()).add(tuple(short))
    assert all(len(names) == 1 for names in long_names.values()), long_names
    assert all(len(shorts) == 1 for shorts in short_names.values()), short_names
    assert {"-g", "-l", "-s", "-t", "-o", "-j", "-q"} <= long_names.keys()


def test_short_options_are_taken(gridproof: Run) -> None:
    refused = gridproof("solve", "-g", "robots", "-t", "1", "-j", "2", "-q", "none.txt")
    assert refused.err.startswith("error: none.txt: ")


@each_verb
def test_objectives_are_those_of_the_games(tokens: list[str]) -> None:
    said = "\n".join(lines(page(tokens), 120))
    for game in games().values():
        named = ", ".join(objective.id for objective in game.objectives)
        assert (f"  {game.id} " in said and f"  {named}" in said) == page(tokens).has_objectives


def test_help_loads_no_solver() -> None:
    code = (
        "import sys; from gridproof.cli import run; run(['solve', '--help']);"
        "print([m for m in sys.modules if '_native' in m or m.split('.')[-2:-1] == ['solve']],"
        "'highspy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("[] False\n")


def test_without_a_terminal_there_are_80_columns(
    gridproof: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "64")
    assert terminal_width() == 64
    narrow = gridproof("solve", "--help").out
    monkeypatch.delenv("COLUMNS")
    monkeypatch.setattr("os.get_terminal_size", _no_terminal)
    assert terminal_width() == 80
    usual = gridproof("solve", "-h").out
    assert max(map(len, narrow.splitlines())) <= 64 < max(map(len, usual.splitlines())) <= 80
    assert usual.isprintable() or set(usual) - set("…\n") <= set(map(chr, range(32, 127)))


def _no_terminal(*_: object) -> None:
    raise OSError


def test_the_exit_code_is_said(gridproof: Run) -> None:
    for verb in ("generate", "rate", "curate"):
        assert "exit code is 3" in " ".join(gridproof(verb, "--help").out.split())


def test_what_is_lacking_is_named(gridproof: Run) -> None:
    assert gridproof("curate", "a.txt").err == (
        "error: `gridproof curate` lacks `--out FILE|-`\n"
        "hint: The file of the collection; `-` is standard output.\n"
    )
