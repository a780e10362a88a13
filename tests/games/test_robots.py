from __future__ import annotations

import pytest

from gridproof.errors import BadBoard, IllegalMove, InputError
from gridproof.game import BoardFault
from gridproof.games.robots import GAME
from gridproof.games.robots.level import RobotsLevel
from gridproof.grid import Pos
from gridproof.loading import read_boards
from gridproof.result import Status
from gridproof.solving import solve
from gridproof.verifying import verify
from tests.samples import shipped_levels

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
        (BOARD.replace("▲", "?"), ":2:8", "`?` is not a cell"),
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
    with pytest.raises(IllegalMove, match="robot 2 cannot move left: it is blocked") as error:
        GAME.apply(found, state, "2L")
    assert "▲2" in error.value.position
    with pytest.raises(IllegalMove, match="no robot 7"):
        GAME.apply(found, state, "7L")


def test_passing_over_the_target_does_not_count() -> None:
    text = "┏━━━━━┓\n┃▣ ◎  ┃\n┗━━━━━┛\n"
    assert solve(level(text)).status is Status.INFEASIBLE
    assert solve(level(text.replace("◎  ", "  ◎"))).cost == 1


def test_starting_on_the_target_costs_nothing_but_with_ricochet_it_must_come_back() -> None:
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
    assert "`pos(red,x,1).` is not a fact" in str(
        fault(text.replace("pos(red,3,2)", "pos(red,x,1)"))
    )


def test_shipped_positions_have_the_optimum_that_their_title_says() -> None:
    for found in shipped_levels("robots")[5:]:
        assert found.title is not None
        assert f"{solve(found).cost} moves" in found.title


def test_solutions_are_read_with_spaces_too() -> None:
    found = level()
    moves = GAME.read_solution(found, " 0D, 0L\n0U ")
    assert moves == ["0D", "0L", "0U"]
    verdict = verify(GAME, found, moves, GAME.objective())
    assert not verdict.valid
    assert verdict.move_number is None or verdict.fault
