"""``gridproof certify``: solves boards, and writes certificates that the checker has accepted."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Annotated, Any

from cyclopts import Parameter

from gridproof.cli import messages
from gridproof.cli.exit_codes import ExitCode
from gridproof.cli.inputs import Board, Boards
from gridproof.cli.outputs import Outputs, check_inputs, check_places
from gridproof.cli.pages import Pages
from gridproof.cli.parameters import (
    BoardFiles,
    BoardOptions,
    LimitOptions,
    OutputOptions,
    SolverOptions,
    group,
    seconds,
    whole,
)
from gridproof.cli.solutions import find_solutions, solution_of, solution_text
from gridproof.cli.solve import result_line
from gridproof.cli.solve_boards import Reporting, knows, solve_each
from gridproof.errors import InputError, Unwritable
from gridproof.limits import CancelToken
from gridproof.result import Result, Status
from gridproof.solving.certify import certified as with_certificate
from gridproof.solving.messages import certified
from gridproof.solving.solve import solve
from gridproof.visible import label, visible

__all__ = ["command"]


@group
@dataclass(frozen=True, kw_only=True)
class CertifyLimits(LimitOptions):
    """Limits of the search, of making the certificate, and of its check."""

    time: Annotated[
        float | None,
        Parameter(
            alias="-t",
            metavar="SECONDS",
            help="Seconds to solve, to make, and to check each.",
            converter=seconds,
        ),
    ] = None
    nodes: Annotated[
        int | None,
        Parameter(
            alias="-n", metavar="COUNT", help="Expanded nodes of the solver.", converter=whole
        ),
    ] = None
    memory: Annotated[
        str | None,
        Parameter(
            alias="-m",
            metavar="SIZE",
            help="Memory of tables, and of the check, such as 2GiB; else half of the machine's.",
        ),
    ] = None


def command(
    *files: BoardFiles,
    out: Annotated[
        str,
        Parameter(
            alias="-o",
            metavar="FILE|FOLDER",
            help="Write certificates here: a file, or a folder for all boards.",
        ),
    ],
    selection: BoardOptions = BoardOptions(),
    method: SolverOptions = SolverOptions(),
    solution: Annotated[
        str | None,
        Parameter(
            metavar="SOLUTION|FILE",
            help="A known solution: itself, or a file as `solve` prints it.",
        ),
    ] = None,
    limit_options: CertifyLimits = CertifyLimits(),
    output: OutputOptions = OutputOptions(),
    html: Annotated[
        str | None,
        Parameter(
            metavar="FILE|FOLDER",
            help="Write a page that plays the solution and leads to the certificate: a file, or a "
            "folder for all boards and an index.",
        ),
    ] = None,
) -> int:
    """Solve boards, and write certificates of what is proven.

    A certificate holds the board, the solution, and a proof that none is better,
    which `gridproof check` accepts without any solver; it is written when it has
    been checked. Prints a line a board, as `solve` does, and one that says where
    the certificate is, or why there is none. The exit code is 3 if some optimum is
    not certified: only a bound, or nothing.

    Examples:
        gridproof certify board.txt --out board.gpc
        gridproof certify set.txt --out proofs/ --objective moves
    """
    limits, settings = limit_options.limits(), method.options()
    known = None if solution is None else find_solutions(solution_text(solution))
    boards = Boards(files, selection, quiet=output.quiet)
    places = Outputs(out, ".gpc", len(boards.files))
    if places.is_stdout:
        raise InputError("a certificate is read again when it is checked: name a file for it")
    pages = None if html is None else Pages(html, boards.files)
    check_inputs([out] if html is None else [out, html], boards.files)
    taken: Iterable[Board] = places.of(boards)
    if pages is not None:
        check_places([places, pages], alone=not output.json)
        taken = pages.of(taken)
    token = CancelToken()

    def certify_one(board: Board, progress: Reporting) -> Result:
        how: dict[str, Any] = {"game": board.game, "limits": limits, "cancel": token}
        how["progress"] = progress
        result = solve(
            board.level,
            objective=method.objective,
            solver=method.solver,
            solver_options=settings,
            incumbent=solution_of(board, known, "--solution"),
            **how,
        )
        try:
            return with_certificate(result, places.path(board), below=places.folder, **how)
        except Unwritable as problem:  # the search may have taken hours
            tell(board, replace(result, notes={**result.notes, "uncertified": str(problem)}))
            raise

    def write(board: Board, result: Result) -> None:
        if pages is not None:
            pages.add(board, result)

    def tell(board: Board, result: Result) -> ExitCode:
        if output.json:
            messages.print_json({"file": board.file, "level": board.number} | result.to_json())
        elif pages is None or not pages.is_stdout:
            messages.out(f"{result_line(board, result)}\n{_about(board, result)}")
            messages.flush()
        return _code(result)

    def asked(board: Board) -> bool:
        return knows(board, method.objective, method.solver, settings)

    with ExitStack() as at_end:
        if pages is not None:
            at_end.enter_context(pages)
        return solve_each(
            boards,
            taken,
            certify_one,
            tell=tell,
            write=write,
            asked=asked,
            token=token,
            quiet=output.quiet,
        )


def _code(result: Result) -> ExitCode:
    """Return the exit code of a board: only an optimum, or that there is none, is an answer."""
    settled = result.status in (Status.OPTIMAL, Status.INFEASIBLE)
    return ExitCode.ANSWERED if settled and result.proof == "certificate" else ExitCode.UNFINISHED


def _about(board: Board, result: Result) -> str:
    """Say where the certificate is and how it was checked, or why there is none."""
    made = result.certificate
    if made is None:
        return visible(f"not certified: {result.notes['uncertified']}")
    metrics = board.game.objective(result.objective).metrics
    said = certified(made, result.cost, result.sense, metrics)
    return f"{label(made.file)}: {visible(said)}"
