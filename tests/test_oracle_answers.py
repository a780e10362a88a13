"""Answers of oracles on file: they are those of the oracles as they stand."""

from __future__ import annotations

import ast
import inspect
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.oracles import kept
from tests.oracles.__main__ import KEEPING
from tests.oracles.kept import Answers, answers_of

each_module = pytest.mark.parametrize("module", KEEPING, ids=lambda module: module.__name__[14:])


def answers(path: Path, source: bytes = b"as it was") -> Answers:
    return Answers(source, path)


@pytest.fixture(autouse=True)
def keep_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let answers be kept that do not take long."""
    monkeypatch.setattr(kept, "_SLOW", -1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with one answer."""
    path = tmp_path / "merge.json"
    found = answers(path)
    assert found.answer("question", lambda: (1, 2)) == (1, 2)
    path.write_text(found.text(), encoding="utf-8")
    return path


@each_module
def test_the_file_is_that_of_the_source(module: ModuleType) -> None:
    assert answers_of(module.__name__).on_file, "the oracle has changed: run `make oracle-answers`"


@each_module
def test_an_oracle_rests_on_its_own_source_alone(module: ModuleType) -> None:
    """A change elsewhere would leave answers on file that the oracle no longer gives."""
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.Import):
            assert {alias.name for alias in node.names} <= sys.stdlib_module_names
        elif isinstance(node, ast.ImportFrom):
            assert node.module == kept.__name__ or node.module in sys.stdlib_module_names | {
                "collections.abc"
            }


def test_known_questions_are_not_put_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "RECHECKED", 1 << 30)
    assert answers(path).answer("question", lambda: (3, 4)) == (1, 2)
    assert answers(path).answer("another", lambda: None) is None


def test_a_wrong_answer_on_file_is_found(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "RECHECKED", 1)
    assert answers(path).answer("question", lambda: (1, 2)) == (1, 2)
    with pytest.raises(AssertionError, match=r"merge\.json: not the answer to question"):
        answers(path).answer("question", lambda: (3, 4))


def test_another_source_knows_no_answers(path: Path) -> None:
    assert answers(path, b"changed").answer("question", lambda: (3, 4)) == (3, 4)


def test_anew_each_question_is_put(path: Path) -> None:
    found = answers(path)
    found.anew = True
    assert found.answer("question", lambda: (3, 4)) == (3, 4)
    assert json.loads(found.text())["answers"] == {"question": [3, 4]}


def test_other_boards_are_other_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def answer(question: str, oracle: object) -> int:
        asked.append(question)
        return 0

    @kept.kept
    def oracle(rows: list[str], *, radius: int | None = None) -> int:
        raise AssertionError

    monkeypatch.setattr(answers_of(KEEPING[0].__name__), "answer", answer)
    monkeypatch.setattr(kept, "answers_of", lambda module: answers_of(KEEPING[0].__name__))
    for rows, radius in ((["#."], None), ([".#"], None), (["#."], 1), (["#", "."], None)):
        oracle(rows, radius=radius)
    oracle(["#."])
    assert len(set(asked)) == 5


@pytest.mark.soak
def test_all_answers_on_file_are_given_anew() -> None:
    subprocess.run([sys.executable, "-m", "tests.oracles", "--check"], check=True)
