"""One level in play: the session, its records, and the findings of a solver."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Literal

from gridproof.errors import GridproofError, InputError, MoveError
from gridproof.game import DeadEnd
from gridproof.grid import Pos
from gridproof.level import Outcome
from gridproof.playing import messages
from gridproof.playing.records import Record
from gridproof.playing.requests import solve_request
from gridproof.playing.session import Session
from gridproof.playing.standing import Standing
from gridproof.processes.worker import Job, Worker
from gridproof.result import Limits, Result, Value
from gridproof.scene import Scene
from gridproof.solving.solve import at_least_as_good
from gridproof.visible import visible

__all__ = ["Attempt", "SolverPlan"]


@dataclass(frozen=True)
class SolverPlan:
    """A solver's findings about a position.

    Attributes:
        result: its answer, there or in an earlier position on its own way.
        moves: the rest of its solution; None: it has none.
        left: their cost, or gain.
        bound: proven, on what the best play costs, or gains, from here.
    """

    result: Result
    moves: tuple[str, ...] | None
    left: Value | None
    bound: Value | None

    @classmethod
    def of(cls, result: Result) -> SolverPlan:
        """Return the findings about the position that was solved."""
        return cls(result, result.moves, result.cost, result.bound)

    def after(self, move: str, gains: Value) -> SolverPlan | None:
        """Return the findings after a move and its cost; None if it is not the plan's own."""
        if not self.moves or self.moves[0] != move:
            return None
        left, bound = _minus(self.left, gains), _minus(self.bound, gains)
        return replace(self, moves=self.moves[1:], left=left, bound=bound)


def _minus(value: Value | None, gains: Value) -> Value | None:
    """Return a value less another one; a plain number speaks of the first metric."""
    if value is None:
        return None
    if isinstance(value, tuple):
        assert isinstance(gains, tuple)
        return tuple(a - b for a, b in zip(value, gains, strict=True))
    return value - (gains[0] if isinstance(gains, tuple) else gains)


class Attempt:
    """A level in play.

    Args:
        session: the play-through to begin, or to go on with.
        record: its record.
        worker: solves in the background.
        limits: of each search.
        known: a solver's result for the level, or None.
        warns: True if it warns when no solution can follow, as far as the game sees it.

    Attributes:
        made: the state before the last action and the move that was made; None if none was.
        running: True if a solution is being played, a move at each :meth:`step`.
    """

    def __init__(
        self,
        session: Session,
        record: Record,
        worker: Worker,
        limits: Limits,
        known: Result | None = None,
        *,
        warns: bool = True,
    ) -> None:
        self.session = session
        self.made: tuple[Any, str] | None = None
        self.running = False
        self._record = record
        self._worker = worker
        self._limits = limits
        self._note = ""
        self._outcome = Outcome.IN_PLAY
        self._dead_end: DeadEnd | None = None
        self._stage = 0  # how much of a hint is wanted: 1 how far, 2 the next move, 3 all
        self._plan: SolverPlan | None = None
        self._told = False  # whether what is known of the optimum was asked for
        self._by_solver = False
        self._job: Job[Result] | None = None
        self._asked: Literal["hint", "optimum"] = "hint"
        self._shown: tuple[SolverPlan, list[Scene]] | None = None  # the hint's next move
        self._own: Value | None = self._best_before()  # what the best play that is kept costs
        self._standing = Standing(session.objective, self._own)
        if known is not None and known.objective == session.objective.id:
            self._standing.learn(known)
        self._warns = warns
        self._look()

    # The view

    @property
    def counter(self) -> str:
        """The count so far, and the best known value."""
        return self._standing.counter(self.session)

    @property
    def status(self) -> str:
        """The message: of the last key, a hint, or the standing of the position."""
        return self._note or self._hint() or self._verdict()

    @property
    def known(self) -> Result | None:
        """A solver's result for the level itself, or None."""
        return self._standing.known

    @property
    def search(self) -> str:
        """The progress of the search; "" if there is none."""
        if self._job is None:
            return ""
        what = {"hint": "From here", "optimum": "Optimum"}[self._asked]
        return messages.searching(what, self._job.progress, self.session.objective.sense)

    @property
    def solved(self) -> bool:
        """True if the play has come to its end."""
        return self._outcome is Outcome.SOLVED

    @property
    def is_done(self) -> bool:
        """True if moves led to the end."""
        return self.solved and bool(self.session.moves)

    @property
    def is_frozen(self) -> bool:
        """True at the end of the play: keys and points of the game have no effect any more."""
        return self._frozen

    @property
    def job(self) -> Job[Result] | None:
        """The search that goes on."""
        return self._job

    @property
    def pointed_out(self) -> frozenset[Pos]:
        """The cells that a hint names."""
        if self._stage < 2 or self._plan is None or not self._plan.moves or self.running:
            return frozenset()
        return messages.touched(self._next_frames(self._plan, self._plan.moves[0]))

    @property
    def crossed(self) -> frozenset[Pos]:
        """The cells of the things in the way of every solution."""
        return frozenset() if self._dead_end is None else self._dead_end.cells

    def _hint(self) -> str:
        plan, objective = self._plan, self.session.objective
        if not self._stage or plan is None:
            return ""
        if self._stage == 1 or not plan.moves:
            said = messages.how_far(objective, plan.result, plan.left, plan.bound)
            return f"{said} h: the next move." if plan.moves else said
        move = plan.moves[0]
        if self.running:
            return f"The solution, {len(plan.moves)} moves to go. Any key stops it."
        said = messages.move_words(self._next_frames(plan, move))
        return f"Next: {said} ({move}). h plays it."

    def _verdict(self) -> str:
        session, standing = self.session, self._standing
        said = standing.verdict(session, self._outcome, self._dead_end, by_solver=self._by_solver)
        if said:
            return said
        if self._told and standing.known is not None:
            return messages.optimum(session.objective, standing.known)
        missing = session.game.missing(session.level)
        return "" if missing is None else f"{missing.message}: it can be played, but not solved."

    @property
    def _value(self) -> Value:
        return self._standing.value(self.session)

    def _next_frames(self, plan: SolverPlan, move: str) -> list[Scene]:
        """Return the scenes of a plan's next move."""
        if self._shown is None or self._shown[0] is not plan:
            session = self.session
            self._shown = plan, list(session.game.frames(session.level, session.state, move))
        return self._shown[1]

    # The actions

    def press(self, key: str) -> bool:
        """Do what a key means in the game; return False if it means nothing now."""
        if self._frozen:
            self._forget()
            return False
        return self._do(lambda: self.session.press(key))

    def point(self, cell: Pos) -> bool:
        """Do what pointing at a cell means in the game; return False if it means nothing now."""
        if self._frozen:
            self._forget()
            return False
        return self._do(lambda: self.session.point(cell))

    def undo(self) -> None:
        """Take the last move back."""
        if not self._do(self.session.undo):
            self._note = "This is the start: there is nothing to take back."

    def redo(self) -> None:
        """Make an undone move again."""
        if not self._do(self.session.redo):
            self._note = "No move was taken back."

    def restart(self) -> None:
        """Go back to the start."""
        self._do(self.session.restart)

    def step(self) -> None:
        """Make the next move of the solution that is being played."""
        plan = self._plan
        if self.running and plan is not None and plan.moves:
            move = plan.moves[0]
            self._do(lambda: self.session.apply(move), by_solver=True)
            self.running = self._plan is not None and bool(self._plan.moves)
            self._stage = 3 if self.running else 0

    def hint(self) -> None:
        """Show more at each call: the moves left, the next move, and then the whole solution."""
        self._forget()
        if self.solved:
            self._note = "This is solved already."
            return
        if self._dead_end is not None:  # that is all there is to be said
            return
        self._stage = min(self._stage + 1, 3)
        known = self._standing.settled
        if self._plan is None and known is not None and not self.session.moves:
            self._plan = SolverPlan.of(known)
        if self._plan is not None:
            self.running = self._stage == 3 and bool(self._plan.moves)
        elif self._job is None or self._asked != "hint":
            self._ask("hint")

    def optimum(self) -> None:
        """Search for the optimum from the start."""
        self._forget()
        self._stage, self._told = 0, True
        if self._standing.settled is None and (self._job is None or self._asked != "optimum"):
            self._ask("optimum")

    def warn(self, on: bool) -> None:
        """Switch warnings of positions without a solution."""
        self._forget()
        self._stage, self._warns = 0, on
        self._look()
        what = "told, and what is the matter is crossed" if on else "not told"
        if self._dead_end is None:
            self._note = f"Where no solution can follow is {what}: x changes that."

    def stop(self) -> bool:
        """Stop the solution that is being played, or the search.

        Return False if there is neither.
        """
        if self.running:
            self.running, self._stage = False, 0
        elif self._job is not None:
            self._job.cancel()
        else:
            return False
        return True

    def poll(self) -> None:
        """Take the findings of the search, when it is done."""
        job = self._job
        if job is None or not job.done:
            return
        self._job = None
        try:
            result = job.result()
        except GridproofError as problem:
            self._stage, self._note = 0, str(problem)
            return
        if self._asked == "hint":
            self._plan = SolverPlan.of(result)
            self.running = self._stage == 3 and bool(self._plan.moves)
        else:
            self._told = True
        of_level = self._asked == "optimum" or not self.session.moves
        self._standing.learn(result, None if of_level else self.session.costs)
        self._look()
        self._take_note()
        if self._plan is None and not self.session.moves:
            self._plan = SolverPlan.of(result)

    def leave(self) -> None:
        """Stop everything: the level is not played any more."""
        self.running = False
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def say(self, note: str) -> None:
        """Show a message until the next key."""
        self._note = visible(note)

    def _ask(self, what: Literal["hint", "optimum"]) -> None:
        request = solve_request(self.session, self._limits, from_start=what == "optimum")
        self._asked, self._job = what, self._worker.ask(request)

    def _forget(self) -> None:
        """Drop the message of the last key."""
        self._note, self.made = "", None

    def _do(self, action: Callable[[], bool | None], *, by_solver: bool = False) -> bool:
        """Do something that may change the position; return True if it did anything."""
        self._forget()
        self.running = False
        session = self.session
        moves, state, value = session.moves, session.state, self._value
        try:
            did = action()
        except MoveError as problem:
            self._note = f"{problem.reason[:1].upper()}{problem.reason[1:]}."
            return True
        if session.moves == moves:
            return bool(did)
        if session.moves[:-1] == moves:
            self.made = (state, session.moves[-1])
        self._by_solver = by_solver
        self._arrive(_minus(self._value, value))
        return True

    def _arrive(self, gains: Value | None) -> None:
        """Note a new position."""
        self._stage, self._told = 0, False
        if self._job is not None and self._asked == "hint":
            self._job.cancel()
            self._job = None
        plan, self._plan = self._plan, None
        if plan is not None and self.made is not None and gains is not None:
            self._plan = plan.after(self.made[1], gains)
        self._look()
        try:
            self._record.keep(self.session)
        except InputError as problem:
            self._note = f"What you do is not kept: {problem}"
        if self.made is not None:
            self._take_note()
        asked = self._standing.known is not None or self._job is not None
        if self.solved and self.made is not None and not asked:
            self._ask("optimum")

    def _look(self) -> None:
        """Determine the standing of the position."""
        self._outcome = self._standing.look(self.session)
        self._frozen = self._standing.is_final(self.session)
        self._dead_end = None
        solvable = self._plan is not None and self._plan.moves is not None
        if self._warns and not solvable:
            self._dead_end = self._standing.dead_end(self.session, self._outcome)

    def _take_note(self) -> None:
        """Keep a play that has come to its end, if it is the player's own and the best one."""
        if not self.is_done or self._by_solver:
            return
        value, sense = self._value, self.session.objective.sense
        if self._own is not None and at_least_as_good(self._own, value, sense):
            return
        self._own = value
        with suppress(InputError):  # it was told with the move
            self._record.keep_best(self.session)

    def _best_before(self) -> Value | None:
        """Return the cost of the best play that was kept."""
        try:
            return self._record.best_value()
        except InputError as problem:
            self._note = str(problem)
            return None
