"""The options of the command line are declared once, in groups that verbs share."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import gridproof

CLI = Path(gridproof.__file__).parent / "cli"
#: Most parameters of a function; a verb that has more options groups them.
MAX_PARAMETERS = 8


def nodes() -> Iterator[tuple[Path, ast.AST]]:
    for file in CLI.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            yield file, node


def test_no_function_has_many_parameters() -> None:
    for file, node in nodes():
        if isinstance(node, ast.FunctionDef):
            asked = node.args
            named = [*asked.posonlyargs, *asked.args, *asked.kwonlyargs]
            named += filter(None, [asked.vararg, asked.kwarg])
            assert len(named) <= MAX_PARAMETERS, f"{file.name}: {node.name}"


def test_no_option_is_declared_twice() -> None:
    declared = Counter(
        ast.unparse(node.value)
        for _, node in nodes()
        if isinstance(node, ast.keyword) and node.arg == "help"
    )
    by_verb = {"_help", "_MAP"}  # names of texts that stand once
    assert {text for text, count in declared.items() if count > 1} <= by_verb
