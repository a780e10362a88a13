"""``gridproof solve``: every board to proven optimum, or as far as the limits allow."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import ExitStack
from functools import partial
from typing import Annotated, Any

from cyclopts import Parameter

from gridproof.cli import messages
from gridproof.cli.exit_codes import ExitCode, of_statuses
from gridproof.cli.inputs import (
    Board,
    Boards,
    limits_of,
    parse_settings,
    seconds,
    whole,
)
from gridproof.cli.outputs import Outputs, check_places
from gridproof.cli.pages import Pages
from gridproof.cli.solutions import Solution, find_solutions, solution_of, solution_text
from gridproof.cli.solve_boards import Reporting, knows, solve_each
from gridproof.errors import InputError, shorten
from gridproof.limits import CancelToken
from gridproof.result import Result, Status, StopReason, Value
from gridproof.solving.messages import span
from gridproof.solving.solve import check_improve, check_jobs, solve, whether_decided
from gridproof.specs import Feature

__all__ = ["command"]


def command(
    *files: Annotated[str, Parameter(help="Files or folders of boards; `-` is standard input.")],
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
    time: Annotated[
        float | None, Parameter(help="Seconds for each board.", converter=seconds)
    ] = None,
    nodes: Annotated[
        int | None, Parameter(help="Expanded nodes for each board.", converter=whole)
    ] = None,
    memory: Annotated[
        str | None, Parameter(help="Memory of the tables, such as 2GiB; default: half of it all.")
    ] = None,
    max_cost: Annotated[
        int | None, Parameter(help="Do not look for dearer solutions.", converter=whole)
    ] = None,
    decide: Annotated[
        str | None, Parameter(help="Only tell whether a value this good exists (`K` or `K,L`).")
    ] = None,
    improve: Annotated[
        str | None,
        Parameter(
            help="Only make this solution better: itself, or a file, as `solve` prints it or with "
            "boards and solutions."
        ),
    ] = None,
    jobs: Annotated[
        int, Parameter(help="So many solvers side by side on each board.", converter=whole)
    ] = 1,
    all_: Annotated[
        bool,
        Parameter(name="--all", help="Count and list all optimal solutions.", negative=""),
    ] = False,
    quiet: Annotated[bool, Parameter(help="No progress.", negative="")] = False,
    json: Annotated[bool, Parameter(help="One JSON object a board.", negative="")] = False,
    svg: Annotated[
        str | None,
        Parameter(help="Write the solution as pictures: a file, a folder for all boards, or `-`."),
    ] = None,
    html: Annotated[
        str | None,
        Parameter(
            help="Write a page that plays the solution: a file, a folder for all boards and an "
            "index, or `-`."
        ),
    ] = None,
) -> int:
    """Solve every board of the files to proven optimum.

    Prints one line a board (title, status, cost or `bound … best`, seconds) and
    the solution. Limits hold for each board. The exit code is 0 if every board is
    answered.
    """
    limits = limits_of(time, nodes, memory, max_cost)
    wanted = None if decide is None else _parse_value(decide)
    settings = parse_settings(solver_option or [], "--solver-option")
    features: list[Feature] = ["all-solutions"] if all_ else []
    check_jobs(jobs, solver, settings, features)
    known = None
    if improve is not None:
        check_improve(jobs, solver, settings, [*features, "incumbent"])
        known = find_solutions(solution_text(improve))
    boards = Boards(files, game=game, level=level, settings=set_ or [])
    strips = None if svg is None else Outputs(svg, ".svg", len(boards.files))
    pages = None if html is None else Pages(html, boards.files)
    places = [outputs for outputs in (strips, pages) if outputs is not None]
    check_places(places, alone=not json)
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
        jobs=jobs,
        all_solutions=all_,
        cancel=token,
    )

    def solve_one(board: Board, progress: Reporting) -> Result:
        better = {} if known is None else _improving(board, known, objective)
        return run(board.level, game=board.game, progress=progress, **better)

    def write(board: Board, result: Result) -> None:
        if strips is not None:
            strips.write(board, _strip(board, result))
        if pages is not None:
            pages.add(board, result)

    def tell(board: Board, result: Result) -> ExitCode:
        for member in result.notes.get("members", ()):
            if "problem" in member:  # the others have gone on
                who = f"{board.name}: solver `{member['solver']}`"
                messages.warning(f"{who} has failed: {member['problem']}")
        decided = None if wanted is None else answer_to(result, wanted)
        if json:
            messages.print_json({"file": board.file, "level": board.number} | result.to_json())
        elif not any(outputs.is_stdout for outputs in places):
            _print(board, result, wanted, decided)
        if wanted is not None and decided is None:
            return ExitCode.UNFINISHED
        if known is not None and wanted is None and _is_improved(result):
            return ExitCode.ANSWERED
        return of_statuses(result.status, result.stop_reason, decided=decided)

    def asked(board: Board) -> bool:
        improvable = improve is None or board.game.improver is not None
        return improvable and knows(board, objective, solver, settings)

    with ExitStack() as at_end:
        if pages is not None:
            at_end.callback(pages.close)
        return solve_each(
            boards,
            taken,
            solve_one,
            write=write,
            tell=tell,
            asked=asked,
            token=token,
            quiet=quiet,
        )


def _improving(board: Board, known: list[Solution], objective: str | None) -> dict[str, Any]:
    """What `solve` is asked besides to make the board's solution better."""
    return {"improve": True, "incumbent": solution_of(board, known, "--improve", objective)}


def _is_improved(result: Result) -> bool:
    """Whether it is what was wanted of an improver: a solution, however much better it is."""
    return result.verified and result.stop_reason is not StopReason.INTERRUPTED


def _strip(board: Board, result: Result) -> str:
    from gridproof.render.html import facts
    from gridproof.render.strip import strip

    return strip(board.level, result.moves or (), game=board.game, facts=facts(board.game, result))


def answer_to(result: Result, wanted: Value) -> bool | None:
    """Whether a value at least as good as ``wanted`` exists; None if that is open."""
    if result.status is Status.INFEASIBLE:
        return False
    return whether_decided(result.cost, result.bound, wanted, result.sense)


def summary(result: Result) -> str:
    """The value of a result: cost, or what is known of it."""
    if result.status is Status.INFEASIBLE:
        return "-"
    return span(result.cost, result.bound, result.sense)


def by_whom(result: Result) -> str:
    """Which solvers found and proved it, where several worked side by side."""
    finder, prover = result.notes.get("found"), result.notes.get("proved")
    proven = "proven" if result.status in (Status.OPTIMAL, Status.INFEASIBLE) else "bound"
    if finder == prover and finder is not None:
        return f"found and {proven} by {finder}" if proven == "proven" else f"by {finder}"
    parts = [("found", finder), (proven, prover)]
    return ", ".join(f"{what} by {who}" for what, who in parts if who is not None)


def result_line(board: Board, result: Result, more: str = "") -> str:
    """What is known of a board, for people: title, status, cost or bound … best, seconds."""
    line = f"{board.name}  {result.status}  {summary(result)}  {result.stats.total_time:.3f} s"
    line += more
    if result.stop_reason not in (StopReason.COMPLETED, StopReason.DECIDED):
        line += f"  ({result.stop_reason})"
    if who := by_whom(result):
        line += f"  ({who})"
    return line


def _print(board: Board, result: Result, wanted: Value | None, decided: bool | None) -> None:
    more = ""
    if wanted is not None:
        answer = {True: "yes", False: "no", None: "open"}[decided]
        more = f"  {result.objective} {span(wanted, wanted, result.sense)}: {answer}"
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
