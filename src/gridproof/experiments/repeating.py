"""The repetition of an experiment: its rows, its source's claims beside them, and its plot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gridproof.errors import InputError
from gridproof.experiments import Experiment
from gridproof.experiments.figures import Row
from gridproof.lazy import load

__all__ = ["Repeated", "repeat"]


@dataclass(frozen=True)
class Repeated:
    """The outcome of an experiment.

    Attributes:
        experiment: with the parameters it was done with.
        rows: the measured rows.
        claims: the single figures of its source, beside ours.
        lost: pieces of its work whose process died.
        left: pieces that were not done, after Ctrl-C.
        replicates: the number of repetitions of all of it.
        seed: of the random boards.
    """

    experiment: Experiment
    rows: Sequence[Row]
    claims: Sequence[Row]
    lost: int
    left: int
    replicates: int
    seed: int

    @property
    def lacks(self) -> str:
        """The missing parts, as a sentence without its end; empty if nothing is missing."""
        missing = [f"{self.lost} were lost with their process"] if self.lost else []
        missing += [f"{self.left} were not done"] if self.left else []
        if not missing:
            return ""
        return f"of its pieces of work {' and '.join(missing)}: rows are missing, or rest on less"

    def draw(self, path: str) -> None:
        """Draw the rows into a file; there are some, and the experiment has a plot."""
        load(self.experiment.draw)(self.experiment, self.rows, path)


def repeat(
    experiment: Experiment,
    *,
    replicates: int | None = None,
    seed: int = 0,
    jobs: int = 1,
    said: Callable[[str], None] = lambda line: None,
) -> Repeated:
    """Repeat an experiment. Ctrl-C ends it with the rows so far.

    Args:
        experiment: the experiment.
        replicates: the number of repetitions of all of it; None: that of its file.
        seed: of the random boards.
        jobs: processes.
        said: called with lines of progress.

    Raises:
        InputError: a number is too small, or a parameter has no such value.
    """
    times = experiment.replicates if replicates is None else replicates
    if min(times, jobs) < 1:
        raise InputError("`--replicates` and `--jobs` are at least 1")
    rows, lost, left = load(experiment.run)(experiment, times, seed, jobs, said)
    claims = load(experiment.claims)(experiment, rows) if experiment.claims and rows else ()
    return Repeated(experiment, rows, claims, lost, left, times, seed)
