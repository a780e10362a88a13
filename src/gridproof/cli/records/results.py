"""The JSON of verbs about many runs, and of `doctor`."""

from typing import Annotated, Any, TypedDict

from gridproof.cli.records.boards import (
    Amount,
    CertificateFile,
    OfBoard,
    Record,
    Stats,
    Versions,
)
from gridproof.result import Proof

__all__ = ["Compared", "Doctor", "ExperimentRow", "Exported", "Run", "Standing"]


class Run(Record):
    """A call of `batch run`."""

    total: Annotated[int, "runs of the plan"]
    before: Annotated[int, "runs that were done before"]
    done: Annotated[int, "runs that ended now"]
    solved: Annotated[int, "runs with a solution"]
    proven: Annotated[int, "runs that are OPTIMAL or INFEASIBLE"]
    failed: Annotated[int, "runs that crashed or were ended"]
    left: Annotated[int, "runs that are still to do"]
    damaged: Annotated[int, "certificates that are missing or changed"]
    seconds: Annotated[float, "seconds of the call"]


class Counts(TypedDict):
    """The numbers of runs."""

    done: Annotated[int, "runs that ended"]
    pending: Annotated[int, "runs that wait"]
    running: Annotated[int, "runs that are under way"]
    failed: Annotated[int, "runs that crashed or were ended"]
    solved: Annotated[int, "runs with a solution"]
    proven: Annotated[int, "runs that are OPTIMAL or INFEASIBLE"]


class SolverCounts(Counts):
    """The numbers of one solver's runs."""

    solver: Annotated[str, "solver with its options"]


class Standing(Record, Counts):
    """The state of a store."""

    solvers: Annotated[list[SolverCounts], "the same of each solver"]


class Failure(TypedDict):
    """The reason that a run failed."""

    kind: Annotated[str, "kind of the failure"]
    reason: Annotated[str, "the failure for people"]
    trace: Annotated[str | None, "Python's report"]


class Exported(OfBoard):
    """A run that ended; fields of results are null where it failed."""

    also: Annotated[list[list[Any]], "other places of the same board: file and number"]
    optimum: Annotated[str | None, "optimum that the board's header says"]
    objective: Annotated[str, "id of the objective"]
    solver: Annotated[str, "id of the solver"]
    solver_options: Annotated[dict[str, Any], "options of the solver, by name"]
    limits: Annotated[dict[str, float], "limits of the run, by name"]
    status: Annotated[str | None, "one of the [statuses](statuses.md)"]
    stop_reason: Annotated[str | None, "one of the [stop reasons](statuses.md)"]
    cost: Annotated[Amount | None, "value of the objective"]
    bound: Annotated[Amount | None, "proven bound of it"]
    costs: Annotated[dict[str, int], "every metric of the solution, by name"]
    solution: Annotated[str | None, "solution in the game's notation"]
    verified: Annotated[bool, "the rules accept the solution"]
    proof: Annotated[Proof, "ground of the bound"]
    stats: Annotated[Stats | None, "counts of the search"]
    versions: Annotated[Versions, "programs that made the result"]
    notes: Annotated[dict[str, Any], "facts from the solver, which differ by solver"]
    certificate: Annotated[CertificateFile | None, "certificate that was written"]
    error: Annotated[Failure | None, "the reason that the run failed"]


class Answer(TypedDict):
    """The answer of a run."""

    solver: Annotated[str, "id of the solver"]
    version: Annotated[str, "version of gridproof"]
    status: Annotated[str | None, "one of the [statuses](statuses.md); null: the run failed"]
    cost: Annotated[Amount | None, "value of the objective"]
    bound: Annotated[Amount | None, "proven bound of it"]
    proof: Annotated[Proof, "ground of the bound"]
    seconds: Annotated[float | None, "seconds inside the solver"]
    error: Annotated[str | None, "kind of the failure"]


class StoredAnswer(Answer):
    """The answer of a run of one of the stores."""

    store: Annotated[str, "the store"]


class Alarm(TypedDict):
    """Answers that cannot all be true."""

    board: Annotated[str, "name of the board"]
    digest: Annotated[str, "digest of the board"]
    objective: Annotated[str, "id of the objective"]
    text: Annotated[str, "the contradiction for people"]
    findings: Annotated[list[StoredAnswer], "the answers"]


class Change(TypedDict):
    """A run that ended in another way."""

    kind: Annotated[str, "kind of the change"]
    board: Annotated[str, "name of the board"]
    digest: Annotated[str, "digest of the board"]
    objective: Annotated[str, "id of the objective"]
    solver: Annotated[str, "id of the later solver"]
    solver_options: Annotated[dict[str, Any], "options of that solver"]
    before: Annotated[Answer, "the earlier answer"]
    after: Annotated[Answer, "the later answer"]
    ratio: Annotated[float | None, "seconds, later to earlier"]


class SpeedChange(TypedDict):
    """The change of the times of a solver."""

    name: Annotated[str, "the solver, or `all`"]
    runs: Annotated[int, "pairs of runs that are long enough"]
    ratio: Annotated[float | None, "geometric mean of later to earlier seconds"]


class Compared(Record):
    """The differences of two stores, or of two solvers."""

    pairs: Annotated[int, "runs of both sides"]
    alarms: Annotated[list[Alarm], "answers that cannot all be true"]
    changes: Annotated[list[Change], "runs that ended in another way"]
    speeds: Annotated[list[SpeedChange], "times of each solver, and of all"]
    boards_before: Annotated[list[str], "boards of the first side only"]
    boards_after: Annotated[list[str], "boards of the second side only"]
    runs_before: Annotated[int, "other runs of the first side only"]
    runs_after: Annotated[int, "other runs of the second side only"]


class ExperimentRow(Record):
    """A row of an experiment's table; its further fields are the columns of that table."""

    experiment: Annotated[str, "name of the experiment"]
    seed: Annotated[int, "seed of the random boards"]


class Part(TypedDict):
    """A package of an optional part."""

    version: Annotated[str | None, "its version; null: it is not installed"]
    extra: Annotated[str, "name of the part"]
    install: Annotated[str | None, "command that installs it; null: it is there"]


class Doctor(Record):
    """The installation."""

    gridproof: Annotated[str, "version of gridproof"]
    python: Annotated[str, "version of Python"]
    platform: Annotated[str, "the operating system"]
    memory_limit: Annotated[int, "bytes that a search may take without `--memory`"]
    games: Annotated[list[str], "ids of the games"]
    kernels: Annotated[dict[str, str], "compiled kernels: `ok`, or the reason that one is missing"]
    packages: Annotated[dict[str, str | None], "versions of packages that are needed"]
    optional: Annotated[dict[str, Part], "packages of optional parts, by name"]
