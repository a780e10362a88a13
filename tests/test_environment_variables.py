"""Environment variables: one table, and no other module that reads any."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import gridproof
from gridproof.environment_variables import DEBUG, VARIABLES

ROOT = Path(gridproof.__file__).parent


def reads(tree: ast.AST) -> bool:
    """Return whether a module reads a variable: ``environ[…]``, ``environ.get(…)``, ``getenv``."""
    for node in ast.walk(tree):
        inner = node.value if isinstance(node, (ast.Attribute, ast.Subscript)) else None
        if isinstance(inner, ast.Attribute | ast.Name) and name(inner) == "environ":
            return True
        if isinstance(node, ast.Attribute | ast.Name) and name(node) == "getenv":
            return True
    return False


def name(node: ast.Attribute | ast.Name) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id


def test_one_module_reads_variables() -> None:
    found = [
        file.relative_to(ROOT).as_posix()
        for file in ROOT.rglob("*.py")
        if reads(ast.parse(file.read_text(encoding="utf-8")))
    ]
    assert found == ["environment_variables.py"]


def test_own_variables_are_named_alike() -> None:
    own = [variable for variable in VARIABLES if not variable.reader]
    assert own
    assert all(variable.name.startswith("GRIDPROOF_") for variable in own)


def test_an_empty_variable_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(DEBUG.name, "")
    assert not DEBUG.is_set
    monkeypatch.setenv(DEBUG.name, "1")
    assert DEBUG.is_set
