"""Summaries of runs, and the contradictions among them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

from gridproof.batch.plan import Place, Run
from gridproof.batch.store import Finished
from gridproof.game import AnyGame
from gridproof.level import Objective
from gridproof.processes.supervise import Failure
from gridproof.registry import find_game
from gridproof.result import Sense, Status, StopReason, Value, first
from gridproof.solving.messages import amounts, span
from gridproof.verifying import disproof

__all__ = ["Alarm", "Finding", "Known", "alarms", "finding"]


class Known(IntEnum):
    """The amount that a run found out; more is better."""

    FAILED = 0  #: it ended without a result
    OPEN = 1  #: UNKNOWN
    SOLVED = 2  #: FEASIBLE
    PROVEN = 3  #: OPTIMAL or INFEASIBLE


@dataclass(frozen=True)
class Finding:
    """A run that ended, without what takes much room.

    Attributes:
        run: what was run.
        places: where its board stands.
        status: None if it failed.
        stop_reason: None if it failed.
        cost: of its solution, or None.
        bound: what is proven, or None.
        proof: what the bound rests on.
        seconds: inside the solver, so that what a process imports for its first board does not
            count; None if it failed.
        expanded: nodes.
        failure: why there is no result, or None.
        store: that it is kept in, where several are compared.
    """

    run: Run
    places: tuple[Place, ...]
    status: Status | None
    stop_reason: StopReason | None
    cost: Value | None
    bound: Value | None
    proof: str
    seconds: float | None
    expanded: int
    failure: Failure | None
    store: str = ""

    @property
    def known(self) -> Known:
        """The amount that the run found out."""
        if self.status is None:
            return Known.FAILED
        if self.status in (Status.OPTIMAL, Status.INFEASIBLE):
            return Known.PROVEN
        return Known.SOLVED if self.status is Status.FEASIBLE else Known.OPEN

    @property
    def ended_by_itself(self) -> bool:
        """True if no limit stopped the run."""
        return self.stop_reason is not None and self.stop_reason.by_itself

    @property
    def game(self) -> AnyGame:
        """The game of its board."""
        return find_game(self.run.game)

    @property
    def objective(self) -> Objective:
        """The objective of the run."""
        return self.game.objective(self.run.objective)

    @property
    def name(self) -> str:
        """Its board, for people: set, number, title."""
        place = self.places[0]
        title = f" {place.title}" if place.title else ""
        return f"{place.set} #{place.number}{title}"

    @property
    def answer(self) -> str:
        """The answer in brief: ``OPTIMAL 34``, ``FEASIBLE 31 … 36``, ``failed: time``."""
        if self.status is None:
            return f"failed: {self.failure.kind}" if self.failure else "failed"
        if self.status is Status.INFEASIBLE:
            return str(self.status)
        return f"{self.status} {span(self.cost, self.bound, self.objective.sense)}"

    @cached_property
    def question(self) -> tuple[str, str]:
        """Digest and objective: all answers to it must be true together."""
        return self.run.digest, self.run.objective


def finding(one: Finished, store: str = "") -> Finding:
    """Return the summary of a finished run."""
    said = one.result
    if said is None:
        return Finding(
            one.run, one.places, None, None, None, None, "none", None, 0, one.failure, store
        )  # fmt: skip
    return Finding(
        run=one.run,
        places=one.places,
        status=Status(said["status"]),
        stop_reason=StopReason(said["stop_reason"]),
        cost=value(said["cost"]),
        bound=value(said["bound"]),
        proof=said["proof"],
        seconds=said["stats"]["wall_time"],
        expanded=said["stats"]["expanded"],
        failure=None,
        store=store,
    )


def value(said: int | Sequence[int] | None) -> Value | None:
    """Return a value from its form in JSON."""
    return said if said is None or isinstance(said, int) else tuple(said)


@dataclass(frozen=True)
class Alarm:
    """Answers that cannot all be true.

    Attributes:
        findings: whose they are; one, if the board itself says otherwise.
        text: what is wrong, in a line.
    """

    findings: tuple[Finding, ...]
    text: str


def alarms(answers: Iterable[Finding]) -> Iterator[Alarm]:
    """Yield the contradictions among the answers for one board under one objective.

    A solution's cost is never better than a proven bound of any run; if there is a solution, no
    run may prove that there is none; and the optimum that the board states fits all of them.
    """
    known = [one for one in answers if one.status is not None]
    solved = [one for one in known if one.cost is not None]
    if solved:
        sense, metrics = solved[0].objective.sense, solved[0].objective.metrics
        best = solved[0]
        for one in solved[1:]:
            if is_better(one.cost, best.cost, sense):
                best = one
        assert best.cost is not None
        found = f"a solution of {', '.join(amounts(best.cost, metrics))}"
        for one in known:
            if one.status is Status.INFEASIBLE:
                text = f"{found} and a proof that there is none"
            elif one.bound is not None and is_better(best.cost, one.bound, sense):
                side = "at least" if sense == "min" else "at most"
                text = f"{found} and a proof of {side} {', '.join(amounts(one.bound, metrics))}"
            else:
                continue
            yield Alarm((best, one), text)
    for one in known:
        infeasible = one.status is Status.INFEASIBLE
        for said in dict.fromkeys(place.optimum for place in one.places):
            found_here = disproof(
                one.game, said, one.run.objective, one.cost, one.bound, infeasible
            )  # fmt: skip
            if found_here:
                yield Alarm((one,), f"the board says `optimum: {said}`, but {found_here}")


def is_better(one: Value | None, other: Value | None, sense: Sense) -> bool:
    """Return True if a value is better than another; a plain number is a first metric only."""
    if one is None or other is None:
        return False
    if isinstance(one, tuple) != isinstance(other, tuple):
        one, other = first(one), first(other)
    return one < other if sense == "min" else one > other  # type: ignore[operator]
