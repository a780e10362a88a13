"""The report of a store: what is on its page, its pages of runs, and that nothing is made twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from gridproof.batch import board_pages, report_page, reporting
from gridproof.batch.plan import FromFile, Plan, Setup
from gridproof.batch.running import run
from gridproof.batch.series import names, series
from gridproof.batch.store import Store
from gridproof.cli import run as cli
from gridproof.errors import InputError
from gridproof.processes.supervise import Failure
from gridproof.registry import find_game
from gridproof.result import Limits
from tests.batch.stores import Entry, keep
from tests.samples import sample_levels

pytest.importorskip("matplotlib", reason="pip install 'gridproof[plot]'")

CRASH = Failure("crash", "its process ended by SIGSEGV", "<b>last words</b>")


class Page(HTMLParser):
    """The texts of a page's tables, and its links."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.tables: dict[str, list[list[str]]] = {}
        self.links: list[str] = []
        self.headings: list[str] = []
        self._rows: list[list[str]] = []
        self._text = ""
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        if tag == "table":
            self._rows = self.tables[said["id"] or ""] = []
        elif tag == "tr":
            self._rows.append([])
        elif tag == "a":
            self.links.append(said["href"] or "")
        if tag in ("td", "th", "h2"):
            self._text = ""

    def handle_data(self, data: str) -> None:
        self._text += data

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self._rows[-1].append(self._text.strip())
        elif tag == "h2":
            self.headings.append(self._text)


def report(store: str, folder: Path, *options: str) -> tuple[int, Page]:
    code = cli(["batch", "report", "--store", store, "--html", str(folder), *options])
    return code, Page(folder / "index.html")


def files(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_a_batch_and_its_pages(tmp_path: Path) -> None:
    game = find_game("bombcover")
    levels = sample_levels("bombcover")[:3]
    boards = tmp_path / "easy.txt"
    boards.write_text("\n".join(game.write(level) for level in levels), encoding="utf-8")
    store = str(tmp_path / "results.db")
    with Store.writing(store) as kept:
        setups = [Setup(solver=solver) for solver in ("optimal", "greedy")]
        run(Plan([FromFile("easy", str(boards), "bombcover")], setups), kept)
    code, page = report(store, tmp_path / "out", "--title", "Two & three")
    assert code == 0
    assert "Unexplained errors" in page.headings
    assert [row[:2] for row in page.tables["summary"][1:]] == [
        ["easy", "greedy"],
        ["easy", "optimal"],
    ]
    rows = page.tables["runs"][1:]
    assert len(rows) == 6
    assert {row[1] for row in rows} == {"greedy", "optimal"}
    assert "<title>Two &amp; three</title>" in (tmp_path / "out" / "index.html").read_text()
    runs = [link for link in page.links if link.startswith("runs/")]
    assert len(set(runs)) == 6
    assert len(list((tmp_path / "out" / "runs").iterdir())) == 6
    for link in page.links:
        assert (tmp_path / "out" / link).is_file(), link
    one = (tmp_path / "out" / runs[0]).read_text(encoding="utf-8")
    assert 'href="../index.html"' in one
    for name in re.findall(r'(?:src|href)="(\.\./[^"]+)"', one):
        assert (tmp_path / "out" / "runs" / name).is_file(), name
    assert len(one) < 30_000


def test_equal_stores_make_equal_files_and_nothing_is_made_twice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entries = [Entry(n, cost=n, solver=solver) for n in (1, 2, 3) for solver in ("optimal", "ids")]
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        ordered = entries if name == "one" else entries[::-1]
        store = keep(tmp_path / name / "results.db", *ordered)
        report(store, tmp_path / name / "out", "--jobs", "2" if name == "two" else "1")
    assert files(tmp_path / "one" / "out") == files(tmp_path / "two" / "out")
    capsys.readouterr()

    (tmp_path / "one" / "results.db").unlink()
    store = keep(tmp_path / "one" / "results.db", *entries[:-1], Entry(3, solver="ids", cost=9))
    before = files(tmp_path / "one" / "out")
    report(store, tmp_path / "one" / "out")
    assert "6 pages of runs, 1 of them new" in capsys.readouterr().out
    after = files(tmp_path / "one" / "out")
    changed = {name for name in after if after[name] != before.get(name)}
    assert {name.split("/")[0] for name in changed if "plots" not in name} == {"index.html", "runs"}
    assert sum(name.startswith("runs") for name in changed) == 1


def test_what_is_unexplained_comes_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = keep(
        tmp_path / "results.db",
        Entry(1, cost=6),
        Entry(1, cost=5, solver="ids", optimum="4"),
        Entry(2, failure=Failure("memory", "it needed more memory than it may have")),
        Entry(3, failure=CRASH, title="</table><script>alert(1)</script>"),
        Entry(4, status=None),
    )
    code, page = report(store, tmp_path / "out")
    assert code == 1
    said = capsys.readouterr().err
    assert "3 alarms" in said
    assert "1 error unexplained" in said
    assert list(page.tables) == ["alarms", "unexplained", "failed", "summary", "runs"]
    alarms = page.tables["alarms"][1:]
    assert [row[1] for row in alarms] == [
        "a solution of 5 moves and a proof of at least 6 moves",
        "the board says optimum: 4, but there is a bound of 5",
        "the board says optimum: 4, but there is a bound of 6",
    ]
    assert page.tables["unexplained"][1][1:3] == ["optimal", "crash"]
    assert "<b>last words</b>" in page.tables["unexplained"][1][3]
    assert page.tables["failed"][1][2] == "memory"
    text = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert "<script>alert" not in text
    assert "1 run not ended yet" in text
    failed = next(link for link in page.links if "003-optimal" in link)
    shown = (tmp_path / "out" / failed).read_text(encoding="utf-8")
    assert "failed (crash): its process ended by SIGSEGV" in shown
    assert "</table><script>" not in shown


def test_a_big_store_is_shown_in_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report_page, "MAX_RUNS", 3)
    monkeypatch.setattr(report_page, "MAX_FAILURES", 1)
    good = [Entry(n, cost=n) for n in range(1, 6)]
    bad = [Entry(n, solver="ids", failure=CRASH) for n in range(1, 6)]
    code, page = report(keep(tmp_path / "results.db", *good, *bad), tmp_path / "out")
    assert code == 1
    assert (len(page.tables["runs"]), len(page.tables["unexplained"])) == (4, 2)
    text = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert "The first 3 of 10" in text
    assert "The first 1 of 5" in text
    assert all((tmp_path / "out" / link).is_file() for link in page.links)
    assert len(page.tables["summary"]) == 3
    assert page.tables["summary"][1][2] == "5"


def test_pairs_of_solvers_answer_the_same_question(tmp_path: Path) -> None:
    solvers = ("optimal", "ids", "search", "any", "other")
    entries = [Entry(n, cost=6, solver=solver) for n in (1, 2) for solver in solvers]
    entries += [Entry(1, cost=6, game="sokoban"), Entry(2, cost=9, game="bombcover")]
    _, page = report(keep(tmp_path / "results.db", *entries), tmp_path / "out")
    plots = [link for link in page.links if link.startswith("plots/")]
    assert plots == ["plots/cactus.svg", *(f"plots/pair-{n}.svg" for n in range(1, 7))]
    text = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert "4 pairs of solvers that share fewer boards" in text
    for plot in plots[1:]:
        drawn = (tmp_path / "out" / plot).read_text(encoding="utf-8")
        assert "n = 2 boards" in drawn
        assert "sokoban" not in drawn


def test_what_is_in_a_report_no_more_goes(tmp_path: Path) -> None:
    """Its folder is as if there had been no other report; files of others stay."""
    entries = [Entry(n, cost=6, solver=solver) for n in (1, 2) for solver in ("optimal", "ids")]
    report(keep(tmp_path / "two.db", *entries), tmp_path / "out")
    (tmp_path / "out" / "runs" / "mine.html").write_text("<!doctype html>\n")
    store = keep(tmp_path / "one.db", Entry(1, cost=6, set="renamed"))
    report(store, tmp_path / "out", "--title", "x")
    report(store, tmp_path / "new", "--title", "x")
    left = files(tmp_path / "out")
    assert left.pop("runs/mine.html")
    assert left == files(tmp_path / "new")


def test_a_time_of_nothing_is_a_proof(tmp_path: Path) -> None:
    """The clock may be too coarse for a small board."""
    report(keep(tmp_path / "results.db", Entry(1, cost=6, seconds=0.0)), tmp_path / "out")
    drawn = (tmp_path / "out" / "plots" / "cactus.svg").read_text(encoding="utf-8")
    assert "optimal 1/1" in drawn
    assert ">1</text>" in drawn
    assert ">0.5</text>" not in drawn  # there are no halves of runs


def test_an_interrupted_report_is_gone_on_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pages until then are kept, and there is no report whose links lead nowhere."""
    store = keep(tmp_path / "results.db", *(Entry(n, cost=6) for n in (1, 2, 3)))

    def interrupted(work: object, shares: list[Any], *rest: object) -> Iterator[tuple[Any, int]]:
        yield shares[0], board_pages._write(*shares[0])

    monkeypatch.setattr(board_pages, "_SHARE", 2)
    with monkeypatch.context() as patched:
        patched.setattr(board_pages, "parallel_map", interrupted)
        assert cli(["batch", "report", "--store", store, "--html", str(tmp_path / "out")]) == 130
    assert not (tmp_path / "out" / "index.html").exists()
    capsys.readouterr()
    report(store, tmp_path / "out")
    assert "3 pages of runs, 1 of them new" in capsys.readouterr().out


def test_a_plot_has_so_many_lines(tmp_path: Path) -> None:
    """Of many series those that prove most."""
    entries = [Entry(n, cost=6, solver=f"s{k:02}") for k in range(22) for n in (1, 2) if n <= k]
    report(keep(tmp_path / "results.db", *entries), tmp_path / "out")
    drawn = (tmp_path / "out" / "plots" / "cactus.svg").read_text(encoding="utf-8")
    assert "s21 2/2" in drawn
    assert "s01 1/1" not in drawn
    assert "as they prove fewer: 1." in drawn


def test_a_solution_that_rules_do_not_play_any_more(tmp_path: Path) -> None:
    entry = Entry(1, cost=1, said={"solution": "9X"})
    report(keep(tmp_path / "results.db", entry), tmp_path / "out")
    (page,) = (tmp_path / "out" / "runs").iterdir()
    assert "its solution cannot be played any more" in page.read_text(encoding="utf-8")


def test_a_plot_of_nothing_proven(tmp_path: Path) -> None:
    """No time, no limit, one solver: nothing to draw is no error."""
    entries = [Entry(n, status="UNKNOWN", solver=s, limits=Limits()) for n in (1, 2) for s in "ab"]
    code, page = report(keep(tmp_path / "results.db", *entries), tmp_path / "out")
    assert code == 0
    assert "plots/pair-1.svg" in page.links
    assert "no limits" in (tmp_path / "out" / "plots" / "cactus.svg").read_text()


def test_a_limit_of_ages_is_not_drawn(tmp_path: Path) -> None:
    entries = [Entry(n, cost=3, solver=s, limits=Limits(time=1e18)) for n in (1, 2) for s in "ab"]
    code, _ = report(keep(tmp_path / "results.db", *entries), tmp_path / "out")
    assert code == 0
    for name in ("cactus", "pair-1"):
        drawn = (tmp_path / "out" / "plots" / f"{name}.svg").read_text()
        assert "1e+18 s" in drawn
        assert ">limit<" not in drawn


def test_names_of_series_say_what_differs() -> None:
    def called(*entries: Entry) -> list[str]:
        known = [series(entry.planned.run) for entry in entries]
        return [names(known)[one] for one in known]

    one = Entry()
    assert called(one) == ["optimal"]
    assert called(one, Entry(solver="ids", options={"b": "2", "a": "1"})) == [
        "optimal", "ids a=1 b=2",
    ]  # fmt: skip
    assert called(one, Entry(game="merge")) == ["robots optimal", "merge optimal"]
    assert called(one, Entry(limits=Limits(2, 3, 1 << 20, 4))) == [
        "optimal 10 s", "optimal 2 s, 3 nodes, 1 MiB, cost at most 4",
    ]  # fmt: skip
    assert called(one, Entry(version="9.9"))[1] == "optimal 9.9"
    both = called(Entry(game="sokoban"), Entry(game="sokoban", objective="moves"))
    assert both == ["optimal pushes", "optimal moves"]


def test_what_cannot_be_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = keep(tmp_path / "results.db", Entry(status=None))
    with Store.reading(store) as kept, pytest.raises(InputError, match="no run has ended"):
        reporting.write_report(kept, tmp_path / "out", title="")
    done = keep(tmp_path / "done.db", Entry(cost=6))
    (tmp_path / "file").write_text("")
    assert cli(["batch", "report", "--store", done, "--html", str(tmp_path / "file")]) == 2
    assert "cannot be written" in capsys.readouterr().err
    assert cli(["batch", "report", "--store", done, "--html", str(tmp_path), "--jobs", "0"]) == 2
    assert cli(["batch", "report", "--store", done, "--html", ""]) == 2
    capsys.readouterr()
    monkeypatch.setattr("gridproof.render.plots.find_spec", lambda name: None)
    assert cli(["batch", "report", "--store", done, "--html", str(tmp_path / "out")]) == 4
    assert "pip install 'gridproof[plot]'" in capsys.readouterr().err
