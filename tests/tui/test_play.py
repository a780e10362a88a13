"""The application: keys, pointing, searches, motion, sizes; every game the same way."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from gridproof.files.reading import read_boards
from gridproof.files.shipped import collection, collections
from gridproof.game import AnyGame
from gridproof.grid import Pos
from gridproof.level import Level, Outcome
from gridproof.playing import messages
from gridproof.playing.cards import Card
from gridproof.playing.levels import Levels
from gridproof.playing.records import Record
from gridproof.playing.session import Session
from gridproof.processes.worker import Worker
from gridproof.registry import digest, games
from gridproof.scene import Sprite
from gridproof.solving.solve import solve
from gridproof.tui import keys
from gridproof.tui.board import BoardWidget
from gridproof.tui.help import Help
from gridproof.tui.screen import PlayScreen
from tests.plays import cells_for, keys_for
from tests.samples import GAMES, large_levels, sample_levels, shipped_sample
from tests.tui.screens import unsolved
from tests.tui.stage import SilentWorker, attempt, drawn, press, staged

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(test)


def levels_of(game: AnyGame) -> Levels:
    """Some levels that do not begin with their end."""
    some = [level for level in sample_levels(game.id)[:2] if solve(level, game=game).moves]
    return Levels("x", game, some or unsolved(game))


def samples(game: str) -> Levels:
    return Levels(game, GAMES[game], sample_levels(game))


def play_screen(pilot: Pilot[None]) -> PlayScreen:
    screen = pilot.app.screen
    assert isinstance(screen, PlayScreen)
    return screen


@each_game
def test_a_level_is_played_to_its_end_by_keys(game: AnyGame, tmp_path: Path) -> None:
    async def test() -> None:
        levels = levels_of(game)
        async with staged(tmp_path, levels) as pilot:
            session = attempt(pilot).session
            for move in solve(session.level, game=game).moves or ():
                wanted = keys_for(session, move)
                assert wanted is not None
                await press(pilot, wanted)
            best = solve(session.level, game=game, start=session.state)
            assert best.cost == 0, "nothing is left to be done"
            if session.outcome is Outcome.SOLVED:
                assert "optimal" in drawn(pilot)

    run(test())


@each_game
def test_a_level_is_played_to_its_end_by_pointing(game: AnyGame, tmp_path: Path) -> None:
    async def test() -> None:
        levels = levels_of(game)
        async with staged(tmp_path, levels, size=(160, 50)) as pilot:
            session, board = attempt(pilot).session, play_screen(pilot).board
            for move in solve(session.level, game=game).moves or ():
                wanted = cells_for(session, move)
                assert wanted is not None
                for cell in wanted:
                    await pilot.click(BoardWidget, offset=place_of(board, cell))
            best = solve(session.level, game=game, start=session.state)
            assert best.cost == 0, "nothing is left to be done"

    run(test())


@each_game
def test_counters_are_those_of_the_position(game: AnyGame, tmp_path: Path) -> None:
    """Also while the last move is still shown, step by step."""

    async def test() -> None:
        level = next(iter(levels_of(game).all())).level
        levels = Levels("x", game, [level])
        async with staged(tmp_path, levels, size=(160, 40), motion=True) as pilot:
            playing = attempt(pilot)
            other = Session(level, game=game)
            for move in solve(level, game=game).moves or ():
                await press(pilot, keys_for(playing.session, move) or ())
                other.apply(move)
                caption = game.scene(level, other.state, playing.session.in_hand).caption
                value = messages.amount(
                    other.objective, messages.value_of(other.objective, other.costs)
                )
                lines = (line.strip() for line in drawn(pilot).splitlines())
                (line,) = (line for line in lines if line.startswith(value))
                assert caption in line

    run(test())


def keys_of_moves(session: Session) -> list[str]:
    """The keys that mean a move or move a cursor in some position."""
    return [name for keys in session.game.keys for name in keys.names]


def has_more_to_win(session: Session) -> bool:
    best = solve(session.level, game=session.game, start=session.state)
    return best.cost != 0


@each_game
def test_a_solved_level_stays_solved(game: AnyGame, tmp_path: Path) -> None:
    """Keys that repeat and points change nothing; undo, redo and restart do."""

    async def test() -> None:
        level = next(iter(levels_of(game).all())).level
        async with staged(tmp_path, Levels("x", game, [level])) as pilot:
            playing = attempt(pilot)
            for move in solve(level, game=game).moves or ():
                await press(pilot, keys_for(playing.session, move) or ())
            await press(pilot, ["o"])  # where more moves can be made, it tells that this is the end
            screen, session = play_screen(pilot), playing.session
            assert playing.is_frozen
            assert not has_more_to_win(session)
            moves, state, cursor = session.moves, session.state, session.cursor
            for key in keys_of_moves(session):
                if key not in ("enter", *game.quit_keys):
                    await press(pilot, [key, key])
            scene = session.scene
            for y in scene.rows:
                for x in scene.columns:
                    screen.on_board_widget_pointed(BoardWidget.Pointed(Pos(x, y)))
            assert (session.moves, session.state, session.cursor) == (moves, state, cursor)
            assert "best possible, proven" in drawn(pilot)
            await press(pilot, ["u"])
            assert session.moves == moves[:-1]
            assert not playing.is_frozen
            await press(pilot, ["ctrl+y"])
            assert session.moves == moves
            await press(pilot, ["r"])
            assert not session.moves
            assert not playing.is_frozen

    run(test())


def test_stones_beyond_the_wanted_ones_can_still_be_won(tmp_path: Path) -> None:
    (level,) = read_boards("target: 1\n1a1..\n.1a1.\n.b.b.\n", game="merge")
    levels = Levels("merge", GAMES["merge"], [level])

    async def test() -> None:
        async with staged(tmp_path, levels) as pilot:
            playing = attempt(pilot)
            first, *rest = solve(level, game="merge").moves or ()
            await press(pilot, keys_for(playing.session, first) or ())
            assert playing.is_done
            assert not playing.is_frozen
            assert "It can be played on" in drawn(pilot)
            for number, move in enumerate(rest, 2):
                await press(pilot, keys_for(playing.session, move) or ())
                assert len(playing.session.moves) == number
            assert playing.is_frozen

    run(test())


def place_of(board: BoardWidget, cell: Pos) -> tuple[int, int]:
    """Column and line of the widget at which a cell is drawn."""
    for line in range(board.size.height):
        for column in range(board.size.width):
            if board.cell_at(column, line) == cell:
                return column, line
    raise AssertionError(f"{cell} is not in view")


@each_game
def test_what_moves_stays_in_view(game: AnyGame, tmp_path: Path) -> None:
    """On a screen that is much too small, whatever is pressed."""

    async def test() -> None:
        level = next(iter(large_levels(game.id).values()))
        rng = random.Random(game.id)
        named = [name for use in game.keys for name in use.names if name not in game.quit_keys]
        moves = 0
        async with staged(tmp_path, Levels("x", game, [level]), size=(40, 15)) as pilot:
            screen, session = play_screen(pilot), attempt(pilot).session
            after = things(session)
            for _ in range(60):
                before = after
                await press(pilot, [rng.choice(named)])
                after = things(session)
                moved = [t for n, t in after.items() if n in before and cell(t) != cell(before[n])]
                if moved:
                    place_of(screen.board, cell(max(moved, key=lambda thing: thing.layer)))
                    moves += 1
        assert moves

    run(test())


def things(session: Session) -> dict[str, Sprite]:
    scene = session.game.scene(session.level, session.state, session.in_hand)
    return {sprite.id: sprite for sprite in scene.sprites}


def cell(sprite: Sprite) -> Pos:
    return Pos(sprite.x, sprite.y)


def test_a_large_board_can_be_looked_round(tmp_path: Path) -> None:
    async def test() -> None:
        async with staged(tmp_path, samples("robots"), 6, size=(40, 15)) as pilot:
            board = play_screen(pilot).board
            before = board.where
            await press(pilot, ["shift+right", "shift+down"])
            assert board.where != before
            assert board.where in drawn(pilot)
            for _ in range(9):
                await press(pilot, ["shift+right", "shift+down"])
            assert "16/16" in board.where
            await pilot._post_mouse_events([events.MouseScrollUp], BoardWidget, button=0)
            await pilot.pause()
            assert "16/16, columns" not in board.where

    run(test())


def test_a_real_search_goes_on_in_the_background(tmp_path: Path) -> None:
    async def test() -> None:
        level = list(large_levels("sokoban").values())[-1]
        with Worker() as worker:
            levels = Levels("x", GAMES["sokoban"], [level])
            async with staged(tmp_path, levels, worker=worker) as pilot:
                await press(pilot, ["o"])
                job = attempt(pilot).job
                assert job is not None
                while job.progress is None:
                    await pilot.pause(0.01)
                await until(pilot, "nodes")
                await press(pilot, ["w", "a", "s", "d"])
                assert not job.done
                await press(pilot, ["escape"])
                await asyncio.wrap_future(job.future)
                await until(pilot, "The search was stopped.")
                assert "Esc stops" not in drawn(pilot)

    run(test())


async def until(pilot: Pilot[None], text: str) -> None:
    """Waits for what the screen shows by itself."""
    while text not in drawn(pilot):
        await pilot.pause(0.02)


def test_escape_stops_what_is_running_before_it_leaves(tmp_path: Path) -> None:
    async def test() -> None:
        worker = SilentWorker()
        async with staged(tmp_path, samples("sokoban"), worker=worker) as pilot:
            await press(pilot, ["h", "escape"])
            assert worker.job.cancelled
            assert isinstance(pilot.app.screen, PlayScreen)
            worker.job.future.set_result(solve(sample_levels("sokoban")[0]))
            await press(pilot, ["F9", "h", "h"])
            assert attempt(pilot).running
            await press(pilot, ["escape"])
            assert not attempt(pilot).running
            await press(pilot, ["escape"])
            assert not pilot.app.is_running or not isinstance(pilot.app.screen, PlayScreen)

    run(test())


def test_any_key_stops_the_solution_and_does_what_it_does(tmp_path: Path) -> None:
    async def test() -> None:
        async with staged(tmp_path, samples("robots")) as pilot:
            await press(pilot, ["h", "h", "h"])
            assert attempt(pilot).running
            await until(pilot, "1 move ")
            await press(pilot, ["u"])
            assert not attempt(pilot).running
            assert "0 moves" in drawn(pilot)

    run(test())


def test_the_next_key_ends_a_motion(tmp_path: Path) -> None:
    async def test() -> None:
        async with staged(tmp_path, samples("robots"), motion=True) as pilot:
            board, session = play_screen(pilot).board, attempt(pilot).session
            for number, key in enumerate(("2", "right", "left", "right")):
                play_screen(pilot).on_key(events.Key(key, key))
                assert len(session.moves) == number
                assert board.in_motion == (number > 0)
            assert board.settle()
            assert not board.settle()
            robot = things(session)["robot 2"]
            assert "▲2" in strip_at(pilot, place_of(board, cell(robot)))

    run(test())


def strip_at(pilot: Pilot[None], place: tuple[int, int]) -> str:
    """Return the drawing from a place of the board on."""
    board = play_screen(pilot).board
    return board.render_line(place[1]).text[place[0] : place[0] + 4]


def test_what_is_in_motion_comes_to_its_end_by_itself(tmp_path: Path) -> None:
    async def blasts_seen() -> int:
        async with staged(tmp_path, samples("bombcover"), motion=True) as pilot:
            board, session = play_screen(pilot).board, attempt(pilot).session
            await pilot.press("enter")
            seen = {0}
            while board.in_motion:
                seen.add(drawn(pilot).count("✶"))
                await pilot.pause(0.01)
            await pilot.pause()
            assert "✶" not in drawn(pilot)
            assert session.moves
            return max(seen)

    async def test() -> None:
        for _ in range(10):  # it takes a moment, in which a busy machine may not look
            if await blasts_seen():
                return
        raise AssertionError("the blast was not seen")

    run(test())


def test_the_active_robot_blinks(tmp_path: Path) -> None:
    async def test() -> None:
        async with staged(tmp_path, samples("robots"), motion=True) as pilot:
            board = play_screen(pilot).board
            seen: set[str] = set()
            while len(seen) < 2:
                seen.add(str([s.style for line in range(18) for s in board.render_line(line)]))
                await pilot.pause(0.05)

    run(test())


def test_the_sizes_of_screens(tmp_path: Path) -> None:
    async def test() -> None:
        async with staged(tmp_path, samples("sokoban"), 1) as pilot:
            for size in ((160, 50), (40, 15), (8, 4), (1, 1), (80, 24)):
                await pilot.resize_terminal(*size)
                await pilot.pause()
                for key in ("right", "h", "u"):
                    await press(pilot, [key])
            assert "██" in drawn(pilot)

    run(test())


def test_levels_are_gone_through(tmp_path: Path) -> None:
    async def test() -> None:
        async with staged(tmp_path, samples("merge")) as pilot:
            await press(pilot, ["p"])
            assert "This is the first level." in drawn(pilot)
            for number in range(2, 6):
                await press(pilot, ["n"])
                assert f"merge {number} of 5" in drawn(pilot)
            await press(pilot, ["n"])
            assert "This is the last level." in drawn(pilot)
            await press(pilot, ["p"])
            assert "merge 4 of 5" in drawn(pilot)

    run(test())


def test_enter_goes_on_from_a_solved_level_and_ends_after_the_last(tmp_path: Path) -> None:
    async def test() -> None:
        game = GAMES["template"]
        levels = Levels("x", game, [entry.level for entry in levels_of(game).all()][:2])
        async with staged(tmp_path, levels) as pilot:
            for further in ("Enter: the next level · ", "Enter: end · "):
                while not attempt(pilot).solved:
                    await press(pilot, ["right"])
                assert further in drawn(pilot)
                await press(pilot, ["enter"])
        assert not pilot.app.is_running

    run(test())


@dataclass
class Ends:
    game: str
    key: str
    ends: bool


@pytest.mark.parametrize(
    "case",
    [
        Ends("template", "q", True),
        Ends("sokoban", "q", False),  # zqsd: it moves to the left
        Ends("bombcover", "q", False),  # also where a wall is in the way
        Ends("robots", "space", True),
        Ends("sokoban", "space", False),
        Ends("sokoban", "ctrl+c", True),
        Ends("sokoban", "ctrl+q", True),
        Ends("sokoban", "escape", True),
    ],
    ids=lambda case: f"{case.game} {case.key}",
)
def test_keys_that_end_the_play(case: Ends, tmp_path: Path) -> None:
    async def test() -> None:
        levels = levels_of(GAMES[case.game])
        async with staged(tmp_path, levels) as pilot:
            await pilot.press(case.key)
            await pilot.pause()
            left = pilot.app._exit or not isinstance(pilot.app.screen, PlayScreen)
            assert left == case.ends

    run(test())


def test_help_comes_and_goes(tmp_path: Path) -> None:
    async def test() -> None:
        async with staged(tmp_path, samples("bombcover"), size=(60, 20)) as pilot:
            await press(pilot, ["?"])
            assert isinstance(pilot.app.screen, Help)
            await press(pilot, ["down", "end"])
            assert isinstance(pilot.app.screen, Help)
            assert "Any other key goes back" in drawn(pilot)
            await press(pilot, ["x"])
            assert isinstance(pilot.app.screen, PlayScreen)

    run(test())


def test_levels_are_saved_from_the_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    async def test() -> None:
        async with staged(tmp_path / "state", samples("sokoban")) as pilot:
            await press(pilot, ["right", "ctrl+s"])
            assert "Saved: `gridproof play sokoban-round-the-pillar" in drawn(pilot)

    run(test())
    (file,) = tmp_path.glob("*.play.json")
    assert len(Session.load(file.read_text(encoding="utf-8")).moves) == 1


def solved(folder: Path, level: Level, solver: str | None = None) -> str:
    """Keeps a solution of a level as the best one; returns its cost as text."""
    result = solve(level, solver=solver)
    session = Session(level)
    for move in result.moves or ():
        session.apply(move)
    Record(folder, session.game, level, session.objective).keep_best(session)
    return str(result.cost)


def test_the_list_begins_at_the_first_level_that_is_not_solved(tmp_path: Path) -> None:
    """Each line says how well a level was solved; the optimum is told of no other one."""
    game, *_ = (found for found in games().values() if found.id in collections())
    levels = collection(game.id).levels
    for level in levels[:2]:
        solved(tmp_path, level)

    async def test() -> None:
        async with staged(tmp_path, None) as pilot:
            lines = drawn(pilot).splitlines()
            assert f"2 of {len(levels)} solved" in lines[1]
            for line, level in zip(lines[3:5], levels, strict=False):
                assert f"✓ ●○○○○  {Card.of(game, level).size}" in line.replace("   ", "  ")
                assert f"{level.title} · {level.info['optimum']}, the optimum" in line
            assert lines[5].rstrip().endswith(str(levels[2].title))
            await press(pilot, ["enter"])
            assert attempt(pilot).session.level == levels[2]
            await press(pilot, ["escape", "tab", "shift+tab", "enter"])
            assert attempt(pilot).session.level == levels[2]

    run(test())


def test_the_list_says_what_would_be_possible(tmp_path: Path) -> None:
    """A record that cannot be read costs the tick nothing."""
    number, level = shipped_sample("bombcover")
    cost = solved(tmp_path, level, "greedy")
    broken = collection("bombcover").levels[number]
    solved(tmp_path, broken)
    (file,) = tmp_path.glob(f"**/{digest(GAMES['bombcover'], broken)}-*.best.json")
    file.write_text("{")

    async def test() -> None:
        async with staged(tmp_path, None, size=(80, 40)) as pilot:
            lines = drawn(pilot).splitlines()
            line = next(line for line in lines if str(level.title) in line)
            assert f"· best {cost}, {level.info['optimum']} are possible" in line
            line = next(line for line in lines if str(broken.title) in line)
            assert "✓" in line
            assert line.rstrip().endswith(str(broken.title))

    run(test())


@each_game
def test_no_key_of_the_program_is_one_of_a_game(game: AnyGame) -> None:
    """But for q, which moves; and letters are free only where no game wants them."""
    own = {name for use in keys.KEYS.values() for name in use.names}
    of_game = {name for use in game.keys for name in use.names}
    assert own & of_game <= {"q"}
    assert all(keys.shown(use) for use in (*game.keys, *keys.KEYS.values()))


def test_the_page_of_the_documentation_tells_the_keys() -> None:
    page = (Path(__file__).parents[2] / "docs" / "howto" / "play.md").read_text(encoding="utf-8")
    table = page.partition("|---|---|\n")[2].partition("\n\n")[0]
    assert table.splitlines() == [f"| {keys.shown(k)} | {k.use} |" for k in keys.KEYS.values()]
