"""The JSON of verbs that read boards: one object a board."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from gridproof.result import Proof

__all__ = [
    "Amount",
    "CertificateFile",
    "Checked",
    "Curated",
    "LeftOut",
    "OfBoard",
    "Rated",
    "Record",
    "Shown",
    "Solved",
    "Stats",
    "Verified",
    "Versions",
]

#: A value of an objective: a number, or one a metric for lexicographic objectives.
Amount = int | list[int]


class Record(TypedDict):
    """The field that every object has."""

    v: Annotated[Literal[1], "version of these fields"]


class OfBoard(Record):
    """The place and the name of a board."""

    file: Annotated[str, "file with the board"]
    level: Annotated[int, "number of the board in its file, from 1"]
    title: Annotated[str | None, "title of the board"]
    game: Annotated[str, "id of the game"]
    digest: Annotated[str, "SHA-256 of rules, options and board: equal for equal boards"]


class Shown(OfBoard):
    """A board."""

    width: Annotated[int, "columns"]
    height: Annotated[int, "rows"]
    options: Annotated[dict[str, str], "options that are not at their defaults, by name"]
    facts: Annotated[list[str], "other facts for people"]
    info: Annotated[dict[str, str], "header lines without effect, such as `author`"]
    saved_solutions: Annotated[int, "solutions that are saved beside the board"]
    board: Annotated[str, "the board in the game's most expressive format"]


class Stats(TypedDict):
    """The counts of a search."""

    expanded: Annotated[int, "nodes whose successors were made"]
    generated: Annotated[int, "successors made"]
    evaluated: Annotated[int, "successors for which a bound was computed"]
    reopened: Annotated[int, "nodes that were reached again at a better cost"]
    dead_ends: Annotated[int, "nodes dropped because no solution can follow"]
    peak_memory: Annotated[int, "bytes of the solver's tables"]
    wall_time: Annotated[float, "seconds inside the solver"]
    total_time: Annotated[float, "seconds of all, with reading and verifying"]


class Versions(TypedDict):
    """The programs that made a result."""

    gridproof: Annotated[str, "version of gridproof"]
    rules: NotRequired[Annotated[str, "version of the game's rules"]]


class CertificateFile(TypedDict):
    """A certificate that was written and checked."""

    file: Annotated[str, "path of the certificate"]
    kind: Annotated[str, "kind of the proof"]
    bound: Annotated[Amount | None, "proven bound; null: no solution exists"]
    size: Annotated[int, "bytes"]
    sha256: Annotated[str, "SHA-256 of the file"]
    counts: Annotated[dict[str, int], "amounts that the check counted, by name"]
    make_time: Annotated[float, "seconds of making the proof"]
    check_time: Annotated[float, "seconds of the check"]


class Solved(OfBoard):
    """A result."""

    objective: Annotated[str, "id of the objective"]
    solver: Annotated[str, "id of the solver; `portfolio` if several had a part in it"]
    solver_options: NotRequired[
        Annotated[dict[str, Any], "options of the solver that are not at their defaults"]
    ]
    status: Annotated[str, "one of the [statuses](statuses.md)"]
    stop_reason: Annotated[str, "one of the [stop reasons](statuses.md)"]
    cost: Annotated[Amount | None, "value of the objective; null: no solution is known"]
    bound: Annotated[Amount | None, "proven bound of it; null: none"]
    costs: Annotated[dict[str, int], "every metric of the solution, by name"]
    solution: Annotated[str | None, "solution in the game's notation"]
    verified: Annotated[bool, "the rules accept the solution"]
    proof: Annotated[Proof, "ground of the bound"]
    stats: Annotated[Stats, "counts of the search"]
    versions: Annotated[Versions, "programs that made the result"]
    notes: NotRequired[Annotated[dict[str, Any], "facts from the solver, which differ by solver"]]
    certificate: NotRequired[Annotated[CertificateFile, "certificate that was written"]]


class Verdict(TypedDict):
    """The findings of a certificate's check."""

    accepted: Annotated[bool, "the certificate proves its claim"]
    reason: Annotated[str | None, "why it is not accepted"]
    stop_reason: Annotated[str | None, "limit that came first, a [stop reason](statuses.md)"]
    game: Annotated[str | None, "id of the game"]
    title: Annotated[str | None, "title of the board in it"]
    digest: Annotated[str | None, "digest of the board in it"]
    objective: Annotated[str | None, "id of the objective"]
    kind: Annotated[str | None, "kind of the proof"]
    status: Annotated[str, "one of the [statuses](statuses.md): what is proven"]
    cost: Annotated[Amount | None, "value of its own solution"]
    bound: Annotated[Amount | None, "proven bound; null: none, or no solution exists"]
    stands_for: Annotated[
        dict[str, Any] | None, "instance of a hard problem that the board was found to stand for"
    ]
    instance_digest: Annotated[str | None, "digest of that instance; of the board if it has none"]
    contradictions: Annotated[list[str], "headers of the board that the proof contradicts"]
    counts: Annotated[dict[str, int], "amounts that the check counted, by name"]
    seconds: Annotated[float, "seconds of the check"]


class Checked(Record, Verdict):
    """The verdict on a certificate."""

    file: Annotated[str, "file of the certificate"]


class Verified(OfBoard):
    """The verdict on a solution."""

    objective: Annotated[str, "id of the objective"]
    valid: Annotated[bool, "the rules accept the solution"]
    cost: Annotated[Amount | None, "value of the objective; null: it is not valid"]
    costs: Annotated[dict[str, int], "every metric of the solution, by name"]
    fault: Annotated[str | None, "why it is not valid"]
    move_number: Annotated[int | None, "number of the move at fault, from 1"]
    optimal: NotRequired[Annotated[bool, "with `--certificate`: it is proven to be optimal"]]
    doubt: NotRequired[Annotated[str | None, "with `--certificate`: why that is not proven"]]
    certificate: NotRequired[Annotated[Verdict, "with `--certificate`: the findings of its check"]]


class Without(TypedDict):
    """A change that makes a board easier."""

    without: Annotated[str, "what is taken away"]
    cells: Annotated[list[list[int]], "columns and rows of it, from 0"]
    level: Annotated[str, "the board without it"]
    solution: Annotated[str | None, "solution of that board"]


class WhatIf(TypedDict):
    """The changes that would make a board easier."""

    best: Annotated[list[Without], "the changes that help most"]
    cost: Annotated[Amount | None, "optimum with one of them; null: none helps"]
    gain: Annotated[int | None, "difference of the first metric; null: none, or unsolvable before"]
    tried: Annotated[int, "changes that were tried"]
    open: Annotated[int, "changes whose optimum is not proven"]
    ending: Annotated[str, "a [stop reason](statuses.md)"]
    certain: Annotated[bool, "no other change can be better"]


class Rated(OfBoard):
    """The difficulty of a board."""

    objective: Annotated[str, "id of the objective"]
    status: Annotated[str, "one of the [statuses](statuses.md)"]
    values: Annotated[
        dict[str, int | float | list[int] | None],
        "measures by id, see `gridproof list GAME`",
    ]
    approximate: Annotated[bool, "the solution is not proven to be the best"]
    at_least: Annotated[list[str], "measures that are lower bounds"]
    cost: Annotated[Amount | None, "value of the objective"]
    bound: Annotated[Amount | None, "proven bound of it"]
    solution: Annotated[str | None, "solution in the game's notation"]
    solver: Annotated[str, "id of the solver"]
    versions: Annotated[Versions, "programs that made the result"]
    what_if: NotRequired[Annotated[WhatIf | None, "with `--what-if`; null: the optimum is open"]]


class Curated(OfBoard):
    """A board that is kept."""

    number: Annotated[int, "its number in the collection"]
    score: Annotated[float | None, "score of difficulty, in bits"]
    at_least: Annotated[bool, "the score is a lower bound"]
    status: Annotated[str, "one of the [statuses](statuses.md)"]
    cost: Annotated[Amount | None, "value of the objective"]
    bound: Annotated[Amount | None, "proven bound of it"]


class Place(TypedDict):
    """The place of another board."""

    file: Annotated[str, "file with the board"]
    level: Annotated[int, "number of the board in its file, from 1"]


class LeftOut(Record):
    """A board that is left out."""

    file: Annotated[str, "file with the board"]
    level: Annotated[int, "number of the board in its file, from 1"]
    left_out: Annotated[Literal["double", "unsolvable"], "the reason"]
    of: NotRequired[Annotated[Place, "the board that it is the same as"]]
