"""Both checkers on the same files, many at a time."""

from __future__ import annotations

import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from gridproof.proof.checking import check

__all__ = ["PROGRAM", "Case", "Comparison", "verdicts"]

PROGRAM = Path(__file__).parents[2] / "build" / "formal" / "gridproof-check"
#: Files of one call of the program.
_BATCH = 500
#: Reasons of the program for a file that is outside of its scope, and may be accepted by Python.
_OUTSIDE = ("in a form that this checker does not read", "has no verified checker here")


@dataclass(frozen=True)
class Case:
    """A file to be checked.

    Attributes:
        name: where it comes from.
        data: its bytes.
    """

    name: str
    data: bytes


def verdicts(paths: Iterable[Path]) -> dict[Path, str]:
    """Return for each file "" if the program accepts it, or else the line that says why not."""
    named = {str(path): path for path in paths}
    run = subprocess.run([PROGRAM, *named], capture_output=True, text=True, check=False)
    found = {}
    for line in run.stdout.splitlines():
        name, verdict, *rest = line.split("  ")
        assert verdict in ("ACCEPTED", "REFUSED"), line
        found[named[name]] = "" if verdict == "ACCEPTED" else "  ".join(rest)
    assert len(found) == len(named), (run.stderr, run.stdout[-500:])
    return found


@dataclass
class Comparison:
    """The verdicts of both checkers, counted.

    Attributes:
        folder: for the files.
        counts: of both accepting, both refusing, and of boards that the program does not read.
        outside: names of the files that only Python accepts, as the program does not read them.
        differing: what else they do not agree on, with both reasons.
    """

    folder: Path
    counts: Counter[str] = field(default_factory=Counter)
    outside: list[str] = field(default_factory=list)
    differing: list[str] = field(default_factory=list)

    def add(self, cases: Iterable[Case]) -> None:
        """Check all files with both checkers."""
        left = iter(cases)
        while batch := list(islice(left, _BATCH)):
            paths = {self.folder / f"{number}.gpc": case for number, case in enumerate(batch)}
            for path, case in paths.items():
                path.write_bytes(case.data)
            for path, refusal in verdicts(paths).items():
                self._count(path, paths[path], refusal)

    def _count(self, path: Path, case: Case, refusal: str) -> None:
        verdict = check(path)
        if verdict.accepted == (refusal == ""):
            self.counts["both accept" if verdict.accepted else "both refuse"] += 1
        elif verdict.accepted and any(words in refusal for words in _OUTSIDE):
            self.counts["not read by the program"] += 1
            self.outside.append(case.name)
        else:
            self.counts["they differ"] += 1
            kept = self.folder / f"differs-{len(self.differing)}"
            kept.write_bytes(case.data)
            self.differing.append(f"{case.name}: python: {verdict.reason}; program: {refusal}")

    def lines(self) -> Iterator[str]:
        """Yield what was found, for people."""
        yield ", ".join(f"{name}: {count:,}" for name, count in sorted(self.counts.items()))
        yield from self.differing
