"""The report of a store: a folder with a page, its plots, and a page for each run."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Final

from gridproof.batch.board_pages import write_pages
from gridproof.batch.findings import Alarm, Finding, alarms, finding
from gridproof.batch.report_page import Contents, Plot, report_page
from gridproof.batch.report_plots import cactus, scatter
from gridproof.batch.series import Series, names, series
from gridproof.batch.store import Store
from gridproof.errors import InputError
from gridproof.files.writing import make_folder, remove_file, write_file
from gridproof.render.plots import check_path

__all__ = ["Written", "write_report"]

#: The folder of the plots in that of the report, and pairs of solvers that have one.
_PLOTS: Final = "plots"
_PAIRS: Final = 6


@dataclass(frozen=True)
class Written:
    """The files of a report, and the counts to show.

    Attributes:
        page: the report.
        alarms: answers that cannot all be true.
        unexplained: crashes and internal errors.
        pages: count of the pages of runs.
        made: count of those written now; the others were up to date.
    """

    page: Path
    alarms: int
    unexplained: int
    pages: int
    made: int


def write_report(
    store: Store,
    folder: Path,
    *,
    title: str,
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Written:
    """Write the report into a folder; equal stores give equal files.

    Args:
        store: results.
        folder: is made if there is none; pages in it that say the same are left alone, those of an
            earlier report that are not in this one are removed.
        title: of the report.
        jobs: processes that make pages.
        progress: told how many of how many pages are made.

    Raises:
        MissingPart: Matplotlib is not installed.
        InputError: nothing has ended yet, or something cannot be written.
        KeyboardInterrupt: it was stopped by Ctrl-C; pages until then are kept.
    """
    make_folder(folder)
    make_folder(folder / _PLOTS, below=folder)
    check_path(str(folder / _PLOTS / "cactus.svg"))
    runs = [finding(one) for one in store.finished()]
    if not runs:
        raise InputError(
            f"{store.path}: no run has ended yet", hint="`gridproof batch run` goes on with them"
        )
    known = {one.run.key: series(one.run) for one in runs}
    called = names(known.values())
    solvers = {key: called[one] for key, one in known.items()}
    groups: dict[Series, list[Finding]] = defaultdict(list)
    for one in runs:
        groups[known[one.run.key]].append(one)
    plots, left_out = _draw(groups, called, folder)
    contents = Contents(
        title=title,
        tally=store.tally(),
        runs=runs,
        solvers=solvers,
        alarms=_alarms(runs),
        plots=plots,
        left_out=left_out,
    )
    linked = {one.run.key for one in contents.linked()}
    shown = ((one, solvers[one.run.key]) for one in store.finished() if one.run.key in linked)
    made, pages = write_pages(store, shown, folder, jobs, progress)
    page = folder / "index.html"
    write_file(page, report_page(contents), below=folder)
    return Written(page, len(contents.alarms), len(contents.unexplained), pages, made)


def _alarms(runs: Sequence[Finding]) -> list[Alarm]:
    answers: dict[tuple[str, str], list[Finding]] = defaultdict(list)
    for one in runs:
        answers[one.question].append(one)
    return [alarm for group in answers.values() for alarm in alarms(group)]


def _draw(
    groups: Mapping[Series, Sequence[Finding]], called: Mapping[Series, str], folder: Path
) -> tuple[list[Plot], int]:
    """Draw the plots; return how many pairs of solvers are left out."""
    path = f"{_PLOTS}/cactus.svg"
    cactus(folder / path, {called[one]: group for one, group in groups.items()}, below=folder)
    plots = [Plot(path, "How many runs of each solver are proven within how many seconds")]
    pairs = sorted(_pairs(groups), key=lambda pair: -len(pair[1]))
    for number, ((one, other), shared) in enumerate(pairs[:_PAIRS], 1):
        path, both = f"{_PLOTS}/pair-{number}.svg", (called[one], called[other])
        scatter(folder / path, both, shared, below=folder)
        plots.append(Plot(path, f"Seconds of {both[0]} and of {both[1]} on each board"))
    drawn = {plot.file for plot in plots}
    for number in range(1, _PAIRS + 1):  # an earlier report had more
        if (path := f"{_PLOTS}/pair-{number}.svg") not in drawn:
            remove_file(folder / path, below=folder)
    return plots, len(pairs[_PAIRS:])


def _pairs(
    groups: Mapping[Series, Sequence[Finding]],
) -> Iterator[tuple[tuple[Series, Series], list[tuple[Finding, Finding]]]]:
    """Yield pairs of series that answer the same question, and their runs of common boards."""
    of_board = {one: {run.run.digest: run for run in group} for one, group in groups.items()}
    for one, other in combinations(groups, 2):
        if one[:2] == other[:2]:
            first, second = of_board[one], of_board[other]
            shared = [(run, second[board]) for board, run in first.items() if board in second]
            if shared:
                yield (one, other), shared
