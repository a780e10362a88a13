from __future__ import annotations

import itertools
import random
from dataclasses import replace

import pytest

from gridproof.errors import InputError, InvalidMove
from gridproof.files.reading import detect_game, read_boards
from gridproof.games.boxcover.bounds import root_bound
from gridproof.games.boxcover.game import GAME
from gridproof.games.boxcover.level import MAX_COORDINATE, BoxcoverLevel
from gridproof.games.boxcover.scene import MAX_DRAWN, Raster
from gridproof.grid import Pos
from gridproof.level import BoardFault
from gridproof.limits import Ticker
from gridproof.playing.session import Session
from gridproof.solving.search import search
from gridproof.solving.solve import solve
from gridproof.solving.task import Task
from gridproof.verifying import verify
from tests.oracles import boxcover as oracle
from tests.samples import generated, level_of, random_levels, record


def level(text: str, **options: str) -> BoxcoverLevel:
    (found,) = read_boards(text, options=options)
    assert isinstance(found, BoxcoverLevel)
    return found


def test_a_square_is_closed_and_lies_anywhere() -> None:
    found = level("side: 2\n0 0\n2 2\n3 0\n")
    state, gains = GAME.apply(found, GAME.initial(found), "0,0")
    assert gains == {"squares": 1}
    assert [p for i, p in enumerate(found.points) if state.uncovered >> i & 1] == [Pos(3, 0)]
    assert verify(GAME, found, ["0,0", "3,-2"], GAME.objective()).cost == 2
    assert not verify(GAME, found, ["0,0", "3,1"], GAME.objective()).valid
    wasteful = verify(GAME, found, ["0,0", "0,0", "900,-900", "1,-1"], GAME.objective())
    assert wasteful.cost == 4, "a square that covers nothing new is legal"
    for move in ("0", "0,0,0", "0;0", "a,b", "0.5,1", f"0,{MAX_COORDINATE + 1}"):
        with pytest.raises(InvalidMove):
            GAME.apply(found, state, move)


def test_offered_squares_cover_the_first_point_and_none_is_dominated() -> None:
    found = level("side: 4\n0 4\n1 2\n1 5\n3 0\n3 8\n9 9\n")
    start = GAME.initial(found)
    assert list(GAME.moves(found, start, GAME.objective())) == ["0,0", "0,2", "0,4"]
    state, _ = GAME.apply(found, start, "0,0")
    assert list(GAME.moves(found, state, GAME.objective())) == ["1,5"]


def test_the_same_board_in_all_forms() -> None:
    text = level("; Four\nside: 5\n3 -4\n0 0\n+7 12\n0 0\n")
    assert text.points == (Pos(0, 0), Pos(3, -4), Pos(7, 12)), "sorted, repetitions dropped"
    assert (text.width, text.height) == (8, 17)
    assert level("; Four\nside: 5\nX, Y\n7 , 12\n3,-4\n0,0\n") == text
    assert level("; Four\nx,y\n7,12\n3,-4\n0,0\n", side="5") == text
    assert level("0 0\n7\t12\n3 -4\n", side="5").points == text.points
    json = '{"title": "Four", "side": 5, "points": [[7, 12], [3, -4], [0, 0], [0, 0]]}'
    assert level(json) == text
    assert level(json, side="6").side == 6
    for form in GAME.formats:
        assert level(GAME.write(text, form)) == text
    with pytest.raises(InputError, match="boxcover has no format"):
        GAME.write(text, "xml")


def test_boards_are_told_from_those_of_other_games() -> None:
    for text in ("side: 3\n1 1\n", "x,y\n1,1\n", "1 1\n2 2\n", "; one\n\n5 -7\n", '{"points": []}'):
        assert detect_game(text, "f") is GAME
    assert detect_game("1 2\nPK\n", "f").id == "onebomb"
    for text in ("1 x\n2 2\n", "a1a\n.2.\n", "", "\n"):
        assert not GAME.recognises(text, "f")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 1\n2 2", "f:1:1: the board does not say the side"),
        ("side: 0\n1 1", "f:1:7: option `side` must be a whole number from 1"),
        ("side: 1_0\n1 1", "f:1:7: option `side` must be a whole number from 1"),
        ("side: 9999999999\n1 1", "f:1:7: option `side` must be"),
        ("side: 3", "f:1: a board has at least one point"),
        ("side: 3\nx,y", "f:2: a board has at least one point"),
        ("side: 3\n1 1\n2 b", "f:3:3: `2 b` is not a point"),
        ("side: 3\n1 1\n2 1.5", "f:3:4: `2 1.5` is not a point"),
        ("side: 3\n1 1\n  2", "f:3:4: `2` is not a point"),
        ("side: 3\n1 1\n2 2 2", "f:3:5: `2 2 2` is not a point"),
        ("side: 3\n1 1\n2,2", "f:3:2: `2,2` is not a point"),
        ("side: 3\nx,y\n1 1", "f:3:2: `1 1` is not a point"),
        ("side: 3\nx,y\n1,1,", "f:3:4: `1,1,` is not a point"),
        ("side: 3\n1 2000000000", "f:2:3: coordinates go from"),
        ("side: 3\n\N{ARABIC-INDIC DIGIT ONE} 2", "f:2:1:"),
        ('{"points": [[1, 1]]}', "f:1: field `side` is missing"),
        ('{"side": 3}', "f:1: field `points` is missing"),
        ('{"side": 3, "points": 7}', "f:1: field `points` must be a list, not 7"),
        ('{"side": 3, "points": [[1, 1.5]]}', "f:1: field `points[0][1]` must be a whole"),
        ('{"side": 3, "points": [[1, true]]}', "f:1: field `points[0][1]` must be a whole"),
        ('{"side": 3, "points": [[1]]}', "f:1: field `points[0]` must be a pair [x, y]"),
        ('{"side": 3.5, "points": [[1, 1]]}', "f:1: field `side` must be"),
        ('{"side": 4.0, "points": [[1, 1]]}', "f:1: field `side` must be a whole number"),
        ('{"side": [4], "points": [[1, 1]]}', "f:1: field `side` must be a whole number"),
        ('{"side": true, "points": [[1, 1]]}', "f:1: field `side` must be a whole number"),
        ('{"side": 3, "points": [[1, 1], 2]}', "f:1: field `points[1]` must be a pair"),
        ("side: 3\nx,y\n1,1\nx,y", "f:4:1: `x,y` is not a point"),
        ('{"side": 3, "points": []}', "f:1: field `points` must not be empty"),
        ('{"side": 3, "points": [[1, -1000000001]]}', "f:1: field `points[0][1]` must be a whole"),
    ],
)
def test_faults_name_their_place(text: str, message: str) -> None:
    (bad,) = GAME.read(text, "f")
    assert isinstance(bad, BoardFault)
    assert str(bad).startswith(message)


def test_faults_have_hints_and_the_next_board_is_read() -> None:
    bad, good = GAME.read("side: 3\n1;1\n\nside: 3\n1 1\n", "f")
    assert isinstance(bad, BoardFault)
    assert bad.hint == "a point is `x y`; see `gridproof list boxcover`"
    assert isinstance(good, BoxcoverLevel)
    (missing,) = GAME.read("1 1\n", "f")
    assert isinstance(missing, BoardFault)
    assert "--set side=" in (missing.hint or "")


def test_a_large_file_and_large_coordinates() -> None:
    rng = random.Random(1)
    rows = {(rng.randrange(10**6), rng.randrange(10**6)) for _ in range(10_000)}
    found = level("side: 9000\n" + "\n".join(f"{x} {y}" for x, y in rows))
    assert len(found.points) == len(rows)
    assert GAME.actions(found) is None
    scene = GAME.scene(found, GAME.initial(found), Pos(0, 0))
    assert max(scene.width, scene.height) <= MAX_DRAWN
    assert "positions" in scene.caption
    assert len(str(scene).splitlines()) == scene.height + 1
    backdrop = GAME.backdrop(found)
    assert (backdrop.width, backdrop.height) == (scene.width, scene.height)


def test_the_picture_has_y_upwards_and_clips_squares() -> None:
    found = level("side: 1\n0 0\n2 1\n")
    state, _ = GAME.apply(found, GAME.initial(found), "-1,0")
    assert str(GAME.scene(found, state, Pos(1, 0))).splitlines()[:2] == ["░░░░●", "○ []░░"]


def test_the_cursor_lays_a_square() -> None:
    found = level("side: 1\n0 0\n2 1\n")
    session = Session(found)
    for key in ("up", "up", "right", "enter"):
        session.press(key)
    assert session.moves == ("1,1",)


def test_pointing_moves_the_corner_and_then_lays_the_square() -> None:
    session = Session(level("side: 1\n0 0\n2 1\n"))
    session.point(Pos(2, 1))
    assert (session.cursor, session.moves) == (Pos(2, 0), ()), "y grows upwards"
    session.point(Pos(1, 0))
    session.point(Pos(1, 0))
    assert (session.cursor, session.moves) == (Pos(1, 1), ("1,1",))


def test_pointing_at_a_picture_of_a_large_board() -> None:
    found = level("side: 40\n-7 5\n400 250\n30 300\n")
    start = GAME.initial(found)
    raster, picture = Raster(found), GAME.scene(found, start)
    assert raster.scale > 1
    for cell in (Pos(x, y) for x in range(picture.width) for y in range(picture.height)):
        corner = GAME.point(found, start, None, cell)
        assert isinstance(corner, Pos)
        assert raster.cell(corner) == cell
        for beyond in (corner._replace(x=corner.x - 1), corner._replace(y=corner.y - 1)):
            assert raster.cell(beyond) != cell, "it is the lower left"
        further = GAME.interpret(found, start, corner, "up")
        if isinstance(further, Pos) and raster.cell(further) == cell:
            assert GAME.point(found, start, further, cell) == str(further), "where the cursor is"


def test_legal_squares_are_the_actions() -> None:
    found = level("side: 3\n-1 2\n2 4\n")
    assert list(GAME.legal(found, GAME.initial(found))) == list(GAME.actions(found) or ())
    wide = level("side: 3\n0 0\n1000000000 1000000000\n")
    assert GAME.actions(wide) is None
    first = itertools.islice(GAME.legal(wide, GAME.initial(wide)), 3)
    assert list(first) == ["0,0", "0,1", "0,2"]


def test_the_points_that_are_left_are_a_board() -> None:
    rng = random.Random(5)
    for found in random_levels("boxcover", 30):
        state, goal = GAME.initial(found), GAME.objective()
        assert GAME.level_at(found, state) == found
        while state.uncovered:
            rest = GAME.level_at(found, state)
            assert rest is not None
            assert not GAME.validate(rest)
            result = solve(rest)
            assert result.cost == search(Task(GAME, found, goal, Ticker(), start=state)).bound
            assert verify(GAME, found, result.moves or (), goal, start=state).cost == result.cost
            state, _ = GAME.apply(found, state, rng.choice(list(GAME.legal(found, state))))
        assert GAME.level_at(found, state) is None


def test_random_points_keep_their_density() -> None:
    found = generated("boxcover", "random", points=2000, side=30, density=10)
    assert found.side == 30
    assert 1900 < len(found.points) <= 2000
    assert abs(found.width * found.height / 30**2 - 200) < 5
    with pytest.raises(InputError, match=f"wider than {MAX_COORDINATE}"):
        generated("boxcover", "random", points=10**6, side=10**8)


def test_root_bound_holds_and_is_tight_for_points_far_apart() -> None:
    rng = random.Random(2)
    for _ in range(300):
        board = record("boxcover", rng)
        found = level_of("boxcover", board)
        assert root_bound(found, GAME.objective(), Ticker()) <= oracle.fewest_squares(board)
    apart = level("side: 3\n0 0\n4 0\n4 4\n8 8\n")
    assert root_bound(apart, GAME.objective(), Ticker()) == solve(apart, solver="greedy").cost == 4


@pytest.mark.parametrize("form", GAME.formats)
def test_whole_files_read_back_as_the_same_boards(form: str) -> None:
    titles = (None, "a: b", "; c", "side: 9", "1 2", "x,y", '{"points": 1}', "d \u2028 \x85 e", "é")
    rng = random.Random(4)
    boards = []
    for title in titles:
        found = level_of("boxcover", record("boxcover", rng))
        assert isinstance(found, BoxcoverLevel)
        info = {} if title is None else {"title": title, "author": "e: f"}
        boards.append(replace(found, info=info))
    read = list(GAME.read("\n".join(GAME.write(found, form) for found in boards), "f"))
    assert read == boards
    assert [found.info for found in read if isinstance(found, BoxcoverLevel)] == [
        found.info for found in boards
    ]


def test_the_square_that_would_be_laid_is_shown_at_the_cursor() -> None:
    found = level("side: 1\n0 0\n2 1\n")
    state = GAME.initial(found)
    shown = {sprite.id: sprite for sprite in GAME.scene(found, state, Pos(1, 0)).sprites}
    following = shown["next"]
    assert (following.x, following.y, following.width, following.height) == (1, 0, 2, 2)
    assert "next" not in {sprite.id for sprite in GAME.scene(found, state).sprites}
    for move in ("0,0", "2,1"):
        state, _ = GAME.apply(found, state, move)
    assert "next" not in {sprite.id for sprite in GAME.scene(found, state, Pos(1, 0)).sprites}
