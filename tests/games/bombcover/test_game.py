from __future__ import annotations

import random
from dataclasses import replace

import pytest

from gridproof.errors import IllegalMove, InputError, InvalidMove
from gridproof.files.reading import read_boards
from gridproof.game import MAX_ACTIONS
from gridproof.games.bombcover import rules
from gridproof.games.bombcover.bounds import reachable_crates, root_bound
from gridproof.games.bombcover.game import GAME
from gridproof.games.bombcover.generate import random_boards
from gridproof.games.bombcover.level import BombcoverLevel, bits
from gridproof.games.bombcover.play import Walker
from gridproof.games.bombcover.rules import State, directly_reachable, reach
from gridproof.grid import Direction, Pos
from gridproof.level import BoardFault
from gridproof.limits import Stopped, Ticker
from gridproof.playing.session import Session
from gridproof.result import Limits
from gridproof.scene import Scene, Window
from gridproof.solving.search import search
from gridproof.solving.solve import solve
from gridproof.solving.task import Task
from gridproof.verifying import verify
from tests.clock import FakeClock
from tests.games.tiny.bombcover import tiny
from tests.samples import generated, random_levels, sample_levels


def level(*rows: str, **options: str) -> BombcoverLevel:
    (found,) = read_boards("\n".join(rows), game="bombcover", options=options)
    assert isinstance(found, BombcoverLevel)
    return found


def costs(found: BombcoverLevel, *moves: str, objective: str | None = None) -> object:
    verdict = verify(GAME, found, moves, GAME.objective(objective))
    assert verdict.valid, verdict.fault
    return verdict.costs


def best_after(found: BombcoverLevel, first: str) -> int:
    """The fewest explosions of all plays that begin with ``first``."""
    state, _ = GAME.apply(found, GAME.initial(found), first)
    answer = search(Task(GAME, found, GAME.objective(), Ticker(), start=state))
    assert isinstance(answer.bound, int)
    return 1 + answer.bound


def test_figures_15_and_16_of_the_thesis() -> None:
    """The optimum is 2. In figure 15 the nearest of the strongest bombs leads to 3, another to 2;
    in figure 16 every strongest one leads to 3, and the start cell to 2."""
    figure15, figure16 = sample_levels("bombcover")[:2]
    for figure, strongest in ((figure15, {"3,3", "4,3", "2,1"}), (figure16, {"2,3", "4,3"})):
        assert isinstance(figure, BombcoverLevel)
        assert solve(figure).cost == 2
        start = GAME.initial(figure)
        powers = {
            move: GAME.apply(figure, start, move)[1]["crates"]
            for move in GAME.moves(figure, start, GAME.objective("explosions-steps"))
        }
        assert {
            move for move, power in powers.items() if power == max(powers.values())
        } == strongest
    assert isinstance(figure15, BombcoverLevel)
    assert isinstance(figure16, BombcoverLevel)
    assert figure15.players == (Pos(3, 2),), "3,3 is next to the player"
    assert (best_after(figure15, "3,3"), best_after(figure15, "2,1")) == (3, 2)
    assert (best_after(figure16, "2,3"), best_after(figure16, "4,3")) == (3, 3)
    assert best_after(figure16, "3,1") == 2


def test_arms_end_at_crates_and_at_the_radius() -> None:
    rows = ("x.@xx.x",)
    assert costs(level(*rows), "2,0", "3,0", "4,0") == {"explosions": 3, "steps": 2, "crates": 4}
    near = level(*rows, radius="1")
    state, gains = GAME.apply(near, GAME.initial(near), "2,0")
    assert gains["crates"] == 1
    assert near.cell(0) == Pos(0, 0)
    assert state.crates & 1, "the crate two cells away is out of reach"


def test_piercing_arms_take_all_crates_up_to_a_wall() -> None:
    found = level("x.@xx#x", pierce="yes")
    assert costs(found, "2,0") == {"explosions": 1, "steps": 0, "crates": 3}


def test_throws_land_behind_the_run_of_crates() -> None:
    found = level("#@xx.x#", throw="yes")
    state, gains = GAME.apply(found, GAME.initial(found), "1,0>R")
    assert gains == {"explosions": 1, "steps": 0, "crates": 2}
    assert state.players == (Pos(1, 0),)
    with pytest.raises(IllegalMove, match="no bomb can be thrown left"):
        GAME.apply(found, GAME.initial(found), "1,0>L")
    plain = level("#@xx.x#")
    with pytest.raises(IllegalMove, match="option `throw`"):
        GAME.apply(plain, GAME.initial(plain), "1,0>R")
    walled = level("#@xx#x#", throw="yes")
    with pytest.raises(IllegalMove, match="no bomb can be thrown right"):
        GAME.apply(walled, GAME.initial(walled), "1,0>R")


def test_each_player_walks_on_his_own_and_his_crates_are_counted() -> None:
    found = level("@x#x.@")
    counted = costs(found, "0,0", "2:4,0")
    assert counted == {
        "explosions": 2,
        "steps": 1,
        "crates": 2,
        "crates of player 1": 1,
        "crates of player 2": 1,
    }
    with pytest.raises(IllegalMove, match="player 1 cannot walk"):
        GAME.apply(found, GAME.initial(found), "4,0")
    with pytest.raises(IllegalMove, match="no player 3"):
        GAME.apply(found, GAME.initial(found), "3:4,0")


def test_bombs_stay_on_the_board() -> None:
    # In a set of cells, row by row, the last of these are cells of the next row, and of none.
    found = level("@.#", "..x")
    for cell, message in (
        ("2,0", "a bomb cannot be set on a wall"),
        ("4,0", "a bomb cannot be set on a wall"),
        ("0,2", "a bomb cannot be set on a wall"),
        ("2,1", "player 1 cannot walk"),
    ):
        with pytest.raises(IllegalMove, match=message):
            GAME.apply(found, GAME.initial(found), cell)


def test_a_crate_that_one_of_the_players_can_reach_has_to_go() -> None:
    for rows in ("@#.x#@", "@#x.@#"):
        found = level(rows)
        assert solve(found).cost == (0 if "x#" in rows else 1)
        assert verify(GAME, found, [], GAME.objective()).valid == ("x#" in rows)


@pytest.mark.parametrize(
    ("players", "message"),
    [
        ((), "no player"),
        (((1, 0),), "player 1 does not stand on an empty cell"),
        (((2, 0),), "player 1 does not stand on an empty cell"),
        (((0, 0), (0, 1)), "player 2 does not stand on an empty cell"),
        (((0, 0), (0, 0)), "two players stand on one cell"),
    ],
)
def test_players_of_boards_made_in_python_stand_on_empty_cells_of_their_own(
    players: tuple[tuple[int, int], ...], message: str
) -> None:
    made = BombcoverLevel(
        width=3, height=1, cells=".x#", players=tuple(Pos(*cell) for cell in players)
    )
    (fault,) = GAME.validate(made)
    assert message in fault.message


def test_crates_that_nobody_can_reach_may_stay() -> None:
    assert solve(level("@.#x")).cost == 0
    assert solve(level("@.x#x")).cost == 1


def test_the_walk_counts_only_after_the_explosions() -> None:
    # Two explosions from far apart, or three nearby: the first objective wins.
    found = level("..x..", ".#.#.", "x.@.x", ".#.#.", "..x..")
    result = solve(found, objective="explosions-steps")
    assert result.cost == (1, 0)


def test_where_the_player_stands_matters_for_the_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    found = level("@x.", "xxx")
    assert solve(found, objective="explosions-steps").cost == (3, 1)
    # The key of `explosions`, the crates alone, would give a longer walk here.
    monkeypatch.setattr(type(GAME), "key", staticmethod(lambda lv, state, goal: state.crates))
    assert solve(found, objective="explosions-steps").cost == (3, 2)


def test_the_compact_form_names_two_kinds() -> None:
    found = level("size: 4 2", "players: 0,0", "walls: 2,0", "crates: 3,0 1,1")
    assert found == level("@.#x", ".x..")
    other = level("size: 4 2", "players: 0,0", "crates: 3,0 1,1", "empty: 1,0 0,1 2,1 3,1 0,0")
    assert other == found
    (bad,) = GAME.read("size: 4 2\nplayers: 0,0\nwalls: 9,9\ncrates:", "f")
    assert isinstance(bad, BoardFault)
    assert str(bad) == "f:3:8: cell 9,9 is not on the board"
    (bad,) = GAME.read("size: 4 2\nplayers: 0,0\nwalls: 1,1", "f")
    assert "two of `walls`" in str(bad)


def test_faults_name_their_place() -> None:
    for text, message in (
        ("#.x\n#..", "f:1: the board has no player `@`"),
        ("@.x\n#.", "f:2:3: this row has 2 cells, the first one 3"),
        ("@.x\n#.?", "f:2:3: `?` is no symbol of bombcover"),
        (
            "radius: 0\n@x",
            "f:1:9: option `radius` must be a whole number from 1 to 1000000000, or `unlimited`: 0",
        ),
    ):
        (bad,) = GAME.read(text, "f")
        assert str(bad) == message


def test_the_root_bound_never_exceeds_the_optimum() -> None:
    for found in random_levels("bombcover", 25, seed=3):
        bound = root_bound(found, GAME.objective(), Ticker())
        cost = solve(found).cost
        assert isinstance(cost, int)
        assert bound is not None
        assert bound <= cost


def test_an_arm_bound_would_be_wrong_where_arms_pierce() -> None:
    found = level("x" * 9 + "@" + "x" * 9, pierce="yes")
    assert solve(found).cost == 1
    assert root_bound(found, GAME.objective(), Ticker()) == 1, "18 crates / 4 arms would say 5"


def test_decision_with_an_exponentially_large_k() -> None:
    # Lemma 1.1 needs the cap: k at least the number of reachable crates is a yes at once.
    result = solve(sample_levels("bombcover")[2], decide=10**100)
    assert result.cost is not None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("size: 4 2\nplayers: 0,0\nwalls: 1,1\ncrates: 2,0 1,1", "f:4:13: cell 1,1 is named twice"),
        ("size: 4 2\nplayers: 0,0\nwalls: 1,1 1,1\ncrates: 2,0", "f:3:12: cell 1,1 is named twice"),
        ("size: 4 2\nplayers: 2,0\nwalls: 1,1\ncrates: 2,0", "f:2:10: cell 2,0, where a player"),
        ("size: 4 2\nplayers: 1,1\nwalls: 1,1\ncrates: 2,0", "f:2:10: cell 1,1, where a player"),
        ("size: 4 2\nplayers: 0,0\nwalls: 1,1\nempty: 2,0", "f:2:10: cell 0,0, where a player"),
        ("size: 4 2\nplayers: 0,2\nwalls: 1,1\ncrates: 2,0", "f:2:10: cell 0,2 is not on"),
        ("size: 4 2\nplayers: 0,0  0,0\nwalls: 1,1\ncrates: 2,0", "f:2:15: two players stand"),
        ("size: 4 2\nplayers:\nwalls: 1,1\ncrates: 2,0", "f:1: the board has no player"),
        ("size: 4 2\nplayers: 0,0\nwalls: 1,1 1;0\ncrates: 2,0", "f:3:12: `1;0` is not a cell"),
        ("size: 4 2\nplayers: 0,0\nwalls: 1_0,1\ncrates: 2,0", "f:3:8: `1_0,1` is not a cell"),
        ("size: 4 2\nplayers: 0,0\nwalls: -1,1\ncrates: 2,0", "f:3:8: `-1,1` is not a cell"),
        ("size: 4 2\nplayers: 0,0\nwalls: 1,1\ncrates: 2,0\n@x", "f:1:1: `size` is of the compact"),
        ("players: 0,0\n@x", "f:1:1: `players` is of the compact form"),
        ("size: +4 2\nplayers: 0,0\nwalls:\ncrates:", "f:1:7: `size` must be two whole numbers"),
        ("size: 4 2 1\nplayers: 0,0\nwalls:\ncrates:", "f:1:7: `size` must be two whole numbers"),
        ("size: 4 5000\nplayers: 0,0\nwalls:\ncrates:", "f:1:7: `size` must be two whole numbers"),
        ("@" + "x" * 4096, "f:1: boards of bombcover may have at most 4096"),
        ("@" + "\nx" * 4096, "f:1: boards of bombcover may have at most 4096"),
        ('{"rows": ["@' + "x" * 4096 + '"]}', "f:1: field `rows` is too large"),
        ('{"rows": ["@x"], "radius": 1.0}', "f:1: field `radius` must be a whole number"),
        ('{"rows": ["@x"], "radius": [1]}', "f:1: field `radius` must be a whole number"),
        ('{"rows": ["@x"], "pierce": 1}', "f:1: field `pierce` must be `yes` or `no`"),
        ('{"rows": ["@", 1]}', "f:1: field `rows[1]` must be a text"),
    ],
)
def test_contradictions_and_sizes_name_their_place(text: str, message: str) -> None:
    (bad,) = GAME.read(text, "f")
    assert isinstance(bad, BoardFault)
    assert str(bad).startswith(message)


#: Titles that look like something else in a file.
HOSTILE = (
    None,
    "a: b",
    "; c",
    "size: 3 3",
    "@x",
    '{"rows": 1}',
    "1 2",
    "x,y",
    "d \u2028 \x85 e",
    "é",
)


@pytest.mark.parametrize("form", GAME.formats)
def test_whole_files_read_back_as_the_same_boards(form: str) -> None:
    rng = random.Random(4)
    boards = [
        replace(
            found,
            info={} if title is None else {"title": title, "author": "e: f"},
            radius=rng.choice((None, 2)),
            pierce=rng.random() < 0.5,
            throw=rng.random() < 0.5,
        )
        for found, title in zip(
            random_levels("bombcover", len(HOSTILE), seed=5), HOSTILE, strict=False
        )
        if isinstance(found, BombcoverLevel)
    ]
    read = list(GAME.read("\n".join(GAME.write(found, form) for found in boards), "f"))
    assert read == boards
    assert [found.info for found in read if isinstance(found, BombcoverLevel)] == [
        found.info for found in boards
    ]


def test_sets_of_cells_are_what_they_say() -> None:
    for found in random_levels("bombcover", 40, seed=6):
        assert isinstance(found, BombcoverLevel)
        cells = [Pos(x, y) for y in range(found.height) for x in range(found.width)]
        for name, kinds in (("crates", "x"), ("open_cells", ".x")):
            expected = [found.bit(cell) for cell in cells if found.at(cell) in kinds]
            assert bits(getattr(found, name)) == expected
        for cell in cells:
            if found.at(cell) != "#":
                for (upward, arm), direction in zip(
                    found.arms(found.bit(cell)), Direction, strict=True
                ):
                    along: list[int] = []
                    at = cell.step(direction)
                    while found.at(at) != "#" and len(along) < (found.radius or 99):
                        along.append(found.bit(at))
                        at = at.step(direction)
                    assert bits(arm) == sorted(along)
                    assert upward == (direction in (Direction.D, Direction.R))


def test_the_largest_board_is_read_and_replayed() -> None:
    rows = ["x@" + "." * 4094, *("." * 4096 for _ in range(4095))]
    (found,) = GAME.read("\n".join(rows), "f")
    assert isinstance(found, BombcoverLevel)
    assert costs(found, "1,0") == {"explosions": 1, "steps": 0, "crates": 1}


#: Steps of the whole board only, and rows only.
_STEPS_ONLY, _ROWS_ONLY = 1 << 60, 0


def serpent(side: int) -> BombcoverLevel:
    """A way that goes to and fro over all the board; a crate is at its end."""
    gaps = ("." + "#" * (side - 1), "#" * (side - 1) + ".")
    rows = ["." * side if y % 2 == 0 else gaps[y // 2 % 2 == 0] for y in range(side)]
    rows[0] = "@" + rows[0][1:]
    end = "x" + rows[-1][1:] if side // 2 % 2 == 1 else rows[-1][:-1] + "x"
    return level(*rows[:-1], end)


def test_rows_reach_what_steps_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(8)
    boards = [serpent(21), level("@")]
    boards += [
        random_boards.thesis(
            rng, width=rng.randint(3, 40), height=rng.randint(3, 40), empty=e, wall=w
        )
        for e, w in ((0.5, 0.18), (0.6, 0.4), (0.55, 0.44), (0.9, 0.1))
        for _ in range(40)
    ]
    for found in boards:
        for passable in (found.open_cells, found.open_cells & ~found.crates):
            start = rules.cells_of(found, rng.sample([found.cell(b) for b in bits(passable)], 1))
            start |= rules.cells_of(found, found.players)
            reached = []
            for stepped in (_STEPS_ONLY, _ROWS_ONLY, 50 * found.width * found.height):
                monkeypatch.setattr(rules, "_STEPPED", stepped)
                reached.append(reach(found, start, passable))
            assert reached[0] == reached[1] == reached[2]
    monkeypatch.setattr(rules, "_STEPPED", _STEPS_ONLY)
    way = directly_reachable(boards[0], GAME.initial(boards[0]), 0)
    assert way.bit_count() == boards[0].cells.count(".")


def flooded(found: BombcoverLevel) -> set[Pos]:
    """Return the cells that players reach over empty and crate cells, one by one."""
    todo = list(found.players)
    seen = set(todo)
    for cell in todo:  # grows while we go through it
        for direction in Direction:
            beyond = cell.step(direction)
            if found.at(beyond) != "#" and beyond not in seen:
                seen.add(beyond)
                todo.append(beyond)
    return seen


def test_the_root_bound_counts_the_crates_that_can_be_reached() -> None:
    boards = [*sample_levels("bombcover"), *random_levels("bombcover", 60, seed=9)]
    boards += [generated("bombcover", "random", width=60, height=90, empty=0.3, wall=0.42)]
    for found in boards:
        assert isinstance(found, BombcoverLevel)
        crates = sum(found.at(cell) == "x" for cell in flooded(found))
        assert reachable_crates(found, Ticker()) == crates
        bound = root_bound(found, GAME.objective(), Ticker())
        assert bound == (min(crates, 1) if found.pierce else (crates + 3) // 4)


def test_the_root_bound_looks_at_the_clock_all_the_way() -> None:
    found = serpent(255)
    clock = FakeClock(1.0)
    assert root_bound(found, GAME.objective(), Ticker(clock=clock)) == 1
    looks = clock.reads
    assert looks > 100
    for seconds in (1, looks // 2):
        clock = FakeClock(1.0)
        with pytest.raises(Stopped):
            root_bound(found, GAME.objective(), Ticker(Limits(time=seconds), clock=clock))
        assert clock.reads <= seconds + 2


def test_positions_that_a_board_can_say() -> None:
    found = level("@.x.@x.", "...#...", throw="yes", radius="2")
    state = GAME.initial(found)
    assert GAME.level_at(found, state) == found
    for moves in (["2,1", "2:5,1"], ["2,1", "2:5,1", "0,1", "1,1"]):
        for move in moves:
            state = GAME.apply(found, state, move)[0]
        position = GAME.level_at(found, state)
        assert position is not None
        assert GAME.initial(position) == state
        assert (position.radius, position.throw) == (2, True)
        state = GAME.initial(found)


@pytest.mark.parametrize("players", [((2, 0), (2, 0)), ((4, 0), (0, 0)), ((0, 1), (4, 0))])
def test_positions_that_no_board_can_say(players: tuple[tuple[int, int], ...]) -> None:
    """Two players on one cell; and players whom a board would number anew."""
    found = level("@...@", "....x")
    state = State(found.crates, tuple(Pos(*cell) for cell in players))
    assert GAME.level_at(found, state) is None


def test_all_legal_moves_also_those_that_destroy_nothing() -> None:
    found = level("@.xx.#", "##..x@", throw="yes", radius="1")
    state = GAME.initial(found)
    legal = list(GAME.legal(found, state))
    assert legal == ["0,0", "1,0", "1,0>R", "2:5,1", "2:5,1>L"]
    assert list(GAME.moves(found, state, GAME.objectives[1])) == legal[1:]


def test_large_boards_have_no_list_of_actions() -> None:
    side = 256
    rows = ["@" + "." * (side - 1), *["." * side] * (side - 1)]
    actions = GAME.actions(level(*rows))
    assert actions is not None
    assert len(actions) == MAX_ACTIONS == len(set(actions))
    assert GAME.actions(level(*rows, throw="yes")) is None
    assert GAME.actions(level(*rows, "." * side)) is None


def test_players_of_any_number_are_refused() -> None:
    found = level("@x")
    for move in ("0:0,0", "1" * 5000 + ":0,0", "01:0,0"):
        with pytest.raises(InvalidMove, match="a move is a cell"):
            GAME.apply(found, GAME.initial(found), move)
    with pytest.raises(IllegalMove, match="no player 999999999"):
        GAME.apply(found, GAME.initial(found), "999999999:0,0")


# Scenes, keys and pointing.


def frames(found: BombcoverLevel, move: str, window: Window | None = None) -> list[Scene]:
    state = GAME.initial(found)
    return list(GAME.frames(found, state, move, *(() if window is None else (window,))))


def places(scene: Scene, kind: str) -> set[Pos]:
    """The cells that things of a kind cover, in the window."""
    found = {
        Pos(s.x + dx, s.y + dy)
        for s in scene.sprites
        if s.kind == kind
        for dx in range(s.width)
        for dy in range(s.height)
    }
    for tiles in scene.tiles:
        cells = scene.window.cells(scene.width, scene.height)
        found |= {cell for place, cell in enumerate(cells) if tiles.at(place) == kind}
    return found


def test_a_move_is_a_walk_an_explosion_and_what_is_left() -> None:
    found = level("@#x.x", "....x", ".###.")
    start, walk, explosion, after = frames(found, "3,0")
    assert not places(start, "wall")
    assert places(GAME.backdrop(found), "wall") == {Pos(1, 0), Pos(1, 2), Pos(2, 2), Pos(3, 2)}
    way = ((0, 0), (0, 1), (1, 1), (2, 1), (3, 1), (3, 0))
    assert walk.paths == {"player1": way}
    assert places(walk, "player") == {Pos(3, 0)}
    assert places(walk, "crate") == places(start, "crate") == {Pos(2, 0), Pos(4, 0), Pos(4, 1)}
    assert not explosion.paths
    assert places(explosion, "bomb") == {Pos(3, 0)}
    assert places(explosion, "blast") == {Pos(3, 0), Pos(2, 0), Pos(4, 0), Pos(3, 1)}
    assert places(explosion, "crate") == places(start, "crate")
    assert places(after, "crate") == {Pos(4, 1)}
    assert after.caption == "crates left: 1"


def test_without_a_walk_there_is_no_scene_of_it() -> None:
    found = level("x.@xx.x", "##.####", radius="2", throw="yes", pierce="yes")
    start, explosion, after = frames(found, "2,0")
    assert places(explosion, "blast") == {
        Pos(x, y) for x, y in ((0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (2, 1))
    }
    assert places(after, "crate") == {Pos(6, 0)}
    start, explosion, after = frames(found, "2,0>R")
    assert places(explosion, "bomb") == {Pos(5, 0)}
    assert places(explosion, "player") == {Pos(2, 0)}
    assert places(explosion, "blast") == {Pos(x, 0) for x in (3, 4, 5, 6)}
    assert not places(after, "crate") - {Pos(0, 0)}
    assert places(start, "crate") == {Pos(x, 0) for x in (0, 3, 4, 6)}


def test_scenes_in_a_window_have_nothing_of_elsewhere() -> None:
    found = level("x" * 50 + "@" + "x" * 50, *["x" * 101] * 20, pierce="yes")
    window = Window(48, 0, 5, 2)
    for scene in frames(found, "50,0", window):
        assert len(scene.sprites) <= 1 + 1 + 4, "player, bomb, blast"
        assert [len(tiles.codes) for tiles in scene.tiles] == [10]
        drawing = str(scene.over(GAME.backdrop(found, window))).splitlines()
        assert len(drawing[0]) <= 10
    assert len(places(GAME.backdrop(serpent(101), window), "wall")) == 5


def test_the_way_of_a_long_walk_is_one_scene() -> None:
    found = serpent(61)
    move = str(next(c for c in (Pos(59, 60), Pos(1, 60)) if found.at(c) == "."))
    shown = frames(found, move)
    assert len(shown) == 4
    assert len(shown[1].paths["player1"]) == found.cells.count(".")


def test_a_tap_walks_or_sets_the_bomb() -> None:
    found = level("@..#.", ".x.#@", "..x#x")
    session = Session(found, game=GAME)
    assert session.point(Pos(2, 1))
    assert session.cursor == Walker(0, Pos(2, 1))
    assert not session.point(Pos(1, 1)), "a crate"
    assert not session.point(Pos(3, 1)), "a wall"
    assert not session.point(Pos(4, 0)), "beyond the wall"
    assert not session.point(Pos(9, 9)), "outside"
    assert session.point(Pos(4, 1)), "the other player"
    assert session.cursor == Walker(1, Pos(4, 1))
    assert session.point(Pos(4, 1))
    assert list(session.moves) == ["2:4,1"]
    assert session.point(Pos(0, 0))
    assert session.cursor == Walker(0, Pos(0, 0))
    assert session.point(Pos(2, 1))
    assert session.point(Pos(2, 1))
    assert list(session.moves) == ["2:4,1", "2,1"]
    assert GAME.complete(found, session.state, session.objective)


def test_a_tap_on_a_crate_throws_over_it() -> None:
    found = level("#@xx.x#", "#x#...#", throw="yes")
    state = GAME.initial(found)
    assert GAME.point(found, state, None, Pos(2, 0)) == "1,0>R"
    assert GAME.point(found, state, None, Pos(1, 1)) is None, "it cannot land"
    assert GAME.point(found, state, None, Pos(3, 0)) is None, "not next to him"
    assert GAME.point(level("#@xx.x#"), state, None, Pos(2, 0)) is None, "not on this board"


def test_a_cursor_of_another_position_is_back_with_its_player() -> None:
    found = level("@x.#", "##.@")
    state = GAME.initial(found)
    beyond = Walker(0, Pos(2, 0))
    assert GAME.interpret(found, state, beyond, "enter") == "0,0"
    assert GAME.point(found, state, beyond, Pos(0, 0)) == "0,0"
    assert GAME.interpret(found, state, Walker(1, Pos(0, 0)), "enter") == "2:3,1"
    assert GAME.point(found, state, Walker(1, Pos(0, 0)), Pos(2, 1)) == Walker(1, Pos(2, 1))


# Generators.


def test_tiny_boards_are_of_all_kinds() -> None:
    rng = random.Random(3)
    boards = [tiny(rng) for _ in range(300)]
    assert {len(found.players) for found in boards} == {1, 2, 3}
    assert {found.radius for found in boards} == {None, 1, 2}
    assert {(found.pierce, found.throw) for found in boards} == {
        (pierce, throw) for pierce in (False, True) for throw in (False, True)
    }
    assert max(found.cells.count("x") for found in boards) == 6
    assert any(found.width < found.height for found in boards)


def test_boards_that_cannot_be() -> None:
    for parameters, message in (
        ({"width": 2}, "from 3 to 4096"),
        ({"height": 5000}, "from 3 to 4096"),
        ({"empty": 0}, "no place for the player"),
        ({"empty": 1.5}, "must be a number from 0 to 1"),
        ({"wall": "nan"}, "must be a number from 0 to 1"),
        ({"wall": "much"}, "must be a number from 0 to 1"),
    ):
        with pytest.raises(InputError, match=message):
            generated("bombcover", "random", **parameters)


def test_a_large_board_without_empty_cells_is_soon_refused() -> None:
    with pytest.raises(InputError, match="hardly any cell is empty"):
        random_boards.thesis(random.Random(1), width=400, height=400, empty=0.0, wall=0.5)
