"""Repeats an experiment: its rows, what its source claims beside them, and its plot."""

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
    """What came of an experiment.

    Attributes:
        experiment: with the parameters it was done with.
        rows: what was measured.
        claims: the single figures of its source, beside ours.
        lost: pieces of its work whose process died.
        left: pieces that were not done, after Ctrl-C.
        replicates: how often all of it was repeated.
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
        """What is missing, as a sentence without its end; empty if nothing is."""
        missing = [f"{self.lost} were lost with their process"] if self.lost else []
        missing += [f"{self.left} were not done"] if self.left else []
        if not missing:
            return ""
        return f"of its pieces of work {' and '.join(missing)}: rows are missing, or rest on less"

    def draw(self, path: str) -> None:
        """Draws the rows into a file; there are some, and the experiment has a plot."""
        load(self.experiment.draw)(self.experiment, self.rows, path)


def repeat(
    experiment: Experiment,
    *,
    replicates: int | None = None,
    seed: int = 0,
    jobs: int = 1,
    said: Callable[[str], None] = lambda line: None,
) -> Repeated:
    """Repeats an experiment. Ctrl-C ends it with what is done.

    Args:
        experiment: which one.
        replicates: how often all of it is repeated; None: as its file says.
        seed: of the random boards.
        jobs: processes.
        said: is called with lines of progress.

    Raises:
        InputError: a number is too small, or a parameter has no such value.
    """
    times = experiment.replicates if replicates is None else replicates
    if min(times, jobs) < 1:
        raise InputError("`--replicates` and `--jobs` are at least 1")
    rows, lost, left = load(experiment.run)(experiment, times, seed, jobs, said)
    claims = load(experiment.claims)(experiment, rows) if experiment.claims and rows else ()
    return Repeated(experiment, rows, claims, lost, left, times, seed)
