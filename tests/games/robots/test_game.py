from __future__ import annotations

import json
import random

import pytest

from gridproof.design.level_id import make
from gridproof.errors import BadBoard, IllegalMove, InputError
from gridproof.files.reading import read_boards
from gridproof.games.robots.game import GAME
from gridproof.games.robots.generate.random_boards import standard
from gridproof.games.robots.level import RobotsLevel, turned_walls
from gridproof.games.robots.quadrants import SIZE, assemble
from gridproof.grid import Pos
from gridproof.level import BoardFault
from gridproof.playing.session import Session
from gridproof.result import Status
from gridproof.solving.solve import solve
from gridproof.verifying import verify
from tests.foreign import DUMPS, PROGRAMS
from tests.samples import sample_levels

BOARD = """\
┏━━━┳━━━┓
┃■  ┃  ▲┃
┃      ━┫
┃    ▣  ┃
┃  ━┓   ┃
┃  ◎┃   ┃
┗━━━┻━━━┛
"""


def level(text: str = BOARD, **options: str) -> RobotsLevel:
    (found,) = read_boards(text, "board.txt", game="robots", options=options)
    assert isinstance(found, RobotsLevel)
    return found


def fault(text: str) -> BoardFault:
    found = list(GAME.read(text, "board.txt"))
    assert isinstance(found[0], BoardFault), found
    return found[0]


def test_unicode_is_read_into_cells_and_walls() -> None:
    found = level()
    assert (found.width, found.height) == (4, 3)
    assert found.walls == {(1, 0, "E"), (3, 0, "S"), (1, 1, "S"), (1, 2, "E")}
    assert found.robots == ((0, Pos(2, 1)), (1, Pos(0, 0)), (2, Pos(3, 0)))
    assert found.target == Pos(1, 2)
    assert GAME.write(found) == BOARD


def test_reading_is_liberal() -> None:
    odd = BOARD.replace("┃  ━┓   ┃", "┃  ━  ╋ ┃").replace("┃■  ┃", "┃■  |")
    assert level(odd) == level()
    assert level(BOARD.replace("\n", "\r\n")) == level()


def test_numbers_may_have_gaps_and_the_target_may_be_hidden() -> None:
    found = level(BOARD.replace("▲", "◲").replace("◎", "■").replace("┃■  ┃", "┃   ┃"))
    assert found.index == {0: 0, 1: 1, 9: 2}
    assert found.target is None
    with pytest.raises(BadBoard, match="no target"):
        solve(found)
    hidden = level("target: 1,2\n" + GAME.write(found))
    assert hidden.target == Pos(1, 2)
    assert "target: 1,2" in GAME.write(hidden)
    assert level(GAME.write(hidden)) == hidden


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        (BOARD.replace("▲", "?"), ":2:8", "`?` is no symbol of robots"),
        (BOARD.replace("▲", "▣"), ":2:8", "robot 0 is on the board twice"),
        (BOARD.replace("▲", "◎"), ":6:4", "a second target"),
        ("\n".join(BOARD.splitlines()[:-1]), ":6", "H rows of cells take 2H+1"),
        (BOARD.replace("┃    ▣  ┃", "┃    ▣ ┃"), ":4:9", "this line has 8 characters"),
        (BOARD.replace("▣", " "), ":2", "robot 0 has a target but is not on the board"),
        ("target-robot: 11\n" + BOARD, ":1:15", "option `target-robot` must be"),
        ("ricochet: maybe\n" + BOARD, ":1:11", "must be `yes` or `no`"),
        ("0765+42+2E21BD+93", ":1:9", "says 4 robots and places 3"),
    ],
)
def test_faults_name_their_place(text: str, place: str, message: str) -> None:
    found = fault(text)
    assert message in str(found)
    assert place in str(found)


def test_robots_block_each_other_and_moves_must_displace() -> None:
    found = level()
    state = GAME.initial(found)
    state, _ = GAME.apply(found, state, "2L")
    assert state.cells[2] == 2, "the wall stops robot 2"
    with pytest.raises(IllegalMove, match="robot 2 cannot move left: it is blocked"):
        GAME.apply(found, state, "2L")
    with pytest.raises(IllegalMove, match="no robot 7"):
        GAME.apply(found, state, "7L")


def test_a_position_is_a_level_unless_one_axis_is_still_to_come() -> None:
    found = level(ricochet="yes")
    state = GAME.initial(found)
    assert GAME.level_at(found.with_info(title="A board"), state) == found
    for move, ricochet in (("1R", True), ("0D", None), ("2L", None), ("0R", False), ("0U", False)):
        state, _ = GAME.apply(found, state, move)
        position = GAME.level_at(found, state)
        if ricochet is None:
            assert position is None
        else:
            assert position is not None
            assert position.ricochet is ricochet
            assert GAME.initial(position).cells == state.cells
    anyone = level(ricochet="yes", target_robot="any")
    state = GAME.initial(anyone)
    for number, move in enumerate(("0D", "0R", "1D", "1R", "2L", "2D"), 1):
        state, _ = GAME.apply(anyone, state, move)
        assert (GAME.level_at(anyone, state) is None) == (number < 6)


def test_a_tap_chooses_a_robot_or_moves_the_active_one() -> None:
    session = Session(level())
    assert session.point(Pos(0, 0))
    assert session.cursor == 1
    assert not session.point(Pos(2, 2)), "not in line with robot 1"
    assert session.point(Pos(3, 0))
    assert session.cursor == 2
    with pytest.raises(IllegalMove, match="robot 2 cannot move down"):
        session.point(Pos(3, 2))
    assert session.point(Pos(1, 0)), "that way, although it does not come so far"
    session.point(Pos(0, 0))
    session.point(Pos(0, 2))
    assert session.moves == ("2L", "1D")


def test_an_unknown_cursor_is_the_first_robot() -> None:
    found = level()
    state = GAME.initial(found)
    for cursor in (None, 7):
        assert GAME.interpret(found, state, cursor, "left") == "0L"
        assert GAME.interpret(found, state, cursor, "tab") == 1
        assert GAME.point(found, state, cursor, Pos(2, 2)) == "0D"
    assert GAME.interpret(found, state, 2, "tab") == 0
    for key in ("7", "²", "enter"):
        assert GAME.interpret(found, state, None, key) is None


def test_passing_over_the_target_does_not_count() -> None:
    text = "┏━━━━━┓\n┃▣ ◎  ┃\n┗━━━━━┛\n"
    assert solve(level(text)).status is Status.INFEASIBLE
    assert solve(level(text.replace("◎  ", "  ◎"))).cost == 1


def test_a_start_on_the_target_costs_nothing() -> None:
    text = "target: 0,0\n┏━━━━━┓\n┃▣    ┃\n┃     ┃\n┃     ┃\n┗━━━━━┛\n"
    assert solve(level(text)).cost == 0
    result = solve(level(text, ricochet="yes"))
    assert result.cost == 4
    straight = "┏━━━━━┓\n┃▣   ◎┃\n┃     ┃\n┃     ┃\n┗━━━━━┛\n"
    assert solve(level(straight)).cost == 1
    assert solve(level(straight, ricochet="yes")).cost == 3


def test_game_ids() -> None:
    for text in ("0765+42+2E21BD0F+93", "7650+42+E2302B12+C9"):
        found = level(text)
        assert GAME.write(found, "game-id").strip() == text
        assert GAME.write(level(GAME.write(found))).strip() == GAME.write(found).strip()
    assert level("0765+4F+2E21BD0F+93").target_robot == "any"
    assert level("0765+42+2E21BD0F+93").target == Pos(3, 9)
    with pytest.raises(InputError, match="four official quadrants"):
        GAME.write(level(), "game-id")


def test_boards_of_quadrants_turn_with_them() -> None:
    names = ["1A", "3C", "2D", "4B"]
    walls = assemble(names)
    for turns in range(1, 5):
        walls = frozenset(turned_walls(walls, 2 * SIZE))
        assert walls == assemble(names[-turns:] + names[:-turns])
    with pytest.raises(KeyError):
        assemble(["1A", "3C", "2D", "5B"])
    with pytest.raises(ValueError, match="zip"):
        assemble(names[:3])


def test_generated_standard_boards_have_a_game_id_and_an_open_target() -> None:
    rng = random.Random(6)
    for robots in range(1, 7):
        for target_robot in (*range(robots), "any"):
            found = standard(rng, robots=robots, target_robot=target_robot)
            assert level(GAME.write(found, "game-id")) == found
            assert found.closed[found.target_cell] != 15


def test_generators_refuse_what_no_board_can_be() -> None:
    spec = {generator.id: generator for generator in GAME.generators}
    for name, parameters, message in (
        ("random", {"width": 2, "height": 2}, "no room for 4 robots and a target"),
        ("random", {"robots": 3, "target-robot": 3}, "there is no robot 3"),
        ("random", {"robots": 11}, "from 1 to 10"),
        ("random", {"width": 256}, "from 1 to 255"),
        ("standard", {"target-robot": "4"}, "there is no robot 4"),
        ("backward", {"width": 2, "height": 2}, "no room for 4 robots and a target"),
    ):
        with pytest.raises(InputError, match=message):
            make(GAME, spec[name], random.Random(0), parameters)
    walled = make(GAME, spec["random"], random.Random(0), {"walls": 100, "ricochet": "yes"})
    assert isinstance(walled, RobotsLevel)
    assert set(walled.closed) == {15}
    assert walled.ricochet


def test_asp_facts_in_any_order_with_walls_on_any_side() -> None:
    text = """% a comment
    length(3). target(red,2,3).
    pos(red,3,2). pos(green,1,1). pos(blue,4,1).

    barrier(3,1,west). barrier(4,2,north). barrier(2,2,south). barrier(2,3,east).
    dim(4). dim(1). dim(2). dim(3).
    """
    found = level(text)
    assert (found.width, found.height) == (4, 4)
    assert found.walls == level().walls
    assert found.robots == level().robots
    assert level(GAME.write(found, "asp")) == found


FACTS = """% a board (once `pos(red,1,2).`)
dim(1). dim(2). dim(3).
barrier(1,1,east). barrier(3,1,east). barrier(0,2,east). barrier(1,1,east). % twice, and the border
pos(red,1,1). pos(blue,3,3).
target(red,2,3). length(4).
"""


@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    [
        ("pos(red,1,1)", "pos(red,x,1)", ":4:1", "`x` must be a whole number"),
        ("pos(red,1,1)", "pos(red,1)", ":4:1", "`pos` takes 3 arguments"),
        ("pos(red,1,1)", "pos(red,1,4)", ":4:1", "not on the board of 3 × 3 cells"),
        ("pos(red,1,1)", "pos(red,1,0)", ":4:1", "must be a whole number"),
        ("pos(blue,3,3)", "pos(red,3,3)", ":4:15", "a second position of `red`"),
        ("pos(blue,3,3).", "pos(blue,3,3)", ":4:15", "is not a fact"),
        ("pos(blue,3,3).", "pos(blue,3,3) :- dim(1).", ":4:15", "is not a fact"),
        ("length(4)", "target(red,2,3)", ":5:18", "a second target"),
        ("target(red,2,3)", "target(green,2,3)", ":5:1", "`green` has no position"),
        ("target(red,2,3)", "target(red,2,4)", ":5:1", "not on the board"),
        ("dim(3)", "dim(2,3)", ":2:17", "`dim` takes 1 argument"),
        ("dim(2)", "dim(1)", ":1", "but not `dim(2).`"),
        ("dim(3)", "dim(999999999)", ":2:17", "must be a whole number"),
        ("barrier(3,1,east)", "barrier(4,1,east)", ":3:20", "not on the board"),
        ("barrier(3,1,east)", "barrier(3,1,left)", ":3:20", "the side must be `east`"),
        ("length(4).", "%* pos(green,1,1).", ":5:18", "this comment has no end"),
    ],
)
def test_what_is_no_fact_of_one_board_is_a_fault(
    old: str, new: str, place: str, message: str
) -> None:
    found = level(FACTS)
    assert found.walls == {(0, 0, "E")}
    assert found.robots == ((0, Pos(0, 0)), (1, Pos(2, 2)))
    assert FACTS.count(old) == 1 or old.startswith("dim")
    said = str(fault(FACTS.replace(old, new, 1)))
    assert f"board.txt{place}:" in said
    assert message in said


def test_facts_may_be_ranges_of_one_board() -> None:
    assert level(FACTS.replace("dim(1). dim(2). dim(3).", "dim(1..3).")) == level(FACTS)
    assert "a second position of `red`" in str(fault(FACTS + FACTS))


def test_facts_are_told_by_the_first_of_them() -> None:
    board = GAME.write(level())
    titled = level("; dim(1). barrier(1,1,east). pos(red,1,1).\n" + board)
    assert titled.with_info() == level()
    record = json.loads(GAME.write(level(), "json")) | {"title": "dim(1). pos(red,1,1). barrier("}
    assert level(json.dumps(record)).robots == level().robots
    assert not GAME.recognises("; dim(1). pos(red,1,1). ┏━┓\n#####\n#@$.#\n#####\n", "a.txt")


@pytest.mark.parametrize("form", ["text", "json", "game-id"])
def test_several_boards_of_a_file_read_back(form: str) -> None:
    ids = ("0765+42+2E21BD0F+93", "7650+42+E2302B12+C9", "0765+4F+2E21BD0F+93")
    boards = [level(text) for text in ids]
    text = "\n".join(GAME.write(board, form) for board in boards)
    assert read_boards(text) == boards
    if form == "game-id":
        assert read_boards("\n".join(ids)) == boards


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("target: 0,2\n" + BOARD, ":1:9", "the board below says otherwise: target 1,2"),
        ("target: 1,1\n0765+42+2E21BD0F+93", ":1:9", "says otherwise: target 3,9"),
        ("target-robot: any\n0765+42+2E21BD0F+93", ":1:15", "says otherwise: target-robot 2"),
        ("target: 1,2\ntarget: 1,1\n" + BOARD, ":2:9", "said twice, and differently"),
    ],
)
def test_headers_may_not_contradict_the_board(text: str, place: str, message: str) -> None:
    found = str(fault(text))
    assert place in found
    assert message in found


def test_headers_may_repeat_the_board_and_options_win_over_both() -> None:
    assert level("target: 1,2\n" + BOARD) == level()
    assert level("target: 1,2\n" + BOARD, target="0,2").target == Pos(0, 2)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("walls", [[2.9, 0, "E"]], "`walls[0][0]` must be a whole number"),
        ("walls", [[0, 0, "W"]], "`walls[0][2]` must be"),
        ("walls", [[0, 0, "E", 1]], "`walls[0]` must be a wall"),
        ("walls", [[3, 0, "E"]], "there is no room for a wall at 3,0 E"),
        ("walls", [[0, 2, "S"]], "there is no room for a wall at 0,2 S"),
        ("width", 4.0, "`width` must be a whole number"),
        ("width", True, "`width` must be a whole number"),
        ("robots", [[0, 0], [1, True], [2, 0]], "`robots[1][1]` must be a whole number"),
        ("robot_numbers", [0, 1], "`robot_numbers` must be a number a robot"),
        ("robot_numbers", [0, 1, 1.0], "`robot_numbers[2]` must be a whole number"),
        ("robot_numbers", [0, 1, 1], "robot 1 is on the board twice"),
        ("robots", [[0, 0], [3, 0], [0, 0]], "robots 0 and 2 are on one cell"),
        ("robots", [[0, 0], [3, 0], [0, 3]], "robot 2 is not on the board: 0,3"),
        ("target", [0, 3], "the target is not on the board: 0,3"),
        ("target_robot", 2.0, "option `target-robot`|field `target_robot`"),
        ("target_robot", True, "must be `any` or a robot's number"),
        ("target", [1.0, 2], "must be a cell [x, y]"),
        ("target", [0, 10**4000], "must be a cell [x, y]"),
        ("ricochet", 1, "must be `yes` or `no`"),
    ],
)
def test_json_is_read_strictly(field: str, value: object, message: str) -> None:
    record = json.loads(GAME.write(level(), "json"))
    said = str(fault(json.dumps(record | {field: value})))
    assert "board.txt:1" in said
    assert any(part in said for part in message.split("|"))
    assert len(said) < 300


def test_a_wall_that_is_said_twice_is_one() -> None:
    record = json.loads(GAME.write(level(), "json"))
    assert level(json.dumps(record | {"walls": record["walls"] * 2})) == level()


def test_shipped_positions_have_the_optimum_that_their_title_says() -> None:
    for found in sample_levels("robots")[5:]:
        assert found.title is not None
        assert f"{solve(found).cost} moves" in found.title


def test_solutions_are_read_with_spaces_too() -> None:
    found = level()
    moves = GAME.read_solution(found, " 0D, 0L\n0U ")
    assert moves == ["0D", "0L", "0U"]
    verdict = verify(GAME, found, moves, GAME.objective())
    assert not verdict.valid
    assert verdict.move_number is None or verdict.fault


@pytest.mark.parametrize(
    "around", ["board of today:\n\n{}\n\nhave fun\n", "see: a\n{}bye\n", "> {}"]
)
def test_dumps_are_read_within_a_message(around: str) -> None:
    (plain,) = read_boards(DUMPS["one line"])
    (found,) = read_boards(around.format(DUMPS["one line"]))
    assert found.with_info() == plain.with_info()


@pytest.mark.parametrize(
    "above", ["% a board\n", "1 { a(1) } 1 :- b.\n", "a :- b(1).\n", "#show a/1.\n"]
)
@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_programs_may_begin_with_anything(above: str, end: str) -> None:
    facts = PROGRAMS["facts"]
    text = above + "\n".join(line for line in facts.split("\n") if "barrier" not in line)
    (found,) = read_boards(text.replace("\n", end))
    assert isinstance(found, RobotsLevel)
    assert (found.width, len(found.robots)) == (4, 2)
