"""The JSON of verbs that list, make and turn boards."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from gridproof.cli.records.boards import Amount, CertificateFile, OfBoard, Record
from gridproof.result import Proof, Sense

__all__ = [
    "AnsweredBoard",
    "AnsweredInstance",
    "Audited",
    "ExportedBoard",
    "ExportedInstance",
    "Generated",
    "ListedGame",
    "ListedReduction",
    "Mapped",
    "Reduced",
]


class Option(TypedDict):
    """An option or parameter."""

    name: Annotated[str, "name of the option"]
    default: Annotated[str | None, "value without it; null: none"]
    summary: Annotated[str, "one line for people"]
    choices: NotRequired[Annotated[list[str], "all values, if they are few"]]
    expert: NotRequired[Annotated[Literal[True], "it matters to those who study the solver"]]


class ListedObjective(TypedDict):
    """An objective of a game."""

    id: Annotated[str, "name on the command line"]
    metrics: Annotated[list[str], "metrics, the most important first"]
    sense: Annotated[Sense, "smaller or larger values are better"]
    summary: Annotated[str, "one line for people"]


class ListedSolver(TypedDict):
    """A solver of a game."""

    id: Annotated[str, "name on the command line"]
    summary: Annotated[str, "one line for people"]
    objectives: Annotated[list[str], "ids of the objectives that it solves"]
    supports: Annotated[list[str], "features such as `certificate`"]
    options: Annotated[list[Option], "its own options"]


class Form(TypedDict):
    """A kind of proofs, or an export."""

    id: Annotated[str, "name on the command line"]
    summary: Annotated[str, "one line for people"]
    objectives: Annotated[list[str], "ids of the objectives that it is for"]


class ListedGenerator(TypedDict):
    """A generator of a game's levels."""

    id: Annotated[str, "name on the command line"]
    summary: Annotated[str, "one line for people"]
    parameters: Annotated[list[Option], "its parameters"]


class ListedMeasure(TypedDict):
    """A measure of difficulty."""

    id: Annotated[str, "name of the value in `rate --json`"]
    title: Annotated[str, "heading of its column"]
    summary: Annotated[str, "one line for people"]


class Problem(TypedDict):
    """The hard problem that a reduction starts from."""

    id: Annotated[str, "name of the problem"]
    title: Annotated[str, "name for people"]
    formats: Annotated[list[str], "forms of its instances' files"]
    random: Annotated[str, "form of the size of random instances"]
    options: Annotated[list[Option], "options of instances"]
    exports: Annotated[list[Form], "forms for other programs"]


class Reduction(TypedDict):
    """A reduction."""

    reduction: Annotated[str, "id of the reduction"]
    title: Annotated[str, "name for people"]
    summary: Annotated[str, "one line for people"]
    published: Annotated[str | None, "publication of the theorem; null: it is claimed here"]
    source: Annotated[Problem, "the problem that it starts from"]
    game: Annotated[str, "id of the game of its boards"]
    options: Annotated[list[Option], "options of its boards"]


class ListedReduction(Record, Reduction):
    """A reduction."""


class ListedGame(Record):
    """A game."""

    game: Annotated[str, "id of the game"]
    title: Annotated[str, "name for people"]
    aliases: Annotated[list[str], "other names on the command line"]
    rules: Annotated[int, "version of the rules"]
    objectives: Annotated[list[ListedObjective], "objectives, the default first"]
    solvers: Annotated[list[ListedSolver], "solvers, the default first"]
    proofs: Annotated[list[Form], "kinds of proofs that `certify` writes"]
    generators: Annotated[list[ListedGenerator], "generators, the default first"]
    measures: Annotated[list[ListedMeasure], "measures of `rate`"]
    baseline: Annotated[str | None, "solver that plays simply, for gaps"]
    options: Annotated[list[Option], "options of levels"]
    formats: Annotated[list[str], "formats of files"]
    exports: Annotated[list[Form], "forms for other programs"]
    reductions: Annotated[list[Reduction], "reductions to the game"]


class Generated(Record):
    """A level that was made."""

    game: Annotated[str, "id of the game"]
    id: Annotated[str, "ID that makes the level again"]
    level: Annotated[str, "the board in the game's most expressive format"]
    digest: Annotated[str, "digest of the board"]
    objective: Annotated[str, "id of the objective"]
    cost: Annotated[Amount | None, "proven optimum"]
    costs: Annotated[dict[str, int], "every metric of the solution, by name"]
    solution: Annotated[str | None, "solution in the game's notation"]
    verified: Annotated[bool, "the rules accept the solution"]
    proof: Annotated[Proof, "ground of the optimum"]
    gap: Annotated[int | None, "difference to the simple player; null: not asked for"]
    seed: Annotated[str, "seed and number of the level"]
    generator: Annotated[str, "id of the generator"]
    version: Annotated[int, "version of the generator"]


class Reduced(Record):
    """A board that stands for an instance."""

    reduction: Annotated[str, "id of the reduction"]
    instance: Annotated[str, "the instance in its own format"]
    options: Annotated[dict[str, str], "options of the reduction, by name"]
    k: Annotated[int, 'the board can be solved this well exactly if the instance is a "yes"']
    game: Annotated[str, "id of the game"]
    level: Annotated[str, "the board"]
    size: Annotated[list[int], "columns and rows"]
    audit: Annotated[Literal["passed", "refused"], "verdict of the audit"]
    faults: Annotated[list[str], "conditions that do not hold"]
    warnings: Annotated[list[str], "remarks for users of the board"]
    map: Annotated[dict[str, Any], "meaning of the board's parts, which differs by reduction"]


class Mapped(Record):
    """A solution of a board, and the witness that belongs to it."""

    reduction: Annotated[str, "id of the reduction"]
    k: Annotated[int, "bound of the board"]
    game: Annotated[str, "id of the game"]
    digest: Annotated[str, "digest of the board"]
    objective: Annotated[str, "id of the objective"]
    cost: Annotated[Amount | None, "value of the solution"]
    solution: Annotated[str, "solution in the game's notation"]
    witness: Annotated[str, "solution of the instance"]


class ConditionFault(TypedDict):
    """A place where a condition does not hold."""

    message: Annotated[str, "the fault"]
    cell: Annotated[list[int] | None, "column and row, from 0"]


class AuditCondition(TypedDict):
    """A condition of the proof."""

    id: Annotated[str, "name of the condition"]
    text: Annotated[str, "the condition for people"]
    checked: Annotated[int, "things that were checked"]
    faults: Annotated[list[ConditionFault], "places where it does not hold"]


class Audited(Record):
    """The verdict of an audit."""

    reduction: Annotated[str, "id of the reduction"]
    k: Annotated[int, "bound of the board"]
    game: Annotated[str, "id of the game"]
    digest: Annotated[str, "digest of the board"]
    audit: Annotated[Literal["passed", "refused"], "the verdict"]
    conditions: Annotated[list[AuditCondition], "every condition of the proof"]
    certificate: NotRequired[Annotated[CertificateFile, "with `--out`: the certificate"]]


class OfExport(OfBoard):
    """A board and the form that it is exported to."""

    objective: Annotated[str, "id of the objective"]
    export: Annotated[str, "name of the form"]


class ExportedBoard(OfExport):
    """A board for another program."""

    text: Annotated[str, "text of the file"]
    beside: Annotated[dict[str, str], "texts of files that belong beside it, by name"]


class AnsweredBoard(OfExport):
    """Another program's answer (`--answer`), as a solution."""

    cost: Annotated[Amount, "value of the solution"]
    costs: Annotated[dict[str, int], "every metric of the solution, by name"]
    solution: Annotated[str, "solution in the game's notation"]


class ExportedInstance(Record):
    """An instance of a hard problem for another program."""

    source: Annotated[str, "id of the problem"]
    export: Annotated[str, "name of the form"]
    text: Annotated[str, "text of the file"]


class AnsweredInstance(Record):
    """Another program's answer to an instance (`--answer`)."""

    source: Annotated[str, "id of the problem"]
    witness: Annotated[str, "solution of the instance"]
