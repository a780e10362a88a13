"""Messages about an ended play, and about bounds, say no more than is true."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gridproof.files.reading import read_boards
from gridproof.level import Outcome
from gridproof.playing import messages
from gridproof.playing.levels import Levels
from gridproof.playing.session import Session
from gridproof.result import Limits, Result, Status, StopReason
from gridproof.solving.solve import solve
from gridproof.tui.desk import Desk
from tests.samples import GAMES, sample_levels
from tests.tui.stage import PromptWorker, SilentWorker


def known(cost: int | None, bound: int) -> Result:
    """Return the findings of a stopped search on a level that few pushes solve."""
    result = solve(sample_levels("sokoban")[0], game=GAMES["sokoban"])
    return replace(
        result,
        status=Status.UNKNOWN if cost is None else Status.FEASIBLE,
        stop_reason=StopReason.TIME_LIMIT,
        cost=cost,
        costs={} if cost is None else {"pushes": cost},
        moves=None if cost is None else (),
        solution=None if cost is None else "",
        bound=bound,
        verified=False,
    )


@pytest.mark.parametrize(
    ("cost", "said"),
    [
        (34, " · 34 are possible"),
        (36, " · at least 31 are needed"),
        (40, " · at least 31 are needed"),  # who is better than the solver is not told to be worse
        (None, " · at least 31 are needed"),
    ],
)
def test_how_good_a_solution_is(cost: int | None, said: str) -> None:
    objective = GAMES["sokoban"].objective("pushes")
    assert messages.solved(objective, 36, known(cost, 31)) == f"✓ Solved: 36 pushes{said}"


def test_what_an_optimum_rests_on_is_said() -> None:
    game = GAMES["merge"]
    result = replace(solve(sample_levels("merge")[0], game=game), proof="milp-float")
    objective = game.objective()
    assert result.cost is not None
    for said in (
        messages.optimum(objective, result),
        messages.solved(objective, result.cost, result),
    ):
        assert "floating-point" in said
        assert "proven" not in said
    assert messages.best(7, result) == "best 7 (optimal by floating point)"


def test_a_counter_says_what_an_optimum_rests_on(tmp_path: Path) -> None:
    levels = Levels("merge", GAMES["merge"], sample_levels("merge"))
    attempt = Desk(PromptWorker(), PromptWorker(), Limits(), folder=tmp_path).begin(levels, 0)
    attempt.optimum()
    attempt.poll()
    assert attempt.counter == "0 stones · best 7 (optimal)"


def test_who_left_in_the_midst_goes_on_there(tmp_path: Path) -> None:
    """Also where any position would count as a solution."""
    levels = Levels("merge", GAMES["merge"], read_boards("1.a1\na.1.\n.b.b\n", game="merge"))
    desk = Desk(PromptWorker(), PromptWorker(), Limits(), folder=tmp_path)
    first = desk.begin(levels, 0)
    session = first.session
    move = next(iter(session.game.moves(session.level, session.state, session.objective)))
    first.session.apply(move)
    first._record.keep(session)
    assert session.end is Outcome.IN_PLAY
    again = desk.begin(levels, 0)
    assert again.session.moves == (move,)
    assert again.status == "You have made 1 move before: r goes back to the start."


def test_what_is_proven_is_not_forgotten(tmp_path: Path) -> None:
    game = GAMES["robots"]
    worker = SilentWorker()
    attempt = Desk(worker, PromptWorker(), Limits(), folder=tmp_path).begin(
        Levels("robots", game, sample_levels("robots")), 0
    )
    attempt.optimum()
    job = worker.job
    attempt.optimum()
    assert worker.job is job  # it goes on, and is not begun anew
    optimum = solve(attempt.session.level, game=game)
    job.future.set_result(optimum)
    attempt.poll()
    assert attempt.counter == "0 moves · best 6 (optimal)"
    attempt.session.apply("0D")
    attempt.restart()
    attempt.hint()
    assert attempt.job is None  # nor searched for again
    assert attempt.status.startswith("From here: 6 moves")
    assert attempt.counter == "0 moves · best 6 (optimal)"


def test_a_session_ends_where_no_move_is_left() -> None:
    (level,) = read_boards("1.a1\na.1.\n...1\n", game="merge")
    session = Session(level, game=GAMES["merge"])
    ends = [session.end]
    session.apply(next(iter(session.game.moves(level, session.state, session.objective))))
    assert session.outcome is Outcome.IN_PLAY
    ends.append(session.end)
    assert ends == [Outcome.IN_PLAY, Outcome.SOLVED]
