"""Files as other programs write them: each layout of one board gives the same board."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gridproof.errors import InputError, UnclearGame
from gridproof.files.reading import detect_game, read_boards, scan
from gridproof.game import AnyGame
from gridproof.games.robots.game import GAME as ROBOTS
from gridproof.games.robots.level import RobotsLevel
from gridproof.level import METADATA, BoardFault, Level
from gridproof.reductions.sources import graph_text
from gridproof.reductions.sources.graph import SOURCE as GRAPH
from gridproof.reductions.sources.graph import CoverProblem, Graph
from tests.foreign import DRAWINGS, DUMPS, GRAPHS, LISTS, PROGRAMS, dump, packed_dump
from tests.samples import GAMES, random_levels, sample_levels, small_generators

REGISTERED = [game for game in GAMES.values() if game.id != "template"]
each_game = pytest.mark.parametrize("game", REGISTERED, ids=lambda game: game.id)
#: Games whose text files have a blank line between boards, and no layout of their own.
PLAIN = [game for game in REGISTERED if game.id != "sokoban"]
each_plain_game = pytest.mark.parametrize("game", PLAIN, ids=lambda game: game.id)
#: Metadata that other programs write.
COMMON = (
    *("Name: x", "Date: 2001-02-03", "Copyright: (c) x: y", "Comment: a b", "Difficulty: 3"),
    *("E-mail: a@b.c", "Homepage: http://a.b", "Collection: Own set", "Set: 1", "Level: 5"),
    *("Date of last change: x", "Version: 1.0", "License: CC0", "Notes: x", "Solver: y"),
)

Run = Callable[..., Any]


def boards(game: AnyGame, count: int = 2) -> list[Any]:
    found = [level.with_info() for level in random_levels(game.id, count)]
    return [level for level in found if _is_text(game, level)][:count]


def _is_text(game: AnyGame, level: Any) -> bool:
    try:
        game.write(level)
    except InputError:
        return False
    return True


# Lists in JSON


@each_game
def test_a_list_is_the_same_as_lines(game: AnyGame) -> None:
    found = [level.with_info(title=f"{n}") for n, level in enumerate(boards(game, 3))]
    lines = [game.write(level, "json").strip() for level in found]
    for text in (
        "\n".join(lines),
        f"[{','.join(lines)}]",
        "[\n " + ",\n ".join(lines) + "\n]\n",
        f"\n[ {' , '.join(lines)} ]",
        json.dumps([json.loads(line) for line in lines], indent=2),
        f"[{lines[0]}]\n{lines[1]}\n[{lines[2]}]",
        json.dumps({"levels": [json.loads(line) for line in lines]}),
        json.dumps({"boards": [game.write(level) for level in found]}),
    ):
        assert detect_game(text, "f") is game or game.id in ("bombcover", "onebomb", "sokoban")
        assert list(game.read(text, "f")) == found, text


@each_game
def test_a_fault_in_a_list_leaves_the_others(game: AnyGame) -> None:
    first, second = (game.write(level, "json").strip() for level in boards(game))
    for bad in ('{"a": 1}', '{"a": }', '{"a": 1, "a": 2}', "7", '{"a": NaN}', '{"a": [1,]}'):
        found = list(game.read(f"[{first},\n{bad},\n{second}]", "f"))
        kinds = [isinstance(item, BoardFault) for item in found]
        assert kinds == [False, True, False], (bad, [str(item) for item in found])
        assert found[1].line == 2


@each_game
def test_a_missing_field_is_told_with_those_that_are_wanted(game: AnyGame) -> None:
    wanted = [form.required_fields for form in game.forms if form.fields]
    assert wanted
    (bad,) = game.read('{"author": "x"}' if game.id != "boxcover" else '{"side": 1}', "f")
    assert isinstance(bad, BoardFault)
    assert "is missing" in bad.message
    assert bad.hint is not None
    for name in itertools.chain(*wanted):
        assert f"`{name}`" in bad.hint


@each_game
def test_every_list_of_the_samples_has_two_titled_boards(game: AnyGame) -> None:
    for text in LISTS[game.id]:
        assert [level.title for level in read_boards(text, "f", game=game.id)] == ["A", "B"]


# What we write ourselves


@each_game
def test_objects_that_hold_a_board_are_read(game: AnyGame, gridproof: Run) -> None:
    """Return objects as `show --json`, `generate --json` and saved play-throughs hold them."""
    level = boards(game)[0]
    Path("b.txt").write_text(game.write(level), encoding="utf-8")
    shown = gridproof("show", "b.txt", "--game", game.id, "--json")
    assert [*read_boards(shown.out)] == [level]
    as_list = f"[{','.join(shown.out.splitlines())}]"
    assert detect_game(as_list, "f") is game
    assert [*read_boards(as_list)] == [level]
    solved = gridproof("solve", "b.txt", "--game", game.id, "--json", "--nodes", "10")
    with pytest.raises(InputError, match="holds no board"):
        read_boards(solved.out)


@pytest.mark.parametrize(
    ("game", "spec"),
    [(game, spec) for game in REGISTERED for spec in small_generators(game)],
    ids=lambda value: value.id,
)
def test_what_generators_print_is_read(game: AnyGame, spec: Any, gridproof: Run) -> None:
    for options in ([], ["--json"]):
        made = gridproof(
            *("generate", game.id, "--method", spec.id, "--count", "2", "--seed", "3"),
            *(f"{name}={value}" for name, value in spec.small.items()),
            *("--quiet", *options),
        )
        assert made.code in (0, 3), made.err
        levels = read_boards(made.out, game=game.id)
        assert len(levels) == 2 or made.code == 3
        if options and levels:
            listed = f"[{','.join(made.out.splitlines())}]"
            assert read_boards(listed) == levels


@pytest.mark.parametrize("seed", range(4))
def test_robots_read_their_own_boards_with_solutions(seed: int, gridproof: Run) -> None:
    made = gridproof("robots", "--gen=[2,5,4]", f"--seed={seed}")
    (level,) = read_boards(made.out)
    solved = gridproof("robots", "--solve", stdin=made.out)
    assert (solved.code, solved.err) == (0, "")
    assert isinstance(level, RobotsLevel)
    *_, last = made.out.splitlines()
    assert len(solved.out.strip().split(",")) == len(last.split(","))


# Header lines


@each_plain_game
@pytest.mark.parametrize("line", COMMON)
def test_common_metadata_never_loses_a_board(game: AnyGame, line: str) -> None:
    first, second = boards(game)
    one, two = game.write(first), game.write(second)
    for text in (
        f"{line}\n{one}\n{two}",
        f"{line}\n\n{one}\n{two}",
        f"{one}{line}\n\n{two}",
        f"{one}\n{line}\n{two}",
        f"{one}\n{two}{line}\n",
    ):
        found = [level.with_info() for level in read_boards(text, "f", game=game.id)]
        assert found == [first, second], text


@each_plain_game
def test_unknown_names_are_still_refused_where_there_are_options(game: AnyGame) -> None:
    assert game.options
    (bad,) = game.read("radios: 3\n" + game.write(boards(game)[0]), "f")
    assert isinstance(bad, BoardFault)
    assert "`radios` is neither an option" in bad.message


@each_plain_game
@pytest.mark.parametrize(
    ("head", "title"),
    [
        ("# 1", "1"),
        ("## The start", "The start"),
        ("#12", "12"),
        ("Level 3", "Level 3"),
        ("LEVEL #3: hard", "LEVEL #3: hard"),
        ("Level: 3", "3"),
        ("Name: The end", "The end"),
        ("; x\nLevel: 3", "x"),
    ],
)
def test_lines_that_say_a_title(game: AnyGame, head: str, title: str) -> None:
    texts = [f"{head}\n{game.write(level)}" for level in boards(game)]
    for text in ("\n".join(texts), "\n---\n\n".join(texts)):
        if "---" in text and game.id == "boxcover":
            continue  # a row of signs is a point that is none
        assert [level.title for level in read_boards(text, "f", game=game.id)] == [title, title]


@each_plain_game
def test_an_author_in_the_head_is_that_of_all_boards(game: AnyGame) -> None:
    one, two = map(game.write, boards(game))
    text = f"Author: Ana Kor\nCollection: Own set\n\n; A\n{one}\n; B\nauthor: Bo\n{two}"
    found = read_boards(text, "f", game=game.id)
    assert [level.info for level in found] == [
        {"author": "Ana Kor", "title": "A"},
        {"author": "Bo", "title": "B"},
    ]


@each_plain_game
def test_a_board_that_names_another_game_is_refused(game: AnyGame) -> None:
    text = game.write(boards(game)[0])
    for own in (game.id, *game.aliases, game.id.upper()):
        assert len(read_boards(f"Game: {own}\n{text}", "f", game=game.id)) == 1
    (bad,) = game.read(f"Game: Hexoban\n{text}", "f")
    assert isinstance(bad, BoardFault)
    assert f"a board of Hexoban, not of {game.id}" in bad.message


@each_plain_game
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("tail", ["", "\n\n", "\x1a", "\n\x1a"])
def test_line_ends_and_the_end_of_dos(game: AnyGame, end: str, tail: str) -> None:
    found = boards(game)
    text = "\n".join(map(game.write, found)) + tail
    assert read_boards(text.replace("\n", end), "f", game=game.id) == found


# What no game reads


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<html><p>x</p></html>", "an XML file of `html` without `LevelCollection`"),
        ('<?xml version="1.0"?>\n<!-- a -->\n<svg/>', "an XML file of `svg`"),
        ('{"a": 1, "b": 2}', "JSON without any of"),
        ('[{"a": 1}]', "JSON without any of"),
        ('{"walls": []}', "robots needs `width`"),
        ('{"stones": []}', "merge needs `heroes` too"),
        ('{"rows": ["?"]}', "with other cells"),
        ("#####\n#@q #\n", "`q` is none"),
        ("0.5 1\n2 3\n", "boxcover reads `side: 3` and points `x y`, whole numbers"),
        ("hello world", "line 1 is `hello world`"),
    ],
)
def test_what_no_game_reads_is_told_by_what_readers_expect(text: str, said: str) -> None:
    with pytest.raises(UnclearGame) as caught:
        detect_game(text, "f.txt")
    message = str(caught.value)
    assert message.startswith("f.txt: no game knows boards like these: ")
    assert said in message
    assert len(message) < 600
    assert caught.value.hint


def test_every_game_says_what_it_reads() -> None:
    for game in GAMES.values():
        assert any(form.cells for form in game.forms)
        assert any(form.fields for form in game.forms)


# Robots


@pytest.mark.parametrize("layout", PROGRAMS)
def test_programs_say_one_board(layout: str) -> None:
    (plain,) = ROBOTS.read(PROGRAMS["facts"])
    items = scan(PROGRAMS[layout], "f")
    assert items[0] is ROBOTS
    (found,) = items[1]
    assert isinstance(found, RobotsLevel), str(found)
    assert found.with_info() == plain
    notes = found.origin.notes if found.origin else ()
    ruled = any(word in PROGRAMS[layout] for word in (":-", "#program", "#include", "#script"))
    assert any("not read" in note for note in notes) == ruled


def test_targets_to_choose_from_are_a_board_each() -> None:
    text = (
        PROGRAMS["available"] + "available_target(blue,star,1,2).\navailable_target(any,sun,2,2).\n"
    )
    found = list(ROBOTS.read(text))
    assert all(isinstance(level, RobotsLevel) for level in found)
    assert [(level.title, level.target_robot) for level in found if isinstance(level, Level)] == [
        ("red moon", 0),
        ("blue star", 1),
        ("any sun", "any"),
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("pos(red,1,1).", "pos(red,1,1) :- dim(3)."),
        ("barrier(2,1,east).", "barrier(2,1,east) :- not a."),
        ("barrier(2,1,east).", "barrier(2,1,2,0)."),
        ("pos(red,1,1).", "pos(red,1,1,3)."),
        ("dim(1..4).", "dim(1..n)."),
        ("dim(1..4).", "dim(1..999999)."),
        ("dim(1..4).", "dim(1..4). %* no end"),
        ("dim(1..4).", "dim(1..4). and so on."),
    ],
)
def test_what_would_be_another_board_is_refused(old: str, new: str) -> None:
    assert old in PROGRAMS["facts"]
    (found,) = ROBOTS.read(PROGRAMS["facts"].replace(old, new), "f")
    assert isinstance(found, BoardFault)


@pytest.mark.parametrize("layout", DRAWINGS)
def test_drawings_show_one_board(layout: str) -> None:
    (plain,) = ROBOTS.read(DRAWINGS["narrow"])
    assert isinstance(plain, RobotsLevel)
    assert (plain.width, plain.height) == (3, 2)
    assert [number for number, _ in plain.robots] == [0, 1]
    items = scan(DRAWINGS[layout], "f")
    assert items[0] is ROBOTS
    (found,) = items[1]
    assert isinstance(found, RobotsLevel), str(found)
    assert found.with_info() == plain


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("x|1", "x?1", "4:4"),
        ("|0 ", "|0*", "4"),
        ("|0 ", "|?  "[:3], "2:2"),
        ("+ + + +\n", "", "4"),
        ("|1|", "|0|", "4:6"),
        ("|1|", "|1|||", "4"),
    ],
)
def test_faults_of_drawings_have_a_place(old: str, new: str, place: str) -> None:
    text = DRAWINGS["narrow"]
    assert old in text
    (bad,) = ROBOTS.read(text.replace(old, new), "f")
    assert isinstance(bad, BoardFault)
    assert str(bad).startswith("f:"), str(bad)


@pytest.mark.parametrize("layout", DUMPS)
def test_dumps_say_the_board(layout: str) -> None:
    (plain,) = ROBOTS.read(PROGRAMS["facts"])
    items = scan(DUMPS[layout], "f")
    assert items[0] is ROBOTS
    assert set(items[1]) == {plain}


def test_dumps_of_random_boards() -> None:
    for level in random_levels("robots", 20):
        if [number for number, _ in level.robots] == list(range(len(level.robots))):
            (found,) = ROBOTS.read(packed_dump(dump(level)), "f", {"ricochet": level.ricochet})
            assert found == level.with_info()


def test_damaged_dumps_are_faults() -> None:
    text = DUMPS["one line"]
    data = dump(ROBOTS_LEVEL)
    for bad in (
        text.replace("!", "?", 1) + "x",
        text[:22] + ("0" if text[22] != "0" else "1") + text[23:],
        text[:40] + "A" + text[40:],
        packed_dump(b"\x01" + data[1:]),
        packed_dump(data[:30]),
        packed_dump(b"\0" + b"\xff" * 30),
        packed_dump(b""),
    ):
        found = list(ROBOTS.read(bad, "f"))
        assert all(isinstance(item, BoardFault) for item in found), bad


# Graphs


@pytest.mark.parametrize("layout", GRAPHS)
def test_graphs_in_all_forms_are_one_graph(layout: str) -> None:
    found = graph_text.read(GRAPHS[layout], "f")
    names = [found.names[u] + found.names[v] for u, v in found.edges]
    edges = {"".join(sorted(name)) for name in names}
    shifted = {"01", "12", "23", "03"} if "from 0" in layout else {"12", "23", "34", "14"}
    assert (len(found.names), edges) == (5, shifted)
    assert bool(found.notes) == layout.startswith(("counts", "METIS", "Matrix Market, both"))


def test_two_readings_are_refused_and_named() -> None:
    # Edges of a pentagram below their counts, or the lists of neighbours of a pentagon.
    text = "5 5\n2 5\n1 3\n2 4\n3 5\n4 1\n"
    with pytest.raises(InputError, match=r"f:1:1: this may be an edge list .* METIS"):
        graph_text.read(text, "f")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("10 15\n1 2\n2 3\n3 1\n", "f:1:1: `10 15` may be an edge, or count 10 vertices"),
        ("<graphml/>", "f: this is XML"),
        ('{"nodes": []}', "f: this is JSON"),
        ("graph G {\n1 -- 2;\n}\n", "f: this is DOT"),
        ("graph {\n", "f: this is DOT"),
        ('Creator "x"\ngraph [\n  node [ id 1 ]\n]\n', "f: this is GML"),
        ("p tw 4 3\n1 2\n2 3\n3 5\n", "f:4:3: `5` must be a whole number from 1 to 4"),
        ("p tw 4 3\n1 2\n2 3\n", "f: 3 edges are announced, but there are 2"),
        ("%%MatrixMarket matrix array real general\n2 2\n1\n0\n0\n1\n", "f:1:1: the matrix must"),
        ("%%MatrixMarket matrix coordinate pattern general\n2 3 1\n1 2\n", "f:2:3: the matrix of"),
        (":Da@GIn", "f:1:1: edge 1–3 is there since line 1"),
        (":~~????", "f:1:1: sparse6 of a graph of up to"),
        ("1 2 0.5\n2 3 0.1\n", "f:1:5: an edge has two ends"),
    ],
)
def test_graphs_that_cannot_be_read(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        graph_text.read(text, "f")
    assert str(caught.value).startswith(said)


def test_the_names_of_columns_are_no_edge() -> None:
    found = graph_text.read("source,target\n1,2\n2,3\n", "f")
    assert (found.names, found.edges) == (("1", "2", "3"), ((0, 1), (1, 2)))
    assert found.notes


def random_graphs(rng: random.Random, count: int) -> Iterator[Graph]:
    """Graphs whose vertices are numbers in any order, so that a first edge may look like counts."""
    for _ in range(count):
        vertices = rng.randint(2, 6)
        names = [str(number) for number in rng.sample(range(vertices + 2), vertices)]
        if rng.random() < 0.3:
            names[rng.randrange(vertices)] = "a"
        pairs = list(itertools.combinations(range(vertices), 2))
        yield Graph(tuple(names), tuple(sorted(rng.sample(pairs, rng.randint(1, len(pairs))))))


def test_what_is_written_is_never_taken_for_counts() -> None:
    for graph in random_graphs(random.Random(1), 3000):
        problem = CoverProblem(graph, 0)
        assert GRAPH.read(GRAPH.write(problem)) == problem, GRAPH.write(problem)


def _robots_level() -> RobotsLevel:
    (level,) = ROBOTS.read(PROGRAMS["facts"])
    assert isinstance(level, RobotsLevel)
    return level


ROBOTS_LEVEL = _robots_level()


def test_levels_survive_comments_between_boards() -> None:
    for game in PLAIN:
        levels = sample_levels(game.id)[:3]
        text = "\n; \n".join(game.write(level) for level in levels)
        assert read_boards(text, "f", game=game.id) == levels
        assert set().union(*(level.info for level in levels)) <= set(METADATA)
