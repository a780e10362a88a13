"""``gridproof certify``: solves boards, and writes certificates that the checker has accepted."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from functools import partial
from typing import Annotated

from cyclopts import Parameter

from gridproof.cli import messages
from gridproof.cli.exit_codes import ExitCode
from gridproof.cli.inputs import (
    Board,
    Boards,
    limits_of,
    parse_settings,
    seconds,
    whole,
)
from gridproof.cli.outputs import Outputs, check_inputs, check_places
from gridproof.cli.pages import Pages
from gridproof.cli.solutions import find_solutions, solution_of, solution_text
from gridproof.cli.solve import result_line
from gridproof.cli.solve_boards import Reporting, knows, solve_each
from gridproof.errors import InputError
from gridproof.limits import CancelToken
from gridproof.result import Result, Status
from gridproof.solving.certify import certify
from gridproof.solving.messages import certified
from gridproof.visible import label, visible

__all__ = ["command"]


def command(
    *files: Annotated[str, Parameter(help="Files or folders of boards; `-` is standard input.")],
    out: Annotated[str, Parameter(help="Where to write: a file, or a folder for all boards.")],
    game: Annotated[str | None, Parameter(help="The game, where a file does not tell.")] = None,
    level: Annotated[str | None, Parameter(help="Only this board: its number or title.")] = None,
    set_: Annotated[
        list[str] | None,
        Parameter(name="--set", help="An option of the game, `option=value`.", negative=""),
    ] = None,
    objective: Annotated[str | None, Parameter(help="What to optimise.")] = None,
    solver: Annotated[str | None, Parameter(help="How to solve it; see `gridproof list`.")] = None,
    solver_option: Annotated[
        list[str] | None,
        Parameter(help="A setting of the solver, `option=value`.", negative=""),
    ] = None,
    solution: Annotated[
        str | None,
        Parameter(help="What is known: a file, as `solve` prints it, or the solution itself."),
    ] = None,
    time: Annotated[
        float | None,
        Parameter(help="Seconds to solve, to make, and to check each.", converter=seconds),
    ] = None,
    nodes: Annotated[
        int | None, Parameter(help="Expanded nodes of the solver.", converter=whole)
    ] = None,
    memory: Annotated[
        str | None,
        Parameter(
            help="Memory of the tables, and of the check, such as 2GiB; default: half of it all."
        ),
    ] = None,
    max_cost: Annotated[
        int | None, Parameter(help="Do not look for dearer solutions.", converter=whole)
    ] = None,
    quiet: Annotated[bool, Parameter(help="No progress.", negative="")] = False,
    json: Annotated[bool, Parameter(help="One JSON object a board.", negative="")] = False,
    html: Annotated[
        str | None,
        Parameter(
            help="Write a page that plays the solution and leads to the certificate: a file, or a "
            "folder for all boards and an index."
        ),
    ] = None,
) -> int:
    """Solve boards, and write certificates of what is proven.

    A certificate holds the board, the solution, and a proof that none is better,
    which `gridproof check` accepts without any solver; it is written when it has
    been checked. Prints a line a board, as `solve` does, and one that says where
    the certificate is, or why there is none. The exit code is 3 if some optimum is
    not certified: only a bound, or nothing.
    """
    limits = limits_of(time, nodes, memory, max_cost)
    settings = parse_settings(solver_option or [], "--solver-option")
    known = None if solution is None else find_solutions(solution_text(solution))
    boards = Boards(files, game=game, level=level, settings=set_ or [])
    places = Outputs(out, ".gpc", len(boards.files))
    if places.is_stdout:
        raise InputError("a certificate is read again when it is checked: name a file for it")
    pages = None if html is None else Pages(html, boards.files)
    check_inputs([out] if html is None else [out, html], boards.files)
    taken: Iterable[Board] = places.of(boards)
    if pages is not None:
        check_places([places, pages], alone=not json)
        taken = pages.of(taken)
    token = CancelToken()
    run = partial(
        certify,
        objective=objective,
        solver=solver,
        solver_options=settings,
        limits=limits,
        cancel=token,
    )

    def certify_one(board: Board, progress: Reporting) -> Result:
        return run(
            board.level,
            places.path(board),
            below=places.folder,
            game=board.game,
            incumbent=solution_of(board, known, "--solution"),
            progress=progress,
        )

    def write(board: Board, result: Result) -> None:
        if pages is not None:
            pages.add(board, result)

    def tell(board: Board, result: Result) -> ExitCode:
        if json:
            messages.print_json({"file": board.file, "level": board.number} | result.to_json())
        elif pages is None or not pages.is_stdout:
            messages.out(f"{result_line(board, result)}\n{_about(board, result)}")
            messages.flush()
        return _code(result)

    def asked(board: Board) -> bool:
        return knows(board, objective, solver, settings)

    with ExitStack() as at_end:
        if pages is not None:
            at_end.callback(pages.close)
        return solve_each(
            boards,
            taken,
            certify_one,
            tell=tell,
            write=write,
            asked=asked,
            token=token,
            quiet=quiet,
        )


def _code(result: Result) -> ExitCode:
    """The exit code of a board: only an optimum, or that there is none, is an answer."""
    settled = result.status in (Status.OPTIMAL, Status.INFEASIBLE)
    return ExitCode.ANSWERED if settled and result.proof == "certificate" else ExitCode.UNFINISHED


def _about(board: Board, result: Result) -> str:
    """Where the certificate is and how it was checked, or why there is none, for people."""
    made = result.certificate
    if made is None:
        return visible(f"not certified: {result.notes['uncertified']}")
    metrics = board.game.objective(result.objective).metrics
    said = certified(made, result.cost, result.sense, metrics)
    return f"{label(made.file)}: {visible(said)}"
