"""The page of experiments, and plots inside of it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from gridproof.cli import run
from gridproof.experiments import find_experiment, names
from gridproof.experiments.figures import columns
from gridproof.experiments.page import page
from gridproof.experiments.repeating import Repeated, repeat
from gridproof.render.inline_plot import PLOT_CSS, inline_plot
from gridproof.render.plots import plot
from gridproof.render.theme import LIGHT

pytestmark = pytest.mark.native

#: Parameters with which each experiment is soon done.
SMALL: dict[str, dict[str, Any]] = {
    "bombcover-table1": {"sides": [4, 5], "boards": 5},
    "merge-enumerations": {"sizes": [4], "rounds": 1},
    "onebomb-layers": {"sizes": [6], "rounds": 1},
    "reductions-size": {"vertices": [4], "graphs": 1},
    "robots-report": {"rounds": 1, "solvers": ["optimal"]},
    "sokoban-course": {"levels": [1], "ratios": [1, 32]},
}
#: Those of which all figures are counts.
COUNTED = ("bombcover-table1", "reductions-size", "sokoban-course")


def small(name: str) -> Repeated:
    return repeat(find_experiment(name).with_parameters(SMALL[name]), replicates=1)


def settings() -> list[str]:
    return [
        text
        for name, parameters in SMALL.items()
        for parameter, value in parameters.items()
        for text in ("--set", f"{name}.{parameter}={json.dumps(value)}")
    ]


def test_one_command_makes_one_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["experiment", "--all", "--quiet", "--replicates", "1", *settings()]) == 0
    said = capsys.readouterr().out
    text = (tmp_path / "experiments.html").read_text(encoding="utf-8")
    for name in names():
        experiment = find_experiment(name)
        assert f'<section id="{name}">' in text
        assert f'href="#{name}"' in text
        assert experiment.title in said
        assert f'aria-label="{experiment.title}"' in text  # the plot's
    assert text.count("<svg") == len(names())
    # Nothing is asked of the network, and no style or handler of an element is needed.
    assert not re.search(r"(src|href)=\"(?!#)", text)
    assert not re.search(r"<[^>]+ (style|onclick)=", text)
    assert "default-src 'none'" in text
    ids = re.findall(r'id="([^"]+)"', text)
    assert len(ids) == len(set(ids))


def test_the_page_shows_every_figure_beside_the_published_one() -> None:
    found = small("sokoban-course")
    text = page([found])
    for row in (*found.rows, *found.claims):
        for column, cell in columns(row).items():
            assert f">{column}</th>" in text
            assert f">{cell}</td>" in text
    assert ">0.619</td>" in text
    assert "seed 0 · replicates 1 · levels [1]" in text
    assert "<nav>" not in text  # one experiment needs none


@pytest.mark.parametrize("name", COUNTED)
def test_equal_counts_make_equal_pages(name: str) -> None:
    assert page([small(name)]) == page([small(name)])


def test_what_is_missing_is_said() -> None:
    whole = small("sokoban-course")
    assert "Not complete" not in page([whole])
    both = page([replace(whole, lost=2, left=1)])
    assert "<strong>Not complete: of its pieces of work 2 were lost with their process" in both
    assert "and 1 were not done" in both
    nothing = replace(whole, rows=(), claims=(), left=10)
    assert "<table>" not in page([nothing])
    assert "<svg" not in page([nothing])


def test_a_page_escapes_what_it_is_given() -> None:
    found = small("sokoban-course")
    wild = replace(found.experiment, title="a <b> & c", note="`<i>` & so on")
    row = {"level": "<script>", "ratio": 1}
    text = page([replace(found, experiment=replace(wild, draw=""), rows=[row], claims=())])
    assert "<code>&lt;i&gt;</code> &amp; so on" in text
    assert "&lt;script&gt;" in text
    assert "<b>" not in text


def test_a_page_of_one_experiment(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    given = ["--set", "levels=[1]", "--quiet", "--html", str(file)]
    assert run(["experiment", "sokoban-course", *given]) == 0
    text = file.read_text(encoding="utf-8")
    assert "<title>What pruning" in text
    assert "<h2>What pruning" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--all", "sokoban-course"], "`sokoban-course` is for one experiment"),
        (["--all", "--plot", "x.svg"], "`--plot` is for one experiment"),
        (["--all", "--set", "levels=[1]"], "`levels`"),
        (["--all", "--set", "sokoban-cours.levels=[1]"], "did you mean `sokoban-course`?"),
        (["--all", "--set", "sokoban-course.level=[1]"], "did you mean `levels`?"),
        (["--all", "--html", "no-such-folder/page.html"], "there is no such folder"),
        (["sokoban-course", "--html", ""], "is empty"),
    ],
)
def test_faults(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["experiment", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_pages_say_what_they_need(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("gridproof.render.plots.find_spec", lambda name: None)
    assert run(["experiment", "--all"]) == 4
    assert "pip install 'gridproof[plot]'" in capsys.readouterr().err


# Plots inside of pages.


def drawn(path: Path) -> str:
    with plot(str(path), title="Costs & gains", caption="n = 3") as axes:
        axes.plot([1, 2, 3], [1, 10, 100], label="line")
        axes.set(xlabel="side", yscale="log")
    return path.read_text(encoding="utf-8")


def test_a_plot_becomes_a_part_of_a_page(tmp_path: Path) -> None:
    svg = drawn(tmp_path / "plot.svg")
    inside = inline_plot(svg, "costs")
    root = ElementTree.fromstring(inside)
    assert (root.tag, root.get("class"), root.get("role")) == ("svg", "plot", "img")
    assert root.get("aria-label") == "Costs & gains"
    assert root.get("viewBox") == "0 0 518.4 324"
    tags = {element.tag for element in root.iter()}
    assert tags.isdisjoint({"style", "metadata", "title"})
    said = {element.text for element in root.iter("text")}
    assert {"Costs & gains", "n = 3", "line", "side"} <= said
    assert all(element.get("style") is None for element in root.iter())
    # What is shown is the same: each style is an attribute now.
    before = re.findall(r"(?:fill|stroke): (#\w{6})", svg.partition("</style>")[2])
    after = re.findall(r'(?:fill|stroke)="(#\w{6})"', inside)
    assert sorted(before) == sorted(after)


def test_parts_of_plots_are_named_by_the_plot(tmp_path: Path) -> None:
    inside = inline_plot(drawn(tmp_path / "plot.svg"), "costs")
    ids = set(re.findall(r' id="([^"]+)"', inside))
    assert ids
    assert all(name.startswith("costs-") for name in ids)
    used = re.findall(r'(?:url\(|href=")#([^")]+)', inside)
    assert used
    assert set(used) <= ids


def test_the_colours_of_a_plot_follow_the_page() -> None:
    for name in ("paper", "line", "quiet", "ink"):
        assert f'svg.plot [fill="{LIGHT[name].lower()}"]{{fill:var(--{name})}}' in PLOT_CSS


def test_the_short_form_of_fonts_is_taken_apart() -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg"><text style="font: bold 11.5px \'Ubuntu\', '
        'sans-serif; text-anchor: end">a</text><text style="font: 10px serif">b</text></svg>'
    )
    bold, plain = ElementTree.fromstring(inline_plot(svg, "a")).iter("text")
    assert bold.attrib == {
        "font-size": "11.5px",
        "font-family": "'Ubuntu', sans-serif",
        "font-weight": "bold",
        "text-anchor": "end",
    }
    assert plain.attrib == {"font-size": "10px", "font-family": "serif"}
