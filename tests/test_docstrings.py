"""Docstrings begin as the rules of English say: functions with a verb, things with a noun."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import gridproof

ROOT = Path(gridproof.__file__).parent

#: No sentence opens with a question word.
QUESTION = re.compile(r"(?:\A|[.!?:]\s+)(?:What|Whether|Where|Which|Who|Whom|How)\b")
#: Phrases that hide the subject or the amount.
HIDDEN = re.compile(
    r"\b(?:so many|as wished|is told|is said|who does|it is asked|come to with|likewise)\b", re.I
)
#: Openings of functions that are no verbs.
NO_VERB = re.compile(
    r"(?:A|All|An|As|At|Both|By|Each|Every|For|From|How|If|In|It|No|Of|On|One|So|Such|That|The|"
    r"These|This|Those|To|Two|Until|What|When|Where|Whether|Which|Who|Why|With)\b"
)
#: Openings of classes and properties that are verbs.
VERB = re.compile(r"(?:Return|Yield)s?\b")
#: Parts whose sentences are not yet written by these rules.
LATER = ("_native",)

Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def is_later(name: str) -> bool:
    game, _, file = name.removeprefix("games/").partition("/")
    return name.startswith(LATER) or (bool(game) and file == "__init__.py")


FILES = sorted(
    name
    for name in (file.relative_to(ROOT).as_posix() for file in ROOT.rglob("*.py"))
    if not is_later(name)
)


def is_thing(node: Definition) -> bool:
    """A class, or a method that reads like an attribute."""
    if isinstance(node, ast.ClassDef):
        return True
    return any("property" in ast.unparse(one) for one in node.decorator_list)


def definitions(tree: ast.Module) -> Iterator[tuple[Definition, str]]:
    for node in ast.walk(tree):
        if isinstance(node, Definition):
            text = ast.get_docstring(node)
            if text:
                yield node, text


def faults(source: str) -> Iterator[str]:
    tree = ast.parse(source)
    texts = [(0, ast.get_docstring(tree) or "")]
    for node, text in definitions(tree):
        texts.append((node.lineno, text))
        wrong = VERB if is_thing(node) else NO_VERB
        if wrong.match(text):
            yield f"{node.lineno}: {node.name}: {text.splitlines()[0]}"
    for line, text in texts:
        for found in (*QUESTION.finditer(text), *HIDDEN.finditer(text)):
            yield f"{line}: {found[0]!r}"


TESTS = Path(__file__).parent
TEST_FILES = sorted(file.relative_to(TESTS).as_posix() for file in TESTS.rglob("*.py"))


def test_there_are_files_of_all_folders() -> None:
    assert {"game.py", "design/goal.py", "games/merge/rules.py", "tui/app.py"} <= set(FILES)
    assert {"conftest.py", "games/sokoban/test_any.py"} <= set(TEST_FILES)


@pytest.mark.parametrize("folder", sorted({name.rpartition("/")[0] for name in FILES}))
def test_docstrings_begin_with_a_verb_or_a_noun(folder: str) -> None:
    found = [
        f"{name}:{fault}"
        for name in FILES
        if name.rpartition("/")[0] == folder
        for fault in faults((ROOT / name).read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(found)


def test_no_sentence_of_the_tests_opens_with_a_question_word() -> None:
    found = [
        f"{name}:{node.body[0].lineno}: {match[0]!r}"
        for name in TEST_FILES
        for node in ast.walk(ast.parse((TESTS / name).read_text(encoding="utf-8")))
        if isinstance(node, ast.Module | Definition)
        for match in QUESTION.finditer(ast.get_docstring(node) or "")
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "source",
    [
        '"""What it is."""',
        '"""A thing. Where it stands is open."""',
        'class A:\n    """Who takes part."""',
        'class A:\n    """Returns nothing."""',
        'class A:\n    @property\n    def b(self):\n        """Return it."""',
        'def a():\n    """The board."""',
        'async def a():\n    """Whether it is solved."""',
        'def a(b):\n    """Return it.\n\n    Args:\n        b: so many boards.\n    """',
    ],
)
def test_each_kind_of_fault_is_found(source: str) -> None:
    assert list(faults(source))


def test_sentences_by_the_rules_pass() -> None:
    assert not list(faults('"""Boards."""\n\ndef a(b):\n    """Return True if `b` is whether."""'))
