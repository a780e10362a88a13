"""Put all questions of the tests to the oracles: ``make oracle-answers`` writes the answers."""

from __future__ import annotations

import json
import sys

import pytest

from tests.oracles import bombcover, merge, onebomb, robots, sokoban
from tests.oracles.kept import FOLDER, Answers, answers_of

#: Oracles that keep answers.
KEEPING = (bombcover, merge, onebomb, robots, sokoban)
#: Folders of tests that ask.
_ASKING = ("design", "games", "proof", "reductions")


def kept_answers() -> list[Answers]:
    """Return the answers of each module of oracles."""
    return [answers_of(module.__name__) for module in KEEPING]


def main(*, only_check: bool) -> int:
    """Run the tests that ask; write the answers, or return 1 if others are on file."""
    for answers in kept_answers():
        answers.anew = True
    folders = [str(FOLDER.parents[1] / name) for name in _ASKING]
    code = int(pytest.main(["-q", "-p", "no:xdist", "-m", "not soak", *folders]))
    FOLDER.mkdir(exist_ok=True)
    for answers in kept_answers():
        if not only_check:
            answers.path.write_text(answers.text(), encoding="utf-8")
        elif not answers.on_file.items() <= json.loads(answers.text())["answers"].items():
            print(f"{answers.path}: not the answers of the oracle", file=sys.stderr)
            code = 1
    return code


if __name__ == "__main__":
    sys.exit(main(only_check="--check" in sys.argv))
