from __future__ import annotations

import random
from dataclasses import replace

import pytest

from gridproof.errors import IllegalMove
from gridproof.game import BoardFault
from gridproof.games.bombcover import GAME
from gridproof.games.bombcover.level import BombcoverLevel, bits
from gridproof.games.bombcover.rules import directly_reachable
from gridproof.games.bombcover.solve.kernel import root_bound
from gridproof.grid import Direction, Pos
from gridproof.loading import read_boards
from gridproof.search import search
from gridproof.solving import solve
from gridproof.ticker import Ticker
from gridproof.verifying import verify
from tests.samples import random_levels, shipped_levels


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
    answer = search(GAME, found, GAME.objective(), Ticker(), start=state)
    assert isinstance(answer.bound, int)
    return 1 + answer.bound


def test_figures_15_and_16_of_the_thesis() -> None:
    """The optimum is 2. In figure 15 the nearest of the strongest bombs leads to 3, another to 2;
    in figure 16 every strongest one leads to 3, and the start cell to 2."""
    figure15, figure16 = shipped_levels("bombcover")[:2]
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


def test_arms_stop_at_the_first_crate_and_reach_as_far_as_the_radius() -> None:
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
    monkeypatch.setattr("gridproof.games.bombcover.rules.key", lambda lv, state, goal: state.crates)
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
        ("@.x\n#.?", "f:2:3: `?` is not a cell of this game"),
        (
            "radius: 0\n@x",
            "f:1:9: option `radius` must be a whole number from 1 to 1000000000: 0",
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
    result = solve(shipped_levels("bombcover")[2], decide=10**100)
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


def test_ways_round_many_corners_are_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    wall, gaps = "#" * 8, ("." + "#" * 8, "#" * 8 + ".")
    rows = [row for i in range(8) for row in ("." * 9, gaps[i % 2])]
    found = level("@" + wall, *rows, "x" + "." * 8)
    start = GAME.initial(found)
    slow = directly_reachable(found, start, 0)
    monkeypatch.setattr("gridproof.games.bombcover.rules._FEW_STEPS", 0)
    assert directly_reachable(found, start, 0) == slow
    assert slow.bit_count() == found.cells.count(".")
    for other in random_levels("bombcover", 60, seed=8):
        assert isinstance(other, BombcoverLevel)
        state = GAME.initial(other)
        with monkeypatch.context() as patch:
            patch.setattr("gridproof.games.bombcover.rules._FEW_STEPS", 1000)
            slow = directly_reachable(other, state, 0)
        assert directly_reachable(other, state, 0) == slow
