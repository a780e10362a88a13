"""`gridproof reduce` with all its verbs: what is printed and written, and what is refused."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from gridproof.errors import MissingPart
from gridproof.files.reading import MAX_FILE, read_boards
from gridproof.reduction import Encoding, find_reduction
from gridproof.reductions.reduce import load_encoding, save_encoding
from gridproof.solving.solve import solve
from tests.reductions.added import NAME, added

Run = Callable[..., Any]

GRAPH = "1 2\n3 4\n"
BOARD = "; A matching\nk: 2\nside: 1\n0 0\n3 0\n"


@pytest.fixture(autouse=True)
def matching(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The reduction of the page about them, which is small enough to know all that it makes."""
    with added(tmp_path_factory.mktemp("reductions")):
        yield


@pytest.fixture
def made(gridproof: Run) -> Run:
    """A graph, its board and its map lie in the folder."""
    Path("g.txt").write_text(GRAPH)
    assert gridproof("reduce", NAME, "g.txt", "--cover", "2", "--out", "b.txt").code == 0
    return gridproof


def test_the_board_is_printed_and_the_map_lies_beside_the_instance(gridproof: Run) -> None:
    Path("graphs").mkdir()
    Path("graphs/g.edges.txt").write_text(GRAPH)
    done = gridproof("reduce", NAME, "graphs/g.edges.txt", "--cover", "2")
    assert (done.code, done.out) == (0, BOARD)
    assert done.err == "note: the map is in graphs/g.edges.map.json\n"
    assert sorted(path.name for path in Path("graphs").iterdir()) == [
        "g.edges.map.json",
        "g.edges.txt",
    ]
    text = Path("graphs/g.edges.map.json").read_text(encoding="utf-8")
    assert save_encoding(load_encoding(text)) == text
    quiet = gridproof("reduce", NAME, "graphs/g.edges.txt", "--cover=2", "--quiet")
    assert (quiet.out, quiet.err) == (BOARD, "")


def test_files_go_where_they_are_asked_for(gridproof: Run) -> None:
    Path("g.txt").write_text(GRAPH)
    done = gridproof("reduce", NAME, "g.txt", "--cover", "2", "--out", "b.txt")
    assert (done.code, done.out) == (0, "")
    assert done.err.splitlines() == [
        "note: the board is in b.txt",
        "note: the map is in b.map.json",
    ]
    assert Path("b.txt").read_text() == BOARD
    done = gridproof("reduce", NAME, "g.txt", "--cover=2", "--out=c.txt", "--map=m", "--svg=p.svg")
    assert done.code == 0
    assert sorted(path.name for path in Path().iterdir()) == [
        *("b.map.json", "b.txt", "c.txt", "g.txt", "m", "p.svg")
    ]
    assert Path("m").read_text() == Path("b.map.json").read_text()
    assert "edge 1–2" in Path("p.svg").read_text(encoding="utf-8")


def test_standard_input_and_random_instances_leave_no_file(gridproof: Run) -> None:
    done = gridproof("reduce", NAME, "-", "--cover", "2", stdin=GRAPH)
    assert (done.code, done.out, done.err) == (0, BOARD, "")
    one = gridproof("reduce", NAME, "--random", "2")
    assert (one.code, one.err) == (0, "")
    assert "k: 1" in one.out
    assert one.out == gridproof("reduce", NAME, "--random", "2", "--seed", "0").out
    assert list(Path().iterdir()) == []
    assert gridproof("reduce", NAME, "--random", "2", "--map", "m.json").code == 0
    assert Path("m.json").exists()


def test_nothing_is_written_beside_a_pipe_or_a_device(gridproof: Run) -> None:
    Path("g.txt").write_text(GRAPH)
    done = gridproof("reduce", NAME, "g.txt", "--cover", "2", "--out", os.devnull)
    assert (done.code, done.err) == (0, f"note: the board is in {os.devnull}\n")
    os.mkfifo("pipe")
    writer = threading.Thread(target=lambda: Path("pipe").write_text(GRAPH))
    writer.start()
    done = gridproof("reduce", NAME, "pipe", "--cover", "2")
    writer.join()
    assert (done.code, done.out, done.err) == (0, BOARD, "")


def test_each_output_can_be_standard_output(gridproof: Run) -> None:
    Path("g.txt").write_text(GRAPH)
    arguments = ["reduce", NAME, "g.txt", "--cover", "2", "--quiet"]
    assert gridproof(*arguments, "--out", "-").out == BOARD
    saved = gridproof(*arguments, "--map", "-").out
    assert save_encoding(load_encoding(saved)) == saved
    assert gridproof(*arguments, "--svg", "-").out.startswith("<svg")
    for two in (("--map=-", "--out=-"), ("--json", "--out=-"), ("--svg=-", "--map=-")):
        done = gridproof(*arguments, *two)
        assert (done.code, done.out) == (2, "")
        assert "cannot take several things" in done.err


def test_a_page_explains_the_board(gridproof: Run) -> None:
    Path("g.txt").write_text(GRAPH)
    done = gridproof("reduce", NAME, "g.txt", "--cover", "2", "--html", "p.html")
    assert (done.code, done.out) == (0, BOARD)
    assert done.err.splitlines()[-1] == "note: the page is in p.html"
    page = Path("p.html").read_text(encoding="utf-8")
    assert "A matching" in page
    assert "edge 1–2" in page
    one = gridproof("reduce", NAME, "g.txt", "--cover", "2", "--html", "-", "--quiet")
    assert (one.out, one.err) == (page, "")


def test_json_has_the_documented_fields(gridproof: Run) -> None:
    Path("g.txt").write_text(GRAPH)
    done = gridproof("reduce", NAME, "g.txt", "--cover", "2", "--json")
    record = json.loads(done.out)
    assert list(record) == [
        *("v", "reduction", "instance", "options", "k", "game", "level", "size", "audit"),
        *("faults", "warnings", "map"),
    ]
    assert (record["v"], record["reduction"], record["k"]) == (1, NAME, 2)
    assert (record["game"], record["level"], record["size"]) == ("boxcover", BOARD, [4, 1])
    assert (record["audit"], record["faults"], record["warnings"]) == ("passed", [], [])
    assert record["map"] == {"points": [[0, 0], [3, 0]]}
    # It is an encoding as well: the version of the format, and all that belongs to it.
    assert load_encoding(done.out).k == 2


def test_without_a_name_they_are_listed(gridproof: Run) -> None:
    done = gridproof("reduce")
    assert done.code == 0
    assert f"{NAME}: {find_reduction(NAME).title}: " in done.out
    shown = gridproof("reduce", "--help").out
    for word in ("reduce lift", "reduce audit", "--cover", "--seed", "lower"):
        assert word in shown


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["matching-to-boxcove", "g.txt"], f"did you mean `{NAME}`"),
        (["lfit", "g.map.json", "1"], "no reduction `lfit`"),
        ([NAME], "name one instance"),
        ([NAME, "g.txt", "--random", "2"], "name one instance"),
        ([NAME, "g.txt", "--seed", "2"], "`--seed` goes with `--random`"),
        ([NAME, "g.txt"], "how many vertices the cover may have"),
        ([NAME, "g.txt", "--cover", "5"], "a cover of 5 is asked for"),
        ([NAME, "g.txt", "--cover", "x"], "takes a whole number"),
        ([NAME, "g.txt", "--cover", "-1"], "takes a whole number"),
        ([NAME, "path.txt", "--cover", "2"], "two edges of the graph meet"),
        ([NAME, "g.txt", "--cover", "2", "--set", "side=1"], f"{NAME} has no option `side`"),
        ([NAME, "g.txt", "--set", "cover=2"], "of its board\nhint: `--cover 2`"),
        ([NAME, "g.txt", "--cover", "2", "--set", "side"], "takes `option=value`"),
        ([NAME, "missing.txt", "--cover", "2"], "missing.txt: cannot be read"),
        ([NAME, "nonsense.txt", "--cover", "2"], "nonsense.txt:2"),
        ([NAME, "huge.txt", "--cover", "2"], "is larger than"),
        ([NAME, "--random", "many"], "size"),
        ([NAME, "g.txt", "--cover", "2", "--out", "nowhere/b.txt"], "there is no such folder"),
        ([NAME, "g.txt", "--cover", "2", "--map", "."], "cannot be written"),
        ([NAME, "g.txt", "--cover", "2", "--out", ""], "its name is empty"),
        ([NAME, "g.txt", "--cover", "2", "--out", "g.txt"], "it would be overwritten"),
        ([NAME, "g.txt", "--cover", "2", "--out", "x", "--map", "./x"], "the same name"),
        (["sat-to-bombcover", "g.txt", "--cover", "2"], "`--cover` goes with graphs"),
    ],
)
def test_what_cannot_be_reduced_is_one_message(
    gridproof: Run, arguments: list[str], message: str
) -> None:
    Path("g.txt").write_text(GRAPH)
    Path("path.txt").write_text("1 2\n2 3\n")
    Path("nonsense.txt").write_text("1 2\n1 1\n")
    with Path("huge.txt").open("wb") as huge:
        huge.truncate(MAX_FILE + 1)
    done = gridproof("reduce", *arguments)
    assert done.code == 2
    assert message in done.err
    assert done.err.startswith("error: ")
    assert done.err.count("error: ") == 1
    assert done.out == ""
    assert not Path("g.map.json").exists()


def test_what_is_not_installed_is_said(gridproof: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: Any, **__: Any) -> Any:
        raise MissingPart("this needs NetworkX", hint="pip install 'gridproof[reduce]'")

    Path("g.txt").write_text(GRAPH)
    monkeypatch.setattr(type(find_reduction(NAME)), "encode", missing)
    done = gridproof("reduce", NAME, "g.txt", "--cover", "2")
    assert (done.code, done.out) == (4, "")
    assert done.err == "error: this needs NetworkX\nhint: pip install 'gridproof[reduce]'\n"


def test_a_board_that_the_audit_refuses_is_handed_out_with_a_warning(
    gridproof: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    reduction = find_reduction(NAME)
    honest = reduction.encode

    def boastful(instance: Any, options: Mapping[str, Any]) -> Encoding:
        from dataclasses import replace

        return replace(honest(instance, options), k=1)

    monkeypatch.setattr(reduction, "encode", boastful, raising=False)
    monkeypatch.setattr(reduction, "warnings", lambda _: ["It boasts."], raising=False)
    Path("g.txt").write_text(GRAPH)
    done = gridproof("reduce", NAME, "g.txt", "--cover", "2")
    assert (done.code, done.out) == (1, BOARD)
    assert "warning: It boasts.\n" in done.err
    assert "warning: the audit refuses this board: M3: k must be 2\n" in done.err
    record = json.loads(gridproof("reduce", NAME, "g.txt", "--cover", "2", "--json").out)
    assert (record["audit"], record["faults"]) == ("refused", ["M3: k must be 2"])
    assert record["warnings"] == ["It boasts."]


def test_lift_and_lower(made: Run) -> None:
    lifted = made("reduce", "lift", "b.map.json", "1 4")
    assert (lifted.code, lifted.out, lifted.err) == (0, "0,0 3,0\n", "")
    Path("w.txt").write_text("1 4\n")
    assert made("reduce", "lift", "b.map.json", "w.txt").out == lifted.out
    assert made("reduce", "lift", "b.map.json", "-", stdin="1 4").out == lifted.out
    map_ = Path("b.map.json").read_text()
    assert made("reduce", "lift", "-", "1 4", stdin=map_).out == lifted.out
    Path("s.txt").write_text(lifted.out)
    assert made("verify", "b.txt", "s.txt").code == 0
    for solution in ("0,0 3,0", "s.txt"):
        lowered = made("reduce", "lower", "b.map.json", solution)
        assert (lowered.code, lowered.out, lowered.err) == (0, "1 3\n", "")


def test_lift_and_lower_as_json(made: Run) -> None:
    lifted = made("reduce", "lift", "b.map.json", "1 4", "--json").out
    record = json.loads(lifted)
    assert list(record) == [
        *("v", "reduction", "k", "game", "digest", "objective", "cost", "solution", "witness")
    ]
    assert (record["k"], record["cost"], record["solution"]) == (2, 2, "0,0 3,0")
    assert (record["objective"], record["witness"]) == ("squares", "1 4")
    Path("s.json").write_text(lifted)
    assert made("verify", "b.txt", "s.json").code == 0
    lowered = json.loads(made("reduce", "lower", "b.map.json", "s.json", "--json").out)
    assert lowered == record | {"witness": "1 3"}


def test_lower_reads_what_solve_prints(made: Run) -> None:
    Path("more.txt").write_text(f"; Another\nside: 2\n5 5\n\n{BOARD}\n; A third\nside: 1\n0 0\n")
    for files in (("b.txt",), ("more.txt",)):
        for json_ in ((), ("--json",)):
            solved = made("solve", *files, *json_).out
            assert made("reduce", "lower", "b.map.json", "-", stdin=solved).out == "1 3\n"
    twice = made("solve", "b.txt", "--json").out * 2
    assert (
        "2 solutions of this board" in made("reduce", "lower", "b.map.json", "-", stdin=twice).err
    )
    for text in (
        made("solve", "b.txt", "--max-cost", "1").out,
        '{"digest": "x", "solution": "0,0"}',
    ):
        done = made("reduce", "lower", "b.map.json", "-", stdin=text)
        assert (done.code, done.out) == (2, "")
        assert "no solution of this board" in done.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["lift", "b.map.json"], "lacks `WITNESS`"),
        (["lift", "b.map.json", "1 2"], "this is no witness: edge 3–4 is not covered"),
        (["lift", "b.map.json", "1 9"], "no vertex `9`"),
        (["lift", "b.map.json", "w.txt"], "w.txt: there is no such file"),
        (["lift", "missing.json", "1 4"], "missing.json: cannot be read"),
        (["lift", "-", "-"], "cannot give several things"),
        (["lift", "b.txt", "1 4"], "b.txt:1"),
        (["audit", "newer.map.json"], "newer.map.json: field `v` is 2"),
        (["audit", "other.map.json"], "error: other.map.json: level:1:1: `radius`"),
        (["lower", "b.map.json", "0,0"], "the board is not solved"),
        (["lower", "b.map.json", "0,0 3,0 1,0"], "it has 3 squares; 2 are asked for"),
        (["lower", "b.map.json", "up"], "`up` is not a cell"),
        (["lower", "b.map.json", ""], "the board is not solved"),
        (["audit", "b.map.json", "missing.txt"], "missing.txt: cannot be read"),
        (["audit", "b.map.json", "two.txt"], "two.txt: holds 2 boards, where one belongs"),
        (["audit", "b.map.json", "g.txt"], "g.txt:1"),
        (["audit", "b.map.json", "b.txt", "x"], "x"),
        (["audit"], "lacks `MAP`"),
    ],
)
def test_what_cannot_be_mapped_is_one_message(
    made: Run, arguments: list[str], message: str
) -> None:
    Path("two.txt").write_text(f"{BOARD}\n{BOARD}")
    good = json.loads(Path("b.map.json").read_text(encoding="utf-8"))
    Path("newer.map.json").write_text(json.dumps(good | {"v": 2}))
    Path("other.map.json").write_text(json.dumps(good | {"level": f"radius: 2\n{BOARD}"}))
    done = made("reduce", *arguments)
    assert done.code == 2
    assert message in done.err
    assert done.err.startswith("error: ")
    assert done.err.count("error: ") == 1
    assert done.out == ""


def test_audit(made: Run) -> None:
    done = made("reduce", "audit", "b.map.json")
    assert done.code == 0
    assert done.out.splitlines() == [
        "M1  holds  2 checked  the points stand for the edges",
        "M2  holds  1 checked  no square covers two points",
        "M3  holds  1 checked  k is the size of the cover",
        'PASSED  squares at most 2: possible exactly if the instance is a "yes"',
    ]
    assert made("reduce", "audit", "b.map.json", "b.txt").out == done.out
    Path("c.txt").write_text(BOARD.replace("3 0", "4 0"))
    edited = made("reduce", "audit", "b.map.json", "c.txt")
    assert edited.code == 1
    assert edited.out.splitlines()[:2] == [
        "M1  FAILS  2 checked  the points stand for the edges",
        "    - the board has other points than the map",
    ]
    assert edited.out.splitlines()[-1] == "REFUSED  1 of 3 conditions do not hold"
    record = json.loads(made("reduce", "audit", "b.map.json", "c.txt", "--json").out)
    assert list(record) == ["v", "reduction", "k", "game", "digest", "audit", "conditions"]
    assert record["audit"] == "refused"
    assert record["conditions"][0] == {
        "id": "M1",
        "text": "the points stand for the edges",
        "checked": 2,
        "faults": [{"message": "the board has other points than the map", "cell": None}],
    }
    stdin = Path("c.txt").read_text()
    assert made("reduce", "audit", "b.map.json", "-", stdin=stdin).code == 1


#: Fields of a map, and values that they must not have.
BAD: dict[str, list[Any]] = {
    "map": [{}, [], None, {"points": 7}, {"points": [[0, 0], [3]]}],
    "k": [None, "2", 2.0, True, 10**30],
    "instance": [None, "", 7, "cover: 2\n1 1\n"],
    "options": [[], {"side": 2}, "x"],
    "level": [None, "", f"{BOARD}\n{BOARD}", "side: 0\n0 0\n", 7],
    "game": [None, "boxcove", []],
    "reduction": [None, "matching-to-boxcove", {}],
    "v": [None, 0, 2, "1"],
}


def test_audit_writes_a_certificate(made: Run) -> None:
    for text, proven, bound in (("x | y\n", "optimum 8", 8), ("x\n!x\n", "at least 7", 7)):
        Path("f.txt").write_text(text)
        assert made("reduce", "sat-to-bombcover", "f.txt", "--out", "f.b").code == 0
        done = made("reduce", "audit", "f.map.json", "--out", "f.gpc")
        assert done.code == 0
        assert f"f.gpc: {proven} explosions; loops, " in done.out
        checked = made("check", "f.gpc", "--board", "f.b", "--game", "bombcover")
        assert checked.code == 0
        assert "ACCEPTED  bombcover  " in checked.out
        assert "exactly if its formula of" in checked.out
        record = json.loads(made("reduce", "audit", "f.map.json", "--out", "f.gpc", "--json").out)
        assert record["certificate"]["bound"] == bound
        assert json.loads(made("check", "f.gpc", "--json").out)["stands_for"]["k"] == record["k"]


def test_no_certificate_of_a_board_that_the_audit_refuses(made: Run) -> None:
    """Nor of one that no checker knows, nor one that is late."""
    Path("g.txt").write_text("cover: 1\n1 2\n")
    assert made("reduce", "vc-to-boxcover", "g.txt", "--out", "p.txt").code == 0
    Path("bad.txt").write_text(Path("p.txt").read_text().replace("0 0\n", "0 9\n"))
    done = made("reduce", "audit", "p.map.json", "bad.txt", "--out", "c.gpc")
    assert done.code == 1
    done = made("reduce", "audit", "b.map.json", "--out", "c.gpc")
    assert (done.code, "there is no checker for boards of" in done.err) == (2, True)
    done = made("reduce", "audit", "p.map.json", "--out", "c.gpc", "--time", "0")
    assert (done.code, "stopped (TIME_LIMIT): nothing is written" in done.err) == (3, True)
    assert made("reduce", "audit", "p.map.json", "--out", "-").code == 2
    assert made("reduce", "audit", "p.map.json", "--time", "1").code == 2
    assert not Path("c.gpc").exists()


@pytest.mark.parametrize("field", BAD)
def test_a_bad_map_is_one_message(made: Run, field: str) -> None:
    record = json.loads(Path("b.map.json").read_text())
    for value in BAD[field]:
        Path("bad.json").write_text(json.dumps(record | {field: value}))
        verbs = {"audit": [], "lift": ["1 4"], "lower": ["0,0 3,0"]}
        for verb in verbs if value == BAD[field][0] else ["audit"]:
            done = made("reduce", verb, "bad.json", *verbs[verb])
            assert (done.code, done.out) == (2, ""), (value, verb, done)
            assert done.err.count("error: ") == 1
            assert len(done.err) < 500


def test_a_map_that_does_not_fit_is_a_message_too(made: Run) -> None:
    """The proof's maps may rely on what the audit looks at; here it has refused the board."""
    record = json.loads(Path("b.map.json").read_text())
    record["map"] = {"points": [[0, 0]]}
    Path("bad.json").write_text(json.dumps(record))
    assert made("reduce", "audit", "bad.json").code == 1
    for verb, more in (("lift", "1 4"), ("lower", "0,0 3,0")):
        done = made("reduce", verb, "bad.json", more)
        assert done.code in (0, 2), (verb, done)
        assert "internal" not in done.err


def test_list_shows_them(gridproof: Run) -> None:
    table = gridproof("list").out
    for word in (NAME, find_reduction(NAME).summary, "claimed"):
        assert word in table
    records = [json.loads(line) for line in gridproof("list", "--json").out.splitlines()]
    (of_boxcover,) = (record for record in records if record["game"] == "boxcover")
    found = {record["reduction"]: record for record in of_boxcover["reductions"]}
    assert list(found[NAME]) == [
        *("reduction", "title", "summary", "published", "source", "game", "options")
    ]
    assert found[NAME]["published"] is None
    assert found[NAME]["source"]["id"] == "graph"
    assert [option["name"] for option in found[NAME]["source"]["options"]] == ["cover"]
    alone = gridproof("list", NAME)
    assert alone.code == 0
    for word in ("Vertex cover of a matching", "graph6", "cover", "VERTICES", "game: boxcover"):
        assert word in alone.out
    alone = json.loads(gridproof("list", NAME, "--json").out)
    assert alone == {"v": 1} | found[NAME]
    assert NAME in gridproof("list", "boxcover").out
    assert NAME not in gridproof("list", "merge").out
    assert f"did you mean `{NAME}`" in gridproof("list", "matching-to-boxcovr").err


def test_boards_by_chance_say_how_to_have_them_again_and_their_optimum(gridproof: Run) -> None:
    options = ["--set", "radius=1", "--random", "5", "--seed", "3"]
    made = gridproof("reduce", "vc-to-bombcover", *options)
    (level,) = read_boards(made.out, game="bombcover")
    assert level.info["seed"] == "3"
    assert level.info["generator"] == "gridproof reduce vc-to-bombcover --set radius=1 --random 5"
    assert solve(level).cost == int(level.info["optimum"])
