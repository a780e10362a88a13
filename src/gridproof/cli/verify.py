"""``gridproof verify``: verify a solution with the rules alone."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from gridproof.cli import messages
from gridproof.cli.exit_codes import ExitCode, worst
from gridproof.cli.inputs import Board, Boards, contradiction
from gridproof.cli.solutions import find_solutions, solution_text
from gridproof.errors import BadBoard, InputError, shorten
from gridproof.game import digest
from gridproof.verifying import verify

__all__ = ["command"]


def command(
    file: Annotated[str, Parameter(help="File with the board; `-` is standard input.")],
    solution: Annotated[
        str,
        Parameter(
            help="The solution in the game's notation: a file, `-`, or the text itself.",
            allow_leading_hyphen=True,  # a square's corner may be negative
        ),
    ],
    /,
    *,
    game: Annotated[str | None, Parameter(help="The game, where the file does not tell.")] = None,
    level: Annotated[str | None, Parameter(help="Which board: its number or title.")] = None,
    set_: Annotated[
        list[str] | None,
        Parameter(name="--set", help="An option of the game, `option=value`.", negative=""),
    ] = None,
    objective: Annotated[str | None, Parameter(help="What the solution is for.")] = None,
    json: Annotated[bool, Parameter(help="One JSON object.", negative="")] = False,
) -> int:
    """Replay a solution with the rules alone: 0 valid, 1 not valid.

    A text is taken as a file if a file of that name exists. What `solve` and
    `solve --json` print is read as well: every solution in it is replayed on its
    board. Nothing native is loaded.
    """
    if solution.startswith("--"):
        raise InputError(
            f"Unknown option: {shorten(solution)}", hint="`gridproof verify --help` names them"
        )
    solutions = find_solutions(solution_text(solution))
    boards = Boards([file], game=game, level=level, settings=set_ or [])
    found = [(board, digest(board.game, board.level)) for board in boards]
    codes = [ExitCode.BAD_INPUT] if boards.problems else []
    if found and not solutions:
        raise InputError("there is no solution in what `solve` has printed")
    for said in solutions:
        fitting = said.boards(found)
        if len(fitting) > 1:
            raise InputError(
                f"{file} holds {len(fitting)} boards that this could be a solution of",
                hint="choose one with `--level`",
            )
        if not fitting:
            if found and level is None:
                raise InputError(f"solution, line {said.line}: {file} has no such board")
            continue
        codes.append(_verified(fitting[0], said.text, objective, json=json))
    return worst(codes)


def _verified(board: Board, text: str, objective: str | None, *, json: bool) -> ExitCode:
    if (missing := board.game.missing(board.level)) is not None:
        raise BadBoard(f"{board.place}: {missing.message}: there is nothing to solve")
    goal = board.game.objective(objective)
    verdict = verify(board.game, board.level, text, goal)
    if json:
        messages.print_json(
            {
                "file": board.file,
                "level": board.number,
                "title": board.level.title,
                "game": board.game.id,
                "digest": digest(board.game, board.level),
                "objective": goal.id,
                "valid": verdict.valid,
                "cost": verdict.cost,
                "costs": dict(verdict.costs),
                "fault": verdict.fault,
                "move_number": verdict.move_number,
            }
        )
    elif verdict.valid:
        costs = ", ".join(f"{metric} {value}" for metric, value in verdict.costs.items())
        messages.out(f"{board.name}  VALID  {costs}")
    else:
        messages.out(messages.printable(f"{board.name}  NOT VALID  {verdict.fault}"))
        if verdict.position:
            messages.out(verdict.position)
    messages.flush()
    if (said := contradiction(board, goal.id, verdict.cost, None)) is not None:
        messages.error(f"{board.place}: {said}")
        return ExitCode.BAD_INPUT
    return ExitCode.ANSWERED if verdict.valid else ExitCode.NO
