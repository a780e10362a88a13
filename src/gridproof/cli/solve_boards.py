"""Boards one after the other, for the verbs that solve them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from gridproof.cli.exit_codes import ExitCode, of_error, worst
from gridproof.cli.inputs import Board, Boards, contradiction
from gridproof.cli.progress import progress_display
from gridproof.errors import GridproofError, InputError, Unwritable
from gridproof.limits import CancelToken
from gridproof.options import find_option
from gridproof.result import Progress, Result, Status
from gridproof.solving.solve import find_solver, solvers

__all__ = ["Reporting", "knows", "solve_each"]

#: Is told how a search gets on, if anybody wants to know.
Reporting = Callable[[Progress], None] | None


def solve_each(
    boards: Boards,
    taken: Iterable[Board],
    solve: Callable[[Board, Reporting], Result],
    *,
    write: Callable[[Board, Result], None],
    tell: Callable[[Board, Result], ExitCode],
    asked: Callable[[Board], bool],
    token: CancelToken,
    quiet: bool,
) -> ExitCode:
    """Solve boards; report one that cannot be solved or written, and go on with the others.

    Args:
        boards: where the boards come from, and problems are told.
        taken: those of them that are to be solved.
        solve: solves one.
        write: writes the files that are made of a board.
        tell: prints what is known of a board, and says what that means for the exit code.
        asked: True if a board's game knows at all what is asked for; else one of the boards of a
            file says so for all.
        token: ends the work after a board where it is cancelled.
        quiet: True if no progress is shown.

    Raises:
        Unwritable: no file can be written any more; what is known of the board was told.
    """
    codes: list[ExitCode] = []
    unknown: set[tuple[str, str]] = set()  # files whose game does not know what was asked for
    for board in taken:
        if (board.file, board.game.id) in unknown:
            continue
        try:
            with progress_display(board.name, quiet=quiet) as progress:
                result = solve(board, progress)
        except Unwritable:  # it would be the same with every board
            raise
        except GridproofError as problem:  # this board only; the others are solved
            boards.refuse(problem, board)
            codes.append(of_error(problem))
            if not asked(board):
                unknown.add((board.file, board.game.id))
            continue
        try:
            write(board, result)  # first: who reads the lines may stop reading
        except Unwritable:
            tell(board, result)
            raise
        except InputError as problem:
            boards.refuse(problem, board)
        codes.append(tell(board, result))
        unsolvable = result.status is Status.INFEASIBLE
        said = contradiction(board, result.objective, result.cost, result.bound, unsolvable)
        if said is not None:
            boards.refuse(InputError(said), board)
        if token.cancelled:  # maybe just after the solver was done
            codes.append(ExitCode.INTERRUPTED)
            break
    if boards.problems:
        codes.append(ExitCode.BAD_INPUT)
    return worst(codes)


def knows(
    board: Board, objective: str | None, solver: str | None, settings: Mapping[str, str]
) -> bool:
    """Return True if the game has this objective, and this solver with these options."""
    try:
        board.game.objective(objective)
        named = find_solver(board.game, solver)
        known = solvers(board.game).values() if named is None else [named]
        options = [option for spec in known for option in spec.options]
        return all(find_option(options, name) for name in settings)
    except InputError:
        return False
