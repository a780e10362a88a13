"""The verdict of a solver on a board: statuses, limits, counts and the checked result.

The four statuses are the words that CP-SAT made standard; the reason that a search ended is a field
of its own, never mixed into the status.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from enum import StrEnum
from typing import Any, Literal, NoReturn

from gridproof.arguments import explained, kind_of, shown_value
from gridproof.errors import InputError, InternalError
from gridproof.lazy import load

__all__ = [
    "Answer",
    "BadLimit",
    "Certified",
    "Limits",
    "Progress",
    "Proof",
    "Result",
    "Sense",
    "Stats",
    "Status",
    "StopReason",
    "Value",
    "checked_limits",
    "first",
]

Sense = Literal["min", "max"]
Proof = Literal["search", "milp-float", "certificate", "none"]
#: The value of an objective: one number, or one a metric for lexicographic objectives. A bound may
#: be one number there too: it then speaks of the first metric only.
Value = int | tuple[int, ...]


class BadLimit(InputError, ValueError):
    """A limit that is no number, or a negative one."""


def first(value: Value) -> int:
    """Return the first metric of ``value``."""
    return value[0] if isinstance(value, tuple) else value


class Status(StrEnum):
    """The knowledge about a board.

    Attributes:
        OPTIMAL: the solution is the best one: its cost meets the proven bound.
        FEASIBLE: there is a solution; a better one is not excluded.
        INFEASIBLE: proven to have no solution.
        UNKNOWN: no solution is found, and none excluded.
    """

    OPTIMAL = "OPTIMAL"
    FEASIBLE = "FEASIBLE"
    INFEASIBLE = "INFEASIBLE"
    UNKNOWN = "UNKNOWN"


class StopReason(StrEnum):
    """The reason that a search ended.

    Attributes:
        COMPLETED: nothing was left to do.
        FIRST_SOLUTION: the solver stops at its first solution.
        DECIDED: it is known if a solution as good as asked for exists (`--decide`).
        TIME_LIMIT: the seconds were over.
        NODE_LIMIT: as many nodes as allowed were expanded.
        MEMORY_LIMIT: the tables were full.
        COST_LIMIT: only solutions above `--max-cost` are left.
        INTERRUPTED: by Ctrl-C, or the caller's cancel token.
    """

    COMPLETED = "COMPLETED"
    FIRST_SOLUTION = "FIRST_SOLUTION"
    DECIDED = "DECIDED"
    TIME_LIMIT = "TIME_LIMIT"
    NODE_LIMIT = "NODE_LIMIT"
    MEMORY_LIMIT = "MEMORY_LIMIT"
    COST_LIMIT = "COST_LIMIT"
    INTERRUPTED = "INTERRUPTED"

    @property
    def by_itself(self) -> bool:
        """True if the search reached its own end, and nothing stopped it."""
        return self in (StopReason.COMPLETED, StopReason.FIRST_SOLUTION, StopReason.DECIDED)


@explained
@dataclass(frozen=True, repr=False)
class Limits:
    """The limits at which a search has to stop; None is no limit.

    Attributes:
        time: seconds inside the solver.
        nodes: expanded nodes (exact: a limited run is reproducible).
        memory: bytes of the solver's tables; None is half of the machine's memory.
        max_cost: solutions whose first metric is above this are not looked for.
    """

    time: float | None = None
    nodes: int | None = None
    memory: int | None = None
    max_cost: int | None = None

    def __post_init__(self) -> None:
        for f in fields(self):
            value = getattr(self, f.name)
            if value is None:
                continue
            wanted = "a number of seconds" if f.name == "time" else "a whole number"
            fitting = (int, float) if f.name == "time" else int
            if isinstance(value, bool) or not isinstance(value, fitting):
                raise BadLimit(f"limit `{f.name}` must be {wanted}: {shown_value(value)}")
            if not value >= 0:
                raise BadLimit(f"limit `{f.name}` must not be negative: {value}")

    def __repr__(self) -> str:
        given = [
            f"{f.name}={value!r}"
            for f in fields(self)
            if (value := getattr(self, f.name)) is not None
        ]
        return f"Limits({', '.join(given)})"


def checked_limits(limits: Limits | None) -> Limits:
    """Return the given limits, or none at all.

    Raises:
        InputError: it is something else.
    """
    if limits is None:
        return Limits()
    if not isinstance(limits, Limits):
        raise InputError(f"limits are given as `Limits(time=…)`, not as {kind_of(limits)}")
    return limits


@dataclass
class Stats:
    """Counts of a search, in the terms of the field.

    Attributes:
        expanded: nodes whose successors were made.
        generated: successors made.
        evaluated: successors for which a bound was computed.
        reopened: nodes reached again at a better cost after they had been expanded.
        dead_ends: nodes dropped because no solution can follow.
        peak_memory: bytes of the solver's tables.
        wall_time: seconds inside the solver: no reading, formatting or verifying.
        total_time: seconds for the whole call of ``solve``.
    """

    expanded: int = 0
    generated: int = 0
    evaluated: int = 0
    reopened: int = 0
    dead_ends: int = 0
    peak_memory: int = 0
    wall_time: float = 0.0
    total_time: float = 0.0


@dataclass(frozen=True)
class Progress:
    """A snapshot of a running search, or of what follows it.

    Attributes:
        nodes: expanded so far.
        elapsed: seconds since the beginning.
        bound: proven so far.
        best: the value of the best solution so far.
        stage: the work in words, where it is no search: "making the certificate".
    """

    nodes: int
    elapsed: float
    bound: Value | None = None
    best: Value | None = None
    stage: str = ""


@dataclass(frozen=True)
class Answer:
    """A solver's answer to ``solve``, which replays the moves before anyone sees them.

    Attributes:
        stop_reason: why it ended.
        moves: the best solution found, or None.
        bound: proven bound on the objective (see :data:`Value`), or None.
        infeasible: True only if no solution exists, proven.
        proof: the ground of the bound, or of infeasibility; no solver leaves it to a default.
        notes: facts for the result, such as the algorithm that was chosen.
    """

    stop_reason: StopReason
    moves: tuple[str, ...] | None = None
    bound: Value | None = None
    infeasible: bool = False
    proof: Proof = field(kw_only=True)
    stats: Stats = field(default_factory=Stats)
    notes: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Certified:
    """A certificate that was written and then accepted by the checker (:mod:`gridproof.proof`).

    Attributes:
        file: its path, as the caller named it.
        kind: of the proof.
        bound: the proven bound; None: it proves that there is no solution.
        size: bytes of the file.
        sha256: of the file.
        counts: what the check counted.
        make_time: seconds of making the proof, after the board was solved.
        check_time: seconds of the check.
    """

    file: str
    kind: str
    bound: Value | None
    size: int
    sha256: str
    counts: Mapping[str, int] = field(default_factory=dict)
    make_time: float = 0.0
    check_time: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Result:
    """A checked answer. Impossible combinations raise :class:`InternalError` on construction.

    Attributes:
        status: the knowledge about the board.
        stop_reason: why the search ended.
        game: id of the game.
        objective: id of the objective.
        sense: "min" or "max".
        solver: name of the solver.
        solver_options: its settings that were not left at their defaults.
        digest: SHA-256 that names the board with its options and the rules' version.
        title: the board's title, if it has one.
        moves: the best solution, or None.
        solution: the same in the game's own notation, or None.
        cost: the solution's value of the objective.
        costs: every metric of the solution.
        bound: proven lower bound (minimising) or upper bound (maximising); see :data:`Value`.
        verified: True if the solution was replayed by the rules; only ``solve`` sets it.
        proof: what the bound rests on.
        stats: counts and times.
        versions: gridproof and the rules.
        notes: facts from the solver.
        certificate: what was written and checked, if anything was.
        level: the board that was solved, for drawing; no part of its JSON.
        start: the state of that board from which the moves lead, None for its first one.
    """

    status: Status
    stop_reason: StopReason
    game: str
    objective: str
    sense: Sense
    solver: str
    solver_options: Mapping[str, Any] = field(default_factory=dict)
    digest: str
    title: str | None = None
    moves: tuple[str, ...] | None = None
    solution: str | None = None
    cost: Value | None = None
    costs: Mapping[str, int] = field(default_factory=dict)
    bound: Value | None = None
    verified: bool = False
    proof: Proof = "none"
    stats: Stats = field(default_factory=Stats)
    versions: Mapping[str, str] = field(default_factory=dict)
    notes: Mapping[str, Any] = field(default_factory=dict)
    certificate: Certified | None = None
    level: Any = field(default=None, repr=False, compare=False)
    start: Any = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        def check(holds: bool, rule: str) -> None:
            if not holds:
                raise InternalError(
                    f"inconsistent result of {self.game}/{self.solver}: {rule} "
                    f"(status {self.status}, stop {self.stop_reason}, "
                    f"cost {self.cost}, bound {self.bound})"
                )

        status, solved = self.status, self.cost is not None
        check(solved == (self.moves is not None), "a cost comes with moves, and moves with a cost")
        check(
            solved == (status in (Status.OPTIMAL, Status.FEASIBLE)),
            "exactly OPTIMAL and FEASIBLE have a solution",
        )
        check(
            status is not Status.OPTIMAL or self.cost == self.bound,
            "OPTIMAL means that the cost is the bound",
        )
        check(
            status is not Status.INFEASIBLE or self.stop_reason is StopReason.COMPLETED,
            "INFEASIBLE means that the search was completed",
        )
        check(not self.verified or solved, "only a solution can be verified")
        check(
            self.proof != "certificate"
            or (self.certificate is not None and self.certificate.bound == self.bound),
            "what rests on a certificate is what it proves",
        )
        if self.cost is not None and self.bound is not None:
            cost, bound = self.cost, self.bound
            if isinstance(cost, tuple) != isinstance(bound, tuple):
                cost, bound = first(cost), first(bound)
            better = cost < bound if self.sense == "min" else cost > bound  # type: ignore[operator]
            check(not better, "a cost is never better than the bound")

    def _repr_html_(self) -> str | None:
        shown: str | None = load("gridproof.render.notebook:of_result")(self)
        return shown

    def __bool__(self) -> NoReturn:
        """Refuse: `if result:` would hide which status is meant."""
        raise TypeError(
            "a result is neither true nor false; compare `result.status`, or look at `result.moves`"
        )

    def to_json(self) -> dict[str, Any]:
        """Return the result as a JSON object (without the file and the level's number)."""
        record: dict[str, Any] = {
            "title": self.title,
            "game": self.game,
            "digest": self.digest,
            "objective": self.objective,
            "solver": self.solver,
            "status": str(self.status),
            "stop_reason": str(self.stop_reason),
            "cost": self.cost,
            "bound": self.bound,
            "costs": dict(self.costs),
            "solution": self.solution,
            "verified": self.verified,
            "proof": self.proof,
            "stats": asdict(self.stats),
            "versions": dict(self.versions),
        }
        if self.solver_options:
            record["solver_options"] = dict(self.solver_options)
        if self.notes:
            record["notes"] = dict(self.notes)
        if self.certificate is not None:
            record["certificate"] = asdict(self.certificate)
        return record
