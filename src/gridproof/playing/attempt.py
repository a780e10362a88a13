"""One level that is played: the session, what is kept of it, and what a solver says about it."""

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
from gridproof.playing.requests import Question
from gridproof.playing.session import Session
from gridproof.playing.standing import Standing
from gridproof.processes.worker import Job, Worker
from gridproof.result import Limits, Result, Value
from gridproof.scene import Scene
from gridproof.solving.solve import at_least_as_good
from gridproof.visible import visible

__all__ = ["Attempt", "Plan"]


@dataclass(frozen=True)
class Plan:
    """What a solver says of a position.

    Attributes:
        result: its answer, there or in an earlier position on its own way.
        moves: what is left of its solution; None: it has none.
        left: what these cost, or gain.
        bound: proven, on what the best play costs, or gains, from here.
    """

    result: Result
    moves: tuple[str, ...] | None
    left: Value | None
    bound: Value | None

    @classmethod
    def of(cls, result: Result) -> Plan:
        """What it says of the position that it was asked for."""
        return cls(result, result.moves, result.cost, result.bound)

    def after(self, move: str, gains: Value) -> Plan | None:
        """What it says after a move, which has cost so much; None if that is not its own."""
        if not self.moves or self.moves[0] != move:
            return None
        left, bound = _minus(self.left, gains), _minus(self.bound, gains)
        return replace(self, moves=self.moves[1:], left=left, bound=bound)


def _minus(value: Value | None, gains: Value) -> Value | None:
    """A value less another one; a plain number speaks of the first metric."""
    if value is None:
        return None
    if isinstance(value, tuple):
        assert isinstance(gains, tuple)
        return tuple(a - b for a, b in zip(value, gains, strict=True))
    return value - (gains[0] if isinstance(gains, tuple) else gains)


class Attempt:
    """A level that is played.

    Args:
        session: the play-through to begin, or to go on with.
        record: where it is kept.
        worker: solves in the background.
        limits: of each search.
        known: what a solver said of the level before, or None.
        warns: whether it is told where no solution can follow, as far as the game sees it.

    Attributes:
        made: the state before the last action and the move that was made; None if none was.
        running: whether a solution is being played, a move at each :meth:`step`.
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
        self._plan: Plan | None = None
        self._told = False  # whether what is known of the optimum was asked for
        self._by_solver = False
        self._job: Job[Result] | None = None
        self._asked: Literal["hint", "optimum"] = "hint"
        self._shown: tuple[Plan, list[Scene]] | None = None  # the hint's next move
        self._own: Value | None = self._best_before()  # what the best play that is kept costs
        self._standing = Standing(session.objective, self._own)
        if known is not None and known.objective == session.objective.id:
            self._standing.learn(known)
        self._warns = warns
        self._look()

    # What is to be seen

    @property
    def counter(self) -> str:
        """What was done so far, and the best that is known."""
        return self._standing.counter(self.session)

    @property
    def status(self) -> str:
        """What is to be said: of the last key, a hint, or how the position stands."""
        return self._note or self._hint() or self._verdict()

    @property
    def search(self) -> str:
        """How the search gets on; "" if there is none."""
        if self._job is None:
            return ""
        what = {"hint": "From here", "optimum": "Optimum"}[self._asked]
        return messages.searching(what, self._job.progress, self.session.objective.sense)

    @property
    def solved(self) -> bool:
        """Whether the play has come to its end."""
        return self._outcome is Outcome.SOLVED

    @property
    def is_done(self) -> bool:
        """Whether the end was come to by moves."""
        return self.solved and bool(self.session.moves)

    @property
    def is_frozen(self) -> bool:
        """True where the play is at its end: keys and points of the game do nothing any more."""
        return self._frozen

    @property
    def job(self) -> Job[Result] | None:
        """The search that goes on."""
        return self._job

    @property
    def pointed_out(self) -> frozenset[Pos]:
        """The cells that a hint speaks of."""
        if self._stage < 2 or self._plan is None or not self._plan.moves or self.running:
            return frozenset()
        return messages.touched(self._next_frames(self._plan, self._plan.moves[0]))

    @property
    def crossed(self) -> frozenset[Pos]:
        """The cells of what is in the way of every solution."""
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

    def _next_frames(self, plan: Plan, move: str) -> list[Scene]:
        """The scenes of a plan's next move."""
        if self._shown is None or self._shown[0] is not plan:
            session = self.session
            self._shown = plan, list(session.game.frames(session.level, session.state, move))
        return self._shown[1]

    # What is done

    def press(self, key: str) -> bool:
        """What a key means in the game; False if it means nothing now."""
        if self._frozen:
            self._forget()
            return False
        return self._do(lambda: self.session.press(key))

    def point(self, cell: Pos) -> bool:
        """What pointing at a cell means in the game; False if it means nothing now."""
        if self._frozen:
            self._forget()
            return False
        return self._do(lambda: self.session.point(cell))

    def undo(self) -> None:
        """Takes the last move back."""
        if not self._do(self.session.undo):
            self._note = "This is the start: there is nothing to take back."

    def redo(self) -> None:
        """Makes again what was taken back."""
        if not self._do(self.session.redo):
            self._note = "No move was taken back."

    def restart(self) -> None:
        """Goes back to the start."""
        self._do(self.session.restart)

    def step(self) -> None:
        """Makes the next move of the solution that is being played."""
        plan = self._plan
        if self.running and plan is not None and plan.moves:
            move = plan.moves[0]
            self._do(lambda: self.session.apply(move), by_solver=True)
            self.running = self._plan is not None and bool(self._plan.moves)
            self._stage = 3 if self.running else 0

    def hint(self) -> None:
        """Tells more at each call: how far it is, the next move, and then the whole solution."""
        self._forget()
        if self.solved:
            self._note = "This is solved already."
            return
        if self._dead_end is not None:  # that is all there is to be said
            return
        self._stage = min(self._stage + 1, 3)
        known = self._standing.settled
        if self._plan is None and known is not None and not self.session.moves:
            self._plan = Plan.of(known)
        if self._plan is not None:
            self.running = self._stage == 3 and bool(self._plan.moves)
        elif self._job is None or self._asked != "hint":
            self._ask("hint")

    def optimum(self) -> None:
        """Finds out what is best from the start."""
        self._forget()
        self._stage, self._told = 0, True
        if self._standing.settled is None and (self._job is None or self._asked != "optimum"):
            self._ask("optimum")

    def warn(self, on: bool) -> None:
        """Tells from now on where no solution can follow, or does not."""
        self._forget()
        self._stage, self._warns = 0, on
        self._look()
        what = "told, and what is the matter is crossed" if on else "not told"
        if self._dead_end is None:
            self._note = f"Where no solution can follow is {what}: x changes that."

    def stop(self) -> bool:
        """Stops the solution that is being played, or the search; False if there is neither."""
        if self.running:
            self.running, self._stage = False, 0
        elif self._job is not None:
            self._job.cancel()
        else:
            return False
        return True

    def poll(self) -> None:
        """Takes what the search has found, when it is done."""
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
            self._plan = Plan.of(result)
            self.running = self._stage == 3 and bool(self._plan.moves)
        else:
            self._told = True
        of_level = self._asked == "optimum" or not self.session.moves
        self._standing.learn(result, None if of_level else self.session.costs)
        self._look()
        self._take_note()
        if self._plan is None and not self.session.moves:
            self._plan = Plan.of(result)

    def leave(self) -> None:
        """Stops everything: the level is not played any more."""
        self.running = False
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def say(self, note: str) -> None:
        """Tells something until the next key."""
        self._note = visible(note)

    def _ask(self, what: Literal["hint", "optimum"]) -> None:
        question = Question(self.session.save(), self._limits, from_start=what == "optimum")
        self._asked, self._job = what, self._worker.ask(question)

    def _forget(self) -> None:
        """What was told of the last key is not said any more."""
        self._note, self.made = "", None

    def _do(self, action: Callable[[], bool | None], *, by_solver: bool = False) -> bool:
        """Does something that may change the position; whether it did anything."""
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
        """Takes note of a new position."""
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
        """Sees how the position stands."""
        self._outcome = self._standing.look(self.session)
        self._frozen = self._standing.is_final(self.session)
        self._dead_end = None
        solvable = self._plan is not None and self._plan.moves is not None
        if self._warns and not solvable:
            self._dead_end = self._standing.dead_end(self.session, self._outcome)

    def _take_note(self) -> None:
        """Keeps a play that has come to its end, if it is the player's own and the best one."""
        if not self.is_done or self._by_solver:
            return
        value, sense = self._value, self.session.objective.sense
        if self._own is not None and at_least_as_good(self._own, value, sense):
            return
        self._own = value
        with suppress(InputError):  # it was told with the move
            self._record.keep_best(self.session)

    def _best_before(self) -> Value | None:
        """What the best play that was kept costs."""
        try:
            best = self._record.best()
        except InputError as problem:
            self._note = str(problem)
            return None
        if best is None or not best.game.complete(best.level, best.state, best.objective):
            return None
        return messages.value_of(best.objective, best.costs)
