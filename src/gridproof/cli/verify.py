"""``gridproof verify``: replay a solution with the rules alone."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from gridproof.cli import messages
from gridproof.cli.exit_codes import ExitCode
from gridproof.cli.inputs import boards
from gridproof.errors import BadBoard, InputError, InvalidMove
from gridproof.game import BoardFault, digest
from gridproof.loading import STDIN, read_text
from gridproof.verifying import Verdict, verify

__all__ = ["command"]


def command(
    file: Annotated[str, Parameter(help="File with the board; `-` is standard input.")],
    solution: Annotated[
        str, Parameter(help="The solution in the game's notation: a file, `-`, or the text itself.")
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

    A text is taken as a file if a file of that name exists. Nothing native is loaded.
    """
    faults: list[InputError | BoardFault] = []
    found = list(boards([file], game=game, level=level, settings=set_ or [], faults=faults))
    if not found:
        return ExitCode.BAD_INPUT
    if len(found) > 1:
        raise InputError(f"{file} holds {len(found)} boards", hint="choose one with `--level`")
    (board,) = found
    if (missing := board.game.missing(board.level)) is not None:
        raise BadBoard(f"{file}: {missing.message}: there is nothing to solve")
    goal = board.game.objective(objective)
    text = _solution_text(solution)
    try:
        verdict = verify(board.game, board.level, board.game.read_solution(board.level, text), goal)
    except InvalidMove as problem:
        verdict = Verdict(False, {}, fault=str(problem))
    if json:
        messages.print_json(
            {
                "file": file,
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
        messages.out(f"{board.name}  NOT VALID  {verdict.fault}")
        if verdict.position:
            messages.out(verdict.position)
    return ExitCode.ANSWERED if verdict.valid else ExitCode.NO


def _solution_text(solution: str) -> str:
    from pathlib import Path

    try:
        is_file = solution == STDIN or Path(solution).is_file()
    except (OSError, ValueError):  # too long, or with characters that no file name has
        is_file = False
    return read_text(solution) if is_file else solution
