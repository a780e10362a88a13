"""A level that is played: counters, hints, the optimum, what is kept, without any screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gridproof.errors import InputError
from gridproof.files.reading import read_boards
from gridproof.grid import Pos
from gridproof.level import Level
from gridproof.limits import CancelToken
from gridproof.playing.attempt import Attempt
from gridproof.playing.levels import Levels
from gridproof.playing.records import is_play_through
from gridproof.playing.session import Session
from gridproof.processes.worker import Worker, WorkerDied
from gridproof.result import Limits, Result, StopReason
from gridproof.solving.solve import solve
from gridproof.tui.desk import Desk
from tests.samples import GAMES, large_levels, sample_levels
from tests.tui.stage import PromptWorker, SilentWorker


def desk(folder: Path, worker: Worker | None = None, **options: Any) -> Desk:
    return Desk(worker or PromptWorker(), PromptWorker(), Limits(), folder=folder, **options)


def samples(game: str) -> Levels:
    return Levels(game, GAMES[game], sample_levels(game))


def begun(folder: Path, game: str = "robots", index: int = 0, **options: Any) -> Attempt:
    return desk(folder, **options).begin(samples(game), index)


def found(attempt: Attempt) -> str:
    """Return the message once the search is done."""
    attempt.poll()
    assert attempt.job is None
    return attempt.status


def test_hints_say_more_and_more(tmp_path: Path) -> None:
    attempt = begun(tmp_path)
    attempt.hint()
    assert found(attempt) == "From here: 6 moves, if nothing is wasted. h: the next move."
    assert not attempt.pointed_out
    attempt.hint()
    assert attempt.status == "Next: robot 2 right (2R). h plays it."
    assert len(attempt.pointed_out) == 2
    attempt.hint()
    assert attempt.running
    for _ in range(6):
        assert attempt.running
        attempt.step()
    assert not attempt.running
    assert attempt.solved
    assert attempt.status == "✓ The solver's way: 6 moves · best possible, proven"


def test_a_hint_that_is_followed_is_not_searched_for_again(tmp_path: Path) -> None:
    attempt = begun(tmp_path)
    attempt.hint()
    found(attempt)
    attempt.press("2")
    attempt.press("right")
    attempt.hint()
    assert attempt.job is None
    assert attempt.status.startswith("From here: 5 moves")
    attempt.press("down")  # another way
    attempt.hint()
    assert attempt.job is not None
    found(attempt)


def test_asking_twice_while_it_is_searched_for_is_a_larger_hint(tmp_path: Path) -> None:
    attempt = begun(tmp_path)
    attempt.hint()
    attempt.hint()
    assert found(attempt).startswith("Next: ")
    attempt = begun(tmp_path)
    for _ in range(5):
        attempt.hint()
    found(attempt)
    assert attempt.running


def test_the_optimum_from_the_start(tmp_path: Path) -> None:
    attempt = begun(tmp_path)
    attempt.press("right")
    attempt.optimum()
    assert found(attempt) == "The optimum is 6 moves, proven in 0.00 s."
    assert attempt.counter == "1 move · best 6 (optimal)"
    attempt.press("left")
    assert attempt.status == ""
    attempt.optimum()
    assert attempt.job is None, "it is known"
    assert attempt.status.startswith("The optimum is 6 moves")


def test_who_solves_a_level_hears_whether_that_was_optimal(tmp_path: Path) -> None:
    attempt = begun(tmp_path, "sokoban", objective="moves")
    for key in ("right", "left"):
        attempt.press(key)
    solution = solve(attempt.session.level, objective="moves", start=attempt.session.state)
    for move in solution.moves or ():
        attempt.press({"U": "up", "D": "down", "L": "left", "R": "right"}[move])
    assert attempt.is_done
    assert attempt.status == "✓ Solved: 17 moves"
    assert found(attempt) == "✓ Solved: 17 moves · optimum 15, proven"
    # The better one of another day is known again, and the level begins anew.
    attempt = begun(tmp_path, "sokoban", objective="moves")
    assert attempt.counter == "0 moves · best 17"
    assert attempt.status == "You have solved this: Ctrl-Y makes your 17 moves again."
    while attempt.session.undone:
        attempt.redo()
    assert attempt.is_done


def test_a_solution_that_is_worse_than_the_solvers_counts_too(tmp_path: Path) -> None:
    attempt = begun(tmp_path, "sokoban", objective="moves")
    attempt.optimum()
    found(attempt)
    attempt.press("right")
    attempt.press("left")
    solution = solve(attempt.session.level, objective="moves", start=attempt.session.state)
    for move in solution.moves or ():
        attempt.press({"U": "up", "D": "down", "L": "left", "R": "right"}[move])
    assert attempt.counter == "17 moves · best 15 (optimal)"
    assert begun(tmp_path, "sokoban", objective="moves").counter == "0 moves · best 17"


def test_solving_by_hint_is_no_record(tmp_path: Path) -> None:
    attempt = begun(tmp_path)
    for _ in range(3):
        attempt.hint()
    attempt.poll()
    while attempt.running:
        attempt.step()
    attempt.poll()
    assert attempt.solved
    assert begun(tmp_path).counter == "0 moves"


def test_an_end_without_a_goal(tmp_path: Path) -> None:
    """Stones that are left are no failure: the play ends when no merge is left."""
    (level,) = read_boards("1.a1\na.1.\n...2\n", game="merge")
    attempt = desk(tmp_path).begin(Levels("merge", GAMES["merge"], [level]), 0)
    assert not attempt.solved
    attempt.point(Pos(0, 1))
    attempt.point(Pos(2, 0))
    assert attempt.is_done
    assert attempt.status == "✓ Ended: 2 stones"
    assert found(attempt) == "✓ Ended: 2 stones · best possible, proven"


def test_dead_positions_are_told(tmp_path: Path) -> None:
    attempt = begun(tmp_path, "sokoban", 2)
    attempt.press("left")
    assert attempt.status == "✗ Dead: this box can never get to a goal. u: undo."
    attempt.hint()
    assert found(attempt).startswith("✗ Dead: this box")
    attempt.undo()
    assert attempt.status == ""
    assert not attempt.crossed


FREEZABLE = "########\n#.$ $ .#\n#@     #\n########\n"


def test_boxes_that_make_a_position_dead_are_crossed(tmp_path: Path) -> None:
    (level,) = read_boards(FREEZABLE, game="sokoban")
    here = desk(tmp_path)
    attempt = here.begin(Levels("sokoban", GAMES["sokoban"], [level]), 0)
    attempt.press("up")
    assert attempt.status == ""
    assert not attempt.crossed
    attempt.press("right")
    dead = "✗ Dead: these 2 boxes can never all get to goals. u: undo."
    assert attempt.status == dead
    assert attempt.crossed == {Pos(3, 1), Pos(4, 1)}
    here.switch_warnings()
    assert attempt.crossed == frozenset()
    assert attempt.status == "Where no solution can follow is not told: x changes that."
    attempt.press("down")
    assert attempt.status == ""
    attempt.hint()  # who asks is told
    assert found(attempt).startswith("✗ No solution can follow from here, proven")
    here.switch_warnings()
    assert attempt.status == dead
    assert attempt.crossed == {Pos(3, 1), Pos(4, 1)}


def test_what_cannot_be_done_is_told(tmp_path: Path) -> None:
    attempt = begun(tmp_path)
    assert attempt.press("1")
    attempt.press("down")
    assert attempt.status == "Robot 1 cannot move down: it is blocked."
    assert not attempt.press("F9")
    assert attempt.status == ""
    attempt.undo()
    assert "nothing to take back" in attempt.status
    attempt.redo()
    assert "No move was taken back" in attempt.status


def test_a_level_without_a_target_can_be_played(tmp_path: Path) -> None:
    (level,) = read_boards("┏━━━┓\n┃▣ ■┃\n┃   ┃\n┃   ┃\n┗━━━┛", game="robots")
    attempt = desk(tmp_path).begin(Levels("x", GAMES["robots"], [level]), 0)
    assert "it can be played, but not solved" in attempt.status
    attempt.hint()
    assert "nothing to solve" in found(attempt)


class TestSearches:
    def test_a_move_gives_up_the_search_from_before_it(self, tmp_path: Path) -> None:
        worker = SilentWorker()
        attempt = begun(tmp_path, worker=worker)
        attempt.hint()
        assert attempt.search == "From here: 31 … 36 · 3 s · Esc stops · 4.4 M nodes"
        attempt.press("right")
        assert worker.job.cancelled
        assert attempt.job is None
        assert attempt.search == ""

    def test_the_search_for_the_optimum_goes_on(self, tmp_path: Path) -> None:
        worker = SilentWorker()
        attempt = begun(tmp_path, worker=worker)
        attempt.optimum()
        attempt.press("right")
        assert not worker.job.cancelled
        assert attempt.search.startswith("Optimum: 31 … 36")
        worker.job.future.set_result(solve(attempt.session.level))
        assert found(attempt).startswith("The optimum is 6 moves")

    def test_it_is_stopped_and_says_what_is_known(self, tmp_path: Path) -> None:
        worker = SilentWorker()
        attempt = begun(tmp_path, worker=worker)
        attempt.optimum()
        assert attempt.stop()
        assert worker.job.cancelled
        token = CancelToken()
        token.cancel()
        endless = list(large_levels("sokoban").values())[-1]
        result: Result = solve(endless, cancel=token)
        assert result.stop_reason is StopReason.INTERRUPTED
        worker.job.future.set_result(result)
        assert found(attempt).endswith("The search was stopped.")
        assert not attempt.stop()

    def test_a_worker_that_died_is_told(self, tmp_path: Path) -> None:
        worker = SilentWorker()
        attempt = begun(tmp_path, worker=worker)
        attempt.hint()
        worker.job.future.set_exception(WorkerDied("it is gone"))
        assert found(attempt) == "it is gone"
        attempt.hint()
        assert attempt.job is not None, "it is asked again"

    def test_leaving_the_level_stops_everything(self, tmp_path: Path) -> None:
        worker = SilentWorker()
        attempt = begun(tmp_path, worker=worker)
        attempt.optimum()
        attempt.leave()
        assert worker.job.cancelled


class TestKeeping:
    def test_each_move_is_kept(self, tmp_path: Path) -> None:
        for made, key in enumerate(("right", "left", "right"), 1):
            begun(tmp_path).press(key)
            again = begun(tmp_path)
            assert len(again.session.moves) == made
            assert again.status.startswith(f"You have made {made} move")

    def test_undone_moves_too(self, tmp_path: Path) -> None:
        attempt = begun(tmp_path)
        attempt.press("right")
        attempt.press("left")
        attempt.undo()
        again = begun(tmp_path)
        assert (len(again.session.moves), len(again.session.undone)) == (1, 1)

    def test_each_level_and_objective_has_its_own(self, tmp_path: Path) -> None:
        begun(tmp_path, "sokoban").press("right")
        assert not begun(tmp_path, "sokoban", 1).session.moves
        assert not begun(tmp_path, "sokoban", objective="moves").session.moves
        assert begun(tmp_path, "sokoban").session.moves

    def test_a_damaged_file_is_told_and_replaced(self, tmp_path: Path) -> None:
        begun(tmp_path).press("right")
        (file,) = tmp_path.glob("*.json")
        file.write_text("{", encoding="utf-8")
        attempt = begun(tmp_path)
        assert attempt.status.endswith("the level begins anew.")
        attempt.press("right")
        assert len(begun(tmp_path).session.moves) == 1

    def test_a_folder_that_is_a_file(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        attempt = begun(tmp_path / "file")
        attempt.press("right")
        assert attempt.status.startswith("What you do is not kept: ")
        assert len(attempt.session.moves) == 1

    def test_no_half_file_is_left(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        attempt = begun(tmp_path)
        attempt.press("right")
        before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}

        def full(source: object, target: object, **folders: int) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("os.replace", full)
        attempt.press("left")
        assert "No space left on device" in attempt.status
        assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


class TestSaving:
    def test_into_a_file_of_that_name(self, tmp_path: Path) -> None:
        levels, table = samples("robots"), desk(tmp_path / "state", file=tmp_path / "mine")
        attempt = table.begin(levels, 0)
        attempt.press("right")
        assert table.save(attempt, levels) == tmp_path / "mine"
        text = (tmp_path / "mine").read_text(encoding="utf-8")
        assert is_play_through(text)
        assert Session.load(text).moves == attempt.session.moves

    def test_into_a_new_file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        levels, table = samples("robots"), desk(tmp_path / "state")
        attempt = table.begin(levels, 0)
        name = "robots-six-moves-two-helpers.play.json"
        assert table.save(attempt, levels) == Path(name)
        assert table.save(attempt, levels) == Path(name.replace(".play", "-2.play"))

    def test_into_the_file_that_was_opened(self, tmp_path: Path) -> None:
        session = Session(sample_levels("sokoban")[0], objective="moves")
        session.press("right")
        file = tmp_path / "saved.json"
        file.write_text(session.save(), encoding="utf-8")
        levels = Levels.read(session.save(), str(file))
        table = desk(tmp_path / "state")
        attempt = table.begin(levels, 0)
        assert attempt.session.objective.id == "moves"
        assert attempt.session.moves == session.moves
        attempt.press("left")
        assert table.save(attempt, levels) == file
        # It may be gone on with for another objective too, and killed programs lose nothing.
        assert desk(tmp_path / "other", objective="pushes").begin(levels, 0).session.moves
        assert len(desk(tmp_path / "state").begin(levels, 0).session.moves) == 2


class TestLevels:
    def test_bad_boards_are_left_out(self) -> None:
        boards = Path(__file__).parents[1] / "tui" / "boards"
        text = (boards / "one-bad.txt").read_text(encoding="utf-8")
        levels = Levels.read(text, "one-bad.txt")
        assert [entry.number for entry in levels.all()] == [1, 3]
        assert (len(levels.faults), levels.count()) == (1, 3)
        assert levels.find("3") == levels.find("Good too") == 1
        with pytest.raises(InputError, match="no board has the number or title: 2"):
            levels.find("2")

    def test_without_a_good_board_it_says_what_is_wrong(self) -> None:
        with pytest.raises(InputError, match="x:2:3: `\\?` is no symbol of sokoban"):
            Levels.read("#####\n#@?.#\n#####", "x", game="sokoban")

    def test_they_are_read_as_they_are_needed(self) -> None:
        read = []

        def boards() -> Iterator[Level]:
            for level in sample_levels("robots"):
                read.append(level)
                yield level

        levels = Levels("x", GAMES["robots"], boards(), countable=False)
        assert len(read) == 1
        assert levels.get(2) is not None
        assert (len(read), levels.count()) == (3, None)
        assert levels.get(100) is None
        assert levels.count() == len(read) == len(sample_levels("robots"))
        assert levels.get(-1) is None
