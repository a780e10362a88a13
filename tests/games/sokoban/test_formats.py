"""Sokoban in other people's files: each kind of layout, other games, .slc, saved solutions."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gridproof.files.reading import read_boards
from gridproof.games.sokoban.game import GAME
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.level import BoardFault

A, B = "######\n#@$ .#\n######", "######\n#.$ @#\n######"
C = "######\n#.@$ #\n######"

DOCTYPE = '<!DOCTYPE SokobanLevels SYSTEM "SokobanLev.dtd">'


def titles(text: str) -> list[str | None]:
    found = read_boards(text, "f", game="sokoban")
    plain = [board.with_info() for board in read_boards(f"{A}\n\n{B}\n\n{C}", game="sokoban")]
    assert [board.with_info() for board in found] == plain[: len(found)]
    return [board.title for board in found]


def faults(text: str) -> list[str]:
    return [str(one) if isinstance(one, BoardFault) else "no fault" for one in GAME.read(text, "f")]


# Other games


@pytest.mark.parametrize(
    "line",
    [
        *("Game: Hexoban", "GAME : Trioban", "Game = Octoban", "game=Multiban", "; Game: Numban"),
        *(
            "Variant: Block Sokoban",
            "Variation: Modern Sokoban",
            "Type: Hexoban",
            "# Game: Trioban",
        ),
        *(":: Game: Hexoban", "Game type: Sokoban Plus", "Game: Sokoban+", "Rules: Hexoban"),
    ],
)
@pytest.mark.parametrize(
    "layout",
    ["{line}\n{A}", "T\n{line}\n\n{A}", "{A}\n{line}", "{A}\n\n{line}", "{line}\n\n{A}\n\n{B}"],
)
def test_boards_of_other_games_are_refused_by_name(line: str, layout: str) -> None:
    game = line.replace("=", ":").rpartition(":")[2].strip()
    said = faults(layout.format(line=line, A=A, B=B) + "\n")
    assert said
    assert all(f"board of {game}, not of sokoban" in one for one in said)


@pytest.mark.parametrize(
    "line", ["Game: Sokoban", "Variant = standard", "Game: Classic Sokoban 1.6", "Type: easy"]
)
def test_sokoban_by_any_of_its_names_is_read(line: str) -> None:
    for text in (f"{line}\n{A}", f"{line}\n\n{A}", f"{A}\n{line}"):
        assert titles(text) == [None]


def test_other_games_in_one_collection_refuse_their_boards_alone() -> None:
    below = f"{A}\nTitle: a\nGame: Sokoban\n\n{B}\nTitle: b\nGame: Hexoban\n"
    above = f"; a\nGame: Sokoban\n{A}\n\n; b\nGame: Hexoban\n{B}\n"
    for text in (below, above):
        good, bad = GAME.read(text, "f")
        assert isinstance(good, SokobanLevel)
        assert good.title == "a"
        assert "board of Hexoban" in str(bad)


def test_one_line_that_names_another_game_is_enough() -> None:
    for said in ("Game: Sokoban\nVariant: Hexoban", "Variant: Hexoban\nGame: Sokoban"):
        assert "board of Hexoban" in faults(f"{said}\n{A}")[0]


def test_other_games_in_json_and_xml_are_refused() -> None:
    for name in ("variant", "game"):
        assert "Hexoban, not of sokoban" in faults(json.dumps({name: "Hexoban", "rows": ["#"]}))[0]
    for said in ('Game="Hexoban"', 'Variant="Hexoban"'):
        assert "board of Hexoban" in faults(slc(level_attributes=said))[0]
        assert "board of Hexoban" in faults(slc(set_attributes=said))[0]
    assert "board of Hexoban" in faults(slc(more="<Game>Hexoban</Game>"))[0]
    assert "board of Hexoban" in faults(slc(root="HexobanLevels"))[0]


# Titles


@pytest.mark.parametrize("rule", ["---", "-----", "______", "- - -", "*****", "....", "-" * 70])
def test_rules_part_boards_and_are_no_titles(rule: str) -> None:
    assert titles(f"{rule}\n{A}\n{rule}\n{B}\n{rule}\n") == [None, None]
    assert titles(f"{rule}\n1\n{A}\n{rule}\n2\n{B}\n{rule}\n") == ["1", "2"]
    assert titles(f"{A}\n\n{rule}\n\n{B}\n") == [None, None]


def test_floor_inside_a_board_is_no_rule() -> None:
    text = "#####\n#@$.#\n#####\n-----\n#####\n#####\n"
    (found,) = read_boards(text, game="sokoban")
    assert found.height == 6


@pytest.mark.parametrize("line", ["=====", "*****", "~~~~~", "/////", "<><><>", "+++++", "* * *"])
def test_ornaments_are_no_titles(line: str) -> None:
    assert titles(f"{line}\nFirst part\n{line}\n\n{A}\n") == ["First part"]
    assert titles(f"; {line}\n; First part\n; {line}\n\n{A}\n") == ["First part"]
    assert titles(f"{line}\n\n{A}\n\n{line}\n\n{B}\n") == [None, None]


@pytest.mark.parametrize(
    "line",
    [
        *("## Easy one", "### Easy one ###", "**Easy one**", "*Easy one*", "_Easy one_"),
        *("`Easy one`", "<h2>Easy one</h2>", "<b>Easy one</b>", "[b]Easy one[/b]", "> Easy one"),
        *("== Easy one ==", "// Easy one", "- Easy one", "* Easy one", "/* Easy one */"),
        *("<!-- Easy one -->", "Title: Easy one", "TITLE: Easy one", "title = Easy one"),
    ],
)
@pytest.mark.parametrize("gap", ["\n", "\n\n", "\n```\n", "\n<pre>\n"])
def test_mark_up_is_left_out_of_titles(line: str, gap: str) -> None:
    end = {"\n```\n": "\n```", "\n<pre>\n": "\n</pre>"}.get(gap, "")
    assert titles(f"{line}{gap}{A}{end}\n") == ["Easy one"]


@pytest.mark.parametrize("form", ["; {}", "{}", "Level {}", "Title: {}", "# {}"])
@pytest.mark.parametrize("missing", [0, 1, 2])
def test_a_missing_blank_line_shifts_no_title(form: str, missing: int) -> None:
    said = [form.format(number) for number in (1, 2, 3)]
    ends = ["\n" if place == missing else "\n\n" for place in range(3)]
    above = "".join(
        f"{title}\n\n{board}{end}" for title, board, end in zip(said, (A, B, C), ends, strict=True)
    )
    expected = [title if form == "Level {}" else title.split()[-1] for title in said]
    assert titles(above) == expected
    if form == "; {}":
        below = "".join(
            f"{board}\n\n{title}{end}"
            for title, board, end in zip(said, (A, B, C), ends, strict=True)
        )
        assert titles(below) == expected


def test_headers_of_numbered_mazes() -> None:
    sizes = "File offset: 04CB\nSize X: 5\nSize Y: 3\nEnd: 0648\nLength: 81\n"
    assert titles(f"Maze: 1\n{sizes}\n{A}\n\n*****\nMaze: 2\n{sizes}\n{B}\n") == ["1", "2"]


def test_prose_is_no_title_and_a_lone_line_names_the_set() -> None:
    prose = "These levels were made for a course,\nand they get harder.\n"
    assert titles(f"{prose}\n{A}\n\n{B}\n") == [None, None]
    assert titles(f"{prose}\nA\n\n{A}\n\nB\n\n{B}\n") == ["A", "B"]
    assert titles(f"{A}\n\n{prose}\n{B}\n") == [None, None]
    assert titles(f"; A\n{A}\n\n; B\n{B}\n\nThe end.\n") == ["A", "B"]
    for mark in ("", "; "):
        text = f"{mark}Ten small rooms\n\n{A}\n\n{B}\n"
        assert titles(text) == [None, None]
        found = read_boards(text, game="sokoban")
        assert [board.info for board in found] == [{"source": "Ten small rooms"}] * 2
    assert titles(f"Ten small rooms\n\n{A}\n1\n\n{B}\n2\n") == ["1", "2"]


@pytest.mark.parametrize(
    "name", ["Level", "Difficulty", "foo", "Moves", "e-mail", "Id", "Web site"]
)
def test_header_lines_lose_no_board(name: str) -> None:
    for text in (
        f"{name}: 1\n{A}",
        f"{name}: 1\n\n{A}",
        f"{A}\n{name}: 1",
        f"x: y\n{name}: 1\n{A}",
    ):
        found = list(GAME.read(text, "f"))
        assert [isinstance(one, SokobanLevel) for one in found] == [True], text
    assert titles("A: the start\n\n" + A) == ["A: the start"]
    assert titles(f"Level 1: Start\n{A}\n\nLevel 2: End\n{B}\n") == [
        "Level 1: Start",
        "Level 2: End",
    ]


@pytest.mark.parametrize("head", ["Author: Ana Kor", "; Author: Ana Kor", "author = Ana Kor"])
def test_the_heads_author_is_the_author_of_all(head: str) -> None:
    text = f"{head}\nCopyright: 2026 Ana Kor\nSet: Own\n\n; 1\n{A}\n\n; 2\n{B}\nAuthor: Bo\n"
    one, two = read_boards(text, game="sokoban")
    assert (one.title, one.info["author"], two.title, two.info["author"]) == (
        *("1", "Ana Kor"),
        *("2", "Bo"),
    )
    assert {board.info["source"] for board in (one, two)} == {"Own"}
    assert {board.info["copyright"] for board in (one, two)} == {"2026 Ana Kor"}


# Rows


@pytest.mark.parametrize(
    "text",
    [
        A.replace("#", "W"),
        A.replace("#", "w"),
        "6W\nWp$-.W\n6W",
        "WWWW##\n#@$ .W\n##WWWW",
        "\t" + A.replace("\n", "\n\t"),
        A.replace("\n", "\t\n"),
        A.replace(" ", "\u00a0"),
        "\u00a0\u00a0" + A.replace("\n", "\n\u00a0\u00a0"),
        A + "\n\x1a",
        A + "\x1a",
    ],
)
def test_walls_tabs_and_blanks_of_other_programs(text: str) -> None:
    (found,) = read_boards(text, game="sokoban")
    (plain,) = read_boards(A, game="sokoban")
    if text.startswith(("\t", "\u00a0")):
        blanks = 8 if text.startswith("\t") else 2
        (plain,) = read_boards(
            "\n".join(" " * blanks + row for row in A.split("\n")), game="sokoban"
        )
    assert found == plain


def test_a_tab_inside_a_row_is_refused() -> None:
    assert faults(A.replace(" ", "\t")) == ["f:2:4: a tab is no symbol of sokoban"]


@pytest.mark.parametrize(
    ("encoded", "plain"),
    [
        ("8-\n-@$.4-\n8-", "--------\n-@$.----\n--------"),
        ("5-\n-@$.-\n5-", "-----\n-@$.-\n-----"),
        ("2-3#2-\n7-\n#@$.-2#\n7-\n2-3#2-", "--###--\n-------\n#@$.-##\n-------\n--###--"),
        ("3(2-)\n-@$.2-\n6_", "------\n-@$.--\n------"),
        ("7-|-@$.3-|7-", "-------\n-@$.---\n-------"),
        ("6-\n-pbo2-\n6-", "------\n-@$.--\n------"),
        ("4#\n#2-#\n4-\n#@$.#\n5#", "####\n#--#\n----\n#@$.#\n#####"),
    ],
)
def test_rows_of_floor_alone_in_run_lengths_are_rows(encoded: str, plain: str) -> None:
    for above in ("", "; T 2\n", "T 2\n\n"):
        (found,) = read_boards(above + encoded, game="sokoban")
        (expected,) = read_boards(plain, game="sokoban")
        assert found.with_info() == expected
        assert found.title == ("T 2" if above else None)


# XML


def slc(
    *,
    prolog: str = '<?xml version="1.0" encoding="ISO-8859-1"?>',
    root: str = "SokobanLevels",
    set_attributes: str = "",
    level_attributes: str = "",
    more: str = "",
    rows: str = A,
) -> str:
    lines = "\n".join(f"<L>{row}</L>" for row in rows.split("\n"))
    return (
        f"{prolog}\n<{root}>\n<Title>Own &amp; small</Title>\n{more}\n"
        f'<LevelCollection Copyright="© Ana Kor" {set_attributes}>\n'
        f'<Level Id="Caf\u00e9" Width="6" {level_attributes}>\n{lines}\n</Level>\n'
        f"</LevelCollection>\n</{root}>\n"
    )


@pytest.mark.parametrize("doctype", ["", DOCTYPE, f"{DOCTYPE}\n<!-- a comment -->"])
def test_xml_collections_are_read(doctype: str) -> None:
    text = slc(prolog=f'<?xml version="1.0"?>\n{doctype}')
    assert titles(text) == ["Café"]
    (found,) = read_boards(text, game="sokoban")
    assert found.info == {
        "title": "Café",
        "author": "Ana Kor",
        "copyright": "© Ana Kor",
        "source": "Own & small",
    }
    assert GAME.recognises(text, "f")
    assert titles(text + slc(rows=B)) == ["Café", "Café"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            slc(prolog='<!DOCTYPE s [<!ENTITY a "b">]>'),
            "f:1:25: an XML file of boards may not declare entities",
        ),
        (
            slc(prolog='<!DOCTYPE s [<!ENTITY % a SYSTEM "file:///etc/passwd">]>'),
            "f:1:54: an XML file of boards may not declare entities",
        ),
        (slc(more="&other;"), "f:4:1: the XML is damaged: undefined entity"),
        (slc(prolog=DOCTYPE, more="&other;"), "f:4:1: `&other;` is not declared"),
        (slc()[:-20], "the XML is damaged: "),
        (slc(more="a < b"), "f:4:4: the XML is damaged: not well-formed (invalid token)"),
        (slc(rows=A.replace("$", "?")), "f:8:6: `?` is no symbol of sokoban"),
        ("<SokobanLevels>\n</SokobanLevels>", "f:1: this XML file holds no board"),
        (slc(rows=A.replace("$", "&amp;")), "`&` is no symbol of sokoban"),
    ],
)
def test_faults_of_xml_name_their_place(text: str, said: str) -> None:
    assert said in faults(text)[-1]


def test_boards_before_damage_are_read() -> None:
    text = slc().replace("</LevelCollection>", "<Level Id='2'><L>####")
    good, bad = GAME.read(text, "f")
    assert isinstance(good, SokobanLevel)
    assert "the XML is damaged" in str(bad)


# Saved solutions


@pytest.mark.parametrize(
    ("below", "expected"),
    [
        ("\n\nSolution\nrR", ("rR",)),
        ("\n\nSolution\nr\nR", ("rR",)),
        ("\n\nSolution:\n\nrR\n\nSolution/Pushes\nrRR", ("rR", "rRR")),
        ("\nSolution: rR\nSolution (2 pushes): r R", ("rR", "rR")),
        ("\n\nSolution/Moves 3:\n2(r)", ("2(r)",)),
        ("\n\nBest solution\nrR\n\nSnapshot\nl\n\nSaved game\nu", ("rR",)),
        ("\n\n; Solution\n; rR", ("rR",)),
        ("\nTitle: x\n\nrrrRRRllLL", ("rrrRRRllLL",)),
        ("\n\nSolution\nrR\nTitle: x", ("rR",)),
        ("\n\nComment:\nSolution\nrR\nComment-End:", ()),
        ("\nTitle: x\nSolution: 33 moves", ()),
    ],
)
def test_saved_solutions_belong_to_their_boards(below: str, expected: tuple[str, ...]) -> None:
    text = f"{A}{below}\n\n{B}\n\n{C}{below}\n"
    assert GAME.saved_solutions(text) == [expected, (), expected]
    assert len(read_boards(text, game="sokoban")) == 3


def test_solutions_above_boards_and_in_json() -> None:
    text = f"Title: a\nSolution: rR\n{A}\n\nTitle: b\nSolution: lL\n{B}\n"
    assert GAME.saved_solutions(text) == [("rR",), ("lL",)]
    lines = [{"rows": A.split("\n"), "solution": "rR"}, {"rows": B.split("\n")}]
    assert GAME.saved_solutions("\n".join(map(json.dumps, lines))) == [("rR",), ()]
    assert GAME.saved_solutions(slc(more="")) == [()]


@pytest.mark.parametrize("mark", ["; ", ""])
def test_a_letter_and_a_number_are_a_title(mark: str) -> None:
    text = f"{mark}L99999\n{A}\n\n{mark}R2\n{B}\n\n{mark}U100000\n{C}\n"
    assert GAME.saved_solutions(text) == [(), (), ()]
    assert titles(text) == ["L99999", "R2", "U100000"]


# Writing


@pytest.mark.parametrize("form", ["text", "xsb", "sok", "slc"])
def test_collections_are_written_and_read_back(form: str) -> None:
    named: list[Any] = read_boards(f"{A}\n\n{B}\n\n{C}", game="sokoban")
    infos: list[dict[str, str]] = [
        {"title": "A", "author": "Ana", "copyright": "© 2026 Ana", "source": "Own"},
        {"author": "Bo", "optimum": "2"},
        {"title": "C: <d> & \"e\" 'f'", "copyright": "Cy", "source": "Other"},
    ]
    for last in (infos[2], {"title": "Author: x"}, {"title": "=="}, {"title": "Game: Hexoban"}, {}):
        boards = [b.with_info(**i) for b, i in zip(named, [*infos[:2], last], strict=True)]
        text = GAME.write_all(boards, form)
        assert read_boards(text, game="sokoban") == boards, text


def test_solutions_are_written_where_the_format_has_room() -> None:
    boards: list[Any] = read_boards(f"{A}\n\n{B}", game="sokoban")
    known = [["rR" * 50, "rR"], []]
    text = GAME.write_all(boards, "sok", known)
    assert GAME.saved_solutions(text) == [tuple(known[0]), ()]
    assert max(map(len, text.split("\n"))) <= 70


# Other layouts


@pytest.mark.parametrize("name", ["Set 5", "Rooms 2003", "Ten rooms"])
def test_a_lone_name_above_a_file_names_the_set(name: str) -> None:
    assert titles(f"{name}\n\n{A}\n\n{B}\n\n{C}\n") == [None] * 3


@pytest.mark.parametrize("text", ["{said}\n\n{A}\n\n{B}\n", "{A}\n\n{said}\n\n{B}\n"])
def test_sentences_that_are_set_off_are_no_titles(text: str) -> None:
    said = "Write to me if you find a shorter way."
    assert titles(text.format(said=said, A=A, B=B)) == [None] * 2


@pytest.mark.parametrize("missing", range(6))
def test_titles_of_number_and_name_do_not_shift(missing: int) -> None:
    names = [f"Level {number}: Name {number}" for number in (1, 2, 3)]
    parts = [part for name, board in zip(names, (A, B, C), strict=True) for part in (name, board)]
    gaps = ["\n" if gap == missing else "\n\n" for gap in range(1, 6)] + ["\n"]
    text = "".join(part + gap for part, gap in zip(parts, gaps, strict=True))
    assert titles(text) == names


@pytest.mark.parametrize(
    "ornament", ["##########\n\n", "+------+\n| Lake |\n+------+\n\n", "WWW\n\n"]
)
def test_ornaments_of_walls_and_boxes_are_no_boards(ornament: str) -> None:
    found = read_boards(f"{ornament}{A}\n\n{ornament}{B}\n")
    assert [board.with_info() for board in found] == [
        board.with_info() for board in read_boards(f"{A}\n\n{B}")
    ]


@pytest.mark.parametrize("mark", ["\ufeff", "\ufeff\ufeff", "\u200b", "\u200e"])
def test_marks_without_width_are_nothing(mark: str) -> None:
    assert titles(f"{mark}; 1\n{mark}{A}{mark}\n\n{mark}; 2\n{B}\n{mark}") == ["1", "2"]


def test_xml_has_namespaces_and_several_collections() -> None:
    rows = "".join(f"<L>{row}</L>" for row in A.split("\n"))
    level = f"<s:Level Id='1'>{rows.replace('<L', '<s:L').replace('</L', '</s:L')}</s:Level>"
    text = (
        '<?xml version="1.0"?>\n<?xml-stylesheet href="a.xsl"?>\n<s:SokobanLevels xmlns:s="urn:s">'
        f'<s:LevelCollection Copyright="Ana Kor">{level}</s:LevelCollection>'
        f'<s:LevelCollection Copyright="Bo Lind">{level}</s:LevelCollection></s:SokobanLevels>'
    )
    assert [board.info["author"] for board in read_boards(text)] == ["Ana Kor", "Bo Lind"]
