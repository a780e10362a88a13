"""``gridproof solve``: every board to proven optimum, or as far as the limits allow."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from gridproof.cli import messages
from gridproof.cli.exit_codes import ExitCode, of_statuses
from gridproof.cli.inputs import Board, Boards
from gridproof.cli.outputs import Outputs, check_places
from gridproof.cli.pages import Pages
from gridproof.cli.parameters import (
    BoardFiles,
    BoardOptions,
    LimitOptions,
    OutputOptions,
    SolverOptions,
    group,
    whole,
)
from gridproof.cli.solutions import Solution, find_solutions, solution_of, solution_text
from gridproof.cli.solve_boards import Reporting, knows, solve_each
from gridproof.errors import InputError, shorten
from gridproof.limits import CancelToken
from gridproof.result import Result, Status, StopReason, Value
from gridproof.solving.messages import achieved, limit
from gridproof.solving.solve import check_improve, check_jobs, decision, solve
from gridproof.specs import Feature

__all__ = ["command"]


@group
@dataclass(frozen=True, kw_only=True)
class RequestOptions:
    """The answer that is wanted of the solver, and how many work on it.

    Attributes:
        decide: the value that is as good as an optimum, or better: ``K`` or ``K,L``.
        improve: a solution that is to be made better, or a file with some.
        jobs: number of threads that share a search, or of solvers that work side by side.
        all_solutions: True if all optimal solutions are wanted.
    """

    decide: Annotated[
        str | None,
        Parameter(metavar="K[,L]", help="Only decide if a solution at least this good exists."),
    ] = None
    improve: Annotated[
        str | None,
        Parameter(
            metavar="SOLUTION|FILE",
            help="Only make this solution better: itself, or a file, as `solve` prints it or with "
            "boards and solutions.",
        ),
    ] = None
    jobs: Annotated[
        int,
        Parameter(
            alias="-j",
            metavar="COUNT",
            help="Number of threads that share the search of each board, where its solver can; "
            "else of solvers that run in parallel.",
            converter=whole,
        ),
    ] = 1
    all_solutions: Annotated[
        bool,
        Parameter(name="--all", help="Count and list all optimal solutions.", negative=""),
    ] = False


@group
@dataclass(frozen=True, kw_only=True)
class ShownOptions:
    """The pictures and pages that are written of solutions.

    Attributes:
        svg: pictures of the positions on its way; a file, a folder for all boards, or `-`.
        film: a moving picture; the same.
        html: a page that plays it; the same.
    """

    svg: Annotated[
        str | None,
        Parameter(
            metavar="FILE|FOLDER|-",
            help="Write the solution as pictures: a file, a folder for all boards, or `-`.",
        ),
    ] = None
    film: Annotated[
        str | None,
        Parameter(
            metavar="FILE|FOLDER|-",
            help="Write it as a moving picture: a .gif or an animated .png.",
        ),
    ] = None
    html: Annotated[
        str | None,
        Parameter(
            metavar="FILE|FOLDER|-",
            help="Write a page that plays the solution: a file, a folder for all boards and an "
            "index, or `-`.",
        ),
    ] = None


def command(
    *files: BoardFiles,
    selection: BoardOptions = BoardOptions(),
    method: SolverOptions = SolverOptions(),
    limit_options: LimitOptions = LimitOptions(),
    request: RequestOptions = RequestOptions(),
    output: OutputOptions = OutputOptions(),
    shown: ShownOptions = ShownOptions(),
) -> int:
    """Solve every board of the files to proven optimum.

    Prints one line a board (title, status, metrics or `bound … best`, seconds)
    and the solution. Limits hold for each board. The exit code is 0 if every board
    is answered.

    Examples:
        gridproof solve board.txt
        gridproof solve set.txt --level 2 --objective moves-pushes
        gridproof solve board.txt --decide 3
        gridproof solve set.txt --time 10 --json > results.jsonl
    """
    objective, solver = method.objective, method.solver
    limits = limit_options.limits()
    wanted = None if request.decide is None else _parse_value(request.decide)
    settings = method.options()
    features: list[Feature] = ["all-solutions"] if request.all_solutions else []
    check_jobs(request.jobs, solver, settings, features)
    known = None
    if request.improve is not None:
        check_improve(request.jobs, solver, settings, [*features, "incumbent"])
        known = find_solutions(solution_text(request.improve))
    boards = Boards(files, selection, quiet=output.quiet)
    count = len(boards.files)
    strips = None if shown.svg is None else Outputs(shown.svg, ".svg", count)
    films = None if shown.film is None else _films(shown.film, count)
    pages = None if shown.html is None else Pages(shown.html, boards.files)
    places = [outputs for outputs in (strips, films, pages) if outputs is not None]
    check_places(places, alone=not output.json)
    taken: Iterable[Board] = boards
    for outputs in places:
        taken = outputs.of(taken)
    token = CancelToken()
    run = partial(
        solve,
        objective=objective,
        solver=solver,
        solver_options=settings,
        limits=limits,
        decide=wanted,
        jobs=request.jobs,
        all_solutions=request.all_solutions,
        cancel=token,
    )

    def solve_one(board: Board, progress: Reporting) -> Result:
        better = {} if known is None else _improving(board, known, objective)
        return run(board.level, game=board.game, progress=progress, **better)

    def write(board: Board, result: Result) -> None:
        if strips is not None:
            strips.write(board, _strip(board, result))
        if films is not None:
            films.write(board, _film(board, result, films))
        if pages is not None:
            pages.add(board, result)

    def tell(board: Board, result: Result) -> ExitCode:
        for member in result.notes.get("members", ()):
            if "problem" in member:  # the others have gone on
                who = f"{board.name}: solver `{member['solver']}`"
                messages.warning(f"{who} has failed: {member['problem']}")
        decided = None if wanted is None else answer_to(result, wanted)
        if output.json:
            messages.print_json({"file": board.file, "level": board.number} | result.to_json())
        elif not any(outputs.is_stdout for outputs in places):
            _print(board, result, wanted, decided)
        if wanted is not None and decided is None:
            return ExitCode.UNFINISHED
        if known is not None and wanted is None and _is_improved(result):
            return ExitCode.ANSWERED
        return of_statuses(result.status, result.stop_reason, decided=decided)

    def asked(board: Board) -> bool:
        improvable = known is None or board.game.improver is not None
        return improvable and knows(board, objective, solver, settings)

    with ExitStack() as at_end:
        if pages is not None:
            at_end.enter_context(pages)
        return solve_each(
            boards,
            taken,
            solve_one,
            write=write,
            tell=tell,
            asked=asked,
            token=token,
            quiet=output.quiet,
        )


def _improving(board: Board, known: list[Solution], objective: str | None) -> dict[str, Any]:
    """Return the arguments with which `solve` makes the board's solution better."""
    return {"improve": True, "incumbent": solution_of(board, known, "--improve", objective)}


def _is_improved(result: Result) -> bool:
    """Return True if an improver is done: with a solution, however much better it is."""
    return result.verified and result.stop_reason is not StopReason.INTERRUPTED


def _strip(board: Board, result: Result) -> str:
    from gridproof.render.html import facts
    from gridproof.render.strip import strip

    return strip(board.level, result.moves or (), game=board.game, facts=facts(board.game, result))


def _films(out: str, count: int) -> Outputs:
    """Return the place of films.

    Raises:
        InputError: it names a file of another kind.
    """
    from gridproof.render.film import check_ending

    films = Outputs(out, ".gif", count)
    check_ending(_ending(films))
    return films


def _ending(films: Outputs) -> str:
    return ".gif" if films.is_stdout or films.folder else Path(films.out).suffix.lower()


def _film(board: Board, result: Result, films: Outputs) -> bytes:
    from gridproof.render.film import film

    return film(board.level, result.moves or (), game=board.game, ending=_ending(films))


def answer_to(result: Result, wanted: Value) -> bool | None:
    """Return True if a value at least as good as ``wanted`` exists; None if that is open."""
    if result.status is Status.INFEASIBLE:
        return False
    return decision(result.cost, result.bound, wanted, result.sense)


def by_whom(result: Result) -> str:
    """Name the solvers that found and proved it, if several worked side by side."""
    finder, prover = result.notes.get("found"), result.notes.get("proved")
    proven = "proven" if result.status in (Status.OPTIMAL, Status.INFEASIBLE) else "bound"
    if finder == prover and finder is not None:
        return f"found and {proven} by {finder}" if proven == "proven" else f"by {finder}"
    parts = [("found", finder), (proven, prover)]
    return ", ".join(f"{what} by {who}" for what, who in parts if who is not None)


def result_line(board: Board, result: Result, more: str = "") -> str:
    """Return the line of a board: title, status, metrics with bound … best, seconds."""
    value = "-"
    if result.status is not Status.INFEASIBLE:
        value = achieved(result, board.game.objective(result.objective).metrics)
    line = f"{board.name}  {result.status}  {value}  {result.stats.total_time:.3f} s{more}"
    if result.stop_reason not in (StopReason.COMPLETED, StopReason.DECIDED):
        line += f"  ({result.stop_reason})"
    if who := by_whom(result):
        line += f"  ({who})"
    return line


def _print(board: Board, result: Result, wanted: Value | None, decided: bool | None) -> None:
    more = ""
    if wanted is not None:
        answer = {True: "yes", False: "no", None: "open"}[decided]
        metrics = board.game.objective(result.objective).metrics
        more = f"  {limit(wanted, result.sense, metrics)}: {answer}"
    messages.out(result_line(board, result, more))
    listed = result.notes.get("listed")
    if listed is not None:
        count = result.notes["solutions"]
        more = f", the first {len(listed)}:" if count > len(listed) else ""
        messages.out(f"{count} optimal solution{'s' * (count != 1)}{more}")
    for solution in listed or filter(None, [result.solution]):
        messages.out(solution)
    messages.flush()


def _parse_value(text: str) -> Value:
    words = [word.strip() for word in text.split(",")]
    if not all(re.fullmatch(r"-?[0-9]{1,18}", word) for word in words):
        raise InputError(
            f"`--decide` takes a whole number, or several with commas, not `{shorten(text)}`"
        )
    numbers = tuple(map(int, words))
    return numbers if len(numbers) > 1 else numbers[0]
