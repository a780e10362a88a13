from __future__ import annotations

from itertools import product

import pytest

from gridproof.errors import IllegalMove, InputError, InvalidMove
from gridproof.files.reading import read_boards
from gridproof.games.onebomb.game import GAME
from gridproof.games.onebomb.level import EMPTY, OnebombLevel
from gridproof.games.onebomb.rules import State
from gridproof.grid import Direction, Pos
from gridproof.level import BoardFault
from gridproof.result import Status
from gridproof.solving.solve import solve
from gridproof.verifying import verify
from tests.samples import generated, sample_levels


def level(*rows: str, **options: str) -> OnebombLevel:
    text = f"{len(rows)} {len(rows[0])}\n" + "\n".join(rows)
    (found,) = read_boards(text, game="onebomb", options=options)
    assert isinstance(found, OnebombLevel)
    return found


def test_the_sample() -> None:
    found = sample_levels("onebomb")[0]
    assert isinstance(found, OnebombLevel)
    result = solve(found)
    assert result.cost == 9
    for answer in ("9\n2 3\nGGPPGPPDD\n", "2 3\nGGPGPPPDD"):
        verdict = verify(GAME, found, GAME.read_solution(found, answer), GAME.objective())
        assert (verdict.valid, verdict.cost) == (True, 9)


def test_a_bomb_has_to_be_named_even_when_none_is_needed() -> None:
    found = level("PK")
    result = solve(found)
    assert result.moves == ("bomb 0,0", "R")
    assert result.cost == 1
    assert result.costs == {"length": 1, "bombs": 1}
    with pytest.raises(IllegalMove, match="even if none is needed"):
        GAME.apply(found, GAME.initial(found), "R")


def refusal(found: OnebombLevel, *moves: str) -> str | None:
    return verify(GAME, found, moves, GAME.objective()).fault


def test_walks_begin_after_a_bomb_and_no_bomb_follows() -> None:
    found = level("P.K", bombs="2")
    assert refusal(found, "bomb 0,0", "R", "R") is None
    assert "a bomb has to be named" in str(refusal(found, "R", "R"))
    assert "before the first step" in str(refusal(found, "bomb 0,0", "R", "bomb 0,0", "R"))
    assert "allows 2 bombs" in str(refusal(found, *["bomb 0,0"] * 3, "R", "R"))


def test_walks_end_at_bricks_rocks_and_the_border() -> None:
    found = level("PXK", "#XX", "...")
    bombed, _ = GAME.apply(found, GAME.initial(found), "bomb 2,2")
    for walk, fault in (
        ("D", "a brick is in the way down"),
        ("R", "a rock or the border is in the way right"),
        ("L", "a rock or the border is in the way left"),
        ("URRD", "a rock or the border is in the way up"),  # the last row does not follow there
        ("U" * 99, "a rock or the border is in the way up"),
    ):
        assert fault in str(refusal(found, "bomb 2,2", *walk))
        # From here on, all steps are looked at together.
        assert fault in str(verify(GAME, found, list(walk), start=bombed).fault)
    cleared, _ = GAME.apply(found, GAME.initial(found), "bomb 0,1")
    fault = str(verify(GAME, found, ["D"] * 99, start=cleared).fault)
    assert "move 3 of 99, `D`: a rock or the border is in the way down" in fault


@pytest.mark.parametrize(
    ("start", "goal", "message"),
    [
        ((0, 0), (0, 0), "start `P` and goal `K` are the same cell"),
        ((1, 0), (0, 0), "the start `P` is not an empty cell"),
        ((0, 0), (1, 0), "the goal `K` is not an empty cell"),
        ((0, 0), (3, 0), "the goal `K` is not an empty cell"),
    ],
)
def test_boards_made_in_python_have_their_start_and_goal_on_two_empty_cells(
    start: tuple[int, int], goal: tuple[int, int], message: str
) -> None:
    made = OnebombLevel(width=3, height=1, cells=b".#.", start=Pos(*start), goal=Pos(*goal))
    (fault,) = GAME.validate(made)
    assert message in fault.message


def test_bombs_may_stand_anywhere_but_on_rock_and_run_through_bricks() -> None:
    found = level("P##.K", "XXX#.")
    for cell in ("0,0", "1,0", "3,0", "4,0"):
        after, _ = GAME.apply(found, GAME.initial(found), f"bomb {cell}")
        assert found.cleared(after.bombs) >= {1, 2}
    with pytest.raises(IllegalMove, match="rock"):
        GAME.apply(found, GAME.initial(found), "bomb 0,1")
    with pytest.raises(IllegalMove, match="outside"):
        GAME.apply(found, GAME.initial(found), "bomb 5,0")


def test_radius_and_classic_blast() -> None:
    rows = ("P.##.#.#K",)
    assert solve(level(*rows)).cost == 8
    assert solve(level(*rows, radius="1")).status is Status.INFEASIBLE
    assert solve(level(*rows, blast="classic")).status is Status.INFEASIBLE
    assert solve(level(*rows, blast="classic", bombs="2")).cost == 8
    assert level(*rows, blast="classic").cleared((Pos(4, 0),)) == {3, 5}
    assert level(*rows, blast="classic").cleared((Pos(3, 0),)) == {2, 3, 5}
    assert level(*rows, blast="classic").cleared((Pos(4, 0), Pos(4, 0))) == {2, 3, 5, 7}


def test_formats() -> None:
    assert GAME.write(level("PK", "..")) == "2\nPK\n..\n"
    assert GAME.write(level("PK.")) == "1 3\nPK.\n"
    both = read_boards("2\nPK\n..\n1 3\nP.K\n", game="onebomb")
    assert [found.width for found in both] == [2, 3], "boards may follow without a blank line"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2\nPK\n.", "f:3:2: this row has 1 cells"),
        ("3\nPK.\n...", "f:1:1: the board has 2 rows, its size says 3"),
        ("2 3\nPK\n..", "f:2:3: the rows have 2 cells, the size says 3"),
        ("PK\n..", "f:1:1: `PK` is not a size"),
        ("1 3\nP.P", "f:1: the board must have one start `P`, it has 2"),
        ("1 3\nP.?", "f:2:3: `?` is no symbol of onebomb"),
        ("blast: big\n1 2\nPK", "f:1:8: option `blast` must be `pierce` or `classic`: big"),
    ],
)
def test_faults_name_their_place(text: str, message: str) -> None:
    bad = next(iter(GAME.read(text, "f")))
    assert isinstance(bad, BoardFault)
    assert str(bad).startswith(message)


def test_answers_that_are_no_solution() -> None:
    found = level("P.K")
    with pytest.raises(InvalidMove, match="impossible"):
        GAME.read_solution(found, "NIE")
    with pytest.raises(InvalidMove, match="G, D, L and P"):
        GAME.read_solution(found, "2\n1 1\nRR")
    verdict = verify(GAME, found, GAME.read_solution(found, "1 1\nP"), GAME.objective())
    assert not verdict.valid


def test_large_boards_are_bytes_and_verified_without_copies() -> None:
    side = 300
    rows = ["P" + "." * (side - 1), *["#" * side] * (side - 2), "." * (side - 1) + "K"]
    found = level(*rows)
    assert isinstance(found.cells, bytes)
    moves = ["bomb 299,5", *"R" * (side - 1), *"D" * (side - 1)]
    verdict = verify(GAME, found, moves, GAME.objective())
    assert (verdict.valid, verdict.cost) == (True, 2 * (side - 1))


@pytest.mark.parametrize("text", ["1 2\nPK\n", "2\nPK\n..\n", "; 1\n2\nP#\nXK\n\n1 2\nKP\n"])
def test_small_boards_are_onebomb(text: str) -> None:
    assert GAME.recognises(text, "f")


@pytest.mark.parametrize(
    "text",
    [
        "1\n#####\n#@$.#\n#####\n\n2\n#####\n#@$.#\n#####\n",
        "1\n####\n#@ #\n#$.#\n####\n",
        "side: 2\n1 2\n3 4\n",
        "1 2\n3 4\n",
        "2\n..\n..\n",
        "a1a\n",
        "",
    ],
)
def test_boards_of_other_games_are_not(text: str) -> None:
    assert not GAME.recognises(text, "f")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("9" * 5000 + "\nPK\n", "f:1:1: boards of onebomb may have at most 4096 × 4096 cells"),
        ("5000\nPK\n", "f:1:1: boards of onebomb may have at most 4096"),
        ("0\nPK", "f:1:1: a board has at least one row"),
        ("1 2 3\nPK", "f:1:1: `1 2 3` is not a size"),
        ("² 1\nPK", "f:1:1: `² 1` is not a size"),
        ("-1 2\nPK", "f:1:1: `-1 2` is not a size"),
        ("1 2\nPKK", "f:2:3: the rows have 3 cells"),
    ],
)
def test_sizes_that_are_none(text: str, message: str) -> None:
    bad = next(iter(GAME.read(text, "f")))
    assert isinstance(bad, BoardFault)
    assert str(bad).startswith(message)


@pytest.mark.parametrize(
    "text",
    ["²\n1 1\nP", "9" * 5000, f"1 {'9' * 5000}\nP", "1_0 1\nP", "-1 1\nP", "+1 1\nP", "3\n1 1\nPP"],
)
def test_solutions_that_are_none(text: str) -> None:
    with pytest.raises(InvalidMove):
        GAME.read_solution(level("P.K"), text)


@pytest.mark.parametrize("form", GAME.formats)
def test_whole_files_come_back(form: str) -> None:
    boards = [
        level("PK", "..").with_info(title="2 3"),
        level("P#K", radius="2", bombs="2", blast="classic").with_info(title="radius: 1"),
        level("KP").with_info(author="1\n2"),
    ]
    text = "\n".join(GAME.write(found, form) for found in boards)
    back = list(GAME.read(text))
    assert [b.cells for b in back] == [b.cells for b in boards]  # type: ignore[union-attr]
    assert [GAME.write(b, "json") for b in back] == [  # type: ignore[arg-type]
        GAME.write(b.with_info(**{k: v.replace("\n", " ") for k, v in b.info.items()}), "json")
        for b in boards
    ]
    assert GAME.recognises(text, "f")


def test_thousands_of_bombs_are_set_off() -> None:
    found = level("P#K", bombs="5000")
    verdict = verify(GAME, found, [*["bomb 0,0"] * 2000, "R", "R"], GAME.objective())
    assert (verdict.valid, verdict.costs) == (True, {"length": 2, "bombs": 2000})


def test_moves_of_the_largest_boards_are_not_listed() -> None:
    side = 4096
    found = OnebombLevel(
        width=side, height=side, cells=b"." * side * side, start=Pos(0, 0), goal=Pos(9, 9)
    )
    assert GAME.actions(found) is None
    assert next(GAME.legal(found, GAME.initial(found))) == "bomb 0,0"
    after, _ = GAME.apply(found, GAME.initial(found), "bomb 7,7")
    assert list(GAME.legal(found, after)) == ["D", "R"]


def test_a_position_with_bombs_in_hand_is_a_level() -> None:
    found = level("P.##.#.#K", bombs="3", blast="classic").with_info(title="Row")
    state, _ = GAME.apply(found, GAME.initial(found), "bomb 4,0")
    position = GAME.level_at(found, state)
    assert position == level("P.#....#K", bombs="2", blast="classic")
    for move in ("bomb 3,0", "bomb 1,0"):
        state, _ = GAME.apply(found, state, move)
    assert GAME.level_at(found, state) is None, "no bomb is left"
    step, _ = GAME.apply(found, State((Pos(4, 0),), None), "R")
    assert GAME.level_at(found, step) is None, "the walk has begun"


def test_pointing_aims_then_bombs_then_steps() -> None:
    found = level("P.K", ".#.", bombs="2")
    start = GAME.initial(found)
    assert GAME.point(found, start, None, Pos(0, 0)) == Pos(0, 0)
    assert GAME.point(found, start, Pos(0, 0), Pos(1, 1)) == Pos(1, 1)
    assert GAME.point(found, start, Pos(1, 1), Pos(1, 1)) == "bomb 1,1"
    one, two = State((Pos(1, 1),), None), State((Pos(1, 1), Pos(0, 0)), None)
    assert GAME.point(found, one, Pos(1, 1), Pos(1, 0)) == Pos(1, 0), "a second bomb may come"
    assert GAME.point(found, one, Pos(0, 0), Pos(1, 0)) == "R", "or it is left, at the walker"
    assert GAME.point(found, start, Pos(0, 0), Pos(1, 0)) == Pos(1, 0), "one bomb has to come"
    assert GAME.point(found, two, Pos(1, 1), Pos(1, 0)) == "R"
    assert GAME.point(found, two, Pos(1, 1), Pos(1, 1)) is None, "no neighbour"
    walking = State(two.bombs, Pos(1, 0))
    assert GAME.point(found, walking, None, Pos(1, 1)) == "D"
    for state in (start, one, two, walking):
        assert GAME.point(found, state, Pos(9, 9), Pos(3, 0)) is None, "outside"
        for key in ("up", "enter", "tab", "d", "?"):
            GAME.interpret(found, state, Pos(9, 9), key)


@pytest.mark.parametrize("family", [spec.id for spec in GAME.generators if not spec.aims])
def test_generators_make_boards_of_all_sizes(family: str) -> None:
    for width in range(2, 9):
        for height in range(2, 9):
            found = generated("onebomb", family, width=width, height=height)
            assert (found.width, found.height) == (width, height)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"bricks": 60, "rocks": 41}, "more than all cells"),
        ({"width": 1}, "from 2 to 4096"),
        ({"height": 4097}, "from 2 to 4096"),
        ({"rocks": 101}, "from 0 to 100"),
    ],
)
def test_boards_that_cannot_be_made(parameters: dict[str, int], message: str) -> None:
    with pytest.raises(InputError, match=message):
        generated("onebomb", "random", **parameters)


def test_a_snake_and_a_spiral_are_one_corridor() -> None:
    for family, width, height in product(("snake", "spiral"), range(3, 12), range(3, 12)):
        found = generated("onebomb", family, width=width, height=height)
        empty = {found.cell(i) for i, kind in enumerate(found.cells) if kind == EMPTY}
        near = [sum(cell.step(way) in empty for way in Direction) for cell in empty]
        assert sorted(near) == [1, 1] + [2] * (len(empty) - 2)
        assert len(empty) >= 2 * width + height - 2


def test_letters_walk_before_any_bomb_and_arrows_aim() -> None:
    found = level("P..", "..K")
    state = GAME.initial(found)
    assert GAME.interpret(found, state, None, "d") == "R"
    assert GAME.interpret(found, state, None, "right") == Pos(1, 0)
