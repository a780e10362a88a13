"""The reference is what the tool makes, and the sessions of the how-to are run as they stand."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from tools.environment_pages import FOLDER, pages

PAGE = Path(__file__).parents[2] / "docs" / "howto" / "environments.md"


def test_the_reference_is_made_anew() -> None:
    found = {file.name: file.read_text(encoding="utf-8") for file in FOLDER.iterdir()}
    assert found == pages(), "run `make environment-pages`"


def test_the_sessions() -> None:
    text = "\n".join(re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL))
    session = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    runner = doctest.DocTestRunner()
    assert runner.run(session) == doctest.TestResults(failed=0, attempted=len(session.examples))
    assert len(session.examples) > 10
