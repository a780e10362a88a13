"""Answers of oracles on file: each run asks about the same boards, and an oracle is slow.

The files in ``tests/data/oracles`` hold those that take long, by a digest of the question. They
count as long as the source of the oracle is the one that gave them. The oracle itself answers all
other questions, and a random share of those on file, for which it has to say the same. ``make
oracle-answers`` asks all questions anew and writes the files.
"""

from __future__ import annotations

import functools
import hashlib
import json
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar, cast

__all__ = ["FOLDER", "Answers", "answers_of", "kept"]

FOLDER: Final = Path(__file__).parents[1] / "data" / "oracles"
#: One question of so many that are on file is put to the oracle all the same.
RECHECKED: Final = 16
#: Seconds of search after which an answer is worth keeping.
_SLOW: Final = 0.002

P = ParamSpec("P")
T = TypeVar("T")


class Answers:
    """The answers of the oracles of a module.

    Attributes:
        path: of their file.
        source: a digest of the module's source.
        given: in this process by the oracles after a long search, by question.
        on_file: by question; nothing if the source is another one.
        anew: True if each question is put to the oracle.
    """

    def __init__(self, source: bytes, path: Path) -> None:
        self.path = path
        self.source = hashlib.sha256(source.replace(b"\r\n", b"\n")).hexdigest()[:16]
        self.given: dict[str, Any] = {}
        self.on_file: dict[str, Any] = {}
        self.anew = False
        if path.is_file():
            found = json.loads(path.read_text(encoding="utf-8"))
            if found["source"] == self.source:
                self.on_file = found["answers"]
        self._random = random.Random()

    def answer(self, question: str, oracle: Callable[[], T]) -> T:
        """Return the answer on file, or that of the oracle."""
        if self.anew or question not in self.on_file:
            started = time.process_time()
            said = oracle()
            if time.process_time() - started > _SLOW or question in self.on_file:
                self.given[question] = said
            return said
        read = self.on_file[question]
        known: T = cast("T", tuple(read) if isinstance(read, list) else read)  # JSON has no tuples
        if not self._random.randrange(RECHECKED):
            assert oracle() == known, f"{self.path}: not the answer to {question}"
        return known

    def text(self) -> str:
        """Return the file that holds the answers of this process."""
        found = {"source": self.source, "answers": dict(sorted(self.given.items()))}
        return json.dumps(found, indent=0, separators=(",", ":")) + "\n"


@functools.cache
def answers_of(module: str) -> Answers:
    """Return the answers of the oracles of a module."""
    file = sys.modules[module].__file__
    assert file is not None
    return Answers(Path(file).read_bytes(), FOLDER / f"{Path(file).stem}.json")


def kept(oracle: Callable[P, T]) -> Callable[P, T]:
    """Return the oracle with its answers on file."""

    @functools.wraps(oracle)
    def answer(*args: P.args, **more: P.kwargs) -> T:
        question = json.dumps([oracle.__name__, args, more], sort_keys=True, default=sorted)
        digest = hashlib.sha256(question.encode()).hexdigest()[:12]
        return answers_of(oracle.__module__).answer(digest, lambda: oracle(*args, **more))

    return answer
