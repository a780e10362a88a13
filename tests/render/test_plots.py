"""Plots: one style, named lines, runs that were stopped, equal files."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from matplotlib import rcParams

from gridproof.errors import InputError, MissingPart
from gridproof.render.plots import check_path, limit_line, plain_plots, plot
from gridproof.render.theme import DARK, LIGHT, TINTS

SVG = "{http://www.w3.org/2000/svg}"
TITLE, CAPTION = "Costs & <gains> of $x", "n = 3 boards; limit 1,000 states"


def drawn(path: Path, lines: int = 2, stopped: dict[float, int] | None = None) -> str:
    """A plot of some lines, as it was written."""
    with plot(str(path), title=TITLE, caption=CAPTION) as axes:
        for number in range(lines):
            axes.plot([1, 2, 3], [1, 10 + number, 100 + number], label=f"line {number}")
        axes.set(xlabel="side", ylabel="states", yscale="log")
        limit_line(axes, 1000, stopped or {})
    return path.read_bytes().decode("latin1")


def texts(svg: str) -> dict[str, ElementTree.Element]:
    """The texts of a picture."""
    return {str(e.text): e for e in ElementTree.fromstring(svg).iter(f"{SVG}text")}


def height(text: ElementTree.Element) -> float:
    """The y of a text that is not turned."""
    found = re.search(r"translate\(\S+ (\S+)\)", text.attrib.get("transform", ""))
    return float(found[1]) if found else float(text.attrib["y"])


def test_a_plot_says_what_it_shows(tmp_path: Path) -> None:
    svg = drawn(tmp_path / "plot.svg")
    said = texts(svg)
    assert {TITLE, CAPTION, "side", "states", "line 0", "line 1"} <= said.keys()
    assert {"10", "100"} <= said.keys()  # whole numbers, no powers
    assert ElementTree.fromstring(svg).findtext(f"{SVG}title") == TITLE
    assert 'id="legend' not in svg


def test_it_has_the_colours_of_all_pictures(tmp_path: Path) -> None:
    svg = drawn(tmp_path / "plot.svg", lines=8)
    for colour in (*TINTS, LIGHT["paper"], LIGHT["ink"], LIGHT["line"], LIGHT["quiet"]):
        assert colour.lower() in svg
    dark = svg[svg.index("prefers-color-scheme:dark") : svg.index("</style>")]
    for name in ("paper", "ink", "line", "quiet"):
        assert f'[style*="fill: {LIGHT[name]}"]{{fill:{DARK[name]}!important}}' in dark


@pytest.mark.parametrize("kind", ["svg", "png", "pdf"])
def test_plots_for_papers_have_no_words_around_them_and_no_ground(
    tmp_path: Path, kind: str
) -> None:
    usual, path = drawn(tmp_path / f"usual.{kind}"), tmp_path / f"plain.{kind}"
    with plain_plots():
        plain = drawn(path, stopped={2: 3})
    assert plain != usual
    if kind != "svg":
        return
    said = texts(plain)
    assert {"side", "states", "line 0", "3", "limit: 1,000"} <= said.keys()
    assert not {TITLE, CAPTION} & said.keys()
    assert LIGHT["paper"] not in re.sub(r"<g id=\"line2d.*?</g>", "", plain, flags=re.DOTALL)
    assert "prefers-color-scheme" not in plain
    assert drawn(tmp_path / f"usual.{kind}") == usual  # the setting ends with its block


def test_no_frame_is_drawn(tmp_path: Path) -> None:
    with plot(str(tmp_path / "plot.svg"), title=TITLE, caption=CAPTION) as axes:
        assert [side for side, spine in axes.spines.items() if spine.get_visible()] == [
            "left",
            "bottom",
        ]


def test_names_do_not_lie_on_each_other(tmp_path: Path) -> None:
    few, many = (drawn(tmp_path / f"{n}.svg", lines=n) for n in (2, 50))
    heights = sorted(height(e) for text, e in texts(many).items() if text.startswith("line"))
    assert len(heights) == 50
    assert all(b - a > 11 for a, b in pairwise(heights))
    tall = [float(ElementTree.fromstring(svg).attrib["viewBox"].split()[3]) for svg in (few, many)]
    assert tall[0] == 4.5 * 72
    assert heights[0] > 0
    assert heights[-1] < tall[1]


def test_long_names_leave_room_for_the_plot(tmp_path: Path) -> None:
    path = tmp_path / "plot.svg"
    with plot(str(path), title=TITLE, caption="words " * 100) as axes:
        axes.plot([1, 2], [1, 2], label="a name " * 50)
        axes.plot([1, 2], [float("nan")] * 2, label="nothing is known of it")
    assert axes.bbox.width / axes.figure.bbox.width > 0.5
    assert not any("nothing" in text for text in texts(path.read_text()))


def test_runs_that_were_stopped_are_counted_at_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "plot.svg"
    assert "limit: 1,000" not in texts(drawn(path))
    assert "limit: 1,000" not in texts(drawn(path, stopped={1: 0, 2: 0}))
    said = texts(drawn(path, stopped={1: 0, 2: 7, 3: 12}))
    assert {"limit: 1,000", "7", "12"} <= said.keys()
    assert "0" not in said
    assert height(said["7"]) < height(said["line 1"])  # above all that was measured


@pytest.mark.parametrize("kind", ["svg", "pdf", "png"])
def test_equal_plots_are_equal_files(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = drawn(tmp_path / f"one.{kind}", stopped={3: 1})
    monkeypatch.setitem(rcParams, "axes.facecolor", "red")
    assert drawn(tmp_path / f"two.{kind}", stopped={3: 1}) == one
    assert rcParams["axes.facecolor"] == "red"
    assert "Matplotlib" not in one
    assert not re.search(r"20\d\d-\d\d-\d\d|D:20\d\d", one)


def test_svg_is_the_default(tmp_path: Path) -> None:
    check_path(str(tmp_path / "plot"))
    assert "<svg" in drawn(tmp_path / "plot")


def test_what_cannot_be_written_is_said_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(InputError, match="plots are written as svg, pdf, png"):
        check_path(str(tmp_path / "plot.gif"))
    with pytest.raises(InputError, match="there is no folder"):
        check_path(str(tmp_path / "no" / "plot.svg"))
    monkeypatch.setattr("gridproof.render.plots.find_spec", lambda name: None)
    with pytest.raises(MissingPart):
        check_path(str(tmp_path / "plot.svg"))
