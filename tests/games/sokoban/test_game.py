"""Sokoban: formats, faults, rules, solutions. Optima: `test_known_optima`, `test_oracles`."""

from __future__ import annotations

import json
import random
from itertools import permutations
from math import inf
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridproof.errors import IllegalMove, InputError, InvalidMove
from gridproof.files.reading import detect_game, read_boards, read_file
from gridproof.games.sokoban.bounds import cheapest, root_bound
from gridproof.games.sokoban.formats.rle import RunLengthError, decode
from gridproof.games.sokoban.game import GAME
from gridproof.games.sokoban.generate.random_boards import room
from gridproof.games.sokoban.level import SokobanLevel
from gridproof.grid import Pos
from gridproof.level import BoardFault, Outcome
from gridproof.limits import Ticker
from gridproof.playing.session import Session
from gridproof.registry import digest
from gridproof.result import Status
from gridproof.solving.solve import solve
from gridproof.verifying import verify
from tests.oracles import sokoban as oracle
from tests.samples import generated, random_levels, sample_levels

COLLECTIONS = Path(__file__).parents[2] / "data" / "sokoban"
SHIPPED = Path(__file__).parents[3] / "src" / "gridproof" / "data" / "levels" / "sokoban"

#: Two boards, and the rows they are written as.
ONE, TWO = "#####\n#@$.#\n#####", "######\n#+$  #\n######"


def level(text: str) -> SokobanLevel:
    (found,) = read_boards(text, "f", game="sokoban")
    assert isinstance(found, SokobanLevel)
    return found


def titles(text: str) -> list[str | None]:
    return [found.info.get("title") for found in read_boards(text, "f", game="sokoban")]


# Formats


@pytest.mark.parametrize(
    ("file", "count", "first", "last"),
    [
        (SHIPPED / "microban1.txt", 155, "1", "155 'The Dungeon'"),
        (SHIPPED / "boxoban_hard.txt", 10, "0", "9"),
        (COLLECTIONS / "microban2.txt", 135, "1", "135 'Fractal'"),
        (COLLECTIONS / "microban3.txt", 101, "1", "101"),
        (COLLECTIONS / "microban4.txt", 102, "1", "102"),
        (COLLECTIONS / "sasquatch01.txt", 50, "1", "50 'Particle Theory'"),
        (COLLECTIONS / "sasquatch02.txt", 50, "1", "50"),
        (COLLECTIONS / "sasquatch03.txt", 50, "1", "50"),
        (COLLECTIONS / "grigr2001.txt", 100, "Bardak #01", "Only you #100"),
        (COLLECTIONS / "grigr2002.txt", 40, "Double choice #101", "Juravli #140"),
    ],
    ids=lambda value: value.stem if isinstance(value, Path) else "",
)
def test_collections_are_read_whole(file: Path, count: int, first: str, last: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert detect_game(text, file.name) is GAME
    found = read_file(str(file))
    assert len(found) == count
    assert (found[0].title, found[-1].title) == (first, last)
    assert len({digest(GAME, one) for one in found}) == count
    for one in found:
        assert isinstance(one, SokobanLevel)
        for image in (one, GAME.mirror(one), GAME.turn(one)):
            for form in GAME.formats:
                assert list(GAME.read(GAME.write(image, form))) == [image]


def test_each_shipped_level_names_its_author() -> None:
    found = read_file(str(SHIPPED / "microban1.txt"))
    assert {one.info["author"] for one in found} == {"David W. Skinner"}


@pytest.mark.parametrize(
    "text",
    [
        "#####\n#@$.#\n#####",
        "#####\r\n#@$.#  \r\n#####\r\n",
        "#####\n#pbo#\n#####",
        "5#|#@$.#|5#|",
        "5#\n#pb.#\n5#",
        "3 5\n#####\n#@$.#\n#####\n",
        '{"rows": ["#####", "#@$.#", "#####"]}',
        "Some title\n\n#####\n#@$.#\n#####",
        ":: a comment\n#####\n#@$.#\n#####\n:: another",
    ],
)
def test_the_forms_of_one_board(text: str) -> None:
    assert level(text).with_info() == level(ONE)


def test_floor_is_a_space_a_dash_or_an_underscore() -> None:
    plain = level("#######\n#@ $ .#\n#  ####\n####")
    assert level("#######\n#@-$-.#\n#--####\n####") == plain
    assert level("#######\n#@_$_.#\n#__####\n####___") == plain
    assert level("7#|#@-$-.#|#2-4#|4#") == plain


def test_pieces_on_goals() -> None:
    assert level("#PBb#") == level("#+*$#")
    found = level("######\n#+*$ #\n######")
    assert found.cells[7:11] == ".. " + " "
    assert found.players == (Pos(1, 1),)
    assert found.boxes == (Pos(2, 1), Pos(3, 1))


def test_an_empty_row_inside_a_board_is_written_with_a_dash() -> None:
    text = "###\n#@#\n#-#\n--\n#$#\n#.#\n###"
    found = level(text)
    assert found.height == 7
    assert found.at(Pos(2, 3)) == "#", "outside is wall where the player could step there"
    split = list(GAME.read(text.replace("\n--\n", "\n\n")))
    assert len(split) == 2


def test_ragged_rows_end_at_a_wall() -> None:
    found = level("######\n#. $@\n######")
    assert found.at(Pos(5, 1)) == "#"
    assert solve(found).cost == 2
    # Far from the player the board stays as blank as on its left side.
    assert level("#####\n#@$.#####\n#####   #\n    #####").cells[5:9] == "    "


def test_open_boards_keep_the_floor_at_the_ends_of_rows() -> None:
    found = level("3 4\n-$.-\n-@--\n----")
    assert "-" in GAME.write(found)
    assert level(GAME.write(found)) == found
    assert found.at(Pos(4, 1)) == "#"
    state, _ = GAME.apply(found, GAME.initial(found), "L")
    with pytest.raises(IllegalMove, match="a wall is in the way left"):
        GAME.apply(found, state, "L")


def test_course_boards_follow_each_other_without_blank_lines() -> None:
    text = "3 5\n#####\n#@$.#\n-----\n2 4\n.$@-\n----\n"
    found = [level(text[:22]), level(text[22:])]
    assert found == read_boards(text, game="sokoban")
    assert [(one.width, one.height) for one in found] == [(5, 3), (4, 2)]
    assert [solve(one).cost for one in found] == [1, 1]
    assert GAME.write(found[1], "course") == "2 4\n.$@-\n----\n"


def test_json_rows_may_be_ragged_and_blanks_in_them_count() -> None:
    assert level('{"rows": ["####", "#@$.#", "#####"]}').width == 5
    found = level('{"rows": [".$@ ", "    "]}')
    assert found == level("2 4\n.$@-\n----")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"; 1\n\n{ONE}\n\n; 2\n\n{TWO}\n", ["1", "2"]),
        (f"; 1\n{ONE}\n\n; 2\n{TWO}\n", ["1", "2"]),
        (f";1\n{ONE}\n;2\n{TWO}\n", ["1", "2"]),
        (f"; A set\n; of levels\n;\n; 1\n\n{ONE}\n\n; 2 'two'\n\n{TWO}", ["1", "2 'two'"]),
        (f"{ONE}\n; 1\n\n{TWO}\n; 2\n", ["1", "2"]),
        (f"{ONE}\n\n; 1\n\n{TWO}\n\n; 2\n", ["1", "2"]),
        (f"{ONE}\n; 1\n{TWO}\n; 2\n", ["1", "2"]),
        (f"; All\n\n{ONE}\n; 1\n\n{TWO}\n; 2\n", ["1", "2"]),
        (f"{ONE}\nTitle: a\nAuthor: b\n\n{TWO}\nTitle: c\n", ["a", "c"]),
        (f"{ONE}\n\nTitle: a\n\n{TWO}\n\nTitle: c\n", ["a", "c"]),
        (f"{ONE}\nTitle: a\n{TWO}\nTitle: c\n", ["a", "c"]),
        (f"Title: a\n{ONE}\n\nTitle: c\n{TWO}\n", ["a", "c"]),
        (f"Title: a\n\n{ONE}\n\nTitle: c\n\n{TWO}\n", ["a", "c"]),
        (f";01\n{ONE}\nTitle: a\n\n;02\n{TWO}\nTitle: c\n", ["a", "c"]),
        (f"Level 1\n\n{ONE}\n\nLevel 2\n\n{TWO}\n", ["Level 1", "Level 2"]),
        (f"Collection: x\nCopyright: y\n\n#1\n{ONE}\n\n#2\n{TWO}\n", ["#1", "#2"]),
        (f"{ONE}\n\nSolution\nR\n\nB\n{TWO}\n\nSolution 1/2\nrR\nLl\n", [None, "B"]),
        (f"{ONE}\n\n{TWO}\n", [None, None]),
        (f"-----\n{ONE}\n-----\n\n* * *\n\n{TWO}", [None, None]),
    ],
)
def test_titles_belong_to_their_boards(text: str, expected: list[str | None]) -> None:
    assert titles(text) == expected


def test_comments_saved_solutions_and_snapshots_are_passed_over() -> None:
    text = f"""\
:: a collection
Collection: Two levels
Author: nobody in particular
Date of Last Change: 2026-01-01

Level one
{ONE}
Title: Title one
Author: A. Author
Comment:
  of several lines

#####
with a board in it
Comment-End:
Difficulty: low

Solution 1
R

Snapshot
r

; Level two
{TWO}
Comment: of one line
Solution: 2(r)L
"""
    one, two = read_boards(text, game="sokoban")
    said = {"title": "Title one", "author": "A. Author", "difficulty": "low"}
    assert one.info == {**said, "source": "Two levels"}
    head = {"author": "nobody in particular", "source": "Two levels"}
    assert two.info == {"title": "Level two", **head}


def test_metadata_is_written_and_read_back() -> None:
    named = level(ONE).with_info(title="A", author="B", source="C")
    assert GAME.write(named) == f"; A\nauthor: B\nsource: C\n{ONE}\n"
    assert list(GAME.read(GAME.write(named))) == [named]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("#####\n#@$?#\n#####", "f:2:4: `?` is no symbol of sokoban"),
        ("#@$?#|5#", "f:1: `?` is no symbol of sokoban (row 1, column 4)"),
        ("5#\n2(#@$.\n5#", "f:2:1: this bracket is not closed"),
        ("5#\n#@$.#)\n5#", "f:2:6: this bracket closes nothing"),
        ("100000#\n#@$.#\n5#", "f:1:1: a repeat counts at most 99,999"),
        ("; empty\n0#|0+", "f:2: there is no cell in this board"),
        ("9999999999#\n#@$.#\n5#", "f:1:1: a repeat counts at most 99,999"),
        ("9999(9999#)\n#@$.#\n5#", "f:1:1: this makes more than 65,280 characters"),
        ("5#3\n#@$.#\n5#", "f:1:3: nothing follows this count"),
        ("3 5\n#####\n#@$.#\n", "f:1:1: the board has 2 rows, its size says 3"),
        ("2 5\n#####\n#@$.\n", "f:3:5: this row has 4 cells, the size says 5"),
        ("2 4\n#####\n#@$.#\n", "f:2:5: this row has 5 cells, the size says 4"),
        ("2 5\n-----\n-a$@.\n", "f:3:2: `a` is no symbol of sokoban"),
        ("#####\n# $.#\n#####", "f:1: the board has no player `@`"),
        ("#####\n#@@.#\n#####", "f:2:3: a second player: there must be one"),
        ("#####\n#@  #\n#####", "f:1: the board has no box `$`"),
        ("#####\n#@$ #\n#####", "f:1: there must be as many boxes as goals, not 1 and 0"),
        ("######\n#@$..#\n######", "f:1: there must be as many boxes as goals, not 1 and 2"),
        ("########\n#@$.#$.#\n########", "f:2:6: the box off goal is cut off"),
        ("########\n#@$$.#.#\n########", "f:2:7: the empty goal is cut off"),
        ('{"rows": ["#@$?"]}', "f:1: field `rows` is not a board: `?` is no symbol of sokoban"),
        ('{"rows": [""]}', "f:1: field `rows` must hold a row that is not empty"),
        ("#" * 256 + "\n#@$.#", "f:1: boards of sokoban may have at most 255 × 255 cells"),
        ("nothing\n\nhere", "f:1: the file holds no board"),
    ],
)
def test_faults_name_their_place(text: str, message: str) -> None:
    bad = next(iter(GAME.read(text, "f")))
    assert isinstance(bad, BoardFault)
    assert str(bad).startswith(message), str(bad)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("#####\n#@. #\n# $ #\n#   x", "f:4:5"),
        ("x####\n#@. #\n# $ #\n#####", "f:1:1"),
        ("#####\n#@. x\n# $ #\n#####", "f:2:5"),
        ("; one\n#####\n#@. #\n# $ #\n####,", "f:5:5"),
        ("-----\n-@.--\n--$,-\n-----", "f:3:4"),
    ],
)
def test_a_row_with_a_typo_is_no_title(text: str, place: str) -> None:
    for more in ("", f"\n\n; 2\n\n{TWO}\n"):
        found = list(GAME.read(text + more, "f"))
        assert str(found[0]).startswith(f"{place}: `"), str(found[0])
        assert [isinstance(one, SokobanLevel) for one in found[1:]] == [True] * bool(more)


@pytest.mark.parametrize("title", ["#12", "Level 3", "No. #3", "C", "B 2", "@home", "-- x --"])
def test_titles_that_touch_their_boards_stay_titles(title: str) -> None:
    assert titles(f"{title}\n{ONE}\n\nx\n{TWO}\n") == [title, "x"]


@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_numbers_above_boards_are_titles(gap: str) -> None:
    text = f"1{gap}{ONE}\n\n2{gap}{TWO}\n\n3{gap}{ONE}\n"
    assert detect_game(text, "f") is GAME
    assert titles(text) == ["1", "2", "3"]


def test_blanks_at_the_ends_of_rows_are_floor() -> None:
    found = level("####\n. $@  \n####  ")
    assert [found.at(Pos(x, 1)) for x in range(7)] == [*".     #"]
    assert [found.at(Pos(5, y)) for y in range(3)] == [*"#  "]
    assert level(GAME.write(found)) == found
    # Where nobody gets to they are left out.
    assert level("#####   \n#@$.#  \n#####").with_info() == level(ONE)


def test_only_line_feeds_and_returns_end_a_line() -> None:
    for char in "\x85\u2028\x0b\x0c\x1c":
        assert titles(f"; a{char}b\n{ONE}\n\n; c\n{TWO}\n") == [f"a{char}b", "c"]
    assert titles(f"; a\r{ONE}\r\n".replace("\n", "\r")) == ["a"]


@pytest.mark.parametrize("char", [*"#@$.-_ aA;:|1(=", "\t", "1(", "0(", "2(a", "Title: ", "x:"])
def test_long_lines_are_read_in_a_moment(char: str) -> None:
    for text in (char * 100_000, f"; {char * 100_000}\n{ONE}", f"{ONE}\n{char * 100_000}x"):
        GAME.recognises(text, "f")
        assert list(GAME.read(text, "f"))


def test_bursting_run_lengths_are_refused_early() -> None:
    for text in ("99999#\n" * 200, "9(9(9(9(9(9(9#))))))|" * 50, "0(60000#)#@$.#" * 100):
        found = list(GAME.read(text, "f"))
        assert "this makes more than 65,280 characters" in str(found[0]), text


def test_too_many_rows_for_the_size() -> None:
    (bad,) = GAME.read("2 5\n#####\n#@$.#\n#####\n", "f")
    assert str(bad) == "f:4:1: the board has 3 rows, its size says 2"


def test_all_faults_of_a_board_are_reported() -> None:
    text = "; one\n\n#########\n#@ @$.#$#\n#  @# #.#\n#########"
    (bad,) = GAME.read(text, "f")
    assert str(bad).splitlines() == [
        "f:4:4: a second player: there must be one",
        "f:5:4: a second player: there must be one",
        "f:4:8: the box off goal is cut off: the player cannot get there",
        "f:5:8: the empty goal is cut off: the player cannot get there",
    ]


def test_a_level_built_by_hand_is_checked_too() -> None:
    bad = SokobanLevel(
        width=3, height=1, cells="# .", boxes=(Pos(0, 0), Pos(2, 0)), players=(Pos(2, 0),)
    )
    assert [fault.cell for fault in GAME.validate(bad)] == [Pos(0, 0), Pos(2, 0)]
    assert GAME.validate(SokobanLevel(width=3, height=1, cells="#", boxes=(), players=()))


def test_a_bad_level_of_a_collection_leaves_the_others_alone() -> None:
    bad = ONE.replace("$", "?")
    found = list(GAME.read(f"; 1\n\n{ONE}\n\n; 2\n\n{bad}\n\n; 3\n\n{TWO}\n", "f"))
    assert [isinstance(one, BoardFault) for one in found] == [False, True, False]
    assert str(found[1]).startswith("f:10:3: `?` is no symbol of sokoban")


def test_other_games_boards_are_not_taken() -> None:
    for name in ("robots", "bombcover", "onebomb", "merge"):
        text = "\n".join(f.read_text() for f in [SHIPPED.parent / f"{name}.txt"])
        assert not GAME.recognises(text, name)
        assert detect_game(text, name).id == name
    # The course's rows may be such as onebomb has too.
    assert detect_game("3 5\n#####\n#@$.#\n#####", "f") is GAME
    with pytest.raises(InputError, match="could be bombcover or sokoban"):
        detect_game("####\n#.@#\n####", "f")


# Run-length encoding


def encoded(text: str, rng: random.Random) -> str:
    """``text`` in run-length encoding, with groups here and there."""
    out, at = "", 0
    while at < len(text):
        length = rng.randint(1, 4)
        part, count = text[at : at + length], 1
        while text.startswith(part, at + count * len(part)):
            count += 1
        inner = encoded(part, rng) if length > 1 and rng.random() < 0.5 else part
        out += f"{count}({inner})" if len(part) > 1 else f"{count}{part}"
        at += count * len(part)
    return out


@given(st.text("#@+$*.-_|", max_size=60), st.randoms(use_true_random=False))
def test_run_length_encoding_round_trip(text: str, rng: random.Random) -> None:
    assert decode(encoded(text, rng)) == text
    assert decode(text) == text


def test_run_length_encoding() -> None:
    assert decode("3#4-p.#") == "###----p.#"
    assert decode("2(3(#-)#)") == "#-#-#-##-#-#-#"
    assert decode("0#a()3()") == "a"
    assert decode("(" * 5000 + "a" + ")" * 5000) == "a"
    for text, at in (("3", 0), ("a2)", 1), ("a)", 1), ("a2(b", 1), ("99(99(99(99(9a))))", 3)):
        with pytest.raises(RunLengthError) as error:
            decode(text)
        assert error.value.at == at


@given(st.text("#$-0123456789()|", max_size=40))
def test_no_text_breaks_the_decoder(text: str) -> None:
    try:
        decode(text)
    except RunLengthError as error:
        assert 0 <= error.at < len(text)


# Solutions


def test_solutions_are_read_in_every_case_and_written_with_pushes_in_capitals() -> None:
    found = sample_levels("sokoban")[0]
    assert isinstance(found, SokobanLevel)
    moves = tuple("RRUULDRDLLLULUR")
    for text in (
        "rruulDrdLLLUluR",
        "rruuldrdlllulur",
        "RRUULDRDLLLULUR",
        "rruul DrdLL\nLUluR\n",
        "2(r)2uldrd3lUluR",
        "15\nrruuldrdlllulur\n",
    ):
        assert tuple(GAME.read_solution(found, text)) == moves
    assert GAME.write_solution(found, moves) == "rruulDrdLLLUluR"
    verdict = verify(GAME, found, moves, GAME.objective("moves-pushes"))
    assert (verdict.cost, verdict.costs) == ((15, 6), {"moves": 15, "pushes": 6})


@pytest.mark.parametrize("text", ["rrx", "r2", "(r", "r,r", "99999999r"])
def test_what_is_no_solution(text: str) -> None:
    with pytest.raises(InvalidMove):
        GAME.read_solution(level(ONE), text)


def test_solutions_of_thousands_of_moves() -> None:
    found = level("#######\n#@  $.#\n#######")
    verdict = verify(GAME, found, [*"RL" * 10_000, *"RRR"], GAME.objective("moves-pushes"))
    assert (verdict.valid, verdict.cost) == (True, (20_003, 1))


# Rules


def test_steps_and_pushes() -> None:
    found = level("#######\n#@$ $.#\n#.    #\n#######")
    state = GAME.initial(found)
    for move, reason in (("U", "a wall is in the way up"), ("L", "a wall is in the way left")):
        with pytest.raises(IllegalMove, match=reason):
            GAME.apply(found, state, move)
    state, gains = GAME.apply(found, state, "R")
    assert gains == {"moves": 1, "pushes": 1}
    assert state.boxes == (10, 11), "boxes keep their places"
    with pytest.raises(IllegalMove, match="cannot be pushed right: another box is behind it"):
        GAME.apply(found, state, "R")
    assert GAME.apply(found, state, "D")[1] == {"moves": 1, "pushes": 0}
    with pytest.raises(InvalidMove, match="one of U, D, L and R"):
        GAME.apply(found, state, "r")
    assert list(GAME.moves(found, state, GAME.objective())) == ["D", "L"]
    corner = level("####\n#. #\n#$@#\n####")
    with pytest.raises(IllegalMove, match="a wall is behind it"):
        GAME.apply(corner, GAME.initial(corner), "L")


def test_boxes_are_alike_but_can_be_told_apart() -> None:
    found = level("-----\n-$@$-\n.---.")
    state = GAME.initial(found)
    swapped = state._replace(boxes=state.boxes[::-1])
    assert swapped != state
    assert GAME.key(found, swapped, GAME.objective()) == GAME.key(found, state, GAME.objective())


def test_a_level_that_is_solved_has_the_empty_solution() -> None:
    for text in ("#####\n#@* #\n#####", "#####\n#@**#\n#####"):
        found = level(text)
        for objective in GAME.objectives:
            result = solve(found, objective=objective.id)
            assert (result.status, result.solution) == (Status.OPTIMAL, "")


def test_decoration_is_drawn_but_not_searched() -> None:
    found = level("########\n#@$.#*##\n########")
    assert len(found.boxes) == 2
    assert GAME.initial(found).boxes == (10,)
    assert found.goals == {11}
    assert str(GAME.picture(found, GAME.initial(found))).count("*") == 1
    dungeon = read_file(str(SHIPPED / "microban1.txt"))[154]
    assert isinstance(dungeon, SokobanLevel)
    assert len(dungeon.movable) < len(dungeon.boxes)


def test_a_box_on_a_dead_square_is_lost() -> None:
    found = level("#######\n#  .  #\n# $@$ #\n#  .  #\n#######")
    state = GAME.initial(found)
    assert GAME.outcome(found, state, GAME.objective()) is Outcome.IN_PLAY
    after, _ = GAME.apply(found, state, "L")
    assert GAME.outcome(found, after, GAME.objective()) is Outcome.LOST
    assert solve(level("#####\n#@$ #\n##. #\n#####")).stats.expanded == 0


def test_from_dead_squares_no_lone_box_gets_to_any_goal() -> None:
    dead = 0
    for found in random_levels("sokoban", 60, seed=1):
        for box in found.dead:
            dead += 1
            for player in found.reach - {box}:
                cells = list(found.cells)
                cells[box] = "$"
                cells[player] = "+" if player in found.goals else "@"
                text = "".join(cells)
                rows = [text[i : i + found.width] for i in range(0, len(text), found.width)]
                assert oracle.best(rows, ["pushes"]) is None
    assert dead > 100


def test_rows_and_columns_are_not_mixed_up_in_a_picture() -> None:
    scene = str(GAME.picture(found := level("#####\n#@$.#\n#####"), GAME.initial(found)))
    assert scene.splitlines() == ["██████████", "██@ $ ◎ ██", "██████████", "boxes left: 1"]


# Positions as levels, keys and pointing


def played(found: SokobanLevel, moves: str) -> SokobanLevel:
    """The position after these moves, as a level."""
    session = Session(found)
    for move in moves:
        session.apply(move)
    position = GAME.level_at(found, session.state)
    assert isinstance(position, SokobanLevel)
    assert not GAME.validate(position)
    return position


def test_a_position_as_a_level_keeps_decoration_and_nothing_of_the_file() -> None:
    found = level("title: a\n########\n#@$.#*##\n# $.####\n########")
    position = played(found, "RLDR")
    assert GAME.write(position) == "########\n#  *#*##\n# @*####\n########\n"
    assert (position.info, position.origin) == ({}, None)


def test_boxes_of_a_position_are_in_reading_order_whatever_they_were_before() -> None:
    position = played(level("-@----\n-$---.\n---$-.\n------"), "DD")
    assert position.boxes == (Pos(3, 2), Pos(1, 3))
    assert list(GAME.read(GAME.write(position))) == [position]


def test_all_that_is_legal() -> None:
    rng = random.Random(4)
    for found in random_levels("sokoban", 50, seed=4):
        state = GAME.initial(found)
        for _ in range(10):
            legal = list(GAME.legal(found, state))
            for move in "UDLR":
                if move not in legal:
                    with pytest.raises(IllegalMove):
                        GAME.apply(found, state, move)
            if not legal:
                break
            state, _ = GAME.apply(found, state, rng.choice(legal))


def test_pointing_at_a_cell_beside_the_player_is_a_step() -> None:
    found = level("#######\n#  .  #\n# $@  #\n#     #\n#######")
    state = GAME.initial(found)
    meanings = {
        (x, y): move
        for y in range(-1, found.height + 1)
        for x in range(-1, found.width + 1)
        if (move := GAME.point(found, state, None, Pos(x, y))) is not None
    }
    assert meanings == {(3, 1): "U", (3, 3): "D", (2, 2): "L", (4, 2): "R"}
    session = Session(found)
    assert not session.point(Pos(5, 2)), "a move is one step"
    assert session.point(Pos(2, 2))
    assert session.moves == ("L",)
    with pytest.raises(IllegalMove, match="a wall is behind it"):
        session.point(Pos(1, 2))


# Random boards


def test_random_rooms_have_a_solution_and_are_not_solved() -> None:
    rng = random.Random(5)
    for _ in range(100):
        width, height, boxes = rng.randint(5, 9), rng.randint(5, 8), rng.randint(1, 4)
        found = room(rng, width=width, height=height, boxes=boxes, walls=10, pulls=50)
        assert (found.width, found.height, len(found.boxes)) == (width, height, boxes)
        assert not GAME.validate(found)
        result = solve(found)
        assert result.status is Status.OPTIMAL
        assert result.cost != 0


def test_pulls_do_not_shut_the_player_in_before_most_boxes_have_moved() -> None:
    for seed in range(20):
        found = room(random.Random(seed), width=16, height=16, boxes=20, walls=10, pulls=1000)
        assert sum(box not in found.goals for box in found.movable) >= 12


def test_tiny_boards_are_of_all_kinds() -> None:
    boards = list(random_levels("sokoban", 200, seed=6))
    assert {len(board.movable) for board in boards} == {1, 2, 3}
    assert any(len(board.boxes) > len(board.movable) for board in boards), "decoration"
    assert any("#" not in board.cells for board in boards), "an open board"
    costs = {solve(board).cost for board in boards}
    assert None in costs, "a board without a solution"
    assert len(costs) > 8


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"width": 256}, "at most 255 × 255 cells"),
        ({"width": 4, "height": 4}, "no board of 4 × 4 cells with 3 boxes"),
        ({"walls": 100}, "no board of 9 × 8 cells"),
        ({"walls": 101}, "must be a whole number from 0 to 100"),
        ({"width": 2, "height": 1}, "no board of 2 × 1 cells"),
    ],
)
def test_boards_that_cannot_be(wrong: dict[str, int], message: str) -> None:
    with pytest.raises(InputError, match=message):
        generated("sokoban", "random", **wrong)


# Bounds


def test_the_cheapest_assignment_against_all_of_them() -> None:
    rng = random.Random(1)
    for _ in range(300):
        size = rng.randint(0, 5)
        costs = [
            [inf if rng.random() < 0.3 else rng.randint(0, 9) for _ in range(size)]
            for _ in range(size)
        ]
        every = (sum(costs[i][j] for i, j in enumerate(p)) for p in permutations(range(size)))
        assert cheapest(costs, Ticker()) == min(every), costs


def test_the_root_bound_holds_and_has_the_parity_of_the_optimum() -> None:
    solved = 0
    for found in random_levels("sokoban", 150, seed=2):
        bound = root_bound(found, GAME.objective(), Ticker())
        result = solve(found, solver="search")
        if result.cost is None:
            continue
        assert isinstance(result.cost, int)
        assert bound is not None
        assert bound <= result.cost
        assert (result.cost - bound) % 2 == 0
        solved += 1
    assert solved > 50
    line = (COLLECTIONS.parent / "sokoban.jsonl").read_text().splitlines()
    bounds = {}
    for record in map(json.loads, line):
        bounds[record["id"]] = root_bound(level(json.dumps(record)), GAME.objective(), Ticker())
    assert bounds["two lanes"] == 6
    assert bounds["corner"] is None
