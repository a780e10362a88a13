"""The sessions of pages are run as they stand, and the other commands that they show are read."""

from __future__ import annotations

import doctest
import re
import shlex
import shutil
from collections.abc import Callable, Iterator
from contextlib import chdir, suppress
from functools import cache
from itertools import combinations, product
from pathlib import Path

import pytest
from cyclopts import MissingArgumentError
from tools.sessions import ROOT, files, pages, printed_by, replayed

from gridproof.cli import app
from gridproof.files.shipped import collection
from gridproof.registry import find_game

PAGES = list(pages())
ALL = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
COMMAND_LINE = app()
SHOWN = re.compile(r"^(?: {4}|\$ )(gridproof [a-z].*)$|`(gridproof [a-z][^`]*)`", re.MULTILINE)
each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def shown(text: str) -> Iterator[str]:
    """Commands of a page, in blocks and in sentences."""
    for in_block, in_sentence in SHOWN.findall(text):
        yield " ".join((in_block or in_sentence).split())


#: Returns the text of a page as its commands print it now, and the folder with what they made.
Play = Callable[[Path], tuple[str, Path]]


@pytest.fixture(scope="module")
def play(tmp_path_factory: pytest.TempPathFactory) -> Play:
    """Plays the console session of a page, once for all tests."""

    @cache
    def played(page: Path) -> tuple[str, Path]:
        folder = tmp_path_factory.mktemp("session")
        with chdir(folder):
            return replayed(page.read_text(encoding="utf-8")), folder

    return played


@each_page
def test_the_console_session(page: Path, play: Play) -> None:
    """Every command prints the lines below it, whatever the times in them."""
    text, _ = play(page)
    wanted = page.read_text(encoding="utf-8").splitlines()
    assert text.splitlines() == wanted, "`make sessions` writes it anew"


#: Commands that wait for people or for other machines, take minutes, have a placeholder, or show
#: what is refused (`reduce lower` of a board that is not sound).
NOT_RUN = re.compile(
    r"gridproof (play|serve|doctor|experiment|completion|batch (run|stop))\b|--scheduler"
    r"|--count 1000?\b|--improve \"|reduce lower eight|[^ -~]|[A-Z]{4}|\bID\b"
)


def stock() -> None:
    """Make the files that guides name and do not show, in this folder."""
    game, levels = find_game("sokoban"), collection("sokoban").levels[:3]
    solutions = [("R",), (), ()]
    for name, form in {"boards.txt": "xsb", "levels.txt": "xsb", "a.sok": "sok"}.items():
        Path(name).write_text(game.write_all(levels, form), encoding="utf-8")
    Path("collection.sok").write_text(game.write_all(levels, "sok", solutions), encoding="utf-8")
    Path("collection.slc").write_text(game.write_all(levels, "slc"), encoding="utf-8")
    k4 = "".join(f"{a} {b}\n" for a, b in combinations("1234", 2))
    clauses = [
        [sign * (k + 1) for k, sign in enumerate(signs)] for signs in product((1, -1), repeat=3)
    ]
    for names, text in {
        "graph.txt k4.txt": k4,
        "formula.cnf": "p cnf 3 2\n1 -2 3 0\n-1 2 3 0\n",
        "formula.txt": "x | !y | z\n!x | y | z\n",
        "eight.cnf": "p cnf 5 8\n" + "".join(f"{a} {b} {c} 0\n" for a, b, c in clauses),
    }.items():
        for name in names.split():
            Path(name).write_text(text, encoding="utf-8")
    Path("tests").symlink_to(ROOT / "tests")
    Path("levels").mkdir()
    Path("levels/boards.txt").write_text(game.write_all(levels), encoding="utf-8")
    shutil.make_archive("levels", "zip", "levels")


@pytest.mark.parametrize("page", ALL, ids=lambda page: page.name)
def test_commands_without_output_are_run(
    page: Path, play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of indented blocks, after the sessions of their page."""
    text = page.read_text(encoding="utf-8")
    lines = [
        line.split(" #")[0].strip() for line in re.findall(r"^ {4}(gridproof .*)$", text, re.M)
    ]
    lines = [line for line in lines if not NOT_RUN.search(line)]
    if not lines:
        return
    monkeypatch.chdir(tmp_path)
    stock()
    shutil.copytree(play(page)[1], tmp_path, dirs_exist_ok=True)
    for line in lines:
        given = ""
        for command in line.split(" | "):
            command, _, name = command.partition(" > ")
            given = printed_by(shlex.split(command)[1:], given)
            if name:
                Path(name).write_text(given, encoding="utf-8")


@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if ">>> " in page.read_text("utf-8")],
    ids=lambda page: page.name,
)
def test_the_python_session(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has the files that the console session makes."""
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    for name, content in files(text).items():
        Path(name).write_text(content, encoding="utf-8")
    runner = doctest.DocTestRunner()
    (block,) = re.findall(r"```python\n(>>> .*?)```", text, re.DOTALL)
    test = doctest.DocTestParser().get_doctest(block, {}, page.name, str(page), 0)
    assert runner.run(test) == doctest.TestResults(failed=0, attempted=len(test.examples))


@pytest.mark.parametrize("page", ALL, ids=lambda page: page.name)
def test_commands_that_are_shown_are_understood(page: Path) -> None:
    """No verb and no option is of another name; those named in a sentence may lack arguments."""
    for command in shown(page.read_text(encoding="utf-8")):
        _, *arguments = shlex.split(re.split(r" [|<>] ", command)[0], comments=True)
        with suppress(MissingArgumentError):
            COMMAND_LINE.parse_args(arguments, print_error=False, exit_on_error=False)


def test_docstrings() -> None:
    import gridproof

    assert doctest.testmod(gridproof).failed == 0
    assert doctest.testmod(gridproof).attempted > 0
