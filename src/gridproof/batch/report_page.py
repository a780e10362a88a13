"""The page of a report: what is unexplained first, then what failed, tables, plots, all runs."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Final, NamedTuple
from urllib.parse import quote

from gridproof.batch.board_pages import FOLDER, page_file
from gridproof.batch.findings import Alarm, Finding, Known
from gridproof.batch.store import Tally
from gridproof.batch.tables import Cell, Head, choice, table, wide
from gridproof.render.html import BESIDE, asset, document
from gridproof.render.svg import style
from gridproof.result import Status, first
from gridproof.solving.messages import counted, short, span
from gridproof.visible import html_lines, html_text

__all__ = ["MAX_FAILURES", "MAX_RUNS", "Contents", "Plot", "report_page"]

#: Rows that the page shows at most: of all runs, and of those that failed in one way or another.
MAX_RUNS: Final = 20_000
MAX_FAILURES: Final = 1000


class Plot(NamedTuple):
    """A picture of the page.

    Attributes:
        file: address of the SVG.
        title: what is seen, for those who do not see it.
    """

    file: str
    title: str


@dataclass
class Contents:
    """All that is on the page.

    Attributes:
        title: of the page.
        tally: how the store stands.
        runs: all that ended, in the order of the store.
        solvers: what each run's solver is called, by the run's key.
        alarms: answers that cannot all be true.
        plots: pictures.
        left_out: pairs of solvers for which there is no picture.
    """

    title: str
    tally: Tally
    runs: Sequence[Finding]
    solvers: Mapping[str, str]
    alarms: Sequence[Alarm]
    plots: Sequence[Plot] = ()
    left_out: int = 0

    unexplained: list[Finding] = field(init=False)
    failed: list[Finding] = field(init=False)

    def __post_init__(self) -> None:
        broken = [one for one in self.runs if one.failure is not None]
        self.unexplained = [one for one in broken if _kind(one) in ("crash", "bug")]
        self.failed = [one for one in broken if _kind(one) not in ("crash", "bug")]

    def linked(self) -> Iterator[Finding]:
        """Yield the runs that have a link to a page of their own."""
        for alarm in self.alarms[:MAX_FAILURES]:
            yield from alarm.findings
        yield from self.unexplained[:MAX_FAILURES]
        yield from self.failed[:MAX_FAILURES]
        yield from self.runs[:MAX_RUNS]


def report_page(contents: Contents) -> str:
    """Return the whole page."""
    tally, runs = contents.tally, contents.runs
    boards = len({one.run.digest for one in runs})
    left = tally.pending + tally.running
    known = (
        f"{len(runs):,} runs of {boards:,} boards: {tally.proven:,} proven, "
        f"{tally.solved:,} solved, {tally.failed:,} failed"
        + (f"; {counted('runs', left)} not ended yet" if left else "")
    )
    return document(
        contents.title,
        f"<h1>{html_text(contents.title)}</h1><p>{known}</p>"
        + _alarms(contents)
        + _unexplained(contents)
        + _failed(contents)
        + _summary(contents)
        + _plots(contents)
        + _runs(contents),
        script=asset("report.js"),
        css=style(":root") + asset("index.css") + asset("report.css"),
        pictures=BESIDE,
    )


def _alarms(contents: Contents) -> str:
    if not contents.alarms:
        return ""
    heads = [Head("board"), Head("what cannot be true", "text"), Head("answers", "text")]
    rows = [
        [
            Cell(html_text(alarm.findings[0].name)),
            Cell(_with_code(alarm.text)),
            Cell("<br>".join(_answer(contents, one) for one in alarm.findings)),
        ]
        for alarm in contents.alarms[:MAX_FAILURES]
    ]
    number = counted("alarms", len(contents.alarms))
    return (
        f'<section class="alarm"><h2>⚠ {number}: answers that cannot all be true</h2>'
        "<p>At least one answer of each row is wrong, or what the board says of itself.</p>"
        + table("alarms", heads, rows, len(contents.alarms))
        + "</section>"
    )


def _with_code(text: str) -> str:
    return re.sub("`(.*?)`", r"<code>\1</code>", html_text(text))


def _answer(contents: Contents, one: Finding) -> str:
    said = f"{contents.solvers[one.run.key]}: {one.answer}"
    proof = "" if one.proof in ("none", "search") else f", proof: {one.proof}"
    return _link(one, f"{said}{proof}, gridproof {one.run.version}")


def _unexplained(contents: Contents) -> str:
    if not contents.unexplained:
        nothing = "no crash, no internal error"
        if not contents.alarms:
            nothing += ", no two answers that contradict each other"
        return f"<h2>Unexplained errors</h2><p>✓ None: {nothing}.</p>"
    number = counted("errors", len(contents.unexplained))
    return (
        f"<h2>✗ {number} unexplained</h2>"
        "<p>Processes that died, and errors inside gridproof: each is to be explained.</p>"
        + _failures(contents, "unexplained", contents.unexplained)
    )


def _failed(contents: Contents) -> str:
    if not contents.failed:
        return ""
    kinds = Counter(map(_kind, contents.failed))
    words = ", ".join(f"{number:,} {kind}" for kind, number in sorted(kinds.items()))
    return (
        f"<h2>{counted('runs', len(contents.failed))} ended from outside or refused: {words}</h2>"
        "<p>time, memory: it did not keep the limit by itself; refused: it cannot be done as "
        "it was asked for.</p>" + _failures(contents, "failed", contents.failed)
    )


def _failures(contents: Contents, name: str, found: Sequence[Finding]) -> str:
    heads = [Head("board"), Head("solver"), Head("kind"), Head("reason", "text")]
    rows = [
        [
            Cell(_link(one, one.name)),
            Cell(html_text(contents.solvers[one.run.key])),
            Cell(html_text(_kind(one))),
            Cell(_reason(one)),
        ]
        for one in found[:MAX_FAILURES]
    ]
    return table(name, heads, rows, len(found))


def _kind(one: Finding) -> str:
    return "" if one.failure is None else one.failure.kind


def _reason(one: Finding) -> str:
    if one.failure is None:
        return ""
    reason, trace = html_text(one.failure.reason), one.failure.trace
    if not trace:
        return reason
    last = f"<details><summary>its last words</summary><pre>{html_lines(trace)}</pre></details>"
    return f"{reason}{last}"


def _summary(contents: Contents) -> str:
    groups: dict[tuple[str, str], list[Finding]] = defaultdict(list)
    for one in contents.runs:
        for name in dict.fromkeys(place.set for place in one.places):
            groups[name, contents.solvers[one.run.key]].append(one)
    heads = [Head("set"), Head("solver")]
    numbers = ["runs", "proven", "solved", "open", "failed", "median s", "slowest s", "nodes"]
    heads += [Head(name, "number") for name in numbers]
    rows = [
        [Cell(html_text(name)), Cell(html_text(solver)), *_counts(group)]
        for (name, solver), group in sorted(groups.items())
    ]
    return (
        "<h2>Sets and solvers</h2><p>Proven: OPTIMAL or INFEASIBLE; solved: with a solution; open: "
        "neither. Times are those inside the solver, of all runs with a result, whatever stopped "
        "them.</p>" + table("summary", heads, rows, len(rows))
    )


def _counts(group: Sequence[Finding]) -> Iterator[Cell]:
    known = Counter(one.known for one in group)
    solved = sum(one.cost is not None for one in group)
    for number in (
        len(group), known[Known.PROVEN], solved, known[Known.OPEN], known[Known.FAILED],
    ):  # fmt: skip
        yield Cell(f"{number:,}", number)
    times = [one.seconds for one in group if one.seconds is not None]
    yield _seconds(median(times) if times else None)
    yield _seconds(max(times, default=None))
    nodes = sum(one.expanded for one in group)
    yield Cell(short(nodes), nodes)


def _plots(contents: Contents) -> str:
    if not contents.plots:
        return ""
    more = (
        f"<p>{counted('pairs', contents.left_out)} of solvers that share fewer boards have no "
        "plot.</p>"
        if contents.left_out
        else ""
    )
    figures = "".join(map(_figure, contents.plots))
    return f'<h2>Times</h2><div id="plots">{figures}</div>{more}'


def _figure(plot: Plot) -> str:
    file = quote(plot.file)
    return (
        f'<figure>{wide(plot.title)}<a href="{file}">'
        f'<img src="{file}" alt="{html_text(plot.title)}" loading="lazy"></a></div></figure>'
    )


def _runs(contents: Contents) -> str:
    heads = [Head("board"), Head("solver"), Head("status")]
    heads += [Head(name, "number") for name in ("value", "seconds", "nodes")]
    heads += [Head("stopped by"), Head("proof"), Head("set"), Head("#", "number")]
    shown = contents.runs[:MAX_RUNS]
    rows = [list(_run(contents, one)) for one in shown]
    sets = Counter(one.places[0].set for one in shown)
    solvers = Counter(contents.solvers[one.run.key] for one in shown)
    statuses = Counter(map(_status, shown))
    form = (
        '<form id="filters" hidden><label>Board <input type="search" name="board" '
        'autocomplete="off"></label>'
        + choice("set", "Set", sets)
        + choice("solver", "Solver", solvers)
        + choice("status", "Status", statuses)
        + "</form>"
    )
    filtered = {"board": 0, "solver": 1, "status": 2, "set": 8}
    return (
        f'<h2>All runs</h2>{form}<p id="count" role="status">{counted("runs", len(shown))}</p>'
        + table("runs", heads, rows, len(contents.runs), filtered)
        + '<p><button type="button" id="more" hidden></button></p>'
    )


def _run(contents: Contents, one: Finding) -> Iterator[Cell]:
    place = one.places[0]
    yield Cell(_link(one, place.title or f"#{place.number}"))
    yield Cell(html_text(contents.solvers[one.run.key]))
    yield Cell(html_text(_status(one)))
    best = one.cost if one.cost is not None else one.bound
    if one.status in (None, Status.INFEASIBLE):
        yield Cell("")
    else:
        shown = span(one.cost, one.bound, one.objective.sense)
        yield Cell(shown, None if best is None else first(best))
    yield _seconds(one.seconds)
    yield Cell("", None) if one.status is None else Cell(short(one.expanded), one.expanded)
    stopped = one.stop_reason is not None and not one.ended_by_itself
    yield Cell(str(one.stop_reason) if stopped else "")
    yield Cell("" if one.proof == "none" else html_text(one.proof))
    yield Cell(html_text(place.set))
    yield Cell(str(place.number), place.number)


def _status(one: Finding) -> str:
    return f"failed: {_kind(one)}" if one.status is None else str(one.status)


def _seconds(number: float | None) -> Cell:
    return Cell("") if number is None else Cell(f"{number:.4f}", number)


def _link(one: Finding, text: str) -> str:
    file = page_file(one.run.key, one.places[0], one.run.solver)
    return f'<a href="{FOLDER}/{quote(file)}">{html_text(text)}</a>'
